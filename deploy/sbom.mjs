// Writes what a release is made of into a folder: gatehouse.cdx.json, its bill of materials (CycloneDX), and LICENSES.txt, the
// licences of all packages inside the program and the login page, and of the named ones that are installed beside them. Needs
// npm, the lock file, what it has installed, and the bundle (npm run bundle), but no network: node deploy/sbom.mjs FOLDER [PACKAGE…]
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findPackages } from './locked-packages.mjs'

const ROOT = join(import.meta.dirname, '..')
const BUNDLED = join(ROOT, 'dist', 'bundle', 'packages.json')
/** What the page imports. */
const PAGE_PACKAGES = ['react', 'react-dom', 'uqr', '@firebase/app', '@firebase/auth']
const LICENSE_FILE = /^(licen[sc]e|copying|notice)/i
/** For packages that come without the text of their licence. */
const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software
is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT
HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`

function fail(reason) {
  process.stderr.write(`sbom: ${reason}\n`)
  process.exit(1)
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** All packages of the lock file: to npm, those inside the program and the page are for development. */
function listEverything() {
  const { status, stdout } = spawnSync('npm', ['sbom', '--package-lock-only', '--sbom-format=cyclonedx'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32'
  })
  if (status !== 0) fail('`npm sbom` failed')
  return JSON.parse(stdout)
}

/** The texts that a package comes with. */
function readLicense(path) {
  const folder = join(ROOT, path)
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
  if (texts.length > 0) return texts.join('\n\n')
  const { license, name, author = `the authors of ${name}` } = readJson(join(folder, 'package.json'))
  if (license === 'Apache-2.0') return readFileSync(join(ROOT, 'LICENSE'), 'utf8').trim()
  if (license === 'MIT') return `Copyright (c) ${author.name ?? author}\n\n${MIT}`
  return fail(`${path} has no text of its licence (${license})`)
}

function describeLicenses(paths, locked) {
  const sections = new Map()
  for (const path of paths) {
    const { license = readJson(join(ROOT, path, 'package.json')).license } = locked[path]
    sections.set(`${refOf(path)} (${license})`, readLicense(path))
  }
  const rule = '-'.repeat(80)
  const texts = [...sections].sort().map(([title, text]) => `${rule}\n${title}\n\n${text}\n`)
  return `Packages inside Gatehouse and its login page, and beside them, with their licences.\n\n${texts.join('\n')}`
}

/** A UUID of version 8 (RFC 9562), which depends on the content alone. */
function serialNumberOf(content) {
  const digits = createHash('sha256').update(JSON.stringify(content)).digest('hex')
  const groups = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`
  ]
  return `urn:uuid:${[...groups, digits.slice(20, 32)].join('-')}`
}

const [target, ...besideNames] = process.argv.slice(2)
if (target === undefined) fail('name the folder to write to')
if (!existsSync(BUNDLED)) fail('there is no bundle yet: npm run bundle')
const { packages: locked, version } = readJson(join(ROOT, 'package-lock.json'))
const refOf = (path) => `${path.replace(/^.*node_modules\//, '')}@${locked[path].version}`
const pagePackages = findPackages(locked, PAGE_PACKAGES)
const bundled = readJson(BUNDLED)
const delivered = new Set([...bundled, ...pagePackages, ...findPackages(locked, besideNames)])
const page = new Set([...pagePackages].map(refOf))
const program = new Set(bundled.map(refOf))
const partOf = (ref) => (page.has(ref) ? 'login page' : program.has(ref) ? 'program' : 'beside the program')
const wanted = new Set([...delivered].map(refOf))

const bom = listEverything()
const refs = new Set([bom.metadata.component['bom-ref'], ...wanted])
// No address of a package: what is described is also in the image, and installed from files.
const { purl: _purl, ...product } = bom.metadata.component
bom.metadata.component = { ...product, type: 'application', name: 'gatehouse', version }
bom.components = bom.components.filter((component) => wanted.has(component['bom-ref']))
for (const component of bom.components) {
  component.properties = [{ name: 'gatehouse:part', value: partOf(component['bom-ref']) }]
}
bom.dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }))
if (bom.components.length !== wanted.size)
  fail(`${wanted.size} packages expected, ${bom.components.length} listed`)
// The same commit makes the same file: npm takes the time of the run, and a random number.
const { SOURCE_DATE_EPOCH: epoch } = process.env
if (epoch !== undefined) bom.metadata.timestamp = new Date(Number(epoch) * 1000).toISOString()
bom.serialNumber = serialNumberOf({ ...bom, serialNumber: undefined })
mkdirSync(target, { recursive: true })
writeFileSync(join(target, 'gatehouse.cdx.json'), `${JSON.stringify(bom, null, 2)}\n`)
writeFileSync(join(target, 'LICENSES.txt'), describeLicenses(delivered, locked))
process.stderr.write(`${target}: ${wanted.size} packages, ${page.size} of them in the login page\n`)

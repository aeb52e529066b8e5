// Writes the software bill of materials of a release (CycloneDX, JSON): the packages that the gateway runs on, and those
// that are built into the login page. Needs npm and the lock file alone: node deploy/sbom.mjs FILE
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')
/** What the page imports. `firebase` passes on what these two packages of it hold; its others are not built in. */
const PAGE_PACKAGES = ['react', 'react-dom', 'uqr', 'firebase', '@firebase/app', '@firebase/auth']
const PASSED_ON = 'firebase'

function fail(reason) {
  process.stderr.write(`sbom: ${reason}\n`)
  process.exit(1)
}

/** All packages of the lock file. npm's own `--omit dev` also leaves out what both the gateway and its tests use. */
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

/** Where Node finds a package that another one imports, as a path in the lock file. */
function findLocked(locked, name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (locked[path] !== undefined) return path
    if (folder === '') return null
  }
}

function findPagePackages(locked) {
  const found = new Set()
  const add = (name, from) => {
    const path = findLocked(locked, name, from)
    if (path === null) fail(`${name} is not in the lock file`)
    if (found.has(path)) return
    found.add(path)
    if (name !== PASSED_ON) for (const next of Object.keys(locked[path].dependencies ?? {})) add(next, path)
  }
  for (const name of PAGE_PACKAGES) add(name, findLocked(locked, PASSED_ON, ''))
  return found
}

const [target] = process.argv.slice(2)
if (target === undefined) fail('name the file to write')
const { packages: locked, name, version } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
const refOf = (path) => `${path.replace(/^.*node_modules\//, '')}@${locked[path].version}`
const page = new Set([...findPagePackages(locked)].map(refOf))
const runtime = Object.keys(locked).filter((path) => path !== '' && !locked[path].dev)
const wanted = new Set([...runtime.map(refOf), ...page])

const bom = listEverything()
const refs = new Set([bom.metadata.component['bom-ref'], ...wanted])
bom.metadata.component = { ...bom.metadata.component, type: 'application', name, version }
bom.components = bom.components.filter((component) => wanted.has(component['bom-ref']))
for (const component of bom.components) {
  // To npm these are for development: it does not know that the build puts them into the page.
  if (page.has(component['bom-ref'])) component.properties = [{ name: 'gatehouse:part', value: 'login page' }]
}
bom.dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => refs.has(other)) }))
if (bom.components.length !== wanted.size)
  fail(`${wanted.size} packages expected, ${bom.components.length} listed`)
mkdirSync(dirname(target), { recursive: true })
writeFileSync(target, `${JSON.stringify(bom, null, 2)}\n`)
process.stderr.write(`${target}: ${wanted.size} packages, ${page.size} of them in the login page\n`)

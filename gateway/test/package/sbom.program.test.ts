import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { packagePath } from '../../src/config/package-files.ts'
import { execInRoot, listBelow } from '../fixtures/installation.ts'

interface Component {
  'bom-ref': string
  hashes: { alg: string }[]
  properties: { name: string; value: string }[]
}

interface Bom {
  bomFormat: string
  metadata: { component: { name: string; version: string } }
  components: Component[]
  dependencies: { ref: string; dependsOn: string[] }[]
}

interface LockEntry {
  version: string
  dev?: boolean
  integrity?: string
  resolved?: string
}

const readJson = (...path: string[]) => JSON.parse(readFileSync(packagePath(...path), 'utf8'))
const manifest: Record<'dependencies' | 'devDependencies', Record<string, string>> = readJson('package.json')
const locked: [path: string, entry: LockEntry][] = Object.entries(readJson('package-lock.json').packages)
const packages = locked.filter(([path]) => path !== '')
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '')
const IMPORTED = /(?:from|import\() ?'((?:@[^/']+\/)?[^./'][^/']*)(\/[^']+)?'/g

const file = join(t.testdir({ home: {} }), 'bom.json')
await execInRoot(join(file, '..', 'home'), process.execPath, [packagePath('deploy', 'sbom.mjs'), file])
const bom: Bom = JSON.parse(readFileSync(file, 'utf8'))
const isOfPage = ({ properties }: Component) => properties.some(({ value }) => value === 'login page')
const refsOf = (components: readonly Component[]) =>
  components.map((component) => component['bom-ref']).sort()

/** What the page's sources import, as names of packages; `firebase/auth` passes on what `@firebase/auth` holds. */
function listPageImports(): string[] {
  const sources = listBelow(packagePath('login-ui', 'src')).filter((path) => /\.tsx?$/.test(path))
  const names = sources.flatMap((path) =>
    [...readFileSync(packagePath('login-ui', 'src', path), 'utf8').matchAll(IMPORTED)].flatMap(
      ([, name = '', below = '']) => (name === 'firebase' ? [name, `@firebase${below}`] : [name])
    )
  )
  return [...new Set(names)]
}

t.test('sbom: the packages of production in the lock file, and no other (ASVS 15.1.2)', async (t) => {
  const production = packages
    .filter(([, { dev }]) => dev !== true)
    .map(([path, { version }]) => `${nameOf(path)}@${version}`)
  t.same(refsOf(bom.components.filter((one) => !isOfPage(one))), [...new Set(production)].sort())
  const listed = bom.components.map((one) => one['bom-ref'].replace(/(?<=.)@[^@]*$/, ''))
  for (const name of Object.keys(manifest.dependencies)) t.ok(listed.includes(name), name)
  t.notOk(listed.includes('typescript'), 'twin: a package of the build')
})

t.test('sbom: what is built into the login page, with all that it needs (ASVS 15.1.2)', async (t) => {
  const needs = new Map(bom.dependencies.map(({ ref, dependsOn }) => [ref, dependsOn]))
  const waiting = refsOf(
    bom.components.filter((one) => listPageImports().some((name) => one['bom-ref'].startsWith(`${name}@`)))
  )
  const reached = new Set<string>()
  for (let ref = waiting.pop(); ref !== undefined; ref = waiting.pop()) {
    if (!reached.has(ref)) waiting.push(...(needs.get(ref) ?? []))
    reached.add(ref)
  }
  t.ok(listPageImports().length >= 5, listPageImports().join(' '))
  t.same(refsOf(bom.components.filter(isOfPage)), [...reached].sort())
})

t.test('sbom: names the product, and a hash of every package (ASVS 15.1.2)', async (t) => {
  t.match(bom, {
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'gatehouse', version: readJson('package.json').version } }
  })
  t.same(
    bom.components.filter(({ hashes }) => !hashes.some(({ alg }) => alg === 'SHA-512')),
    []
  )
})

t.test(
  'lock file: every package by its hash, from the registry and no other address (ASVS 15.1.2)',
  async (t) => {
    // Without `resolved`: from the registry of whoever installs, which must then have what the hash says.
    const isSound = ({ integrity, resolved = '' }: LockEntry) =>
      integrity?.startsWith('sha512-') === true && resolved === ''
    t.same(
      packages.filter(([, entry]) => !isSound(entry)).map(([path]) => path),
      []
    )
  }
)

/** The lowest versions that advisories about what strangers' bytes reach first allow. */
const LOWEST: Readonly<Record<string, string>> = {
  fastify: '5.12.2', // CVE-2026-16732, GHSA-w2qp-rph6-63g4
  '@fastify/reply-from': '12.6.4', // CVE-2026-33805, GHSA-v574-6498-x57v
  '@fastify/http-proxy': '11.6.3', // destinations outside the configured one
  undici: '7.29.0', // CVE-2026-1525, CVE-2026-9697, CVE-2026-16728 and others
  ws: '8.21.0' // CVE-2026-48779, CVE-2026-45736
}

function isAtLeast(version: string, lowest: string): boolean {
  const [one, other] = [version, lowest].map((text) => text.split('.').map(Number))
  for (const [index, number] of (other ?? []).entries()) {
    const given = one?.[index] ?? Number.NaN
    if (given !== number) return given > number
  }
  return true
}

t.test('lock file: every package, no version below those that advisories allow (ASVS 15.2.1)', async (t) => {
  const shipped = packages.filter(([, { dev }]) => dev !== true)
  for (const [name, lowest] of Object.entries(LOWEST)) {
    const versions = shipped.filter(([path]) => nameOf(path) === name).map(([, { version }]) => version)
    t.ok(versions.length > 0, `${name} is shipped`)
    t.same(
      versions.filter((version) => !isAtLeast(version, lowest)),
      [],
      name
    )
  }
  t.notOk(isAtLeast('7.28.9', '7.29.0'), 'twin')
})

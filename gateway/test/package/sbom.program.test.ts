import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { packagePath } from '../../src/config/package-files.ts'
import { execInRoot, listBelow } from '../fixtures/repository/installation.ts'

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
  integrity?: string
  resolved?: string
}

const readJson = (...path: string[]) => JSON.parse(readFileSync(packagePath(...path), 'utf8'))
const locked: Record<string, LockEntry> = readJson('package-lock.json').packages
const packages = Object.entries(locked).filter(([path]) => path !== '')
const nameOf = (path: string) => path.replace(/^.*node_modules\//, '')
const refOf = (path: string) => `${nameOf(path)}@${locked[path]?.version}`
const IMPORTED = /(?:from|import\() ?'((?:@[^/']+\/)?[^./'][^/']*)(?:\/[^']+)?'/g
/** The path in the lock file of the package that a module of the bundle belongs to. */
const PACKAGE = /^\/\/ (node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//gm

const folder = t.testdir({ home: {} })
await execInRoot(join(folder, 'home'), process.execPath, [packagePath('deploy', 'sbom.mjs'), folder])
const bom: Bom = JSON.parse(readFileSync(join(folder, 'gatehouse.cdx.json'), 'utf8'))
const licenses = readFileSync(join(folder, 'LICENSES.txt'), 'utf8')
const isOfPage = ({ properties }: Component) => properties.some(({ value }) => value === 'login page')
const refsOf = (components: readonly Component[]) =>
  components.map((component) => component['bom-ref']).sort()

/** The packages in the bundle, according to the comments above its modules. */
function listBundled(): string[] {
  const folder = packagePath('dist', 'bundle')
  const files = listBelow(folder).filter((path) => /\.c?js$/.test(path))
  const modules = files.flatMap((path) => [...readFileSync(join(folder, path), 'utf8').matchAll(PACKAGE)])
  return [...new Set(modules.map(([, path = '']) => path))].sort()
}

/** The packages that the login page imports; `firebase/auth` re-exports `@firebase/auth`. */
function listPageImports(): string[] {
  const sources = listBelow(packagePath('login-ui', 'src')).filter((path) => /\.tsx?$/.test(path))
  const names = sources.flatMap((path) =>
    [...readFileSync(packagePath('login-ui', 'src', path), 'utf8').matchAll(IMPORTED)].map(
      ([, name = '']) => name
    )
  )
  return [...new Set(names)]
}

t.test('sbom: it lists the packages in the program and no other (ASVS 15.1.2)', async (t) => {
  const bundled = [...new Set(listBundled().map(refOf))].sort()
  t.ok(bundled.length > 50, `${bundled.length} packages`)
  t.same(refsOf(bom.components.filter((one) => !isOfPage(one))), bundled)
  const listed = bom.components.map((one) => one['bom-ref'].replace(/(?<=.)@[^@]*$/, ''))
  for (const name of ['fastify', 'undici', 'jose']) t.ok(listed.includes(name), name)
  for (const name of ['typescript', 'rolldown']) t.notOk(listed.includes(name), `control: ${name}`)
})

/** Packages whose section of the licences is missing or empty. */
function findUnlicensed(refs: readonly string[], text: string): string[] {
  const sections = new Map(
    text.split(/^-{80}\n/m).map((section) => [/^(\S+) \(.+\)\n/.exec(section)?.[1], section])
  )
  return refs.filter((ref) => (sections.get(ref)?.length ?? 0) < 500)
}

t.test('licences: the text for every package in the bill of materials is included unchanged', async (t) => {
  const refs = refsOf(bom.components)
  t.same(findUnlicensed(refs, licenses), [])
  const [first = ''] = refs
  t.same(findUnlicensed(refs, licenses.replace(`\n${first} (`, '\nother (')), [first], 'control')
  for (const path of listBundled())
    for (const name of readdirSync(packagePath(path)).filter((name) => /^(licen[sc]e|notice)/i.test(name)))
      t.ok(licenses.includes(readFileSync(packagePath(path, name), 'utf8').trim()), `${path}/${name}`)
})

t.test('sbom: it lists the packages in the login page and their dependencies (ASVS 15.1.2)', async (t) => {
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

t.test('sbom: it names the product and a hash of every package (ASVS 15.1.2)', async (t) => {
  t.match(bom, {
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'gatehouse', version: readJson('package.json').version } }
  })
  t.notOk('purl' in bom.metadata.component, 'scanners do not look it up in a registry')
  t.ok(
    bom.components.every((component) => 'purl' in component),
    'control'
  )
  t.same(
    bom.components.filter(({ hashes }) => !hashes.some(({ alg }) => alg === 'SHA-512')),
    []
  )
})

t.test('lock file: every package has a hash and is from the registry (ASVS 15.1.2)', async (t) => {
  // Without `resolved`, npm uses the configured registry, whose content must match the hash.
  const isSound = ({ integrity, resolved = '' }: LockEntry) =>
    integrity?.startsWith('sha512-') === true && resolved === ''
  const others = packages
    .filter(([, entry]) => !isSound(entry))
    .map(([path, { resolved }]) => resolved ?? path)
  const strangers = others.filter((path) => !/^gateway\/placeholders\/[\w-]+$/.test(path))
  t.same(strangers, [], 'others are placeholders of the repository')
})

/** The lowest safe versions, according to advisories, of packages that parse untrusted bytes first. */
const LOWEST: Readonly<Record<string, string>> = {
  fastify: '5.12.2', // CVE-2026-16732, GHSA-w2qp-rph6-63g4
  undici: '7.29.0' // CVE-2026-1525, CVE-2026-9697, CVE-2026-16728 and others
}

function isAtLeast(version: string, lowest: string): boolean {
  const [one, other] = [version, lowest].map((text) => text.split('.').map(Number))
  for (const [index, number] of (other ?? []).entries()) {
    const given = one?.[index] ?? Number.NaN
    if (given !== number) return given > number
  }
  return true
}

t.test('lock file: no package has a version below those that advisories require (ASVS 15.2.1)', async (t) => {
  const shipped = listBundled()
  for (const [name, lowest] of Object.entries(LOWEST)) {
    const versions = shipped
      .filter((path) => nameOf(path) === name)
      .map((path) => locked[path]?.version ?? '')
    t.ok(versions.length > 0, `${name} is shipped`)
    t.same(
      versions.filter((version) => !isAtLeast(version, lowest)),
      [],
      name
    )
  }
  t.notOk(isAtLeast('7.28.9', '7.29.0'), 'control')
})

import fc from 'fast-check'
import t from 'tap'
import { createSites } from '../src/access/sites.ts'
import { judgeTarget } from '../src/access/target.ts'
import { testConfig } from './fixtures/gateway.ts'

const TENANTS = {
  'acme.example.com': 'acme',
  'shop.acme.example.com': 'acme-shop',
  '/umbrella/*': 'umbrella',
  '/umbrella/labs/*': 'labs',
  '/wayne': 'wayne'
}

const sitesOf = (values: Record<string, unknown>) =>
  createSites(testConfig({ publicUrl: 'https://app.example.com', ...values }))
const visit = (hostname: string) => ({ hostname })
const readingsOf = (raw: string) => {
  const target = judgeTarget(raw)
  return target.kind === 'target' ? target.readings : []
}

t.test(
  'sites: a host of a tenant, that tenant alone whatever the path; elsewhere the path decides',
  async (t) => {
    const sites = sitesOf({ 'identityPlatform.tenants': TENANTS })
    const rows: readonly [host: string, path: string, tenants: (string | null)[]][] = [
      ['acme.example.com', '/', ['acme']],
      ['acme.example.com', '/umbrella/x', ['acme']],
      ['shop.acme.example.com', '/wayne', ['acme-shop']],
      ['app.example.com', '/', [null]],
      ['app.example.com', '/umbrella', ['umbrella']],
      ['app.example.com', '/umbrella/', ['umbrella']],
      ['app.example.com', '/umbrella/x/y?z=/wayne', ['umbrella']],
      ['app.example.com', '/umbrellas', [null]],
      ['app.example.com', '/x/umbrella/', [null]],
      ['app.example.com', '/umbrella/labs', ['labs']],
      ['app.example.com', '/umbrella/labs/x', ['labs']],
      ['app.example.com', '/umbrella/labsx', ['umbrella']],
      ['app.example.com', '/wayne', ['wayne']],
      ['app.example.com', '/wayne/x', ['wayne']],
      ['127.0.0.1', '/umbrella/x', ['umbrella']],
      ['evil-acme.example.com', '/', [null]],
      ['acme.example.com.evil.example', '/', [null]],
      ['', '/', [null]]
    ]
    for (const [host, path, tenants] of rows)
      t.strictSame(sites.tenantsFor(visit(host), readingsOf(path)), tenants, `${host} ${path}`)
  }
)

t.test('sites: spellings of a path with two readings, every tenant that one of them means', async (t) => {
  const sites = sitesOf({ 'identityPlatform.tenants': TENANTS })
  const rows: readonly [path: string, tenants: (string | null)[]][] = [
    ['/UMBRELLA/x', ['umbrella']],
    ['/umbrella;x/y', ['umbrella']],
    ['/umbrella//x', ['umbrella']],
    ['/umbrella/a%2Fb', ['umbrella']],
    ['/%75mbrella/x', [null, 'umbrella']],
    ['/%2575mbrella/x', [null, 'umbrella']],
    ['/umbrella%2fx', [null, 'umbrella']],
    ['/%EF%BD%95mbrella/x', [null, 'umbrella']],
    ['/umbrella%2flabs/x', [null, 'labs']],
    ['/umbrella/%6cabs/x', ['umbrella', 'labs']],
    ['/umbrella%252f..%252fwayne', [null, 'umbrella', 'wayne']],
    ['/%2575mbrella/%25zz', [null, 'umbrella']],
    ['/%2575mbrella/%25ff', [null, 'umbrella']]
  ]
  for (const [path, tenants] of rows) {
    t.not(readingsOf(path).length, 0, `${path} is a target`)
    t.strictSame(
      new Set(sites.tenantsFor(visit('app.example.com'), readingsOf(path))),
      new Set(tenants),
      path
    )
  }
})

t.test('sites: spellings of a host, the same tenant and the same origin', async (t) => {
  const sites = sitesOf({ 'identityPlatform.tenants': TENANTS })
  for (const host of [
    'acme.example.com',
    'ACME.example.com',
    'Acme.Example.Com',
    'acme.example.com.',
    'ACME.EXAMPLE.COM.'
  ]) {
    t.strictSame(sites.tenantsFor(visit(host), ['/']), ['acme'], host)
    t.strictSame(sites.tenantsAt(visit(host)), ['acme'], host)
    t.equal(sites.originOf(visit(host)), 'https://acme.example.com', host)
  }
  for (const host of ['acme.example.com..', '.acme.example.com', 'acme_example.com', 'acme.example.com%2e']) {
    t.strictSame(sites.tenantsFor(visit(host), ['/']), [null], host)
    t.equal(sites.originOf(visit(host)), 'https://app.example.com', host)
  }
})

t.test(
  'sites: sign-in, the tenant of the host, else every tenant that a path has and tenantId',
  async (t) => {
    const sites = sitesOf({ 'identityPlatform.tenants': TENANTS })
    t.strictSame(sites.tenantsAt(visit('acme.example.com')), ['acme'])
    t.strictSame(
      new Set(sites.tenantsAt(visit('app.example.com'))),
      new Set([null, 'umbrella', 'labs', 'wayne']),
      'not those of hosts'
    )
    const withDefault = sitesOf({ 'identityPlatform.tenants': TENANTS, 'identityPlatform.tenantId': 'main' })
    t.strictSame(new Set(withDefault.tenantsAt(visit('x'))), new Set(['main', 'umbrella', 'labs', 'wayne']))
    t.strictSame(withDefault.tenantsFor(visit('x'), ['/']), ['main'])
  }
)

t.test('sites: none configured, nobody is asked for a tenant and sign-in is for tenantId', async (t) => {
  for (const tenantId of [null, 'main']) {
    const sites = sitesOf(tenantId === null ? {} : { 'identityPlatform.tenantId': tenantId })
    t.strictSame(sites.tenantsFor(visit('acme.example.com'), ['/umbrella/x']), [])
    t.strictSame(sites.tenantsAt(visit('acme.example.com')), [tenantId])
    t.equal(sites.originOf(visit('acme.example.com')), 'https://app.example.com')
  }
})

t.test('sites: origin of a host, with the scheme and port of publicUrl', async (t) => {
  const tenants = { 'identityPlatform.tenants': TENANTS }
  const rows = [
    ['https://app.example.com', 'https://acme.example.com'],
    ['https://app.example.com:8443', 'https://acme.example.com:8443'],
    ['http://localhost:8080', 'http://acme.example.com:8080']
  ] as const
  for (const [publicUrl, origin] of rows)
    t.equal(sitesOf({ publicUrl, ...tenants }).originOf(visit('acme.example.com')), origin)
})

t.test('sites: places that are none or are there twice, refused by the configuration', async (t) => {
  const rows: readonly Record<string, string>[] = [
    { 'ACME.example.com': 'acme' },
    { 'acme.example.com:8080': 'acme' },
    { 'https://acme.example.com': 'acme' },
    { '*.example.com': 'acme' },
    { 'acme.example.com.': 'acme' },
    { 'acme.example.com/x': 'acme' },
    { '/': 'acme' },
    { '/*': 'acme' },
    { '/a//b/*': 'acme' },
    { '/a b/*': 'acme' },
    { '/%61cme/*': 'acme' },
    { '/acme;x/*': 'acme' },
    { '/acme/*': '' },
    { '/acme/*': 'a/b' },
    { '/acme/*': 'acme', '/acme': 'umbrella' },
    { '/acme/*': 'acme', '/ACME/*': 'umbrella' },
    { 'app.example.com': 'acme' }
  ]
  for (const tenants of rows)
    t.throws(
      () => sitesOf({ 'identityPlatform.tenants': tenants }),
      /identityPlatform\.tenants/,
      JSON.stringify(tenants)
    )
  t.ok(sitesOf({ 'identityPlatform.tenants': { '/acme/*': 'acme', 'acme.example.com': 'acme' } }))
})

/** One more way to write a path that a lenient server might take for the same. */
const SPELLINGS: ((path: string, at: number) => string)[] = [
  (path, at) => swapCase(path, at),
  (path, at) => percentEncode(path, at),
  (path, at) => insertAt(path, at, '/'),
  (path, at) => insertAt(path, at, '/x%2f..'),
  (path, at) => insertAt(path, at, '%2f'),
  (path, at) => insertAt(path, at, ';v=1'),
  (path, at) => insertAt(path, at, '/%252e'),
  (path) => path.replaceAll('%', '%25'),
  (path) => `${path}/`
]

const letterAt = (path: string, at: number) => 1 + (at % (path.length - 1))

function swapCase(path: string, at: number): string {
  const index = letterAt(path, at)
  return `${path.slice(0, index)}${path[index]?.toUpperCase()}${path.slice(index + 1)}`
}

function percentEncode(path: string, at: number): string {
  const index = letterAt(path, at)
  const code = path.charCodeAt(index).toString(16).padStart(2, '0')
  return `${path.slice(0, index)}%${code}${path.slice(index + 1)}`
}

/** Before a slash: a segment stays what it is. */
function insertAt(path: string, at: number, text: string): string {
  const slashes = [...path.matchAll(/\//g)].map(({ index }) => index).filter((index) => index > 0)
  const index = slashes[at % Math.max(1, slashes.length)] ?? path.length
  return `${path.slice(0, index)}${text}${path.slice(index)}`
}

t.test('sites: any spelling of a tenant’s path, needs that tenant or is no target at all', async (t) => {
  const sites = sitesOf({ 'identityPlatform.tenants': TENANTS })
  let judged = 0
  fc.assert(
    fc.property(
      fc.constantFrom('/umbrella/x', '/umbrella', '/umbrella/a/b'),
      fc.array(fc.tuple(fc.nat(SPELLINGS.length - 1), fc.nat(30)), { maxLength: 4 }),
      (path, steps) => {
        const spelled = steps.reduce<string>((text, [how, at]) => SPELLINGS[how]?.(text, at) ?? text, path)
        const target = judgeTarget(spelled)
        if (target.kind === 'invalid') return
        judged += 1
        const tenants = sites.tenantsFor(visit('app.example.com'), target.readings)
        if (!tenants.includes('umbrella')) throw new Error(`${spelled}: ${JSON.stringify(target.readings)}`)
      }
    ),
    { numRuns: 5000, seed: 20_261_120 }
  )
  t.ok(judged > 1000, `${judged} of them were targets`)
})

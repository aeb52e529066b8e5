import t from 'tap'
import { createApplications, createOrigins } from '../../../src/access/applications/applications.ts'
import { createTenancy, isInScope, type Tenancy } from '../../../src/access/applications/tenancy.ts'
import { testConfig } from '../../fixtures/gateway.ts'
import { targetOf } from '../../fixtures/requests.ts'
import { words } from '../../fixtures/words.ts'

const TENANTS = {
  'acme.example.com': 'acme',
  'shop.acme.example.com': 'acme-shop',
  '/umbrella/*': 'umbrella',
  '/umbrella/labs/*': 'labs',
  '/wayne': 'wayne'
}

const MAIN = { 'identityPlatform.tenantId': 'main' }
/** Five tenants to choose from: one of them has a path as well, two have no button. */
const CHOICE = {
  ...MAIN,
  'login.tenants.choose': [
    { id: 'initech', name: 'Initech' },
    { id: 'wayne', name: 'Wayne' }
  ],
  'login.tenants.byHost': { 'app.example.com': 'globex' },
  'login.tenants.byEmailDomain': { 'hooli.example': 'hooli', 'initech.example': 'initech' }
}

const PUBLIC_URL = 'https://app.example.com'
const tenancyOf = (values: Record<string, unknown>) => {
  const config = testConfig({ publicUrl: PUBLIC_URL, ...values })
  return createTenancy(config, createApplications(config))
}
const originsOf = (values: Record<string, unknown>) =>
  createOrigins(testConfig({ publicUrl: PUBLIC_URL, ...values }))
const readingsOf = (raw: string) => targetOf(raw).readings
/** The tenants in scope, or `ambiguous` or `any`. */
const scopeOf = (tenancy: Tenancy, host: string, path: string) => {
  const scope = tenancy.scopeAt(host, readingsOf(path))
  return scope.kind === 'one-of' ? scope.tenantIds : scope.kind
}

t.test('tenancy: on the host of a tenant only that tenant, elsewhere the path decides', async (t) => {
  const tenancy = tenancyOf({ 'identityPlatform.tenants': TENANTS })
  const elsewhere = 'app.example.com'
  const rows: readonly [host: string, tenant: string | null, paths: string[]][] = [
    ['acme.example.com', 'acme', ['/', '/umbrella/x']],
    ['shop.acme.example.com', 'acme-shop', ['/wayne']],
    [elsewhere, null, ['/', '/umbrellas', '/x/umbrella/']],
    [elsewhere, 'umbrella', words`/umbrella /umbrella/ /umbrella/x/y?z=/wayne /umbrella/labsx`],
    [elsewhere, 'labs', ['/umbrella/labs', '/umbrella/labs/x']],
    [elsewhere, 'wayne', ['/wayne', '/wayne/x']],
    ['127.0.0.1', 'umbrella', ['/umbrella/x']],
    ['evil-acme.example.com', null, ['/']],
    ['acme.example.com.evil.example', null, ['/']],
    ['', null, ['/']]
  ]
  for (const [host, tenant, paths] of rows)
    for (const path of paths) t.strictSame(scopeOf(tenancy, host, path), [tenant], `${host} ${path}`)
})

t.test('tenancy: a spelling that may mean another tenant is ambiguous, others keep the tenant', async (t) => {
  const tenancy = tenancyOf({ 'identityPlatform.tenants': TENANTS })
  for (const path of words`/UMBRELLA/x /umbrella;x/y /umbrella//x /umbrella/a%2Fb`)
    t.strictSame(scopeOf(tenancy, 'app.example.com', path), ['umbrella'], path)
  for (const path of words`
    /%75mbrella/x /%2575mbrella/x /umbrella%2fx /%EF%BD%95mbrella/x /umbrella%2flabs/x /umbrella/%6cabs/x
    /umbrella%252f..%252fwayne /%2575mbrella/%25zz /%2575mbrella/%25ff
  `)
    t.equal(scopeOf(tenancy, 'app.example.com', path), 'ambiguous', path)
  t.equal(tenancy.scopeAt('app.example.com', []).kind, 'ambiguous', 'no reading at all')
})

t.test('tenancy: all spellings of a host give the same tenant and origin', async (t) => {
  const tenancy = tenancyOf({ 'identityPlatform.tenants': TENANTS })
  const origins = originsOf({ 'identityPlatform.tenants': TENANTS })
  for (const host of words`
    acme.example.com ACME.example.com Acme.Example.Com acme.example.com. ACME.EXAMPLE.COM.
  `) {
    t.strictSame(scopeOf(tenancy, host, '/'), ['acme'], host)
    t.strictSame(tenancy.tenantsAt(host), ['acme'], host)
    t.equal(origins.originOf(host), 'https://acme.example.com', host)
  }
  for (const host of ['acme.example.com..', '.acme.example.com', 'acme_example.com', 'acme.example.com%2e']) {
    t.strictSame(scopeOf(tenancy, host, '/'), [null], host)
    t.equal(origins.originOf(host), 'https://app.example.com', host)
  }
  for (const publicUrl of ['https://app.example.com:8443', 'http://localhost:8080']) {
    const { originOf } = originsOf({ publicUrl, 'identityPlatform.tenants': TENANTS })
    const found = originOf('acme.example.com')
    t.equal(found, publicUrl.replace(/app\.example\.com|localhost/, 'acme.example.com'))
  }
})

t.test('tenancy: sign-in is for the tenant of the host, else for those of paths and tenantId', async (t) => {
  const places = { 'identityPlatform.tenants': TENANTS }
  const byPath = ['umbrella', 'labs', 'wayne']
  const tenancy = tenancyOf(places)
  t.strictSame(tenancy.tenantsAt('acme.example.com'), ['acme'])
  const found = new Set(tenancy.tenantsAt('app.example.com'))
  t.strictSame(found, new Set([null, ...byPath]), 'not those of hosts')
  const withDefault = tenancyOf({ ...places, 'identityPlatform.tenantId': 'main' })
  t.strictSame(new Set(withDefault.tenantsAt('x')), new Set(['main', ...byPath]))
  t.strictSame(scopeOf(withDefault, 'x', '/'), ['main'])
  const all = new Set(['main', 'acme', 'acme-shop', ...byPath])
  t.strictSame(new Set(withDefault.tenantIds), all, 'those of hosts too')
})

t.test('tenancy: none configured, any tenant is in scope and sign-in is for tenantId', async (t) => {
  for (const tenantId of [null, 'main']) {
    const tenancy = tenancyOf(tenantId === null ? {} : { 'identityPlatform.tenantId': tenantId })
    t.strictSame(tenancy.scopeAt('acme.example.com', ['/umbrella/x']), { kind: 'any' })
    t.strictSame(tenancy.tenantsAt('acme.example.com'), [tenantId])
    t.strictSame(tenancy.tenantIds, [tenantId])
    t.strictSame(tenancy.signInTenants('acme.example.com', ['/x'], 'acme'), { kind: 'fixed', tenantId })
    t.equal(originsOf({}).originOf('acme.example.com'), 'https://app.example.com')
  }
})

t.test('tenancy: choice, unmatched places belong to its tenants and tenantId', async (t) => {
  const tenancy = tenancyOf({ 'identityPlatform.tenants': TENANTS, ...CHOICE })
  const all = ['initech', 'wayne', 'globex', 'hooli', 'main']
  for (const host of ['app.example.com', 'www.example.com', 'evil.example', ''])
    t.strictSame(scopeOf(tenancy, host, '/'), all, host)
  t.strictSame(scopeOf(tenancy, 'app.example.com', '/umbrella/x'), ['umbrella'], 'a path keeps its tenant')
  t.strictSame(scopeOf(tenancy, 'app.example.com', '/wayne'), ['wayne'])
  t.strictSame(scopeOf(tenancy, 'acme.example.com', '/'), ['acme'], 'a host keeps its tenant')
  t.equal(scopeOf(tenancy, 'app.example.com', '/%75mbrella/x'), 'ambiguous')
  t.equal(scopeOf(tenancy, 'app.example.com', '/way%6ee/x'), 'ambiguous', 'one of them is not all of them')
  t.strictSame(new Set(tenancy.tenantsAt('app.example.com')), new Set([...all, 'umbrella', 'labs']))
  t.strictSame(tenancy.tenantsAt('acme.example.com'), ['acme'])
})

t.test('tenancy: choice by any of the three keys, without accounts of the project itself', async (t) => {
  const rows: readonly [values: Record<string, unknown>, tenantIds: string[]][] = [
    [{ 'login.tenants.choose': [{ id: 'acme', name: 'Acme' }] }, ['acme']],
    [{ 'login.tenants.byHost': { 'app.example.com': 'acme' } }, ['acme']],
    [{ 'login.tenants.byEmailDomain': { 'acme.example': 'acme' } }, ['acme']],
    [{ 'login.tenants.byEmailDomain': { 'a.example': 'a', 'b.example': 'b' } }, ['a', 'b']],
    [{ 'login.tenants.byHost': { 'app.example.com': 'acme' }, ...MAIN }, ['acme', 'main']],
    [{ 'login.tenants.choose': [{ id: 'main', name: 'Us' }], ...MAIN }, ['main']]
  ]
  for (const [values, tenantIds] of rows) {
    const tenancy = tenancyOf(values)
    t.strictSame(scopeOf(tenancy, 'app.example.com', '/x'), tenantIds, JSON.stringify(values))
    t.strictSame(tenancy.tenantsAt('app.example.com'), tenantIds)
    t.strictSame(tenancy.tenantIds, tenantIds)
    t.notOk(isInScope(tenancy.scopeAt('app.example.com', ['/x']), null))
  }
})

t.test('tenancy: a path with the same tenant as everything else is not ambiguous', async (t) => {
  const rows = [
    [{ 'login.tenants.choose': [{ id: 'wayne', name: 'Wayne' }] }, ['wayne']],
    [{ 'identityPlatform.tenantId': 'wayne' }, ['wayne']],
    [{ 'identityPlatform.tenantId': 'main' }, 'ambiguous']
  ] as const
  for (const [values, scope] of rows) {
    const tenancy = tenancyOf({ 'identityPlatform.tenants': { '/wayne/*': 'wayne' }, ...values })
    t.strictSame(scopeOf(tenancy, 'app.example.com', '/%77ayne/x'), scope, JSON.stringify(values))
  }
})

t.test('tenancy: sign-in has the place’s tenant or a choice, preselected by URL, then host', async (t) => {
  const tenancy = tenancyOf({ 'identityPlatform.tenants': TENANTS, ...CHOICE })
  const tenantIds = ['initech', 'wayne', 'globex', 'hooli', 'main']
  const choice = (preselected: string | null) => ({ kind: 'choice', tenantIds, preselected })
  const fixed = (tenantId: string) => ({ kind: 'fixed', tenantId })
  const rows: readonly [host: string, path: string, wanted: unknown, expected: object][] = [
    ['127.0.0.1', '/', undefined, choice(null)],
    ['127.0.0.1', '/', 'wayne', choice('wayne')],
    ['127.0.0.1', '/', 'main', choice('main')],
    ['127.0.0.1', '/', 'umbrella', choice(null)],
    ['127.0.0.1', '/', 'WAYNE', choice(null)],
    ['127.0.0.1', '/', '', choice(null)],
    ['127.0.0.1', '/', ['wayne'], choice(null)],
    ['127.0.0.1', '/', null, choice(null)],
    ['app.example.com', '/', undefined, choice('globex')],
    ['APP.example.com.', '/', undefined, choice('globex')],
    ['app.example.com', '/', 'wayne', choice('wayne')],
    ['app.example.com', '/', 'umbrella', choice('globex')],
    ['constructor', '/', undefined, choice(null)],
    ['127.0.0.1', '/umbrella/x', undefined, fixed('umbrella')],
    ['127.0.0.1', '/umbrella/x', 'wayne', fixed('umbrella')],
    ['app.example.com', '/umbrella/x', 'globex', fixed('umbrella')],
    ['acme.example.com', '/', 'wayne', fixed('acme')],
    ['127.0.0.1', '/%75mbrella/x', 'wayne', choice('wayne')]
  ]
  for (const [host, path, wanted, expected] of rows) {
    const found = tenancy.signInTenants(host, readingsOf(path), wanted)
    t.strictSame(found, expected, `${host}${path} ${String(wanted)}`)
  }
  const one = tenancyOf({ 'login.tenants.choose': [{ id: 'acme', name: 'Acme' }] })
  t.strictSame(one.signInTenants('x', ['/'], 'other'), fixed('acme'), 'one is no choice')
  const places = tenancyOf({ 'identityPlatform.tenants': TENANTS })
  t.strictSame(places.signInTenants('x', ['/'], 'umbrella'), { kind: 'fixed', tenantId: null })
})

t.test('tenancy: byHost adds a choice only where the host is not the tenant’s already', async (t) => {
  const places = { 'identityPlatform.tenants': TENANTS }
  const same = tenancyOf({ ...places, 'login.tenants.byHost': { 'acme.example.com': 'acme' } })
  t.strictSame(scopeOf(same, 'app.example.com', '/'), [null])
  const other = tenancyOf({ ...places, 'login.tenants.byHost': { 'app.example.com': 'acme' } })
  t.strictSame(scopeOf(other, 'app.example.com', '/'), ['acme'])
})

t.test('tenancy: invalid or duplicate places are refused by the configuration', async (t) => {
  const places = words`
    ACME.example.com acme.example.com:8080 https://acme.example.com *.example.com acme.example.com.
    acme.example.com/x / /* /a//b/* /%61cme/* /acme;x/* app.example.com
  `
  const rows: readonly Record<string, string>[] = [
    ...[...places, '/a b/*'].map((place) => ({ [place]: 'acme' })),
    { '/acme/*': '' },
    { '/acme/*': 'a/b' },
    { '/acme/*': 'acme', '/acme': 'umbrella' },
    { '/acme/*': 'acme', '/ACME/*': 'umbrella' }
  ]
  const create = (tenants: object) => () => tenancyOf({ 'identityPlatform.tenants': tenants })
  for (const tenants of rows) t.throws(create(tenants), /identityPlatform\.tenants/, JSON.stringify(tenants))
  t.doesNotThrow(create({ '/acme/*': 'acme', 'acme.example.com': 'acme' }))
})

t.test('tenancy: applications with a tenant or the project, beside one where visitors choose', async (t) => {
  const upstream = { url: 'http://127.0.0.1:3000' }
  const config = (own: object) => ({
    'cookie.domain': 'example.com',
    'login.tenants.choose': CHOICE['login.tenants.choose'],
    applications: [
      { name: 'home', upstream, ...own },
      { name: 'acme', host: 'acme.example.com', upstream, login: { tenant: 'acme' } },
      { name: 'portal', host: 'portal.example.com', upstream }
    ]
  })
  const tenancy = tenancyOf(config({ login: { tenant: null } }))
  const rows: readonly [host: string, tenants: (string | null)[]][] = [
    ['app.example.com', [null]],
    ['acme.example.com', ['acme']],
    ['portal.example.com', ['initech', 'wayne']]
  ]
  for (const [host, tenants] of rows) t.strictSame(scopeOf(tenancy, host, '/x'), tenants, host)
  const signInAt = (host: string) => tenancy.signInTenants(host, readingsOf('/x'), 'wayne')
  t.strictSame(signInAt('app.example.com'), { kind: 'fixed', tenantId: null })
  t.match(signInAt('portal.example.com'), { kind: 'choice', preselected: 'wayne' })
  t.strictSame(tenancy.tenantsAt('portal.example.com'), ['initech', 'wayne'], 'no account of the project')
  t.ok(tenancy.tenantsAt('app.example.com').includes(null), 'all sign in at the host of publicUrl')
  const twin = tenancyOf(config({}))
  t.strictSame(scopeOf(twin, 'app.example.com', '/x'), ['initech', 'wayne'], 'control: the choice')
  t.notOk(twin.tenantsAt('app.example.com').includes(null))
})

t.test('tenancy: the account page allows every tenant of its host, and a link may name one', async (t) => {
  const fixed = (tenantId: string | null) => ({ kind: 'fixed', tenantId })
  const byPlace = { 'identityPlatform.tenants': TENANTS }
  const pageAt = (config: Record<string, unknown>, host: string, wanted: string | null) =>
    tenancyOf(config).ofAccountPage(`${host}.example.com`, ['/account'], wanted)
  const rows: readonly [
    config: Record<string, unknown>,
    host: string,
    wanted: string | null,
    tenants: object
  ][] = [
    [byPlace, 'app', null, fixed(null)],
    [byPlace, 'app', 'umbrella', fixed('umbrella')],
    [byPlace, 'app', 'acme', fixed(null)],
    [byPlace, 'app', 'unknown', fixed(null)],
    [byPlace, 'acme', null, fixed('acme')],
    [byPlace, 'acme', 'umbrella', fixed('acme')],
    [{ ...CHOICE, ...byPlace }, 'app', 'labs', fixed('labs')],
    [MAIN, 'app', 'umbrella', fixed('main')]
  ]
  for (const [config, host, wanted, tenants] of rows)
    t.same(pageAt(config, host, wanted).tenants, tenants, `${host} ${wanted}`)
  const chosen = { kind: 'choice', preselected: 'initech' }
  t.match(pageAt(CHOICE, 'other', 'initech').tenants, chosen, 'a choice can be changed')

  const { scope } = pageAt(byPlace, 'app', null)
  for (const tenantId of [null, 'umbrella', 'labs', 'wayne']) t.ok(isInScope(scope, tenantId), `${tenantId}`)
  t.notOk(isInScope(scope, 'acme'), 'of another host')
  t.ok(isInScope(pageAt({}, 'app', null).scope, null))
})

import t from 'tap'
import { PAGE } from '../fixtures/gateway.ts'
import { BY_HOST, pageTenant, startTenants, type TenantId } from '../fixtures/provider/tenants.ts'

const CHOICE = {
  'login.tenants.choose': [
    { id: 'acme', name: 'Acme' },
    { id: 'umbrella', name: 'Umbrella' }
  ]
}

t.test(
  'tenants: choice, unmatched places are open to each of its tenants but not to the project',
  async (t) => {
    const { provider, enter, cookieOf, visit, upstream } = await startTenants(
      t,
      { '/wayne/*': 'wayne', '/acme/*': 'acme' },
      { config: CHOICE }
    )
    provider.accounts.create({ uid: 'ada', email: 'ada@wayne.example', tenantId: 'wayne' })
    const refused = await enter(null)
    t.equal(refused.status, 401)
    t.match(await refused.json(), { code: 'INVALID_ARGUMENT' })
    t.strictSame(refused.headers.getSetCookie(), [])
    const cookies = new Map<TenantId, string>()
    for (const tenantId of ['acme', 'umbrella', 'wayne']) cookies.set(tenantId, await cookieOf(tenantId))
    const rows: readonly [path: string, welcome: TenantId[]][] = [
      ['/', ['acme', 'umbrella']],
      ['/x', ['acme', 'umbrella']],
      ['/acme/x', ['acme']],
      ['/wayne/x', ['wayne']]
    ]
    for (const [path, welcome] of rows) {
      for (const [own, cookie] of cookies) {
        upstream.forget()
        const response = await visit(path, { cookie })
        const passes = welcome.includes(own)
        t.equal(response.status, passes ? 200 : 401, `${path} with a session of ${own}`)
        t.equal(upstream.seen[0]?.headers['x-gatehouse-tenant'], passes ? String(own) : undefined)
        if (!passes) t.match(await response.json(), { code: 'TENANT_MISMATCH' })
      }
    }
    for (const cookie of cookies.values()) {
      t.equal((await visit('/%61cme/x', { cookie })).status, 400, 'ambiguous: one tenant or all')
      t.equal((await visit('/_auth/session', { cookie })).status, 200, 'who am I')
    }
  }
)

t.test('tenants: choice with tenantId offers one more tenant', async (t) => {
  const { enter, cookieOf, visit } = await startTenants(
    t,
    {},
    {
      config: {
        'identityPlatform.tenantId': 'acme',
        'login.tenants.byEmailDomain': { 'umbrella.example': 'umbrella' }
      }
    }
  )
  t.equal((await enter(null)).status, 401)
  for (const tenantId of ['acme', 'umbrella'])
    t.equal((await visit('/', { cookie: await cookieOf(tenantId) })).status, 200, tenantId)
})

t.test('tenants: choice introduced after a project account signed in, its session is over', async (t) => {
  const before = await startTenants(t, {})
  const cookie = await before.cookieOf(null)
  t.equal((await before.visit('/', { cookie })).status, 200)
  const settings = { 'identityPlatform.endpoints': before.provider.endpoints }
  const after = await startTenants(t, {}, { config: { ...CHOICE, ...settings } })
  for (const path of ['/', '/_auth/session']) t.equal((await after.visit(path, { cookie })).status, 401, path)
  t.equal(after.upstream.seen.length, 0)
})

t.test('tenants: choice, the login page without a session has the tenant of URL or place', async (t) => {
  const { cookieOf, visit } = await startTenants(t, { '/wayne/*': 'wayne', ...BY_HOST }, { config: CHOICE })
  const rows: readonly [query: string, host: string, tenant: TenantId][] = [
    ['', 'localhost:8080', null],
    ['?tenant=acme', 'localhost:8080', 'acme'],
    ['?tenant=umbrella&redirect=%2Fx', 'localhost:8080', 'umbrella'],
    ['?tenant=wayne', 'localhost:8080', null],
    ['?tenant=acme&tenant=umbrella', 'localhost:8080', null],
    ['?tenant=acme&redirect=%2Fwayne%2Fx', 'localhost:8080', 'wayne'],
    ['?tenant=umbrella', 'acme.example.com:8080', 'acme']
  ]
  for (const [query, host, tenant] of rows) {
    const page = await visit(`/login${query}`, { ...PAGE, host })
    t.equal(await pageTenant(page), tenant, `${host} ${query}`)
  }
  for (const tenantId of ['acme', 'umbrella']) {
    const headers = { ...PAGE, cookie: await cookieOf(tenantId) }
    t.equal((await visit('/login?redirect=%2Fx', headers)).status, 302, 'either tenant is redirected on')
    t.equal((await visit('/login?redirect=%2Fwayne%2Fx', headers)).status, 200)
  }
})

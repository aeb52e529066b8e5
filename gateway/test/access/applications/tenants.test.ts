import t, { type Test } from 'tap'
import { PAGE, PUBLIC_ORIGIN } from '../../fixtures/gateway.ts'
import { decodeClaims } from '../../fixtures/provider/provider.ts'
import {
  ACME_HOST,
  BY_HOST,
  pageTenant,
  startTenants,
  type TenantId,
  UMBRELLA_HOST
} from '../../fixtures/provider/tenants.ts'
import { BY_PATH } from '../../fixtures/wire/attack-requests.ts'
import { send, sendRaw } from '../../fixtures/wire/http-client.ts'
import { handshakeOf } from '../../fixtures/wire/websockets.ts'

/** With a session of each tenant. */
async function startByPath(t: Test) {
  const started = await startTenants(t, BY_PATH)
  const cookies: [TenantId, string][] = []
  for (const tenantId of [null, 'acme', 'umbrella'])
    cookies.push([tenantId, await started.cookieOf(tenantId)])
  return { ...started, cookies }
}

t.test('tenants: by path, a session passes only where its tenant is (ASVS 8.4.1)', async (t) => {
  const { visit, upstream, cookies } = await startByPath(t)
  const rows: readonly [path: string, tenant: TenantId][] = [
    ['/', null],
    ['/acmes', null],
    ['/acme', 'acme'],
    ['/ACME/x?y=/umbrella/', 'acme'],
    ['/acme/a%2Fb', 'acme'],
    ['/umbrella/x', 'umbrella']
  ]
  for (const [path, tenant] of rows)
    for (const [own, cookie] of cookies) {
      upstream.forget()
      const { status } = await visit(path, { cookie })
      t.same([status, upstream.seen.length], own === tenant ? [200, 1] : [401, 0], `${path} as ${own}`)
    }
})

t.test('tenants: session of another tenant gets login page or 401 and is preserved', async (t) => {
  const { cookieOf, visit, url, upstream, logLines } = await startTenants(t, BY_PATH)
  const cookie = await cookieOf('acme')
  const page = await visit('/umbrella/x?y=1', { ...PAGE, cookie })
  const form = await send(`${url}/umbrella/x`, { method: 'POST', headers: { ...PAGE, cookie } })
  const call = await visit('/umbrella/x', { cookie })
  const responses = [page, form, call]
  const statuses = responses.map(({ status }) => status)
  t.same(statuses, [302, 303, 401])
  const found = responses.map(({ headers }) => headers.getSetCookie())
  t.same(found, [[], [], []], 'kept')
  const shown = page.headers.get('location')
  t.equal(shown, '/login?redirect=%2Fumbrella%2Fx%3Fy%3D1', 'no reason: it is still valid')
  t.equal(call.headers.get('www-authenticate'), 'Bearer')
  t.match(await call.json(), { statusCode: 401, code: 'TENANT_MISMATCH', loginUrl: `${PUBLIC_ORIGIN}/login` })
  t.equal(upstream.seen.length, 0)
  t.match(logLines({ path: '/umbrella/x' })[0], { code: 'TENANT_MISMATCH', level: 'info' })
  t.equal((await visit('/acme/x', { cookie })).status, 200, 'and valid where it belongs')
  t.match(logLines().at(-1), { outcome: 'allow', subject: 'ada', tenant: 'acme' })
})

t.test('tenants: login page redirects the right tenant and is shown to the wrong one', async (t) => {
  const { visit, cookies } = await startByPath(t)
  const rows: readonly [redirect: string, tenant: TenantId][] = [
    ['/acme/x', 'acme'],
    ['/acme', 'acme'],
    ['/umbrella/x?y=1', 'umbrella'],
    ['/umbrella/x#part', 'umbrella'],
    ['/x/../umbrella/x', 'umbrella'],
    ['/x', null],
    ['/', null],
    ['https://evil.example/acme/', null]
  ]
  for (const [redirect, tenant] of rows) {
    const path = `/login?redirect=${encodeURIComponent(redirect)}`
    for (const [own, cookie] of cookies) {
      const response = await visit(path, { ...PAGE, cookie })
      const name = `${redirect} with a session of ${own}`
      if (own === tenant) {
        t.equal(response.status, 302, name)
        t.equal(response.headers.get('location'), redirect.startsWith('/') ? redirect : '/')
      } else {
        t.equal(response.status, 200, name)
        t.strictSame(response.headers.getSetCookie(), [], 'the session is preserved')
        t.equal(await pageTenant(response), tenant, name)
      }
    }
    t.equal(await pageTenant(await visit(path, PAGE)), tenant, `${redirect} without a session`)
  }
})

t.test('tenants: session and refresh endpoints, 401 on the host of another tenant, else 200', async (t) => {
  const { cookieOf, url } = await startTenants(t, BY_HOST)
  const cookie = await cookieOf('acme', ACME_HOST)
  for (const [method, path] of [
    ['GET', '/_auth/session'],
    ['POST', '/_auth/refresh']
  ] as const) {
    const at = (site: object) => send(`${url}${path}`, { method, headers: { ...site, cookie } })
    t.equal((await at(ACME_HOST)).status, 200, path)
    const refused = await at(UMBRELLA_HOST)
    t.match([refused.status, await refused.json()], [401, { code: 'TENANT_MISMATCH' }], path)
  }
})

t.test('tenants: the application gets the tenant of the uid, which a client cannot set', async (t) => {
  const { cookieOf, visit } = await startTenants(t, BY_PATH)
  const seen = async (path: string, cookie: string) =>
    JSON.parse(await (await visit(path, { cookie, 'x-gatehouse-tenant': 'forged' })).text()).headers
  const inTenant = await seen('/acme/x', await cookieOf('acme'))
  t.equal(inTenant['x-gatehouse-tenant'], 'acme')
  t.equal(decodeClaims(inTenant['x-gatehouse-assertion']).tenant, 'acme')
  const atHome = await seen('/', await cookieOf(null))
  t.equal(atHome['x-gatehouse-tenant'], undefined)
  t.notOk('tenant' in decodeClaims(atHome['x-gatehouse-assertion']))
})

t.test('tenants: public paths require no tenant', async (t) => {
  const config = { 'access.rules': [{ path: '/acme/public/*', allow: 'public' }] }
  const { cookieOf, visit } = await startTenants(t, BY_PATH, { config })
  const umbrella = await cookieOf('umbrella')
  t.equal((await visit('/acme/public/x', {})).status, 200)
  t.equal((await visit('/acme/public/x', { cookie: umbrella })).status, 200)
  t.equal((await visit('/acme/public', { cookie: umbrella })).status, 401)
})

t.test('tenants: by host, a session passes on that of its tenant alone (ASVS 8.4.1)', async (t) => {
  const { cookieOf, visit, upstream } = await startTenants(t, { ...BY_HOST, '/acme/*': 'acme' })
  const cookies = [
    [null, await cookieOf(null)],
    ['acme', await cookieOf('acme', ACME_HOST)],
    ['umbrella', await cookieOf('umbrella', UMBRELLA_HOST)]
  ] as const
  const rows: readonly [host: string, path: string, tenant: TenantId][] = [
    ['ACME.Example.COM.:1', '/umbrella', 'acme'],
    ['umbrella.example.com', '/acme/x', 'umbrella'],
    ['localhost:8080', '/', null],
    ['localhost:8080', '/acme/x', 'acme'],
    ['acme.example.com.evil.example', '/', null]
  ]
  for (const [host, path, tenant] of rows)
    for (const [own, cookie] of cookies) {
      upstream.forget()
      const { status } = await visit(path, { cookie, host })
      const found = [status, upstream.seen.length]
      t.same(found, own === tenant ? [200, 1] : [401, 0], `${host}${path} as ${own}`)
    }
})

t.test('tenants: X-Forwarded-Host and Host sent upstream are those of the tenant host', async (t) => {
  const { cookieOf, visit, upstream } = await startTenants(t, BY_HOST)
  const [acme, project] = [await cookieOf('acme', ACME_HOST), await cookieOf(null)]
  await visit('/', { cookie: acme, host: 'ACME.example.com.:1234', 'x-forwarded-host': 'evil.example' })
  await visit('/', { cookie: project, host: 'evil.example', 'x-forwarded-host': 'acme.example.com' })
  const sent = upstream.seen.map(({ headers }) => [headers['x-forwarded-host'], headers.host])
  const expected = ['acme.example.com:8080', 'localhost:8080'].map((host) => [host, host])
  t.same(sent, expected)
})

t.test('tenants: sign-in by host accepts only accounts of that tenant', async (t) => {
  const { enter } = await startTenants(t, { ...BY_HOST, '/wayne/*': 'wayne' })
  const rows: readonly [string, Record<string, string>, TenantId, number][] = [
    ['acme at acme', ACME_HOST, 'acme', 200],
    ['umbrella at acme', ACME_HOST, 'umbrella', 401],
    ['the project at acme', ACME_HOST, null, 401],
    ['umbrella at umbrella', UMBRELLA_HOST, 'umbrella', 200],
    ['the project at home', {}, null, 200],
    ['acme at home', {}, 'acme', 401]
  ]
  for (const [name, headers, tenantId, status] of rows) {
    const response = await enter(tenantId, headers)
    t.equal(response.status, status, name)
    if (status === 401) {
      t.match(await response.json(), { code: 'INVALID_ARGUMENT' }, name)
      t.strictSame(response.headers.getSetCookie(), [])
    }
  }
})

t.test('tenants: origin is checked against the tenant host, elsewhere against publicUrl', async (t) => {
  const { cookieOf, url } = await startTenants(t, BY_HOST)
  const acme = await cookieOf('acme', ACME_HOST)
  const project = await cookieOf(null)
  const rows: readonly [host: string, origin: string, cookie: string, passes: boolean][] = [
    ['acme.example.com:8080', 'http://acme.example.com:8080', acme, true],
    ['acme.example.com:8080', PUBLIC_ORIGIN, acme, false],
    ['acme.example.com:8080', 'http://umbrella.example.com:8080', acme, false],
    ['acme.example.com:8080', 'https://acme.example.com:8080', acme, false],
    ['acme.example.com:8080', 'http://acme.example.com', acme, false],
    ['localhost:8080', PUBLIC_ORIGIN, project, true],
    ['localhost:8080', 'http://acme.example.com:8080', project, false],
    ['evil.example', 'http://evil.example', project, false]
  ]
  for (const [host, origin, cookie, passes] of rows) {
    const response = await send(`${url}/_auth/refresh`, { method: 'POST', headers: { host, origin, cookie } })
    t.equal(response.status, passes ? 200 : 403, `${host} from ${origin}`)
    if (!passes) t.match(await response.json(), { code: 'ORIGIN_MISMATCH' })
  }
})

// CWE-1385: a page of one tenant must not open a socket with the visitor's cookies of another.
t.test('tenants: WebSocket from a page of another tenant is refused before the session check', async (t) => {
  const { cookieOf, port, upstream } = await startTenants(t, BY_HOST)
  const cookie = await cookieOf('acme', ACME_HOST)
  const open = (origin: string) => {
    const [, ...lines] = handshakeOf('', cookie).replace('Host: a', `Host: ${ACME_HOST.host}`).split('\r\n')
    return sendRaw(port, ['GET /ws HTTP/1.1', `Origin: ${origin}`, ...lines].join('\r\n'))
  }
  for (const origin of [UMBRELLA_HOST.origin, PUBLIC_ORIGIN, 'null'])
    t.match(await open(origin), /^HTTP\/1\.1 403 .*ORIGIN_MISMATCH/s, origin)
  t.equal(upstream.seen.length, 0)
  await open(ACME_HOST.origin)
  t.match(upstream.seen[0]?.headers, { 'x-forwarded-user': 'ada', upgrade: 'websocket' }, 'its own page')
})

t.test('tenants: responses on a tenant host link to the login page of that host', async (t) => {
  const { visit } = await startTenants(t, BY_HOST)
  const call = await visit('/x', { host: ACME_HOST.host })
  t.match(await call.json(), { code: 'MISSING_CREDENTIALS', loginUrl: 'http://acme.example.com:8080/login' })
  const page = await visit('/login?redirect=%2Fumbrella', { ...PAGE, host: ACME_HOST.host })
  t.equal(await pageTenant(page), 'acme')
})

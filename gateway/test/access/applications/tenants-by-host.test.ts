import t from 'tap'
import { PAGE, PUBLIC_ORIGIN } from '../../fixtures/gateway.ts'
import {
  ACME_HOST,
  BY_HOST,
  pageTenant,
  startTenants,
  type TenantId,
  UMBRELLA_HOST
} from '../../fixtures/provider/tenants.ts'
import { send, sendRaw } from '../../fixtures/wire/http-client.ts'
import { handshakeOf } from '../../fixtures/wire/websockets.ts'

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

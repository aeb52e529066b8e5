import { once } from 'node:events'
import t from 'tap'
import { WebSocket } from 'ws'
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

t.test(
  'tenants: by host, a session passes on the host of its tenant only, whatever the path (ASVS 8.4.1)',
  async (t) => {
    const { cookieOf, visit, upstream } = await startTenants(t, { ...BY_HOST, '/acme/*': 'acme' })
    const cookies = new Map<TenantId, string>([
      [null, await cookieOf(null)],
      ['acme', await cookieOf('acme', ACME_HOST)],
      ['umbrella', await cookieOf('umbrella', UMBRELLA_HOST)]
    ])
    const rows: readonly [host: string, path: string, tenant: TenantId][] = [
      ['acme.example.com:8080', '/', 'acme'],
      ['acme.example.com', '/umbrella', 'acme'],
      ['acme.example.com:1', '/', 'acme'],
      ['ACME.Example.COM:8080', '/', 'acme'],
      ['acme.example.com.:8080', '/', 'acme'],
      ['umbrella.example.com', '/acme/x', 'umbrella'],
      ['localhost:8080', '/', null],
      ['localhost:8080', '/acme/x', 'acme'],
      ['evil.example', '/', null],
      ['acme.example.com.evil.example', '/', null],
      ['xacme.example.com', '/', null]
    ]
    for (const [host, path, tenant] of rows) {
      for (const [own, cookie] of cookies) {
        upstream.forget()
        const response = await visit(path, { cookie, host })
        t.equal(response.status, own === tenant ? 200 : 401, `${host}${path} with a session of ${own}`)
        t.equal(upstream.seen.length, own === tenant ? 1 : 0)
      }
    }
  }
)

t.test('tenants: X-Forwarded-Host counts only from a trusted proxy', async (t) => {
  for (const isTrusted of [false, true]) {
    const { cookieOf, visit, upstream } = await startTenants(t, BY_HOST, {
      config: isTrusted ? { trustedProxies: ['127.0.0.1/32'] } : {}
    })
    const acme = await cookieOf('acme', ACME_HOST)
    const umbrella = await cookieOf('umbrella', UMBRELLA_HOST)
    const headers = { host: 'umbrella.example.com:8080', 'x-forwarded-host': 'acme.example.com:8080' }
    const [first, second] = [
      await visit('/', { cookie: acme, ...headers }),
      await visit('/', { cookie: umbrella, ...headers })
    ]
    t.strictSame([first.status, second.status], isTrusted ? [200, 401] : [401, 200], `trusted: ${isTrusted}`)
    const expected = isTrusted ? 'acme.example.com:8080' : 'umbrella.example.com:8080'
    t.match(upstream.seen[0]?.headers, { 'x-forwarded-host': expected, host: expected })
    t.equal(upstream.seen.length, 1)
    const own = { 'x-forwarded-host': 'ACME.example.com' }
    const status = (await visit('/', { cookie: acme, host: 'localhost:8080', ...own })).status
    t.equal(status, isTrusted ? 200 : 401)
  }
})

t.test('tenants: X-Forwarded-Host and Host sent upstream are those of the tenant host', async (t) => {
  const { cookieOf, visit, upstream } = await startTenants(t, BY_HOST)
  const [acme, project] = [await cookieOf('acme', ACME_HOST), await cookieOf(null)]
  await visit('/', { cookie: acme, host: 'ACME.example.com.:1234', 'x-forwarded-host': 'evil.example' })
  await visit('/', { cookie: project, host: 'evil.example', 'x-forwarded-host': 'acme.example.com' })
  t.match(
    upstream.seen.map(({ headers }) => [
      headers['x-forwarded-host'],
      headers.host,
      headers['x-forwarded-proto']
    ]),
    [
      ['acme.example.com:8080', 'acme.example.com:8080', 'http'],
      ['localhost:8080', 'localhost:8080', 'http']
    ]
  )
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
    for (const [path, good] of [
      ['/_auth/refresh', 200],
      ['/logout', 204]
    ] as const) {
      const response = await send(`${url}${path}`, { method: 'POST', headers: { host, origin, cookie } })
      t.equal(response.status, passes ? good : 403, `${path} at ${host} from ${origin}`)
      if (!passes) t.match(await response.json(), { code: 'ORIGIN_MISMATCH' })
    }
  }
})

// CWE-1385: a page of one tenant must not open a socket with the visitor's cookies of another.
t.test('tenants: WebSocket from a page of another tenant is refused before the session check', async (t) => {
  const { cookieOf, port, upstream } = await startTenants(t, BY_HOST)
  const cookie = await cookieOf('acme', ACME_HOST)
  const open = (origin: string) =>
    sendRaw(
      port,
      [
        'GET /ws HTTP/1.1',
        'Host: acme.example.com:8080',
        `Origin: ${origin}`,
        'Connection: Upgrade',
        'Upgrade: websocket',
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        `Cookie: ${cookie}`,
        '\r\n'
      ].join('\r\n')
    )
  for (const origin of ['http://umbrella.example.com:8080', PUBLIC_ORIGIN, 'null'])
    t.match(await open(origin), /^HTTP\/1\.1 403 .*ORIGIN_MISMATCH/s, origin)
  t.equal(upstream.seen.length, 0)
  // The application accepts no sockets: its response shows that it was reached.
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { ...ACME_HOST, cookie } })
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  t.equal(response.statusCode, 200)
  t.match(upstream.seen[0]?.headers, { 'x-forwarded-user': 'ada', upgrade: 'websocket' }, 'its own page')
})

t.test('tenants: responses on a tenant host link to the login page of that host', async (t) => {
  const { visit } = await startTenants(t, BY_HOST)
  const call = await visit('/x', { host: ACME_HOST.host })
  t.match(await call.json(), { code: 'MISSING_CREDENTIALS', loginUrl: 'http://acme.example.com:8080/login' })
  const page = await visit('/login?redirect=%2Fumbrella', { ...PAGE, host: ACME_HOST.host })
  t.equal(await pageTenant(page), 'acme')
})

import { once } from 'node:events'
import t, { type Test } from 'tap'
import { WebSocket } from 'ws'
import { createIdentityPlatform } from '../../src/identity-platform/identity-platform.ts'
import { createSessionId } from '../../src/session/session.ts'
import type { InjectedFault } from '../../stand-in/server/faults.ts'
import type { StandIn } from '../../stand-in/stand-in.ts'
import { buildAcquirer } from '../fixtures/acquirer.ts'
import { BY_PATH, TENANT_TARGETS } from '../fixtures/attack-requests.ts'
import {
  cookieHeader,
  PAGE,
  PUBLIC_ORIGIN,
  postSession,
  startGateway,
  type TestGateway,
  type TestGatewayOptions
} from '../fixtures/gateway.ts'
import { send, sendRaw } from '../fixtures/http-client.ts'
import { decodeClaims, startProvider } from '../fixtures/provider.ts'
import { type RecordedRequest, startRecordingServer } from '../fixtures/recording-server.ts'
import { startSessions } from '../fixtures/sessions.ts'

const BY_HOST = { 'acme.example.com': 'acme', 'umbrella.example.com': 'umbrella' }
const ACME_HOST = { host: 'acme.example.com:8080', origin: 'http://acme.example.com:8080' }
const UMBRELLA_HOST = { host: 'umbrella.example.com:8080', origin: 'http://umbrella.example.com:8080' }

type TenantId = string | null

/** A gateway with the account `ada` in the project and in two tenants: three people. */
async function startTenants(t: Test, tenants: Record<string, string>, options: TestGatewayOptions = {}) {
  const config = { 'identityPlatform.tenants': tenants, ...options.config }
  const gateway = await startGateway(t, { ...options, config })
  for (const tenantId of [null, 'acme', 'umbrella'] as const) {
    const email = `ada@${tenantId ?? 'project'}.example`
    gateway.provider.accounts.create({ uid: 'ada', email, ...(tenantId === null ? {} : { tenantId }) })
  }
  /** Signs `ada` of a tenant in; gives the answer of the gateway. */
  const enter = async (tenantId: TenantId, headers = {}) => {
    const { idToken, refreshToken } = await signInAt(gateway.provider, tenantId)
    return await postSession(gateway.url, idToken, refreshToken, headers)
  }
  const cookieOf = async (tenantId: TenantId, headers = {}) => {
    const answer = await enter(tenantId, headers)
    if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
    return cookieHeader(answer)
  }
  const visit = (path: string, headers: Record<string, string>) => send(`${gateway.url}${path}`, { headers })
  return { ...gateway, enter, cookieOf, visit }
}

/** The stand-in looks in the project's pool first, so its own `ada` is named by no tenant. */
function signInAt(provider: StandIn, tenantId: TenantId, uid = 'ada') {
  return provider.signIn(uid, tenantId === null ? {} : { tenantId })
}

/** The tenant that the login page was told to begin with. */
async function pageTenant(answer: Response): Promise<unknown> {
  const block = /id="gatehouse-config">(.*?)<\/script>/s.exec(await answer.text())?.[1] ?? '{}'
  return JSON.parse(block).tenant.id
}

t.test('tenants: by path, a session passes where its tenant is and nowhere else (ASVS 8.4.1)', async (t) => {
  const { cookieOf, visit, upstream } = await startTenants(t, BY_PATH)
  const cookies = new Map<TenantId, string>()
  for (const tenantId of [null, 'acme', 'umbrella']) cookies.set(tenantId, await cookieOf(tenantId))
  const rows: readonly [path: string, tenant: TenantId][] = [
    ['/', null],
    ['/x', null],
    ['/acmes', null],
    ['/acme', 'acme'],
    ['/acme/', 'acme'],
    ['/acme/x?y=/umbrella/', 'acme'],
    ['/ACME/x', 'acme'],
    ['/acme/a%2Fb', 'acme'],
    ['/umbrella/x', 'umbrella']
  ]
  for (const [path, tenant] of rows) {
    for (const [own, cookie] of cookies) {
      upstream.forget()
      const answer = await visit(path, { cookie })
      t.equal(answer.status, own === tenant ? 200 : 401, `${path} with a session of ${own}`)
      t.equal(upstream.seen.length, own === tenant ? 1 : 0)
    }
  }
})

t.test('tenants: session of another tenant, login page or 401 with the session kept', async (t) => {
  const { cookieOf, visit, url, upstream, logLines } = await startTenants(t, BY_PATH)
  const cookie = await cookieOf('acme')
  const page = await visit('/umbrella/x?y=1', { ...PAGE, cookie })
  t.equal(page.status, 302)
  t.equal(
    page.headers.get('location'),
    '/login?redirect=%2Fumbrella%2Fx%3Fy%3D1',
    'no reason: nothing is over'
  )
  const form = await send(`${url}/umbrella/x`, { method: 'POST', headers: { ...PAGE, cookie } })
  t.equal(form.status, 303)
  const call = await visit('/umbrella/x', { cookie })
  t.equal(call.status, 401)
  t.equal(call.headers.get('www-authenticate'), 'Bearer')
  t.match(await call.json(), { statusCode: 401, code: 'TENANT_MISMATCH', loginUrl: `${PUBLIC_ORIGIN}/login` })
  for (const answer of [page, form, call]) t.strictSame(answer.headers.getSetCookie(), [], 'kept')
  t.equal(upstream.seen.length, 0)
  t.match(
    logLines().find((line) => line.path === '/umbrella/x'),
    { code: 'TENANT_MISMATCH', level: 'info' }
  )
  t.equal((await visit('/acme/x', { cookie })).status, 200, 'and good where it belongs')
  t.match(logLines().at(-1), { outcome: 'allow', subject: 'ada', tenant: 'acme' })
})

t.test('tenants: an expired session of another tenant, refreshed and kept', async (t) => {
  const { cookieOf, visit, advance, provider } = await startTenants(t, BY_PATH)
  const cookie = await cookieOf('acme')
  advance(3600)
  provider.calls.reset()
  const call = await visit('/umbrella/x', { cookie })
  t.equal(call.status, 401)
  t.match(await call.json(), { code: 'TENANT_MISMATCH' })
  const renewed = cookieHeader(call)
  t.match(renewed, /^gatehouse=2~1~/)
  t.equal((await visit('/acme/x', { cookie: renewed })).status, 200)
  t.equal(provider.calls.refresh, 1)
})

t.test('tenants: login page, the way on for the right tenant and the page for the wrong one', async (t) => {
  const { cookieOf, visit } = await startTenants(t, BY_PATH)
  const cookies = new Map<TenantId, string>()
  for (const tenantId of [null, 'acme', 'umbrella']) cookies.set(tenantId, await cookieOf(tenantId))
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
      const answer = await visit(path, { ...PAGE, cookie })
      const name = `${redirect} with a session of ${own}`
      if (own === tenant) {
        t.equal(answer.status, 302, name)
        t.equal(answer.headers.get('location'), redirect.startsWith('/') ? redirect : '/')
      } else {
        t.equal(answer.status, 200, name)
        t.strictSame(answer.headers.getSetCookie(), [], 'the session is kept')
        t.equal(await pageTenant(answer), tenant, name)
      }
    }
    t.equal(await pageTenant(await visit(path, PAGE)), tenant, `${redirect} without a session`)
  }
})

t.test(
  'tenants: browser with a session of another tenant, ends at the login page and not in a circle',
  async (t) => {
    const { cookieOf, visit } = await startTenants(t, BY_PATH)
    const cookie = await cookieOf('acme')
    for (const start of ['/umbrella/x', '/', '/login?redirect=%2Fumbrella%2Fx%23part']) {
      let path = start
      let answer = await visit(path, { ...PAGE, cookie })
      for (let hops = 0; answer.status === 302 && hops < 5; hops++) {
        path = answer.headers.get('location') ?? ''
        answer = await visit(path, { ...PAGE, cookie })
      }
      t.equal(answer.status, 200, start)
      t.match(path, /^\/login\?/, start)
    }
  }
)

t.test(
  'tenants: path with readings in the parts of two tenants, 400 for everybody, no login page',
  async (t) => {
    const { cookieOf, visit } = await startTenants(t, BY_PATH)
    for (const headers of [{}, { cookie: await cookieOf('acme') }, { cookie: await cookieOf('umbrella') }]) {
      t.equal((await visit('/%75mbrella/x', { ...PAGE, ...headers })).status, 400)
      t.equal((await visit('/acme%2f..%2fumbrella', { ...PAGE, ...headers })).status, 400)
    }
    t.equal((await visit('/umbrella/x', { ...PAGE, cookie: await cookieOf('umbrella') })).status, 200)
  }
)

t.test('tenants: who am I and refresh on the host of another tenant, 401; on its own, 200', async (t) => {
  const { cookieOf, port } = await startTenants(t, BY_HOST)
  const cookie = await cookieOf('acme', ACME_HOST)
  const status = async (method: string, path: string, site: Record<string, string>) => {
    const headers = Object.entries({ ...site, cookie, connection: 'close' }).map((pair) => pair.join(': '))
    return await sendRaw(
      port,
      `${method} ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\ncontent-length: 0\r\n\r\n`
    )
  }
  for (const [method, path] of [
    ['GET', '/_auth/session'],
    ['POST', '/_auth/refresh']
  ] as const) {
    t.match(await status(method, path, ACME_HOST), /^HTTP\/1.1 200/, path)
    const refused = await status(method, path, UMBRELLA_HOST)
    t.match(refused, /^HTTP\/1.1 401/, path)
    t.match(refused, /TENANT_MISMATCH/, path)
  }
})

t.test('tenants: application, told the tenant of the uid, which a client cannot name', async (t) => {
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

t.test('tenants: sign-in over another tenant’s session, takes its place', async (t) => {
  const { cookieOf, visit, enter } = await startTenants(t, BY_PATH)
  const cookie = await cookieOf('acme')
  const answer = await enter('umbrella', { cookie })
  t.equal(answer.status, 200)
  const taken = cookieHeader(answer)
  t.equal((await visit('/umbrella/x', { cookie: taken })).status, 200)
  t.equal((await visit('/acme/x', { cookie: taken })).status, 401)
})

// No spelling of a path is read one way here and another way by the application.
t.test('tenants: odd spellings of a path, never open to a session of another tenant', async (t) => {
  const { cookieOf, port, upstream } = await startTenants(t, BY_PATH)
  const cookies = [await cookieOf('umbrella'), await cookieOf(null)]
  const acme = await cookieOf('acme')
  const get = (path: string, cookie: string) =>
    sendRaw(
      port,
      `GET ${path} HTTP/1.1\r\nHost: localhost:8080\r\nConnection: close\r\nCookie: ${cookie}\r\n\r\n`
    )
  for (const path of TENANT_TARGETS) {
    for (const cookie of cookies) t.match(await get(path, cookie), /^HTTP\/1\.1 40[01] /, path)
  }
  t.equal(upstream.seen.length, 0)
  for (const path of [
    '/acme',
    '/acme//x',
    '/ACME/x',
    '/acme;x/',
    '/acme?/../umbrella/',
    `${PUBLIC_ORIGIN}/acme/x`
  ])
    t.match(await get(path, acme), /^HTTP\/1\.1 200 /, `${path} with a session of its own`)
})

t.test(
  'tenants: by host, a session passes on its tenant’s host and nowhere else, whatever the path (ASVS 8.4.1)',
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
        const answer = await visit(path, { cookie, host })
        t.equal(answer.status, own === tenant ? 200 : 401, `${host}${path} with a session of ${own}`)
        t.equal(upstream.seen.length, own === tenant ? 1 : 0)
      }
    }
  }
)

t.test('tenants: X-Forwarded-Host, counts from a listed proxy and from nobody else', async (t) => {
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

t.test('tenants: X-Forwarded-Host and Host of the application, those of the tenant’s host', async (t) => {
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

t.test('tenants: request without a host, none of a tenant’s', async (t) => {
  const { cookieOf, port, upstream } = await startTenants(t, BY_HOST)
  const [acme, project] = [await cookieOf('acme', ACME_HOST), await cookieOf(null)]
  const get = (cookie: string) => sendRaw(port, `GET / HTTP/1.0\r\nCookie: ${cookie}\r\n\r\n`)
  t.match(await get(acme), /^HTTP\/1\.1 401 /)
  t.match(await get(project), /^HTTP\/1\.1 200 /)
  t.equal(upstream.seen.length, 1)
})

t.test('tenants: sign-in by host, for accounts of that host’s tenant alone', async (t) => {
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
    const answer = await enter(tenantId, headers)
    t.equal(answer.status, status, name)
    if (status === 401) {
      t.match(await answer.json(), { code: 'INVALID_ARGUMENT' }, name)
      t.strictSame(answer.headers.getSetCookie(), [])
    }
  }
})

t.test('tenants: sign-in by path, for every tenant that has one and no other', async (t) => {
  const { enter, provider, url } = await startTenants(t, BY_PATH)
  provider.accounts.create({ uid: 'bruce', tenantId: 'wayne' })
  for (const tenantId of [null, 'acme', 'umbrella']) t.equal((await enter(tenantId)).status, 200)
  const { idToken, refreshToken } = await provider.signIn('bruce')
  const calls = provider.calls.total()
  const answer = await postSession(url, idToken, refreshToken)
  t.equal(answer.status, 401)
  t.match(await answer.json(), { code: 'INVALID_ARGUMENT' })
  t.equal(provider.calls.total(), calls, 'nobody asked the provider')
})

t.test('tenants: none configured, a tenant’s token is refused; with tenantId, every other one', async (t) => {
  const none = await startTenants(t, {})
  t.strictSame([(await none.enter(null)).status, (await none.enter('acme')).status], [200, 401])
  const one = await startTenants(t, {}, { config: { 'identityPlatform.tenantId': 'acme' } })
  const statuses = [await one.enter('acme'), await one.enter(null), await one.enter('umbrella')]
  t.strictSame(
    statuses.map(({ status }) => status),
    [200, 401, 401]
  )
  const cookie = await one.cookieOf('acme')
  t.equal((await one.visit('/', { cookie })).status, 200)
  t.equal(await pageTenant(await one.visit('/login', PAGE)), 'acme')
  t.equal(await pageTenant(await none.visit('/login', PAGE)), null)
})

t.test('tenants: tenantId beside places, theirs is what no place matches', async (t) => {
  const { cookieOf, enter, visit } = await startTenants(
    t,
    { '/umbrella/*': 'umbrella' },
    {
      config: { 'identityPlatform.tenantId': 'acme' }
    }
  )
  const [acme, umbrella] = [await cookieOf('acme'), await cookieOf('umbrella')]
  t.equal((await enter(null)).status, 401, 'the project itself has no place')
  for (const [path, cookie, status] of [
    ['/', acme, 200],
    ['/', umbrella, 401],
    ['/umbrella/x', umbrella, 200],
    ['/umbrella/x', acme, 401]
  ] as const)
    t.equal((await visit(path, { cookie })).status, status, path)
  const page = await visit('/login?redirect=%2F', { ...PAGE, cookie: umbrella })
  t.equal(await pageTenant(page), 'acme')
})

t.test('tenants: origin, on a tenant’s host that host’s and on the others that of publicUrl', async (t) => {
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
      const answer = await send(`${url}${path}`, { method: 'POST', headers: { host, origin, cookie } })
      t.equal(answer.status, passes ? good : 403, `${path} at ${host} from ${origin}`)
      if (!passes) t.match(await answer.json(), { code: 'ORIGIN_MISMATCH' })
    }
  }
})

// CWE-1385: a page of one tenant must not open a socket with the visitor's cookies of another.
t.test('tenants: WebSocket from another tenant’s page, refused before anybody is looked at', async (t) => {
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
  // The application takes no sockets: its answer shows that it was asked.
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers: { ...ACME_HOST, cookie } })
  socket.on('error', () => {})
  const [, answer] = await once(socket, 'unexpected-response')
  t.equal(answer.statusCode, 200)
  t.match(upstream.seen[0]?.headers, { 'x-forwarded-user': 'ada', upgrade: 'websocket' }, 'its own page')
})

t.test('tenants: sign-in page’s answers on a tenant’s host, with that host’s address', async (t) => {
  const { visit } = await startTenants(t, BY_HOST)
  const call = await visit('/x', { host: ACME_HOST.host })
  t.match(await call.json(), { code: 'MISSING_CREDENTIALS', loginUrl: 'http://acme.example.com:8080/login' })
  const page = await visit('/login?redirect=%2Fumbrella', { ...PAGE, host: ACME_HOST.host })
  t.equal(await pageTenant(page), 'acme')
})

t.test('tenants: public paths, nobody is asked for a tenant; claim rules, both must hold', async (t) => {
  const { cookieOf, visit, provider, url } = await startTenants(t, BY_PATH, {
    config: {
      'access.rules': [
        { path: '/acme/public/*', allow: 'public' },
        { path: '/acme/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }
      ]
    }
  })
  const umbrella = await cookieOf('umbrella')
  t.equal((await visit('/acme/public/x', {})).status, 200)
  t.equal((await visit('/acme/public/x', { cookie: umbrella })).status, 200)
  t.equal((await visit('/acme/public', { cookie: umbrella })).status, 401)
  for (const tenantId of ['acme', 'umbrella'])
    provider.accounts.create({ uid: 'root', tenantId, customClaims: { role: 'admin' } })
  const rows: readonly [string, TenantId, number][] = [
    ['root', 'acme', 200],
    ['root', 'umbrella', 401],
    ['ada', 'acme', 403]
  ]
  for (const [uid, tenantId, status] of rows) {
    const { idToken, refreshToken } = await signInAt(provider, tenantId, uid)
    const cookie = cookieHeader(await postSession(url, idToken, refreshToken))
    t.equal((await visit('/acme/admin/x', { cookie })).status, status, `${uid} of ${tenantId}`)
  }
})

t.test('tenants: refresh that gives a token of another tenant or of none, not accepted', async (t) => {
  const { checker, cookie, standIn, clock } = await startSessions(t, {
    settings: { tenants: { ...BY_PATH } }
  })
  for (const tenantId of ['acme', 'umbrella']) standIn.accounts.create({ uid: 'alice', tenantId })
  const granting = (idToken: string): InjectedFault => ({
    kind: 'body',
    status: 200,
    body: JSON.stringify({ id_token: idToken, refresh_token: 'AMf-new', expires_in: '3600' })
  })
  const tokens = await signInAt(standIn, 'acme', 'alice')
  const value = cookie.seal({
    id: createSessionId(),
    ...tokens,
    startedAtSeconds: clock.now(),
    activeAtSeconds: null
  })
  const header = `gatehouse=${value}`
  clock.advance(3600)
  const rows: readonly [string, TenantId, string][] = [
    ['another tenant', 'umbrella', 'unavailable'],
    ['no tenant', null, 'unavailable'],
    ['its own', 'acme', 'signed-in']
  ]
  for (const [name, tenantId, kind] of rows) {
    standIn.faults.refresh = granting((await signInAt(standIn, tenantId, 'alice')).idToken)
    const check = await checker.check(header)
    t.equal(check.kind, kind, name)
    if (kind === 'unavailable') t.notOk('setCookies' in check, 'the cookie is kept')
    else t.match(check, { session: { subject: 'alice', tenantId: 'acme' } })
  }
  standIn.faults.refresh = granting((await signInAt(standIn, null, 'alice')).idToken)
  t.equal((await checker.checkAndRefresh(header)).kind, 'unavailable', 'forced')
})

t.test('tenants: handover of another tenant’s refresh token, refused', async (t) => {
  const { provider, url } = await startTenants(t, BY_PATH)
  const [acme, umbrella] = [await signInAt(provider, 'acme'), await signInAt(provider, 'umbrella')]
  const mixed = await postSession(url, acme.idToken, umbrella.refreshToken)
  t.equal(mixed.status, 401)
  t.match(await mixed.json(), { code: 'INVALID_CREDENTIALS' })
  t.strictSame(mixed.headers.getSetCookie(), [])
  t.equal((await postSession(url, acme.idToken, acme.refreshToken)).status, 200)
})

/** An acquirer whose calls to identitytoolkit pass through a server that keeps them. */
async function startRecorded(t: Test) {
  const { standIn, settings, credentials, clock } = await startProvider(t, {
    withCredentials: true,
    settings: { tenants: { ...BY_PATH } }
  })
  for (const tenantId of ['acme', 'umbrella']) standIn.accounts.create({ uid: 'alice', tenantId })
  const forward = async ({ method, url, headers, body }: RecordedRequest) => {
    const { authorization = '', 'x-goog-api-key': apiKey = '' } = headers
    const sent = { 'content-type': 'application/json', authorization, 'x-goog-api-key': String(apiKey) }
    const answer = await send(`${standIn.url}${url}`, { method, headers: sent, body })
    return { status: answer.status, text: await answer.text() }
  }
  const recorder = await startRecordingServer(t, (response, request) => {
    void forward(request).then(({ status, text }) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    })
  })
  const identityToolkit = `${recorder.url}/identitytoolkit.googleapis.com`
  const endpoints = { ...settings.endpoints, identityToolkit }
  const platform = createIdentityPlatform({
    settings: { ...settings, endpoints },
    credentials,
    now: clock.now
  })
  t.teardown(() => platform.close())
  const acquire = buildAcquirer(platform, clock, { mode: 'exchange' })
  return { standIn, acquire, requests: recorder.requests }
}

t.test('tenants: on the wire, look-up and exchange name the tenant in path, token and body', async (t) => {
  const { standIn, acquire, requests } = await startRecorded(t)
  const rows: readonly [TenantId, string][] = [
    ['acme', '/v1/projects/demo-gate/tenants/acme/accounts:lookup'],
    ['umbrella', '/v1/projects/demo-gate/tenants/umbrella/accounts:lookup'],
    [null, '/v1/projects/demo-gate/accounts:lookup']
  ]
  for (const [tenantId, path] of rows) {
    requests.length = 0
    const { idToken } = await signInAt(standIn, tenantId, 'alice')
    const acquired = await acquire({ idToken, refreshToken: null, tenantIds: [null, 'acme', 'umbrella'] })
    t.match(acquired, { kind: 'acquired', session: { subject: 'alice', tenantId } })
    const [lookUp, exchange] = requests
    t.equal(requests.length, 2)
    t.equal(lookUp?.url, `/identitytoolkit.googleapis.com${path}`)
    t.equal(exchange?.url, '/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken')
    const { token, ...body } = JSON.parse(exchange?.body ?? '{}')
    t.strictSame(body, { returnSecureToken: true, ...(tenantId === null ? {} : { tenantId }) })
    const custom = decodeClaims(token)
    t.equal(custom.uid, 'alice')
    t.strictSame(custom.tenant_id, tenantId ?? undefined)
    t.strictSame(custom.claims, {
      source_sign_in_provider: 'password',
      source_sign_in_second_factor: '',
      source_second_factor_identifier: ''
    })
  }
})

t.test('tenants: exchange that the provider answers with another tenant, refused', async (t) => {
  const { standIn, acquire } = await startRecorded(t)
  const { idToken } = await signInAt(standIn, 'acme', 'alice')
  for (const tenantId of ['umbrella', null]) {
    const other = await signInAt(standIn, tenantId, 'alice')
    standIn.faults.exchange = { kind: 'body', status: 200, body: JSON.stringify(other) }
    const refused = await acquire({ idToken, refreshToken: null, tenantIds: ['acme'] })
    t.match(refused, { kind: 'refused', fault: { code: 'INVALID_CREDENTIALS' } }, String(tenantId))
  }
  standIn.faults.reset()
  t.equal((await acquire({ idToken, refreshToken: null, tenantIds: ['acme'] })).kind, 'acquired')
})

for (const acquire of ['exchange', 'handover'] as const) {
  t.test(`tenants: ${acquire}, one uid in three pools: disabled in one, out there alone`, async (t) => {
    const { cookieOf, visit, provider, advance } = await startTenants(t, BY_PATH, {
      acquire,
      config: { 'session.revocationCheckSeconds': 300 }
    })
    const places = [
      [null, '/x'],
      ['acme', '/acme/x'],
      ['umbrella', '/umbrella/x']
    ] as const
    const cookies = new Map<TenantId, string>()
    for (const [tenantId] of places) cookies.set(tenantId, await cookieOf(tenantId))
    provider.accounts.delete('ada')
    provider.accounts.disable('ada')
    advance(300)
    provider.calls.reset()
    const statuses: number[] = []
    for (const [tenantId, path] of places)
      statuses.push((await visit(path, { cookie: cookies.get(tenantId) ?? '' })).status)
    t.strictSame(statuses, [401, 403, 200], 'the project’s is deleted, acme’s disabled, umbrella’s stands')
    t.equal(provider.calls.lookup + provider.calls.lookupByIdToken, 3, 'a look-up for each')
  })
}

t.test('tenants: sign-out everywhere, ends the sign-ins of that tenant’s account alone', async (t) => {
  const { cookieOf, visit, url, advance } = await startTenants(t, BY_PATH, { acquire: 'exchange' })
  const here = await cookieOf('umbrella')
  advance(1)
  const there = await cookieOf('umbrella')
  const others = [
    ['/x', await cookieOf(null)],
    ['/acme/x', await cookieOf('acme')]
  ] as const
  advance(5)
  t.equal((await visit('/umbrella/x', { cookie: there })).status, 200)
  const out = await send(`${url}/logout?everywhere=1`, { method: 'POST', headers: { cookie: here } })
  t.equal(out.status, 204)
  const ended = await visit('/umbrella/x', { cookie: there })
  t.equal(ended.status, 401)
  t.match(await ended.json(), { code: 'TOKEN_REVOKED' })
  const refresh = (cookie: string) =>
    send(`${url}/_auth/refresh?force=1`, { method: 'POST', headers: { cookie } })
  for (const [path, cookie] of others) {
    t.equal((await visit(path, { cookie })).status, 200, path)
    t.equal((await refresh(cookie)).status, 200, 'also by the provider')
  }
  const refused = await refresh(there)
  t.equal(refused.status, 401)
  t.match(await refused.json(), { code: 'TOKEN_REVOKED' })
})

t.test('tenants: a tenant that the configuration no longer has, its sessions are over', async (t) => {
  const first = await startTenants(t, BY_PATH)
  const cookie = await first.cookieOf('umbrella')
  const endpoints = { 'identityPlatform.endpoints': first.provider.endpoints }
  const second: TestGateway = await startGateway(t, {
    config: { 'identityPlatform.tenants': { '/acme/*': 'acme' }, ...endpoints }
  })
  const answer = await send(`${second.url}/umbrella/x`, { headers: { cookie } })
  t.equal(answer.status, 401)
  t.match(await answer.json(), { code: 'INVALID_ARGUMENT' })
  t.match(answer.headers.getSetCookie(), [/^gatehouse=; Max-Age=0;/])
  t.equal(second.upstream.seen.length, 0)
})

const CHOICE = {
  'login.tenants.choose': [
    { id: 'acme', name: 'Acme' },
    { id: 'umbrella', name: 'Umbrella' }
  ]
}

t.test(
  'tenants: choice, what has no place of its own is for each of them and not for the project',
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
        const answer = await visit(path, { cookie })
        const passes = welcome.includes(own)
        t.equal(answer.status, passes ? 200 : 401, `${path} with a session of ${own}`)
        t.equal(upstream.seen[0]?.headers['x-gatehouse-tenant'], passes ? String(own) : undefined)
        if (!passes) t.match(await answer.json(), { code: 'TENANT_MISMATCH' })
      }
    }
    for (const cookie of cookies.values()) {
      t.equal((await visit('/%61cme/x', { cookie })).status, 400, 'one of the set, or the set')
      t.equal((await visit('/_auth/session', { cookie })).status, 200, 'who am I')
    }
  }
)

t.test('tenants: choice and tenantId, one more to choose', async (t) => {
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

t.test('tenants: choice made after somebody of the project signed in, the session is over', async (t) => {
  const before = await startTenants(t, {})
  const cookie = await before.cookieOf(null)
  t.equal((await before.visit('/', { cookie })).status, 200)
  const settings = { 'identityPlatform.endpoints': before.provider.endpoints }
  const after = await startTenants(t, {}, { config: { ...CHOICE, ...settings } })
  for (const path of ['/', '/_auth/session']) t.equal((await after.visit(path, { cookie })).status, 401, path)
  t.equal(after.upstream.seen.length, 0)
})

t.test('tenants: choice, login page with nobody, the URL’s or the place’s tenant', async (t) => {
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
    t.equal((await visit('/login?redirect=%2Fx', headers)).status, 302, 'either of them may go on')
    t.equal((await visit('/login?redirect=%2Fwayne%2Fx', headers)).status, 200)
  }
})

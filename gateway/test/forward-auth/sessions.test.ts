import t from 'tap'
import { AUTH, PASSING_ADAPTERS, REPORTS, startAskedGateway, WIKI } from '../fixtures/forward-auth.ts'
import { cookieHeader, PAGE, postSession } from '../fixtures/gateway.ts'
import { decodeClaims } from '../fixtures/provider/provider.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { words } from '../fixtures/words.ts'

const gateway = await startAskedGateway(t)
const host = new URL(AUTH).host

t.test('sessions: 200 auth requests with one expired cookie, one provider call, same cookies', async (t) => {
  const gateway = await startAskedGateway(t)
  const cookie = await gateway.enter()
  gateway.advance(3700)
  const before = gateway.provider.calls.refresh
  const responses = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      gateway.ask({ adapter: PASSING_ADAPTERS[index % PASSING_ADAPTERS.length] ?? '', headers: { cookie } })
    )
  )
  t.same([...new Set(responses.map(({ status }) => status))], [200])
  t.equal(new Set(responses.map(({ headers }) => headers.getSetCookie().join())).size, 1)
  t.equal(gateway.provider.calls.refresh - before, 1)
  t.equal((await gateway.ask({ adapter: '/answer', headers: { cookie } })).status, 503)
  t.equal(gateway.provider.calls.refresh - before, 1, 'the second auth request refreshes nothing')
})

t.test('sessions: in an outage, every adapter responds with 503 and keeps the cookies', async (t) => {
  const gateway = await startAskedGateway(t)
  const cookie = await gateway.enter()
  gateway.advance(3700)
  gateway.provider.faults.refresh = { kind: 'html', status: 503 }
  for (const adapter of [...PASSING_ADAPTERS, '/answer'] as const) {
    const response = await gateway.ask({ adapter, headers: { ...PAGE, cookie } })
    t.equal(response.status, 503, adapter)
    t.same(response.headers.getSetCookie(), [], adapter)
  }
  const page = await gateway.ask({ headers: { ...PAGE, cookie } })
  t.ok(page.headers.has('retry-after'))
  t.match(await page.text(), 'Sign‑in isn’t available right now')
})

t.test('sessions: an assertion is issued for the requested application only', async (t) => {
  const gateway = await startAskedGateway(t)
  const cookie = await gateway.enter()
  for (const origin of [WIKI, REPORTS, AUTH, WIKI]) {
    const response = await gateway.ask({ url: `${origin}/x`, headers: { cookie } })
    const claims = decodeClaims(response.headers.get('x-gatehouse-assertion') ?? '')
    t.match(claims, { aud: origin, iss: `${AUTH}/_auth`, sub: 'ada' }, origin)
  }
})

t.test('sessions: a WebSocket from another site is refused even if `Upgrade` is not forwarded', async (t) => {
  const gateway = await startAskedGateway(t)
  const cookie = await gateway.enter()
  for (const adapter of ['/envoy', '']) {
    const from = async (origin: string) =>
      (await gateway.ask({ adapter, headers: { 'sec-fetch-mode': 'websocket', cookie, origin } })).status
    t.equal(await from(WIKI), 200)
    for (const origin of ['https://evil.example', REPORTS, AUTH, 'null'])
      t.equal(await from(origin), 403, origin)
  }
})

t.test('sessions: accounts of an application’s tenant sign in at the sign-in host', async (t) => {
  const gateway = await startAskedGateway(t, {
    tenants: ['acme'],
    config: { 'identityPlatform.tenants': { 'wiki.example.com': 'acme' } }
  })
  gateway.provider.accounts.create({ uid: 'bob', email: 'bob@acme.example', tenantId: 'acme' })
  const { idToken, refreshToken } = await gateway.provider.signIn('bob', {
    tenantId: 'acme',
    authTimeSeconds: gateway.now()
  })
  const ofAcme = cookieHeader(await postSession(gateway.url, idToken, refreshToken, { origin: AUTH }))
  const ofProject = await gateway.enter()
  const code = async (url: string, cookie: string) => {
    const response = await gateway.ask({ url, headers: { cookie } })
    return response.status === 200
      ? response.headers.get('x-gatehouse-tenant')
      : JSON.parse(await response.text()).code
  }
  t.equal(await code(`${WIKI}/x`, ofAcme), 'acme')
  t.equal(await code(`${REPORTS}/x`, ofProject), '')
  t.equal(await code(`${WIKI}/x`, ofProject), 'TENANT_MISMATCH')
  t.equal(await code(`${REPORTS}/x`, ofAcme), 'TENANT_MISMATCH')
  const login = `${gateway.url}/login?redirect=${encodeURIComponent(`${WIKI}/x`)}`
  const page = await (await send(login, { headers: { ...PAGE, host: new URL(AUTH).host } })).text()
  const config = JSON.parse(/id="gatehouse-config">(.*?)<\/script>/s.exec(page)?.[1] ?? '{}')
  t.match(config, { tenant: { id: 'acme' } }, 'the page starts with that tenant')
})

/** Where the login page redirects a signed-in visitor. */
async function follow(login: string, cookie: string): Promise<string | null> {
  const { pathname, search } = new URL(login, AUTH)
  const response = await send(`${gateway.url}${pathname}${search}`, { headers: { ...PAGE, host, cookie } })
  return response.headers.get('location')
}

t.test('redirect: a deep link at an application is restored byte for byte', async (t) => {
  const cookie = await gateway.enter()
  for (const path of ['/', '/pages/1?q=%2F&r=a+b', '/%C3%A9?x=%E2%82%AC', "/a;b=c/d'e(f)*", '/?a=?&b=/../c'])
    for (const origin of [WIKI, REPORTS]) {
      const refused = await gateway.ask({ url: `${origin}${path}` })
      t.equal(await follow(refused.headers.get('location') ?? '', cookie), `${origin}${path}`)
    }
})

t.test('redirect: a target on the sign-in host is a path', async (t) => {
  const cookie = await gateway.enter()
  const refused = await gateway.ask({ url: `${AUTH}/own?x=1` })
  t.equal(refused.headers.get('location'), `${AUTH}/login?redirect=%2Fown%3Fx%3D1`)
  t.equal(await follow(refused.headers.get('location') ?? '', cookie), '/own?x=1')
})

t.test('redirect: any other target is replaced by the home page', async (t) => {
  const cookie = await gateway.enter()
  const others = words`
    https://evil.example/ https://wiki.example.com@evil.example/ https://wiki.example.com.evil.example/
    https://wiki.example.com https://wiki.example.com:443/x https://WIKI.example.com/x https://wiki.example.com./x
    http://wiki.example.com/x https:wiki.example.com/x https:/wiki.example.com/x https:\\wiki.example.com\y
    https://wiki.example.com\@evil.example/ https://wiki.example.com//evil.example
    https://wiki.example.com/%2f/evil.example https://user@wiki.example.com/x https://reports.example.com/x
    //wiki.example.com/x javascript:alert(1)//https://wiki.example.com/ https://auth.example.com/login
    https://auth.example.com/logout
  `
  others.push(
    'https://wiki.example.com/\t/evil',
    ' https://wiki.example.com/x',
    `${WIKI}/${'a'.repeat(4096)}`
  )
  for (const target of others)
    t.equal(await follow(`/login?redirect=${encodeURIComponent(target)}`, cookie), '/', target.slice(0, 60))
  const found = await follow(`/login?redirect=${encodeURIComponent(`${WIKI}/login`)}`, cookie)
  t.equal(found, `${WIKI}/login`, 'a page of the application')
})

t.test('redirect: the login page shows the target and takes the application into account', async (t) => {
  const login = `/login?redirect=${encodeURIComponent(`${WIKI}/x?y=1`)}`
  const page = await (await send(`${gateway.url}${login}`, { headers: { ...PAGE, host } })).text()
  const config = JSON.parse(/id="gatehouse-config">(.*?)<\/script>/s.exec(page)?.[1] ?? '{}')
  t.match(config, {
    redirectTarget: `${WIKI}/x?y=1`,
    destination: 'wiki.example.com',
    applicationOrigins: [WIKI],
    query: `?redirect=${encodeURIComponent(`${WIKI}/x?y=1`)}`
  })
})

import t from 'tap'
import { PAGE, PUBLIC_ORIGIN, startGateway } from '../fixtures/gateway.ts'
import { EVERYTHING, visit } from '../fixtures/login-page/login-page.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { words } from '../fixtures/words.ts'

/** Shared by tests that only load the page. */
const everything = await startGateway(t, { config: EVERYTHING })
const PROVIDERS_ALONE = { ...EVERYTHING, 'login.methods.password': false, 'login.methods.signup': false }

t.test('routes: every screen has a path for GET and HEAD, and other paths below do not exist', async (t) => {
  const gateway = everything
  const rows = [
    ['/login', 'sign-in'],
    ['/login/sign-up', 'sign-up'],
    ['/login/forgot', 'forgot'],
    ['/login/link', 'link'],
    ['/login/action?mode=verifyEmail', 'action'],
    ['/login/second-step', 'second-step'],
    ['/login/signed-out', 'signed-out'],
    ['/login/problem?code=loop', 'problem']
  ] as const
  for (const [path, address] of rows) {
    const { response, html, config } = await visit(gateway, path)
    t.equal(response.status, 200, path)
    t.equal(config?.address, address, path)
    t.match(html, /<div id="page"><.*<h1/s, `${path}: readable before any script`)
    t.notMatch(html, /__GATEHOUSE_|~gatehouse/, `${path}: no placeholder is left`)
    const head = await send(`${gateway.url}${path}`, { method: 'HEAD', headers: PAGE })
    t.equal(head.status, 200, path)
    t.equal(head.headers.get('content-security-policy'), response.headers.get('content-security-policy'))
    t.equal(head.headers.get('cache-control'), 'no-store', `${path}: the page reads the time from it`)
  }
  for (const path of ['/login/', '/login/nothing', '/login/sign-up/more', '/login/index.html'])
    t.equal((await send(`${gateway.url}${path}`, { headers: PAGE })).status, 404, path)
  t.equal(gateway.upstream.seen.length, 0)
})

t.test('routes: an unused screen redirects to sign-in, its query byte for byte and bounded', async (t) => {
  const { url } = await startGateway(t, {
    config: { 'login.mfa.totp': 'off', 'login.methods.password': true }
  })
  for (const screen of ['sign-up', 'link', 'second-step']) {
    const response = await send(`${url}/login/${screen}?redirect=%2fa%20b&lang=de`, { headers: PAGE })
    const found = [response.status, response.headers.get('location')]
    t.same(found, [302, '/login?redirect=%2fa%20b&lang=de'], screen)
  }
  for (const [length, location] of [
    [4095, `/login?redirect=%2F${'x'.repeat(4095)}`],
    [20_000, '/login']
  ] as const) {
    const response = await send(`${url}/login/link?redirect=%2F${'x'.repeat(length)}`, { headers: PAGE })
    t.equal(response.headers.get('location'), location)
  }
  t.equal((await send(`${url}/login/forgot`, { headers: PAGE })).status, 200, 'there are passwords')
  const other = await startGateway(t, { config: PROVIDERS_ALONE })
  t.equal((await send(`${other.url}/login/forgot`, { headers: PAGE })).headers.get('location'), '/login')
})

t.test('routes: a form posted before the script ran is discarded, the target kept', async (t) => {
  const { url, logText, upstream } = everything
  const post = (path: string, origin: string) =>
    send(`${url}${path}`, {
      method: 'POST',
      headers: { ...PAGE, origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'email=a%40b.c&password=hunter2'
    })
  for (const screen of ['', ...words`/sign-up /forgot /link /action /second-step /signed-out /problem`]) {
    const target = 'redirect=%2Freports%3Fa%3D1'
    const { status, headers } = await post(`/login${screen}?${target}&tenant=x`, PUBLIC_ORIGIN)
    t.same([status, headers.get('location')], [303, `/login?${target}&reason=js`], screen)
    t.equal((await post(`/login${screen}`, PUBLIC_ORIGIN)).headers.get('location'), '/login?reason=js')
    t.equal((await post(`/login${screen}`, 'https://evil.example')).status, 403, `${screen}: another site`)
  }
  t.notMatch(logText(), 'hunter2')
  t.equal(upstream.seen.length, 0)
})

t.test('routes: email links with the usual path of the provider open our page, not the helper', async (t) => {
  const gateway = everything
  const { response, config } = await visit(gateway, '/__/auth/action?mode=resetPassword&oobCode=c0de')
  t.equal(response.status, 200)
  t.match(config, { address: 'action', action: { mode: 'resetPassword' } })
  t.equal((await send(`${gateway.url}/__/auth/action`, { method: 'HEAD' })).status, 200)
  t.equal((await send(`${gateway.url}/__/auth/action`, { method: 'PUT' })).status, 405)
})

t.test('routes: the well-known change-password URL works if there are passwords (ASVS 6.2.2)', async (t) => {
  const { url, upstream } = await startGateway(t)
  const { status, headers } = await send(`${url}/.well-known/change-password`)
  t.same([status, headers.get('location'), upstream.seen.length], [302, '/login/forgot', 0])
  const without = await startGateway(t, { config: PROVIDERS_ALONE })
  t.equal((await send(`${without.url}/.well-known/change-password`)).status, 401, 'reaches the application')
})

t.test('routes: the first page is rendered a quarter of a second after the gateway listens', async (t) => {
  const scheduled: { seconds: number; run: () => void }[] = []
  const schedule = (seconds: number, run: () => void) => {
    scheduled.push({ seconds, run })
    return () => {}
  }
  const { logText } = await startGateway(t, { schedule })
  t.match(scheduled, [{ seconds: 0.25 }])
  scheduled[0]?.run()
  t.notMatch(logText(), 'first rendering')
})

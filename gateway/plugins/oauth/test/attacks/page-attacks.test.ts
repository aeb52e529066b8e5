import { decodeJwt } from 'jose'
import t from 'tap'
import { PAGE } from '../../../../test/fixtures/gateway.ts'
import { CLIENTS, startAttackedServer } from '../fixtures/attacked-server.ts'
import { CALLBACK } from '../fixtures/authorization-server.ts'
import { signIn, xsrfOf } from '../fixtures/visitor.ts'

t.test('consent: counts only from its own page, with the cookie of its request (ASVS 10.7.1)', async (t) => {
  const { request, origin, visit } = await startAttackedServer(t)
  const visitor = await visit()
  const { location: path } = await visitor.ask()
  const consent = (headers: Record<string, string>) =>
    request(path, { ...PAGE, ...headers }, { method: 'POST' })
  const cookie = visitor.cookie()
  for (const [name, headers, status] of [
    ['another origin', { cookie, origin: 'https://evil.example' }, 403],
    ['a sandboxed page', { cookie, origin: 'null' }, 403],
    ['another port', { cookie, origin: 'http://localhost:1' }, 403],
    ['no origin', { cookie }, 403],
    ['another site', { cookie, 'sec-fetch-site': 'cross-site' }, 403],
    ['no cookie', { origin }, 400]
  ] as const)
    t.equal((await consent(headers)).status, status, name)
  const own = [...visitor.cookies].filter(([name]) => /oauth/.test(name))
  const withoutSession = await consent({ origin, cookie: own.map((pair) => pair.join('=')).join('; ') })
  t.match(withoutSession.headers.get('location') ?? '', `${origin}/login?`, 'no session')
  const done = await consent({ cookie, origin })
  t.equal(done.status, 303, 'twin')
})

t.test('consent: the pages cannot be framed, cached or scripted', async (t) => {
  const { request, visit } = await startAttackedServer(t)
  const visitor = await visit()
  const page = await visitor.ask()
  for (const path of [
    page.location,
    ...['device', 'authorize', 'sign-out'].map((one) => `/_auth/oauth/${one}`)
  ]) {
    const { headers } = await request(path, { ...PAGE, cookie: visitor.cookie() })
    const policy = headers.get('content-security-policy') ?? ''
    for (const part of ["frame-ancestors 'none'", "default-src 'none'"]) t.match(policy, part, path)
    // The others lead to the client, wherever that redirects to.
    t.equal(policy.includes('form-action'), /\/(device|authorize)$/.test(path), path)
    const found = ['cache-control', 'referrer-policy', 'x-content-type-options'].map((name) =>
      headers.get(name)
    )
    t.match(found, ['no-store', 'same-origin', 'nosniff'], path)
  }
})

const UNREGISTERED = ['This app isn’t registered here.', 'Diese App ist hier nicht registriert.'] as const

t.test('languages: consent, device, sign-out and errors, the choice shows the same page again', async (t) => {
  const { visit } = await startAttackedServer(t)
  const visitor = await visit()
  const consent = (await visitor.ask()).location
  for (const [address, english, german] of [
    [
      consent,
      'Allow Dashboard to use your localhost account?',
      'Dashboard Zugriff auf Ihr Konto bei localhost erlauben?'
    ],
    ['/_auth/oauth/device?user_code=BCDF-GHJK', 'value="BCDF-GHJK"', 'value="BCDF-GHJK"'],
    ['/_auth/oauth/sign-out?client_id=dashboard', 'Sign out?', 'Abmelden?'],
    ['/_auth/oauth/sign-out?client_id=unknown', ...UNREGISTERED],
    ['/_auth/oauth/authorize?client_id=unknown', ...UNREGISTERED],
    [
      '/_auth/oauth/authorize?client_id=dashboard&redirect_uri=https://evil.example',
      'Tell the people who run the app.',
      'Die Anfrage der App'
    ]
  ] as const) {
    const page = await visitor.go(address)
    t.match(page.text, english, address)
    const choose = (language: string) => {
      const [, href = '/'] = new RegExp(`href="([^"]*lang=${language}[^"]*)"`).exec(page.text) ?? []
      return visitor.go(href.replaceAll('&amp;', '&'))
    }
    const again = await choose('de')
    t.equal(again.location, address)
    t.match(again.text, '<html lang="de"', address)
    t.match(again.text, german, address)
    await choose('en')
  }
})

t.test('consent: names and values of a request are shown as text', async (t) => {
  const evil = '<img src=x onerror=alert(1)>$&'
  const { visit } = await startAttackedServer(t, {
    'authorizationServer.clients': [{ ...CLIENTS[0], name: evil }]
  })
  const visitor = await visit()
  const { text } = await visitor.ask()
  t.notMatch(text, '<img')
})

t.test('interaction: an account that changed between page and answer is asked itself', async (t) => {
  const { gateway, origin, visit, askToken, exchange } = await startAttackedServer(t)
  const visitor = await visit('ada')
  const page = await visitor.ask()
  await signIn(visitor, gateway, origin, 'eve')
  const again = await visitor.allow(page)
  t.equal(again.status, 200, 'the consent of the one that saw the page does not count')
  t.match(again.text, 'eve@example.com')
  const done = await visitor.allow(again)
  const back = new URL(done.location)
  const { idToken } = await askToken(exchange({ back, verifier: page.checks.pkceCodeVerifier }))
  t.match(decodeJwt(idToken), { sub: 'eve' })
})

t.test('sign-out: leads nowhere but to an address of the client, and asks first (ASVS 10.6.2)', async (t) => {
  const { visit } = await startAttackedServer(t)
  const visitor = await visit()
  const leave = (query: string) => visitor.go(`/_auth/oauth/sign-out?client_id=dashboard&${query}`)
  const elsewhere = ['https://evil.example/', '//evil.example', 'javascript:alert(1)']
  for (const to of [...elsewhere, CALLBACK, `${CALLBACK}/..`])
    t.equal((await leave(`post_logout_redirect_uri=${encodeURIComponent(to)}`)).status, 400, to)
  t.equal((await leave('state=https://evil.example')).status, 200)
  const forged = await visitor.go('/_auth/oauth/sign-out/confirm', { method: 'POST', body: 'logout=yes' })
  t.equal(forged.status, 400, 'without xsrf')
  t.equal((await visitor.ask()).status, 200, 'still signed in')
})

t.test('device: a code cannot be guessed: attempts are limited for an account and an address', async (t) => {
  const { gateway, visit } = await startAttackedServer(t)
  const visitor = await visit()
  let page = await visitor.go('/_auth/oauth/device')
  for (const path of ['/_auth/oauth/DEVICE', '/_auth/oauth/Device', '/_auth/oauth/device/'])
    t.equal((await visitor.go(path, { method: 'POST', body: 'user_code=X' })).status, 404, path)
  const statuses: number[] = []
  for (let attempt = 0; attempt < 60; attempt++) {
    const body = `xsrf=${xsrfOf(page)}&user_code=BCDF-${String(attempt).padStart(4, '0')}`
    const next = await visitor.go('/_auth/oauth/device', { method: 'POST', body })
    statuses.push(next.status)
    if (next.status === 400) page = next
    gateway.advance(1)
  }
  t.equal(statuses.filter((status) => status === 400).length, 20, 'in a minute')
  t.equal(statuses.at(-1), 429)
  gateway.advance(600)
  t.equal((await visitor.go('/_auth/oauth/device')).status, 200, 'twin: later it is possible again')
})

t.test('device: a client that asks too often is asked to slow down', async (t) => {
  const { gateway, askToken, post } = await startAttackedServer(t)
  const response = await post('/device-authorization', 'client_id=cli&scope=openid')
  const { device_code: code, interval = 5 } = JSON.parse(await response.text())
  const poll = () =>
    askToken({ grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: code }, 'cli')
  t.match(await poll(), { status: 400, error: 'authorization_pending' })
  t.match(await poll(), { status: 400, error: 'slow_down' })
  gateway.advance(interval)
  t.match(await poll(), { error: 'authorization_pending' }, 'twin: at its interval')
})

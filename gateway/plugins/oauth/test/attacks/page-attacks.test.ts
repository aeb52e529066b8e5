import { decodeJwt } from 'jose'
import t, { type Test } from 'tap'
import { PAGE } from '../../../../test/fixtures/gateway.ts'
import { CLIENTS, startAttackedServer } from '../fixtures/attacked-server.ts'
import { CALLBACK } from '../fixtures/authorization-server.ts'
import { signIn, type Visitor, xsrfOf } from '../fixtures/visitor.ts'

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

const COOKIES = { interaction: 'gatehouse-oauth-interaction', resume: 'gatehouse-oauth-resume' }

/** Two visitors with a consent page each. `raw`: one request, with the cookies that are given. */
async function openTwo(t: Test) {
  const server = await startAttackedServer(t)
  const { origin, request, visit } = server
  async function open(uid: string, state: string) {
    const visitor = await visit(uid)
    const page = await visitor.ask({ state })
    return { visitor, path: page.location }
  }
  const raw = (path: string, cookie: string, method = 'POST') =>
    request(path, { ...PAGE, origin, cookie }, { method })
  /** The cookies of a visitor, with others in place of some. */
  const cookieOf = ({ cookies }: Visitor, more: Record<string, string | undefined> = {}) =>
    [...new Map([...cookies, ...Object.entries(more)])]
      .filter(([, value]) => value !== undefined)
      .map((pair) => pair.join('='))
      .join('; ')
  return { ...server, ada: await open('ada', 'of-ada'), eve: await open('eve', 'of-eve'), raw, cookieOf }
}

t.test('interaction: by the path of another request, no decision is made or remembered', async (t) => {
  const { ada, eve, raw, cookieOf } = await openTwo(t)
  for (const end of ['', '/refuse']) {
    const planted = await raw(`${ada.path}${end}`, cookieOf(eve.visitor))
    t.equal(planted.status, 400, `the cookie of one, the path of another ${end}`)
  }
  t.equal((await raw(ada.path, cookieOf(eve.visitor), 'GET')).status, 400)
  const done = await ada.visitor.go(ada.path, { method: 'POST' })
  t.match(done.location, 'state=of-ada', 'her own request is answered')
  const twin = await eve.visitor.go(eve.path, { method: 'POST' })
  t.match(twin.location, 'state=of-eve', 'twin: each with its own path')
})

t.test('interaction: a decision is repeated to its own browser and session alone', async (t) => {
  const { ada, eve, raw, cookieOf } = await openTwo(t)
  const cookie = cookieOf(ada.visitor)
  const id = ada.visitor.cookies.get(COOKIES.interaction)
  t.equal((await raw(ada.path, cookie)).status, 303)
  for (const [name, header] of [
    ['no cookie', ''],
    ['a session, and no cookie of the request', cookieOf(eve.visitor, { [COOKIES.interaction]: undefined })],
    ['another session with the cookie of the request', cookieOf(eve.visitor, { [COOKIES.interaction]: id })],
    ['the cookie of the request alone', `${COOKIES.interaction}=${id}`]
  ] as const) {
    const response = await raw(ada.path, header)
    const [to, text] = [response.headers.get('location') ?? '', await response.text()]
    t.notMatch(`${to} ${text}`, /of-ada|code_challenge|ada@example\.com/, name)
  }
  const again = await raw(ada.path, cookie)
  t.match((await ada.visitor.go(again.headers.get('location') ?? '')).location, 'state=of-ada', 'twin')
})

t.test('interaction: a refusal is repeated to its own browser alone', async (t) => {
  const { ada, raw, cookieOf } = await openTwo(t)
  const refuse = `${ada.path}/refuse`
  t.equal((await raw(refuse, cookieOf(ada.visitor))).status, 303)
  t.equal((await raw(refuse, '')).status, 400)
  const again = await raw(refuse, cookieOf(ada.visitor))
  t.match((await ada.visitor.go(again.headers.get('location') ?? '')).location, 'state=of-ada', 'twin')
})

t.test('resumption: a request goes on where its path, its cookie and the account agree', async (t) => {
  const { ada, eve, raw, cookieOf, origin, visit } = await openTwo(t)
  const done = await raw(ada.path, cookieOf(ada.visitor))
  const to = (done.headers.get('location') ?? '').replace(origin, '')
  t.match(to, '/_auth/oauth/authorize/')
  const resume = ada.visitor.cookies.get(COOKIES.resume)
  for (const [name, cookie] of [
    ['no cookie', ''],
    ['the cookie of another request', cookieOf(eve.visitor)],
    ['another account with the cookie', cookieOf(eve.visitor, { [COOKIES.resume]: resume })],
    ['no session with the cookie', `${COOKIES.resume}=${resume}`]
  ] as const) {
    const response = await raw(to, cookie, 'GET')
    t.notMatch(response.headers.get('location') ?? '', 'code=', name)
  }
  t.match(await ada.visitor.go(to), { location: /\?code=/ }, 'twin')
  const stranger = await visit(null)
  t.equal((await stranger.go(to)).status, 400)
})

t.test('resumption: a sign-in that another browser has given an interaction does not complete', async (t) => {
  const { request, origin, visit } = await startAttackedServer(t)
  const known = await visit('ada')
  await known.go((await known.ask()).location, { method: 'POST' })
  // Of a stranger, who gets the cookie of the interaction into the browser of the visitor.
  const stranger = await visit(null)
  const login = await stranger.ask()
  const path = new URL(new URL(login.location, origin).searchParams.get('redirect') ?? '', origin).pathname
  known.cookies.set(COOKIES.interaction, path.split('/').at(-1) ?? '')
  const continued = await request(path, { ...PAGE, cookie: known.cookie() })
  const to = continued.headers.get('location') ?? ''
  t.match(to, '/_auth/oauth/authorize/', 'control: the visitor has continued it')
  const done = await stranger.go(to)
  t.notMatch(done.location, `${CALLBACK}?code=`)
  t.match(done.location, /\/login\?/, 'the stranger has to sign in')
})

import t from 'tap'
import { PAGE, PUBLIC_ORIGIN, startGateway } from '../../fixtures/gateway.ts'
import { createBrowsers, HOME, WIKI } from '../../fixtures/hand-over.ts'
import { send } from '../../fixtures/wire/http-client.ts'
import { startEchoUpstream } from '../../fixtures/wire/upstream.ts'

const gateway = await startGateway(t, {
  config: {
    'keepForms.enabled': true,
    'account.enabled': true,
    'access.rules': [{ path: '/closed', allow: 'deny' }]
  }
})

const application = await startEchoUpstream(t)
const upstream = { url: application.url }
const applications = [
  { name: 'home', upstream },
  { name: 'wiki', host: 'wiki.example.org', upstream }
]
const hosts = await startGateway(t, { publicUrl: HOME, config: { applications } })
const { openBrowser, signedInBrowser } = createBrowsers(hosts)

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  send(gateway.url + path, { method, headers: { ...PAGE, ...headers } })

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const FRAME_KINDS = ['iframe', 'frame', 'embed', 'object']
const cspOf = ({ headers }: Response) => headers.get('content-security-policy') ?? ''
const ROWS: [name: string, path: string, headers: Record<string, string>, status: number][] = [
  ['without a session', '/widget?x=1', {}, 401],
  ['a rule that denies', '/closed', {}, 403],
  ['an invalid request', '/a//b%00', {}, 400]
]

t.test('frame: a refusal is a page for frames of its own origin, with one link out of them', async (t) => {
  for (const kind of FRAME_KINDS)
    for (const [name, path, headers, status] of ROWS) {
      const response = await ask(path, { ...headers, 'sec-fetch-dest': kind })
      const { headers: got } = response
      const found = [response.status, got.get('x-frame-options'), got.get('location')]
      t.same(found, [status, 'SAMEORIGIN', null], `${kind}, ${name}`)
      t.match(cspOf(response), "frame-ancestors 'self'", `${kind}, ${name}`)
      const html = await response.text()
      t.equal(html.match(/<a /g)?.length, 1, html)
      t.match(html, /<a class="button" href="[^"]*" target="_top">/)
      t.notMatch(html, /<form|<script/)
    }
})

t.test('frame: not a frame, no other page can frame it', async (t) => {
  for (const [name, path, headers] of ROWS)
    for (const dest of ['document', 'image', 'IFRAME', 'iframe, document', '']) {
      const response = await ask(path, { ...headers, 'sec-fetch-dest': dest })
      t.match(cspOf(response), "frame-ancestors 'none'", `${name}, ${dest}`)
      t.equal(response.headers.get('x-frame-options'), 'DENY')
    }
})

t.test('frame: the sign-in leads back to the page around it if that is of the same origin', async (t) => {
  for (const [referer, redirect] of [
    [`${PUBLIC_ORIGIN}/board?y=2`, '/board?y=2'],
    ['https://evil.example/board', '/widget?x=1'],
    ['nonsense', '/widget?x=1']
  ] as const) {
    const html = await (await ask('/widget?x=1', { 'sec-fetch-dest': 'iframe', referer })).text()
    t.match(html, `href="/login?redirect=${encodeURIComponent(redirect)}"`, referer)
  }
})

t.test('frame: pages of the gateway itself can never be framed', async (t) => {
  const cookie = await gateway.signIn('ada')
  for (const [path, headers] of [
    ['/login', {}],
    ['/login/forgot', {}],
    ['/logout?ask=1', { cookie }],
    ['/account', { cookie }],
    ['/_auth/form?to=/x', { cookie }]
  ] as const)
    for (const kind of FRAME_KINDS) {
      const response = await ask(path, { ...headers, 'sec-fetch-dest': kind, referer: `${PUBLIC_ORIGIN}/` })
      t.match(cspOf(response), "frame-ancestors 'none'", `${path} ${kind}`)
      t.equal(response.headers.get('x-frame-options'), 'DENY')
    }
})

t.test('frame: an application that fails shows its error in the frame', async (t) => {
  const down = await startGateway(t, { upstreamUrl: 'http://127.0.0.1:9' })
  const cookie = await down.signIn('ada')
  const response = await send(`${down.url}/widget`, {
    headers: { ...PAGE, cookie, 'sec-fetch-dest': 'iframe' }
  })
  t.equal(response.status, 502)
  t.match(cspOf(response), "frame-ancestors 'self'")
  t.match(await response.text(), 'href="/widget" target="_top"')
})

t.test('speculative load: without a session it gets a bare 401 that changes no sign-in state', async (t) => {
  const cookie = await gateway.signIn('ada')
  const ended = await gateway.signIn('ada')
  await ask('/logout', { cookie: ended, origin: PUBLIC_ORIGIN }, 'POST')
  const form = { origin: PUBLIC_ORIGIN, 'sec-fetch-site': 'same-origin', ...FORM }
  for (const [method, path] of [
    ['GET', '/page'],
    ['POST', '/page'],
    ['GET', '/login'],
    ['GET', '/login?redirect=/page'],
    ['GET', '/login/second-step'],
    ['GET', '/account']
  ] as const)
    for (const own of [{}, { cookie: `${cookie}x` }, { cookie: ended }]) {
      const ahead = { 'sec-purpose': 'prefetch;prerender', ...own, ...(method === 'POST' ? form : {}) }
      const response = await ask(path, ahead, method)
      const what = `${method} ${path} ${Object.keys(own)}`
      t.same([response.status, await response.text(), response.headers.getSetCookie()], [401, '', []], what)
      const { headers } = response
      const found = ['cache-control', 'location', 'clear-site-data'].map((name) => headers.get(name))
      t.same(found, ['no-store', null, null])
    }
  t.equal((await ask('/page', { cookie, 'sec-purpose': 'prefetch' })).status, 200, 'control: with a session')
  t.equal((await ask('/page', { 'sec-purpose': 'else' })).status, 302, 'control: another purpose')
  t.equal((await ask('/login', { 'sec-purpose': '' })).status, 200, 'control: none')
  t.match((await ask('/login', { cookie: ended })).headers.getSetCookie(), [/Max-Age=0/], 'control: ended')
})

t.test('speculative load: a host with its own session begins no hand-over', async (t) => {
  const browser = await signedInBrowser()
  const ahead = { headers: { 'sec-purpose': 'prefetch' } }
  const response = await browser.ask(`${WIKI}/page`, ahead)
  t.equal(response.status, 401)
  t.same(response.headers.getSetCookie(), [])
  for (const address of [`${WIKI}/_auth/begin?to=/page`, `${HOME}/_auth/continue`]) {
    const { status, headers } = await browser.ask(address, ahead)
    t.same([status, headers.getSetCookie()], [403, []], address)
  }
  t.equal((await browser.ask(`${WIKI}/page`)).status, 302, 'control')
})

t.test('form at another host: a page leads to the sign-in, as a redirect might be blocked', async (t) => {
  for (const [method, headers] of [
    ['POST', { origin: WIKI, 'sec-fetch-site': 'same-origin' }],
    ['POST', { origin: WIKI }],
    ['GET', { 'sec-fetch-site': 'same-origin' }]
  ] as const) {
    const response = await openBrowser().ask(`${WIKI}/search?q=1`, { method, headers })
    t.equal(response.status, 401, method)
    t.match(
      response.headers.get('refresh'),
      /^0; url=https:\/\/app\.example\.com\/_auth\/continue\?to=https%3A%2F%2Fwiki\.example\.org&redirect=%2Fsearch%3Fq%3D1&state=/
    )
    t.match(response.headers.getSetCookie()[0], '__Host-gatehouse-state.')
    t.match(await response.text(), 'href="https://app.example.com/_auth/continue?')
    t.match(cspOf(response), "frame-ancestors 'none'")
  }
})

t.test('form at another host: what is no form of that host is redirected', async (t) => {
  for (const [address, method, headers] of [
    [`${WIKI}/x`, 'POST', { origin: 'https://pay.example', 'sec-fetch-site': 'cross-site' }],
    [`${WIKI}/x`, 'POST', { origin: 'https://pay.example' }],
    [`${WIKI}/x`, 'GET', { 'sec-fetch-site': 'none' }],
    [`${WIKI}/x`, 'GET', { 'sec-fetch-site': 'cross-site' }],
    [`${WIKI}/x`, 'GET', {}],
    [`${HOME}/x`, 'POST', { origin: HOME, 'sec-fetch-site': 'same-origin' }]
  ] as const) {
    const response = await openBrowser().ask(address, { method, headers })
    t.equal(response.status, method === 'GET' ? 302 : 303, `${method} ${address} ${JSON.stringify(headers)}`)
    t.equal(response.headers.get('refresh'), null)
  }
})

t.test('form at another host: a sign-out by a form ends the session and leads on by a page', async (t) => {
  const browser = await signedInBrowser()
  const leave = (origin: string) =>
    browser.ask(`${origin}/logout`, { method: 'POST', headers: { origin, 'sec-fetch-site': 'same-origin' } })
  const { status, headers } = await leave(WIKI)
  t.match([status, headers.get('refresh')], [200, `0; url=${HOME}/login?reason=signed-out`])
  t.equal((await leave(HOME)).status, 303, 'the login page of the same host needs none')
})

t.test('form at another host: with kept forms, the page that keeps it leads to the sign-in', async (t) => {
  const keeping = await startGateway(t, {
    publicUrl: HOME,
    config: { 'keepForms.enabled': true, applications }
  })
  const site = { host: 'wiki.example.org', origin: WIKI, 'sec-fetch-site': 'same-origin' }
  const headers = { ...PAGE, ...FORM, ...site, 'sec-fetch-dest': 'document' }
  const response = await send(`${keeping.url}/save`, { method: 'POST', headers, body: 'a=b' })
  t.same([response.status, response.headers.get('refresh')], [401, null])
  t.match(await response.text(), 'Sign in to send this form')
})

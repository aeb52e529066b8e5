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
gateway.provider.accounts.create({ uid: 'ada' })

const application = await startEchoUpstream(t)
const upstream = { url: application.url }
const applications = [
  { name: 'home', upstream },
  { name: 'wiki', host: 'wiki.example.org', upstream }
]
const hosts = await startGateway(t, { publicUrl: HOME, config: { applications } })
hosts.provider.accounts.create({ uid: 'ada' })
const { openBrowser, signedInBrowser } = createBrowsers(hosts)

const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  send(gateway.url + path, { method, headers: { ...PAGE, ...headers } })

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
      t.equal(response.status, status, `${kind}, ${name}`)
      t.match(cspOf(response), "frame-ancestors 'self'", `${kind}, ${name}`)
      t.equal(response.headers.get('x-frame-options'), 'SAMEORIGIN')
      t.equal(response.headers.get('location'), null)
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
  down.provider.accounts.create({ uid: 'ada' })
  const cookie = await down.signIn('ada')
  const response = await send(`${down.url}/widget`, {
    headers: { ...PAGE, cookie, 'sec-fetch-dest': 'iframe' }
  })
  t.equal(response.status, 502)
  t.match(cspOf(response), "frame-ancestors 'self'")
  t.match(await response.text(), 'href="/widget" target="_top"')
})

const AHEAD: [name: string, value: string][] = [
  ['sec-purpose', 'prefetch'],
  ['sec-purpose', 'prefetch;prerender'],
  ['sec-purpose', 'prefetch;anonymous-client-ip'],
  ['purpose', 'prefetch'],
  ['x-moz', 'prefetch']
]

t.test('speculative load: without a session it gets a bare 401 that changes no sign-in state', async (t) => {
  const invalid = `${await gateway.signIn('ada')}x`
  const ended = await gateway.signIn('ada')
  await ask('/logout', { cookie: ended, origin: PUBLIC_ORIGIN }, 'POST')
  for (const [name, value] of AHEAD)
    for (const [path, method] of [
      ['/page', 'GET'],
      ['/page', 'POST'],
      ['/login', 'GET'],
      ['/login?redirect=/page', 'GET'],
      ['/login/second-step', 'GET'],
      ['/account', 'GET']
    ] as const)
      for (const cookie of ['', invalid, ended]) {
        const response = await ask(
          path,
          {
            [name]: value,
            ...(cookie === '' ? {} : { cookie }),
            ...(method === 'POST'
              ? {
                  origin: PUBLIC_ORIGIN,
                  'sec-fetch-site': 'same-origin',
                  'content-type': 'application/x-www-form-urlencoded'
                }
              : {})
          },
          method
        )
        const what = `${name}: ${value} ${method} ${path} ${cookie === '' ? '' : 'with a cookie'}`
        t.equal(response.status, 401, what)
        t.equal(await response.text(), '', what)
        t.equal(response.headers.get('cache-control'), 'no-store')
        t.equal(response.headers.get('location'), null)
        t.equal(response.headers.get('clear-site-data'), null)
        t.same(response.headers.getSetCookie(), [], what)
      }
  t.equal((await ask('/page', { 'sec-purpose': 'else' })).status, 302, 'control: another purpose')
  t.equal((await ask('/login', { 'sec-purpose': '' })).status, 200, 'control: none')
  t.match((await ask('/login', { cookie: ended })).headers.getSetCookie(), [/Max-Age=0/], 'control: ended')
})

t.test('speculative load: with a session it gets the page', async (t) => {
  const cookie = await gateway.signIn('ada')
  const response = await ask('/page', { cookie, 'sec-purpose': 'prefetch;prerender' })
  t.equal(response.status, 200)
})

t.test('speculative load: a host with its own session begins no hand-over', async (t) => {
  const browser = await signedInBrowser()
  const ahead = { headers: { 'sec-purpose': 'prefetch' } }
  const response = await browser.ask(`${WIKI}/page`, ahead)
  t.equal(response.status, 401)
  t.same(response.headers.getSetCookie(), [])
  for (const own of ['begin?to=/page', 'continue']) {
    const address = own === 'continue' ? `${HOME}/_auth/continue` : `${WIKI}/_auth/${own}`
    const refused = await browser.ask(address, ahead)
    t.equal(refused.status, 403, own)
    t.same(refused.headers.getSetCookie(), [], own)
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
  const response = await browser.ask(`${WIKI}/logout`, {
    method: 'POST',
    headers: { origin: WIKI, 'sec-fetch-site': 'same-origin' }
  })
  t.equal(response.status, 200)
  t.match(response.headers.get('refresh'), `0; url=${HOME}/login?reason=signed-out`)
  const home = await browser.ask(`${HOME}/logout`, {
    method: 'POST',
    headers: { origin: HOME, 'sec-fetch-site': 'same-origin' }
  })
  t.equal(home.status, 303, 'the login page of the same host needs none')
})

t.test('form at another host: with kept forms, the page that keeps it leads to the sign-in', async (t) => {
  const keeping = await startGateway(t, {
    publicUrl: HOME,
    config: { 'keepForms.enabled': true, applications }
  })
  const response = await send(`${keeping.url}/save`, {
    method: 'POST',
    headers: {
      ...PAGE,
      host: 'wiki.example.org',
      origin: WIKI,
      'sec-fetch-site': 'same-origin',
      'sec-fetch-dest': 'document',
      'content-type': 'application/x-www-form-urlencoded'
    },
    body: 'a=b'
  })
  t.equal(response.status, 401)
  t.equal(response.headers.get('refresh'), null)
  t.match(await response.text(), 'Sign in to send this form')
})

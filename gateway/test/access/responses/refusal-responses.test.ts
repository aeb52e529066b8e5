import t from 'tap'
import { cookieHeader, PAGE, PUBLIC_ORIGIN, postSession, startGateway } from '../../fixtures/gateway.ts'
import { signedIn } from '../../fixtures/signed-in.ts'
import { send, sendRaw } from '../../fixtures/wire/http-client.ts'

t.test('forbidden: signed in but not allowed, a 403 page names the user and the session stays', async (t) => {
  const { get } = await signedIn(t, {
    'access.rules': [{ path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }],
    'login.links.contact': 'mailto:help@example.com'
  })
  const page = await get('/admin/x?y=1&2', PAGE)
  t.equal(page.status, 403)
  t.same(page.headers.getSetCookie(), [])
  const html = await page.text()
  t.match(
    html,
    '<a class="button plain" href="/login?redirect=%2Fadmin%2Fx%3Fy%3D1%262&amp;prompt=login">Switch account</a>'
  )
  t.match(html, '<form method="post" action="/logout"><button class="link"')
  t.match(html, '<a class="button plain" href="/">Back to localhost</a>')
  const reference = page.headers.get('x-request-id')?.slice(0, 8)
  const body = `${encodeURIComponent(`${PUBLIC_ORIGIN}/admin/x`)}%0D%0AReference%3A%20${reference}`
  t.match(
    html,
    `<a class="button" href="mailto:help@example.com?subject=Ask%20for%20access&amp;body=${body}">Ask for access<`
  )
  const call = await get('/admin/x')
  t.equal(call.status, 403)
  t.match(await call.json(), { code: 'FORBIDDEN' })
})

t.test('forbidden: names what is closed, the whole application only at its start page', async (t) => {
  const names = { '/': 'Shop', '/pay': 'Payments <b>' }
  const show = async (links: object) => {
    const { get } = await signedIn(t, {
      'access.rules': [{ path: '/*', allow: { claim: 'role', oneOf: ['admin'] } }],
      'login.destinations': names,
      'login.links': links
    })
    return await Promise.all(['/', '/x', '/pay/1'].map(async (path) => (await get(path, PAGE)).text()))
  }
  const titles = ['Shop', 'this page', 'Payments &lt;b&gt;'].map((name) => `You don’t have access to ${name}`)
  const [bare, withContact] = [await show({}), await show({ contact: 'https://acme.example/ask' })]
  t.same(
    bare.map((html) => /<h1>(.*)<\/h1>/.exec(html)?.[1]),
    titles
  )
  t.same(
    bare.map((html) => html.includes('>Back to localhost<')),
    [false, true, true]
  )
  t.notMatch(bare.join(), 'Ask for access')
  t.equal(bare.join().match(/<a class="button" [^>]*>Switch account</g)?.length, 3)
  for (const html of withContact)
    t.match(html, '<a class="button" href="https://acme.example/ask">Ask for access<')
})

/** What a client can claim about itself. */
const CLAIMED = {
  'x-forwarded-email': 'root@example.com',
  'x-forwarded-user': 'root',
  'x-role': 'admin',
  'x-gatehouse-assertion': 'e30.e30.e30'
}

t.test('access: without the claim nothing passes, whatever a client sends (ASVS 8.3.1)', async (t) => {
  const { url, provider, upstream, signIn } = await startGateway(t, {
    config: { 'access.rules': [{ path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }] }
  })
  provider.accounts.create({ uid: 'root', customClaims: { role: 'admin' } })
  const [ada, root] = [await signIn('ada'), await signIn('root')]
  const ask = async (method: string, cookie: string) => {
    const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
    const { status } = await send(`${url}/admin/x?role=admin`, {
      method,
      headers: { ...CLAIMED, cookie, origin: PUBLIC_ORIGIN },
      ...(hasBody ? { body: 'role=admin' } : {})
    })
    return status
  }
  for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    t.equal(await ask(method, 'role=admin'), 401, `${method}, not signed in`)
    t.equal(await ask(method, `${ada}; role=admin`), 403, `${method}, without the claim`)
    t.same(upstream.seen, [], method)
    t.equal(await ask(method, root), 200, `${method}, control`)
    t.equal(upstream.seen.splice(0).length, 1, method)
  }
})

t.test('access: refused before the first byte of a body arrives (ASVS 8.3.1)', async (t) => {
  const { port, upstream } = await startGateway(t)
  const head = `POST /page HTTP/1.1\r\nHost: localhost:8080\r\nOrigin: ${PUBLIC_ORIGIN}\r\nContent-Length: 9`
  t.match(await sendRaw(port, `${head}\r\n\r\n`), /^HTTP\/1\.1 401 /)
  t.same(upstream.seen, [])
})

t.test('forbidden: switch account, the session stays until another replaces it', async (t) => {
  const rules = [{ path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }]
  const { url, provider, cookie, get } = await signedIn(t, { 'access.rules': rules })
  provider.accounts.create({ uid: 'bob', email: 'bob@example.com', customClaims: { role: 'admin' } })
  const html = await (await get('/admin/x', PAGE)).text()
  const href = /href="([^"]*prompt=login[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const login = await get(href, PAGE)
  t.equal(login.status, 200, 'no redirect back to the forbidden page')
  t.strictSame(login.headers.getSetCookie(), [], 'the session is preserved')
  t.match(await login.text(), '"redirectTarget":"/admin/x"')
  const back = await get(href.replace('&prompt=login', ''), PAGE)
  t.equal(back.headers.get('location'), '/admin/x', 'without prompt, a redirect')
  t.equal((await get('/x')).status, 200)
  const { idToken, refreshToken } = await provider.signIn('bob')
  const other = await postSession(url, idToken, refreshToken, { cookie })
  t.equal(other.status, 200)
  const admin = await send(`${url}/admin/x`, { headers: { cookie: cookieHeader(other) } })
  t.equal(admin.status, 200)
})

t.test('forbidden: a disabled account is offered another account and no sign-out', async (t) => {
  const { provider, advance, get } = await signedIn(t)
  provider.accounts.disable('ada')
  advance(3600)
  const page = await get('/x', PAGE)
  t.equal(page.status, 403)
  t.match(page.headers.getSetCookie().join(), 'Max-Age=0')
  const html = await page.text()
  t.match(html, '<a class="button" href="/login?redirect=%2Fx">Use another account</a>')
  t.notMatch(html, '<form')
})

t.test('answers: page loads get pages, all else JSON, whatever the user agent (ASVS 3.2.1)', async (t) => {
  const { url } = await startGateway(t)
  const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150' }
  const preflight = { origin: 'https://a.example', 'access-control-request-method': 'GET' }
  const rows = [
    ['GET', { accept: 'text/html,application/xhtml+xml' }, 302],
    ['GET', { 'sec-fetch-mode': 'cors', accept: 'text/html' }, 401],
    ['GET', { accept: 'text/event-stream' }, 401],
    ['GET', { accept: '*/*', ...browser }, 401],
    ['GET', {}, 401],
    // Not 302: the method must not be repeated.
    ['POST', PAGE, 303],
    ['HEAD', PAGE, 302],
    ['OPTIONS', preflight, 401]
  ] as const
  for (const [method, headers, status] of rows) {
    const found = (await send(`${url}/x`, { method, headers })).status
    t.equal(found, status, `${method} ${JSON.stringify(headers)}`)
  }
})

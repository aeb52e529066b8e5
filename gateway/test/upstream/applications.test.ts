import t from 'tap'
import { cookieHeader, PAGE, postSession, startGateway } from '../fixtures/gateway.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { startEchoUpstream } from '../fixtures/wire/upstream.ts'

const HOME = 'https://app.example.com'
const WIKI = 'https://wiki.example.com'
const wiki = await startEchoUpstream(t)

const gateway = await startGateway(t, {
  publicUrl: HOME,
  config: {
    'cookie.domain': 'example.com',
    'forwardAuth.enabled': true,
    trustedProxies: ['127.0.0.1/32'],
    'forwardAuth.trustedProxies': ['127.0.0.1/32'],
    identityHeaders: { 'x-role': 'role' },
    applications: [
      { name: 'home', upstream: { url: 'http://127.0.0.1:9' } },
      {
        name: 'wiki',
        host: 'wiki.example.com',
        upstream: { url: wiki.url },
        identityHeaders: { 'x-who': 'sub' },
        access: {
          default: 'signed-in',
          rules: [
            { path: '/public/*', allow: 'public' },
            { path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }
          ]
        }
      },
      {
        name: 'files',
        host: 'wiki.example.com',
        path: '/files/*',
        stripPath: true,
        upstream: { url: wiki.url },
        access: { default: 'public' }
      },
      { name: 'away', host: 'away.example.com' }
    ]
  }
})

async function signIn(uid: string, claims: Record<string, unknown> = {}): Promise<string> {
  gateway.provider.accounts.create({ uid, customClaims: claims })
  const { idToken, refreshToken } = await gateway.provider.signIn(uid)
  const response = await postSession(gateway.url, idToken, refreshToken, {
    host: 'app.example.com',
    origin: HOME
  })
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`)
  return cookieHeader(response)
}

const at = (host: string, path: string, headers: Record<string, string> = {}) =>
  send(`${gateway.url}${path}`, { headers: { host, ...headers } })

t.test('applications: host sent by a trusted proxy is read like that of the request', async (t) => {
  const forwardedTo = (value: string) => at('app.example.com', '/public/x', { 'x-forwarded-host': value })
  t.equal((await forwardedTo('wiki.example.com:443')).status, 200)
  t.equal((await forwardedTo('evil, Wiki.Example.com.')).status, 200, 'the last one')
  for (const value of ['wiki.example.com:80@evil', 'wiki.example.com:', 'wiki.example.com:99999', 'wiki x'])
    t.equal((await forwardedTo(value)).status, 400, value)
})

t.test('applications: each gets its requests, with its own rules and identity headers', async (t) => {
  const cookie = await signIn('ada')
  wiki.forget()
  const response = await at('wiki.example.com', '/x', { cookie, 'x-who': 'root', 'x-role': 'admin' })
  t.equal(response.status, 200)
  // `x-role` is no identity header of this application, so that of the client passes.
  const host = 'wiki.example.com'
  const headers = { 'x-who': 'ada', 'x-role': 'admin', 'x-forwarded-host': host, host }
  t.match(wiki.seen, [{ url: '/x', headers }])
  t.equal((await at('app.example.com', '/x', { cookie })).status, 502, 'the other one, which is down')
  t.equal((await at('wiki.example.com', '/admin/x', { cookie })).status, 403)
  t.equal((await at('wiki.example.com', '/public/x')).status, 200)
  t.equal((await at('app.example.com', '/public/x')).status, 401, 'rules of the other')
})

t.test('applications: the assertion is for the origin of the application', async (t) => {
  const cookie = await signIn('bob')
  wiki.forget()
  await at('wiki.example.com', '/x', { cookie })
  const assertion = String(wiki.seen[0]?.headers['x-gatehouse-assertion'])
  const claims = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString())
  t.match(claims, { aud: WIKI, iss: `${HOME}/_auth`, sub: 'bob' })
})

t.test('applications: stripPath also removes the folder from Destination and If, and names it', async (t) => {
  const cookie = await signIn('dav')
  const ask = async (headers: Record<string, string>, path = '/files/a', method = 'LOCK') => {
    wiki.forget()
    await send(`${gateway.url}${path}`, { method, headers: { host: 'wiki.example.com', cookie, ...headers } })
    return wiki.seen[0]?.headers
  }
  const rows = [
    ['destination', `${WIKI}/files/b`, `${WIKI}/b`],
    ['destination', '/files/b%20c', '/b%20c'],
    ['destination', '/filesystem', '/filesystem'],
    ['destination', 'https://other.example/files/b', 'https://other.example/files/b'],
    [
      'if',
      `<${WIKI}/files/a> (<urn:uuid:1>) </files/b> (Not <urn:uuid:2>)`,
      `<${WIKI}/a> (<urn:uuid:1>) </b> (Not <urn:uuid:2>)`
    ],
    ['if', '(<urn:uuid:1>)', '(<urn:uuid:1>)']
  ] as const
  for (const [name, sent, got] of rows) t.equal((await ask({ [name]: sent }))?.[name], got, sent)
  t.equal((await ask({ destination: `${WIKI}/files/b` }, '/files/a', 'MOVE'))?.destination, `${WIKI}/b`)
  t.equal((await ask({ 'x-forwarded-prefix': '/evil' }))?.['x-forwarded-prefix'], '/files')
  const other = await ask({ 'x-forwarded-prefix': '/evil', destination: `${WIKI}/files/b` }, '/public/x')
  t.notHas(other, { 'x-forwarded-prefix': /./ }, 'an application without stripPath')
  t.equal(other?.destination, `${WIKI}/files/b`)
})

t.test('applications: stripPath removes only the folder of the application', async (t) => {
  const rows = [
    ['/files/a/b?c=/files/', '/a/b?c=/files/'],
    ['/files/', '/'],
    ['/files', '/'],
    ['/files?x', '/?x'],
    ['/files/%C3%A9', '/%C3%A9']
  ] as const
  for (const [asked, got] of rows) {
    wiki.forget()
    t.equal((await at('wiki.example.com', asked)).status, 200, asked)
    t.equal(wiki.seen[0]?.url, got, asked)
  }
  const cookie = await signIn('fay')
  for (const path of ['/files//evil.example/', '/Files/x', '/%66iles/x'])
    t.equal((await at('wiki.example.com', path, { cookie })).status, 400, path)
})

t.test('applications: an unknown host gets 404 for pages, calls and own endpoints', async (t) => {
  for (const path of ['/', '/login', '/_auth/session', '/_auth/jwks.json', '/__/auth/handler', '/public/x']) {
    const response = await at('evil.example.com', path)
    t.equal(response.status, 404, path)
    t.match(await response.json(), { code: 'UNKNOWN_HOST' })
  }
  const page = await at('evil.example.com', '/', PAGE)
  t.equal(page.status, 404)
  t.match(await page.text(), 'There’s no application at this address.')
})

t.test('applications: signed out, redirected to the login page of publicUrl and back', async (t) => {
  const page = await at('wiki.example.com', '/x?y=1', PAGE)
  t.equal(page.status, 302)
  t.equal(page.headers.get('location'), `${HOME}/login?redirect=${encodeURIComponent(`${WIKI}/x?y=1`)}`)
  const call = await at('wiki.example.com', '/x')
  t.match(await call.json(), { code: 'MISSING_CREDENTIALS', loginUrl: `${HOME}/login` })
  const cookie = await signIn('carla')
  const back = await at('app.example.com', `/login?redirect=${encodeURIComponent(`${WIKI}/x?y=1`)}`, {
    ...PAGE,
    cookie
  })
  t.equal(back.headers.get('location'), `${WIKI}/x?y=1`)
})

t.test('applications: login page and helper are on publicUrl alone, elsewhere proxied', async (t) => {
  const cookie = await signIn('dora')
  for (const path of ['/login', '/login/forgot', '/__/auth/handler', '/__/other']) {
    wiki.forget()
    t.equal((await at('wiki.example.com', path, { cookie })).status, 200, path)
    t.equal(wiki.seen[0]?.url, path)
    t.equal((await at('wiki.example.com', path)).status, 401, `signed out: ${path}`)
  }
  t.equal((await at('app.example.com', '/login', PAGE)).status, 200, 'control')
})

t.test('applications: endpoints exist on each host and check the origin of that host', async (t) => {
  const cookie = await signIn('emil')
  t.match(await (await at('wiki.example.com', '/_auth/session', { cookie })).json(), { uid: 'emil' })
  const refresh = (origin: string) =>
    send(`${gateway.url}/_auth/refresh`, {
      method: 'POST',
      headers: { host: 'wiki.example.com', cookie, origin }
    })
  t.equal((await refresh(WIKI)).status, 200)
  t.equal((await refresh(HOME)).status, 403, 'control: another origin of ours')
  const out = await send(`${gateway.url}/logout`, {
    method: 'POST',
    headers: { host: 'wiki.example.com', cookie, origin: WIKI, ...PAGE }
  })
  t.equal(out.status, 303)
  const found = out.headers.get('location')
  t.equal(found, `${HOME}/login?reason=signed-out&redirect=${encodeURIComponent(`${WIKI}/`)}`)
  t.equal((await at('app.example.com', '/x', { cookie })).status, 401, 'ended on the other host too')
})

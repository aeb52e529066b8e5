import { createLocalJWKSet, jwtVerify } from 'jose'
import t from 'tap'
import { cookieHeader, PAGE, PUBLIC_ORIGIN, startGateway } from './fixtures/gateway.ts'
import { signedIn } from './fixtures/signed-in.ts'
import { send } from './fixtures/wire/http-client.ts'
import { words } from './fixtures/words.ts'

t.test('own endpoints: a body of 16,384 bytes is read, one more is 413', async (t) => {
  const { url } = await startGateway(t)
  const post = (bytes: number) => {
    const headers = { origin: PUBLIC_ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
    return send(`${url}/logout`, { method: 'POST', headers, body: 'x'.repeat(bytes) })
  }
  t.equal((await post(16_384)).status, 204)
  t.equal((await post(16_385)).status, 413)
})

t.test('own addresses: changing methods from another site, 403 whatever the address does', async (t) => {
  const { url } = await startGateway(t)
  const paths = words`
    /login /login/forgot /login/nothing /logout /_auth/session /_auth/refresh /_auth/verify /_auth/jwks.json
    /_auth/.well-known/openid-configuration /_auth/language /_auth/assets/x.js /__/auth/action
  `
  const calls = paths.flatMap((path) =>
    ['POST', 'PUT', 'DELETE', 'OPTIONS'].map((method) => [method, path] as const)
  )
  const refused = async (origin: string) => {
    const responses = calls.map(async ([method, path]) => {
      const { status } = await send(`${url}${path}`, { method, headers: { origin } })
      return status === 403 ? [`${method} ${path}`] : []
    })
    return (await Promise.all(responses)).flat()
  }
  const found = await refused('https://evil.example')
  t.same(
    found,
    calls.map((call) => call.join(' '))
  )
  t.same(await refused(PUBLIC_ORIGIN), [], 'its own pages')
})

t.test('assets: hashed, immutable, precompressed, unknown names are 404 (ASVS 13.4.3)', async (t) => {
  const { url, upstream } = await startGateway(t)
  const html = await (await send(`${url}/login`)).text()
  const names = [...html.matchAll(/"(\/_auth\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '')
  t.ok(names.length >= 2, 'both scripts')
  for (const name of names) {
    for (const [accepted, encoding] of Object.entries({ 'br, gzip': 'br', gzip: 'gzip', identity: null })) {
      const asset = await send(`${url}${name}`, { headers: { 'accept-encoding': accepted } })
      t.equal(asset.status, 200)
      t.equal(asset.headers.get('content-encoding'), encoding, `${name} ${accepted}`)
      t.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      t.equal(asset.headers.get('vary'), 'accept-encoding')
      t.match(asset.headers.get('content-type'), /^(text\/(javascript|css)|application\/json)/)
    }
  }
  for (const name of ['nothing.js', 'index.html', '.vite/manifest.json', '..%2findex.html', '__proto__']) {
    const missing = await send(`${url}/_auth/assets/${name}`)
    t.ok([400, 404].includes(missing.status), name)
  }
  t.equal(upstream.seen.length, 0)
})

t.test('paths: our own addresses are never the application’s, by any method (ASVS 13.4.4)', async (t) => {
  const { url, get, cookie, upstream } = await signedIn(t)
  const rows = [
    ['PUT', '/login', 'GET, HEAD, POST'],
    ['DELETE', '/login/forgot', 'GET, HEAD, POST'],
    ['POST', '/__/auth/action', 'GET, HEAD'],
    ['POST', '/.well-known/change-password', 'GET, HEAD'],
    ['DELETE', '/_auth/session', 'GET, HEAD, POST'],
    ['GET', '/_auth/refresh', 'POST'],
    ['PROPFIND', '/logout', 'GET, HEAD, POST'],
    ['PROPFIND', '/_auth/%73ession', 'GET, HEAD, POST'],
    ['TRACE', '/_auth/assets/x.js', 'GET, HEAD'],
    ['POST', '/_auth/jwks.json', 'GET, HEAD'],
    ['POST', '/_auth/.well-known/openid-configuration', 'GET, HEAD'],
    ['POST', '/_auth/assets/x.js', 'GET, HEAD'],
    ['OPTIONS', '/_auth/session', 'GET, HEAD, POST']
  ] as const
  for (const [method, path, allow] of rows) {
    const response = await send(`${url}${path}`, { method, headers: { cookie } })
    t.equal(response.status, 405, `${method} ${path}`)
    t.same(response.headers.get('allow')?.split(', ').sort().join(', '), allow)
    t.match(await response.json(), { code: 'METHOD_NOT_ALLOWED' })
  }
  t.equal((await get('/_auth/verify')).status, 404, 'kept for forward auth')
  t.equal(upstream.seen.length, 0)
})

t.test('paths: configured, the default ones belong to the application', async (t) => {
  const paths = {
    login: '/auth/sign-in',
    logout: '/auth/out',
    refresh: '/auth/refresh',
    session: '/auth/session',
    home: '/start'
  }
  const { url, provider } = await startGateway(t, { config: { paths, redirectParameter: 'next' } })
  const signedOut = await send(`${url}/x`, { headers: PAGE })
  t.equal(signedOut.headers.get('location'), '/auth/sign-in?next=%2Fx')
  t.equal((await send(`${url}/auth/sign-in`)).status, 200)
  t.equal((await send(`${url}/auth/session`, { method: 'POST' })).status, 400)
  t.equal((await send(`${url}/auth/refresh`, { method: 'POST' })).status, 401)
  t.equal((await send(`${url}/auth/out`, { method: 'POST' })).status, 204)
  t.equal((await send(`${url}/login`)).status, 401, 'no longer the gateway’s')
  const { idToken, refreshToken } = await provider.signIn('ada')
  const response = await send(`${url}/auth/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken })
  })
  const home = await send(`${url}/auth/sign-in?next=//evil`, { headers: { cookie: cookieHeader(response) } })
  t.equal(home.headers.get('location'), '/start')
})

t.test('assertion: key, names, five minutes (ASVS 9.1.2, 9.2.4, 11.6.1, 13.2.1)', async (t) => {
  const { get, upstream, advance } = await signedIn(t)
  const keys = createLocalJWKSet(Object(await (await get('/_auth/jwks.json')).json()))
  const visit = async () => {
    await get()
    return String(upstream.seen.at(-1)?.headers['x-gatehouse-assertion'])
  }
  const first = await visit()
  const { payload, protectedHeader } = await jwtVerify(first, keys, {
    issuer: `${PUBLIC_ORIGIN}/_auth`,
    audience: PUBLIC_ORIGIN
  })
  t.match(payload, { sub: 'ada', email: 'ada@example.com' })
  t.match(protectedHeader, { alg: 'ES256', typ: 'JWT' })
  t.equal((payload.exp ?? 0) - (payload.iat ?? 0), 300)
  advance(179)
  t.equal(await visit(), first, 'signed once, not on every request')
  advance(1)
  t.not(await visit(), first, 'renewed well before it ends')
  await t.rejects(jwtVerify(`${first.slice(0, -4)}AAAA`, keys))
  const jwks = await (await get('/_auth/jwks.json')).text()
  t.notMatch(jwks, '"d":', 'public halves only')
})

import { createLocalJWKSet, jwtVerify } from 'jose'
import t from 'tap'
import { cookieHeader, PAGE, PUBLIC_ORIGIN, postSession, startGateway } from './fixtures/gateway.ts'
import { send } from './fixtures/http-client.ts'

t.test('session: no bearer token, 400 with exactly "Missing token"', async (t) => {
  const { url } = await startGateway(t)
  for (const authorization of [undefined, 'Bearer', 'Bearer ', 'Basic YTpi', 'bearer']) {
    const headers = authorization === undefined ? {} : { authorization }
    const answer = await send(`${url}/_auth/session`, { method: 'POST', headers })
    t.equal(answer.status, 400, String(authorization))
    t.match(await answer.json(), {
      statusCode: 400,
      code: 'MISSING_TOKEN',
      error: 'Bad Request',
      message: 'Missing token',
      requestId: String
    })
  }
})

t.test('session: a token in the body, the URL or a cookie is none (ASVS 3.5.2, 14.2.1)', async (t) => {
  const { url, provider } = await startGateway(t)
  provider.accounts.create({ uid: 'ada' })
  const { idToken } = await provider.signIn('ada')
  const answer = await send(`${url}/_auth/session?token=${idToken}&idToken=${idToken}`, {
    method: 'POST',
    headers: { cookie: `token=${idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ idToken })
  })
  t.equal(answer.status, 400)
})

t.test('session: sign-in, 200 with uid and expiry and one HttpOnly cookie (ASVS 3.3.4)', async (t) => {
  const { url, provider } = await startGateway(t)
  provider.accounts.create({ uid: 'ada' })
  const { idToken, refreshToken } = await provider.signIn('ada')
  const answer = await postSession(url, idToken, refreshToken)
  t.equal(answer.status, 200)
  const body = Object(await answer.json())
  t.same(Object.keys(body).sort(), ['expiresAt', 'uid'])
  t.equal(body.uid, 'ada')
  t.match(answer.headers.getSetCookie(), [
    /^gatehouse=2~1~[\w-]{22}~\d+~eyJ.*; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/
  ])
})

t.test('session: https, the cookie is __Host-, Secure, Path=/, no domain (ASVS 3.3.1, 3.3.3)', async (t) => {
  const publicUrl = 'https://app.example.com'
  const { url, provider } = await startGateway(t, { publicUrl })
  provider.accounts.create({ uid: 'ada' })
  const { idToken, refreshToken } = await provider.signIn('ada')
  const answer = await postSession(url, idToken, refreshToken, { origin: publicUrl })
  t.match(answer.headers.getSetCookie(), [/^__Host-gatehouse=2~.*; Path=\/; HttpOnly; Secure; SameSite=Lax$/])
  t.notMatch(answer.headers.getSetCookie()[0], /Domain/)
})

t.test('session: https with a domain, the cookie is __Secure- (ASVS 3.3.1)', async (t) => {
  const publicUrl = 'https://app.example.com'
  const { url, provider } = await startGateway(t, { publicUrl, config: { 'cookie.domain': 'example.com' } })
  provider.accounts.create({ uid: 'ada' })
  const { idToken, refreshToken } = await provider.signIn('ada')
  const answer = await postSession(url, idToken, refreshToken, { origin: publicUrl })
  t.match(answer.headers.getSetCookie(), [
    /^__Secure-gatehouse=2~.*; Domain=example.com; Path=\/; HttpOnly; Secure; SameSite=Lax$/
  ])
})

for (const acquire of ['handover', 'exchange'] as const) {
  t.test(`session: ${acquire}, every refusal has its status and code, and sets no cookie`, async (t) => {
    const { url, provider, advance } = await startGateway(t, { acquire })
    for (const uid of ['ada', 'eve', 'off', 'gone', 'old']) provider.accounts.create({ uid })
    const sessions = {
      ada: await provider.signIn('ada'),
      eve: await provider.signIn('eve'),
      off: await provider.signIn('off'),
      gone: await provider.signIn('gone'),
      old: await provider.signIn('old')
    }
    advance(10)
    provider.accounts.disable('off')
    provider.accounts.delete('gone')
    provider.accounts.revoke('old')
    const forged = `${sessions.ada.idToken.slice(0, sessions.ada.idToken.lastIndexOf('.'))}.${sessions.eve.idToken.split('.')[2]}`
    const rows = [
      ['not a token', 'nonsense', 401, 'INVALID_ARGUMENT'],
      ['a forged signature', forged, 401, 'INVALID_TOKEN_SIGNATURE'],
      [
        'another project',
        await provider.issueIdToken('ada', { claims: { aud: 'other' } }),
        401,
        'INVALID_ARGUMENT'
      ],
      ['no key id', await provider.issueIdToken('ada', { omit: ['kid'] }), 401, 'NO_KEY_ID'],
      ['expired', await provider.issueIdToken('ada', { lifeSeconds: -1 }), 401, 'TOKEN_EXPIRED'],
      [
        'a tenant’s token',
        await provider.issueIdToken('ada', {
          claims: { firebase: { tenant: 't1', sign_in_provider: 'password' } }
        }),
        401,
        'INVALID_ARGUMENT'
      ],
      [
        'an anonymous account',
        await provider.issueIdToken('ada', { claims: { firebase: { sign_in_provider: 'anonymous' } } }),
        403,
        'FORBIDDEN'
      ],
      ['a disabled account', sessions.off.idToken, 403, 'USER_DISABLED'],
      ['a deleted account', sessions.gone.idToken, 401, 'USER_NOT_FOUND'],
      ['a revoked sign-in', sessions.old.idToken, 401, 'TOKEN_REVOKED']
    ] as const
    for (const [name, idToken, status, code] of rows) {
      const answer = await postSession(url, idToken, sessions.ada.refreshToken)
      t.equal(answer.status, status, name)
      t.match(await answer.json(), { code }, name)
      t.same(answer.headers.getSetCookie(), [], name)
    }
    t.equal(provider.accounts.get('gone'), undefined, 'the deleted account was not brought back')
    t.equal(
      (await postSession(url, sessions.ada.idToken, sessions.ada.refreshToken)).status,
      200,
      'the good twin passes'
    )
  })
}

t.test('session: handover, the refresh token of another user is refused', async (t) => {
  const { url, provider } = await startGateway(t)
  provider.accounts.create({ uid: 'ada' })
  provider.accounts.create({ uid: 'eve' })
  const ada = await provider.signIn('ada')
  const eve = await provider.signIn('eve')
  const answer = await postSession(url, ada.idToken, eve.refreshToken)
  t.equal(answer.status, 401)
  t.match(await answer.json(), { code: 'INVALID_CREDENTIALS' })
  const without = await postSession(url, ada.idToken, null)
  t.equal(without.status, 400)
  t.match(await without.json(), { code: 'INVALID_REQUEST' })
})

t.test('session: provider away at sign-in, 503 with Retry-After', async (t) => {
  const { url, provider } = await startGateway(t)
  provider.accounts.create({ uid: 'ada' })
  const { idToken, refreshToken } = await provider.signIn('ada')
  for (const call of ['identityToolkit', 'refresh'] as const) {
    provider.faults[call] = { kind: 'html', status: 503 }
    const answer = await postSession(url, idToken, refreshToken)
    t.equal(answer.status, 503, call)
    t.ok(Number(answer.headers.get('retry-after')) > 0)
    t.match(await answer.json(), { code: 'PROVIDER_UNAVAILABLE' })
    provider.faults[call] = { kind: 'ok' }
  }
})

t.test('session: more sign-ins a minute than allowed, 429; who am I not counted (ASVS 2.4.1)', async (t) => {
  const { url } = await startGateway(t, { config: { 'session.signInsPerMinute': 3 } })
  const statuses: number[] = []
  for (let attempt = 0; attempt < 4; attempt++)
    statuses.push((await postSession(url, 'nonsense', null)).status)
  t.same(statuses, [401, 401, 401, 429])
  const limited = await postSession(url, 'nonsense', null)
  t.match(await limited.json(), { code: 'RATE_LIMITED' })
  t.ok(Number(limited.headers.get('retry-after')) > 0)
  t.equal((await send(`${url}/_auth/session`)).status, 401)
})

t.test('session: a body over 16 kB, 413', async (t) => {
  const { url } = await startGateway(t)
  const answer = await postSession(url, 'x', 'r'.repeat(17_000))
  t.equal(answer.status, 413)
  t.match(await answer.json(), { code: 'PAYLOAD_TOO_LARGE' })
})

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
  const paths = [
    '/login',
    '/login/forgot',
    '/login/nothing',
    '/logout',
    '/_auth/session',
    '/_auth/refresh',
    '/_auth/verify',
    '/_auth/jwks.json',
    '/_auth/assets/x.js',
    '/__/auth/action'
  ]
  for (const path of paths) {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const ask = (origin: string) => send(`${url}${path}`, { method, headers: { origin } })
      t.equal((await ask('https://evil.example')).status, 403, `${method} ${path}`)
      t.not((await ask(PUBLIC_ORIGIN)).status, 403, `${method} ${path}, twin`)
    }
  }
})

t.test('session: tokens that do not fit into four cookies, 431 and no cookie at all', async (t) => {
  const { url, provider, advance } = await startGateway(t)
  provider.accounts.create({ uid: 'ada', displayName: 'x'.repeat(3000) })
  const answerWith = async (length: number) => {
    advance(1)
    const { idToken, refreshToken } = await provider.signIn('ada')
    const body = JSON.stringify({ id_token: idToken, refresh_token: 'r'.repeat(length) })
    provider.faults.refresh = { kind: 'body', status: 200, body }
    return postSession(url, idToken, refreshToken)
  }
  const fits = await answerWith(6_000)
  t.equal(fits.status, 200)
  t.equal((await send(`${url}/`, { headers: { cookie: cookieHeader(fits) } })).status, 200)
  const tooLarge = await answerWith(10_000)
  t.equal(tooLarge.status, 431)
  t.match(await tooLarge.json(), { code: 'SESSION_TOO_LARGE' })
  t.same(tooLarge.headers.getSetCookie(), [])
})

t.test('who am I: 200 with the account, 401 JSON without a session, also for a page load', async (t) => {
  const { url, provider, signIn } = await startGateway(t)
  provider.accounts.create({
    uid: 'ada',
    email: 'ada@example.com',
    emailVerified: true,
    displayName: 'Ada',
    photoUrl: 'https://img.example/a.png',
    customClaims: { role: 'admin' }
  })
  const cookie = await signIn('ada')
  const answer = await send(`${url}/_auth/session`, { headers: { cookie } })
  t.equal(answer.status, 200)
  t.match(await answer.json(), {
    uid: 'ada',
    email: 'ada@example.com',
    emailVerified: true,
    name: 'Ada',
    picture: 'https://img.example/a.png',
    tenant: null,
    claims: { sub: 'ada', email: 'ada@example.com', role: undefined },
    signedInAt: Number,
    expiresAt: Number
  })
  for (const headers of [{}, PAGE]) {
    const refused = await send(`${url}/_auth/session`, { headers })
    t.equal(refused.status, 401)
    t.equal(refused.headers.get('www-authenticate'), 'Bearer')
    t.match(await refused.json(), { code: 'MISSING_CREDENTIALS', loginUrl: `${PUBLIC_ORIGIN}/login` })
  }
})

t.test(
  'refresh: nothing due, 200 and no cookie; expired, 200 and a new one; forced, changed claims arrive',
  async (t) => {
    const { url, provider, upstream, advance, signIn } = await startGateway(t, {
      config: { identityHeaders: { 'x-forwarded-groups': 'groups' } }
    })
    provider.accounts.create({ uid: 'ada' })
    const cookie = await signIn('ada')
    const post = (query: string, session: string) =>
      send(`${url}/_auth/refresh${query}`, {
        method: 'POST',
        headers: { cookie: session, origin: PUBLIC_ORIGIN }
      })
    const idle = await post('', cookie)
    t.equal(idle.status, 200)
    t.match(await idle.json(), { uid: 'ada', expiresAt: Number })
    t.same(idle.headers.getSetCookie(), [])

    provider.accounts.setClaims('ada', { groups: ['staff'] })
    const forced = await post('?force=1', cookie)
    t.equal(forced.status, 200)
    await send(`${url}/`, { headers: { cookie: cookieHeader(forced) } })
    t.equal(upstream.seen[0]?.headers['x-forwarded-groups'], 'staff')

    advance(3601)
    const due = await post('', cookieHeader(forced))
    t.equal(due.status, 200)
    t.match(due.headers.getSetCookie(), [/^gatehouse=2~/])
  }
)

t.test(
  'refresh: forced more than 30 times a minute by one account, 429; not forced, not counted (ASVS 2.4.1, 15.2.2)',
  async (t) => {
    const { url, provider, signIn } = await startGateway(t)
    for (const uid of ['ada', 'bob']) provider.accounts.create({ uid })
    const [ada, bob] = [await signIn('ada'), await signIn('bob')]
    const post = (query: string, cookie: string) =>
      send(`${url}/_auth/refresh${query}`, { method: 'POST', headers: { cookie } })
    for (const cookie of [ada, bob]) t.equal((await send(`${url}/`, { headers: { cookie } })).status, 200)
    for (let count = 0; count < 30; count++) t.equal((await post('?force=1', ada)).status, 200)
    const refused = await post('?force=1', ada)
    t.equal(refused.status, 429)
    t.match(await refused.json(), { code: 'RATE_LIMITED' })
    t.ok(Number(refused.headers.get('retry-after')) > 0)
    t.equal(provider.calls.refresh, 30 + 2)
    t.equal((await post('', ada)).status, 200, 'not forced')
    t.equal((await post('?force=1', bob)).status, 200, 'another account')
  }
)

t.test('refresh: no session 401, provider away 503 with the cookie kept', async (t) => {
  const { url, provider, signIn } = await startGateway(t)
  t.equal((await send(`${url}/_auth/refresh`, { method: 'POST' })).status, 401)
  provider.accounts.create({ uid: 'ada' })
  const cookie = await signIn('ada')
  provider.faults.refresh = { kind: 'error', status: 400, message: 'QUOTA_EXCEEDED' }
  const away = await send(`${url}/_auth/refresh?force=1`, { method: 'POST', headers: { cookie } })
  t.equal(away.status, 503)
  t.same(away.headers.getSetCookie(), [])
})

t.test('sign-out: POST clears the cookies, 204 for programs, 303 for pages', async (t) => {
  const { url, provider, signIn } = await startGateway(t)
  provider.accounts.create({ uid: 'ada' })
  const cookie = await signIn('ada')
  const call = await send(`${url}/logout`, { method: 'POST', headers: { cookie, origin: PUBLIC_ORIGIN } })
  t.equal(call.status, 204)
  t.match(call.headers.getSetCookie(), [
    /^gatehouse=; Max-Age=0; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax$/
  ])
  const form = { ...PAGE, cookie, origin: PUBLIC_ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
  const page = await send(`${url}/logout`, { method: 'POST', headers: form, body: 'a=b' })
  t.equal(page.status, 303)
  t.equal(page.headers.get('location'), '/login?reason=signed-out')
  t.match(page.headers.getSetCookie(), [/Max-Age=0/])
})

t.test(
  'sign-out everywhere: other sessions end at their next refresh; provider away, 503 and the cookie stays (ASVS 2.3.3)',
  async (t) => {
    const { url, provider, advance, signIn } = await startGateway(t, { acquire: 'exchange' })
    provider.accounts.create({ uid: 'ada' })
    const here = await signIn('ada')
    const there = await signIn('ada')
    advance(5)
    provider.faults.identityToolkit = { kind: 'html', status: 503 }
    const away = await send(`${url}/logout?everywhere=1`, { method: 'POST', headers: { cookie: here } })
    t.equal(away.status, 503)
    t.same(away.headers.getSetCookie(), [])
    provider.faults.identityToolkit = { kind: 'ok' }
    t.equal(
      (await send(`${url}/logout?everywhere=1`, { method: 'POST', headers: { cookie: here } })).status,
      204
    )
    const forced = await send(`${url}/_auth/refresh?force=1`, { method: 'POST', headers: { cookie: there } })
    t.equal(forced.status, 401)
    t.match(await forced.json(), { code: 'TOKEN_REVOKED' })
  }
)

t.test(
  'sign-out everywhere: here, every session of the user ends at once; a newer sign-in stands',
  async (t) => {
    const { url, provider, advance, signIn, logLines } = await startGateway(t, { acquire: 'exchange' })
    provider.accounts.create({ uid: 'ada' })
    provider.accounts.create({ uid: 'eve' })
    const [here, there, eve] = [await signIn('ada'), await signIn('ada'), await signIn('eve')]
    advance(5)
    for (const cookie of [here, there, eve])
      t.equal((await send(`${url}/`, { headers: { cookie } })).status, 200)
    await send(`${url}/logout?everywhere=1`, { method: 'POST', headers: { cookie: here } })
    t.match(
      logLines().find(({ event }) => event === 'session.ended'),
      { subject: 'ada', by: 'everywhere' }
    )
    for (const [cookie, code] of [
      [here, 'SESSION_ENDED'],
      [there, 'TOKEN_REVOKED']
    ] as const) {
      const answer = await send(`${url}/`, { headers: { cookie } })
      t.equal(answer.status, 401)
      t.match(await answer.json(), { code })
    }
    t.equal((await send(`${url}/`, { headers: { cookie: eve } })).status, 200, 'others are not concerned')
    // Sign-ins are counted in whole seconds: one within the same second would be signed out too.
    advance(1)
    const again = await signIn('ada')
    t.equal((await send(`${url}/`, { headers: { cookie: again } })).status, 200)
  }
)

t.test('login page: strict headers, configuration in a data block, no script of its own', async (t) => {
  const { url, provider } = await startGateway(t, { config: { 'login.brand.name': 'A & <B>' } })
  const answer = await send(`${url}/login?redirect=/x&reason=expired`, { headers: PAGE })
  t.equal(answer.status, 200)
  const csp = answer.headers.get('content-security-policy') ?? ''
  t.match(csp, "default-src 'none'; script-src 'self'; style-src 'self'")
  t.match(csp, `connect-src 'self' ${provider.url.replace('127.0.0.1', 'localhost')};`)
  t.match(csp, "require-trusted-types-for 'script'")
  t.notMatch(csp, /unsafe|\*/)
  t.equal(answer.headers.get('cache-control'), 'no-store')
  t.equal(answer.headers.get('cross-origin-opener-policy'), 'same-origin-allow-popups')
  const html = await answer.text()
  t.match(html, '<title>Sign in – A &amp; &lt;B&gt;</title>')
  const block = /id="gatehouse-config">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
  t.notMatch(block, /[<>&]/, 'nothing can end the block')
  t.match(JSON.parse(block), {
    brand: { name: 'A & <B>' },
    redirectTarget: '/x',
    reason: 'expired',
    handover: true,
    paths: { session: '/_auth/session' }
  })
  t.notMatch(html.replace(block, ''), /<script(?![^>]*(src=|application\/json))/)
  const odd = await (await send(`${url}/login?reason=<script>`)).text()
  t.match(odd, '"reason":null')
})

t.test('login page: real provider, the page may talk to Google and to nobody else', async (t) => {
  const { url } = await startGateway(t, { config: { 'identityPlatform.endpoints': {} } })
  const answer = await send(`${url}/login`)
  t.match(
    answer.headers.get('content-security-policy'),
    "connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com;"
  )
  t.match(await answer.text(), '"emulatorUrl":null')
})

t.test('login page: a form posted before the script ran, the password is thrown away', async (t) => {
  const { url, logText } = await startGateway(t)
  const headers = { ...PAGE, origin: PUBLIC_ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }
  const answer = await send(`${url}/login`, {
    method: 'POST',
    headers,
    body: 'email=a%40b.c&password=hunter2'
  })
  t.equal(answer.status, 303)
  t.equal(answer.headers.get('location'), '/login?reason=js')
  t.notMatch(logText(), 'hunter2')
})

t.test(
  'assets: hashed, immutable, precompressed; unknown names are 404 and never the upstream’s (ASVS 13.4.3)',
  async (t) => {
    const { url, upstream } = await startGateway(t)
    const html = await (await send(`${url}/login`)).text()
    const names = [...html.matchAll(/"(\/_auth\/assets\/[^"]+)"/g)].map((match) => match[1] ?? '')
    t.ok(names.length >= 2, 'a script and a stylesheet')
    for (const name of names) {
      for (const [accepted, encoding] of [
        ['br, gzip', 'br'],
        ['gzip', 'gzip'],
        ['identity', null]
      ] as const) {
        const asset = await send(`${url}${name}`, { headers: { 'accept-encoding': accepted } })
        t.equal(asset.status, 200)
        t.equal(asset.headers.get('content-encoding'), encoding, `${name} ${accepted}`)
        t.equal(asset.headers.get('cache-control'), 'public, max-age=31536000, immutable')
        t.equal(asset.headers.get('vary'), 'accept-encoding')
        t.match(asset.headers.get('content-type'), /text\/(javascript|css)/)
      }
    }
    for (const name of ['nothing.js', 'index.html', '.vite/manifest.json', '..%2findex.html', '__proto__']) {
      const missing = await send(`${url}/_auth/assets/${name}`)
      t.ok([400, 404].includes(missing.status), name)
    }
    t.equal(upstream.seen.length, 0)
  }
)

t.test('paths: our own addresses are never the application’s, by any method (ASVS 13.4.4)', async (t) => {
  const { url, provider, upstream, signIn } = await startGateway(t)
  provider.accounts.create({ uid: 'ada' })
  const cookie = await signIn('ada')
  const rows = [
    ['PUT', '/login', 'GET, HEAD, POST'],
    ['DELETE', '/login/forgot', 'GET, HEAD, POST'],
    ['POST', '/__/auth/action', 'GET, HEAD'],
    ['POST', '/.well-known/change-password', 'GET, HEAD'],
    ['DELETE', '/_auth/session', 'GET, HEAD, POST'],
    ['GET', '/_auth/refresh', 'POST'],
    ['PROPFIND', '/logout', 'GET, HEAD, POST'],
    ['POST', '/_auth/jwks.json', 'GET, HEAD'],
    ['POST', '/_auth/assets/x.js', 'GET, HEAD'],
    ['OPTIONS', '/_auth/session', 'GET, HEAD, POST']
  ] as const
  for (const [method, path, allow] of rows) {
    const answer = await send(`${url}${path}`, { method, headers: { cookie } })
    t.equal(answer.status, 405, `${method} ${path}`)
    t.same(answer.headers.get('allow')?.split(', ').sort().join(', '), allow)
    t.match(await answer.json(), { code: 'METHOD_NOT_ALLOWED' })
  }
  t.equal((await send(`${url}/_auth/verify`, { headers: { cookie } })).status, 404, 'kept for forward auth')
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
  t.equal((await send(`${url}/login`)).status, 401, 'not ours any more')
  provider.accounts.create({ uid: 'ada' })
  const { idToken, refreshToken } = await provider.signIn('ada')
  const answer = await send(`${url}/auth/session`, {
    method: 'POST',
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken })
  })
  const home = await send(`${url}/auth/sign-in?next=//evil`, { headers: { cookie: cookieHeader(answer) } })
  t.equal(home.headers.get('location'), '/start')
})

t.test(
  'assertion: verifies against the published keys, names the gateway and the user, lives five minutes (ASVS 9.1.2, 9.2.4, 11.6.1, 13.2.1)',
  async (t) => {
    const { url, provider, upstream, advance, signIn } = await startGateway(t)
    provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
    const cookie = await signIn('ada')
    const keys = createLocalJWKSet(Object(await (await send(`${url}/_auth/jwks.json`)).json()))
    const visit = async () => {
      await send(`${url}/`, { headers: { cookie } })
      return String(upstream.seen.at(-1)?.headers['x-gatehouse-assertion'])
    }
    const first = await visit()
    const { payload, protectedHeader } = await jwtVerify(first, keys, {
      issuer: PUBLIC_ORIGIN,
      audience: PUBLIC_ORIGIN
    })
    t.match(payload, { sub: 'ada', email: 'ada@example.com' })
    t.match(protectedHeader, { alg: 'ES256', typ: 'gatehouse+jwt' })
    t.equal((payload.exp ?? 0) - (payload.iat ?? 0), 300)
    advance(179)
    t.equal(await visit(), first, 'signed once, not on every request')
    advance(1)
    t.not(await visit(), first, 'renewed well before it ends')
    await t.rejects(jwtVerify(`${first.slice(0, -4)}AAAA`, keys))
    const jwks = await (await send(`${url}/_auth/jwks.json`)).text()
    t.notMatch(jwks, '"d":', 'public halves only')
  }
)

t.test('forbidden: signed in but not allowed, 403 page says who, session kept (ASVS 8.3.1)', async (t) => {
  const { url, provider, signIn } = await startGateway(t, {
    config: {
      'access.rules': [{ path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }],
      'login.links.contact': 'mailto:help@example.com'
    }
  })
  provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
  const cookie = await signIn('ada')
  const page = await send(`${url}/admin/x?y=1&2`, { headers: { ...PAGE, cookie } })
  t.equal(page.status, 403)
  t.same(page.headers.getSetCookie(), [])
  const html = await page.text()
  t.match(html, 'You are signed in as ada@example.com.')
  t.match(
    html,
    '<a class="button" href="/login?redirect=%2Fadmin%2Fx%3Fy%3D1%262&amp;prompt=login">Switch account</a>'
  )
  t.match(html, '<form class="ways" method="post" action="/logout"><button class="link"')
  t.match(html, 'mailto:help@example.com')
  const call = await send(`${url}/admin/x`, { headers: { cookie } })
  t.equal(call.status, 403)
  t.match(await call.json(), { code: 'FORBIDDEN' })
})

t.test(
  'forbidden: switch account, a login page and the old session until another takes its place',
  async (t) => {
    const rules = [{ path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }]
    const { url, provider, signIn } = await startGateway(t, { config: { 'access.rules': rules } })
    provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
    provider.accounts.create({ uid: 'bob', email: 'bob@example.com', customClaims: { role: 'admin' } })
    const cookie = await signIn('ada')
    const html = await (await send(`${url}/admin/x`, { headers: { ...PAGE, cookie } })).text()
    const href = /href="([^"]*prompt=login[^"]*)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    const login = await send(`${url}${href}`, { headers: { ...PAGE, cookie } })
    t.equal(login.status, 200, 'not sent back to the page that is closed to them')
    t.strictSame(login.headers.getSetCookie(), [], 'the session is kept')
    t.match(await login.text(), '"redirectTarget":"/admin/x"')
    const back = await send(`${url}${href.replace('&prompt=login', '')}`, { headers: { ...PAGE, cookie } })
    t.equal(back.headers.get('location'), '/admin/x', 'without the word, the way on')
    t.equal((await send(`${url}/x`, { headers: { cookie } })).status, 200)
    const { idToken, refreshToken } = await provider.signIn('bob')
    const other = await postSession(url, idToken, refreshToken, { cookie })
    t.equal(other.status, 200)
    const admin = await send(`${url}/admin/x`, { headers: { cookie: cookieHeader(other) } })
    t.equal(admin.status, 200)
  }
)

t.test('forbidden: account that is disabled, another account and back, nobody to sign out', async (t) => {
  const { url, provider, signIn, advance } = await startGateway(t)
  provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
  const cookie = await signIn('ada')
  provider.accounts.disable('ada')
  advance(3600)
  const page = await send(`${url}/x`, { headers: { ...PAGE, cookie } })
  t.equal(page.status, 403)
  t.match(page.headers.getSetCookie().join(), 'Max-Age=0')
  const html = await page.text()
  t.match(html, '<a class="button" href="/login?redirect=%2Fx">Use another account</a>')
  t.notMatch(html, '<form')
})

t.test('answers: page loads get pages, all else JSON, whatever the user agent (ASVS 3.2.1)', async (t) => {
  const { url } = await startGateway(t)
  const rows = [
    [{ 'sec-fetch-mode': 'navigate' }, 302],
    [{ 'sec-fetch-mode': 'navigate', accept: '*/*' }, 302],
    [{ accept: 'text/html,application/xhtml+xml' }, 302],
    [{ 'sec-fetch-mode': 'cors', accept: 'text/html' }, 401],
    [{ 'sec-fetch-mode': 'no-cors', accept: 'text/html' }, 401],
    [{ accept: 'TEXT/HTML' }, 302],
    [{ accept: '*/*, text/html;level=1;q=0.5' }, 302],
    [{ accept: 'text/html;q=0' }, 401],
    [{ accept: 'text/html;q=0.000, */*' }, 401],
    [{ accept: 'text/htmlx' }, 401],
    [{ accept: 'text/event-stream' }, 401],
    [{ accept: '*/*', 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150' }, 401],
    [{}, 401]
  ] as const
  for (const [headers, status] of rows) {
    const answer = await send(`${url}/x`, { headers })
    t.equal(answer.status, status, JSON.stringify(headers))
  }
  t.equal(
    (await send(`${url}/x`, { method: 'POST', headers: PAGE, body: 'x' })).status,
    303,
    'not 302: the method must not be repeated'
  )
  t.equal((await send(`${url}/x`, { method: 'HEAD', headers: PAGE })).status, 302)
  t.equal(
    (
      await send(`${url}/x`, {
        method: 'OPTIONS',
        headers: { origin: 'https://a.example', 'access-control-request-method': 'GET' }
      })
    ).status,
    401
  )
})

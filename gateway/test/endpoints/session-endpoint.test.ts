import t from 'tap'
import type { InjectedFault } from '../../stand-in/server/faults.ts'
import {
  cookieHeader,
  outcomeOf,
  PAGE,
  PUBLIC_ORIGIN,
  postSession,
  startGateway
} from '../fixtures/gateway.ts'
import { signedIn } from '../fixtures/signed-in.ts'
import { send } from '../fixtures/wire/http-client.ts'

t.test('session: no bearer token, 400, even with one in URL or cookie (ASVS 3.5.2, 14.2.1)', async (t) => {
  const { url, provider } = await startGateway(t)
  const { idToken } = await provider.signIn('ada')
  const query = `?token=${idToken}&idToken=${idToken}`
  const headers = { cookie: `token=${idToken}`, 'content-type': 'application/json' }
  for (const authorization of [undefined, 'Bearer', 'Bearer ', 'Basic YTpi', 'bearer']) {
    const answer = await send(`${url}/_auth/session${query}`, {
      method: 'POST',
      headers: { ...headers, ...(authorization && { authorization }) },
      body: JSON.stringify({ idToken })
    })
    t.equal(answer.status, 400, String(authorization))
    const error = { statusCode: 400, code: 'MISSING_TOKEN', error: 'Bad Request', message: 'Missing token' }
    t.match(await answer.json(), { ...error, requestId: String })
  }
})

t.test('session: an assertion or a refresh token starts none, the id token does (ASVS 9.2.2)', async (t) => {
  const { url, provider, upstream, signIn } = await startGateway(t)
  await send(`${url}/`, { headers: { cookie: await signIn('ada') } })
  const assertion = String(upstream.seen.at(-1)?.headers['x-gatehouse-assertion'])
  t.match(assertion, /^eyJ/)
  const page = await provider.signIn('ada')
  for (const token of [assertion, page.refreshToken]) {
    const { status, cookies } = await outcomeOf(await postSession(url, token, page.refreshToken))
    t.same([status, cookies], [401, []])
  }
  t.equal((await postSession(url, page.idToken, page.refreshToken)).status, 200, 'control')
})

t.test('session: uid, expiry, HttpOnly cookie (ASVS 3.3.4)', async (t) => {
  const { url, provider } = await startGateway(t)
  const { idToken, refreshToken } = await provider.signIn('ada')
  const answer = await postSession(url, idToken, refreshToken)
  t.equal(answer.status, 200)
  const { expiresAt, ...body } = Object(await answer.json())
  t.same([typeof expiresAt, body], ['number', { uid: 'ada' }])
  t.match(answer.headers.getSetCookie(), [
    /^gatehouse=2~1~[\w-]{22}~\d+~eyJ.*; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/
  ])
})

for (const acquire of ['handover', 'exchange'] as const) {
  t.test(`session: ${acquire}, every refusal has its status and code, no cookie and no tokens`, async (t) => {
    const { url, provider, advance } = await startGateway(t, { acquire })
    const { signIn } = provider
    const [ada, eve, off] = [await signIn('ada'), await signIn('eve'), await signIn('off')]
    const [gone, old] = [await signIn('gone'), await signIn('old')]
    advance(10)
    provider.accounts.disable('off')
    provider.accounts.delete('gone')
    provider.accounts.revoke('old')
    type Facts = Parameters<typeof provider.issueIdToken>[1]
    const issue = (facts: Facts) => provider.issueIdToken('ada', facts)
    const firebase = (facts: object) => issue({ claims: { firebase: facts } })
    const forged = `${ada.idToken.slice(0, ada.idToken.lastIndexOf('.'))}.${eve.idToken.split('.')[2]}`
    const tenant = { tenant: 't1', sign_in_provider: 'password' }
    const rows = [
      ['not a token', 'nonsense', 401, 'INVALID_ARGUMENT'],
      ['a forged signature', forged, 401, 'INVALID_TOKEN_SIGNATURE'],
      ['another project', await issue({ claims: { aud: 'other' } }), 401, 'INVALID_ARGUMENT'],
      ['no key id', await issue({ omit: ['kid'] }), 401, 'NO_KEY_ID'],
      ['an unknown key', await issue({ header: { kid: 'unknown' } }), 401, 'NO_MATCHING_KEY'],
      ['expired', await issue({ ttlSeconds: -1 }), 401, 'TOKEN_EXPIRED'],
      ['a tenant’s token', await firebase(tenant), 401, 'INVALID_ARGUMENT'],
      ['an anonymous account', await firebase({ sign_in_provider: 'anonymous' }), 403, 'FORBIDDEN'],
      ['a disabled account', off.idToken, 403, 'USER_DISABLED'],
      ['a deleted account', gone.idToken, 401, 'USER_NOT_FOUND'],
      ['a revoked sign-in', old.idToken, 401, 'TOKEN_REVOKED']
    ] as const
    for (const [name, idToken, status, code] of rows) {
      const found = await outcomeOf(await postSession(url, idToken, ada.refreshToken))
      t.same(found, { status, code, cookies: [] }, name)
    }
    const { exchange, refresh, lookup, lookupByIdToken } = provider.calls
    t.same([exchange + refresh, lookup + lookupByIdToken], [0, 3], 'no tokens for any of them')
    t.equal(provider.accounts.get('gone'), undefined, 'the deleted account was not recreated')
    t.equal((await postSession(url, ada.idToken, ada.refreshToken)).status, 200, 'control')
  })
}

t.test('session: above the sign-in limit, 429, and session checks do not count (ASVS 2.4.1)', async (t) => {
  const { url, advance } = await startGateway(t, { config: { 'session.signInsPerMinute': 3 } })
  const statuses: number[] = []
  for (let attempt = 0; attempt < 4; attempt++)
    statuses.push((await postSession(url, 'nonsense', null)).status)
  t.same(statuses, [401, 401, 401, 429])
  const limited = await postSession(url, 'nonsense', null)
  t.match(await outcomeOf(limited), { code: 'RATE_LIMITED' })
  t.match(Object.fromEntries(limited.headers), {
    'retry-after': '60',
    'x-ratelimit-limit': '3',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': '60'
  })
  t.equal((await send(`${url}/_auth/session`)).status, 401)
  advance(59.5)
  t.equal((await postSession(url, 'nonsense', null)).headers.get('retry-after'), '1', 'never 0')
  advance(0.5)
  t.equal((await postSession(url, 'nonsense', null)).status, 401, 'control: the minute is over')
})

t.test('session: large cookies are logged, beyond four of them the answer is 431 without any', async (t) => {
  const { url, provider, advance, logLines } = await startGateway(t)
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
  const tooLarge = await outcomeOf(await answerWith(10_000))
  t.same(tooLarge, { status: 431, code: 'SESSION_TOO_LARGE', cookies: [] })
  t.equal((await answerWith(500)).status, 200)
  const warned = logLines({ msg: 'session cookies are large: proxies may refuse them' })
  const facts = warned.map(({ level, subject, cookieBytes }) => [level, subject, Number(cookieBytes) > 6000])
  t.same(facts, [['warn', 'ada', true]], 'not of small ones')
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
  const plain = await send(`${url}/_auth/session`, { headers: { cookie: await signIn('eve') } })
  const lacking = { email: null, emailVerified: false, name: null, picture: null }
  const { email, emailVerified, name, picture } = Object(await plain.json())
  t.strictSame({ email, emailVerified, name, picture }, lacking, 'the absent fields')
  for (const headers of [{}, PAGE]) {
    const refused = await send(`${url}/_auth/session`, { headers })
    t.same([refused.status, refused.headers.get('www-authenticate')], [401, 'Bearer'])
    t.match(await refused.json(), { code: 'MISSING_CREDENTIALS', loginUrl: `${PUBLIC_ORIGIN}/login` })
  }
})

t.test('refresh: no cookie if nothing is due, a new one if expired, new claims if forced', async (t) => {
  const { post, get, provider, upstream, advance } = await signedIn(t, {
    identityHeaders: { 'x-forwarded-groups': 'groups' }
  })
  const idle = await post('/_auth/refresh')
  t.same([idle.status, idle.headers.getSetCookie()], [200, []])
  t.match(await idle.json(), { uid: 'ada', expiresAt: Number })

  provider.accounts.setClaims('ada', { groups: ['staff'] })
  const cookie = cookieHeader(await post('/_auth/refresh?force=1'))
  await get('/', { cookie })
  t.equal(upstream.seen[0]?.headers['x-forwarded-groups'], 'staff')

  advance(3601)
  const due = await post('/_auth/refresh', { headers: { cookie } })
  t.match(due.headers.getSetCookie(), [/^gatehouse=2~/])
})

t.test('refresh: 429 above 30 forced ones a minute per account (ASVS 2.4.1, 15.2.2)', async (t) => {
  const { url, provider, signIn, advance } = await startGateway(t)
  const [ada, bob] = [await signIn('ada'), await signIn('bob')]
  const post = (query: string, cookie: string) =>
    send(`${url}/_auth/refresh${query}`, { method: 'POST', headers: { cookie } })
  for (const cookie of [ada, bob]) t.equal((await send(`${url}/`, { headers: { cookie } })).status, 200)
  for (let count = 0; count < 30; count++) t.equal((await post('?force=1', ada)).status, 200)
  const refused = await post('?force=1', ada)
  t.ok(Number(refused.headers.get('retry-after')) > 0)
  t.match(await outcomeOf(refused), { status: 429, code: 'RATE_LIMITED' })
  t.equal(provider.calls.refresh, 30 + 2)
  t.equal((await post('', ada)).status, 200, 'not forced')
  t.equal((await post('?force=1', bob)).status, 200, 'another account')
  advance(59.5)
  t.equal((await post('?force=1', ada)).status, 429)
  advance(0.5)
  t.equal((await post('?force=1', ada)).status, 200, 'control: the minute is over')
})

t.test('refresh: without a session 401, provider down 503 and the cookie is preserved', async (t) => {
  const { url, provider, post } = await signedIn(t)
  t.equal((await send(`${url}/_auth/refresh`, { method: 'POST' })).status, 401)
  provider.faults.refresh = { kind: 'error', status: 400, message: 'QUOTA_EXCEEDED' }
  const away = await outcomeOf(await post('/_auth/refresh?force=1'))
  t.same(away, { status: 503, code: 'PROVIDER_UNAVAILABLE', cookies: [] })
})

const MESSAGE = 'Firebase App Check token is invalid.'
const ENFORCED: InjectedFault = { kind: 'error', status: 401, message: MESSAGE }

t.test('App Check: enforced, sessions get 503 and keep their cookies, the log names it', async (t) => {
  const { url, provider, logLines, advance, cookie, get } = await signedIn(t)
  provider.faults.refresh = ENFORCED
  t.equal((await get('/y')).status, 200, 'while the id token is good')
  advance(3700)
  for (const [path, options] of [
    ['/y', { headers: { ...PAGE, cookie } }],
    ['/_auth/session', { headers: { cookie } }],
    ['/_auth/refresh?force=1', { method: 'POST', headers: { cookie } }]
  ] as const) {
    const { status, cookies } = await outcomeOf(await send(`${url}${path}`, options))
    const found = cookies.filter((line) => line.startsWith('gatehouse='))
    t.same([status, found], [503, []], `${path}: no cookie is cleared`)
  }
  const logged = logLines().filter(({ msg }) => msg === 'provider call failed')
  t.match(logged, [
    { level: 'error', doctor: 'APP_CHECK', cause: /App Check is enforced/, fix: /appCheck.appId/ }
  ])
  t.equal(logged.length, 1, 'once')
  t.equal(provider.calls.appCheckExchange, 0, 'no token is made without an app id')
  provider.faults.reset()
  advance(60)
  t.equal((await get('/y')).status, 200, 'control: not enforced, the same cookie passes')
})

const APP = '1:1234567890:web:0123abcd'
const WITH_APP = { 'identityPlatform.appCheck.appId': APP }

for (const acquire of ['handover', 'exchange'] as const) {
  t.test(`App Check: ${acquire}, with an app id, sign-in and refresh pass if enforced`, async (t) => {
    const gateway = await startGateway(t, { acquire, withCredentials: true, config: WITH_APP })
    const { url, provider, signIn, advance, logText } = gateway
    provider.settings.appCheck = { apps: [APP], isEnforced: true }
    const cookie = await signIn('ada')
    // Not longer: the library that fetches access tokens signs by the real clock.
    advance(3400)
    const refreshed = await send(`${url}/_auth/refresh?force=1`, { method: 'POST', headers: { cookie } })
    t.equal(refreshed.status, 200)
    t.ok(provider.calls.refresh > 0, 'the provider was asked')
    t.notMatch(logText(), 'provider call failed')
  })
}

t.test('App Check: the exchange away, a session to refresh gets 503 and keeps its cookie', async (t) => {
  const gateway = await startGateway(t, { withCredentials: true, config: WITH_APP })
  const { url, provider, signIn, advance } = gateway
  const away: InjectedFault = { kind: 'error', status: 503, message: 'unavailable' }
  provider.settings.appCheck = { apps: [APP], isEnforced: true }
  provider.faults.appCheckExchange = away
  const { idToken, refreshToken } = await provider.signIn('ada')
  t.equal((await postSession(url, idToken, refreshToken)).status, 503)
  provider.faults.reset()
  advance(10)
  const cookie = await signIn('ada')
  provider.faults.appCheckExchange = away
  advance(3700)
  const { status, cookies } = await outcomeOf(await send(`${url}/y`, { headers: { cookie } }))
  t.same([status, cookies], [503, []])
})

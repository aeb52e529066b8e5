import { decodeJwt, decodeProtectedHeader } from 'jose'
import t, { type Test } from 'tap'
import { startAskedGateway, WIKI } from '../../../test/fixtures/forward-auth.ts'
import {
  cookieHeader,
  PUBLIC_ORIGIN,
  postSession,
  startGateway,
  type TestGateway,
  type TestGatewayOptions
} from '../../../test/fixtures/gateway.ts'
import { send as sendTo } from '../../../test/fixtures/wire/http-client.ts'

const PATH = '/_auth/firebase-token'
const HOST = { host: 'localhost:8080' }
/** `fetch` by a script of the application. */
const OWN_FETCH = {
  ...HOST,
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'cors',
  'sec-fetch-dest': 'empty'
}

interface Answer {
  status: number
  headers: Headers
  body: { token: string; expiresAt: number; uid: string; tenant: string | null; code?: string }
}

async function start(t: Test, options: TestGatewayOptions = {}): Promise<TestGateway> {
  const gateway = await startGateway(t, {
    withCredentials: true,
    ...options,
    config: { 'clientSdk.enabled': true, ...options.config }
  })
  gateway.provider.accounts.create({ uid: 'ada', email: 'ada@example.com', emailVerified: true })
  return gateway
}

async function send(url: string, options: Parameters<typeof sendTo>[1]): Promise<Answer> {
  const response = await sendTo(url, options)
  const text = await response.text()
  const { status, headers } = response
  return { status, headers, body: text.startsWith('{') ? JSON.parse(text) : {} }
}

const ask = ({ url }: TestGateway, cookie: string, headers: Record<string, string> = OWN_FETCH) =>
  send(`${url}${PATH}`, { headers: { ...headers, ...(cookie === '' ? {} : { cookie }) } })

/** The status of the answer, and the code of its error if it has one. */
const outcome = async (answer: Promise<Answer>) => {
  const { status, body } = await answer
  return body.code === undefined ? `${status}` : `${status} ${body.code}`
}

/** What an application gets, or the response in its place. */
const statusOf = async ({ url }: TestGateway, headers: Record<string, string>, path = '/x') =>
  (await sendTo(`${url}${path}`, { headers })).status

/** Custom tokens that the gateway has given out, by its events. */
async function countGiven(gateway: TestGateway): Promise<number> {
  await gateway.settled()
  return gateway.logLines({ event: 'client-sdk.token' }).length
}

/** What the client SDK does with a custom token; null: the provider refuses it. */
async function exchange({ provider }: TestGateway, token: string, tenantId?: string) {
  const url = `${provider.endpoints.identityToolkit}/v1/accounts:signInWithCustomToken?key=${provider.apiKey}`
  const body = JSON.stringify({ token, returnSecureToken: true, tenantId })
  const headers = { 'content-type': 'application/json' }
  const response = await sendTo(url, { method: 'POST', headers, body })
  const tokens: { idToken: string; refreshToken: string } = JSON.parse(await response.text())
  return response.status === 200 ? tokens : null
}

const ISSUERS = [{ issuer: 'https://securetoken.google.com/demo-test', audiences: ['demo-test'] }]

t.test('client SDK: a page gets a custom token for its session, never cached, without CORS', async (t) => {
  for (const acquire of ['handover', 'exchange'] as const) {
    const gateway = await start(t, { acquire })
    const { status, headers, body } = await ask(gateway, await gateway.signIn('ada'))
    t.equal(status, 200, acquire)
    t.same(Object.keys(body).sort(), ['expiresAt', 'tenant', 'token', 'uid'])
    t.match(body, { uid: 'ada', tenant: null, expiresAt: gateway.now() + 300 })
    const names = ['cache-control', 'cross-origin-resource-policy', 'access-control-allow-origin']
    const found = [...names, 'access-control-allow-credentials'].map((name) => headers.get(name))
    t.same(found, ['no-store', 'same-origin', null, null])
    t.match(decodeProtectedHeader(body.token), { alg: 'RS256', typ: 'JWT' })
    const { client_email: email } = gateway.provider.serviceAccount
    t.strictSame(decodeJwt(body.token), {
      aud: 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit',
      iss: email,
      sub: email,
      iat: gateway.now(),
      exp: gateway.now() + 300,
      uid: 'ada',
      claims: {
        source_sign_in_provider: 'password',
        source_sign_in_second_factor: '',
        source_second_factor_identifier: '',
        source_auth_time: gateway.now()
      }
    })
    const tokens = await exchange(gateway, body.token)
    t.match(decodeJwt(tokens?.idToken ?? ''), { sub: 'ada', source_sign_in_provider: 'password' })
    gateway.advance(301)
    t.equal(await exchange(gateway, body.token), null, 'twin: its time is over')
    t.equal(gateway.upstream.seen.length, 0)
  }
})

t.test('client SDK: only fetch by a page of the same origin (ASVS 3.5.1)', async (t) => {
  const gateway = await start(t)
  const cookie = await gateway.signIn('ada')
  const site = { ...HOST, 'sec-fetch-site': 'same-origin' }
  const own = { ...HOST, origin: PUBLIC_ORIGIN }
  type Row = [name: string, headers: Record<string, string>]
  const passing: Row[] = [
    ['fetch', OWN_FETCH],
    ['fetch with its origin', { ...OWN_FETCH, origin: PUBLIC_ORIGIN }],
    ['mode same-origin', { ...OWN_FETCH, 'sec-fetch-mode': 'same-origin' }],
    ['Sec-Fetch-Site alone', site],
    ['Origin alone, of browsers without Sec-Fetch-Site', own],
    ['host in capitals', { ...OWN_FETCH, host: 'LOCALHOST:8080' }]
  ]
  const refused: Row[] = [
    ['another site', { ...OWN_FETCH, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site, without Origin', { ...OWN_FETCH, 'sec-fetch-site': 'cross-site' }],
    ['a sibling host', { ...OWN_FETCH, origin: 'http://evil.localhost:8080', 'sec-fetch-site': 'same-site' }],
    ['a sibling host, without Origin', { ...OWN_FETCH, 'sec-fetch-site': 'same-site' }],
    ['another scheme', { ...own, origin: 'https://localhost:8080' }],
    ['another port', { ...own, origin: 'http://localhost:8081' }],
    ['Origin of another site beside same-origin', { ...OWN_FETCH, origin: 'https://evil.example' }],
    ['a sandboxed frame', { ...OWN_FETCH, origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['Origin null alone', { ...HOST, origin: 'null' }],
    ['Origin null beside same-origin', { ...OWN_FETCH, origin: 'null' }],
    ['own Origin beside cross-site', { ...own, 'sec-fetch-site': 'cross-site' }],
    ['no-cors', { ...OWN_FETCH, 'sec-fetch-mode': 'no-cors' }],
    ['a script tag', { ...site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' }],
    ['an image', { ...site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }],
    ['a frame', { ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
    ['a link', { ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', accept: 'text/html' }],
    ['the address bar', { ...HOST, 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['a WebSocket', { ...site, 'sec-fetch-mode': 'websocket' }],
    ['a worker', { ...site, 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'worker' }],
    ['two values', { ...OWN_FETCH, 'sec-fetch-site': 'same-origin, cross-site' }],
    ['other capitals', { ...OWN_FETCH, 'sec-fetch-site': 'Same-Origin' }],
    ['a program', HOST],
    ['a browser without Sec-Fetch-Site, which sends no Origin with GET', { ...HOST, accept: '*/*' }],
    ['a rebound name', { ...OWN_FETCH, host: 'evil.example' }],
    ['a rebound name with its origin', { ...OWN_FETCH, host: 'evil.example', origin: 'http://evil.example' }],
    ['a rebound name with the right origin', { ...OWN_FETCH, host: 'evil.example', origin: PUBLIC_ORIGIN }],
    ['an address in place of the name', { ...OWN_FETCH, host: `127.0.0.1:${gateway.port}` }],
    [
      'a forwarded host of no trusted proxy',
      { ...OWN_FETCH, host: 'evil.example', 'x-forwarded-host': 'localhost:8080' }
    ]
  ]
  for (const [name, headers] of [...passing, ...refused]) {
    const { status, body, headers: sent } = await ask(gateway, cookie, headers)
    const isGiven = passing.some(([one]) => one === name)
    t.same([status, body.token !== undefined], isGiven ? [200, true] : [403, false], name)
    const isPage = headers['sec-fetch-mode'] === 'navigate'
    if (!isGiven && !isPage) t.equal(body.code, 'ORIGIN_MISMATCH', name)
    t.equal(sent.get('access-control-allow-origin'), null, name)
  }
  t.equal(await countGiven(gateway), passing.length)
})

t.test('client SDK: CORS of the application does not extend to it', async (t) => {
  const origin = 'https://partner.example'
  const gateway = await start(t, { config: { 'cors.origins': [origin], 'cors.credentials': true } })
  const cookie = await gateway.signIn('ada')
  const foreign = { ...OWN_FETCH, origin, 'sec-fetch-site': 'cross-site' }
  const preflight = { ...foreign, 'access-control-request-method': 'GET' }
  const allowed = ({ status, headers }: Answer) => [status, headers.get('access-control-allow-origin')]
  t.same(allowed(await ask(gateway, cookie, foreign)), [403, null])
  const options = { method: 'OPTIONS', headers: preflight }
  t.same(allowed(await send(`${gateway.url}${PATH}`, options)), [403, null])
  const who = await send(`${gateway.url}/_auth/session`, { headers: { ...foreign, cookie } })
  t.same(allowed(who), [200, origin], 'twin: who is signed in may be read')
})

t.test('client SDK: other methods and large headers get their usual answers', async (t) => {
  const gateway = await start(t)
  const cookie = await gateway.signIn('ada')
  const headers = { ...OWN_FETCH, cookie }
  for (const method of ['POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'PROPFIND']) {
    const answer = await send(`${gateway.url}${PATH}`, { method, headers })
    t.strictSame([answer.status, answer.headers.get('allow')], [405, 'GET'], method)
  }
  const foreign = { ...headers, origin: 'https://evil.example' }
  t.equal((await send(`${gateway.url}${PATH}`, { method: 'POST', headers: foreign })).status, 403)
  t.equal((await ask(gateway, cookie, { ...OWN_FETCH, 'x-large': 'x'.repeat(33_000) })).status, 431)
  for (const path of [`${PATH}/`, `${PATH}%2f`, '/_auth/Firebase-Token', `${PATH};x`])
    t.equal((await send(`${gateway.url}${path}`, { headers })).body.token, undefined, path)
  t.equal(await countGiven(gateway), 0)
  t.equal((await send(`${gateway.url}${PATH}?x=1`, { headers })).status, 200, 'twin')
})

t.test('client SDK: needs a session, and gives none of a bearer token', async (t) => {
  const gateway = await start(t, { config: { bearer: ISSUERS } })
  const cookie = await gateway.signIn('ada')
  const { idToken } = await gateway.provider.signIn('ada', { authTimeSeconds: gateway.now() - 60 })
  const as = (authorization: string) => ({ ...OWN_FETCH, authorization })
  const bearer = as(`Bearer ${idToken}`)
  const rows: [name: string, cookie: string, headers: Record<string, string>, expected: string][] = [
    ['nothing', '', OWN_FETCH, '401 MISSING_CREDENTIALS'],
    ['no cookie of ours', 'gatehouse=1~x', OWN_FETCH, '401 MALFORMED_CREDENTIALS'],
    ['an altered cookie', `${cookie}x`, OWN_FETCH, '401 INVALID_COOKIE_SIGNATURE'],
    ['a bearer token', '', bearer, '403 FORBIDDEN'],
    ['one beside a session', cookie, bearer, '403 FORBIDDEN'],
    ['an empty one', cookie, as('bearer'), '403 FORBIDDEN'],
    ['twin: credentials for a proxy', cookie, as('Basic eDp5'), '200']
  ]
  for (const [name, sent, headers, expected] of rows)
    t.equal(await outcome(ask(gateway, sent, headers)), expected, name)
  t.equal(await statusOf(gateway, { authorization: `Bearer ${idToken}` }), 200, 'control: good elsewhere')
})

t.test('client SDK: the account is looked up at once, not after the interval (ASVS 7.4.2)', async (t) => {
  const rows: [what: string, change: (gateway: TestGateway) => void, status: number, code: string][] = [
    ['disabled', ({ provider }) => provider.accounts.disable('ada'), 403, 'USER_DISABLED'],
    ['deleted', ({ provider }) => provider.accounts.delete('ada'), 401, 'USER_NOT_FOUND'],
    ['revoked', ({ provider }) => provider.accounts.revoke('ada'), 401, 'TOKEN_REVOKED']
  ]
  for (const revocationCheckSeconds of [300, 0])
    for (const [what, change, status, code] of rows) {
      const gateway = await start(t, { config: { 'session.revocationCheckSeconds': revocationCheckSeconds } })
      const cookie = await gateway.signIn('ada')
      gateway.advance(10)
      const name = `${what}, checked every ${revocationCheckSeconds} s`
      t.equal((await ask(gateway, cookie)).status, 200, `${name}: before`)
      change(gateway)
      t.equal(await statusOf(gateway, { cookie }), 200, `${name}: control, not known elsewhere yet`)
      const answer = await ask(gateway, cookie)
      t.match(answer, { status, body: { code } }, name)
      t.match(answer.headers.getSetCookie().join(), /gatehouse=;.*Max-Age=0/i, `${name}: cookie cleared`)
      t.equal(await countGiven(gateway), 1, name)
      t.equal((await ask(gateway, await gateway.signIn('eve'))).status, 200, `${name}: another account, twin`)
    }
})

t.test('client SDK: while the account cannot be looked up, 503 with cookies kept', async (t) => {
  const gateway = await start(t)
  const cookie = await gateway.signIn('ada')
  gateway.provider.faults.identityToolkit = { kind: 'error', status: 503, message: 'UNAVAILABLE' }
  const answer = await ask(gateway, cookie)
  t.match(answer, { status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } })
  t.same(answer.headers.getSetCookie(), [])
  t.equal(await statusOf(gateway, { cookie }), 200, 'the session passes')
  gateway.provider.faults.reset()
  gateway.advance(60)
  t.equal((await ask(gateway, cookie)).status, 200, 'twin')
})

t.test('client SDK: credentials that may not look up, the id token is used at once instead', async (t) => {
  const gateway = await start(t, { config: { 'session.revocationCheckSeconds': 300 } })
  const { accounts, faults } = gateway.provider
  const cookie = await gateway.signIn('ada')
  faults.lookup = { kind: 'error', status: 403, message: 'PERMISSION_DENIED' }
  gateway.advance(10)
  t.equal((await ask(gateway, cookie)).status, 200)
  accounts.revoke('ada')
  const answer = await ask(gateway, cookie)
  t.match(answer, { status: 401, body: { code: 'TOKEN_REVOKED' } })
  t.match(answer.headers.getSetCookie().join(), /gatehouse=;.*Max-Age=0/i)
  t.equal(await countGiven(gateway), 1)
})

t.test('client SDK: a session that outlives its id token in an outage gets none', async (t) => {
  const gateway = await start(t, { idTokenTtlSeconds: 600, config: { 'session.expiredGraceSeconds': 3600 } })
  const cookie = await gateway.signIn('ada')
  gateway.advance(700)
  gateway.provider.faults.refresh = { kind: 'error', status: 503, message: 'UNAVAILABLE' }
  t.equal(await statusOf(gateway, { cookie }), 200, 'control: it passes')
  t.match(await ask(gateway, cookie), { status: 503, body: { code: 'PROVIDER_UNAVAILABLE' } })
  gateway.provider.faults.reset()
  gateway.advance(60)
  const renewed = await ask(gateway, cookie)
  t.equal(renewed.status, 200, 'twin: it is refreshed')
  t.match(renewed.headers.getSetCookie().join(), /gatehouse=/, 'with a new cookie')
})

t.test('client SDK: clientSdk.allow is a condition like those of rules', async (t) => {
  const gateway = await start(t, { config: { 'clientSdk.allow': { claim: 'role', oneOf: ['editor'] } } })
  gateway.provider.accounts.setClaims('ada', { role: 'editor' })
  const asked = async (uid: string) => await outcome(ask(gateway, await gateway.signIn(uid)))
  t.strictSame([await asked('ada'), await asked('eve')], ['200', '403 FORBIDDEN'])
})

t.test('client SDK: require.secondFactor, a session without one gets 401 STEP_UP_REQUIRED', async (t) => {
  const gateway = await start(t, { config: { 'clientSdk.require.secondFactor': true } })
  const answer = await ask(gateway, await gateway.signIn('ada'))
  t.match(answer, { status: 401, body: { code: 'STEP_UP_REQUIRED' } })
  t.match(answer.headers.get('www-authenticate'), /insufficient_user_authentication.*acr_values=/)
  const secondFactor = { kind: 'totp' as const, id: 'factor' }
  const strong = await ask(gateway, await gateway.signIn('ada', { secondFactor }))
  t.equal(strong.status, 200, 'twin')
  t.match(decodeJwt(strong.body.token).claims, { source_sign_in_second_factor: 'totp' })
})

t.test('client SDK: clientSdk.require.signedInWithin counts from the sign-in here', async (t) => {
  for (const acquire of ['handover', 'exchange'] as const) {
    const gateway = await start(t, { acquire, config: { 'clientSdk.require.signedInWithin': 600 } })
    const cookie = await gateway.signIn('ada')
    gateway.advance(600)
    t.equal((await ask(gateway, cookie)).status, 200, acquire)
    gateway.advance(1)
    const answer = await ask(gateway, cookie)
    t.match(answer, { status: 401, body: { code: 'STEP_UP_REQUIRED' } }, acquire)
    t.match(answer.headers.get('www-authenticate'), /max_age=600/)
  }
})

t.test('client SDK: a second factor that sign-ins need is needed here too', async (t) => {
  const gateway = await start(t)
  const cookie = await gateway.signIn('ada')
  const strict = await startGateway(t, {
    beside: gateway,
    withCredentials: true,
    config: { 'clientSdk.enabled': true, 'login.mfa.totp': 'required' }
  })
  t.equal((await ask(gateway, cookie)).status, 200)
  t.match(await ask(strict, cookie), { status: 401, body: { code: 'SECOND_FACTOR_REQUIRED' } })
})

t.test('client SDK: the tenant is kept, a session of another tenant gets none at this host', async (t) => {
  const gateway = await startGateway(t, {
    withCredentials: true,
    tenants: ['acme-x1', 'umbrella-y2'],
    config: {
      'clientSdk.enabled': true,
      'identityPlatform.tenants': { 'acme.localhost': 'acme-x1', 'umbrella.localhost': 'umbrella-y2' }
    }
  })
  gateway.provider.accounts.create({ uid: 'ada', tenantId: 'acme-x1' })
  const { idToken, refreshToken } = await gateway.provider.signIn('ada', { tenantId: 'acme-x1' })
  const acme = { host: 'acme.localhost:8080', origin: 'http://acme.localhost:8080' }
  const cookie = cookieHeader(await postSession(gateway.url, idToken, refreshToken, acme))
  const { status, body } = await ask(gateway, cookie, { ...OWN_FETCH, ...acme })
  t.equal(status, 200)
  t.match(body, { uid: 'ada', tenant: 'acme-x1' })
  t.equal(decodeJwt(body.token).tenant_id, 'acme-x1')
  t.equal(await exchange(gateway, body.token, 'umbrella-y2'), null, 'not for another tenant')
  t.match(decodeJwt((await exchange(gateway, body.token, 'acme-x1'))?.idToken ?? ''), {
    sub: 'ada',
    firebase: { tenant: 'acme-x1' }
  })
  const umbrella = { host: 'umbrella.localhost:8080', origin: 'http://umbrella.localhost:8080' }
  for (const headers of [{ ...OWN_FETCH, ...umbrella }, OWN_FETCH])
    t.equal(await outcome(ask(gateway, cookie, headers)), '401 TENANT_MISMATCH', headers.host)
})

t.test('client SDK: several hosts, each for its own pages', async (t) => {
  const upstream = { url: 'http://127.0.0.1:9' }
  const config = {
    'cookie.domain': 'example.com',
    applications: [
      { name: 'app', upstream },
      { name: 'wiki', host: 'wiki.example.com', upstream },
      { name: 'shop', host: '*.shop.example.com', upstream }
    ]
  }
  const gateway = await start(t, { publicUrl: 'https://app.example.com', config })
  const { idToken, refreshToken } = await gateway.provider.signIn('ada')
  const app = { host: 'app.example.com', origin: 'https://app.example.com' }
  const cookie = cookieHeader(await postSession(gateway.url, idToken, refreshToken, app))
  const at = (host: string, origin = `https://${host}`, of = gateway) =>
    outcome(ask(of, cookie, { ...OWN_FETCH, host, origin }))
  for (const host of ['app.example.com', 'wiki.example.com', 'a.shop.example.com'])
    t.equal(await at(host), '200', host)
  t.equal(await at('app.example.com', 'https://wiki.example.com'), '403 ORIGIN_MISMATCH')
  t.equal(await at('wiki.example.com', 'https://app.example.com'), '403 ORIGIN_MISMATCH')
  t.equal(await at('evil.example'), '404 UNKNOWN_HOST')

  const some = await startGateway(t, {
    beside: gateway,
    withCredentials: true,
    publicUrl: 'https://app.example.com',
    config: { ...config, 'clientSdk.enabled': true, 'clientSdk.hosts': ['wiki.example.com'] }
  })
  t.equal(await at('wiki.example.com', undefined, some), '200', 'listed')
  for (const host of ['app.example.com', 'a.shop.example.com'])
    t.equal(await at(host, undefined, some), '404 NOT_FOUND', `${host}: not listed`)
})

t.test('client SDK: beside another proxy, at each of its hosts, and never by an auth request', async (t) => {
  const gateway = await startAskedGateway(t, { withCredentials: true, config: { 'clientSdk.enabled': true } })
  const cookie = await gateway.enter()
  const wiki = { ...OWN_FETCH, host: 'wiki.example.com', origin: WIKI }
  t.match(await ask(gateway, cookie, wiki), { status: 200, body: { uid: 'ada' } })
  for (const host of ['auth.example.com', 'evil.example'])
    t.equal((await ask(gateway, cookie, { ...wiki, host })).status, 403, host)
  const asked = await gateway.ask({ url: `${WIKI}${PATH}`, headers: { ...OWN_FETCH, cookie } })
  t.notMatch(await asked.text(), /eyJ/, 'the proxy asks about it')
  t.equal(await countGiven(gateway), 1)
})

t.test('client SDK: listed claims and no others, none can pass for a fact of the sign-in', async (t) => {
  const gateway = await start(t, { config: { 'clientSdk.claims': ['groups', 'plan', 'none'] } })
  const listed = { groups: ['a', 'b'], plan: { name: 'x' } }
  gateway.provider.accounts.setClaims('ada', {
    ...listed,
    secret: 's',
    source_sign_in_provider: 'saml.acme',
    source_sign_in_second_factor: 'totp',
    source_auth_time: gateway.now() + 1000
  })
  const { body } = await ask(gateway, await gateway.signIn('ada'))
  t.strictSame(decodeJwt(body.token).claims, {
    ...listed,
    source_sign_in_provider: 'password',
    source_sign_in_second_factor: '',
    source_second_factor_identifier: '',
    source_auth_time: gateway.now()
  })
})

t.test('client SDK: an id token that came from it begins no session', async (t) => {
  const gateway = await start(t, {
    config: { 'session.signInProviders': ['password', 'custom'], 'login.lastUsed': false }
  })
  const { body } = await ask(gateway, await gateway.signIn('ada'))
  const tokens = await exchange(gateway, body.token)
  const response = await postSession(gateway.url, tokens?.idToken ?? '', tokens?.refreshToken ?? '')
  t.equal(response.status, 401)
  t.match(await response.json(), { code: 'SIGN_IN_USED' })
  const other = await gateway.provider.signIn('ada', { provider: 'custom' })
  const twin = await postSession(gateway.url, other.idToken, other.refreshToken)
  t.equal(twin.status, 200, 'twin: a custom token of another program')
})

t.test('client SDK: as a bearer token, it is as old as the sign-in and has its second factor', async (t) => {
  const gateway = await start(t, {
    config: {
      bearer: ISSUERS,
      'access.rules': [
        { path: '/recent', allow: 'signed-in', require: { signedInWithin: 600 } },
        { path: '/strong', allow: 'signed-in', require: { secondFactor: true } }
      ]
    }
  })
  const cookie = await gateway.signIn('ada')
  const asked = async () => (await exchange(gateway, (await ask(gateway, cookie)).body.token))?.idToken ?? ''
  const at = (path: string, idToken: string) =>
    statusOf(gateway, { authorization: `Bearer ${idToken}` }, path)
  const early = await asked()
  t.equal(await at('/recent', early), 200, 'twin')
  gateway.advance(601)
  const late = await asked()
  t.equal(decodeJwt(late).auth_time, gateway.now(), 'control: the provider takes it for a new sign-in')
  const paths = ['/recent', '/strong', '/any']
  t.strictSame(await Promise.all(paths.map((path) => at(path, late))), [401, 401, 200])
})

t.test('client SDK: 30 a minute for an account, without refused ones and others (ASVS 2.4.1)', async (t) => {
  const gateway = await start(t)
  const sessions = [await gateway.signIn('ada'), await gateway.signIn('ada')]
  const eve = await gateway.signIn('eve')
  for (let i = 0; i < 40; i++) {
    await ask(gateway, sessions[0] ?? '', { ...OWN_FETCH, 'sec-fetch-site': 'cross-site' })
    await ask(gateway, '')
  }
  const before = gateway.provider.calls.lookup
  const answers: Answer[] = []
  for (let i = 0; i < 10; i++)
    answers.push(
      ...(await Promise.all(Array.from({ length: 10 }, () => ask(gateway, sessions[i % 2] ?? ''))))
    )
  const limited = answers.filter(({ status }) => status === 429)
  t.same([answers.filter(({ status }) => status === 200).length, limited.length], [30, 70])
  t.match(limited[0]?.body, { code: 'RATE_LIMITED' })
  t.match(limited[0]?.headers.get('retry-after'), /^([1-9]|[1-5]\d|60)$/)
  t.equal(gateway.provider.calls.lookup - before, 30, 'the provider is not called in vain')
  t.equal((await ask(gateway, eve)).status, 200, 'another account')
  gateway.advance(61)
  t.equal((await ask(gateway, sessions[0] ?? '')).status, 200, 'twin: a minute later')
  t.equal(await countGiven(gateway), 32)
})

t.test('client SDK: an event for each token, and neither token nor cookie in the log', async (t) => {
  const gateway = await start(t)
  const cookie = await gateway.signIn('ada')
  const { body } = await ask(gateway, cookie)
  await ask(gateway, cookie, { ...OWN_FETCH, 'sec-fetch-site': 'cross-site' })
  await gateway.settled()
  const [event, ...more] = gateway.logLines({ event: 'client-sdk.token' })
  t.match(event, { subject: 'ada', sessionId: String, client: '127.0.0.1', method: 'GET', path: PATH })
  t.same(more, [])
  const refused = { code: 'ORIGIN_MISMATCH', detail: 'Sec-Fetch-Site is not same-origin' }
  t.match(gateway.logLines({ event: 'access.refused' }), [refused])
  t.notMatch(gateway.logText(), /eyJ[\w-]{10}/)
  t.notOk(gateway.logText().includes(body.token))
})

t.test('client SDK: off, 404, and the path stays the gateway’s own', async (t) => {
  const gateway = await start(t, { config: { 'clientSdk.enabled': false } })
  const cookie = await gateway.signIn('ada')
  t.equal((await ask(gateway, cookie)).status, 404)
  t.same(gateway.upstream.seen, [])
  t.equal((await ask(await start(t), '')).status, 401, 'twin')
})

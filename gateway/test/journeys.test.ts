import t from 'tap'
import {
  cookieHeader,
  PAGE,
  PUBLIC_ORIGIN,
  postSession,
  SIGNATURE_KEY,
  startGateway
} from './fixtures/gateway.ts'
import { startDelivered, type VisitedGateway } from './fixtures/processes/delivered-gateway.ts'
import { signatureKeyOf } from './fixtures/session/signature-keys.ts'
import { send } from './fixtures/wire/http-client.ts'

/** In this process; where whole programs run, the program as it is delivered. */
const start: (...call: Parameters<typeof startGateway>) => Promise<VisitedGateway> =
  process.env.TEST_PROGRAM === undefined ? startGateway : startDelivered

for (const acquire of ['handover', 'exchange'] as const) {
  t.test(`journey: ${acquire}, signed out, signed in, refreshed, signed out again`, async (t) => {
    const { url, provider, upstream, advance, signIn } = await start(t, { acquire })
    provider.accounts.create({
      uid: 'ada',
      email: 'ada@example.com',
      emailVerified: true,
      displayName: 'Ada',
      password: 'secret-ada'
    })

    const before = await send(`${url}/reports?q=1`, { headers: PAGE })
    t.equal(before.status, 302)
    t.equal(before.headers.get('location'), '/login?redirect=%2Freports%3Fq%3D1')
    t.equal(upstream.seen.length, 0)

    const cookie = await signIn('ada')
    const page = await send(`${url}/reports?q=1`, { headers: { ...PAGE, cookie } })
    t.equal(page.status, 200)
    t.match(upstream.seen[0]?.headers, {
      'x-forwarded-user': 'ada',
      'x-forwarded-email': 'ada@example.com',
      'x-forwarded-preferred-username': 'Ada'
    })
    t.equal(upstream.seen[0]?.url, '/reports?q=1')

    advance(3601)
    const late = await send(`${url}/`, { headers: { cookie } })
    t.equal(late.status, 200)
    const refreshed = cookieHeader(late)
    t.ok(refreshed.startsWith('gatehouse=2~'), 'a new session cookie came with the answer')
    t.not(refreshed, cookie)
    t.equal(provider.calls.refresh, acquire === 'handover' ? 2 : 1)

    const out = await send(`${url}/logout`, {
      method: 'POST',
      headers: { ...PAGE, cookie: refreshed, origin: PUBLIC_ORIGIN }
    })
    t.equal(out.status, 303)
    t.equal(out.headers.get('location'), '/login?reason=signed-out')
    t.equal(cookieHeader(out), 'gatehouse-signed-out=1')
  })
}

t.test('journey: 200 parallel requests of an expired session, one refresh, 200 answers', async (t) => {
  const { url, provider, upstream, advance, signIn } = await start(t)
  const cookie = await signIn('ada')
  advance(3601)
  provider.calls.reset()
  const responses = await Promise.all(
    Array.from({ length: 200 }, () => send(`${url}/`, { headers: { cookie } }))
  )
  t.same(new Set(responses.map((response) => response.status)), new Set([200]))
  t.equal(new Set(responses.map((response) => cookieHeader(response))).size, 1, 'one and the same new cookie')
  t.equal(provider.calls.refresh, 1)
  t.equal(upstream.seen.length, 200)

  advance(59)
  const late = await send(`${url}/`, { headers: { cookie } })
  t.equal(late.status, 200, 'the old cookie is served from the result for a minute')
  t.equal(provider.calls.refresh, 1)
  advance(2)
  t.equal((await send(`${url}/`, { headers: { cookie } })).status, 200)
  t.equal(provider.calls.refresh, 2, 'after that it asks again')
})

t.test('journey: POST with an expired session, refreshed and arrives with its body', async (t) => {
  const { url, upstream, advance, signIn } = await start(t)
  const cookie = await signIn('ada')
  advance(3601)
  const response = await send(`${url}/orders`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'text/plain' },
    body: 'one order'
  })
  t.equal(response.status, 200)
  t.equal(upstream.seen[0]?.body, 'one order')
  t.equal(upstream.seen.length, 1)
})

const OUTAGES = [
  ['quota with status 400', { kind: 'error', status: 400, message: 'QUOTA_EXCEEDED' }],
  [
    'too many attempts with status 400',
    { kind: 'error', status: 400, message: 'TOO_MANY_ATTEMPTS_TRY_LATER' }
  ],
  ['429', { kind: 'error', status: 429, message: 'RESOURCE_EXHAUSTED' }],
  ['503 with an HTML page', { kind: 'html', status: 503 }],
  ['500 with nothing', { kind: 'empty', status: 500 }],
  ['200 with an HTML page', { kind: 'html', status: 200 }],
  [
    'an API key that was taken away',
    { kind: 'error', status: 400, message: 'API key expired. Please renew the API key.' }
  ],
  ['a connection reset', { kind: 'reset' }],
  ['nothing at all', { kind: 'hang' }]
] as const

for (const [name, outage] of OUTAGES) {
  t.test(`journey: provider answers ${name}, 503, its cookie works afterwards (ASVS 16.5.2)`, async (t) => {
    const { url, provider, upstream, advance, signIn } = await start(t)
    const cookie = await signIn('ada')
    advance(3601)
    provider.faults.refresh = outage
    const [page, call] = await Promise.all([
      send(`${url}/`, { headers: { ...PAGE, cookie } }),
      send(`${url}/`, { headers: { cookie } })
    ])
    t.equal(page.status, 503)
    t.match(page.headers.get('content-type'), 'text/html')
    t.ok(Number(page.headers.get('retry-after')) > 0)
    t.same(page.headers.getSetCookie(), [])
    t.equal(call.status, 503)
    t.match(await call.json(), { code: 'PROVIDER_UNAVAILABLE', statusCode: 503 })
    t.ok(Number(call.headers.get('retry-after')) > 0)
    t.same(call.headers.getSetCookie(), [])
    t.equal(upstream.seen.length, 0)

    provider.faults.refresh = { kind: 'ok' }
    t.equal((await send(`${url}/`, { headers: { cookie } })).status, 200)
  })
}

const ENDINGS = [
  ['revoked', 401, 'TOKEN_REVOKED', ({ provider }: VisitedGateway) => provider.accounts.revoke('ada')],
  ['deleted', 401, 'USER_NOT_FOUND', ({ provider }: VisitedGateway) => provider.accounts.delete('ada')],
  ['disabled', 403, 'USER_DISABLED', ({ provider }: VisitedGateway) => provider.accounts.disable('ada')]
] as const

for (const [name, status, code, end] of ENDINGS) {
  t.test(`journey: account ${name}, the next refresh ends the session`, async (t) => {
    const gateway = await start(t)
    const { url, provider, advance, signIn, upstream } = gateway
    const cookie = await signIn('ada')
    advance(3601)
    end(gateway)
    const page = await send(`${url}/deep`, { headers: { ...PAGE, cookie } })
    const login = status === 401 ? [302, '/login?redirect=%2Fdeep&reason=expired'] : [403, null]
    t.same([page.status, page.headers.get('location')], login)
    t.match(page.headers.getSetCookie(), [/^gatehouse=; Max-Age=0; Path=\/;/])
    const call = await send(`${url}/deep`, { headers: { cookie } })
    t.equal(call.status, status)
    t.match(await call.json(), { code, ...(status === 401 && { loginUrl: `${PUBLIC_ORIGIN}/login` }) })
    t.match(call.headers.getSetCookie(), [/Max-Age=0/])
    t.equal(provider.calls.refresh, 2, 'the refusal is remembered too')
    t.equal(upstream.seen.length, 0)
  })
}

t.test('journey: a session of an older key stays valid, then is signed with the new one', async (t) => {
  const first = await start(t)
  const cookie = await first.signIn('ada')
  const newKey = signatureKeyOf('new')
  const second = await start(t, {
    config: {
      'cookie.signatureKeys': [newKey, SIGNATURE_KEY],
      'identityPlatform.endpoints': first.provider.endpoints
    }
  })
  t.equal((await send(`${second.url}/`, { headers: { cookie } })).status, 200)
  const resigned = await send(`${second.url}/_auth/refresh?force=1`, {
    method: 'POST',
    headers: { cookie }
  })
  t.equal(resigned.status, 200)

  const third = await start(t, {
    config: { 'cookie.signatureKeys': [newKey], 'identityPlatform.endpoints': first.provider.endpoints }
  })
  t.equal((await send(`${third.url}/`, { headers: { cookie: cookieHeader(resigned) } })).status, 200)
  const dropped = await send(`${third.url}/`, { headers: { cookie } })
  t.equal(dropped.status, 401)
  t.match(await dropped.json(), { code: 'INVALID_COOKIE_SIGNATURE' })
  await third.settled()
  const line = third.logLines({ code: 'INVALID_COOKIE_SIGNATURE', msg: 'request' })[0]
  t.match(line, { doctor: 'KEYS' })
})

for (const acquire of ['handover', 'exchange'] as const)
  for (const [name, status, code, end] of [
    ['disabled', 403, 'USER_DISABLED', (gateway) => gateway.provider.accounts.disable('ada')],
    ['deleted', 401, 'USER_NOT_FOUND', (gateway) => gateway.provider.accounts.delete('ada')]
  ] satisfies [string, number, string, (gateway: VisitedGateway) => void][])
    t.test(`journey: ${acquire}, ${name}, out at the next look-up, others stay (ASVS 7.4.2)`, async (t) => {
      const gateway = await start(t, {
        acquire,
        config: { 'session.revocationCheckSeconds': 60 }
      })
      const { url, advance, signIn, upstream } = gateway
      const [cookie, other] = [await signIn('ada'), await signIn('bob')]
      const visit = (of: string) => send(`${url}/`, { headers: { cookie: of } })
      t.equal((await visit(cookie)).status, 200)
      end(gateway)
      advance(60)
      upstream.seen.splice(0)
      const refused = await visit(cookie)
      t.equal(refused.status, status)
      t.match(await refused.json(), { code })
      t.match(refused.headers.getSetCookie(), [/Max-Age=0/])
      t.same(upstream.seen, [])
      t.equal((await visit(other)).status, 200, 'twin')
    })

t.test('journey: no token, cookie or key of any journey is in the log (ASVS 14.2.4, 16.2.5)', async (t) => {
  const { url, provider, advance, signIn, logText, logLines, settled } = await start(t, {
    acquire: 'exchange'
  })
  provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
  const tokens = await provider.signIn('ada')
  const refused = await postSession(url, `${tokens.idToken.slice(0, -4)}AAAA`, tokens.refreshToken)
  t.equal(refused.status, 401)
  const cookie = await signIn('ada')
  const headers = { cookie, 'user-agent': 'x'.repeat(1000), authorization: 'Bearer app-token-of-the-visitor' }
  await send(`${url}/search?token=in-the-query`, { headers })
  advance(3601)
  provider.faults.refresh = { kind: 'html', status: 503 }
  await send(`${url}/`, { headers })
  await send(`${url}/logout`, { method: 'POST', headers })
  await settled()
  const log = logText()
  const secrets = [
    cookie.split('=')[1] ?? '',
    tokens.idToken,
    tokens.refreshToken,
    provider.apiKey,
    'in-the-query',
    'app-token-of-the-visitor',
    'test-key-0123456789'
  ]
  for (const secret of secrets) t.notOk(log.includes(secret), `not in the log: ${secret.slice(0, 12)}…`)
  t.notMatch(log, /eyJ[A-Za-z0-9_-]{10}/, 'nothing that looks like a token')
  const decision = logLines().find(
    (line) => line.msg === 'request' && line.route === 'proxy' && line.outcome === 'allow'
  )
  t.match(decision, {
    outcome: 'allow',
    subject: 'ada',
    ms: Number,
    decisionMs: Number,
    status: 200,
    requestId: String,
    path: '/search'
  })
  t.equal(String(decision?.userAgent).length, 350)
  t.match(logLines({ outcome: 'unavailable' })[0], { code: 'PROVIDER_UNAVAILABLE', level: 'warn' })
})

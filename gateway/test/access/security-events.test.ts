import t from 'tap'
import { createAppState } from '../../src/app-state.ts'
import { writeToLog } from '../../src/operations/audit.ts'
import { createLog } from '../../src/operations/logging.ts'
import type { StandIn } from '../../stand-in/stand-in.ts'
import {
  cookieHeader,
  PAGE,
  postSession,
  startGateway,
  type TestGateway,
  type TestGatewayOptions
} from '../fixtures/gateway.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'

const QUIET = ['warn', 'error', 'fatal', 'silent'] as const

interface Teardown {
  teardown(fn: () => unknown): void
}

/**
 * A quiet gateway with the account `ada`. `events`: those since the last call. Every sign-in of these tests is on a new
 * device; see `own-sessions.test`.
 */
async function startQuiet(t: Teardown, { config = {}, ...options }: TestGatewayOptions = {}) {
  const gateway = await startGateway(t, { ...options, config: { 'log.level': 'silent', ...config } })
  gateway.provider.accounts.create({ uid: 'ada', email: 'ada@example.com' })
  let seen = 0
  const events = () => {
    const all = gateway.logLines({ msg: 'event' }).filter(({ event }) => event !== 'session.new-device')
    const since = all.slice(seen)
    seen = all.length
    return since
  }
  return { ...gateway, events }
}

for (const level of QUIET) {
  t.test(`security events: level ${level}, sign-in and sign-out written (ASVS 16.3.1, 16.2.1)`, async (t) => {
    const config = { 'log.level': level, 'login.providers': [{ id: 'google.com' }] }
    const { url, provider, logLines } = await startQuiet(t, { config })
    const secondFactor = { kind: 'totp', id: 'mfa-1' } as const
    const { idToken, refreshToken } = await provider.signIn('ada', { provider: 'google.com', secondFactor })
    const signedIn = await postSession(url, idToken, refreshToken, { 'user-agent': 'Example/1' })
    const cookie = cookieHeader(signedIn)
    t.equal((await send(`${url}/page`, { headers: { cookie } })).status, 200)
    await send(`${url}/logout`, { method: 'POST', headers: { cookie } })
    const lines = logLines()
    const sessionId = lines[0]?.sessionId
    t.match(sessionId, /^[\w-]{12}$/)
    const who = {
      msg: 'event',
      level: 'info',
      subject: 'ada',
      client: '127.0.0.1',
      host: '127.0.0.1',
      sessionId
    }
    const how = {
      provider: 'google.com',
      secondFactor: 'totp',
      acquire: 'handover',
      userAgent: 'Example/1'
    }
    t.match(lines, [
      { ...who, event: 'session.started', ...how, requestId: /./, time: /Z$/ },
      { ...who, event: 'session.new-device' },
      { ...who, event: 'session.ended', by: 'visitor', code: 'SESSION_ENDED' }
    ])
    t.equal(lines.length, 3, 'no decision at this level')
  })
}

t.test('security events: sign-out everywhere, a session replaced by a sign-in (ASVS 16.3.1)', async (t) => {
  const { url, provider, signIn, advance, events } = await startQuiet(t, { acquire: 'exchange' })
  const first = await signIn('ada')
  const [{ sessionId } = {}] = events()
  advance(1)
  const { idToken, refreshToken } = await provider.signIn('ada')
  const second = cookieHeader(await postSession(url, idToken, refreshToken, { cookie: first }))
  t.match(events(), [
    { event: 'session.ended', by: 'visitor', sessionId },
    { event: 'session.started', acquire: 'exchange', provider: 'password', subject: 'ada' }
  ])
  const signOut = (cookie: string, query = '') =>
    send(`${url}/logout${query}`, { method: 'POST', headers: { cookie } })
  await signOut(second, '?everywhere=1')
  t.match(events(), [{ event: 'session.ended', by: 'everywhere', subject: 'ada' }])
  for (const cookie of [second, 'gatehouse=x', '']) await signOut(cookie)
  t.strictSame(events(), [], 'nothing ended')
})

/** Name, id token, code and subject, which is known only if the signature is valid. */
async function listRefusals(provider: StandIn): Promise<[string, string, string, string | undefined][]> {
  const [ada, eve] = [await provider.signIn('ada'), await provider.signIn('eve')]
  const forged = `${ada.idToken.slice(0, ada.idToken.lastIndexOf('.'))}.${eve.idToken.split('.')[2]}`
  const off = await provider.signIn('off')
  const gone = await provider.signIn('gone')
  provider.accounts.disable('off')
  provider.accounts.delete('gone')
  const issue = (overrides: Parameters<StandIn['issueIdToken']>[1]) => provider.issueIdToken('ada', overrides)
  return [
    ['no token', '', 'MISSING_TOKEN', undefined],
    ['forged', forged, 'INVALID_TOKEN_SIGNATURE', undefined],
    ['another project', await issue({ claims: { aud: 'other' } }), 'INVALID_ARGUMENT', undefined],
    ['expired', await issue({ ttlSeconds: -1 }), 'TOKEN_EXPIRED', 'ada'],
    ['disabled', off.idToken, 'USER_DISABLED', 'off'],
    ['deleted', gone.idToken, 'USER_NOT_FOUND', 'gone'],
    ['unverified', ada.idToken, 'EMAIL_UNVERIFIED', 'ada']
  ]
}

t.test('security events: refused sign-ins, by code and subject (ASVS 16.3.1, 16.3.3, 16.2.1)', async (t) => {
  const config = { 'session.requireVerifiedEmail': true, 'session.signInsPerMinute': 0 }
  const { url, provider, events } = await startQuiet(t, { config })
  for (const uid of ['eve', 'off', 'gone']) provider.accounts.create({ uid, email: `${uid}@example.com` })
  for (const [name, idToken, code, subject] of await listRefusals(provider)) {
    await postSession(url, idToken, 'x')
    const [event, ...others] = events()
    t.match(event, { event: 'session.refused', code, client: '127.0.0.1', requestId: /./ }, name)
    t.equal(event?.subject, subject, name)
    t.equal(event?.provider, subject && 'password', name)
    t.strictSame(others, [], name)
  }
  await postSession(url, 'x', 'x', { origin: 'https://evil.example' })
  t.match(events(), [{ event: 'session.refused', code: 'ORIGIN_MISMATCH' }])
  provider.accounts.update('ada', { emailVerified: true })
  const { idToken, refreshToken } = await provider.signIn('ada')
  await postSession(url, idToken, refreshToken)
  t.match(events(), [{ event: 'session.started', subject: 'ada' }], 'control: a valid sign-in')
})

t.test('security events: exceeding the sign-in rate limit is written (ASVS 16.3.3)', async (t) => {
  const { url, events } = await startQuiet(t, { config: { 'session.signInsPerMinute': 1 } })
  for (let count = 0; count < 2; count++) await postSession(url, 'nonsense', 'x')
  t.match(events(), [
    { event: 'session.refused', code: 'INVALID_ARGUMENT' },
    { event: 'session.refused', code: 'RATE_LIMITED' }
  ])
})

t.test('security events: refused access, but no redirect to sign in (ASVS 16.3.2, 16.3.3)', async (t) => {
  const rule = { path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }
  const { url, port, signIn, events } = await startQuiet(t, { config: { 'access.rules': [rule] } })
  const cookie = await signIn('ada')
  const last = cookie.at(-1) === 'A' ? 'B' : 'A'
  events()

  for (const headers of [PAGE, { cookie }, { ...PAGE, cookie: 'gatehouse=x' }])
    await send(`${url}/page`, { headers })
  await send(`${url}/_auth/refresh`, { method: 'POST' })
  await send(`${url}/_auth/session`)
  await send(`${url}/_auth/assets/none.js`)
  t.strictSame(events(), [])

  await send(`${url}/admin/x?secret=1`, { headers: { cookie } })
  t.match(events(), [
    { event: 'access.refused', code: 'FORBIDDEN', subject: 'ada', method: 'GET', path: '/admin/x' }
  ])
  await send(`${url}/`, { headers: { cookie: `${cookie.slice(0, -1)}${last}` } })
  const [foreign] = events()
  t.match(foreign, { event: 'access.refused', code: 'INVALID_COOKIE_SIGNATURE' })
  t.notOk('subject' in (foreign ?? {}), 'a foreign cookie gives no subject')
  await send(`${url}/logout`, { method: 'POST', headers: { cookie, origin: 'https://evil.example' } })
  t.match(events(), [{ event: 'access.refused', code: 'ORIGIN_MISMATCH', path: '/logout' }])
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\nOrigin: https://evil.example'
  await sendRaw(port, `GET /ws HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n\r\n`)
  t.match(events(), [{ event: 'access.refused', code: 'ORIGIN_MISMATCH', path: '/ws' }])
  await sendRaw(port, 'GET /a/../b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  t.match(events(), [{ event: 'access.refused', code: 'INVALID_REQUEST', detail: /dot-segment/ }])
  await sendRaw(port, 'GET / HTTP/1.1\r\nTransfer-Encoding : chunked\r\n\r\n')
  t.match(events(), [{ event: 'access.refused', code: 'INVALID_REQUEST', client: '127.0.0.1' }])

  await send(`${url}/logout`, { method: 'POST', headers: { cookie } })
  events()
  await send(`${url}/`, { headers: { cookie } })
  t.match(events(), [{ event: 'access.refused', code: 'SESSION_ENDED', subject: 'ada' }], 'a copy of it')
})

const ENDINGS: readonly (readonly [string, string, string, (gateway: TestGateway) => void])[] = [
  ['revoked', 'TOKEN_REVOKED', 'provider', ({ provider }) => provider.accounts.revoke('ada')],
  ['deleted', 'USER_NOT_FOUND', 'provider', ({ provider }) => provider.accounts.delete('ada')],
  ['disabled', 'USER_DISABLED', 'provider', ({ provider }) => provider.accounts.disable('ada')],
  ['too old', 'SESSION_EXPIRED', 'limit', ({ advance }) => advance(4000)]
]

for (const [name, code, by, end] of ENDINGS) {
  t.test(`security events: the end of a session is written, ${name} (ASVS 16.3.1)`, async (t) => {
    for (const path of ['/', '/_auth/session', '/login']) {
      const gateway = await startQuiet(t, { config: { 'session.absoluteSeconds': 7200 } })
      const { url, signIn, advance, events } = gateway
      const cookie = await signIn('ada')
      const [{ sessionId } = {}] = events()
      advance(3601)
      await send(`${url}${path}`, { headers: { cookie } })
      t.strictSame(events(), [], 'a refresh is no event')
      advance(3601 - 10)
      end(gateway)
      await send(`${url}${path}`, { headers: { cookie } })
      t.match(events(), [{ event: 'session.ended', code, by, subject: 'ada', sessionId }], path)
    }
  })
}

t.test('security events: requests without a session, but no page load (ASVS 16.3.2)', async (t) => {
  const { url, events } = await startQuiet(t, { config: { 'account.enabled': true } })
  const rows: readonly [path: string, init: Parameters<typeof send>[1], code: string][] = [
    ['/admin/x?secret=1', {}, 'MISSING_CREDENTIALS'],
    ['/page', { method: 'POST' }, 'MISSING_CREDENTIALS'],
    ['/page', { headers: { cookie: 'gatehouse=x' } }, 'MALFORMED_CREDENTIALS'],
    ['/_auth/account', {}, 'MISSING_CREDENTIALS']
  ]
  for (const [path, init = {}, code] of rows) {
    const response = await send(`${url}${path}`, init)
    t.equal(response.status, 401, path)
    const [event, ...others] = events()
    t.match(event, {
      event: 'access.refused',
      code,
      client: '127.0.0.1',
      method: init.method ?? 'GET',
      path: path.split('?')[0],
      requestId: response.headers.get('x-request-id')
    })
    t.notOk('subject' in (event ?? {}), 'no subject')
    t.strictSame(others, [], path)
  }
  t.equal((await send(`${url}/admin/x`, { headers: PAGE })).status, 302)
  t.strictSame(events(), [], 'control')
})

t.test('security events: 200 without a session, ten lines and the count (ASVS 16.3.2)', async (t) => {
  let closeWindow = () => {}
  let windows = 0
  const schedule = (_seconds: number, run: () => void) => {
    windows += 1
    closeWindow = run
    return () => {}
  }
  const gateway = await startQuiet(t, { schedule })
  const before = windows
  for (let count = 0; count < 4; count++)
    await Promise.all(Array.from({ length: 50 }, () => send(`${gateway.url}/page`)))
  t.equal(gateway.events().length, 10)
  t.equal(windows - before, 1, 'one timer')
  closeWindow()
  t.match(gateway.logLines().at(-1), {
    msg: 'security events dropped',
    event: 'access.refused',
    code: 'MISSING_CREDENTIALS',
    leftOut: 190
  })
})

t.test('security events: long path, host and user agent give a line of bounded length', async (t) => {
  const { url, events, logText } = await startQuiet(t)
  const headers = {
    'user-agent': 'u'.repeat(5000),
    host: `${'h'.repeat(2000)}.example`,
    cookie: `gatehouse=2~1~${'A'.repeat(22)}~1~x~y~z`
  }
  await send(`${url}/${'p'.repeat(8000)}`, { headers })
  const [event] = events()
  t.match(event, { code: 'INVALID_COOKIE_SIGNATURE' })
  t.same([String(event?.path).length, String(event?.host).length], [500, 255])
  t.ok(logText().length < 2000)
})

t.test('security events: no token, cookie, key, query or email address (ASVS 16.2.5)', async (t) => {
  const { url, provider, logText, events } = await startQuiet(t)
  const { idToken, refreshToken } = await provider.signIn('ada')
  const cookie = cookieHeader(await postSession(`${url}`, idToken, refreshToken))
  const issued = await provider.issueIdToken('ada', { claims: { aud: 'other' } })
  await postSession(url, issued, refreshToken)
  await send(`${url}/logout?everywhere=1&x=hidden-query`, { method: 'POST', headers: { cookie } })
  await send(`${url}/logout?x=hidden-query`, { method: 'POST', headers: { cookie } })
  await send(`${url}/?x=hidden-query`, { headers: { cookie } })
  t.ok(events().length >= 4)
  const secrets = [idToken, issued, refreshToken, cookie.split('=')[1] ?? '', provider.apiKey]
  for (const secret of [...secrets, 'ada@example.com', 'hidden-query', 'eyJ'])
    t.notOk(logText().includes(secret), secret.slice(0, 20))
})

/** Two gateways with one provider; the second writes refreshes if wanted. Returns its events. */
async function startRefreshing(t: Teardown, wantsRefreshes: boolean) {
  const first = await startGateway(t, { idTokenTtlSeconds: 600 })
  const lines: string[] = []
  const { logger } = createLog('silent', { write: (line) => void lines.push(line) })
  const events = { ...writeToLog(logger), wantsRefreshes: () => wantsRefreshes }
  const config = { metrics: { enabled: false, durationBuckets: [] } }
  const state = createAppState({ config, logger, now: first.now, schedule: () => () => {}, events })
  const gateway = await startGateway(t, { beside: first, state })
  t.teardown(() => state.close())
  const ofSessions = ({ event }: { event: string }) => event !== 'session.new-device'
  return { gateway, events: () => lines.map((line) => JSON.parse(line)).filter(ofSessions) }
}

t.test('security events: a refresh is written once with its reason, if wanted', async (t) => {
  const { gateway, events } = await startRefreshing(t, true)
  const { url, provider, advance, signIn } = gateway
  const cookie = await signIn(provider.accounts.create({ uid: 'ada', email: 'ada@example.com' }))
  advance(601)
  const ask = () => send(`${url}/page`, { headers: { cookie } })
  await Promise.all([ask(), ask(), ask()])
  await ask()
  const [started, refreshed, ...others] = events()
  t.match(refreshed, {
    event: 'session.refreshed',
    reason: 'expired',
    subject: 'ada',
    sessionId: started.sessionId,
    client: '127.0.0.1',
    requestId: /./
  })
  t.strictSame(others, [], 'waiting and later requests refreshed nothing')
  const headers = { cookie, origin: 'http://localhost:8080' }
  await send(`${url}/_auth/refresh?force=1`, { method: 'POST', headers })
  t.match(events()[2], { event: 'session.refreshed', reason: 'forced' })
})

import t from 'tap'
import { deriveSessionKey } from '../../src/session/cookie/cookie-value.ts'
import { createSessionId } from '../../src/session/session.ts'
import { NOW } from '../fixtures/clock.ts'
import { PAGE, PUBLIC_ORIGIN, startGateway } from '../fixtures/gateway.ts'
import {
  codeOf,
  EXPIRED_LINE,
  HOUR,
  IDLE,
  renewedOf,
  setCookiesOf,
  timesOf
} from '../fixtures/session/session-checks.ts'
import { openHeader } from '../fixtures/session/session-cookie.ts'
import {
  buildCookie,
  cookieHeader,
  encryptSession,
  OTHER_SECRET,
  SECRET,
  startSessions
} from '../fixtures/session/sessions.ts'
import { send } from '../fixtures/wire/http-client.ts'

t.test('limits: after the idle limit is enabled, older sessions count from their start', async (t) => {
  const { checker, standIn, clock, cookie } = await startSessions(t, { idleSeconds: IDLE })
  const encrypt = async () => encryptSession(cookie, await standIn.signIn('alice'), clock.now(), null)
  const [one, two] = [await encrypt(), await encrypt()]
  t.match(one.value, /^2~1~[\w-]{22}~\d{10}~/)
  clock.advance(30)
  t.strictSame(setCookiesOf(await checker.check(one.header)), [], 'not due within the first minute')
  clock.advance(IDLE - 31)
  t.strictSame(timesOf(renewedOf(await checker.check(one.header))), [NOW, NOW + IDLE - 1], 'then stamped')
  clock.advance(1)
  t.equal(codeOf(await checker.check(two.header)), 'SESSION_EXPIRED')
})

t.test('limits: after the idle limit is disabled, the stamp is ignored and dropped at refresh', async (t) => {
  const { checker, standIn, clock, cookie } = await startSessions(t)
  const { header } = encryptSession(cookie, await standIn.signIn('alice'), NOW, NOW)
  clock.advance(HOUR - 1)
  t.match(await checker.check(header), { kind: 'signed-in', setCookies: [] })
  clock.advance(1)
  t.match(renewedOf(await checker.check(header)), /^gatehouse=2~1~[\w-]{22}~\d{10}~/)
})

t.test('limits: after a signature key change, the next stamp signs with the new key', async (t) => {
  const [oldKey, newKey] = [deriveSessionKey(SECRET), deriveSessionKey(OTHER_SECRET)]
  const { checker, standIn, clock } = await startSessions(t, {
    cookie: buildCookie({ keys: [newKey, oldKey] }),
    idleSeconds: IDLE
  })
  const before = buildCookie({ keys: [oldKey] })
  const after = buildCookie({ keys: [newKey] })
  const { header, state } = encryptSession(before, await standIn.signIn('alice'), NOW, NOW)
  clock.advance(59)
  t.strictSame(setCookiesOf(await checker.check(header)), [])
  clock.advance(1)
  const stamped = { kind: 'open', state: { ...state, activeAtSeconds: NOW + 60 }, key: 0 }
  t.strictSame(openHeader(after, renewedOf(await checker.check(header))), stamped)
  t.equal(standIn.calls.refresh, 0)
})

t.test('limits: a session that ends with the browser never gets a cookie with Max-Age', async (t) => {
  const { checker, signIn, clock, cookie } = await startSessions(t, {
    idleSeconds: 300,
    absoluteSeconds: 2 * HOUR
  })
  const { tokens } = await signIn()
  const state = { id: createSessionId(), ...tokens, startedAtSeconds: NOW, activeAtSeconds: NOW }
  let header = cookieHeader(cookie.set(cookie.encrypt({ ...state, endsWithBrowser: true }), [], null))
  for (let seconds = 60; seconds < 2 * HOUR; seconds += 60) {
    clock.advance(60)
    const check = await checker.check(header)
    t.match(setCookiesOf(check), [/^gatehouse=.*; Path=\/; HttpOnly; SameSite=Lax$/])
    t.notMatch(setCookiesOf(check)[0], /Max-Age|Expires/)
    header = renewedOf(check)
  }
  clock.advance(60)
  t.equal(codeOf(await checker.check(header)), 'SESSION_EXPIRED')
})

t.test('limits: two sessions with one refresh token keep their own start at a refresh', async (t) => {
  const { checker, signIn, clock, cookie } = await startSessions(t, { absoluteSeconds: 2 * HOUR })
  const { header: older, tokens } = await signIn()
  clock.advance(HOUR)
  const { header: newer } = encryptSession(cookie, tokens, clock.now())
  for (const order of [
    [newer, older],
    [older, newer]
  ]) {
    for (const header of order) {
      const [start] = timesOf(renewedOf(await checker.check(header))) ?? []
      t.equal(start, header === older ? NOW : NOW + HOUR)
    }
    clock.advance(61)
  }
})

t.test('limits: account look-up and stamp due at once, both happen', async (t) => {
  const { checker, signIn, clock, standIn } = await startSessions(t, {
    idleSeconds: IDLE,
    revocationCheckSeconds: 60
  })
  const { header } = await signIn()
  clock.advance(60)
  const renewed = renewedOf(await checker.check(header))
  t.strictSame(timesOf(renewed), [NOW, NOW + 60])
  t.equal(standIn.calls.lookupByIdToken, 1)
  standIn.accounts.disable('alice')
  clock.advance(60)
  const out = await checker.check(renewed)
  t.equal(codeOf(out), 'USER_DISABLED')
  t.strictSame(setCookiesOf(out), [EXPIRED_LINE], 'no new cookie for a disabled account')
})

for (const [limit, config, seconds] of [
  ['idle', { 'session.idleSeconds': IDLE }, IDLE],
  ['absolute', { 'session.absoluteSeconds': 600 }, 600]
] as const) {
  t.test(`limits: ${limit} limit reached, the gateway clears the cookies (ASVS 7.3.1, 7.3.2)`, async (t) => {
    const { url, provider, upstream, advance, signIn } = await startGateway(t, { config })
    for (const uid of ['ada', 'bob']) provider.accounts.create({ uid })
    const [cookie, other] = [await signIn('ada'), await signIn('bob')]
    advance(seconds - 1)
    t.equal((await send(`${url}/`, { headers: { cookie: other } })).status, 200, 'a second before')
    upstream.forget()
    advance(1)
    const call = await send(`${url}/a`, { headers: { cookie } })
    t.match(await call.json(), { code: 'SESSION_EXPIRED', loginUrl: `${PUBLIC_ORIGIN}/login` })
    for (const [path, method, status, location] of [
      ['/a', 'GET', 302, '/login?redirect=%2Fa&reason=expired'],
      ['/_auth/refresh', 'POST', 401, null],
      ['/_auth/refresh?force=1', 'POST', 401, null],
      ['/login', 'GET', 200, null]
    ] as const) {
      const { status: found, headers } = await send(`${url}${path}`, { method, headers: { ...PAGE, cookie } })
      t.same(
        [found, headers.get('location'), ...headers.getSetCookie()],
        [status, location, EXPIRED_LINE],
        path
      )
    }
    t.equal(upstream.seen.length, 0)
  })
}

t.test('limits: one request a minute keeps the session active, with one new cookie each', async (t) => {
  const { url, provider, upstream, advance, signIn } = await startGateway(t, {
    config: { 'session.idleSeconds': 120, 'access.rules': [{ path: '/public', allow: 'public' }] }
  })
  provider.accounts.create({ uid: 'ada' })
  let cookie = await signIn('ada')
  t.match(cookie, /^gatehouse=2~1~[\w-]{22}~(\d+)\.\1~/, 'the sign-in counts as the first request')
  for (let minute = 0; minute < 10; minute++) {
    advance(60)
    const unrecorded = await send(`${url}/public`, { headers: { cookie } })
    t.same([unrecorded.status, unrecorded.headers.getSetCookie()], [200, []], 'public: not checked')
    const [path = ''] = ['/', '/_auth/session', '/login'].slice(minute % 3)
    const response = await send(`${url}${path}`, { headers: { cookie } })
    const stamps = response.headers.getSetCookie().filter((line) => line.startsWith('gatehouse='))
    t.same([response.status, stamps.length], [path === '/login' ? 302 : 200, 1], path)
    cookie = String(stamps[0]).split(';', 1).join()
    t.equal((await send(`${url}/`, { headers: { cookie } })).headers.getSetCookie().length, 0)
  }
  t.notOk(upstream.seen.some(({ headers }) => headers.cookie !== undefined))
  advance(120)
  t.equal((await send(`${url}/`, { headers: { cookie } })).status, 401)
})

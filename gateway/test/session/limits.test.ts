import t from 'tap'
import { deriveSessionKey } from '../../src/session/cookie/cookie-value.ts'
import { createLimits, createSessionId } from '../../src/session/session.ts'
import { NOW } from '../fixtures/clock.ts'
import { PAGE, PUBLIC_ORIGIN, startGateway, testConfig } from '../fixtures/gateway.ts'
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

t.test('limits: absolute and idle limits end exactly at their second (ASVS 7.3.1, 7.3.2)', async (t) => {
  let now = NOW
  const limitsOf = (absoluteSeconds: number, idleSeconds: number) =>
    createLimits({ absoluteSeconds, idleSeconds, now: () => now })
  const rows: readonly [string, absolute: number, idle: number, activeAt: number | null, over: number][] = [
    ['absolute alone', 600, 0, null, 600],
    ['idle alone, never noted', HOUR, 300, null, 300],
    ['idle alone, noted', HOUR, 300, NOW + 100, 400],
    ['idle longer than absolute', 600, 900, NOW + 100, 600],
    ['idle ends with absolute', 600, 300, NOW + 300, 600],
    ['noted, but no idle limit', 600, 0, NOW + 100, 600]
  ]
  for (const [name, absolute, idle, activeAtSeconds, over] of rows) {
    const limits = limitsOf(absolute, idle)
    const times = { startedAtSeconds: NOW, activeAtSeconds }
    now = NOW + over - 1
    t.equal(limits.isExpired(times), false, `${name}: a second before`)
    now = NOW + over - 0.001
    t.equal(limits.isExpired(times), false, `${name}: a millisecond before`)
    now = NOW + over
    t.equal(limits.isExpired(times), true, `${name}: exactly at the limit`)
    now = NOW + over + 1e9
    t.equal(limits.isExpired(times), true, `${name}: long after`)
  }
})

t.test('limits: a stream counts for the idle limit but not for the absolute limit', async (t) => {
  let now = NOW
  const lastStreams = new Map([['streamed', NOW + 400]])
  const limits = createLimits({
    absoluteSeconds: 1000,
    idleSeconds: 300,
    lastStreamAtSeconds: (id) => lastStreams.get(id) ?? Number.NEGATIVE_INFINITY,
    now: () => now
  })
  const isOver = (id: string) => limits.isExpired({ id, startedAtSeconds: NOW, activeAtSeconds: NOW + 50 })
  const rows: readonly [seconds: number, streamed: boolean, silent: boolean][] = [
    [349, false, false],
    [350, false, true],
    [699, false, true],
    [699.999, false, true],
    [700, true, true]
  ]
  for (const [seconds, streamed, silent] of rows) {
    now = NOW + seconds
    t.strictSame([isOver('streamed'), isOver('silent')], [streamed, silent], `${seconds} s`)
  }
  t.equal(
    limits.idleEndsAtSeconds({ startedAtSeconds: NOW, activeAtSeconds: null }),
    Number.POSITIVE_INFINITY
  )
  lastStreams.set('streamed', NOW + 900)
  now = NOW + 999
  t.equal(isOver('streamed'), false)
  now = NOW + 1000
  t.equal(isOver('streamed'), true, 'at the absolute end, despite a stream shortly before')
})

t.test('limits: activity is noted once a minute and never without an idle limit', async (t) => {
  let now = NOW
  const withIdle = createLimits({ absoluteSeconds: HOUR, idleSeconds: 300, now: () => now })
  const without = createLimits({ absoluteSeconds: HOUR, idleSeconds: 0, now: () => now })
  t.strictSame([withIdle.recordsActivity, without.recordsActivity], [true, false])
  for (const activeAtSeconds of [null, NOW]) {
    const times = { startedAtSeconds: NOW, activeAtSeconds }
    for (const [seconds, due] of [
      [0, false],
      [59, false],
      [59.999, false],
      [60, true],
      [299, true]
    ] as const) {
      now = NOW + seconds
      t.equal(withIdle.isActivityUpdateDue(times), due, `${seconds} s`)
      t.equal(without.isActivityUpdateDue(times), false, `${seconds} s, no idle limit`)
    }
  }
})

t.test('limits: Max-Age is the time left to the absolute end, but at least a second', async (t) => {
  let now = NOW
  const limits = createLimits({ absoluteSeconds: 600, idleSeconds: 300, now: () => now })
  const times = { startedAtSeconds: NOW, activeAtSeconds: NOW + 500 }
  for (const [seconds, left] of [
    [0, 600],
    [0.5, 599],
    [599, 1],
    [599.5, 1],
    [600, 1],
    [700, 1]
  ] as const) {
    now = NOW + seconds
    t.equal(limits.maxAgeSeconds(times), left, `${seconds} s`)
  }
})

t.test('limits: an idle limit below two minutes is refused, two minutes or none are not', async (t) => {
  for (const seconds of [1, 59, 60, 119])
    t.throws(() => testConfig({ 'session.idleSeconds': seconds }), /session\.idleSeconds/, String(seconds))
  for (const seconds of [0, 120, 31_536_000])
    t.equal(testConfig({ 'session.idleSeconds': seconds }).session.idleSeconds, seconds)
  for (const seconds of [-1, 86_401])
    t.throws(() => testConfig({ 'session.expiredGraceSeconds': seconds }), /session\.expiredGraceSeconds/)
})

t.test('limits: idle exactly at the limit, a request one second earlier renews the stamp', async (t) => {
  const { checker, signIn, clock } = await startSessions(t, { idleSeconds: IDLE })
  const [silent, active] = [await signIn(), await signIn()]
  t.strictSame(timesOf(active.header), [NOW, NOW])
  clock.advance(IDLE - 1)
  const check = await checker.check(active.header)
  t.match(check, { kind: 'signed-in', session: { startedAtSeconds: NOW, activeAtSeconds: NOW + IDLE - 1 } })
  const renewed = renewedOf(check)
  t.strictSame(timesOf(renewed), [NOW, NOW + IDLE - 1])
  clock.advance(1)
  for (const ask of [checker.check, checker.checkAndRefresh]) {
    const over = await ask(silent.header)
    t.match(over, { kind: 'ended', code: 'SESSION_EXPIRED' })
    t.strictSame(setCookiesOf(over), [EXPIRED_LINE])
  }
  clock.advance(IDLE - 2)
  t.equal((await checker.check(renewed)).kind, 'signed-in', 'a second before the idle end of the new stamp')
  clock.advance(1)
  t.equal(codeOf(await checker.check(renewed)), 'SESSION_EXPIRED', 'at it')
})

t.test('limits: id token expired and idle limit reached, ended and not refreshed', async (t) => {
  const { checker, signIn, clock, standIn } = await startSessions(t, { idleSeconds: 2 * HOUR })
  const [one, two] = [await signIn(), await signIn()]
  clock.advance(2 * HOUR - 1)
  t.equal((await checker.check(one.header)).kind, 'signed-in', 'a second before')
  t.equal(standIn.calls.refresh, 1)
  clock.advance(1)
  t.equal(codeOf(await checker.check(two.header)), 'SESSION_EXPIRED')
  t.equal(standIn.calls.refresh, 1)
})

t.test('limits: a replayed older cookie idles out by its own stamp, not by a newer one', async (t) => {
  const { checker, signIn, clock } = await startSessions(t, { idleSeconds: 120 })
  const { header: oldest } = await signIn()
  clock.advance(60)
  const newer = renewedOf(await checker.check(oldest))
  t.strictSame(timesOf(newer), [NOW, NOW + 60])
  clock.advance(59)
  t.equal(renewedOf(await checker.check(oldest)), newer, 'the old cookie still yields the same new one')
  clock.advance(1)
  t.equal(codeOf(await checker.check(oldest)), 'SESSION_EXPIRED')
  const newest = renewedOf(await checker.check(newer))
  t.strictSame(timesOf(newest), [NOW, NOW + 120])
  clock.advance(60)
  t.equal(codeOf(await checker.check(newer)), 'SESSION_EXPIRED')
  t.equal((await checker.check(newest)).kind, 'signed-in')
  clock.advance(60)
  t.equal(codeOf(await checker.check(newest)), 'SESSION_EXPIRED')
})

t.test('limits: 200 parallel requests with one due cookie all get the same new one', async (t) => {
  const { checker, signIn, clock, standIn } = await startSessions(t, { idleSeconds: IDLE })
  for (const isCached of [true, false]) {
    const { header } = await signIn()
    if (isCached) await checker.check(header)
    clock.advance(60)
    const checks = await Promise.all(Array.from({ length: 200 }, () => checker.check(header)))
    t.strictSame(new Set(checks.map(({ kind }) => kind)), new Set(['signed-in']))
    t.equal(new Set(checks.map((check) => setCookiesOf(check).join())).size, 1, `cached: ${isCached}`)
    const sessions = checks.map((check) => check.kind === 'signed-in' && check.session)
    t.equal(new Set(sessions).size, 1, 'and count as one session, so that an assertion is signed once')
    const next = checker.check(renewedOf(checks[0]!))
    t.notOk(next instanceof Promise, 'the new cookie is cached at once')
    t.match(next, { kind: 'signed-in', setCookies: [] })
  }
  t.equal(standIn.calls.refresh, 0)
})

t.test('limits: a refresh sets the stamp to the current time', async (t) => {
  const { checker, signIn, clock, standIn } = await startSessions(t, {
    absoluteSeconds: 24 * HOUR,
    idleSeconds: 2 * HOUR
  })
  const { header } = await signIn()
  clock.advance(HOUR)
  const check = await checker.check(header)
  t.equal(standIn.calls.refresh, 1)
  t.match(setCookiesOf(check), [`Max-Age=${23 * HOUR};`], 'the cookie does not outlive the session')
  t.strictSame(timesOf(renewedOf(check)), [NOW, NOW + HOUR])
  t.match(check, { session: { startedAtSeconds: NOW, activeAtSeconds: NOW + HOUR } })
  clock.advance(30)
  const forced = await checker.checkAndRefresh(renewedOf(check))
  t.strictSame(timesOf(renewedOf(forced)), [NOW, NOW + HOUR + 30], 'asked for')
})

t.test('limits: two sessions of one account due at once each keep their own times', async (t) => {
  const { checker, signIn, clock, cookie } = await startSessions(t, { idleSeconds: IDLE })
  const one = await signIn()
  clock.advance(10)
  const two = await signIn()
  clock.advance(60)
  const renewed = await Promise.all(
    [one, two].map(async ({ header }) => renewedOf(await checker.check(header)))
  )
  t.strictSame(renewed.map(timesOf), [
    [NOW, NOW + 70],
    [NOW + 10, NOW + 70]
  ])
  const states = renewed.map((header) => {
    const reading = cookie.read(header)
    const opened = reading.kind === 'present' ? cookie.open(reading) : null
    return opened?.kind === 'open' ? opened.state.refreshToken : null
  })
  t.strictSame(states, [one.tokens.refreshToken, two.tokens.refreshToken])
})

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
    const { url, upstream, advance, signIn } = await startGateway(t, { config })
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
  const { url, upstream, advance, signIn } = await startGateway(t, {
    config: { 'session.idleSeconds': 120, 'access.rules': [{ path: '/public', allow: 'public' }] }
  })
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

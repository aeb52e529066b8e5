import t from 'tap'
import { createLimits } from '../../src/session/session.ts'
import { NOW } from '../fixtures/clock.ts'
import { testConfig } from '../fixtures/gateway.ts'
import {
  codeOf,
  EXPIRED_LINE,
  HOUR,
  IDLE,
  renewedOf,
  setCookiesOf,
  timesOf
} from '../fixtures/session/session-checks.ts'
import { startSessions } from '../fixtures/session/sessions.ts'

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

t.test('limits: no Max-Age for a session that ends with the browser', async (t) => {
  const times = { startedAtSeconds: NOW, activeAtSeconds: null }
  const limitsOf = (keepsCookies: boolean) =>
    createLimits({ absoluteSeconds: 600, idleSeconds: 0, keepsCookies, now: () => NOW })
  t.strictSame(
    [limitsOf(true).maxAgeSeconds(times), limitsOf(true).maxAgeSeconds({ ...times, endsWithBrowser: true })],
    [600, null]
  )
  t.equal(limitsOf(false).maxAgeSeconds(times), null)
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
  const { checker, signIn, clock, standIn } = await startSessions(t, { idleSeconds: 2 * HOUR })
  const { header } = await signIn()
  clock.advance(HOUR)
  const check = await checker.check(header)
  t.equal(standIn.calls.refresh, 1)
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

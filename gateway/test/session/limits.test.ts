import t from 'tap'
import type { SessionCheck } from '../../src/session/check-result.ts'
import { deriveSessionKey } from '../../src/session/cookie/keys.ts'
import { createLimits } from '../../src/session/limits.ts'
import { NOW } from '../fixtures/clock.ts'
import {
  cookieHeader as cookieOf,
  PAGE,
  PUBLIC_ORIGIN,
  startGateway,
  testConfig
} from '../fixtures/gateway.ts'
import { send } from '../fixtures/http-client.ts'
import {
  buildCookie,
  cookieHeader,
  OTHER_SECRET,
  SECRET,
  sealSession,
  startSessions
} from '../fixtures/sessions.ts'

const HOUR = 3600
const IDLE = 1800
const EXPIRED_LINE =
  'gatehouse=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax'

const setCookiesOf = (check: SessionCheck) => ('setCookies' in check ? check.setCookies : [])
const renewedOf = (check: SessionCheck) => cookieHeader(setCookiesOf(check))
const codeOf = (check: SessionCheck) => ('code' in check ? check.code : check.kind)
/** Start and stamp as the cookie says them. */
const timesOf = (header: string) =>
  /^gatehouse(?:\.0)?=2~\d~[\w-]{22}~(\d+)(?:\.(\d+))?~/.exec(header)?.slice(1).map(Number)

t.test('limits: absolute and idle, over at their second, not before (ASVS 7.3.1, 7.3.2)', async (t) => {
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
    t.equal(limits.isOver(times), false, `${name}: a second before`)
    now = NOW + over - 0.001
    t.equal(limits.isOver(times), false, `${name}: a millisecond before`)
    now = NOW + over
    t.equal(limits.isOver(times), true, `${name}: at it`)
    now = NOW + over + 1e9
    t.equal(limits.isOver(times), true, `${name}: long after`)
  }
})

t.test('limits: a note, due a minute after the last one and never without an idle limit', async (t) => {
  let now = NOW
  const withIdle = createLimits({ absoluteSeconds: HOUR, idleSeconds: 300, now: () => now })
  const without = createLimits({ absoluteSeconds: HOUR, idleSeconds: 0, now: () => now })
  t.strictSame([withIdle.notesActivity, without.notesActivity], [true, false])
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
      t.equal(withIdle.isNoteDue(times), due, `${seconds} s`)
      t.equal(without.isNoteDue(times), false, `${seconds} s, no idle limit`)
    }
  }
})

t.test('limits: Max-Age, what is left to the absolute end and at least a second', async (t) => {
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

t.test(
  'limits: idle limit under two minutes, refused by the configuration; two minutes and none, taken',
  async (t) => {
    for (const seconds of [1, 59, 60, 119])
      t.throws(() => testConfig({ 'session.idleSeconds': seconds }), /session\.idleSeconds/, String(seconds))
    for (const seconds of [0, 120, 31_536_000])
      t.equal(testConfig({ 'session.idleSeconds': seconds }).session.idleSeconds, seconds)
    for (const seconds of [-1, 86_401])
      t.throws(() => testConfig({ 'session.expiredGraceSeconds': seconds }), /session\.expiredGraceSeconds/)
  }
)

t.test('limits: no request, idle at its second; a request a second before, a new stamp', async (t) => {
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

t.test('limits: remembered session goes idle, over without a call to the provider', async (t) => {
  const { checker, signIn, clock, standIn } = await startSessions(t, { idleSeconds: 300 })
  const { header } = await signIn()
  await checker.check(header)
  standIn.calls.reset()
  clock.advance(300)
  t.equal(codeOf(await checker.check(header)), 'SESSION_EXPIRED')
  t.equal(standIn.calls.total(), 0)
})

t.test('limits: an expired id token and a silence too long, ended and not refreshed', async (t) => {
  const { checker, signIn, clock, standIn } = await startSessions(t, { idleSeconds: 2 * HOUR })
  const [one, two] = [await signIn(), await signIn()]
  clock.advance(2 * HOUR - 1)
  t.equal((await checker.check(one.header)).kind, 'signed-in', 'a second before')
  t.equal(standIn.calls.refresh, 1)
  clock.advance(1)
  t.equal(codeOf(await checker.check(two.header)), 'SESSION_EXPIRED')
  t.equal(standIn.calls.refresh, 1)
})

t.test('limits: replayed older cookie, idle by its own stamp and not by a newer one', async (t) => {
  const { checker, signIn, clock } = await startSessions(t, { idleSeconds: 120 })
  const { header: oldest } = await signIn()
  clock.advance(60)
  const newer = renewedOf(await checker.check(oldest))
  t.strictSame(timesOf(newer), [NOW, NOW + 60])
  clock.advance(59)
  t.equal(renewedOf(await checker.check(oldest)), newer, 'the old one still leads to the same new one')
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

t.test('limits: 60 requests in a minute, one new cookie at most; the next minute, another', async (t) => {
  const { checker, signIn, clock, standIn } = await startSessions(t, { idleSeconds: IDLE })
  let { header } = await signIn()
  await checker.check(header)
  standIn.calls.reset()
  for (let minute = 1; minute <= 5; minute++) {
    const values = new Set<string>()
    for (let second = 0; second < 60; second++) {
      clock.advance(1)
      const renewed = renewedOf(await checker.check(header))
      if (renewed !== '') values.add(renewed)
      if (renewed !== '') header = renewed
    }
    t.equal(values.size, 1, `minute ${minute}`)
  }
  t.equal(standIn.calls.total(), 0)
})

t.test('limits: a client that never takes its new cookie, one value a minute', async (t) => {
  const { checker, signIn, clock } = await startSessions(t, { idleSeconds: IDLE })
  const { header } = await signIn()
  const values = new Set<string>()
  for (let second = 1; second <= 180; second++) {
    clock.advance(1)
    values.add(renewedOf(await checker.check(header)))
  }
  values.delete('')
  t.equal(values.size, 2)
})

t.test('limits: 200 parallel requests with one due cookie, all get the same new one', async (t) => {
  const { checker, signIn, clock, standIn } = await startSessions(t, { idleSeconds: IDLE })
  for (const isRemembered of [true, false]) {
    const { header } = await signIn()
    if (isRemembered) await checker.check(header)
    clock.advance(60)
    const checks = await Promise.all(Array.from({ length: 200 }, () => checker.check(header)))
    t.strictSame(new Set(checks.map(({ kind }) => kind)), new Set(['signed-in']))
    t.equal(new Set(checks.map((check) => setCookiesOf(check).join())).size, 1, `remembered: ${isRemembered}`)
    const sessions = checks.map((check) => check.kind === 'signed-in' && check.session)
    t.equal(new Set(sessions).size, 1, 'and count as one session, so that an assertion is signed once')
    const next = checker.check(renewedOf(checks[0]!))
    t.notOk(next instanceof Promise, 'the new cookie is known at once')
    t.match(next, { kind: 'signed-in', setCookies: [] })
  }
  t.equal(standIn.calls.refresh, 0)
})

t.test('limits: two sessions of one account due at once, each keeps its own', async (t) => {
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

t.test('limits: refresh, the stamp is there and says now', async (t) => {
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

t.test('limits: no idle limit, no stamp and no new cookie, however long it goes on', async (t) => {
  const { checker, signIn, clock } = await startSessions(t)
  const { header, value } = await signIn()
  t.match(value, /^2~1~[\w-]{22}~\d{10}~/)
  for (let minute = 0; minute < 59; minute++) {
    clock.advance(60)
    t.match(await checker.check(header), { kind: 'signed-in', setCookies: [] })
  }
  clock.advance(60)
  const refreshed = renewedOf(await checker.check(header))
  t.match(refreshed, /^gatehouse=2~1~[\w-]{22}~\d{10}~/, 'none after a refresh either')
})

t.test('limits: idle limit switched on, older sessions count from their start', async (t) => {
  const { checker, standIn, clock, cookie } = await startSessions(t, { idleSeconds: IDLE })
  const seal = async () => sealSession(cookie, await standIn.signIn('alice'), clock.now(), null)
  const [one, two] = [await seal(), await seal()]
  t.match(one.value, /^2~1~[\w-]{22}~\d{10}~/)
  clock.advance(30)
  t.strictSame(setCookiesOf(await checker.check(one.header)), [], 'not due within the first minute')
  clock.advance(IDLE - 31)
  t.strictSame(timesOf(renewedOf(await checker.check(one.header))), [NOW, NOW + IDLE - 1], 'then stamped')
  clock.advance(1)
  t.equal(codeOf(await checker.check(two.header)), 'SESSION_EXPIRED')
})

t.test('limits: idle limit switched off, a stamp means nothing and goes at the next refresh', async (t) => {
  const { checker, standIn, clock, cookie } = await startSessions(t)
  const { header } = sealSession(cookie, await standIn.signIn('alice'), NOW, NOW)
  clock.advance(HOUR - 1)
  t.match(await checker.check(header), { kind: 'signed-in', setCookies: [] })
  clock.advance(1)
  t.match(renewedOf(await checker.check(header)), /^gatehouse=2~1~[\w-]{22}~\d{10}~/)
})

t.test('limits: signature key replaced, signed anew at the next stamp', async (t) => {
  const [oldKey, newKey] = [deriveSessionKey(SECRET), deriveSessionKey(OTHER_SECRET)]
  const { checker, standIn, clock } = await startSessions(t, {
    cookie: buildCookie({ keys: [newKey, oldKey] }),
    idleSeconds: IDLE
  })
  const before = buildCookie({ keys: [oldKey] })
  const after = buildCookie({ keys: [newKey] })
  const { header, state } = sealSession(before, await standIn.signIn('alice'), NOW, NOW)
  clock.advance(59)
  t.strictSame(setCookiesOf(await checker.check(header)), [])
  clock.advance(1)
  const reading = after.read(renewedOf(await checker.check(header)))
  t.strictSame(reading.kind === 'present' && after.open(reading), {
    kind: 'open',
    state: { ...state, activeAtSeconds: NOW + 60 },
    key: 0
  })
  t.equal(standIn.calls.refresh, 0)
})

t.test('limits: Max-Age of every new cookie, ends with the session', async (t) => {
  const { checker, signIn, clock } = await startSessions(t, { idleSeconds: 300, absoluteSeconds: 2 * HOUR })
  let { header } = await signIn()
  for (let seconds = 60; seconds < 2 * HOUR; seconds += 60) {
    clock.advance(60)
    const check = await checker.check(header)
    const [line = ''] = setCookiesOf(check)
    t.equal(Number(/Max-Age=(\d+);/.exec(line)?.[1]) + clock.now(), NOW + 2 * HOUR)
    header = renewedOf(check)
  }
  clock.advance(59)
  t.equal((await checker.check(header)).kind, 'signed-in', 'a second before')
  clock.advance(1)
  const over = await checker.check(header)
  t.equal(codeOf(over), 'SESSION_EXPIRED', 'at the absolute end, a minute after its last request')
  t.strictSame(setCookiesOf(over), [EXPIRED_LINE])
})

t.test('limits: two sessions with one refresh token, each keeps its own start at a refresh', async (t) => {
  const { checker, signIn, clock, cookie } = await startSessions(t, { absoluteSeconds: 2 * HOUR })
  const { header: older, tokens } = await signIn()
  clock.advance(HOUR)
  const { header: newer } = sealSession(cookie, tokens, clock.now())
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

t.test('limits: long session in parts, stamped in all of them', async (t) => {
  const { checker, cookie, clock, standIn } = await startSessions(t, { idleSeconds: IDLE })
  const { refreshToken } = await standIn.signIn('alice')
  const idToken = await standIn.issueIdToken('alice', { claims: { filler: 'x'.repeat(6000) } })
  const { header, state } = sealSession(cookie, { idToken, refreshToken }, NOW, NOW)
  clock.advance(60)
  const renewed = renewedOf(await checker.check(header))
  t.match(renewed, /^gatehouse\.0=.*; gatehouse\.1=.*; gatehouse\.2=/)
  const reading = cookie.read(renewed)
  t.strictSame(reading.kind === 'present' && cookie.open(reading), {
    kind: 'open',
    state: { ...state, activeAtSeconds: NOW + 60 },
    key: 0
  })
  const [first, ...rest] = renewed.split('; ')
  const [, ...oldRest] = header.split('; ')
  t.equal(codeOf(await checker.check([first, ...oldRest].join('; '))), 'INVALID_COOKIE_SIGNATURE')
  t.equal(
    codeOf(await checker.check([header.split('; ')[0], ...rest].join('; '))),
    'INVALID_COOKIE_SIGNATURE'
  )
})

t.test('limits: account look-up and stamp due at once, both are made', async (t) => {
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
  t.strictSame(setCookiesOf(out), [EXPIRED_LINE], 'no new cookie for somebody who is out')
})

for (const [limit, config, seconds] of [
  ['idle', { 'session.idleSeconds': IDLE }, IDLE],
  ['absolute', { 'session.absoluteSeconds': 600 }, 600]
] as const) {
  t.test(`limits: ${limit} through the gateway, cookies cleared (ASVS 7.3.1, 7.3.2)`, async (t) => {
    const { url, provider, upstream, advance, signIn } = await startGateway(t, { config })
    for (const uid of ['ada', 'bob']) provider.accounts.create({ uid })
    const [cookie, other] = [await signIn('ada'), await signIn('bob')]
    advance(seconds - 1)
    t.equal((await send(`${url}/`, { headers: { cookie: other } })).status, 200, 'a second before')
    upstream.forget()
    advance(1)
    const page = await send(`${url}/a?b=1`, { headers: { ...PAGE, cookie } })
    t.equal(page.status, 302)
    t.equal(page.headers.get('location'), '/login?redirect=%2Fa%3Fb%3D1&reason=expired')
    t.strictSame(page.headers.getSetCookie(), [EXPIRED_LINE])
    const call = await send(`${url}/a`, { headers: { cookie } })
    t.equal(call.status, 401)
    t.match(await call.json(), { code: 'SESSION_EXPIRED', loginUrl: `${PUBLIC_ORIGIN}/login` })
    t.strictSame(call.headers.getSetCookie(), [EXPIRED_LINE])
    t.equal(upstream.seen.length, 0)
    for (const [path, method] of [
      ['/_auth/session', 'GET'],
      ['/_auth/refresh', 'POST'],
      ['/_auth/refresh?force=1', 'POST']
    ] as const) {
      const own = await send(`${url}${path}`, { method, headers: { cookie } })
      t.equal(own.status, 401, path)
      t.strictSame(own.headers.getSetCookie(), [EXPIRED_LINE], path)
    }
    const login = await send(`${url}/login`, { headers: { ...PAGE, cookie } })
    t.equal(login.status, 200, 'the login page is shown, no way on')
    t.strictSame(login.headers.getSetCookie(), [EXPIRED_LINE])
  })
}

t.test(
  'limits: a request a minute through the whole gateway, stamped beside the cookies of the application',
  async (t) => {
    const { url, provider, upstream, advance, signIn } = await startGateway(t, {
      config: { 'session.idleSeconds': 120, 'access.rules': [{ path: '/public', allow: 'public' }] }
    })
    provider.accounts.create({ uid: 'ada' })
    let cookie = await signIn('ada')
    t.match(cookie, /^gatehouse=2~1~[\w-]{22}~(\d+)\.\1~/, 'the sign-in is the first request')
    for (let minute = 0; minute < 10; minute++) {
      advance(60)
      const unnoted = await send(`${url}/public`, { headers: { cookie } })
      t.strictSame(
        [unnoted.status, unnoted.headers.getSetCookie().length],
        [200, 0],
        'public: nobody is looked at'
      )
      const answer = await send(`${url}/`, { headers: { cookie } })
      t.equal(answer.status, 200)
      t.equal(answer.headers.getSetCookie().length, 1)
      cookie = cookieOf(answer)
      t.equal((await send(`${url}/`, { headers: { cookie } })).headers.getSetCookie().length, 0)
    }
    t.notOk(upstream.seen.some(({ headers }) => headers.cookie !== undefined))
    advance(120)
    t.equal((await send(`${url}/`, { headers: { cookie } })).status, 401)
  }
)

t.test('limits: the endpoints and the login page, stamped too', async (t) => {
  const { url, provider, advance, signIn } = await startGateway(t, { config: { 'session.idleSeconds': 600 } })
  provider.accounts.create({ uid: 'ada' })
  let cookie = await signIn('ada')
  const rows = [
    ['/_auth/session', 'GET', 200],
    ['/_auth/refresh', 'POST', 200],
    ['/login', 'GET', 302]
  ] as const
  for (const [path, method, status] of rows) {
    advance(60)
    const answer = await send(`${url}${path}`, { method, headers: { cookie } })
    t.equal(answer.status, status, path)
    t.match(cookieOf(answer), /^gatehouse=2~1~[\w-]{22}~\d+\.\d+~/, path)
    cookie = cookieOf(answer)
  }
})

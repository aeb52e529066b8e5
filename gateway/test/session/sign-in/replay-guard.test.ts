import t, { type Test } from 'tap'
import { createRuntime } from '../../../src/operations/runtime.ts'
import { createUsedSignIns, type SignInKey } from '../../../src/session/sign-in/replay-guard.ts'
import { createMemoryState } from '../../../src/shared-state/memory.ts'
import { createClock, NOW } from '../../fixtures/clock.ts'
import { startGateway, type TestGateway, type TestGatewayOptions } from '../../fixtures/gateway.ts'
import { holdRefreshes } from '../../fixtures/provider/stand-in.ts'
import { enter, visit } from '../../fixtures/session/visits.ts'

const MODES = ['handover', 'exchange'] as const
/** How long a lost response may be requested again, in seconds. */
const REPEAT_SECONDS = 60
const USED = { status: 401, code: 'SIGN_IN_USED', cookie: '' }

async function start(t: Test, acquire: 'handover' | 'exchange', options: TestGatewayOptions = {}) {
  const gateway = await startGateway(t, { acquire, ...options })
  return gateway
}

/** Session id and start of a cookie. */
function readIdAndStart(cookie: string) {
  const [, , id, startedAt] = cookie.split('~')
  return { id, startedAt }
}

const statusOf = async (...request: Parameters<typeof visit>) => (await visit(...request)).status

/** Calls to the provider that make a session. */
function countCalls({ provider: { calls } }: TestGateway) {
  return { lookUps: calls.lookup + calls.lookupByIdToken, tokens: calls.exchange + calls.refresh }
}

for (const acquire of MODES) {
  t.test(`bearer: ${acquire}, reposted in a minute, the same session (ASVS 10.5.1, 2.3.2)`, async (t) => {
    const gateway = await start(t, acquire)
    const page = await gateway.provider.signIn('ada')
    const first = await enter(gateway, page)
    t.match(first, { status: 200 })
    const calls = countCalls(gateway)
    gateway.advance(REPEAT_SECONDS)
    t.match(await enter(gateway, page), { status: 200, cookie: first.cookie })
    t.same(countCalls(gateway), calls)
    t.equal(await statusOf(gateway, first.cookie), 200)
  })

  t.test(`bearer: ${acquire}, refused after a minute (ASVS 10.5.1, 10.1.2, 7.6.1)`, async (t) => {
    const gateway = await start(t, acquire)
    const page = await gateway.provider.signIn('ada')
    const first = await enter(gateway, page)
    gateway.advance(REPEAT_SECONDS + 1)
    const calls = countCalls(gateway)
    t.match(await enter(gateway, page), USED)
    t.equal(countCalls(gateway).tokens, calls.tokens)
    t.equal(await statusOf(gateway, first.cookie), 200, 'the session itself is still valid')
    const next = await enter(gateway, await gateway.provider.signIn('ada'))
    t.match(next, { status: 200 })
    t.not(readIdAndStart(next.cookie).id, readIdAndStart(first.cookie).id)
  })

  t.test(`bearer: ${acquire}, 50 concurrent posts give one session by one call (ASVS 10.5.1)`, async (t) => {
    const gateway = await start(t, acquire)
    const page = await gateway.provider.signIn('ada')
    const responses = await Promise.all(Array.from({ length: 50 }, () => enter(gateway, page)))
    t.same(
      responses.map(({ status }) => status),
      responses.map(() => 200)
    )
    t.equal(new Set(responses.map(({ cookie }) => cookie)).size, 1)
    t.same(countCalls(gateway), { lookUps: 1, tokens: 1 })
  })

  t.test(`bearer: ${acquire}, no session again after sign-out (ASVS 7.4.1, 10.5.1)`, async (t) => {
    const gateway = await start(t, acquire)
    const page = await gateway.provider.signIn('ada')
    const { cookie } = await enter(gateway, page)
    t.match(await enter(gateway, page), { status: 200, cookie })
    t.equal(await statusOf(gateway, cookie, '/logout', { method: 'POST' }), 204)
    t.match(await enter(gateway, page), USED)
    t.equal(await statusOf(gateway, cookie), 401)
  })

  t.test(`bearer: ${acquire}, a replaced session is not brought back (ASVS 7.2.4, 10.5.1)`, async (t) => {
    const gateway = await start(t, acquire)
    const page = await gateway.provider.signIn('ada')
    const { cookie } = await enter(gateway, page)
    const next = await enter(gateway, await gateway.provider.signIn('bob'), cookie)
    t.match(next, { status: 200 })
    t.match(await enter(gateway, page, next.cookie), USED)
    t.equal(await statusOf(gateway, next.cookie), 200, 'a refused post ends nothing')
  })

  t.test(`bearer: ${acquire}, reposted with its cookie keeps the session (ASVS 7.2.4)`, async (t) => {
    const gateway = await start(t, acquire)
    const before = await enter(gateway, await gateway.provider.signIn('bob'))
    const page = await gateway.provider.signIn('ada')
    const { cookie } = await enter(gateway, page)
    t.match(await enter(gateway, page, cookie), { status: 200, cookie })
    t.equal(await statusOf(gateway, cookie), 200)
    t.equal(await statusOf(gateway, before.cookie), 200)
    t.match(await enter(gateway, page, before.cookie), { status: 200, cookie })
    const replaced = { status: 401, code: 'SESSION_ENDED', isCleared: true }
    t.match(await visit(gateway, before.cookie), replaced)
  })

  t.test(`bearer: ${acquire}, failed attempts do not use up the sign-in (ASVS 2.3.2)`, async (t) => {
    const gateway = await start(t, acquire)
    const { faults } = gateway.provider
    const page = await gateway.provider.signIn('ada')
    const steps =
      acquire === 'exchange' ? (['lookup', 'exchange'] as const) : (['lookupByIdToken', 'refresh'] as const)
    for (const step of steps) {
      faults[step] = { kind: 'error', status: 400, message: 'QUOTA_EXCEEDED' }
      const away = await enter(gateway, page)
      t.match(away, { status: 503, code: 'PROVIDER_UNAVAILABLE' }, step)
      t.ok(Number(away.headers.get('retry-after')) > 0, step)
      const responses = await Promise.all([enter(gateway, page), enter(gateway, page)])
      t.match(responses, [{ status: 503 }, { status: 503 }], `${step}, concurrently`)
      faults.reset()
    }
    gateway.advance(REPEAT_SECONDS + 1)
    t.match(await enter(gateway, page), { status: 200 })
    gateway.advance(REPEAT_SECONDS + 1)
    t.match(await enter(gateway, page), USED, 'now it is used')
  })

  t.test(`bearer: ${acquire}, a forged signature of a used token is refused (ASVS 10.5.1)`, async (t) => {
    const gateway = await start(t, acquire)
    const page = await gateway.provider.signIn('ada')
    const forged = { ...page, idToken: `${page.idToken.slice(0, -20)}AAAAAAAAAAAAAAAAAAAA` }
    const respelled = { ...page, idToken: `${page.idToken}=` }
    const [good, bad] = await Promise.all([enter(gateway, page), enter(gateway, forged)])
    t.match(good, { status: 200 })
    t.match(bad, { status: 401, code: 'INVALID_TOKEN_SIGNATURE', cookie: '' })
    t.match(await enter(gateway, forged), { status: 401, code: 'INVALID_TOKEN_SIGNATURE', cookie: '' })
    t.match(await enter(gateway, respelled), { status: 401, code: 'INVALID_ARGUMENT', cookie: '' })
    t.match(await enter(gateway, page), { status: 200, cookie: good.cookie })
  })
}

t.test('bearer: handover, only a refresh token of the account begins another (ASVS 10.5.1)', async (t) => {
  const gateway = await start(t, 'handover')
  const page = await gateway.provider.signIn('ada')
  const { cookie } = await enter(gateway, page)
  const others = [await gateway.provider.signIn('ada'), await gateway.provider.signIn('bob')]
  const [own, foreign] = others.map(({ refreshToken }) => refreshToken)
  const before = countCalls(gateway).tokens
  const withToken = (refreshToken: string | null | undefined) =>
    enter(gateway, { ...page, refreshToken: refreshToken ?? null })
  t.match(await withToken(foreign), { status: 401, code: 'INVALID_CREDENTIALS', cookie: '' })
  t.match(await withToken('made up'), { status: 401, code: 'INVALID_CREDENTIALS', cookie: '' })
  t.match(await withToken(null), { status: 400, code: 'INVALID_REQUEST', cookie: '' })
  const other = await withToken(own)
  t.equal(other.status, 200)
  t.not(readIdAndStart(other.cookie).id, readIdAndStart(cookie).id)
  t.equal(countCalls(gateway).tokens, before + 3)
  t.match(await withToken(page.refreshToken), { status: 200, cookie })
  t.match(await withToken(own), { status: 200, cookie: other.cookie })
  gateway.advance(REPEAT_SECONDS + 1)
  for (const token of [own, page.refreshToken]) t.match(await withToken(token), USED, 'each once')
})

t.test('bearer: handover, signed out during a verification stays signed out (ASVS 10.5.1)', async (t) => {
  const gateway = await start(t, 'handover')
  const page = await gateway.provider.signIn('ada')
  const { cookie } = await enter(gateway, page)
  const { refreshToken } = await gateway.provider.signIn('ada')
  const { arrived, release } = holdRefreshes(gateway.provider)
  const waiting = enter(gateway, { ...page, refreshToken })
  await arrived()
  t.equal(await statusOf(gateway, cookie, '/logout', { method: 'POST' }), 204)
  release()
  const { status, cookie: other } = await waiting
  t.equal(status, 200, 'another sign-in')
  t.same([await statusOf(gateway, cookie), await statusOf(gateway, other)], [401, 200])
  t.match(await enter(gateway, page), USED)
})

t.test('bearer: handover, different refresh tokens are verified separately (ASVS 10.5.1)', async (t) => {
  const gateway = await start(t, 'handover')
  const page = await gateway.provider.signIn('ada')
  const { refreshToken: foreign } = await gateway.provider.signIn('bob')
  const { arrived, release } = holdRefreshes(gateway.provider)
  const waiting = [foreign, page.refreshToken, foreign].map((refreshToken) =>
    enter(gateway, { ...page, refreshToken })
  )
  await arrived()
  release()
  const [first, good, last] = await Promise.all(waiting)
  t.match(good, { status: 200 })
  for (const refused of [first, last])
    t.match(refused, { status: 401, code: 'INVALID_CREDENTIALS', cookie: '' })
  t.match(await enter(gateway, page), { status: 200, cookie: good?.cookie })
})

const FRESH = 1200

function startUsed(options: { mostAccounts?: number } = {}) {
  const clock = createClock()
  const full: number[] = []
  const runtime = createRuntime({
    now: clock.now,
    report: (event) => event.kind === 'used-sign-ins.full' && full.push(event.signedInUntilSeconds)
  })
  const { use, has } = createUsedSignIns(runtime, { shared: createMemoryState(clock.now), ...options })
  return { has, clock, full, use: (key: SignInKey) => use(key, key.signedInAtSeconds + FRESH + 1) }
}

const signIn = (subject: string, id: string, signedInAtSeconds = NOW): SignInKey => ({
  subject,
  tenantId: null,
  id,
  signedInAtSeconds
})

t.test('used sign-ins: each can be used once and does not affect others (ASVS 10.5.1)', async (t) => {
  const { use, has } = startUsed()
  t.notOk(has(signIn('ada', 'a')))
  t.same(await Promise.all([use(signIn('ada', 'a')), use(signIn('ada', 'a'))]), [true, false])
  t.ok(has(signIn('ada', 'a')))
  t.notOk(has(signIn('ada', 'b')), 'another one of the account')
  t.notOk(has(signIn('bob', 'a')), 'another account')
  t.notOk(has({ ...signIn('ada', 'a'), tenantId: 'acme' }), 'the same uid in a tenant')
})

t.test('used sign-ins: when full, the oldest count as used, newer ones pass (ASVS 10.5.1)', async (t) => {
  const { use, has, full } = startUsed({ mostAccounts: 8 })
  for (let count = 0; count < 8; count++) await use(signIn(`user${count}`, 'b', NOW - 100 + count))
  t.same(full, [])
  t.ok(await use(signIn('one more', 'b', NOW)))
  t.same(full, [NOW - 98])
  for (let count = 0; count < 8; count++)
    t.ok(has(signIn(`user${count}`, 'b', NOW - 100 + count)), `user${count}`)
  t.notOk(await use(signIn('somebody', 'b', NOW - 98)), 'as old as the evicted ones')
  t.ok(await use(signIn('somebody', 'c', NOW - 97)), 'their next sign-in')
})

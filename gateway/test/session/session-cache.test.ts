import t from 'tap'
import { buildSession } from '../../src/session/session.ts'
import { createSessionCache } from '../../src/session/session-cache.ts'
import { holdRefreshes } from '../fixtures/provider/stand-in.ts'
import { EXPIRED_LINE, setCookiesOf } from '../fixtures/session/session-checks.ts'
import { cookieHeader, startSessions } from '../fixtures/session/sessions.ts'

t.test('session check: a cached session is checked synchronously without a provider call', async (t) => {
  const { checker, signIn, standIn, clock } = await startSessions(t)
  const { header } = await signIn()
  t.ok(checker.check(header) instanceof Promise, 'the first time')
  const first = await checker.check(header)
  standIn.calls.reset()
  for (const other of ['', '; a=1', '; gatehouse2=x', '; gatehouse.7=x']) {
    const again = checker.check(`${header}${other}`)
    t.notOk(again instanceof Promise, other)
    t.strictSame(again, first)
  }
  clock.advance(3599)
  t.notOk(checker.check(header) instanceof Promise, 'a second before it expires')
  t.equal(standIn.calls.total(), 0)
  clock.advance(1)
  const late = checker.check(header)
  t.ok(late instanceof Promise, 'expired')
  t.match(await late, { kind: 'signed-in' })
  t.equal(standIn.calls.refresh, 1)
})

t.test('session check: more sessions than the cache holds all still pass', async (t) => {
  const { checker, signIn } = await startSessions(t, { cacheBytes: 10_000 })
  const all = await Promise.all(Array.from({ length: 30 }, () => signIn()))
  for (let round = 0; round < 2; round++) {
    for (const { header } of all) t.match(await checker.check(header), { kind: 'signed-in' })
  }
  const cached = all.filter(({ header }) => !(checker.check(header) instanceof Promise)).length
  t.ok(cached > 0 && cached < 30, `${cached} cached`)
})

t.test('session check: only a session that was verified here is cached', async (t) => {
  const { checker, signIn, standIn, clock } = await startSessions(t)
  const { header, tokens } = await signIn()
  t.equal(checker.getCached(header), undefined, 'not seen yet')
  await checker.check(header)
  t.match(checker.getCached(header), { subject: 'alice', tenantId: null, idToken: tokens.idToken })
  for (const other of [undefined, '', 'a=1', `${header}A`, header.slice(0, -1), `${header}; ${header}`])
    t.equal(checker.getCached(other), undefined, String(other))
  clock.advance(3600)
  standIn.accounts.disable('alice')
  t.match(checker.getCached(header), { subject: 'alice' }, 'whether or not it is still valid')
})

t.test('session check: a noted revocation ends the cached result of an earlier refresh', async (t) => {
  const { checker, revocation, signIn, standIn, clock } = await startSessions(t)
  const { header } = await signIn()
  clock.advance(3600)
  const renewed = cookieHeader(setCookiesOf(await checker.check(header)))
  t.match(await checker.check(header), { kind: 'signed-in' }, 'the old cookie, within the minute')
  clock.advance(10)
  await revocation.revokeAccount({ subject: 'alice', tenantId: null }, clock.now())
  for (const cookie of [renewed, header]) {
    const check = await checker.check(cookie)
    t.match(check, { kind: 'ended', code: 'TOKEN_REVOKED' })
    t.strictSame(setCookiesOf(check), [EXPIRED_LINE])
  }
  t.equal(standIn.calls.refresh, 1)
})

t.test('session check: revocation noted while a refresh is in flight, ended', async (t) => {
  const { checker, revocation, signIn, standIn, clock } = await startSessions(t)
  const { header } = await signIn()
  clock.advance(3600)
  const { release } = holdRefreshes(standIn)
  const waiting = Promise.all([checker.check(header), checker.checkAndRefresh(header)])
  await revocation.revokeAccount({ subject: 'alice', tenantId: null }, clock.now())
  release()
  for (const check of await waiting) t.match(check, { kind: 'ended', code: 'TOKEN_REVOKED' })
})

t.test('session check: account found disabled after a cached refresh, ended', async (t) => {
  const { checker, signIn, standIn, clock } = await startSessions(t, {
    revocationCheckSeconds: 300,
    withCredentials: true,
    standIn: { idTokenTtlSeconds: 600 }
  })
  const expired = await signIn()
  clock.advance(290)
  const other = await signIn()
  clock.advance(310)
  t.match(await checker.check(expired.header), { kind: 'signed-in' })
  clock.advance(1)
  standIn.accounts.disable('alice')
  t.match(await checker.check(other.header), { kind: 'ended', code: 'USER_DISABLED' })
  clock.advance(1)
  t.match(await checker.check(expired.header), { kind: 'ended', code: 'USER_DISABLED' }, 'within the minute')
  t.equal(standIn.calls.refresh, 1)
})

t.test('session check: the id token of a cached refresh is rejected, refreshed again', async (t) => {
  const { checker, signIn, standIn, clock } = await startSessions(t, { revocationCheckSeconds: 10 })
  const { header } = await signIn()
  clock.advance(3600)
  t.match(await checker.check(header), { kind: 'signed-in' })
  clock.advance(10)
  standIn.faults.lookupByIdToken = { kind: 'error', status: 400, message: 'TOKEN_EXPIRED' }
  t.match(await checker.check(header), { kind: 'signed-in', session: { claims: { iat: clock.now() } } })
  t.equal(standIn.calls.refresh, 2)
  clock.advance(10)
  standIn.accounts.revoke('alice')
  t.match(await checker.check(header), { kind: 'ended', code: 'TOKEN_REVOKED' })
})

t.test('session cache: evicted entries are counted, replacing an entry is not an eviction', async (t) => {
  const lookups = { hits: 0, misses: 0, evictions: 0 }
  const cache = createSessionCache(10_000, lookups)
  const mark = { id: 'session', startedAtSeconds: 0, activeAtSeconds: null }
  const claims = { sub: 'ada', iat: 0, exp: 9, auth_time: 0, firebase: {} }
  const keep = (value: string) =>
    cache.set({ origin: null, value, parts: 1 }, buildSession('token', claims, mark))
  for (const value of ['a'.repeat(3000), 'b'.repeat(3000), 'b'.repeat(3000)]) keep(value)
  t.same(lookups, { hits: 0, misses: 0, evictions: 0 })
  keep('c'.repeat(6000))
  t.ok(lookups.evictions > 0)
})

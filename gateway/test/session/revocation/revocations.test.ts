import fc from 'fast-check'
import t from 'tap'
import { createRuntime } from '../../../src/operations/runtime.ts'
import { createRevocations, type EndableSession } from '../../../src/session/revocation/revocations.ts'
import type { AccountId } from '../../../src/session/session.ts'
import { createMemoryState } from '../../../src/shared-state/memory.ts'
import { createClock, NOW } from '../../fixtures/clock.ts'

const LIFE = 1000

function start(options: { mostAccounts?: number } = {}) {
  const clock = createClock()
  const full: number[] = []
  const runtime = createRuntime({
    now: clock.now,
    report: (event) => event.kind === 'ended-sessions.full' && full.push(event.beganUntilSeconds)
  })
  const shared = createMemoryState(clock.now)
  const ended: string[] = []
  const revoked: AccountId[] = []
  const { endSession, revokeAccount, codeOf } = createRevocations(runtime, {
    shared,
    onEnded: (id) => ended.push(id),
    onRevoked: (owner) => revoked.push(owner),
    ...options
  })
  return {
    shared,
    ended,
    revoked,
    revokeAccount,
    codeOf,
    clock,
    full,
    isEnded: (session: EndableSession) => codeOf(session) === 'SESSION_ENDED',
    /** Takes effect at once: nothing here waits for the promise. */
    end: (session: EndableSession) => void endSession(session, session.startedAtSeconds + LIFE)
  }
}

const sessionOf = (subject: string, id: string, startedAtSeconds = NOW): EndableSession => ({
  subject,
  tenantId: null,
  id,
  startedAtSeconds,
  claims: { auth_time: startedAtSeconds }
})

const ADA = { subject: 'ada', tenantId: null }

t.test('ended sessions: only the session that was ended and no other', async (t) => {
  const { end, codeOf } = start()
  t.equal(codeOf(sessionOf('ada', 'a')), null)
  end(sessionOf('ada', 'a'))
  end(sessionOf('ada', 'a'))
  end({ ...sessionOf('ada', 'r'), isReplaced: true })
  t.equal(codeOf(sessionOf('ada', 'a')), 'SESSION_ENDED')
  t.equal(codeOf(sessionOf('ada', 'r')), 'SESSION_REPLACED')
  t.equal(codeOf(sessionOf('ada', 'b')), null, 'another session of the account')
  t.equal(codeOf(sessionOf('bob', 'a')), null, 'another account')
  t.equal(codeOf({ ...sessionOf('ada', 'a'), tenantId: 'acme' }), null, 'the same uid in a tenant')
})

t.test('ended sessions: beyond 32 of an account its older ones end, of no other account', async (t) => {
  const { end, isEnded } = start()
  const sessions = Array.from({ length: 33 }, (_, count) => sessionOf('ada', `s${count}`, NOW + count))
  for (const session of sessions) end(session)
  t.ok(sessions.every(isEnded))
  t.ok(isEnded(sessionOf('ada', 'another', NOW + 16)), 'as old as those merged into one time')
  t.notOk(isEnded(sessionOf('ada', 'another', NOW + 17)), 'younger')
  t.notOk(isEnded(sessionOf('bob', 'another', NOW)))
})

t.test('ended sessions: when full, the oldest merge into one time and none comes back', async (t) => {
  const { end, isEnded, full } = start({ mostAccounts: 8 })
  const sessions = Array.from({ length: 8 }, (_, count) => sessionOf(`user${count}`, 's', NOW + count))
  for (const session of sessions) end(session)
  t.same(full, [])
  t.notOk(isEnded(sessionOf('somebody', 'x', NOW)))
  const last = sessionOf('one more', 's', NOW + 8)
  end(last)
  t.same(full, [NOW + 2])
  t.ok([...sessions, last].every(isEnded))
  t.ok(isEnded(sessionOf('somebody', 'x', NOW + 2)), 'as old as the evicted ones')
  t.notOk(isEnded(sessionOf('somebody', 'x', NOW + 3)))
})

t.test('ended sessions: expired ones are evicted first, no longer lifetime revives them', async (t) => {
  const { end, isEnded, clock, full } = start({ mostAccounts: 2 })
  const [first, second] = [sessionOf('ada', 'a'), sessionOf('bob', 'b')]
  end(first)
  end(second)
  clock.advance(LIFE)
  const later = sessionOf('eve', 'e', clock.now())
  end(later)
  t.same(full, [])
  t.ok([first, second, later].every(isEnded))
  t.notOk(isEnded(sessionOf('ada', 'c', NOW + 1)), 'a younger one')
})

t.test('ended sessions: in any order, none passes again (ASVS 1.4.3, 7.4.1)', async (t) => {
  const session = fc.record({
    subject: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    id: fc.nat(60),
    startedAtSeconds: fc.integer({ min: NOW - LIFE + 1, max: NOW })
  })
  fc.assert(
    fc.property(fc.array(session, { maxLength: 300 }), (sessions) => {
      const { end, isEnded } = start({ mostAccounts: 4 })
      const gone = sessions.map(({ subject, id, startedAtSeconds }) =>
        sessionOf(subject, `${id} ${startedAtSeconds}`, startedAtSeconds)
      )
      for (const one of gone) end(one)
      return gone.every(isEnded)
    }),
    { numRuns: 200 }
  )
  t.pass('200 histories')
})

t.test('revoked accounts: earlier sign-ins end before the promise of the call settles', async (t) => {
  const { revokeAccount, codeOf } = start()
  const codes = (...seconds: number[]) => seconds.map((at) => codeOf(sessionOf('ada', 'a', NOW + at)))
  const published = revokeAccount(ADA, NOW + 0.9, NOW + LIFE)
  t.same(codes(-1, 0), ['TOKEN_REVOKED', null], 'whole seconds')
  await published
  t.equal(codeOf(sessionOf('bob', 'a', NOW - 1)), null, 'another account')
  t.equal(codeOf({ ...sessionOf('ada', 'a', NOW - 1), tenantId: 'acme' }), null, 'the same uid in a tenant')
  await revokeAccount(ADA, NOW - 100, NOW + LIFE)
  t.same(codes(-1, 0), ['TOKEN_REVOKED', null], 'an earlier time changes nothing')
  await revokeAccount(ADA, NOW + 100, NOW + LIFE)
  t.same(codes(99, 100), ['TOKEN_REVOKED', null])
})

t.test('revocations: those of other processes count here, malformed messages are ignored', async (t) => {
  const { shared, ended, revoked, codeOf } = start()
  const publish = (topic: string, fields: unknown) =>
    shared.publish(topic, typeof fields === 'string' ? fields : JSON.stringify(fields), NOW + LIFE)
  await publish('sessions.ended', ['ada', null, 'a', NOW, NOW + LIFE])
  await publish('sessions.ended', ['ada', 'acme', 't', NOW, NOW + LIFE])
  await publish('accounts.revoked', ['eve', null, NOW])
  await publish('accounts.revoked', ['eve', 'acme', NOW + 1])
  for (const fields of [
    ...['', '{', '{}', '[]', 'null', '["bob"]', '{"0":"bob"}'],
    [7, null, 'b', NOW, NOW + LIFE],
    ['bob', 7, 'b', NOW, NOW + LIFE],
    ['bob', {}, 'b', NOW, NOW + LIFE],
    ['bob', null, 7, NOW, NOW + LIFE],
    ['bob', null, 'b', `${NOW}`, NOW + LIFE],
    ['bob', null, 'b', NOW, `${NOW + LIFE}`],
    ['bob', null, 'b', NOW]
  ])
    await publish('sessions.ended', fields)
  for (const fields of ['', '[', '{"0":"eve"}', ['eve'], ['eve', null, `${NOW + 9}`], [7, null, NOW]])
    await publish('accounts.revoked', fields)
  t.equal(codeOf(sessionOf('ada', 'a')), 'SESSION_ENDED')
  t.equal(codeOf({ ...sessionOf('ada', 't'), tenantId: 'acme' }), 'SESSION_ENDED')
  t.equal(codeOf(sessionOf('ada', 't')), null, 'the same uid outside of the tenant')
  t.equal(codeOf(sessionOf('bob', 'b')), null)
  t.equal(codeOf(sessionOf('eve', 'e', NOW - 1)), 'TOKEN_REVOKED')
  t.equal(codeOf(sessionOf('eve', 'e', NOW)), null)
  t.same(ended, ['a', 't'], 'onEnded is called for each')
  t.same(revoked, [
    { subject: 'eve', tenantId: null },
    { subject: 'eve', tenantId: 'acme' }
  ])
})

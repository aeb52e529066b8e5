import fc from 'fast-check'
import t from 'tap'
import { type Bearer, createUsedBearers } from '../../../src/session/sign-in/bearer-sessions.ts'
import { createMemoryState, type SharedState } from '../../../src/shared-state/shared-state.ts'

const NOW = 1_800_000_000
const FRESH = 1200

function start(options: { mostAccounts?: number; shared?: SharedState } = {}) {
  const clock = { seconds: NOW }
  const told: number[] = []
  const { use, isUsed } = createUsedBearers({
    shared: options.shared ?? createMemoryState(() => clock.seconds),
    report: (event) => event.kind === 'used-sign-ins.full' && told.push(event.signedInUntilSeconds),
    now: () => clock.seconds,
    ...options
  })
  return {
    isUsed,
    clock,
    told,
    use: (bearer: Bearer) => use(bearer, bearer.signedInAtSeconds + FRESH + 1)
  }
}

const bearerOf = (subject: string, id: string, signedInAtSeconds = NOW): Bearer => ({
  subject,
  tenantId: null,
  id,
  signedInAtSeconds
})

t.test('used bearers: each can be used once and does not affect others (ASVS 10.5.1)', async (t) => {
  const { use, isUsed } = start()
  t.notOk(isUsed(bearerOf('ada', 'a')))
  t.same(await Promise.all([use(bearerOf('ada', 'a')), use(bearerOf('ada', 'a'))]), [true, false])
  t.ok(isUsed(bearerOf('ada', 'a')))
  t.notOk(isUsed(bearerOf('ada', 'b')), 'another one of the account')
  t.notOk(isUsed(bearerOf('bob', 'a')), 'another account')
  t.notOk(isUsed({ ...bearerOf('ada', 'a'), tenantId: 'acme' }), 'the same uid in a tenant')
})

t.test(
  'used bearers: many of one sign-in, 33 begin a session, then only a newer sign-in does (ASVS 10.5.1)',
  async (t) => {
    const { use } = start()
    const taken = []
    for (let count = 0; count < 40; count++) taken.push(await use(bearerOf('ada', `${count}`)))
    t.equal(taken.filter(Boolean).length, 33)
    t.ok(await use(bearerOf('ada', 'newer', NOW + 1)))
    t.ok(await use(bearerOf('bob', 'another', NOW - 100)), 'other accounts are not affected')
  }
)

t.test(
  'used bearers: when full, the oldest sign-ins count as used and newer ones pass (ASVS 10.5.1)',
  async (t) => {
    const { use, isUsed, told } = start({ mostAccounts: 8 })
    for (let count = 0; count < 8; count++) await use(bearerOf(`user${count}`, 'b', NOW - 100 + count))
    t.same(told, [])
    t.ok(await use(bearerOf('one more', 'b', NOW)))
    t.same(told, [NOW - 98])
    for (let count = 0; count < 8; count++)
      t.ok(isUsed(bearerOf(`user${count}`, 'b', NOW - 100 + count)), `user${count}`)
    t.notOk(await use(bearerOf('somebody', 'b', NOW - 98)), 'as old as the evicted ones')
    t.ok(await use(bearerOf('somebody', 'c', NOW - 97)), 'their next sign-in')
  }
)

t.test('used bearers: those too old to be presented again are evicted first (ASVS 10.5.1)', async (t) => {
  const { use, isUsed, clock, told } = start({ mostAccounts: 2 })
  await use(bearerOf('ada', 'a'))
  await use(bearerOf('bob', 'b'))
  clock.seconds = NOW + FRESH
  t.ok(isUsed(bearerOf('ada', 'a')), 'in its last second')
  clock.seconds = NOW + FRESH + 1
  t.ok(await use(bearerOf('eve', 'e', clock.seconds)))
  t.same(told, [])
  t.ok(isUsed(bearerOf('eve', 'e', clock.seconds)))
})

t.test(
  'used bearers: in any order and however full, none is used twice while fresh (ASVS 10.5.1)',
  async (t) => {
    const bearer = fc.record({
      subject: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      id: fc.nat(60),
      signedInAtSeconds: fc.integer({ min: NOW - FRESH, max: NOW })
    })
    await fc.assert(
      fc.asyncProperty(fc.array(bearer, { maxLength: 300 }), async (bearers) => {
        const { use } = start({ mostAccounts: 4 })
        const taken = new Set<string>()
        for (const { subject, id, signedInAtSeconds } of bearers) {
          const key = `${subject} ${id} ${signedInAtSeconds}`
          const isTaken = await use(bearerOf(subject, key, signedInAtSeconds))
          if (isTaken && taken.has(key)) return false
          if (isTaken) taken.add(key)
        }
        return true
      }),
      { numRuns: 200 }
    )
    t.pass('200 histories')
  }
)

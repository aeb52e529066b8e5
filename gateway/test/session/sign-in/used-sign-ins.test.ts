import t from 'tap'
import { createRuntime } from '../../../src/operations/runtime.ts'
import { createUsedSignIns, type SignInKey } from '../../../src/session/sign-in/replay-guard.ts'
import { createMemoryState } from '../../../src/shared-state/memory.ts'
import { createClock, NOW } from '../../fixtures/clock.ts'

const FRESH = 1200

function start(options: { mostAccounts?: number } = {}) {
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
  const { use, has } = start()
  t.notOk(has(signIn('ada', 'a')))
  t.same(await Promise.all([use(signIn('ada', 'a')), use(signIn('ada', 'a'))]), [true, false])
  t.ok(has(signIn('ada', 'a')))
  t.notOk(has(signIn('ada', 'b')), 'another one of the account')
  t.notOk(has(signIn('bob', 'a')), 'another account')
  t.notOk(has({ ...signIn('ada', 'a'), tenantId: 'acme' }), 'the same uid in a tenant')
})

t.test('used sign-ins: when full, the oldest count as used, newer ones pass (ASVS 10.5.1)', async (t) => {
  const { use, has, full } = start({ mostAccounts: 8 })
  for (let count = 0; count < 8; count++) await use(signIn(`user${count}`, 'b', NOW - 100 + count))
  t.same(full, [])
  t.ok(await use(signIn('one more', 'b', NOW)))
  t.same(full, [NOW - 98])
  for (let count = 0; count < 8; count++)
    t.ok(has(signIn(`user${count}`, 'b', NOW - 100 + count)), `user${count}`)
  t.notOk(await use(signIn('somebody', 'b', NOW - 98)), 'as old as the evicted ones')
  t.ok(await use(signIn('somebody', 'c', NOW - 97)), 'their next sign-in')
})

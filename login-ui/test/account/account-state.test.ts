import t from 'tap'
import {
  type AccountEvent,
  type AccountState,
  firstAccountState,
  isAccountBusy,
  isProved,
  reduceAccount
} from '../../src/account/account-state.ts'
import { problemOf } from '../../src/auth/errors.ts'

const run = (events: readonly AccountEvent[], first = firstAccountState(null)): AccountState =>
  events.reduce(reduceAccount, first)

const asked: AccountEvent = { type: 'asked-for-proof', action: 'password' }
const proved: AccountEvent = { type: 'proved', untilMs: 100, continues: true }
const began: AccountEvent = { type: 'began', action: 'password', nowMs: 99 }
const refused: AccountEvent = { type: 'refused', problem: problemOf('page/unreachable') }

t.test('account state: goes through the phases of a change that renews the session', async (t) => {
  const ways: [AccountEvent, string][] = [
    [asked, 'proving'],
    [proved, 'reading'],
    [began, 'changing'],
    [{ type: 'changed', renews: true }, 'renewing'],
    [{ type: 'renewed' }, 'reading']
  ]
  let state = firstAccountState(null)
  for (const [event, phase] of ways) {
    state = reduceAccount(state, event)
    t.equal(state.phase.name, phase, event.type)
  }
  t.equal(state.done, 'password')
})

t.test('account state: a proof without a change is confirmed until something starts', async (t) => {
  const confirmed = run([asked, { ...proved, continues: false }])
  t.equal(confirmed.isConfirmed, true)
  t.equal(run([asked, proved]).isConfirmed, false, 'control')
  for (const event of [began, asked, { type: 'edited' }, { type: 'proof-forgotten' }] as const)
    t.equal(reduceAccount(confirmed, event).isConfirmed, false, event.type)
})

t.test('account state: a change without a new session is done at once', async (t) => {
  const state = run([asked, proved, began, { type: 'changed', renews: false }])
  t.match(state, { phase: { name: 'reading' }, done: 'password' })
})

t.test('account state: no change without a proof that is valid (ASVS 7.5.1)', async (t) => {
  t.equal(run([began]).phase.name, 'reading')
  t.equal(run([asked, proved, { ...began, nowMs: 100 }]).phase.name, 'reading')
  t.equal(run([asked, proved, { type: 'proof-forgotten' }, began]).phase.name, 'reading')
  t.equal(run([asked, proved, began]).phase.name, 'changing')
})

t.test('account state: a proof is valid until it expires', async (t) => {
  const state = run([asked, proved])
  t.equal(isProved(state, 99), true)
  t.equal(isProved(state, 100), false)
})

t.test('account state: rejection keeps the proof and shows the problem until the next change', async (t) => {
  const state = run([asked, proved, began, refused])
  t.match(state, { phase: { name: 'reading' }, provedUntilMs: 100, problem: { kind: 'network' } })
  t.equal(reduceAccount(state, began).problem, null)
})

t.test('account state: too-old requires another proof of the same action', async (t) => {
  const state = run([asked, proved, began, { type: 'too-old' }])
  t.match(state, { phase: { name: 'proving', action: 'password' }, provedUntilMs: null })
})

t.test('account state: starting with an action waits for its proof', async (t) => {
  t.match(firstAccountState('delete').phase, { name: 'proving', action: 'delete' })
})

t.test('account state: events in the wrong phase change nothing', async (t) => {
  const first = firstAccountState(null)
  const late: AccountEvent[] = [
    proved,
    refused,
    { type: 'too-old' },
    { type: 'renewed' },
    { type: 'cancelled' }
  ]
  for (const event of late) t.equal(reduceAccount(first, event), first, event.type)
  const renewing = run([asked, proved, began, { type: 'changed', renews: true }])
  for (const event of [asked, began, refused, proved]) t.equal(reduceAccount(renewing, event), renewing)
  const leaving = run([{ type: 'navigated-away' }])
  for (const event of [asked, proved, began]) t.equal(reduceAccount(leaving, event), leaving)
})

t.test('account state: is busy during requests, but not during a proof', async (t) => {
  t.equal(isAccountBusy(run([asked])), false)
  t.equal(isAccountBusy(run([asked, proved, began])), true)
  t.equal(isAccountBusy(run([asked, proved, began, { type: 'changed', renews: true }])), true)
  t.equal(isAccountBusy(run([{ type: 'navigated-away' }])), true)
})

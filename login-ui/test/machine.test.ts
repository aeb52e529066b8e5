import t from 'tap'
import { problemOf } from '../src/auth/errors.ts'
import { isBusy, type PageEvent, reduce, type Screen, type State, type Status } from '../src/machine.ts'

const oldProblem = problemOf('auth/wrong-password')
const problem = problemOf('FORBIDDEN', 'r-1')
const otherMode = { provider: 'google.com', mode: 'redirect' } as const

const signIn: Screen = { name: 'sign-in' }
const forgot: Screen = { name: 'forgot' }
const sent: Screen = { name: 'sent', mail: 'reset', email: 'ada@example.com' }
const leaving: Screen = { name: 'leaving', slow: false }
const slow: Screen = { name: 'leaving', slow: true }

const rules = [{ text: 'problem.policy.min', slots: { min: '6' }, isMet: false }] as const

const ready: Status = { name: 'ready' }
const submitting: Status = { name: 'submitting' }
const waiting: Status = { name: 'waiting', provider: 'google.com' }
const returning: Status = { name: 'returning' }
const exchanging: Status = { name: 'exchanging' }

function stateWith(changes: Partial<State>): State {
  const base: State = {
    screen: forgot,
    status: ready,
    reason: 'expired',
    offline: false,
    signedInElsewhere: false,
    email: '',
    remember: false,
    passwordRules: null,
    tenant: null,
    isKnown: true,
    lastUsed: null,
    language: null,
    languageLost: false
  }
  return { ...base, ...changes }
}

const states = {
  ready: stateWith({}),
  submitting: stateWith({ status: submitting }),
  waiting: stateWith({ status: waiting }),
  returning: stateWith({ status: returning }),
  exchanging: stateWith({ status: exchanging }),
  error: stateWith({ status: { name: 'error', problem: oldProblem, otherMode } }),
  leaving: stateWith({ screen: leaving }),
  slow: stateWith({ screen: slow })
}

const events = {
  typed: { type: 'typed', email: 'ada@example.com' },
  'chose-to-remember': { type: 'chose-to-remember', remember: true },
  'password-judged': { type: 'password-judged', rules },
  'chose-other-account': { type: 'chose-other-account' },
  recalled: { type: 'recalled', lastUsed: 'google.com' },
  'passkeys-found': { type: 'passkeys-found', passkeys: true },
  shown: { type: 'shown', screen: signIn },
  submitted: { type: 'submitted' },
  'window-opened': { type: 'window-opened', provider: 'google.com' },
  returned: { type: 'returned' },
  'signed-in': { type: 'signed-in' },
  'screen-received': { type: 'screen-received', screen: sent },
  failed: { type: 'failed', problem },
  cancelled: { type: 'cancelled' },
  'session-opened': { type: 'session-opened' },
  'session-found': { type: 'session-found' },
  'leave-timed-out': { type: 'leave-timed-out' },
  restored: { type: 'restored' },
  'signed-in-elsewhere': { type: 'signed-in-elsewhere' },
  reloaded: { type: 'reloaded' },
  'went-offline': { type: 'went-offline' },
  'language-changed': { type: 'language-changed', language: null },
  'came-online': { type: 'came-online' }
} satisfies Record<PageEvent['type'], PageEvent>

type EventName = keyof typeof events
type Change = Partial<State>

const failed: Change = { status: { name: 'error', problem, otherMode: null } }
const received: Change = { screen: sent, status: ready }
const cancelled: Change = { status: ready }
const always: Partial<Record<EventName, Change>> = {
  typed: { email: 'ada@example.com' },
  'chose-to-remember': { remember: true },
  'chose-other-account': { isKnown: false, email: '' },
  recalled: { lastUsed: 'google.com' },
  'passkeys-found': { passkeys: true },
  'went-offline': { offline: true },
  'language-changed': { languageLost: true }
}
const here: Partial<Record<EventName, Change>> = {
  ...always,
  'password-judged': { passwordRules: rules },
  shown: { screen: signIn, status: ready, passwordRules: null },
  failed,
  'session-found': { screen: leaving, status: ready },
  'signed-in-elsewhere': { signedInElsewhere: true }
}
const idle: Partial<Record<EventName, Change>> = {
  ...here,
  submitted: { status: submitting, reason: null },
  'window-opened': { status: waiting, reason: null },
  returned: { status: returning, reason: null, screen: signIn }
}
const asking: Partial<Record<EventName, Change>> = {
  ...here,
  'signed-in': { status: exchanging },
  'screen-received': received,
  cancelled,
  restored: { status: ready }
}

/** What each event changes; one without an entry changes nothing at all. */
const edges: Record<keyof typeof states, Partial<Record<EventName, Change>>> = {
  ready: idle,
  error: idle,
  submitting: asking,
  waiting: asking,
  returning: asking,
  exchanging: { ...asking, 'session-opened': { screen: leaving, status: ready } },
  leaving: { ...always, 'leave-timed-out': { screen: slow }, restored: { screen: signIn } },
  slow: { ...always, restored: { screen: signIn } }
}

for (const from of Object.keys(states) as (keyof typeof states)[]) {
  for (const event of Object.keys(events) as EventName[]) {
    const change = edges[from][event]
    t.test(`machine: ${event} in ${from}, ${change ? 'has its place' : 'changes nothing'}`, async (t) => {
      const after = reduce(states[from], events[event])
      if (change) t.same(after, { ...states[from], ...change })
      else t.equal(after, states[from])
    })
  }
}

const twice: [EventName, State][] = [
  ['typed', stateWith({ email: 'ada@example.com' })],
  ['chose-to-remember', stateWith({ remember: true })],
  ['chose-other-account', stateWith({ isKnown: false, email: 'ada@example.com' })],
  ['recalled', stateWith({ lastUsed: 'google.com' })],
  ['went-offline', stateWith({ offline: true })],
  ['signed-in-elsewhere', stateWith({ signedInElsewhere: true })]
]
for (const [event, state] of twice) {
  t.test(`machine: ${event} twice returns the same object`, async (t) => {
    t.equal(reduce(state, events[event]), state)
  })
}

for (const [code, status] of [
  ['page/unreachable', 'ready'],
  ['page/wrong-code', 'error']
] as const) {
  t.test(`machine: came-online after ${code} is ${status}`, async (t) => {
    const offline = stateWith({
      offline: true,
      status: { name: 'error', problem: problemOf(code), otherMode: null }
    })
    t.equal(reduce(offline, events['came-online']).status.name, status)
  })
}

t.test('machine: came-online while offline is online', async (t) => {
  t.equal(reduce(stateWith({ offline: true }), events['came-online']).offline, false)
})

t.test('machine: failed with another screen and mode shows both', async (t) => {
  const after = reduce(states.waiting, { type: 'failed', problem, otherMode, screen: signIn })
  t.same(after.screen, signIn)
  t.same(after.status, { name: 'error', problem, otherMode })
})

t.test('machine: is busy while waiting for a response or leaving', async (t) => {
  const busy = Object.entries(states).filter(([, state]) => isBusy(state))
  const found = busy.map(([name]) => name)
  t.same(found, ['submitting', 'waiting', 'returning', 'exchanging', 'leaving', 'slow'])
})

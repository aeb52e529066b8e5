import t from 'tap'
import { problemOf } from '../src/auth/errors.ts'
import { initialState, isBusy, type PageEvent, reduce, type State } from '../src/machine.ts'

const oldProblem = problemOf('auth/wrong-password')
const problem = problemOf('FORBIDDEN', 'r-1')

const states = {
  ready: { name: 'ready', reason: 'expired' },
  offline: { name: 'offline' },
  submitting: { name: 'submitting' },
  exchanging: { name: 'exchanging' },
  leaving: { name: 'leaving', slow: false },
  stuck: { name: 'leaving', slow: true },
  error: { name: 'error', problem: oldProblem }
} satisfies Record<string, State>

const events = {
  submitted: { type: 'submitted' },
  'signed-in': { type: 'signed-in' },
  'session-opened': { type: 'session-opened' },
  failed: { type: 'failed', problem },
  'still-here': { type: 'still-here' },
  'went-offline': { type: 'went-offline' },
  'came-online': { type: 'came-online' }
} satisfies Record<string, PageEvent>

const ready: State = { name: 'ready', reason: null }
const { offline, submitting, exchanging, leaving, stuck } = states
const failed: State = { name: 'error', problem }

/** Every edge; an event without an entry leaves the state as it is. */
const edges: Record<keyof typeof states, Partial<Record<keyof typeof events, State>>> = {
  ready: { submitted: submitting, failed, 'went-offline': offline },
  offline: { submitted: submitting, failed, 'went-offline': offline, 'came-online': ready },
  submitting: { 'signed-in': exchanging, failed },
  exchanging: { 'session-opened': leaving, failed },
  leaving: { 'still-here': stuck },
  stuck: { 'still-here': stuck },
  error: { submitted: submitting, failed, 'went-offline': offline }
}

for (const from of Object.keys(states) as (keyof typeof states)[]) {
  for (const event of Object.keys(events) as (keyof typeof events)[]) {
    const expected = edges[from][event]
    const title = `machine: ${event} in ${from}, ${expected ? `becomes ${expected.name}` : 'changes nothing'}`
    t.test(title, async (t) => {
      const after = reduce(states[from], events[event])
      if (expected) t.same(after, expected)
      else t.equal(after, states[from])
    })
  }
}

t.test('machine: first state online, is ready with the reason', async (t) => {
  t.same(initialState('revoked', true), { name: 'ready', reason: 'revoked' })
})

t.test('machine: first state without a connection, is offline', async (t) => {
  t.same(initialState('revoked', false), { name: 'offline' })
})

t.test('machine: busy, from the submit until the page is left', async (t) => {
  const busy = Object.values(states).filter(isBusy)
  t.same(busy, [submitting, exchanging, leaving, stuck])
})

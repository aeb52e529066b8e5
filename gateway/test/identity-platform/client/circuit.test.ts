import fc from 'fast-check'
import t from 'tap'
import { type CallPermit, createCircuit } from '../../../src/identity-platform/client/circuit.ts'
import { createClock } from '../../fixtures/clock.ts'

/** A circuit with a clock that the test sets. `random` 0.5: no jitter. */
function start(random: () => number = () => 0.5) {
  const clock = createClock(0)
  const circuit = createCircuit({ now: clock.now, random })

  function permit(): CallPermit {
    const entered = circuit.enter()
    if ('pauseSeconds' in entered) throw new Error(`a pause of ${entered.pauseSeconds} s`)
    return entered
  }

  /** Null if a call may be made; that call is never settled. */
  function pause(): number | null {
    const entered = circuit.enter()
    return 'pauseSeconds' in entered ? entered.pauseSeconds : null
  }

  function fail(times: number): void {
    for (let count = 0; count < times; count++) permit().settle('failed')
  }

  return { circuit, clock, permit, pause, fail }
}

t.test('circuit: stays closed after four failures in a row, and the fifth opens it for 2 s', async (t) => {
  const { pause, fail } = start()
  fail(4)
  t.equal(pause(), null)
  fail(1)
  t.equal(pause(), 2)
})

t.test('circuit: four failures, one response and four more failures leave it closed', async (t) => {
  const { pause, permit, fail } = start()
  for (let round = 0; round < 5; round++) {
    fail(4)
    permit().settle('answered')
  }
  t.equal(pause(), null)
})

t.test(
  'circuit: a call that is evidence neither way counts neither as a failure nor as a response',
  async (t) => {
    const { pause, permit, fail } = start()
    for (let count = 0; count < 20; count++) permit().settle('neither')
    t.equal(pause(), null)
    fail(4)
    permit().settle('neither')
    fail(1)
    t.equal(pause(), 2, 'five failures in a row')
  }
)

/** Calls of accounts that have not failed before, all in flight. */
function startAccounts(count: number) {
  const { circuit, clock } = start()
  const calls = Array.from({ length: count }, () => {
    const entered = circuit.enter('account')
    if ('pauseSeconds' in entered) throw new Error('open')
    return entered
  })
  const fail = (from: number, to: number) =>
    calls.slice(from, to).map((call) => call.settle('away', 0, 'account'))
  return { circuit, clock, calls, fail }
}

t.test('circuit: ten accounts fail before a response to another call arrives, it stays closed', async (t) => {
  const { circuit, calls, fail } = startAccounts(40)
  fail(0, 20)
  t.ok(circuit.isClosed(), 'calls are in flight')
  calls[20]?.settle('answered')
  fail(21, 40)
  t.ok(circuit.isClosed())
})

t.test('circuit: ten accounts fail, and so do all calls in flight, the last opens it', async (t) => {
  const { circuit, fail } = startAccounts(40)
  fail(0, 39)
  t.ok(circuit.isClosed())
  t.strictSame(fail(39, 40), ['opened'])
})

t.test('circuit: ten accounts fail and another call gets no response for a second, it opens', async (t) => {
  const { circuit, clock, fail } = startAccounts(12)
  fail(0, 1)
  clock.advance(5)
  fail(1, 10)
  t.ok(circuit.isClosed(), 'the second begins with the tenth failure')
  clock.advance(1)
  t.strictSame(fail(10, 11), ['opened'])
})

t.test('circuit: a first failure with a Retry-After opens it for exactly that time', async (t) => {
  const rows: readonly [asked: number, pause: number | null][] = [
    [0, null],
    [1, 2],
    [7, 7],
    [60, 60],
    [61, 60],
    [3600, 60]
  ]
  for (const [asked, seconds] of rows) {
    const { pause, permit } = start()
    permit().settle('failed', asked)
    t.equal(pause(), seconds, `${asked} s requested`)
  }
})

t.test('circuit: a Retry-After on a successful response has no effect', async (t) => {
  const { pause, permit } = start()
  permit().settle('answered', 60)
  t.equal(pause(), null)
})

t.test('circuit: while open, reports how much of the pause is left', async (t) => {
  const { pause, permit, clock } = start()
  permit().settle('failed', 10)
  clock.advance(4)
  t.equal(pause(), 6)
  clock.advance(5.5)
  t.equal(pause(), 0.5)
})

t.test(
  'circuit: opened by accounts, one more account may call at once, but not in a requested pause',
  async (t) => {
    for (const [askedSeconds, pauseSeconds] of [
      [0, 4],
      [60, 60]
    ] as const) {
      const { circuit, permit, clock } = start()
      for (let count = 0; count < 10; count++) permit().settle('away', 0, 'account')
      clock.advance(2)
      permit().settle('failed', askedSeconds)
      t.match(circuit.enter('account'), { pauseSeconds })
    }
    const { circuit, permit } = start()
    for (let count = 0; count < 10; count++) permit().settle('away', 0, 'account')
    t.notOk('settle' in circuit.enter('failing-account'))
    t.ok('settle' in circuit.enter('account'))
    t.notOk('settle' in circuit.enter('account'), 'only one')
  }
)

t.test('circuit: after the pause, lets one call through at a time', async (t) => {
  const { pause, permit, fail, clock } = start()
  fail(5)
  clock.advance(2)
  permit()
  for (let count = 0; count < 100; count++) t.equal(pause(), 2)
})

t.test('circuit: failing probes lengthen the pause to 2, 4, 8, 16, 30 and 30 s', async (t) => {
  const { pause, fail, clock } = start()
  fail(5)
  for (const seconds of [2, 4, 8, 16, 30, 30, 30]) {
    t.equal(pause(), seconds)
    clock.advance(seconds)
    fail(1)
  }
})

t.test('circuit: during an outage, probes are due after 2 s and then every 4 s', async (t) => {
  for (const settles of [true, false]) {
    const { circuit, clock, permit } = start()
    for (let count = 0; count < 5; count++) permit().settle('away')
    for (const seconds of [2, 4, 4, 4, 4, 4]) {
      t.equal(circuit.probeDueSeconds(), seconds)
      clock.advance(seconds - 0.5)
      t.notOk('settle' in circuit.enter(), 'too early')
      clock.advance(0.5)
      t.equal(circuit.probeDueSeconds(), 0)
      const probe = permit()
      if (settles) probe.settle('away')
    }
  }
})

t.test('circuit: a late response to a hung probe closes it, a late failure is ignored', async (t) => {
  for (const [outcome, isClosed] of [
    ['answered', true],
    ['away', false]
  ] as const) {
    const { circuit, clock, permit } = start()
    for (let count = 0; count < 5; count++) permit().settle('away')
    clock.advance(2)
    const hung = permit()
    clock.advance(4)
    permit().settle('away')
    clock.advance(1)
    hung.settle(outcome)
    t.equal(circuit.isClosed(), isClosed, outcome)
    t.equal(circuit.probeDueSeconds(), isClosed ? null : 3)
  }
})

t.test('circuit: refusals schedule no probe, an outage schedules one 4 s after the last probe', async (t) => {
  const { circuit, clock, permit } = start()
  for (let count = 0; count < 5; count++) permit().settle('failed')
  t.equal(circuit.probeDueSeconds(), null)
  clock.advance(2)
  const probe = permit()
  clock.advance(1)
  probe.settle('away')
  t.equal(circuit.probeDueSeconds(), 3)
  clock.advance(3)
  permit().settle('failed', 20)
  t.equal(circuit.probeDueSeconds(), null)
})

t.test('circuit: a failing probe with a longer Retry-After gets that pause', async (t) => {
  const { pause, permit, fail, clock } = start()
  fail(5)
  clock.advance(2)
  permit().settle('failed', 60)
  t.equal(pause(), 60)
})

t.test('circuit: a successful probe closes it and resets the count and the pause', async (t) => {
  const { pause, permit, fail, clock } = start()
  fail(5)
  clock.advance(2)
  fail(1)
  clock.advance(4)
  permit().settle('answered')
  t.equal(pause(), null)
  fail(4)
  t.equal(pause(), null, 'four failures')
  fail(1)
  t.equal(pause(), 2, 'starting from the first pause')
})

t.test('circuit: after a probe that proves nothing, the next call is the probe', async (t) => {
  const { pause, permit, fail, clock } = start()
  fail(5)
  clock.advance(2)
  const probe = permit()
  t.equal(pause(), 2)
  probe.settle('neither')
  const next = permit()
  t.equal(pause(), 2)
  next.settle('answered')
  t.equal(pause(), null)
})

t.test('circuit: late failures of earlier calls do not lengthen the pause', async (t) => {
  const { pause, permit, fail, clock } = start()
  const early = Array.from({ length: 50 }, permit)
  fail(5)
  for (const call of early.splice(0, 20)) call.settle('failed', 200)
  t.equal(pause(), 2, 'during the pause')
  clock.advance(2)
  for (const call of early.splice(0, 20)) call.settle('failed', 200)
  const probe = permit()
  for (const call of early) call.settle('failed', 200)
  t.equal(pause(), 2, 'still only one probe')
  probe.settle('answered')
  t.equal(pause(), null)
})

t.test('circuit: a late response to an earlier call does not end a requested pause', async (t) => {
  const { pause, permit } = start()
  const early = permit()
  permit().settle('failed', 30)
  early.settle('answered')
  t.equal(pause(), 30)
})

t.test('circuit: a call that is settled twice counts once', async (t) => {
  const { pause, permit, fail, clock } = start()
  fail(5)
  clock.advance(2)
  const probe = permit()
  probe.settle('failed')
  probe.settle('failed')
  t.equal(pause(), 4)
})

t.test('circuit: jitter is at most a fifth, scaled by the random value', async (t) => {
  const rows: readonly [random: number, seconds: number][] = [
    [0, 1.6],
    [0.25, 1.8],
    [0.5, 2],
    [1, 2.4]
  ]
  for (const [random, seconds] of rows) {
    const { pause, fail } = start(() => random)
    fail(5)
    t.ok(Math.abs((pause() ?? 0) - seconds) < 1e-9, `${random}: ${seconds} s`)
  }
})

t.test('circuit: jitter never shortens a pause that the provider requested', async (t) => {
  const { pause, permit } = start(() => 0)
  permit().settle('failed', 20)
  t.equal(pause(), 20)
})

t.test('circuit: after any history, a call passes within 60 s and its response closes it', async () => {
  const wait = fc.record({ kind: fc.constant('wait' as const), seconds: fc.nat(40) })
  const call = fc.record({
    kind: fc.constantFrom('answered', 'away', 'failed', 'neither'),
    askedSeconds: fc.nat(4000)
  })
  const chance = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(fc.array(fc.oneof(wait, call)), chance, fc.nat(5), (events, random, concurrent) => {
      const { circuit, clock, permit } = start(() => random)
      const waiting: CallPermit[] = []
      for (const event of events) {
        if (event.kind === 'wait') {
          clock.advance(event.seconds)
          continue
        }
        const entered = circuit.enter()
        if ('settle' in entered) waiting.push(entered)
        else if (entered.pauseSeconds > 60) return false
        if (waiting.length > concurrent) waiting.shift()?.settle(event.kind, event.askedSeconds)
      }
      for (const call of waiting) call.settle('failed', 1)
      clock.advance(60)
      permit().settle('answered')
      permit()
      permit()
      return true
    })
  )
})

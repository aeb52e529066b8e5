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

t.test('circuit: what calls and pauses lead to', async (t) => {
  type Step = 'fail' | 'answered' | 'neither' | { failed: number } | { answered: number } | { wait: number }
  const times = (count: number, ...steps: Step[]) => Array.from({ length: count }, () => steps).flat()
  const five = times(5, 'fail')
  type Row = readonly [name: string, steps: readonly Step[], pause: number | null, random?: number]
  const rows: readonly Row[] = [
    ['four failures', times(4, 'fail'), null],
    ['the fifth opens it', five, 2],
    ['four failures after each response', times(5, ...times(4, 'fail'), 'answered'), null],
    ['evidence neither way', times(20, 'neither'), null],
    ['it does not interrupt failures', [...times(4, 'fail'), 'neither', 'fail'], 2],
    ['a first failure that asks for 0 s', [{ failed: 0 }], null],
    ['1 s', [{ failed: 1 }], 2],
    ['7 s', [{ failed: 7 }], 7],
    ['60 s', [{ failed: 60 }], 60],
    ['61 s', [{ failed: 61 }], 60],
    ['an hour', [{ failed: 3600 }], 60],
    ['a response that asks for a minute', [{ answered: 60 }], null],
    ['jitter shortens no requested pause', [{ failed: 20 }], 20, 0],
    ['what is left of a pause', [{ failed: 10 }, { wait: 4 }], 6],
    ['what is left shortly before its end', [{ failed: 10 }, { wait: 9.5 }], 0.5],
    ...[2, 4, 8, 16, 30, 30, 30].map((pause, failing) => {
      const waits = [2, 4, 8, 16, 30, 30].slice(0, failing)
      const steps = waits.flatMap((wait): Step[] => [{ wait }, 'fail'])
      return [`${failing} failing probes`, [...five, ...steps], pause] as const
    }),
    ['a failing probe that asks for a minute', [...five, { wait: 2 }, { failed: 60 }], 60],
    [
      'a probe is answered',
      [...five, { wait: 2 }, 'fail', { wait: 4 }, 'answered', ...times(4, 'fail')],
      null
    ],
    ['and failures begin again', [...five, { wait: 2 }, 'fail', { wait: 4 }, 'answered', ...five], 2]
  ]
  for (const [name, steps, expected, random = 0.5] of rows) {
    const { clock, pause, permit } = start(() => random)
    for (const step of steps)
      if (step === 'fail') permit().settle('failed')
      else if (typeof step === 'string') permit().settle(step)
      else if ('wait' in step) clock.advance(step.wait)
      else if ('failed' in step) permit().settle('failed', step.failed)
      else permit().settle('answered', step.answered)
    t.equal(pause(), expected, name)
  }
})

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

t.test('circuit: opened by accounts, one more may call at once, unless a pause was requested', async (t) => {
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

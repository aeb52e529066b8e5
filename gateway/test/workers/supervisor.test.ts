import t from 'tap'
import {
  createSupervisor,
  type ProcessEnd,
  type Supervised,
  type WorkerEvent
} from '../../src/workers/supervisor.ts'

const KILLED: ProcessEnd = { code: null, signal: 'SIGKILL' }

interface FakeWorker extends Supervised {
  number: number
  die(end?: ProcessEnd): void
  wasAsked(): boolean
}

/** Lets every promise settle that waits for nothing else. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Workers that do as they are told, on a clock that stands still. `failures`: what the next ones to begin say. */
function supervise(count: number, failures: (string | null)[] = []) {
  let nowSeconds = 0
  let pids = 100
  const events: WorkerEvent[] = []
  const workers: FakeWorker[] = []
  const pauses: { seconds: number; run: () => void }[] = []
  const reasons: string[] = []
  const supervisor = createSupervisor<FakeWorker>({
    count,
    fork(number) {
      let die = (_end: ProcessEnd) => {}
      const exited = new Promise<ProcessEnd>((resolve) => {
        die = resolve
      })
      let isAsked = false
      const worker: FakeWorker = {
        number,
        pid: pids++,
        exited,
        begin: async () => failures.shift() ?? null,
        async end() {
          isAsked = true
          die({ code: 0, signal: null })
        },
        die: (end = KILLED) => die(end),
        wasAsked: () => isAsked
      }
      workers.push(worker)
      return worker
    },
    schedule(seconds, run) {
      pauses.push({ seconds, run })
      return () => {}
    },
    now: () => nowSeconds,
    report: (event) => events.push(event),
    onGivingUp: (reason) => reasons.push(reason)
  })
  return {
    ...supervisor,
    events,
    workers,
    reasons,
    pauses,
    kinds: () => events.map(({ kind }) => kind),
    pass(seconds: number) {
      nowSeconds += seconds
    },
    /** The newest worker dies, and its pause passes. Gives how long it was. */
    async dieAndWait(): Promise<number | null> {
      workers.at(-1)?.die()
      await settled()
      const pause = pauses.shift()
      if (pause === undefined) return null
      nowSeconds += pause.seconds
      pause.run()
      await settled()
      return pause.seconds
    }
  }
}

t.test('supervisor: starts so many; one dies, its place is filled after a second', async (t) => {
  const supervised = supervise(2)
  t.equal(await supervised.start(), null)
  t.equal(supervised.countReady(), 2)
  supervised.workers[0]?.die()
  await settled()
  t.equal(supervised.countReady(), 1)
  t.match(supervised.events.at(-1), {
    kind: 'worker.died',
    number: 1,
    pid: 100,
    end: KILLED,
    againInSeconds: 1
  })
  supervised.pauses.shift()?.run()
  await settled()
  t.equal(supervised.countReady(), 2)
  t.strictSame(
    supervised.workers.map(({ number }) => number),
    [1, 2, 1]
  )
})

t.test('supervisor: a worker that dies again and again, pauses double up to 30 s', async (t) => {
  const supervised = supervise(1)
  await supervised.start()
  const pauses: (number | null)[] = []
  for (let count = 0; count < 8; count++) {
    pauses.push(await supervised.dieAndWait())
    // Each death is alone in its minute: it is the pauses that are looked at.
    supervised.pass(59)
  }
  t.strictSame(pauses, [1, 2, 4, 8, 16, 30, 30, 30])
  t.strictSame(supervised.reasons, [])
  supervised.pass(1)
  t.equal(await supervised.dieAndWait(), 1, 'control: it lived for a minute')
})

t.test('supervisor: five deaths in a minute, given up once, and nothing is started any more', async (t) => {
  const supervised = supervise(1)
  await supervised.start()
  for (let count = 0; count < 4; count++) t.not(await supervised.dieAndWait(), null)
  t.strictSame(supervised.reasons, [], 'control: four')
  t.equal(await supervised.dieAndWait(), null)
  t.strictSame(supervised.reasons, ['5 workers died within 60 seconds, the last one with SIGKILL'])
  t.equal(supervised.workers.length, 5)
})

t.test('supervisor: five deaths in different places and in more than a minute, not given up', async (t) => {
  const supervised = supervise(2)
  await supervised.start()
  for (let count = 0; count < 5; count++) {
    await supervised.dieAndWait()
    supervised.pass(14)
  }
  t.strictSame(supervised.reasons, [])
})

t.test(
  'supervisor: a worker that does not begin at the start, its reason; none is started for it',
  async (t) => {
    const supervised = supervise(2, [null, 'the port is taken'])
    t.equal(await supervised.start(), 'the port is taken')
    t.strictSame(supervised.pauses, [])
  }
)

t.test(
  'supervisor: replacement, one after the other, and each serves before its predecessor ends',
  async (t) => {
    const supervised = supervise(2)
    await supervised.start()
    await supervised.replaceAll()
    t.strictSame(supervised.kinds().slice(2), [
      'worker.ready',
      'worker.replaced',
      'worker.ready',
      'worker.replaced'
    ])
    t.strictSame(
      supervised.workers.map((worker) => [worker.number, worker.wasAsked()]),
      [
        [1, true],
        [2, true],
        [1, false],
        [2, false]
      ]
    )
    t.equal(supervised.countReady(), 2)
    t.strictSame(supervised.pauses, [], 'their end was no death')
  }
)

t.test('supervisor: a successor that does not begin, the predecessor stays and the others too', async (t) => {
  const supervised = supervise(2, [null, null, 'no memory'])
  await supervised.start()
  await supervised.replaceAll()
  t.match(supervised.events.at(-1), { kind: 'worker.not-replaced', number: 1, reason: 'no memory' })
  t.strictSame(
    supervised.workers.map((worker) => worker.wasAsked()),
    [false, false, true]
  )
  t.equal(supervised.countReady(), 2)
})

t.test('supervisor: asked twice to replace, once; after the end, not at all', async (t) => {
  const supervised = supervise(1)
  await supervised.start()
  await Promise.all([supervised.replaceAll(), supervised.replaceAll()])
  t.equal(supervised.workers.length, 2)
  supervised.close()
  await supervised.replaceAll()
  supervised.workers.at(-1)?.die()
  await settled()
  t.equal(supervised.workers.length, 2)
  t.strictSame(supervised.pauses, [])
})

t.test('supervisor: a worker dies while its place is filled already, no second one', async (t) => {
  const supervised = supervise(1)
  await supervised.start()
  supervised.workers[0]?.die()
  await settled()
  await supervised.replaceAll()
  supervised.pauses.shift()?.run()
  await settled()
  t.equal(supervised.running().length, 1)
})

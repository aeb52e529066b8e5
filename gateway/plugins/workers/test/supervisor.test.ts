import { setImmediate as settled } from 'node:timers/promises'
import t from 'tap'
import { signal } from '../../../test/fixtures/signal.ts'
import { createSupervisor, type Supervised, type WorkerEvent } from '../supervisor.ts'
import type { ProcessEnd } from '../worker-handle.ts'

const KILLED: ProcessEnd = { code: null, signal: 'SIGKILL' }

interface FakeWorker extends Supervised {
  die(end?: ProcessEnd): void
  wasAsked(): boolean
}

/** Fake workers with a stopped clock. `failures`: start results of the next ones. */
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
      const { promise: exited, settle: die } = signal<ProcessEnd>()
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
    report: (event) => events.push(event)
  })
  void supervisor.givenUp.then((reason) => reasons.push(reason))
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
    /** The newest worker dies, and its pause passes. Returns its length. */
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

async function startSupervised(count: number, failures?: (string | null)[]) {
  const supervised = supervise(count, failures)
  await supervised.start()
  return supervised
}

t.test('supervisor: a worker that dies repeatedly has its pause doubled up to 30 s', async (t) => {
  const supervised = await startSupervised(1)
  const pauses: (number | null)[] = []
  for (let count = 0; count < 8; count++) {
    pauses.push(await supervised.dieAndWait())
    // One death a minute at most, because only pauses are tested.
    supervised.pass(59)
  }
  t.strictSame(pauses, [1, 2, 4, 8, 16, 30, 30, 30])
  t.strictSame(supervised.reasons, [])
  supervised.pass(1)
  t.equal(await supervised.dieAndWait(), 1, 'control: after running for a minute')
})

t.test('supervisor: after five deaths in a minute it gives up once and starts no more workers', async (t) => {
  const supervised = await startSupervised(1)
  for (let count = 0; count < 4; count++) t.not(await supervised.dieAndWait(), null)
  t.strictSame(supervised.reasons, [], 'control: four')
  t.equal(await supervised.dieAndWait(), null)
  t.strictSame(supervised.reasons, ['5 workers died within 60 seconds, the last one with SIGKILL'])
  t.equal(supervised.workers.length, 5)
})

t.test('supervisor: five deaths in different slots over more than a minute are tolerated', async (t) => {
  const supervised = await startSupervised(2)
  for (let count = 0; count < 5; count++) {
    await supervised.dieAndWait()
    supervised.pass(14)
  }
  t.strictSame(supervised.reasons, [])
})

t.test('supervisor: workers are replaced in turn, each is ready before the former ends', async (t) => {
  const supervised = await startSupervised(2)
  await supervised.replaceAll()
  const kinds = supervised.kinds().slice(2)
  t.strictSame(kinds, ['worker.ready', 'worker.replaced', 'worker.ready', 'worker.replaced'])
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
  t.strictSame(supervised.pauses, [], 'their end did not count as a death')
})

t.test('supervisor: if a successor fails to start, its predecessor and the others stay', async (t) => {
  const supervised = await startSupervised(2, [null, null, 'no memory'])
  await supervised.replaceAll()
  t.match(supervised.events.at(-1), { kind: 'worker.not-replaced', number: 1, reason: 'no memory' })
  t.strictSame(
    supervised.workers.map((worker) => worker.wasAsked()),
    [false, false, true]
  )
  t.equal(supervised.countReady(), 2)
})

t.test('supervisor: two requests to replace run once, and none after the end', async (t) => {
  const supervised = await startSupervised(1)
  await Promise.all([supervised.replaceAll(), supervised.replaceAll()])
  t.equal(supervised.workers.length, 2)
  supervised.close()
  await supervised.replaceAll()
  supervised.workers.at(-1)?.die()
  await settled()
  t.equal(supervised.workers.length, 2)
  t.strictSame(supervised.pauses, [])
})

t.test('supervisor: a worker that dies after being replaced is not replaced again', async (t) => {
  const supervised = await startSupervised(1)
  supervised.workers[0]?.die()
  await settled()
  await supervised.replaceAll()
  supervised.pauses.shift()?.run()
  await settled()
  t.equal(supervised.running().length, 1)
})

import type { Schedule } from '../../src/async.ts'
import type { ProcessEnd, WorkerHandle } from './worker-handle.ts'

const MIN_PAUSE_SECONDS = 1
const MAX_PAUSE_SECONDS = 30
/** After this uptime, the restart pause is reset. */
const LONG_TTL_SECONDS = 60
/** Crash-loop threshold. */
const MAX_DEATHS = 5
const DEATHS_SECONDS = 60

/** A worker as the supervisor sees it. */
export type Supervised = Pick<WorkerHandle, 'number' | 'pid' | 'exited' | 'begin' | 'end'>

export type WorkerEvent =
  | { kind: 'worker.died'; number: number; pid: number; end: ProcessEnd; againInSeconds: number }
  | { kind: 'worker.ready' | 'worker.replaced'; number: number; pid: number }
  | { kind: 'worker.not-replaced'; number: number; reason: string }

/** The exit of a `spare`, which never served while it had a predecessor, and of one that is `ending` is no crash. */
type State = 'starting' | 'spare' | 'ready' | 'ending'

/** A slot for a worker; two run in it during a replacement. */
interface Slot<Worker> {
  readonly number: number
  readonly running: Map<Worker, State>
  pauseSeconds: number
}

/** Restarts workers that die, after a pause that doubles while they live less than a minute. Five deaths in a minute end it. */
export function createSupervisor<Worker extends Supervised>(options: {
  count: number
  fork: (number: number) => Worker
  schedule: Schedule
  /** Seconds, monotonic. */
  now: () => number
  report: (event: WorkerEvent) => void
}) {
  const { count, fork, schedule, now, report } = options
  const slots = Array.from(
    { length: count },
    (_, index): Slot<Worker> => ({ number: index + 1, running: new Map(), pauseSeconds: 0 })
  )
  let deaths: number[] = []
  let isStarted = false
  let isClosed = false
  let replacing: Promise<void> | null = null
  let giveUp = (_reason: string) => {}
  const givenUp = new Promise<string>((resolve) => {
    giveUp = resolve
  })

  /** Starts a worker in a slot. `failure`: null: it serves. */
  async function launch(slot: Slot<Worker>, state: 'starting' | 'spare') {
    const { running } = slot
    const worker = fork(slot.number)
    const startedAt = now()
    running.set(worker, state)
    const gone = worker.exited.then((end) => {
      const last = running.get(worker)
      running.delete(worker)
      if (last === 'starting' || last === 'ready') noteDeath(slot, worker, end, now() - startedAt)
      return `it ended while it started (${describeEnd(end)})`
    })
    const failure = await Promise.race([worker.begin(), gone])
    if (failure === null && running.has(worker)) {
      running.set(worker, 'ready')
      report({ kind: 'worker.ready', number: slot.number, pid: worker.pid })
    }
    return { worker, failure }
  }

  function noteDeath(slot: Slot<Worker>, { pid }: Worker, end: ProcessEnd, livedSeconds: number): void {
    if (isClosed || !isStarted) return
    const longer = Math.min(Math.max(slot.pauseSeconds * 2, MIN_PAUSE_SECONDS), MAX_PAUSE_SECONDS)
    const againInSeconds = livedSeconds >= LONG_TTL_SECONDS ? MIN_PAUSE_SECONDS : longer
    slot.pauseSeconds = againInSeconds
    deaths = [...deaths.filter((at) => now() - at < DEATHS_SECONDS), now()]
    report({ kind: 'worker.died', number: slot.number, pid, end, againInSeconds })
    if (deaths.length >= MAX_DEATHS) {
      isClosed = true
      const last = `the last one with ${describeEnd(end)}`
      giveUp(`${MAX_DEATHS} workers died within ${DEATHS_SECONDS} seconds, ${last}`)
      return
    }
    schedule(againInSeconds, () => {
      // A replacement may have started its successor already.
      if (!isClosed && slot.running.size === 0) void launch(slot, 'starting')
    })
  }

  async function replace(slot: Slot<Worker>): Promise<boolean> {
    const former = [...slot.running.keys()]
    const { worker, failure } = await launch(slot, 'spare')
    if (failure !== null) {
      report({ kind: 'worker.not-replaced', number: slot.number, reason: failure })
      void worker.end()
      return false
    }
    for (const one of former) if (slot.running.has(one)) slot.running.set(one, 'ending')
    await Promise.all(former.map((one) => one.end()))
    report({ kind: 'worker.replaced', number: slot.number, pid: worker.pid })
    return true
  }

  async function replaceEach(): Promise<void> {
    for (const slot of slots) if (isClosed || !(await replace(slot))) return
  }

  return {
    /** Starts all workers. Null: they serve; otherwise why one does not, while others may run. Never rejects. */
    async start(): Promise<string | null> {
      const launched = await Promise.all(slots.map((slot) => launch(slot, 'starting')))
      isStarted = true
      const failed = launched.find(({ failure }) => failure !== null)?.failure ?? null
      return failed ?? (slots.some(({ running }) => running.size === 0) ? 'one ended at once' : null)
    },
    /** Replaces each worker once its successor serves; stops if one does not. Joins a running replacement. */
    replaceAll(): Promise<void> {
      replacing ??= replaceEach().finally(() => {
        replacing = null
      })
      return replacing
    },
    /** Nothing is started after this. */
    close(): void {
      isClosed = true
    },
    /** All live processes, including those starting or ending. */
    running: (): readonly Worker[] => slots.flatMap(({ running }) => [...running.keys()]),
    /** Slots with a serving worker. */
    countReady: (): number => slots.filter(({ running }) => [...running.values()].includes('ready')).length,
    /** Resolves with the reason when workers crash-loop and are no longer replaced. */
    givenUp
  }
}

/** `SIGKILL`, or `exit code 1`. */
function describeEnd({ code, signal }: ProcessEnd): string {
  return signal ?? `exit code ${code}`
}

import type { Schedule } from '../../src/async.ts'

const MIN_PAUSE_SECONDS = 1
const MAX_PAUSE_SECONDS = 30
/** After this uptime, the restart pause is reset. */
const LONG_TTL_SECONDS = 60
/** Crash-loop threshold. */
const MAX_DEATHS = 5
const DEATHS_SECONDS = 60

export interface ProcessEnd {
  code: number | null
  signal: string | null
}

/** A worker as the supervisor sees it. */
export interface Supervised {
  readonly pid: number
  /** Resolves when the process is gone. Never rejects. */
  readonly exited: Promise<ProcessEnd>
  /** Resolves when it serves (null), or with why it does not. Never rejects. */
  begin(): Promise<string | null>
  /** Ends it gracefully; resolves when the process is gone. Never rejects. */
  end(): Promise<void>
}

/** `number`: of the worker's slot, from 1; its successor gets the same. */
export type WorkerEvent =
  | { kind: 'worker.died'; number: number; pid: number; end: ProcessEnd; againInSeconds: number }
  | { kind: 'worker.ready' | 'worker.replaced'; number: number; pid: number }
  | { kind: 'worker.not-replaced'; number: number; reason: string }

/** A slot for a worker; two run in it during a replacement. */
interface Slot<Worker> {
  readonly number: number
  readonly running: Set<Worker>
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
  /** Workers crash-loop and are no longer replaced. Called once. */
  onGivingUp: (reason: string) => void
}) {
  const { count, fork, schedule, now, report, onGivingUp } = options
  const slots = Array.from(
    { length: count },
    (_, index): Slot<Worker> => ({ number: index + 1, running: new Set(), pauseSeconds: 0 })
  )
  /** The serving workers. */
  const ready = new Set<Worker>()
  /** Workers whose exit is no crash: asked to shut down, or never served while they had a predecessor. */
  const dispensable = new Set<Worker>()
  let deaths: number[] = []
  let isStarted = false
  let isClosed = false
  let replacing: Promise<void> | null = null

  /** Starts a worker in a slot; null when it serves. */
  async function launch(slot: Slot<Worker>, isSpare: boolean) {
    const worker = fork(slot.number)
    const startedAt = now()
    if (isSpare) dispensable.add(worker)
    slot.running.add(worker)
    const gone = worker.exited.then((end) => {
      slot.running.delete(worker)
      ready.delete(worker)
      if (!dispensable.delete(worker)) noteDeath(slot, worker, end, now() - startedAt)
      return `it ended while it started (${describeEnd(end)})`
    })
    const failure = await Promise.race([worker.begin(), gone])
    if (failure === null && slot.running.has(worker)) {
      dispensable.delete(worker)
      ready.add(worker)
      report({ kind: 'worker.ready', number: slot.number, pid: worker.pid })
    }
    return { worker, failure }
  }

  function noteDeath(slot: Slot<Worker>, { pid }: Worker, end: ProcessEnd, livedSeconds: number): void {
    if (isClosed || !isStarted) return
    const again =
      livedSeconds >= LONG_TTL_SECONDS
        ? MIN_PAUSE_SECONDS
        : Math.min(Math.max(slot.pauseSeconds * 2, MIN_PAUSE_SECONDS), MAX_PAUSE_SECONDS)
    slot.pauseSeconds = again
    deaths = [...deaths.filter((at) => now() - at < DEATHS_SECONDS), now()]
    report({ kind: 'worker.died', number: slot.number, pid, end, againInSeconds: again })
    if (deaths.length >= MAX_DEATHS) {
      isClosed = true
      onGivingUp(
        `${MAX_DEATHS} workers died within ${DEATHS_SECONDS} seconds, the last one with ${describeEnd(end)}`
      )
      return
    }
    schedule(again, () => {
      // A replacement may have started its successor already.
      if (!isClosed && slot.running.size === 0) void launch(slot, false)
    })
  }

  async function replace(slot: Slot<Worker>): Promise<boolean> {
    const former = [...slot.running]
    const { worker, failure } = await launch(slot, true)
    if (failure !== null) {
      report({ kind: 'worker.not-replaced', number: slot.number, reason: failure })
      void worker.end()
      return false
    }
    for (const one of former) {
      dispensable.add(one)
      ready.delete(one)
    }
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
      const launched = await Promise.all(slots.map((slot) => launch(slot, false)))
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
    /** All live processes with their slot numbers, including those starting or ending. */
    running: (): readonly { number: number; worker: Worker }[] =>
      slots.flatMap(({ number, running }) => [...running].map((worker) => ({ number, worker }))),
    /** Slots with a serving worker. */
    countReady: (): number =>
      slots.filter(({ running }) => [...running].some((worker) => ready.has(worker))).length
  }
}

/** `SIGKILL`, or `exit code 1`. */
function describeEnd({ code, signal }: ProcessEnd): string {
  return signal ?? `exit code ${code}`
}

import type { Schedule } from '../async/schedule.ts'

const MIN_PAUSE_SECONDS = 1
const MAX_PAUSE_SECONDS = 30
/** A worker that lived so long was well: the next pause is short again. */
const LONG_TTL_SECONDS = 60
/** So many deaths in so long a time are no accidents. */
const MAX_DEATHS = 5
const DEATHS_SECONDS = 60

/** How a process ended. */
export interface ProcessEnd {
  code: number | null
  signal: string | null
}

/** A worker as the supervisor sees it. */
export interface Supervised {
  readonly pid: number
  /** Settles when the process is gone. Never rejects. */
  readonly exited: Promise<ProcessEnd>
  /** Settles when it serves (null), or with why it does not. Never rejects. */
  begin(): Promise<string | null>
  /** Asks it to end in order; settles when the process is gone. Never rejects. */
  end(): Promise<void>
}

/** What happens to workers. `number`: of its place, from 1; another worker has it after one that is gone. */
export type WorkerEvent =
  | { kind: 'worker.died'; number: number; pid: number; end: ProcessEnd; againInSeconds: number }
  | { kind: 'worker.ready' | 'worker.replaced'; number: number; pid: number }
  | { kind: 'worker.not-replaced'; number: number; reason: string }

export interface SupervisorOptions<Worker extends Supervised> {
  count: number
  fork: (number: number) => Worker
  schedule: Schedule
  /** Seconds, by a clock that is never set. */
  now: () => number
  report: (event: WorkerEvent) => void
  /** Workers die one after the other, and are not replaced any more. Called once. */
  onGivingUp: (reason: string) => void
}

/** Keeps so many workers running; see `createSupervisor`. */
export interface Supervisor<Worker> {
  /** Starts all of them. Null: they serve. Else why one of them does not; the others may run. Never rejects. */
  start(): Promise<string | null>
  /**
   * Replaces all of them, one after the other: the next one serves before its predecessor ends. One that does not come to
   * serve ends the replacement; its predecessor stays. Joins one that is under way.
   */
  replaceAll(): Promise<void>
  /** From now on nothing is started. */
  close(): void
  /** Every process that is not gone, those that begin or end too, with the numbers of their places. */
  running(): readonly { number: number; worker: Worker }[]
  /** Places with a worker that serves. */
  countReady(): number
}

/** A place for a worker. While it is replaced there are two. */
interface Place<Worker> {
  readonly number: number
  readonly running: Set<Worker>
  pauseSeconds: number
}

/**
 * Starts workers and starts those anew that die: after a second, and after twice as long each time when they do not live for a
 * minute. Five deaths in a minute, in whichever places, end it.
 */
export function createSupervisor<Worker extends Supervised>({
  count,
  fork,
  schedule,
  now,
  report,
  onGivingUp
}: SupervisorOptions<Worker>): Supervisor<Worker> {
  const places = Array.from(
    { length: count },
    (_, index): Place<Worker> => ({ number: index + 1, running: new Set(), pauseSeconds: 0 })
  )
  /** Those that serve. */
  const ready = new Set<Worker>()
  /** Those whose end is no death: they were asked to, or never served while they had a predecessor. */
  const dispensable = new Set<Worker>()
  let deaths: number[] = []
  let isStarted = false
  let isClosed = false
  let replacing: Promise<void> | null = null

  /** Starts a worker in a place; null when it serves. */
  async function launch(
    place: Place<Worker>,
    isSpare: boolean
  ): Promise<{ worker: Worker; failure: string | null }> {
    const worker = fork(place.number)
    const startedAt = now()
    if (isSpare) dispensable.add(worker)
    place.running.add(worker)
    const gone = worker.exited.then((end) => {
      place.running.delete(worker)
      ready.delete(worker)
      if (!dispensable.delete(worker)) noteDeath(place, worker, end, now() - startedAt)
      return `it ended while it started (${describeEnd(end)})`
    })
    const failure = await Promise.race([worker.begin(), gone])
    if (failure === null && place.running.has(worker)) {
      dispensable.delete(worker)
      ready.add(worker)
      report({ kind: 'worker.ready', number: place.number, pid: worker.pid })
    }
    return { worker, failure }
  }

  function noteDeath(place: Place<Worker>, { pid }: Worker, end: ProcessEnd, livedSeconds: number): void {
    if (isClosed || !isStarted) return
    const again =
      livedSeconds >= LONG_TTL_SECONDS
        ? MIN_PAUSE_SECONDS
        : Math.min(Math.max(place.pauseSeconds * 2, MIN_PAUSE_SECONDS), MAX_PAUSE_SECONDS)
    place.pauseSeconds = again
    deaths = [...deaths.filter((at) => now() - at < DEATHS_SECONDS), now()]
    report({ kind: 'worker.died', number: place.number, pid, end, againInSeconds: again })
    if (deaths.length >= MAX_DEATHS) {
      isClosed = true
      onGivingUp(
        `${MAX_DEATHS} workers died within ${DEATHS_SECONDS} seconds, the last one by ${describeEnd(end)}`
      )
      return
    }
    schedule(again, () => {
      // Its successor may have come by a replacement.
      if (!isClosed && place.running.size === 0) void launch(place, false)
    })
  }

  async function replace(place: Place<Worker>): Promise<boolean> {
    const former = [...place.running]
    const { worker, failure } = await launch(place, true)
    if (failure !== null) {
      report({ kind: 'worker.not-replaced', number: place.number, reason: failure })
      void worker.end()
      return false
    }
    for (const one of former) {
      dispensable.add(one)
      ready.delete(one)
    }
    await Promise.all(former.map((one) => one.end()))
    report({ kind: 'worker.replaced', number: place.number, pid: worker.pid })
    return true
  }

  async function replaceEach(): Promise<void> {
    for (const place of places) if (isClosed || !(await replace(place))) return
  }

  return {
    async start() {
      const launched = await Promise.all(places.map((place) => launch(place, false)))
      isStarted = true
      const failed = launched.find(({ failure }) => failure !== null)?.failure ?? null
      return failed ?? (places.some(({ running }) => running.size === 0) ? 'one ended at once' : null)
    },
    replaceAll() {
      replacing ??= replaceEach().finally(() => {
        replacing = null
      })
      return replacing
    },
    close() {
      isClosed = true
    },
    running: () =>
      places.flatMap(({ number, running }) => [...running].map((worker) => ({ number, worker }))),
    countReady: () => places.filter(({ running }) => [...running].some((worker) => ready.has(worker))).length
  }
}

/** `SIGKILL`, or `exit code 1`. */
function describeEnd({ code, signal }: ProcessEnd): string {
  return signal ?? `exit code ${code}`
}

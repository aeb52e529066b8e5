import type { Schedule } from '../../src/async.ts'
import type { Family } from '../../src/operations/metrics.ts'
import type { Ports } from '../../src/serving/listeners.ts'
import {
  createLink,
  type Failure,
  type Handlers,
  type Link,
  type Peer,
  type ToPrimary,
  type ToWorker
} from './protocol.ts'

/** Probe interval and timeout. */
const ASK_SECONDS = 2
/** Consecutive misses: after a pause of the whole machine, the first response is late from every worker. */
const MAX_MISSED = 5

export interface ProcessEnd {
  code: number | null
  signal: string | null
}

export interface ForkedProcess {
  readonly pid: number
  readonly peer: Peer
  /** Resolves when no more messages can arrive. */
  readonly closed: Promise<unknown>
  /** Calls `listener` with its standard output. */
  onOutput(listener: (piece: Buffer) => void): void
  /** Resolves when it is gone and all its output and messages have arrived. Never rejects. */
  readonly exited: Promise<ProcessEnd>
  /** Closes the channel, which makes it exit. */
  disconnect(): void
  /** Kills it at once. */
  kill(): void
}

/** What a worker gets from the primary. */
export interface WorkerHost {
  handlers: Omit<Handlers<ToPrimary>, 'here'>
  /** Resolves when no reload is running. */
  idle: () => Promise<void>
  /** What it is to serve. */
  start: () => Omit<Parameters<ToWorker['begin']>[0], 'number'>
  /** Drain time at its end, and the limit for ending altogether, in seconds. */
  ending: () => { drainSeconds: number; mostSeconds: number }
  /** It runs but no longer responds; it is killed after this call. */
  onStuck: () => void
  schedule: Schedule
}

/** The primary's handle of a worker, for its supervisor and all else. */
export class WorkerHandle {
  readonly link: Link<ToWorker>
  /** Null: it does not listen. */
  ports: Ports | null = null
  /** Whether it has a configuration, so it can prepare the next one. */
  hasBegun = false
  /** Why it did not start; null: it did, or died silently. */
  failure: Failure | null = null
  /** Whether all requests finished in time when it ended. */
  endedInTime = true
  /** The latest that it has sent. */
  metrics: readonly Family[] = []
  /** From 1; its successor gets the same. */
  readonly number: number
  readonly #process: ForkedProcess
  readonly #host: WorkerHost
  readonly #isHere: Promise<void>

  constructor(forked: ForkedProcess, number: number, host: WorkerHost) {
    this.number = number
    this.#process = forked
    this.#host = host
    let here = () => {}
    this.#isHere = new Promise((resolve) => {
      here = resolve
    })
    const handlers = { ...host.handlers, here }
    this.link = createLink<ToWorker, ToPrimary>(forked.peer, forked.closed, handlers, host.schedule)
  }

  get pid(): number {
    return this.#process.pid
  }

  /** Resolves when the process is gone. Never rejects. */
  get exited(): Promise<ProcessEnd> {
    return this.#process.exited
  }

  kill(): void {
    this.#process.kill()
  }

  /** Resolves when it serves (null), or with why it does not. Never rejects. */
  async begin(): Promise<string | null> {
    await Promise.race([this.#isHere, this.exited])
    await this.#host.idle()
    this.hasBegun = true
    // Without a time limit: with little processor time it takes minutes.
    const reply = await this.link.ask('begin', [{ ...this.#host.start(), number: this.number }])
    if (reply.kind === 'response') {
      this.ports = reply.value
      void this.#watchLiveness()
      return null
    }
    // Its exit says more.
    if (reply.kind === 'gone') await this.exited
    if (reply.kind === 'failed') this.failure = reply.failure
    this.#process.disconnect()
    return this.failure?.message ?? 'it is gone'
  }

  /** Ends it gracefully; resolves when the process is gone. Never rejects. */
  async end(): Promise<void> {
    const { drainSeconds, mostSeconds } = this.#host.ending()
    const cancel = this.#host.schedule(mostSeconds, () => {
      this.endedInTime = false
      this.kill()
    })
    const reply = await this.link.ask('end', [drainSeconds])
    if (reply.kind === 'response') {
      this.endedInTime &&= reply.value.inTime
      this.metrics = reply.value.metrics
    } else if (this.ports !== null) this.endedInTime = false
    this.#process.disconnect()
    await this.exited
    cancel()
  }

  /** Probes its event loop until it is gone; without a response for 10 to 12 s, it is killed. */
  async #watchLiveness(missed = 0): Promise<void> {
    const { kind } = await this.link.ask('alive', [], ASK_SECONDS)
    if (kind === 'gone') return
    if (kind !== 'late') {
      this.#host.schedule(ASK_SECONDS, () => void this.#watchLiveness())
      return
    }
    if (missed + 1 < MAX_MISSED) return await this.#watchLiveness(missed + 1)
    this.#host.onStuck()
    this.kill()
  }
}

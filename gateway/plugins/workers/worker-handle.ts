import type { Schedule } from '../../src/async.ts'
import type { LoadedConfig } from '../../src/config/load.ts'
import type { AuditEvent, AuditLevel } from '../../src/operations/audit.ts'
import type { Ports } from '../../src/serving/listeners.ts'
import type { CertificatePairs } from '../../src/serving/tls.ts'
import {
  type Channel,
  createLink,
  type Failure,
  type Link,
  type Reply,
  type ToPrimary,
  type ToWorker
} from './protocol.ts'
import type { SharedHandlers } from './shared-by-primary.ts'
import type { ProcessEnd } from './supervisor.ts'

/** Probe interval and timeout. */
const ASK_SECONDS = 2
/** Consecutive misses: after a pause of the whole machine, the first response is late from every worker. */
const MAX_MISSED = 5

export interface ForkedProcess {
  readonly pid: number
  readonly channel: Channel
  /** Calls `listener` with its standard output. */
  onOutput(listener: (piece: Buffer) => void): void
  /** Resolves when it is gone and all its output and messages have arrived. Never rejects. */
  readonly exited: Promise<ProcessEnd>
  /** Closes the channel, which makes it exit. */
  disconnect(): void
  /** Kills it at once. */
  kill(): void
}

export type WorkerHandle = ReturnType<typeof createWorkerHandle>

/** The primary's handle of a worker, for its supervisor and all else. */
export function createWorkerHandle(options: {
  process: ForkedProcess
  number: number
  workers: number
  /** Resolves when no reload is running. */
  idle: () => Promise<void>
  config: () => LoadedConfig
  certificates: () => CertificatePairs
  /** Drain time at its end, and the limit for ending altogether, in seconds. */
  ending: () => { drainSeconds: number; mostSeconds: number }
  /** Handles what it asks of the shared state. */
  shared: SharedHandlers
  onEvent: (level: AuditLevel, event: AuditEvent) => void
  /** Receives the response to its `end` request. */
  onEnded: (response: ReturnType<ToWorker['end']>) => void
  /** It runs but no longer responds; it is killed after this call. */
  onStuck: () => void
  schedule: Schedule
}) {
  const { process: forked, number, workers, ending, shared, onEvent, onEnded, schedule } = options
  let tellHere = () => {}
  const isHere = new Promise<void>((resolve) => {
    tellHere = resolve
  })
  const link: Link<ToWorker> = createLink<ToWorker, ToPrimary>(
    forked.channel,
    {
      ...shared,
      here: () => tellHere(),
      event: ({ level, event }) => onEvent(level, event)
    },
    schedule
  )
  let hasBegun = false
  let ports: Ports | null = null
  let failure: Failure | null = null
  let isInTime = true

  return {
    pid: forked.pid,
    exited: forked.exited,
    link,
    /** Null: it does not listen. */
    ports: () => ports,
    /** Whether it has a configuration, so it can prepare the next one. */
    hasBegun: () => hasBegun,
    /** Why it did not start; null: it did, or died silently. */
    failure: () => failure,
    /** Whether all requests finished in time when it ended. */
    endedInTime: () => isInTime,
    kill: forked.kill,
    async begin(): Promise<string | null> {
      // Without a time limit: with little processor time it takes minutes.
      const response = await askToBegin()
      if (response.kind === 'response') {
        ports = response.value
        void watchLiveness()
        return null
      }
      // Its exit says more.
      if (response.kind === 'gone') await forked.exited
      if (response.kind === 'failed') failure = response.failure
      forked.disconnect()
      return failure?.message ?? 'it is gone'
    },
    async end(): Promise<void> {
      const { drainSeconds, mostSeconds } = ending()
      const cancel = schedule(mostSeconds, () => {
        isInTime = false
        forked.kill()
      })
      const response = await link.ask('end', { drainSeconds })
      if (response.kind === 'response') {
        isInTime &&= response.value.inTime
        onEnded(response.value)
      } else if (ports !== null) isInTime = false
      forked.disconnect()
      await forked.exited
      cancel()
    }
  }

  async function askToBegin(): Promise<Reply<Ports>> {
    await Promise.race([isHere, forked.exited])
    await options.idle()
    hasBegun = true
    const loaded = options.config()
    return await link.ask('begin', { loaded, number, workers, certificates: options.certificates() })
  }

  /** Probes its event loop until it is gone; without a response for 10 to 12 s, it is killed. */
  async function watchLiveness(missed = 0): Promise<void> {
    const { kind } = await link.ask('alive', null, ASK_SECONDS)
    if (kind === 'gone') return
    if (kind !== 'late') {
      schedule(ASK_SECONDS, () => void watchLiveness())
      return
    }
    if (missed + 1 < MAX_MISSED) return await watchLiveness(missed + 1)
    options.onStuck()
    forked.kill()
  }
}

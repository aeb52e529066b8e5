import { scheduleOnTimer } from '../async/schedule.ts'
import type { AuditEvent, AuditLevel } from '../operations/audit/audit-lines.ts'
import type { Ports } from '../serving/listeners.ts'
import { type Answer, type Channel, createLink, type Link } from './link.ts'
import type { PackedConfig } from './packed-config.ts'
import type { StartFailure, ToPrimary, ToWorker } from './protocol.ts'
import type { SharedHost } from './shared-host.ts'
import type { ProcessEnd, Supervised } from './supervisor.ts'

/** A process that was forked, as the platform gives it. */
export interface ForkedProcess {
  readonly pid: number
  readonly channel: Channel
  /** Calls `listener` with what it writes to its standard output. */
  onOutput(listener: (piece: Buffer) => void): void
  /** Settles when it is gone and everything that it wrote and sent has come. Never rejects. */
  readonly exited: Promise<ProcessEnd>
  /** Closes the channel, upon which it ends. */
  disconnect(): void
  /** Ends it at once. */
  kill(): void
}

/** A worker, and what the primary can ask it. */
export interface WorkerHandle extends Supervised {
  readonly number: number
  readonly link: Link<ToWorker>
  /** Where it listens; null: it does not. */
  ports(): Ports | null
  /** Why it did not begin; null: it did, or was gone without a word. */
  failure(): StartFailure | null
  /** Was every request answered in time when it ended? */
  endedInTime(): boolean
  kill(): void
}

export interface WorkerHandleOptions {
  process: ForkedProcess
  number: number
  workers: number
  /** The configuration for it, once there is none in between. */
  config: () => Promise<PackedConfig>
  /** How long it takes requests at its end, and when it is over at the latest; in seconds. */
  ending: () => { drainSeconds: number; mostSeconds: number }
  /** What all workers know together. */
  shared: SharedHost<WorkerHandle>
  /** Takes events of the worker. */
  onEvent: (level: AuditLevel, event: AuditEvent) => void
  /** Takes the answer to the last question that it was asked. */
  onEnded: (worker: WorkerHandle, answer: ToWorker['end']['answer']) => void
}

/** The primary's side of a worker. */
export function createWorkerHandle(options: WorkerHandleOptions): WorkerHandle {
  const { process: forked, number, workers, config, ending, shared, onEvent, onEnded } = options
  let tellHere = () => {}
  const isHere = new Promise<void>((resolve) => {
    tellHere = resolve
  })
  const link = createLink<ToWorker, ToPrimary>(
    forked.channel,
    {
      here() {
        tellHere()
        return null
      },
      published: shared.published,
      claim: ({ name, isUseless }) => shared.claim(handle, name, isUseless),
      finish(done) {
        shared.finish(handle, done)
        return null
      },
      countCall: ({ limit, caller, windowMs }) => shared.countCall(limit, caller, windowMs),
      publish({ untilSeconds, ...message }) {
        shared.publish(handle, message, untilSeconds)
        return null
      },
      event({ level, event }) {
        onEvent(level, event)
        return null
      }
    },
    scheduleOnTimer
  )
  let ports: Ports | null = null
  let failure: StartFailure | null = null
  let isInTime = true

  const handle: WorkerHandle = {
    number,
    pid: forked.pid,
    exited: forked.exited,
    link,
    ports: () => ports,
    failure: () => failure,
    endedInTime: () => isInTime,
    kill: forked.kill,
    async begin() {
      await Promise.race([isHere, forked.exited])
      const answer = await link.ask('begin', { loaded: await config(), number, workers })
      if (answer.kind === 'answer' && answer.value.kind === 'ready') {
        ports = answer.value.ports
        return null
      }
      // Gone: how it ended says more.
      if (answer.kind === 'gone') await forked.exited
      failure = failureOf(answer)
      forked.disconnect()
      return failure?.message ?? 'it is gone'
    },
    async end() {
      const { drainSeconds, mostSeconds } = ending()
      const cancel = scheduleOnTimer(mostSeconds, () => {
        isInTime = false
        forked.kill()
      })
      const answer = await link.ask('end', { drainSeconds })
      if (answer.kind === 'answer') {
        isInTime &&= answer.value.inTime
        onEnded(handle, answer.value)
      }
      forked.disconnect()
      await forked.exited
      cancel()
    }
  }
  return handle
}

function failureOf(answer: Answer<ToWorker['begin']['answer']>): StartFailure | null {
  if (answer.kind === 'failed') return { message: answer.message }
  return answer.kind === 'answer' && answer.value.kind === 'failed' ? answer.value.failure : null
}

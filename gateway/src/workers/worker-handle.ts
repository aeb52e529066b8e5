import type { Schedule } from '../async/schedule.ts'
import type { AuditEvent, AuditLevel } from '../operations/audit/audit-file.ts'
import type { CertificatePairs } from '../serving/listen/certificate-reload.ts'
import type { Ports } from '../serving/listeners.ts'
import { type Channel, createLink, type Link, type Reply } from './link.ts'
import type { PackedConfig, StartFailure, ToPrimary, ToWorker } from './protocol.ts'
import type { SharedHost } from './shared-host.ts'
import type { ProcessEnd, Supervised } from './supervisor.ts'

/** Longest that a worker may take until it serves, also where as many as can be start at once. */
const START_SECONDS = 60

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
  /** Has it a configuration, so that it can get ready by the next one? */
  hasBegun(): boolean
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
  /** Settles when no other configuration is on its way. */
  idle: () => Promise<void>
  /** The configuration for it. */
  config: () => PackedConfig
  /** For TLS. */
  certificates: () => CertificatePairs
  /** How long it takes requests at its end, and when it is over at the latest; in seconds. */
  ending: () => { drainSeconds: number; mostSeconds: number }
  /** What all workers know together. */
  shared: SharedHost<WorkerHandle>
  /** Takes events of the worker. */
  onEvent: (level: AuditLevel, event: AuditEvent) => void
  /** Takes the answer to the last question that it was asked. */
  onEnded: (worker: WorkerHandle, response: ToWorker['end']['response']) => void
  /** It serves no longer, though it runs; it is killed after this. */
  onStuck: (worker: WorkerHandle) => void
  schedule: Schedule
}

/** The primary's side of a worker. */
export function createWorkerHandle(options: WorkerHandleOptions): WorkerHandle {
  const { process: forked, number, workers, ending, shared, onEvent, onEnded, schedule } = options
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
      publish({ expiresAtSeconds, ...message }) {
        shared.publish(handle, message, expiresAtSeconds)
        return null
      },
      event({ level, event }) {
        onEvent(level, event)
        return null
      }
    },
    schedule
  )
  let hasBegun = false
  let ports: Ports | null = null
  let failure: StartFailure | null = null
  let isInTime = true

  const handle: WorkerHandle = {
    number,
    pid: forked.pid,
    exited: forked.exited,
    link,
    ports: () => ports,
    hasBegun: () => hasBegun,
    failure: () => failure,
    endedInTime: () => isInTime,
    kill: forked.kill,
    async begin() {
      let cancel = () => {}
      const late = new Promise<{ kind: 'late' }>((resolve) => {
        cancel = schedule(START_SECONDS, () => resolve({ kind: 'late' }))
      })
      const response = await Promise.race([askToBegin(), late])
      cancel()
      if (response.kind === 'response' && response.value.kind === 'ready') {
        ports = response.value.ports
        watchLiveness({ link, schedule, onStuck: killStuck })
        return null
      }
      // Gone: how it ended says more.
      if (response.kind === 'gone') await forked.exited
      failure = failureOf(response)
      if (response.kind === 'late') forked.kill()
      else forked.disconnect()
      return failure?.message ?? 'it is gone'
    },
    async end() {
      const { drainSeconds, mostSeconds } = ending()
      const cancel = schedule(mostSeconds, () => {
        isInTime = false
        forked.kill()
      })
      const response = await link.ask('end', { drainSeconds })
      if (response.kind === 'response') {
        isInTime &&= response.value.inTime
        onEnded(handle, response.value)
      } else if (ports !== null) isInTime = false
      forked.disconnect()
      await forked.exited
      cancel()
    }
  }
  return handle

  async function askToBegin(): Promise<Reply<ToWorker['begin']['response']>> {
    await Promise.race([isHere, forked.exited])
    await options.idle()
    hasBegun = true
    const loaded = options.config()
    return await link.ask('begin', { loaded, number, workers, certificates: options.certificates() })
  }

  function killStuck(): void {
    options.onStuck(handle)
    forked.kill()
  }
}

function failureOf(response: Reply<ToWorker['begin']['response']>): StartFailure | null {
  if (response.kind === 'late') return { message: `it did not serve within ${START_SECONDS} s` }
  if (response.kind === 'failed') return { message: response.message }
  return response.kind === 'response' && response.value.kind === 'failed' ? response.value.failure : null
}

/** Between two questions, and how long each of them waits for its answer. */
const ASK_SECONDS = 2
/** So many in a row without an answer, and not one: after a pause of the whole machine the first one is late for everybody. */
const MAX_MISSED = 5

interface LivenessOptions {
  link: Pick<Link<ToWorker>, 'ask'>
  schedule: Schedule
  /** It has not answered for 10 to 12 s. Called once; nothing is asked any more then. */
  onStuck: () => void
}

/** Asks a worker again and again whether its event loop runs, until it is gone. */
function watchLiveness({ link, schedule, onStuck }: LivenessOptions): void {
  let missed = 0

  async function look(): Promise<void> {
    const { kind } = await link.ask('alive', null, ASK_SECONDS)
    if (kind === 'gone') return
    if (kind !== 'late') {
      missed = 0
      schedule(ASK_SECONDS, () => void look())
      return
    }
    missed += 1
    if (missed < MAX_MISSED) await look()
    else onStuck()
  }

  void look()
}

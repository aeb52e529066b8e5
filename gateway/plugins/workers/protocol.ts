import type { Schedule } from '../../src/async.ts'
import type { LoadedConfig } from '../../src/config/load.ts'
import type { AuditEvent, AuditLevel } from '../../src/operations/audit.ts'
import type { HealthCheck } from '../../src/operations/condition.ts'
import type { Family } from '../../src/operations/metrics.ts'
import type { Problem } from '../../src/problem.ts'
import type { Ports } from '../../src/serving/listeners.ts'
import type { Refused } from '../../src/serving/reload.ts'
import type { CertificatePairs } from '../../src/serving/tls.ts'
import type { SharedClient } from '../../src/shared-state/shared-state.ts'

/** Requests from the primary to a worker. */
export type ToWorker = {
  /** Start serving this configuration; sent once, before anything else. `number`: from 1; `certificates`: for TLS. */
  begin(start: {
    loaded: LoadedConfig
    number: number
    workers: number
    certificates: CertificatePairs
  }): Ports
  /** Prepare this configuration; `settle` follows. Null: it is ready. */
  prepare(loaded: LoadedConfig): Refused | null
  /** Apply or discard the prepared configuration. */
  settle(commit: boolean): void
  /** New TLS certificates. */
  useCertificates(pairs: CertificatePairs): void
  /** Published by another worker. */
  published(topic: string, text: string): void
  /** Liveness probe of the event loop. */
  alive(): void
  checks(): Record<string, HealthCheck>
  metrics(): Family[]
  /** A request of the management listener. */
  serving(request: object): unknown
  /** Shut down gracefully. Responds when the last request is over; then the process exits. */
  end(drainSeconds: number): { inTime: boolean; metrics: Family[] }
}

/** The part of the shared state that the primary performs for all workers. */
export type SharedByPrimary = Required<
  Pick<SharedClient, 'claim' | 'release' | 'released' | 'countCall' | 'publish'>
> & {
  /** Published before, and still valid. */
  publishedBefore(): { topic: string; text: string }[]
}

/** Requests from a worker to the primary. */
export type ToPrimary = SharedByPrimary & {
  /** Sent once, when it can receive messages: earlier ones are lost. */
  here(): void
  /** Write an audit event. */
  event(level: AuditLevel, event: AuditEvent): void
}

/** A child process, or the parent of this one: a channel for JSON values. */
export interface Peer {
  connected: boolean
  send?: (message: object, handle: undefined, options: object, done: (err: Error | null) => void) => boolean
  on(event: 'message', listener: (message: unknown) => void): unknown
}

/** The requests one process can send another, as functions. */
export type Protocol = Readonly<Record<string, (...args: never[]) => unknown>>

/** What a request resolves to. */
export type Result<Request extends Protocol[string]> = Awaited<ReturnType<Request>>

/** Handlers of the other process's requests. Errors are returned to the caller. */
export type Handlers<In extends Protocol> = {
  readonly [Name in keyof In]: (...args: Parameters<In[Name]>) => Result<In[Name]> | Promise<Result<In[Name]>>
}

/** Why a request failed in the other process, such as one to start serving. */
export interface Failure {
  message: string
  /** Code of a system error, such as `EADDRINUSE`. */
  code?: string
  syscall?: string
  port?: number
  /** Problems of a configuration that cannot be applied. */
  problems?: readonly Problem[]
}

export type Reply<Value> =
  | { kind: 'response'; value: Value }
  /** Timed out. */
  | { kind: 'late' }
  | { kind: 'failed'; failure: Failure }
  /** The other process is gone. */
  | { kind: 'gone' }

/** Our messages; others may use the same channel. */
type Wire =
  | { gatehouse: 'request'; id: number; name: string; args: never[] }
  | { gatehouse: 'reply'; id: number; reply: Reply<unknown> }

export type Link<Out extends Protocol> = ReturnType<typeof createLink<Out, Protocol>>

/**
 * Requests and responses between two processes of the same version, so types are trusted. Ignores messages that are not ours.
 * `closed`: resolves when no more messages can arrive.
 */
export function createLink<Out extends Protocol, In extends Protocol>(
  peer: Peer,
  closed: Promise<unknown>,
  handlers: Handlers<In>,
  schedule: Schedule
) {
  /** By id. Not a `Map`, which would promote its short-lived entries: see `DenseList`. */
  const asked: Record<number, (reply: Reply<never>) => void> = Object.create(null)
  let count = 0
  let isClosed = false

  async function replyTo(name: string, args: never[]): Promise<Reply<unknown>> {
    const handler: Protocol[string] | undefined = Object.hasOwn(handlers, name) ? handlers[name] : undefined
    if (handler === undefined) return { kind: 'failed', failure: { message: `unknown request ${name}` } }
    try {
      return { kind: 'response', value: await handler(...args) }
    } catch (err) {
      return { kind: 'failed', failure: describeFailure(err) }
    }
  }

  /** False: the other process is gone, and the message lost. */
  const send = (message: Wire) =>
    new Promise<boolean>((resolve) => {
      if (peer.send === undefined || !peer.connected) resolve(false)
      else peer.send(message, undefined, {}, (err) => resolve(err === null))
    })
  peer.on('message', (message) => {
    const wire = readWire(message)
    if (wire?.gatehouse === 'reply') asked[wire.id]?.(wire.reply as Reply<never>)
    else if (wire !== null)
      void replyTo(wire.name, wire.args).then((reply) => send({ gatehouse: 'reply', id: wire.id, reply }))
  })
  void closed.then(() => {
    isClosed = true
    for (const settle of Object.values(asked)) settle({ kind: 'gone' })
  })

  return {
    /** Never rejects. `withinSeconds`: default: no timeout. */
    ask: <Name extends keyof Out & string>(
      name: Name,
      args: Parameters<Out[Name]>,
      withinSeconds?: number
    ): Promise<Reply<Result<Out[Name]>>> =>
      new Promise((resolve) => {
        if (isClosed) return resolve({ kind: 'gone' })
        count += 1
        const id = count
        let cancel = () => {}
        const settle = (reply: Reply<never>) => {
          cancel()
          delete asked[id]
          resolve(reply)
        }
        asked[id] = settle
        // What has arrived while this process was busy is in time.
        if (withinSeconds !== undefined)
          cancel = schedule(withinSeconds, () => setImmediate(settle, { kind: 'late' }))
        void send({ gatehouse: 'request', id, name, args }).then((isSent) => {
          if (!isSent) settle({ kind: 'gone' })
        })
      })
  }
}

function readWire(message: unknown): Wire | null {
  const kind = Reflect.get(Object(message), 'gatehouse')
  return kind === 'request' || kind === 'reply' ? (message as Wire) : null
}

function describeFailure(err: unknown): Failure {
  if (!(err instanceof Error)) return { message: String(err) }
  const { message, code, syscall, port, problems }: Failure = err
  // Undefined members are not sent.
  return { message, code, syscall, port, problems } as Failure
}

import type { Schedule } from '../../src/async.ts'
import type { LoadedConfig } from '../../src/config/load.ts'
import type { AuditEvent, AuditLevel } from '../../src/operations/audit.ts'
import type { HealthCheck } from '../../src/operations/condition.ts'
import type { Family } from '../../src/operations/metrics.ts'
import type { Problem } from '../../src/problem.ts'
import type { Ports } from '../../src/serving/listeners.ts'
import type { Refused } from '../../src/serving/reload.ts'
import type { CertificatePairs } from '../../src/serving/tls.ts'
import type { CallWindow, Claim, ClaimMode } from '../../src/shared-state/shared-state.ts'

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

/** A text published to all workers. */
export interface Message {
  topic: string
  text: string
}

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
  published(message: Message): void
  /** Liveness probe of the event loop. */
  alive(ask: null): void
  checks(ask: null): Record<string, HealthCheck>
  metrics(ask: null): Family[]
  /** A request of the management listener. */
  serving(request: object): unknown
  /** Shut down gracefully. Responds when the last request is over; then the process exits. */
  end(ask: { drainSeconds: number }): { inTime: boolean; metrics: Family[] }
}

/** Requests from a worker to the primary. */
export type ToPrimary = {
  /** Sent once, when it can receive messages: earlier ones are lost. */
  here(ask: null): void
  /** Published before, and still valid. */
  published(ask: null): Message[]
  // Members of `SharedClient`.
  claim(ask: { name: string; token: string; how: ClaimMode }): Claim
  release(ask: { name: string; token: string; text: string | null; keepSeconds: number }): void
  released(name: string): void
  countCall(ask: { limit: string; caller: string; windowMs: number }): CallWindow
  publish(message: Message & { expiresAtSeconds: number }): void
  /** Write an audit event. */
  event(ask: { level: AuditLevel; event: AuditEvent }): void
}

/** A message channel to another process, for JSON values. */
export interface Channel {
  /** False: the other process is gone, and the message lost. Never rejects. */
  send(message: object): Promise<boolean>
  onMessage(listener: (message: unknown) => void): void
  /** Calls `listener` once, when the channel is closed for good. */
  onClose(listener: () => void): void
}

/** The requests one process can send another, as functions. */
export type Protocol = Readonly<Record<string, (ask: never) => unknown>>

/** Handlers of the other process's requests. Errors are returned to the caller. */
export type Handlers<In extends Protocol> = {
  readonly [Name in keyof In]: (
    ask: Parameters<In[Name]>[0]
  ) => ReturnType<In[Name]> | Promise<ReturnType<In[Name]>>
}

export type Reply<Value> =
  | { kind: 'response'; value: Value }
  /** Timed out. */
  | { kind: 'late' }
  | { kind: 'failed'; failure: Failure }
  /** The other process is gone. */
  | { kind: 'gone' }

export interface Link<Out extends Protocol> {
  /** Never rejects. `withinSeconds`: default: no timeout. */
  ask<Name extends keyof Out & string>(
    name: Name,
    ask: Parameters<Out[Name]>[0],
    withinSeconds?: number
  ): Promise<Reply<ReturnType<Out[Name]>>>
}

/** Our messages; others may use the same channel. */
type Wire =
  | { gatehouse: 'ask'; id: number; name: string; ask: unknown }
  | { gatehouse: 'response'; id: number; value: unknown }
  | { gatehouse: 'failed'; id: number; failure: Failure }

/** Requests and responses between two processes of the same version, so types are trusted. Ignores messages that are not ours. */
export function createLink<Out extends Protocol, In extends Protocol>(
  channel: Channel,
  handlers: Handlers<In>,
  schedule: Schedule
): Link<Out> {
  /** By id. Not a `Map`, which would promote its short-lived entries: see `DenseList`. */
  const asked: Record<number, (response: Reply<never>) => void> = Object.create(null)
  let count = 0
  let isClosed = false

  async function response(id: number, name: string, ask: unknown): Promise<void> {
    try {
      const handler: ((ask: never) => unknown) | undefined = Object.hasOwn(handlers, name)
        ? handlers[name]
        : undefined
      if (handler === undefined) throw new Error(`unknown request ${name}`)
      const value = await handler(ask as never)
      await channel.send({ gatehouse: 'response', id, value } satisfies Wire)
    } catch (err) {
      await channel.send({ gatehouse: 'failed', id, failure: describeFailure(err) } satisfies Wire)
    }
  }

  channel.onMessage((message) => {
    const wire = readWire(message)
    if (wire === null) return
    if (wire.gatehouse === 'ask') void response(wire.id, wire.name, wire.ask)
    else if (wire.gatehouse === 'failed') asked[wire.id]?.({ kind: 'failed', failure: wire.failure })
    else asked[wire.id]?.({ kind: 'response', value: wire.value as never })
  })
  channel.onClose(() => {
    isClosed = true
    for (const settle of Object.values(asked)) settle({ kind: 'gone' })
  })

  return {
    ask: (name, ask, withinSeconds) =>
      new Promise((resolve) => {
        if (isClosed) return resolve({ kind: 'gone' })
        count += 1
        const id = count
        let cancel = () => {}
        const settle = (response: Reply<never>) => {
          cancel()
          delete asked[id]
          resolve(response)
        }
        asked[id] = settle
        // What has arrived while this process was busy is in time.
        if (withinSeconds !== undefined)
          cancel = schedule(withinSeconds, () => setImmediate(settle, { kind: 'late' }))
        void channel.send({ gatehouse: 'ask', id, name, ask } satisfies Wire).then((isSent) => {
          if (!isSent) settle({ kind: 'gone' })
        })
      })
  }
}

function readWire(message: unknown): Wire | null {
  const kind = Reflect.get(Object(message), 'gatehouse')
  return kind === 'ask' || kind === 'response' || kind === 'failed' ? (message as Wire) : null
}

function describeFailure(err: unknown): Failure {
  if (!(err instanceof Error)) return { message: String(err) }
  const { message, code, syscall, port, problems }: Failure = err
  // Undefined members are not sent.
  return { message, code, syscall, port, problems } as Failure
}

import type { Schedule } from '../async/schedule.ts'

/** A message channel to another process, for JSON values. */
export interface Channel {
  /** False: the other process is gone, and the message lost. Never rejects. */
  send(message: object): Promise<boolean>
  onMessage(listener: (message: unknown) => void): void
  /** Calls `listener` once, when the channel is closed for good. */
  onClose(listener: () => void): void
}

/** The requests one process can send another: name -> request and response types. */
export type Protocol = Readonly<Record<string, { ask: unknown; response: unknown }>>

export type Reply<Value> =
  | { kind: 'response'; value: Value }
  /** Timed out. */
  | { kind: 'late' }
  /** The other process threw this message. */
  | { kind: 'failed'; message: string }
  /** The other process is gone. */
  | { kind: 'gone' }

/** Handlers of the other process's requests. Errors are returned to the caller. */
export type Handlers<In extends Protocol> = {
  readonly [Name in keyof In]: In[Name]['response'] extends undefined
    ? (ask: In[Name]['ask']) => void | Promise<void>
    : (ask: In[Name]['ask']) => In[Name]['response'] | Promise<In[Name]['response']>
}

export interface Link<Out extends Protocol> {
  /** Never rejects. `withinSeconds`: default: no timeout. */
  ask<Name extends keyof Out & string>(
    name: Name,
    ask: Out[Name]['ask'],
    withinSeconds?: number
  ): Promise<Reply<Out[Name]['response']>>
}

/** Our messages; others may use the same channel. */
type Wire =
  | { gatehouse: 'ask'; id: number; name: string; ask: unknown }
  | { gatehouse: 'response'; id: number; value: unknown }
  | { gatehouse: 'failed'; id: number; message: string }

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
      const message = err instanceof Error ? err.message : String(err)
      await channel.send({ gatehouse: 'failed', id, message } satisfies Wire)
    }
  }

  channel.onMessage((message) => {
    const wire = readWire(message)
    if (wire === null) return
    if (wire.gatehouse === 'ask') void response(wire.id, wire.name, wire.ask)
    else if (wire.gatehouse === 'failed') asked[wire.id]?.({ kind: 'failed', message: wire.message })
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
        if (withinSeconds !== undefined) cancel = schedule(withinSeconds, () => settle({ kind: 'late' }))
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

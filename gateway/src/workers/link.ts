import type { Schedule } from '../async/schedule.ts'

/** Messages to another process, as the platform carries them: plain values that JSON can hold. */
export interface Channel {
  /** `false`: the other process is gone, and the message with it. Never rejects. */
  send(message: object): Promise<boolean>
  onMessage(listener: (message: unknown) => void): void
  /** Calls `listener` once, when nothing can be sent or come any more. */
  onClose(listener: () => void): void
}

/** What one process can be asked by another: name -> what is asked with, and what is answered. */
export type Protocol = Readonly<Record<string, { ask: unknown; response: unknown }>>

/** What came of a question. */
export type Reply<Value> =
  | { kind: 'response'; value: Value }
  /** Nothing within the time. */
  | { kind: 'late' }
  /** The other process threw; the message says what. */
  | { kind: 'failed'; message: string }
  /** The other process is gone. */
  | { kind: 'gone' }

/** How questions of the other process are answered. What one throws is told to whoever asked. */
export type Handlers<In extends Protocol> = {
  readonly [Name in keyof In]: (ask: In[Name]['ask']) => In[Name]['response'] | Promise<In[Name]['response']>
}

/** Questions and answers over a channel; see `createLink`. */
export interface Link<Out extends Protocol> {
  /** Never rejects. `withinSeconds`: left out: however long it takes. */
  ask<Name extends keyof Out & string>(
    name: Name,
    ask: Out[Name]['ask'],
    withinSeconds?: number
  ): Promise<Reply<Out[Name]['response']>>
}

/** A message of ours; others may use the same channel. */
type Wire =
  | { gatehouse: 'ask'; id: number; name: string; ask: unknown }
  | { gatehouse: 'response'; id: number; value: unknown }
  | { gatehouse: 'failed'; id: number; message: string }

/**
 * Questions both ways between two processes of the same gateway. Both run the same version, so that what comes is what the types
 * say; messages that are not ours are left alone.
 */
export function createLink<Out extends Protocol, In extends Protocol>(
  channel: Channel,
  handlers: Handlers<In>,
  schedule: Schedule
): Link<Out> {
  /** By id. An object and no `Map`, which would promote what turns over in it: see `DenseList`. */
  const asked: Record<number, (response: Reply<never>) => void> = Object.create(null)
  let count = 0
  let isClosed = false

  async function response(id: number, name: string, ask: unknown): Promise<void> {
    try {
      const handler: ((ask: never) => unknown) | undefined = Object.hasOwn(handlers, name)
        ? handlers[name]
        : undefined
      if (handler === undefined) throw new Error(`unknown question ${name}`)
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

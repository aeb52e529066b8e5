import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import type { AuthRequest } from '../auth-request.ts'

/** A member of a `DenseList`: it holds its own index. */
export interface Listed {
  /** -1 while in none. Written only by the list. */
  listIndex: number
}

/** An unordered list whose members know their index: add and remove take constant time and allocate nothing (gateway/docs/hot-path.md). */
export class DenseList<T extends Listed> implements Iterable<T> {
  readonly #members: T[] = []
  #whenEmpty: (() => void)[] | null = null

  get size(): number {
    return this.#members.length
  }

  add(member: T): void {
    member.listIndex = this.#members.push(member) - 1
  }

  has(member: T): boolean {
    return this.#members[member.listIndex] === member
  }

  /** Returns whether the member was in this list. The last member takes its place. */
  remove(member: T): boolean {
    if (this.#members[member.listIndex] !== member) return false
    const last = this.#members.pop() as T
    if (last !== member) {
      this.#members[member.listIndex] = last
      last.listIndex = member.listIndex
    }
    member.listIndex = -1
    if (this.#whenEmpty !== null && this.size === 0) {
      for (const settle of this.#whenEmpty) settle()
      this.#whenEmpty = null
    }
    return true
  }

  /** Resolves as soon as the last member has been removed. */
  waitUntilEmpty(): Promise<void> {
    if (this.size === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#whenEmpty ??= []
      this.#whenEmpty.push(resolve)
    })
  }

  takeAll(): T[] {
    const taken = this.#members.splice(0)
    for (const member of taken) member.listIndex = -1
    return taken
  }

  /** Iterates over a snapshot: members may be removed meanwhile. */
  [Symbol.iterator](): Iterator<T> {
    return [...this.#members].values()
  }
}

interface OpenRequest extends Listed {
  readonly response: ServerResponse
}

/** Requests whose response is incomplete, except streams: the app serving them closes only after the last one. */
export class OpenRequests extends DenseList<OpenRequest> {
  /** Hands the request over to `OpenStreams`. */
  becomeStream(response: ServerResponse): void {
    // Linear search: streams are rare, and an index would be updated on every request.
    for (const request of this) if (request.response === response) this.remove(request)
  }

  /** Destroys their connections. */
  destroyAll(): void {
    for (const { response } of this) response.req.socket.destroy()
  }
}

const LAST_LISTENER = Symbol('last close listener')

type ObservedResponse = ServerResponse & { [LAST_LISTENER]?: CloseListener | null }

/** Notified of the end of one response. */
export interface CloseListener {
  /** Managed by `onClose`. */
  nextCloseListener: CloseListener | null
  /** The response is complete, or its connection is gone. */
  responseClosed(): void
}

/** Calls `listener` once when the response ends, latest listener first. */
export function onClose(response: ObservedResponse, listener: CloseListener): void {
  const last = response[LAST_LISTENER] ?? null
  if (last === null) response.on('close', callListeners)
  else listener.nextCloseListener = last
  response[LAST_LISTENER] = listener
}

/** Takes out each listener as it is called: Node emits `close` again for the tunnel of an upgraded response. */
function callListeners(this: ObservedResponse): void {
  const last = this[LAST_LISTENER] ?? null
  if (last === null) return
  this[LAST_LISTENER] = last.nextCloseListener
  try {
    last.responseClosed()
  } finally {
    // An exception must not skip the others: a request that stays open would block shutdown.
    callListeners.call(this)
  }
}

/** Connections beyond those that the listening server serves. */
export const connectionsBeyondLimit = new WeakSet<Socket>()

/** A response without a natural end: a WebSocket or an event stream. */
export interface OpenStream {
  /** Ends it in its protocol, indicating whether the client may reconnect. */
  end(reason: EndReason): void
  destroy(): void
}

/** Why the gateway ends a stream, such as shutdown (`going-away`) or changed access rules (`not-admitted`). */
export type EndReason =
  | 'going-away'
  | 'not-admitted'
  | 'too-long'
  | 'signed-out'
  | 'revoked'
  | 'session-over'
  | 'session-idle'

export type OpenStreams = ReturnType<typeof createOpenStreams>

/** Min pause between batches, in milliseconds: short timers would overrun in sum. */
const MIN_PAUSE_MS = 100
/** How long a destroyed stream may take to close, in milliseconds. */
const MAX_END_MS = 1000

interface ListedStream extends Listed {
  readonly stream: OpenStream
  readonly authRequest: () => AuthRequest
}

/** Tracks upgraded connections, which Node does not count. `pause`: waits for some milliseconds. */
export function createOpenStreams(pause: (ms: number) => Promise<unknown> = setTimeout) {
  const streams = new DenseList<ListedStream>()
  let isClosed = false

  function end(listed: ListedStream): void {
    if (streams.has(listed)) listed.stream.end('going-away')
  }

  return {
    /** Adds a stream; returns a function that removes it. `authRequest`: its request as it would be made now. */
    add(stream: OpenStream, authRequest: () => AuthRequest): () => void {
      const listed: ListedStream = { stream, authRequest, listIndex: -1 }
      streams.add(listed)
      // Deferred until the caller has its remove function.
      if (isClosed) void setImmediate().then(() => end(listed))
      return () => void streams.remove(listed)
    },
    count: (): number => streams.size,
    /** Ends the streams open at the call, spread over `overMs` so that clients do not reconnect all at once. */
    async endAll(overMs: number, wait: (ms: number) => Promise<void>): Promise<void> {
      const open = [...streams]
      const batches = Math.max(1, Math.min(open.length, Math.floor(overMs / MIN_PAUSE_MS)))
      for (let batch = 1; batch <= batches; batch++) {
        const ending = open.splice(0, Math.ceil(open.length / (batches - batch + 1)))
        for (const listed of ending) end(listed)
        if (overMs > 0 && open.length > 0) await wait(overMs / batches)
      }
    },
    /** Ends every stream now, and any that opens later. */
    close(): void {
      isClosed = true
      for (const listed of streams) end(listed)
    },
    /** Destroys every stream, and forgets those that do not close soon. */
    destroyAll(): void {
      const cut = [...streams]
      for (const { stream } of cut) stream.destroy()
      // Do not block those waiting for the last stream.
      void pause(MAX_END_MS).then(() => {
        for (const listed of cut) streams.remove(listed)
      })
    },
    /** Ends streams whose requests `admits` refuses, checking one at a time; resolves with their number. */
    async endUnless(admits: (authRequest: AuthRequest) => boolean | Promise<boolean>): Promise<number> {
      let ended = 0
      for (const listed of streams) {
        // Yield: there may be thousands.
        await setImmediate()
        if (!streams.has(listed) || (await admits(listed.authRequest())) || !streams.has(listed)) continue
        listed.stream.end('not-admitted')
        ended += 1
      }
      return ended
    },
    waitUntilIdle: (): Promise<void> => streams.waitUntilEmpty()
  }
}

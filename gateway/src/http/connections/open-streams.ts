import { setImmediate, setTimeout } from 'node:timers/promises'
import { DenseList, type Listed } from '../../dense-list.ts'
import type { AuthRequest } from '../auth-request.ts'

/** An answer without a natural end: a WebSocket, or an event stream. */
export interface OpenStream {
  /** Ends it as its protocol wants, so that the client knows that it may come back, or that it may not. */
  end(reason: EndReason): void
  /** Cuts its connections. */
  destroy(): void
}

/**
 * Why the gateway ends a stream: it goes away itself, its access rules have changed, the stream has lasted as long as it may,
 * or the session has ended, by a sign-out, by the provider, by its time or by its silence.
 */
export type EndReason =
  | 'going-away'
  | 'not-admitted'
  | 'too-long'
  | 'signed-out'
  | 'revoked'
  | 'session-over'
  | 'session-idle'

/** The streams that are open now; see `createOpenStreams`. */
export interface OpenStreams {
  /** Gives the function that takes it off the list again. `judged`: gives the request that it answers, as it would come now. */
  add(stream: OpenStream, authRequest: () => AuthRequest): () => void
  /** Ends every stream that is open at the call, spread evenly over `overMs`, so that clients do not come back in one crowd. */
  endAll(overMs: number, wait: (ms: number) => Promise<void>): Promise<void>
  /** Ends every stream at once, and from now on each one that begins. */
  close(): void
  /** Cuts every stream. One that does not tell its end soon is taken off the list all the same. */
  destroyAll(): void
  /** Ends the streams whose requests `admits` refuses, looking at one after the other; settles with how many there were. */
  endUnless(admits: (authRequest: AuthRequest) => boolean | Promise<boolean>): Promise<number>
  /** Settles as soon as none is open; at once when that is now. */
  whenNone(): Promise<void>
}

/** Shortest pause between two batches, in milliseconds: many short timers would add up to more than was asked for. */
const MIN_PAUSE_MS = 100
/** How long a stream that was cut may take to tell its end, in milliseconds. */
const MAX_END_MS = 1000

interface ListedStream extends Listed {
  readonly stream: OpenStream
  readonly authRequest: () => AuthRequest
}

/**
 * A list of open streams. Node does not count connections that were upgraded: nobody else could end them. `pause`: waits so many
 * milliseconds.
 */
export function createOpenStreams(pause: (ms: number) => Promise<unknown> = setTimeout): OpenStreams {
  const streams = new DenseList<ListedStream>()
  const waiting: (() => void)[] = []
  let isClosed = false

  function end(listed: ListedStream): void {
    if (streams.has(listed)) listed.stream.end('going-away')
  }

  function remove(listed: ListedStream): void {
    if (!streams.remove(listed) || streams.size > 0) return
    for (const settle of waiting.splice(0)) settle()
  }

  return {
    add(stream, authRequest) {
      const listed: ListedStream = { stream, authRequest, listIndex: -1 }
      streams.add(listed)
      // Later, when whoever adds it knows how to take it off.
      if (isClosed) void setImmediate().then(() => end(listed))
      return () => remove(listed)
    },
    async endAll(overMs, wait) {
      const open = [...streams]
      const batches = Math.max(1, Math.min(open.length, Math.floor(overMs / MIN_PAUSE_MS)))
      for (let batch = 1; batch <= batches; batch++) {
        const ending = open.splice(0, Math.ceil(open.length / (batches - batch + 1)))
        for (const listed of ending) end(listed)
        if (overMs > 0 && open.length > 0) await wait(overMs / batches)
      }
    },
    close() {
      isClosed = true
      for (const listed of streams) end(listed)
    },
    destroyAll() {
      const cut = [...streams]
      for (const { stream } of cut) stream.destroy()
      // Whoever waits for the last one must not wait for ever.
      void pause(MAX_END_MS).then(() => cut.forEach(remove))
    },
    async endUnless(admits) {
      let ended = 0
      for (const listed of streams) {
        // A turn for the others: there may be thousands.
        await setImmediate()
        if (!streams.has(listed) || (await admits(listed.authRequest())) || !streams.has(listed)) continue
        listed.stream.end('not-admitted')
        ended += 1
      }
      return ended
    },
    whenNone: () =>
      streams.size === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve))
  }
}

/** An answer without a natural end: a WebSocket, or an event stream. */
export interface OpenStream {
  /** Ends it as its protocol wants, so that the client knows that it may come back. */
  end(): void
  /** Cuts its connections. */
  destroy(): void
}

/** The streams that are open now; see `createOpenStreams`. */
export interface OpenStreams {
  /** Gives the function that takes it off the list again. */
  add(stream: OpenStream): () => void
  /** Ends every stream that is open at the call, spread evenly over `overMs`, so that clients do not come back in one crowd. */
  endAll(overMs: number, wait: (ms: number) => Promise<void>): Promise<void>
  destroyAll(): void
}

/** Shortest pause between two batches, in milliseconds: many short timers would add up to more than was asked for. */
const LEAST_PAUSE_MS = 100

/** A list of open streams. Node does not count connections that were upgraded: nobody else could end them. */
export function createOpenStreams(): OpenStreams {
  const streams = new Set<OpenStream>()
  return {
    add(stream) {
      streams.add(stream)
      return () => streams.delete(stream)
    },
    async endAll(overMs, wait) {
      const open = [...streams]
      const batches = Math.max(1, Math.min(open.length, Math.floor(overMs / LEAST_PAUSE_MS)))
      for (let batch = 1; batch <= batches; batch++) {
        const ending = open.splice(0, Math.ceil(open.length / (batches - batch + 1)))
        for (const stream of ending) if (streams.has(stream)) stream.end()
        if (overMs > 0 && open.length > 0) await wait(overMs / batches)
      }
    },
    destroyAll() {
      for (const stream of [...streams]) stream.destroy()
    }
  }
}

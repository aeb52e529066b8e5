import type { ServerResponse } from 'node:http'

/** The requests whose answers are not over, but for streams; see `createOpenRequests`. */
export interface OpenRequests {
  /** Counts a request until its answer is over or its connection is gone. */
  add(response: ServerResponse): void
  /** This answer has no natural end: it is one of `OpenStreams` from now on. */
  becomeStream(response: ServerResponse): void
  /** How many there are. */
  count(): number
  /** Settles as soon as none is open; at once when that is now. */
  whenNone(): Promise<void>
  /** Cuts their connections. */
  destroyAll(): void
}

/** A list of open requests, so that what answers them can be closed without one of them noticing. */
export function createOpenRequests(): OpenRequests {
  const open = new Set<ServerResponse>()
  const waiting: (() => void)[] = []

  function remove(response: ServerResponse): void {
    if (!open.delete(response) || open.size > 0) return
    for (const settle of waiting.splice(0)) settle()
  }

  return {
    add(response) {
      open.add(response)
      const end = () => remove(response)
      // Emitted once by itself: `once` would wrap the listener and take it off, for every request.
      response.on('close', end)
      // An answer that waits behind another one is not told that the connection has ended.
      if (response.socket === null) response.req.socket.once('close', end)
    },
    becomeStream: remove,
    count: () => open.size,
    whenNone: () =>
      open.size === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve)),
    destroyAll() {
      // A pipelined request has no socket of its own yet.
      for (const response of [...open]) response.req.socket.destroy()
    }
  }
}

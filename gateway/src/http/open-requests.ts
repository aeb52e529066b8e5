import type { ServerResponse } from 'node:http'
import { DenseList, type Listed } from '../dense-list.ts'
import { type CloseListener, onClose } from './response-close.ts'

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

/** One of the list, until its response is over. */
class OpenRequest implements Listed, CloseListener {
  listIndex = -1
  nextCloseListener: CloseListener | null = null
  readonly response: ServerResponse
  readonly #remove: (request: OpenRequest) => void

  constructor(response: ServerResponse, remove: (request: OpenRequest) => void) {
    this.response = response
    this.#remove = remove
  }

  responseClosed(): void {
    this.#remove(this)
  }
}

/** Tracks open requests, so that the app that serves them closes only after the last one. */
export function createOpenRequests(): OpenRequests {
  const open = new DenseList<OpenRequest>()
  const waiting: (() => void)[] = []

  function remove(request: OpenRequest): void {
    if (!open.remove(request) || open.size > 0) return
    for (const settle of waiting.splice(0)) settle()
  }

  return {
    add(response) {
      const request = new OpenRequest(response, remove)
      open.add(request)
      onClose(response, request)
    },
    becomeStream(response) {
      // A search, since streams open rarely and an index would turn over with every request.
      for (const request of open) if (request.response === response) return remove(request)
    },
    count: () => open.size,
    whenNone: () =>
      open.size === 0 ? Promise.resolve() : new Promise((resolve) => void waiting.push(resolve)),
    destroyAll() {
      for (const { response } of open) response.req.socket.destroy()
    }
  }
}

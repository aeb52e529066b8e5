import type { ServerResponse } from 'node:http'
import { DenseList, type Listed } from '../../dense-list.ts'

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

const LAST_LISTENER = Symbol('last close listener')

type ObservedResponse = ServerResponse & { [LAST_LISTENER]?: CloseListener | undefined }

/** Waits for the end of one response. */
export interface CloseListener {
  /** Written by `onClose` alone; null before. */
  nextCloseListener: CloseListener | null
  /** The response is written, or its connection is gone. */
  responseClosed(): void
}

/**
 * Calls `listener` once when the response is over; the latest listener is called first. One listener of Node's for all of them, and
 * no closure: three modules wait for the end of every response.
 */
export function onClose(response: ObservedResponse, listener: CloseListener): void {
  const last = response[LAST_LISTENER]
  if (last === undefined) response.on('close', callListeners)
  else listener.nextCloseListener = last
  response[LAST_LISTENER] = listener
}

function callListeners(this: ObservedResponse): void {
  const last = this[LAST_LISTENER]
  // Node emits `close` once, and the tunnel of an upgraded response once more.
  this[LAST_LISTENER] = undefined
  if (last !== undefined) callFrom(last)
}

/** A defect in one listener keeps no other from its end: a request that stays open would hold up the shutdown. */
function callFrom(listener: CloseListener): void {
  try {
    listener.responseClosed()
  } finally {
    if (listener.nextCloseListener !== null) callFrom(listener.nextCloseListener)
  }
}

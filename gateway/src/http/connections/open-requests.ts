import type { ServerResponse } from 'node:http'
import { DenseList, type Listed } from '../../dense-list.ts'

/** Requests whose response is incomplete, except streams. */
export interface OpenRequests {
  /** Counts a request until its response or connection ends. */
  add(response: ServerResponse): void
  /** Hands the request over to `OpenStreams`. */
  becomeStream(response: ServerResponse): void
  count(): number
  /** Resolves as soon as no request is open. */
  whenNone(): Promise<void>
  /** Destroys their connections. */
  destroyAll(): void
}

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

/** Tracks open requests, so that the app serving them closes only after the last one. */
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
      // Linear search: streams are rare, and an index would be updated on every request.
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

/** Notified of the end of one response. */
export interface CloseListener {
  /** Managed by `onClose`. */
  nextCloseListener: CloseListener | null
  /** The response is complete, or its connection is gone. */
  responseClosed(): void
}

/**
 * Calls `listener` once when the response ends, latest listener first. Uses a single event listener and no
 * closures, since three modules observe every response.
 */
export function onClose(response: ObservedResponse, listener: CloseListener): void {
  const last = response[LAST_LISTENER]
  if (last === undefined) response.on('close', callListeners)
  else listener.nextCloseListener = last
  response[LAST_LISTENER] = listener
}

function callListeners(this: ObservedResponse): void {
  const last = this[LAST_LISTENER]
  // Node emits `close` again for the tunnel of an upgraded response.
  this[LAST_LISTENER] = undefined
  if (last !== undefined) callFrom(last)
}

/** An exception in one listener must not skip the others: a request that stays open would block shutdown. */
function callFrom(listener: CloseListener): void {
  try {
    listener.responseClosed()
  } finally {
    if (listener.nextCloseListener !== null) callFrom(listener.nextCloseListener)
  }
}

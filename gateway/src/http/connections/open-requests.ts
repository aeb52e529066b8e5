import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { DenseList, type Listed } from '../../dense-list.ts'

interface OpenRequest extends Listed, CloseListener {
  readonly response: ServerResponse
}

export type OpenRequests = ReturnType<typeof createOpenRequests>

/** Tracks requests whose response is incomplete, except streams: the app serving them closes only after the last one. */
export function createOpenRequests() {
  const open = new DenseList<OpenRequest>()

  function remove(this: OpenRequest): void {
    open.remove(this)
  }

  return {
    /** A listener for requests: counts one until its response or connection ends. */
    add(_raw: IncomingMessage, response: ServerResponse): void {
      const request = { response, listIndex: -1, nextCloseListener: null, responseClosed: remove }
      open.add(request)
      onClose(response, request)
    },
    /** Hands the request over to `OpenStreams`. */
    becomeStream(response: ServerResponse): void {
      // Linear search: streams are rare, and an index would be updated on every request.
      for (const request of open) if (request.response === response) request.responseClosed()
    },
    count: (): number => open.size,
    /** Resolves as soon as no request is open. */
    waitUntilIdle: (): Promise<void> => open.waitUntilEmpty(),
    /** Destroys their connections. */
    destroyAll(): void {
      for (const { response } of open) response.req.socket.destroy()
    }
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

const BEYOND_LIMIT = Symbol('beyond the limit of connections')

type LimitedSocket = Socket & { [BEYOND_LIMIT]?: true }

/** Marks a connection that is one more than the listening server serves. */
export function markBeyondLimit(socket: LimitedSocket): void {
  socket[BEYOND_LIMIT] = true
}

export function isBeyondLimit(socket: LimitedSocket): boolean {
  return socket[BEYOND_LIMIT] === true
}

import type { ServerResponse } from 'node:http'

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

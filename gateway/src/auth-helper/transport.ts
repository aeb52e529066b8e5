import type { IncomingMessage } from 'node:http'
import type { Dispatcher } from 'undici'
import { untilAborted } from '../async/deadline.ts'
import { createOutboundPool } from '../http/outbound-pool.ts'
import { createByteBudget, readBody } from './held-bodies.ts'
import type { AuthHelperLimits } from './limits.ts'

export interface HelperRequest {
  method: 'GET' | 'HEAD' | 'POST'
  /** Path and query, sent as they are. */
  path: string
  headers: Record<string, string>
  /** The message whose body is passed on; null: no body. */
  bodyOf: IncomingMessage | null
}

/** Sends requests to the helper; knows nothing of answers to visitors. */
export interface HelperTransport {
  /**
   * The head of the helper's answer, with the body still to come. Rejects with the reason of `stop` as soon as it is
   * aborted, also while the request waits for a connection. A body that is too long, stays away or finds no room beside
   * the others aborts `stop` with `PAYLOAD_TOO_LARGE`, `REQUEST_TIMEOUT` or `PROVIDER_UNAVAILABLE`.
   */
  ask(request: HelperRequest, stop: AbortController): Promise<Dispatcher.ResponseData>
  close(): Promise<void>
}

/** Connections of their own, apart from the application's: neither can use up the other's. Opens none by itself. */
export function createHelperTransport(origin: string, limits: AuthHelperLimits): HelperTransport {
  const pool = createOutboundPool(origin, limits)
  const budget = createByteBudget(limits.heldBodyBytes)
  return {
    async ask({ method, path, headers, bodyOf }, stop) {
      const held = budget.open()
      try {
        // Read before a connection is taken: whoever sends slowly takes none from the others.
        const body = bodyOf === null ? null : await readBody(bodyOf, limits, { stop, held })
        const answer = pool.request({ method, path, headers, body, signal: stop.signal })
        // The pool does not look at the signal of a request that waits; its late failure is nobody's any more.
        answer.catch(() => {})
        return await untilAborted(answer, stop.signal)
      } finally {
        held.release()
      }
    },
    close: () => pool.destroy()
  }
}

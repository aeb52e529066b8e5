import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Dispatcher } from 'undici'
import { untilAborted } from '../async/schedule.ts'
import { Fault } from '../errors.ts'
import { createOutboundPool } from '../http/connections/outbound-pool.ts'
import { type AuthHelperLimits, RETRY_AFTER_SECONDS } from './limits.ts'

export interface HelperRequest {
  method: 'GET' | 'HEAD' | 'POST'
  /** Path and query, sent unchanged. */
  path: string
  headers: Record<string, string>
  /** Source of the body to forward; null if there is none. */
  bodyOf: IncomingMessage | null
}

/** HTTP client of the helper. */
export interface HelperTransport {
  /**
   * Resolves with the response head, its body still to be read. Rejects with the reason of `stop` once it
   * aborts, even while queued. A body that is too large, too slow or over budget aborts `stop` with
   * `PAYLOAD_TOO_LARGE`, `REQUEST_TIMEOUT` or `PROVIDER_UNAVAILABLE`.
   */
  ask(request: HelperRequest, stop: AbortController): Promise<Dispatcher.ResponseData>
  close(): Promise<void>
}

/** Uses a pool separate from the upstream's, so that neither can starve the other. Connects lazily. */
export function createHelperTransport(origin: string, limits: AuthHelperLimits): HelperTransport {
  const pool = createOutboundPool(origin, limits)
  const budget = createByteBudget(limits.heldBodyBytes)
  return {
    async ask({ method, path, headers, bodyOf }, stop) {
      const held = budget.open()
      try {
        // Buffer the body first, so that slow clients do not occupy a connection.
        const body = bodyOf === null ? null : await readBody(bodyOf, limits, { stop, held })
        const response = pool.request({ method, path, headers, body, signal: stop.signal })
        // The pool ignores the signal of a queued request; drop its late rejection.
        response.catch(() => {})
        return await untilAborted(response, stop.signal)
      } finally {
        held.release()
      }
    },
    close: () => pool.destroy()
  }
}

/** One request's share of a byte budget. */
interface Held {
  /** Reserves bytes; false if the budget is exhausted. */
  take(bytes: number): boolean
  release(): void
}

/** Limits the bytes that all requests hold at once. */
function createByteBudget(mostBytes: number): { open(): Held } {
  let heldBytes = 0
  return {
    open() {
      let own = 0
      return {
        take(bytes) {
          if (heldBytes + bytes > mostBytes) return false
          heldBytes += bytes
          own += bytes
          return true
        },
        release() {
          heldBytes -= own
          own = 0
        }
      }
    }
  }
}

/**
 * Reads the whole body. If it is too large, too slow or over budget, aborts `stop` with the error and rejects
 * with it.
 */
async function readBody(
  raw: IncomingMessage,
  { bodyTimeoutMs, largestBodyBytes }: Pick<AuthHelperLimits, 'bodyTimeoutMs' | 'largestBodyBytes'>,
  { stop, held }: { stop: AbortController; held: Held }
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  const silence = setTimeout(() => stop.abort(new Fault('REQUEST_TIMEOUT')), bodyTimeoutMs)
  const keep = (chunk: Buffer) => {
    silence.refresh()
    bytes += chunk.length
    if (bytes > largestBodyBytes) stop.abort(new Fault('PAYLOAD_TOO_LARGE'))
    else if (held.take(chunk.length)) chunks.push(chunk)
    else stop.abort(heldBodiesFull())
  }
  raw.on('data', keep)
  try {
    await untilAborted(once(raw, 'end'), stop.signal)
    return Buffer.concat(chunks)
  } finally {
    clearTimeout(silence)
    raw.off('data', keep)
    raw.resume()
  }
}

function heldBodiesFull(): Fault {
  const detail = 'auth helper: request body buffer is full'
  return new Fault('PROVIDER_UNAVAILABLE', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS })
}

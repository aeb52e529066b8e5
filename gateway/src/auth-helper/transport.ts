import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Dispatcher } from 'undici'
import { untilAborted } from '../async/schedule.ts'
import { Fault } from '../errors.ts'
import { createOutboundPool } from '../http/connections/outbound-pool.ts'
import { type AuthHelperLimits, RETRY_AFTER_SECONDS } from './limits.ts'

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
        const response = pool.request({ method, path, headers, body, signal: stop.signal })
        // The pool does not look at the signal of a request that waits; its late failure is nobody's any more.
        response.catch(() => {})
        return await untilAborted(response, stop.signal)
      } finally {
        held.release()
      }
    },
    close: () => pool.destroy()
  }
}

/** What one request holds of a budget of bytes. */
interface Held {
  /** Takes so many bytes more; false: there are not as many left. */
  take(bytes: number): boolean
  release(): void
}

/** A bound for what all requests together hold at a time. */
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
 * The whole body of a request, unless it is too long, stays away for too long, or finds no room in the budget: then `stop`
 * is aborted with the fault, and this rejects with it.
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
  const detail = 'auth helper: too many bodies wait'
  return new Fault('PROVIDER_UNAVAILABLE', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS })
}

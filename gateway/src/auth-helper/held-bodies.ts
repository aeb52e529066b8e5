import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { untilAborted } from '../async/deadline.ts'
import { Fault } from '../errors.ts'
import { type AuthHelperLimits, RETRY_AFTER_SECONDS } from './limits.ts'

/** What one request holds of a budget of bytes. */
export interface Held {
  /** Takes so many bytes more; false: there are not as many left. */
  take(bytes: number): boolean
  release(): void
}

/** A bound for what all requests together hold at a time. */
export function createByteBudget(mostBytes: number): { open(): Held } {
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
export async function readBody(
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

import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type Dispatcher, Pool } from 'undici'
import { Fault } from '../errors.ts'

/** How much of the gateway a visitor who is not signed in may take up here. Times in milliseconds. */
export interface AuthHelperLimits {
  /** Connections to the helper; more requests wait for one, with their bodies read. */
  connections: number
  connectTimeoutMs: number
  /** Longest wait for the head of an answer. */
  headersTimeoutMs: number
  /** Longest silence inside a body, either way. */
  bodyTimeoutMs: number
  /** Longest life of a request, from its head to the last byte of the answer. */
  totalTimeoutMs: number
  largestBodyBytes: number
  /** All bodies together that are read, or being read, and not answered yet. Requests beyond it are refused. */
  heldBodyBytes: number
}

export const AUTH_HELPER_LIMITS: AuthHelperLimits = {
  connections: 256,
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 15_000,
  bodyTimeoutMs: 15_000,
  totalTimeoutMs: 60_000,
  largestBodyBytes: 1024 * 1024,
  heldBodyBytes: 32 * 1024 * 1024
}

/** When a visitor may try again, in seconds. */
const RETRY_AFTER_SECONDS = 5

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
  const pool = new Pool(origin, {
    connections: limits.connections,
    pipelining: 1,
    connect: { timeout: limits.connectTimeoutMs },
    headersTimeout: limits.headersTimeoutMs,
    bodyTimeout: limits.bodyTimeoutMs
  })
  const budget = createByteBudget(limits.heldBodyBytes)
  return {
    async ask({ method, path, headers, bodyOf }, stop) {
      const held = budget.open()
      try {
        // Read before a connection is taken: whoever sends slowly takes none from the others.
        const body = bodyOf === null ? null : await readBody(bodyOf, limits, stop, held)
        const answer = pool.request({ method, path, headers, body, signal: stop.signal })
        // The pool does not look at the signal of a request that waits; its late failure is nobody's any more.
        answer.catch(() => {})
        return await Promise.race([answer, rejectOnAbort(stop.signal)])
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
 * The fault behind a failed request: our own, else `PROVIDER_UNAVAILABLE`: to visitors the helper is the provider, not the
 * application behind us.
 */
export function toHelperFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  return new Fault('PROVIDER_UNAVAILABLE', {
    cause: error,
    detail: 'auth helper',
    retryAfterSeconds: RETRY_AFTER_SECONDS
  })
}

function busy(): Fault {
  const detail = 'auth helper: too many bodies wait'
  return new Fault('PROVIDER_UNAVAILABLE', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS })
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** The whole body, unless it is too long, stays away for too long, or finds no room in the budget. */
async function readBody(
  raw: IncomingMessage,
  limits: AuthHelperLimits,
  stop: AbortController,
  held: Held
): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  const silence = setTimeout(() => stop.abort(new Fault('REQUEST_TIMEOUT')), limits.bodyTimeoutMs)
  const keep = (chunk: Buffer) => {
    silence.refresh()
    bytes += chunk.length
    if (bytes > limits.largestBodyBytes) stop.abort(new Fault('PAYLOAD_TOO_LARGE'))
    else if (held.take(chunk.length)) chunks.push(chunk)
    else stop.abort(busy())
  }
  raw.on('data', keep)
  try {
    await Promise.race([once(raw, 'end'), rejectOnAbort(stop.signal)])
    return Buffer.concat(chunks)
  } finally {
    clearTimeout(silence)
    raw.off('data', keep)
    raw.resume()
  }
}

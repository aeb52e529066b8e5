import type { IncomingMessage } from 'node:http'
import { Transform } from 'node:stream'
import { type Dispatcher, Pool } from 'undici'
import { Fault } from '../errors.ts'

/** How much of the gateway a visitor who is not signed in may take up here. Times in milliseconds. */
export interface AuthHelperLimits {
  /** Connections to the helper; more requests wait for one. */
  connections: number
  connectTimeoutMs: number
  /** Longest wait for the head of an answer. */
  headersTimeoutMs: number
  /** Longest silence inside a body, either way. */
  bodyTimeoutMs: number
  /** Longest life of a request, from its head to the last byte of the answer. */
  totalTimeoutMs: number
  largestBodyBytes: number
}

export const AUTH_HELPER_LIMITS: AuthHelperLimits = {
  connections: 32,
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 15_000,
  bodyTimeoutMs: 15_000,
  totalTimeoutMs: 60_000,
  largestBodyBytes: 1024 * 1024
}

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
   * aborted, also while the request waits for a connection. A body that is too long or stays away aborts `stop` with
   * `PAYLOAD_TOO_LARGE` or `REQUEST_TIMEOUT`.
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
  return {
    async ask({ method, path, headers, bodyOf }, stop) {
      const body = bodyOf === null ? null : limitBody(bodyOf, limits, stop)
      const answer = pool.request({ method, path, headers, body, signal: stop.signal })
      // The pool does not look at the signal of a request that waits; its late failure is nobody's any more.
      answer.catch(() => {})
      return await Promise.race([answer, rejectOnAbort(stop.signal)])
    },
    close: () => pool.destroy()
  }
}

/** The fault behind a failed request: our own, else by the code of undici or the socket. */
export function toHelperFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return new Fault(/TIMEOUT|TIMEDOUT/.test(code) ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNREACHABLE', {
    cause: error
  })
}

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason)
    else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** The body as it comes, as long as it is not too long and does not pause too long. */
function limitBody(raw: IncomingMessage, limits: AuthHelperLimits, stop: AbortController): Transform {
  let bytes = 0
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      silence.refresh()
      bytes += chunk.length
      if (bytes > limits.largestBodyBytes) done(new Fault('PAYLOAD_TOO_LARGE'))
      else done(null, chunk)
    }
  })
  // While the helper does not read, the client is not the one to blame.
  const silence = setTimeout(
    () => body.destroy(new Fault(body.writableNeedDrain ? 'UPSTREAM_TIMEOUT' : 'REQUEST_TIMEOUT')),
    limits.bodyTimeoutMs
  )
  raw.once('end', () => clearTimeout(silence))
  raw.once('error', (error) => body.destroy(error))
  body.once('error', (error) => stop.abort(error))
  body.once('close', () => {
    clearTimeout(silence)
    raw.unpipe(body)
    raw.resume()
  })
  stop.signal.addEventListener('abort', () => body.destroy(), { once: true })
  return raw.pipe(body)
}

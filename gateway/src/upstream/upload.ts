import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { Fault } from '../errors.ts'

/** A timer that can begin anew. */
export interface IdleTimer {
  refresh(): void
  clear(): void
}

/** What a request body may be. */
export interface UploadLimits {
  /** Longest silence; 0: any. */
  uploadIdleTimeoutMs: number
  /** 0: any. */
  maxBodyBytes: number
}

/** Runs `expire` after so many milliseconds without a `refresh`, as often as that happens. */
export type StartIdleTimer = (ms: number, expire: () => void) => IdleTimer

/**
 * The body of a request as a stream that may be destroyed: an upstream that answers early ends it, and the client must
 * still get that answer over the same socket. Fails with `REQUEST_TIMEOUT` after a silence that is too long, with `PAYLOAD_TOO_LARGE` before
 * a byte too many has passed, or when the client aborts.
 */
export function passUpload(
  raw: Readable,
  { uploadIdleTimeoutMs, maxBodyBytes }: UploadLimits,
  startTimer: StartIdleTimer = startRealTimer
): Readable {
  const body = new PassThrough()
  const onSilence = () => {
    // While the upstream does not read, the client cannot send; `headersTimeoutMs` watches the upstream.
    if (body.writableNeedDrain) silence?.refresh()
    else body.destroy(new Fault('REQUEST_TIMEOUT'))
  }
  const silence = uploadIdleTimeoutMs === 0 ? null : startTimer(uploadIdleTimeoutMs, onSilence)
  let bytes = 0
  raw.on('data', (chunk: Buffer) => {
    silence?.refresh()
    bytes += chunk.length
    if (maxBodyBytes !== 0 && bytes > maxBodyBytes) body.destroy(tooLarge(maxBodyBytes))
  })
  raw.once('end', () => silence?.clear())
  raw.once('error', (error) => body.destroy(error))
  // Whoever reads the body hears of its failure; where nobody came to read it, there is nobody to tell.
  body.on('error', () => {})
  body.once('close', () => {
    silence?.clear()
    raw.unpipe(body)
    raw.resume()
  })
  return raw.pipe(body)
}

/** Refuses a body by the length that its request says. Throws `PAYLOAD_TOO_LARGE`. */
export function checkSaidLength({ headers }: Pick<IncomingMessage, 'headers'>, maxBodyBytes: number): void {
  if (maxBodyBytes !== 0 && Number(headers['content-length'] ?? 0) > maxBodyBytes)
    throw tooLarge(maxBodyBytes)
}

function tooLarge(maxBodyBytes: number): Fault {
  return new Fault('PAYLOAD_TOO_LARGE', { detail: `more than upstream.maxBodyBytes (${maxBodyBytes})` })
}

function startRealTimer(ms: number, expire: () => void): IdleTimer {
  const timer = setTimeout(expire, ms)
  return { refresh: () => timer.refresh(), clear: () => clearTimeout(timer) }
}

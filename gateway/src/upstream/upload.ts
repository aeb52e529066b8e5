import { PassThrough, type Readable } from 'node:stream'
import { Fault } from '../errors.ts'

/** A timer that can begin anew. */
export interface IdleTimer {
  refresh(): void
  clear(): void
}

/** Runs `expire` after so many milliseconds without a `refresh`, as often as that happens. */
export type StartIdleTimer = (ms: number, expire: () => void) => IdleTimer

/**
 * The body of a request as a stream that may be destroyed: an upstream that answers early ends it, and the client must
 * still get that answer over the same socket. Fails with `REQUEST_TIMEOUT` after `idleTimeoutMs` (0: never) without a byte,
 * or when the client aborts.
 */
export function passUpload(
  raw: Readable,
  idleTimeoutMs: number,
  startTimer: StartIdleTimer = startRealTimer
): Readable {
  const body = new PassThrough()
  const onSilence = () => {
    // While the upstream does not read, the client cannot send; `headersTimeoutMs` watches the upstream.
    if (body.writableNeedDrain) silence?.refresh()
    else body.destroy(new Fault('REQUEST_TIMEOUT'))
  }
  const silence = idleTimeoutMs === 0 ? null : startTimer(idleTimeoutMs, onSilence)
  raw.on('data', () => silence?.refresh())
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

function startRealTimer(ms: number, expire: () => void): IdleTimer {
  const timer = setTimeout(expire, ms)
  return { refresh: () => timer.refresh(), clear: () => clearTimeout(timer) }
}

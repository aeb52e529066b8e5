import type { IncomingMessage } from 'node:http'
import { Fault } from '../errors.ts'

/** Does a request have a body, or may it turn out to have one? (RFC 9112, 6) */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  const length = headers['content-length']
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** Is there a body of which something may still be on its way? Such a connection cannot carry another request. */
export function isBodyPending(raw: IncomingMessage): boolean {
  return hasBody(raw) && !raw.complete
}

/** Runs something after so many milliseconds, unless the function it gives is called before. */
export type StartTimer = (ms: number, run: () => void) => () => void

/** Calls `refuse` with `REQUEST_TIMEOUT` when a body is still on its way after so many milliseconds. */
export function limitBodyTime(
  raw: IncomingMessage,
  ms: number,
  refuse: (fault: Fault) => void,
  startTimer: StartTimer | undefined = startRealTimer
): void {
  if (!isBodyPending(raw)) return
  const cancel = startTimer(ms, () => refuse(new Fault('REQUEST_TIMEOUT')))
  for (const event of ['end', 'close']) raw.once(event, cancel)
}

function startRealTimer(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms)
  return () => clearTimeout(timer)
}

/** Does a proxied answer say `Connection: close`, because of its request or because the gateway ends? */
export function endsConnection(raw: IncomingMessage, { ending }: { ending: boolean }): boolean {
  return isBodyPending(raw) || ending
}

/** Does an answer of this status end with its head, whatever that says about a length (RFC 9110, 6.4.1)? */
export function isBodiless(statusCode: number): boolean {
  return statusCode === 204 || statusCode === 304
}

/** A member of a body that was read as JSON; undefined where it is no object or has none of this name. Nothing else is checked. */
export function memberOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name)
    ? Reflect.get(body, name)
    : undefined
}

/**
 * Throws `INVALID_REQUEST`, with what is wrong in `detail`, unless a body that was read as JSON is an object whose members all have one
 * of these names. Their values are not checked. No name that a client chose is in the detail.
 */
export function requireMembers(body: unknown, names: readonly string[]): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Fault('INVALID_REQUEST', { detail: 'body: no JSON object' })
  if (Object.keys(body).some((name) => !names.includes(name)))
    throw new Fault('INVALID_REQUEST', { detail: `body: another member than ${names.join(', ')}` })
}

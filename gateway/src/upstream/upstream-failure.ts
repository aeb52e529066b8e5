import { describeFileShortage, Fault } from '../errors.ts'
import type { TrafficEvent } from '../operations/events.ts'
import { explainTlsFailure } from './tls-failure.ts'

/** What went wrong with the application, as events tell it. */
type FailureKind = Extract<TrafficEvent, { kind: 'upstream.failed' }>['failure']

/** The fault that a visitor is told of; `failure`: null where the application has nothing to do with it. */
export interface UpstreamFailure {
  fault: Fault
  failure: FailureKind | null
}

const TIMEOUTS = new Set([
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'ETIMEDOUT'
])
/** What a failed connection to a Unix socket means; the cause names its path. */
const SOCKET_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'the Unix socket does not exist: the application does not run, or listens elsewhere',
  EACCES: 'no permission for the socket: the gateway needs to write to it, and to search its folder',
  ENOTSOCK: 'not a socket'
}
const RESETS = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])
const PROTOCOL = /^(HPE_|ERR_INVALID_|ERR_HTTP_|UND_ERR_(INFO|RES_CONTENT_LENGTH_MISMATCH|HEADERS_OVERFLOW))/

/** When a request failed, and at which application. */
export interface FailureContext {
  /** The head of the answer is on its way to the visitor. */
  hasBegun: boolean
  /** Where the upstream is in the configuration. */
  upstreamPath: string
  /** Idle timeout in milliseconds of the connection, which had carried another request and was closed without a response; null: no such connection. */
  staleAfterMs: number | null
  /** Size limit of the headers of a response. */
  maxHeaderBytes: number
}

/** Sorts an error of the transport. */
export function toUpstreamFailure(error: Error, context: FailureContext): UpstreamFailure {
  const { hasBegun } = context
  // The visitor's own, such as an upload that has stopped.
  if (error instanceof Fault) return { fault: error, failure: null }
  const code = codeOf(error)
  if (code === 'UND_ERR_DESTROYED') {
    const detail = 'cut off: the gateway ends'
    return { fault: new Fault('UPSTREAM_UNREACHABLE', { detail, cause: error }), failure: 'local' }
  }
  const shortage = describeFileShortage(code)
  if (shortage !== null)
    return { fault: new Fault('INTERNAL_ERROR', { detail: shortage, cause: error }), failure: 'local' }
  const failure = kindOf(error, code, hasBegun)
  const detail = detailOf(code, context)
  const fault = new Fault(failure === 'timeout' ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNREACHABLE', {
    detail,
    cause: error
  })
  return { fault, failure }
}

/** The error of a `101` to another protocol than the one that was asked for. `upgrade`: its header. */
export function otherProtocolError(upgrade: unknown): Error {
  const protocol = String(upgrade ?? 'no protocol').slice(0, 100)
  return Object.assign(new Error(`the application switched to ${protocol} instead of WebSocket`), {
    code: 'ERR_INVALID_UPGRADE'
  })
}

/** Did the other side end the connection? */
export function isReset(error: Error): boolean {
  return RESETS.has(codeOf(error))
}

/** The code of an error of the system or of undici; empty where it has none. */
export function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

/** What to do about an error of this code, for the log. */
function detailOf(
  code: string,
  { upstreamPath, staleAfterMs, maxHeaderBytes }: FailureContext
): string | undefined {
  if (staleAfterMs !== null)
    return `closed an idle connection as the request came: keep ${upstreamPath}.keepAliveTimeoutMs (${staleAfterMs}) below the keep-alive timeout of the application`
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return `headers of the response exceed ${upstreamPath}.maxHeaderBytes (${maxHeaderBytes}): raise it, or let the application send less`
  return SOCKET_ERRORS[code] ?? detailOfTls(code, upstreamPath)
}

function detailOfTls(code: string, upstreamPath: string): string | undefined {
  const failure = explainTlsFailure(code, upstreamPath)
  return failure === null ? undefined : `${failure.cause}: ${failure.fix}`
}

function kindOf(error: Error, code: string, hasBegun: boolean): FailureKind {
  if (TIMEOUTS.has(code)) return 'timeout'
  if (hasBegun) return 'broken_off'
  if (isReset(error)) return 'reset'
  return PROTOCOL.test(code) || error.name === 'HTTPParserError' ? 'protocol' : 'refused'
}

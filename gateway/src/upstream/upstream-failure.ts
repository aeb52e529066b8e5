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

/**
 * Sorts an error of the transport. `hasBegun`: the head of the answer is on its way to the visitor. `upstreamPath`: where the upstream
 * is in the configuration.
 */
export function toUpstreamFailure(error: Error, hasBegun: boolean, upstreamPath: string): UpstreamFailure {
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
  const detail = SOCKET_ERRORS[code] ?? detailOfTls(code, upstreamPath)
  const fault = new Fault(failure === 'timeout' ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNREACHABLE', {
    detail,
    cause: error
  })
  return { fault, failure }
}

/** The code of an error of the system or of undici; empty where it has none. */
export function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

function detailOfTls(code: string, upstreamPath: string): string | undefined {
  const failure = explainTlsFailure(code, upstreamPath)
  return failure === null ? undefined : `${failure.cause}: ${failure.fix}`
}

function kindOf(error: Error, code: string, hasBegun: boolean): FailureKind {
  if (TIMEOUTS.has(code)) return 'timeout'
  if (hasBegun) return 'broken_off'
  if (RESETS.has(code)) return 'reset'
  return PROTOCOL.test(code) || error.name === 'HTTPParserError' ? 'protocol' : 'refused'
}

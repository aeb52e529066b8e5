import { describeFileShortage, Fault } from '../errors.ts'
import { isLookUpFailure } from '../http/connections/name-look-ups.ts'
import type { TrafficEvent } from '../operations/events.ts'

type FailureKind = Extract<TrafficEvent, { kind: 'upstream.failed' }>['failure']

/** The fault for the visitor. `failure`: null if the application is not at fault. */
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
/** Connection errors of a Unix socket; the cause names its path. */
const SOCKET_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'the Unix socket does not exist: the application is not running, or listens elsewhere',
  EACCES: 'no permission for the socket: the gateway needs to write to it, and to search its folder',
  ENOTSOCK: 'not a socket'
}
const RESETS = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])
/** An assertion of undici: a status below 100. */
const PROTOCOL =
  /^(HPE_|ERR_ASSERTION$|ERR_INVALID_|ERR_HTTP_|UND_ERR_(INFO|RES_CONTENT_LENGTH_MISMATCH|HEADERS_OVERFLOW))/

export interface FailureContext {
  /** The response head has been sent. */
  hasBegun: boolean
  /** Config path of the upstream. */
  upstreamPath: string
  /** Idle timeout in milliseconds of a reused connection that was closed without a response; null: not such a connection. */
  staleAfterMs: number | null
  /** Size limit of response headers. */
  maxHeaderBytes: number
  headersTimeoutMs: number
}

/** Classifies a transport error. */
export function toUpstreamFailure(error: Error, context: FailureContext): UpstreamFailure {
  const { hasBegun } = context
  // The visitor's own, such as a stalled upload.
  if (error instanceof Fault) return { fault: error, failure: null }
  const code = codeOf(error)
  if (code === 'UND_ERR_DESTROYED') {
    const detail = 'cut off: the gateway is shutting down'
    return { fault: new Fault('UPSTREAM_UNREACHABLE', { detail, cause: error }), failure: 'local' }
  }
  const shortage = describeFileShortage(code)
  if (shortage !== null)
    return {
      fault: new Fault('OVERLOADED', { detail: shortage, cause: error, retryAfterSeconds: 1 }),
      failure: 'local'
    }
  const failure = kindOf(error, code, hasBegun)
  const detail = detailOf(error, code, context)
  const fault = new Fault(failure === 'timeout' ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNREACHABLE', {
    detail,
    cause: error
  })
  return { fault, failure }
}

/** For a `101` to another protocol than requested. `upgrade`: its header. */
export function otherProtocolError(upgrade: unknown): Error {
  const protocol = String(upgrade ?? 'no protocol').slice(0, 100)
  return Object.assign(new Error(`the application switched to ${protocol} instead of WebSocket`), {
    code: 'ERR_INVALID_UPGRADE'
  })
}

/** Whether the other side closed the connection. */
export function isReset(error: Error): boolean {
  return RESETS.has(codeOf(error))
}

/** The error code of the system or undici; empty if none. */
export function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}

/** Advice for the log. */
function detailOf(
  { name }: Error,
  code: string,
  { upstreamPath, staleAfterMs, maxHeaderBytes, headersTimeoutMs }: FailureContext
): string | undefined {
  if (staleAfterMs !== null)
    return `closed an idle connection as the request came: keep ${upstreamPath}.keepAliveTimeoutMs (${staleAfterMs}) below the keep-alive timeout of the application`
  if (code === 'UND_ERR_HEADERS_TIMEOUT')
    return `no response headers within ${upstreamPath}.headersTimeoutMs (${headersTimeoutMs}): see why the application is slow, or raise it`
  if (code === 'UND_ERR_CONNECT_TIMEOUT')
    return `no connection within ${upstreamPath}.connectTimeoutMs: a firewall drops the packets, or the application is overloaded`
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return `headers of the response exceed ${upstreamPath}.maxHeaderBytes (${maxHeaderBytes}): raise it, or let the application send less`
  if (name === 'HTTPParserError')
    return `not HTTP/1.1: the application may accept only HTTP/2 there, or another protocol: correct ${upstreamPath}.url`
  if (isLookUpFailure(code))
    return `DNS: the name in ${upstreamPath}.url does not resolve: correct it, or this machine’s resolver`
  return SOCKET_ERRORS[code] ?? detailOfTls(code, upstreamPath)
}

function detailOfTls(code: string, upstreamPath: string): string | undefined {
  const failure = explainTlsFailure(code, upstreamPath)
  return failure === null ? undefined : `${failure.cause}: ${failure.fix}`
}

function kindOf(error: Error, code: string, hasBegun: boolean): FailureKind {
  if (isLookUpFailure(code)) return 'dns'
  if (TIMEOUTS.has(code)) return 'timeout'
  if (hasBegun) return 'broken_off'
  if (isReset(error)) return 'reset'
  if (isProtocolError(error, code)) return 'protocol'
  return explainTlsFailure(code, '') !== null || /^ERR_(SSL|TLS)_/.test(code) ? 'tls' : 'refused'
}

function isProtocolError({ name }: Error, code: string): boolean {
  return PROTOCOL.test(code) || name === 'HTTPParserError'
}

/** Why the TLS connection failed, and which setting helps. */
export interface TlsFailure {
  cause: string
  fix: string
}

/** `fix`: takes the config path of the upstream. */
interface Explanation {
  cause: string
  fix(upstream: string): string
}

const UNTRUSTED: Explanation = {
  cause: 'the application’s certificate is from a CA that the gateway does not trust',
  fix: (upstream) => `set the CA in ${upstream}.caFile`
}
const NO_CLIENT_CERTIFICATE: Explanation = {
  cause:
    'the application rejects the TLS handshake: it may require a client certificate, or other TLS versions',
  fix: (upstream) => `set ${upstream}.certFile and ${upstream}.keyFile, or see the log of the application`
}
const WRONG_CLIENT_CERTIFICATE: Explanation = {
  cause: 'the application does not accept the client certificate',
  fix: (upstream) => `put one of a CA that it trusts, and that is valid now, into ${upstream}.certFile`
}
const NO_TLS: Explanation = {
  cause: 'the application does not use TLS on this port',
  fix: (upstream) => `write http:// instead of https:// in ${upstream}.url`
}
const ONLY_HTTP2: Explanation = {
  cause: 'the application does not accept HTTP/1.1, perhaps only HTTP/2',
  fix: (upstream) => `let it accept HTTP/1.1 there, or correct ${upstream}.url`
}
const OTHER_VERSION: Explanation = {
  cause: 'the application supports no TLS version that the gateway accepts',
  fix: (upstream) => `lower ${upstream}.minTlsVersion, or let the application speak TLS 1.2 or later`
}

/** By the codes of OpenSSL and Node. https://nodejs.org/docs/latest-v20.x/api/tls.html#x509-certificate-error-codes */
const FAILURES: readonly (readonly [RegExp, Explanation])[] = [
  [
    /^(UNABLE_TO_(GET_ISSUER_CERT|GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE|INVALID_CA)$/,
    UNTRUSTED
  ],
  [
    /^(ERR_TLS_CERT_ALTNAME_|HOSTNAME_MISMATCH$)/,
    {
      cause: 'the application’s certificate is for another name than the requested one',
      fix: (upstream) => `set ${upstream}.serverName to a name in the certificate, or correct ${upstream}.url`
    }
  ],
  [
    /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    {
      cause: 'the certificate of the application, or of its CA, has expired or is not valid yet',
      fix: () => 'renew it at the application, or correct the clock of this machine'
    }
  ],
  [/CERTIFICATE_REQUIRED$|_ALERT_HANDSHAKE_FAILURE$/, NO_CLIENT_CERTIFICATE],
  [
    /_ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_\w+|DECRYPT_ERROR|ACCESS_DENIED)$/,
    WRONG_CLIENT_CERTIFICATE
  ],
  [
    /_UNRECOGNIZED_NAME$/,
    {
      cause: 'the application does not know the requested name',
      fix: (upstream) => `set ${upstream}.serverName to one of its names`
    }
  ],
  [/_ALERT_NO_APPLICATION_PROTOCOL$/, ONLY_HTTP2],
  [/_ALERT_PROTOCOL_VERSION$|^ERR_SSL_UNSUPPORTED_PROTOCOL$/, OTHER_VERSION],
  [/^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|EPROTO)$/, NO_TLS]
]

/**
 * Explains an error code of Node or OpenSSL; null: no setting helps. `upstream`: config path, such as
 * `applications[2].upstream`.
 */
export function explainTlsFailure(code: string, upstream: string): TlsFailure | null {
  const known = FAILURES.find(([pattern]) => pattern.test(code))?.[1]
  return known === undefined ? null : { cause: known.cause, fix: known.fix(upstream) }
}

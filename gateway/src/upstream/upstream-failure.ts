import type { UpstreamConfig } from '../config/schema/schema.ts'
import { describeFileShortage, Fault } from '../errors.ts'
import { isLookUpFailure } from '../http/connections/outbound-pool.ts'
import type { TrafficEvent } from '../operations/events.ts'

type FailureKind = Extract<TrafficEvent, { kind: 'upstream.failed' }>['failure']

const TIMEOUT = /^(?:UND_ERR_(?:HEADERS|BODY|CONNECT)_TIMEOUT|ETIMEDOUT)$/
/** Connection errors of a Unix socket; the cause names its path. */
const SOCKET_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'the Unix socket does not exist: the application is not running, or listens elsewhere',
  EACCES: 'no permission for the socket: the gateway needs to write to it, and to search its folder',
  ENOTSOCK: 'not a socket'
}
const RESETS = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])
/** What undici's parser says of the first bytes of another protocol. */
const NO_STATUS_LINE = /\((?:Expected HTTP|Invalid HTTP version)/
const PROTOCOL =
  /^(HPE_|ERR_ASSERTION$|ERR_INVALID_|ERR_HTTP_|UND_ERR_(INFO|RES_CONTENT_LENGTH_MISMATCH|HEADERS_OVERFLOW))/
/** Messages of undici about the status: of an assertion, or of its own. */
const BAD_STATUS = /\bassert\(|^bad upgrade$/

export interface FailureContext {
  upstream: Pick<UpstreamConfig, 'keepAliveTimeoutMs' | 'maxHeaderBytes' | 'headersTimeoutMs'>
  upstreamPath: string
  hasBegun: boolean
  isStale: boolean
}

/** The fault for the visitor, by the error of the transport. `failure`: null if the application is not at fault. */
export function toUpstreamFailure(
  error: Error,
  context: FailureContext
): { fault: Fault; failure: FailureKind | null } {
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
  const failure = kindOf(error, code, context.hasBegun)
  const faultCode = failure === 'timeout' ? 'UPSTREAM_TIMEOUT' : 'UPSTREAM_UNREACHABLE'
  return { fault: new Fault(faultCode, { detail: detailOf(error, code, context), cause: error }), failure }
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

function detailOf(error: Error, code: string, context: FailureContext): string | undefined {
  const { upstreamPath, isStale } = context
  const { keepAliveTimeoutMs, maxHeaderBytes, headersTimeoutMs } = context.upstream
  if (isStale)
    return `closed an idle connection as the request came: keep ${upstreamPath}.keepAliveTimeoutMs (${keepAliveTimeoutMs}) below the keep-alive timeout of the application`
  if (code === 'UND_ERR_HEADERS_TIMEOUT')
    return `no response headers within ${upstreamPath}.headersTimeoutMs (${headersTimeoutMs}): see why the application is slow, or raise it`
  if (code === 'UND_ERR_CONNECT_TIMEOUT')
    return `no connection within ${upstreamPath}.connectTimeoutMs: a firewall drops the packets, or the application is overloaded`
  if (code === 'UND_ERR_HEADERS_OVERFLOW')
    return `headers of the response exceed ${upstreamPath}.maxHeaderBytes (${maxHeaderBytes}): raise it, or let the application send less`
  const { message } = error
  if (NO_STATUS_LINE.test(message))
    return `not HTTP/1.1: the application may accept only HTTP/2 there, or another protocol: correct ${upstreamPath}.url`
  if (isMalformed(error, code))
    return `${BAD_STATUS.test(message) ? 'a status below 100, or a 101 to a request without an upgrade' : message}: correct what writes this response, or the proxy in front of it`
  if (isLookUpFailure(code))
    return `DNS: the name in ${upstreamPath}.url does not resolve: correct it, or this machine’s resolver`
  const ofTls = explainTlsFailure(code, upstreamPath)
  return SOCKET_ERRORS[code] ?? (ofTls === null ? undefined : `${ofTls.cause}: ${ofTls.fix}`)
}

function isMalformed({ name, message }: Error, code: string): boolean {
  return PROTOCOL.test(code) || name === 'HTTPParserError' || BAD_STATUS.test(message)
}

function kindOf(error: Error, code: string, hasBegun: boolean): FailureKind {
  if (isLookUpFailure(code)) return 'dns'
  if (TIMEOUT.test(code)) return 'timeout'
  if (hasBegun) return 'broken_off'
  if (isMalformed(error, code)) return 'protocol'
  if (isReset(error)) return 'reset'
  return explainTlsFailure(code, '') !== null || /^ERR_(SSL|TLS)_/.test(code) ? 'tls' : 'refused'
}

/** Causes of failed TLS connections, by the codes of OpenSSL and Node, and what helps; `<upstream>`: the config path. */
const TLS_FAILURES: readonly { codes: RegExp; cause: string; fix: string }[] = [
  {
    codes:
      /^(UNABLE_TO_(GET_ISSUER_CERT|GET_ISSUER_CERT_LOCALLY|VERIFY_LEAF_SIGNATURE)|SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_UNTRUSTED|CERT_SIGNATURE_FAILURE|INVALID_CA)$/,
    cause: 'the application’s certificate is from a CA that the gateway does not trust',
    fix: 'set the CA in <upstream>.caFile'
  },
  {
    codes: /^(ERR_TLS_CERT_ALTNAME_|HOSTNAME_MISMATCH$)/,
    cause: 'the application’s certificate is for another name than the requested one',
    fix: 'set <upstream>.serverName to a name in the certificate, or correct <upstream>.url'
  },
  {
    codes: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
    cause: 'the certificate of the application, or of its CA, has expired or is not valid yet',
    fix: 'renew it at the application, or correct the clock of this machine'
  },
  {
    codes: /CERTIFICATE_REQUIRED$|_ALERT_HANDSHAKE_FAILURE$/,
    cause:
      'the application rejects the TLS handshake: it may require a client certificate, or other TLS versions',
    fix: 'set <upstream>.certFile and <upstream>.keyFile, or see the log of the application'
  },
  {
    codes:
      /_ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|UNSUPPORTED_CERTIFICATE|CERTIFICATE_\w+|DECRYPT_ERROR|ACCESS_DENIED)$/,
    cause: 'the application does not accept the client certificate',
    fix: 'put one of a CA that it trusts, and that is valid now, into <upstream>.certFile'
  },
  {
    codes: /_UNRECOGNIZED_NAME$/,
    cause: 'the application does not know the requested name',
    fix: 'set <upstream>.serverName to one of its names'
  },
  {
    codes: /_ALERT_NO_APPLICATION_PROTOCOL$/,
    cause: 'the application does not accept HTTP/1.1, perhaps only HTTP/2',
    fix: 'let it accept HTTP/1.1 there, or correct <upstream>.url'
  },
  {
    codes: /_ALERT_PROTOCOL_VERSION$|^ERR_SSL_UNSUPPORTED_PROTOCOL$/,
    cause: 'the application supports no TLS version that the gateway accepts',
    fix: 'lower <upstream>.minTlsVersion, or let the application speak TLS 1.2 or later'
  },
  {
    codes: /^(ERR_SSL_WRONG_VERSION_NUMBER|ERR_SSL_PACKET_LENGTH_TOO_LONG|EPROTO)$/,
    cause: 'the application does not use TLS on this port',
    fix: 'write http:// instead of https:// in <upstream>.url'
  }
]

/** Why a TLS connection failed and which setting helps; null: no setting does. `upstream`: config path, such as `applications[2].upstream`. */
export function explainTlsFailure(code: string, upstream: string): { cause: string; fix: string } | null {
  const known = TLS_FAILURES.find(({ codes }) => codes.test(code))
  return known === undefined
    ? null
    : { cause: known.cause, fix: known.fix.replaceAll('<upstream>', () => upstream) }
}

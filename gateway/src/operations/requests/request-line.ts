/** How lines of the log are written: pieces of JSON that most requests share, joined without an object of fields. */

import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import { DOCTOR_OF, describeFault } from '../../errors.ts'
import { type AuthRequest, MAX_USER_AGENT_CHARS } from '../../http/auth-request.ts'
import type { TraceEnd } from '../../http/trace-context.ts'
import type { DecisionOutcome } from '../events.ts'
import type { CallerMembers, LoggedOwner, RequestEnd, RequestRecord } from './request-record.ts'

/** Levels of request lines. */
export type LineLevel = 'debug' | 'info' | 'warn' | 'error'

/** Writes preformatted log lines. */
export type LineWriter = ReturnType<typeof createLineWriter>

/** Needs no escaping in JSON: no control characters, quotes or backslashes. */
const PLAIN = /^[^\u0000-\u001f"\\]*$/
/** Nor lone surrogates. */
const PLAIN_LONG = /^[^\u0000-\u001f"\\\ud800-\udfff]*$/
const CONTROL = /[\u0000-\u001f]/
/** Length at which pino escapes differently. */
const MAX_PLAIN_CHARS = 100

/** A JSON string, escaped like pino does it: lone surrogates of short strings are left to the encoder. */
const quote = (text: string): string => `"${escapeText(text)}"`

/** The inside of `quote`. Usually returns the same string without copying. */
function escapeText(text: string): string {
  const isLong = text.length > MAX_PLAIN_CHARS
  if ((isLong ? PLAIN_LONG : PLAIN).test(text)) return text
  return isLong || CONTROL.test(text) ? JSON.stringify(text).slice(1, -1) : text.replace(/["\\]/g, '\\$&')
}

/** Receives complete lines, and of request lines in a trace whether that is recorded. */
interface LineDestination {
  write(line: string, isSampled?: boolean): void
}

/** Writes the same lines as `logger`, to the same destination. `timestamp`, `base`: as of pino's options, not empty. */
export function createLineWriter(
  logger: Logger,
  destination: LineDestination,
  timestamp: () => string,
  base: object
) {
  const fixed = JSON.stringify(base).slice(1, -1)
  let head = ''
  let headLevel: LineLevel | null = null
  let headTime = ''
  return {
    /** The beginning of a line as by pino: `{"level":…,"time":…` and the fields of every line. Null: the level is disabled. */
    head(level: LineLevel): string | null {
      if (!logger.isLevelEnabled(level)) return null
      const time = timestamp()
      if (level !== headLevel || time !== headTime) {
        head = `{"level":"${level}"${time},${fixed}`
        headLevel = level
        headTime = time
      }
      return head
    },
    /** Writes a whole line, from `head` to line feed. Strings must come from `quote`; no member may need redaction. */
    write: destination.write,
    /** The same with `err` as the last member before the message. For defects: pino serializes the line again. */
    writeWithError(level: LineLevel, line: string, err: unknown): void {
      const { level: _level, time: _time, msg, ...members } = JSON.parse(line)
      for (const name in base) delete members[name]
      logger[level]({ ...members, err }, msg)
    }
  }
}

const SESSION_ID_CHARS = 12

type AccountFields = Readonly<{ subject?: string; tenant?: string; sessionId?: string; issuer?: string }>

const NO_ACCOUNT: AccountFields = {}
const OF_SESSIONS = new WeakMap<LoggedOwner, { fields: AccountFields; members: string }>()

/** Log fields of the account, with the `sessionId` of a session, or the `issuer` of a bearer token. */
export const accountLogFields = (owner: LoggedOwner | null): AccountFields =>
  owner === null ? NO_ACCOUNT : describeAccount(owner).fields

/** The same, and as JSON members, each preceded by a comma. Made once per cached session, not for each of its requests. */
function describeAccount(owner: LoggedOwner) {
  const known = OF_SESSIONS.get(owner)
  if (known !== undefined) return known
  const { subject, tenantId } = owner
  const fields = {
    subject,
    ...(tenantId !== null && { tenant: tenantId }),
    ...('id' in owner &&
      (owner.bearer === undefined ? { sessionId: hashSessionId(owner.id) } : { issuer: owner.bearer.issuer }))
  }
  const members = Object.entries(fields).map(([name, value]) => `,"${name}":${quote(value)}`)
  const described = { fields, members: members.join('') }
  if ('id' in owner) OF_SESSIONS.set(owner, described)
  return described
}

/** The id of a session in the log, which grants nothing. Alphanumeric: a leading `-` would make it a command's option. */
export function hashSessionId(id: string): string {
  return hash('sha256', id, 'base64url').replace(/[-_]/g, '').slice(0, SESSION_ID_CHARS)
}

/** The caller members, reused from the connection's previous request if unchanged. */
export function formatCaller(
  { route, application, owner }: Pick<RequestRecord, 'route' | 'application' | 'owner'>,
  { client, hostname, headers }: AuthRequest,
  previous: CallerMembers | null
): CallerMembers {
  const userAgent = headers['user-agent']
  if (
    previous !== null &&
    previous.userAgent === userAgent &&
    previous.client === client &&
    previous.hostname === hostname &&
    previous.route === route &&
    previous.application === application &&
    previous.owner === owner
  )
    return previous
  const json =
    // A closed connection has no address, HTTP/1.0 no host.
    text(',"client":', client) +
    text(',"userAgent":', userAgent?.slice(0, MAX_USER_AGENT_CHARS)) +
    text(',"host":', hostname) +
    `,"route":"${route}"${text(',"application":', application)}`
  const account = owner === null ? '' : describeAccount(owner).members
  return { client, userAgent, hostname, route, application, owner, json, account }
}

/** The log line of a request, joined from few pieces. `head`: of its level; `caller`: from `formatCaller`. */
export function formatRequestEnd(
  head: string,
  caller: CallerMembers,
  record: RequestRecord,
  authRequest: AuthRequest,
  end: RequestEnd,
  durationMs: number
): string {
  const { decision, fault, stream, upstreamHeadMs } = record
  const cause = fault ?? decision?.fault ?? null
  const why = cause === null ? NOTHING : describeFault(cause)
  // A stream that ended with a close frame logs that code instead of the fault's.
  const code = stream?.end?.closeCode ?? cause?.code ?? decision?.code
  const { id, target, trace } = authRequest
  const path = target?.path
  let line =
    head +
    ',"requestId":"' +
    escapeText(id) +
    '","method":"' +
    escapeText(authRequest.method) +
    (path === undefined ? '"' : '","path":"')
  if (path !== undefined) line = `${line + escapeText(path)}"`
  line += caller.json
  if (decision !== null) line += OUTCOMES[decision.outcome]
  if (code != null) line += `,"code":${typeof code === 'number' ? code : `"${code}"`}`
  if (why !== NOTHING) line += formatCause(why)
  else if (decision?.code != null) line += text(',"doctor":', DOCTOR_OF[decision.code])
  if (decision?.rule != null) line = `${line},"rule":${decision.rule}`
  if (record.specialResponse !== null) line += `,"answer":"${record.specialResponse}"`
  line += caller.account
  if (decision?.expiredForSeconds !== undefined)
    line = `${line},"expiredForSeconds":${decision.expiredForSeconds}`
  line = `${line},"status":${end.status}`
  if (end.bytesIn !== undefined) line = `${line},"bytesIn":${end.bytesIn}`
  if (end.bytesOut !== undefined) line = `${line},"bytesOut":${end.bytesOut}`
  line = `${line},"ms":${round(durationMs)}`
  if (decision?.durationMs != null) line = `${line},"decisionMs":${round(decision.durationMs)}`
  if (upstreamHeadMs !== null) line = `${line},"upstreamHeadMs":${round(upstreamHeadMs)}`
  if (record.isRetried) line += ',"upstreamRetried":true'
  if (record.end !== null) line += `,"end":"${record.end}"`
  if (trace != null) line += `,"traceId":"${trace.traceId}","spanId":"${trace.spanId}"`
  if (stream === null) return line + REQUEST_END
  return `${line}${formatStream(stream, durationMs)},"msg":"stream closed"}\n`
}

const REQUEST_END = ',"msg":"request"}\n'

const OUTCOMES: Readonly<Record<DecisionOutcome, string>> = {
  allow: ',"outcome":"allow"',
  login: ',"outcome":"login"',
  unauthenticated: ',"outcome":"unauthenticated"',
  forbidden: ',"outcome":"forbidden"',
  unavailable: ',"outcome":"unavailable"',
  failed: ',"outcome":"failed"'
}

const NOTHING: ReturnType<typeof describeFault> = {}

function formatCause({ doctor, call, detail, cause }: ReturnType<typeof describeFault>): string {
  return (
    text(',"doctor":', doctor) +
    text(',"call":', call) +
    text(',"detail":', detail) +
    text(',"cause":', cause)
  )
}

function formatStream({ kind, end }: NonNullable<RequestRecord['stream']>, durationMs: number): string {
  return (
    `,"stream":"${kind}","seconds":${Math.round(durationMs / 100) / 10}` +
    text(',"by":', end?.by) +
    text(',"reason":', end?.reason) +
    text(',"because":', end?.because)
  )
}

function text(name: string, value: string | null | undefined): string {
  return value == null ? '' : name + quote(value)
}

/** The same for the request's span. A denied request is not an error. */
export function describeTraceEnd(record: RequestRecord, authRequest: AuthRequest, end: RequestEnd): TraceEnd {
  const { decision, fault, owner } = record
  // A session that passes in an outage is not an error.
  const cause = fault ?? (decision?.outcome === 'allow' ? null : decision?.fault)
  return {
    method: end.method,
    origin: authRequest.origin,
    path: authRequest.target?.path,
    route: record.route,
    status: end.status,
    outcome: decision?.outcome,
    failure: cause != null && cause.statusCode >= 500 ? cause.code : null,
    subject: owner?.subject
  }
}

/** Gateway and application errors are errors, provider errors warnings, the rest is info. */
export function levelOf({ fault, decision, end, isQuiet }: RequestRecord): LineLevel {
  // The visitor has received part of the response and can tell.
  const isCutShort = end === 'upstream_broken' || end === 'timeout'
  if (fault !== null && fault.statusCode >= 500)
    return fault.code === 'PROVIDER_UNAVAILABLE' || isCutShort ? 'warn' : 'error'
  if (decision?.fault != null) {
    const { outcome, fault: cause } = decision
    // A session that passes in an outage.
    const isOutage = outcome === 'allow' && cause.statusCode >= 500
    if (isOutage || outcome === 'unavailable' || outcome === 'failed') return 'warn'
  }
  if (isCutShort) return 'warn'
  return isQuiet && fault === null ? 'debug' : 'info'
}

const round = (ms: number): number => Math.round(ms * 1000) / 1000

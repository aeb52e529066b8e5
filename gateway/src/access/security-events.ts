import { createHash } from 'node:crypto'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Schedule } from '../async/schedule.ts'
import type { ErrorCode } from '../errors.ts'
import type { Owner, Session } from '../session/session.ts'
import { describeRequest } from './decision-log.ts'
import { createEventLimit } from './event-limit.ts'

declare module 'fastify' {
  interface FastifyInstance {
    securityEvents: SecurityEvents
  }
  interface FastifyRequest {
    /** Whose good id token came with a sign-in that is refused; null: nobody's, or it is no sign-in. */
    refusedOwner: Owner | null
  }
  interface FastifyContextConfig {
    /** Does this route begin sessions? Whatever it refuses is a sign-in then. */
    signsIn?: boolean
  }
}

/** What happened, as the log names it. */
export type EventName = 'session.started' | 'session.refused' | 'session.ended' | 'access.refused'

/** What an event says beside its name; members that are undefined are left out. */
export interface EventFields {
  requestId: string
  client: string
  /** Of a refusal or an end. Events without are not limited. */
  code?: ErrorCode
  sessionId?: string | undefined
  [field: string]: unknown
}

/** Writes security events; see `createSecurityEvents`. */
export interface SecurityEvents {
  write(event: EventName, fields: EventFields): void
  /** Tells what was left out so far. */
  close(): void
}

const LONGEST_PATH_CHARS = 500
const LONGEST_HOST_CHARS = 255
const SESSION_ID_CHARS = 12

/** Codes that say nothing about protection: nobody is signed in, there is no such thing, or somebody else is in trouble. */
const UNREMARKABLE: ReadonlySet<ErrorCode> = new Set([
  'MISSING_CREDENTIALS',
  'MISSING_REFRESH_TOKEN',
  'MALFORMED_CREDENTIALS',
  'MISSING_TOKEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'HEADERS_TOO_LARGE',
  'SESSION_TOO_LARGE',
  'INTERNAL_ERROR',
  'PROVIDER_UNAVAILABLE',
  'UPSTREAM_UNREACHABLE',
  'UPSTREAM_TIMEOUT'
])

/**
 * Security events: log lines with `msg: "event"` that are written whatever `log.level` says, to the place where the log
 * goes. Never a token, a cookie, a key, a query or an e-mail address. Refusals and ends are limited (see
 * `createEventLimit`); what was left out is a line of its own.
 */
export function createSecurityEvents(logger: FastifyBaseLogger, schedule: Schedule): SecurityEvents {
  // A level of its own: that of the log does not reach it.
  const own = logger.child({}, { level: 'info' })
  const limit = createEventLimit(schedule, (leftOut) => own.warn(leftOut, 'events left out'))
  return {
    write(event, fields) {
      const { code, sessionId, client } = fields
      if (code !== undefined && !limit.admits({ event, code, sessionId, client })) return
      own.info({ event, ...fields }, 'event')
    },
    close: limit.close
  }
}

/** Is a refusal with this code an event of its own? Codes that are not known to be harmless are. */
export function isSecurityCode(code: ErrorCode): boolean {
  return !UNREMARKABLE.has(code)
}

/** Where an event comes from. Paths and hosts are cut: a line that strangers cause has a bounded length. */
export function describeOrigin(request: FastifyRequest): EventFields {
  const { path, ...line } = describeRequest(request)
  return {
    requestId: request.id,
    client: request.ip,
    ...line,
    path: typeof path === 'string' ? path.slice(0, LONGEST_PATH_CHARS) : undefined,
    host: request.hostname?.slice(0, LONGEST_HOST_CHARS)
  }
}

/** Who it is about: `subject`, `tenant`, and `sessionId`, which is the same for all events of a session and opens none. */
export function describeOwner(owner: Owner | Session | null): {
  subject?: string
  tenant?: string
  sessionId?: string
} {
  if (owner === null) return {}
  const { subject, tenantId } = owner
  return {
    subject,
    ...(tenantId === null ? {} : { tenant: tenantId }),
    ...('id' in owner ? { sessionId: hashId(owner.id) } : {})
  }
}

function hashId(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, SESSION_ID_CHARS)
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode, Fault } from '../../errors.ts'
import { type AuthRequest, authRequestOf, describeRequest } from '../../http/auth-request.ts'
import type { DecisionCost, DecisionOutcome, RouteName, StreamEnd, StreamKind } from '../events.ts'
import { accountLogFields, type LoggedOwner } from './request-logger.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Of the routes in this scope. */
    readonly routeName: RouteName
  }
  interface FastifyRequest {
    /** Facts about this request so far; set from the first hook on. */
    record: RequestRecord
  }
}

/** The decision about a request, in plain values. */
export interface DecisionNote {
  outcome: DecisionOutcome
  /** Null if the visitor passes, unless a session was optional: then why there is none. */
  code: ErrorCode | null
  /**
   * Work the decision took, see `request.decided`; null: access rules were not evaluated, as at the gateway's own endpoints.
   */
  cost: DecisionCost | null
  /** Index of the deciding access rule, from 1; null: none matched or none was evaluated. */
  rule: number | null
  /** Of the decision alone; null: not measured. */
  durationMs: number | null
  /** Why the provider was unavailable, or which sign-in rule is not met. */
  fault: Fault | null
  /** How long ago the id token of a passing session expired; undefined: it has not. */
  expiredForSeconds: number | undefined
}

/** One request, from arrival to the end of its response. Modules write their findings; `Traffic` reads them once. */
export class RequestRecord {
  /** Monotonic clock, like all times here. */
  readonly startedAtMs: number
  readonly route: RouteName
  /** The request described by a proxy's auth request; null: the incoming request itself. */
  forwardAuthRequest: AuthRequest | null = null
  decision: DecisionNote | null = null
  /** Name of the request's application; null: unknown, none, or the only one. */
  application: string | null = null
  /** To a CORS preflight, or a page that preserves a form: the outcome does not cover these. Null: neither. */
  specialResponse: 'preflight' | 'kept-form' | 'cross-site-post' | null = null
  /** The signed-in account; null: unknown. */
  owner: LoggedOwner | null = null
  /** The verified id token of a refused sign-in; otherwise null. */
  refusedSignIn: { owner: LoggedOwner; provider: string | undefined } | null = null
  /** Error that ended the request, if it was not a decision. */
  fault: Fault | null = null
  /** When the request was sent to the application; null: it was not. */
  dispatchedAtMs: number | null = null
  /** From then to the response head; null: there was none. */
  upstreamHeadMs: number | null = null
  /** Whether it was sent again on a new connection. */
  isRetried = false
  /** Status of a response written past Node's response object; null: that object has it. */
  status: number | null = null
  /** Whether the response was written completely. */
  isWhole = false
  /** Why the response ended early; null: it did not. */
  end: 'client_gone' | 'upstream_broken' | 'timeout' | 'drain' | 'session_ended' | null = null
  /** Set for a WebSocket or an event stream. `end`: null while it is open. */
  stream: { kind: StreamKind; end: StreamEnd | null } | null = null
  /** Whether the line is omitted unless the log is verbose. */
  isQuiet = false

  constructor(startedAtMs: number, route: RouteName) {
    this.startedAtMs = startedAtMs
    this.route = route
  }
}

/** Marks the response as a stream and reports that it opened; its end is reported with the request's. */
export function openStream(request: FastifyRequest, kind: StreamKind): void {
  const { record, server, log, trace } = request
  record.stream = { kind, end: null }
  server.reportEvent({ kind: 'stream.opened', stream: kind })
  if (server.traffic.logsStreams)
    log.info(
      {
        ...describeRequest(authRequestOf(request)),
        ...accountLogFields(record.owner),
        application: record.application ?? undefined,
        stream: kind,
        traceId: trace?.traceId,
        spanId: trace?.spanId
      },
      'stream opened'
    )
}

/** Names all routes of this scope and of nested ones that have no name of their own. */
export function nameRoutes(scope: FastifyInstance, name: RouteName): void {
  scope.decorate('routeName', name)
}

import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode, Fault } from '../errors.ts'
import { type AuthRequest, authRequestOf } from '../http/auth-request.ts'
import { describeRequest } from '../http/request-log.ts'
import type { RequestTrace } from '../http/trace-context.ts'
import type { DecisionCost, DecisionOutcome, RouteName, StreamEnd, StreamKind } from '../operations/events.ts'
import { describeOwner, type LoggedOwner } from '../operations/log-fields.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What is known of this request so far; there from the first hook on. */
    record: RequestRecord
  }
  interface FastifyContextConfig {
    /** Whose answers this route gives where its scope has no name; default `other`. */
    name?: RouteName
  }
}

/** Why an answer did not end as answers do. */
export type AbnormalEnd = 'client_gone' | 'upstream_broken' | 'timeout' | 'drain' | 'session_ended'

/** Answers that have a word of their own in the log: to a CORS preflight, and a page that keeps a form. */
export type SpecialResponse = 'preflight' | 'kept-form'

/** What was decided about a request, in plain values. */
export interface DecisionNote {
  outcome: DecisionOutcome
  /** Null where the visitor passes, unless a session was optional: why there is none. */
  code: ErrorCode | null
  /** What the decision took, see `request.decided`; null: no look at access rules, as at the gateway's own endpoints. */
  cost: DecisionCost | null
  /** Number of the access rule that decided, from 1; null: none matched, or none was asked. */
  rule: number | null
  /** Of the decision alone; null: not measured. */
  durationMs: number | null
  /** Why the provider could not be asked, or which rule for sign-ins is not met. */
  fault: Fault | null
  /** For how long the id token of a session that passes was over; undefined: it was not. */
  expiredForSeconds: number | undefined
}

/** One request, from its arrival to the end of its answer. Rooms write down what they find out; `Traffic` reads it once. */
export interface RequestRecord {
  /** By the monotonic clock, as all times here. */
  readonly startedAtMs: number
  /** Whose answer it gets. */
  readonly route: RouteName
  /** The trace that it belongs to; null: none. */
  readonly trace: RequestTrace | null
  /** The request that was judged, where a proxy asks about one that it holds; null: the one that came in. */
  forwardAuthRequest: AuthRequest | null
  decision: DecisionNote | null
  /** Name of the application whose request it is; null: not known, nobody's, or the only one. */
  application: string | null
  /** An answer of the gateway itself that its outcome does not tell of; null: none. */
  specialResponse: SpecialResponse | null
  /** Whose request it is; null: nobody's that is known. */
  owner: LoggedOwner | null
  /** What the request ended with, other than a decision. */
  fault: Fault | null
  /** When the request was passed on to the application; null: it was not. */
  dispatchedAtMs: number | null
  /** From then to the head of its answer; null: there was none. */
  upstreamHeadMs: number | null
  /** Was it sent to the application once more, on a new connection? */
  isRetried: boolean
  /** Status of an answer that was written past Node's own response; null: that response knows. */
  status: number | null
  /** Was all of the answer written? */
  isWhole: boolean
  end: AbnormalEnd | null
  /** The answer is a WebSocket or an event stream. `end`: null while nobody has ended it. */
  stream: { kind: StreamKind; end: StreamEnd | null } | null
  /** Is the usual line left out unless the log is talkative? */
  isQuiet: boolean
}

/** A record of which nothing is known yet. */
export function createRecord(
  startedAtMs: number,
  route: RouteName,
  trace: RequestTrace | null = null
): RequestRecord {
  return {
    startedAtMs,
    route,
    trace,
    forwardAuthRequest: null,
    decision: null,
    application: null,
    specialResponse: null,
    owner: null,
    fault: null,
    dispatchedAtMs: null,
    upstreamHeadMs: null,
    isRetried: false,
    status: null,
    isWhole: false,
    end: null,
    stream: null,
    isQuiet: false
  }
}

/** Notes that the answer to a request is a stream, and tells so; its end is told with that of the request. */
export function openStream(request: FastifyRequest, kind: StreamKind): void {
  const { record, server, log } = request
  record.stream = { kind, end: null }
  server.reportEvent({ kind: 'stream.opened', stream: kind })
  if (server.traffic.logsStreams)
    log.info(
      {
        ...describeRequest(authRequestOf(request)),
        ...describeOwner(record.owner),
        application: record.application ?? undefined,
        stream: kind,
        traceId: record.trace?.traceId,
        spanId: record.trace?.spanId
      },
      'stream opened'
    )
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whose answers all routes of this scope give; null: each says so itself (`config.name`). */
    readonly routeName: RouteName | null
  }
}

/** Gives all routes of this scope, and of those within, one name. Null: each has its own. */
export function nameRoutes(scope: FastifyInstance, name: RouteName | null): void {
  scope.decorate('routeName', name)
}

import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { ErrorCode, Fault } from '../../errors.ts'
import type { AuthRequest } from '../../http/auth-request.ts'
import type { DecisionCost, DecisionOutcome, RouteName, StreamEnd, StreamKind } from '../events.ts'

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
  /** See `request.decided`; null: no access rules were evaluated, as at the gateway’s own endpoints. */
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

/** Names all routes of this scope and of nested ones that have no name of their own. */
export function nameRoutes(scope: FastifyInstance, name: RouteName): void {
  scope.decorate('routeName', name)
}

/** The account a line is about. */
interface Account {
  subject: string
  tenantId: string | null
}

/** An account, or a session of one. `bearer`: of the token that replaces a session. */
export type LoggedOwner = Account | (Account & { id: string; bearer?: { issuer: string } })

export interface RequestEnd {
  /** As the client spelled it. */
  method: string
  /** 0: the client was gone before there was a response. */
  status: number
  /** Undefined: not counted. */
  bytesIn: number | undefined
  bytesOut: number | undefined
}

/** Members that most lines of a connection share, as JSON, each preceded by a comma. `account`: of `owner`. */
export interface CallerMembers {
  readonly client: string | undefined
  readonly userAgent: string | undefined
  readonly hostname: string | undefined
  readonly route: string
  readonly application: string | null
  readonly owner: LoggedOwner | null
  readonly json: string
  readonly account: string
}

/** A connection's latest request and response, and the bytes accounted for. */
export interface Connection {
  request: FastifyRequest
  response: ServerResponse
  bytesIn: number
  bytesOut: number
  /** Caller members of its latest log line; null: it had none. */
  caller: CallerMembers | null
}

const CONNECTION = Symbol('connection')

type NotedSocket = Socket & { [CONNECTION]?: Connection }

/** Records that a request has arrived on its connection. */
export function noteArrival(request: FastifyRequest, response: ServerResponse): Connection {
  const socket: NotedSocket = request.raw.socket
  const known = socket[CONNECTION]
  if (known === undefined) {
    const connection = { request, response, bytesIn: 0, bytesOut: 0, caller: null }
    socket[CONNECTION] = connection
    return connection
  }
  known.request = request
  known.response = response
  return known
}

/** Listener for `finish`: the response was handed over completely. */
export function noteWhole(this: ServerResponse): void {
  const { [CONNECTION]: connection }: NotedSocket = this.req.socket
  if (connection?.response === this) connection.request.record.isWhole = true
}

/** The connection whose latest request is not complete; null: none. */
export function unfinishedOf(socket: NotedSocket): Connection | null {
  const known = socket[CONNECTION]
  return known === undefined || known.request.raw.complete ? null : known
}

/** Ends a request, with its bytes: those since the last call for this connection, as responses leave in order. Includes heads, excludes TLS. */
export function takeBytes(socket: NotedSocket, method: string, status: number): Required<RequestEnd> {
  // Injected requests have a fake socket without counters.
  const { bytesRead = 0, bytesWritten = 0 } = socket
  const known = socket[CONNECTION]
  const bytesIn = bytesRead - (known?.bytesIn ?? 0)
  const bytesOut = bytesWritten - (known?.bytesOut ?? 0)
  if (known !== undefined) {
    known.bytesIn = bytesRead
    known.bytesOut = bytesWritten
  }
  return { method, status, bytesIn, bytesOut }
}

/** The logger of one request: a child of the gateway’s, created on first use, which most requests do not have. */
export class RequestLogger implements FastifyBaseLogger {
  readonly #parent: FastifyBaseLogger
  readonly #requestId: string
  #child: FastifyBaseLogger | null = null

  /** `requestId`: a field of all its lines. */
  constructor(parent: FastifyBaseLogger, requestId: string) {
    this.#parent = parent
    this.#requestId = requestId
  }

  get level(): string {
    return this.#own.level
  }

  set level(level: string) {
    this.#own.level = level
  }

  trace(...args: unknown[]): void {
    this.#log('trace', args)
  }

  debug(...args: unknown[]): void {
    this.#log('debug', args)
  }

  info(...args: unknown[]): void {
    this.#log('info', args)
  }

  warn(...args: unknown[]): void {
    this.#log('warn', args)
  }

  error(...args: unknown[]): void {
    this.#log('error', args)
  }

  fatal(...args: unknown[]): void {
    this.#log('fatal', args)
  }

  silent(): void {}

  child(...args: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#own.child(...args)
  }

  get #own(): FastifyBaseLogger {
    this.#child ??= this.#parent.child({ requestId: this.#requestId })
    return this.#child
  }

  #log(level: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal', args: unknown[]): void {
    const logger = this.#own
    Reflect.apply(logger[level], logger, args)
  }
}

import { type Decide, type Decision, noteDecision } from '../access/decision.ts'
import type { Outcome, OwnOutcome } from '../access/outcome.ts'
import type { Responses } from '../access/responses.ts'
import { type IdentifiesSessions, noteOutcome, notePassedOver } from '../access/security-events.ts'
import { untilDeadline } from '../async/schedule.ts'
import { isHelperPath } from '../auth-helper/helper-paths.ts'
import type { Application } from '../config/applications.ts'
import { Fault } from '../errors.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import type { CorsAt } from '../http/cors.ts'
import type { OwnResponse } from '../http/own-response.ts'
import type { EventSink } from '../operations/events.ts'
import type { RequestRecord } from '../traffic/record.ts'
import type { PassHeaders } from './pass-headers.ts'

/** Proxies give up after ten seconds. */
const MAX_WAIT_MS = 8000
const RETRY_AFTER_SECONDS = 2

/** What a proxy is told to do. */
export type Result =
  | {
      kind: 'pass'
      authRequest: AuthRequest
      /** Header name and value in turn: what the application gets; empty values take the visitor's copy away. */
      headers: readonly string[]
      /** `Set-Cookie` values for the visitor. */
      setCookies: readonly string[]
    }
  | { kind: 'refuse'; response: OwnResponse }

/** The verdict about a request, written into its record, and its event. Remembered sessions need no promise. */
export type Judge = (authRequest: AuthRequest, asking: Asking) => Result | Promise<Result>

/** How a question comes in. */
export interface Asking {
  /** Of the question. */
  record: RequestRecord
  /** Was the same asked a moment ago, so that its event is written? */
  isRepeated: boolean
  /** See `AuthRequest`. */
  successIsPass: boolean
}

type Admitted = Pick<Extract<Outcome, { kind: 'allow' }>, 'session' | 'setCookies'>

const PUBLIC: Admitted = { session: null, setCookies: [] }

export interface JudgeOptions {
  decide: Decide
  corsAt: CorsAt
  responses: Responses
  passHeaders: PassHeaders
  sessions: IdentifiesSessions
  report: EventSink
  /** What a request asks for at this gateway; see `PlaceOf`. */
  placeOf: PlaceOf
  /** Aborts when a verdict must be there; eight seconds when left out. */
  deadline?: () => AbortSignal
}

/** The one judgement for every dialect: the session check and the rules of requests that the gateway proxies itself. */
export function createJudge(options: JudgeOptions): Judge {
  const { decide, corsAt, responses, passHeaders, sessions, report, placeOf } = options
  const { deadline = () => AbortSignal.timeout(MAX_WAIT_MS) } = options

  return (authRequest, asking) => {
    asking.record.forwardAuthRequest = authRequest
    const place = placeOf(authRequest)
    // Nobody is signed in before those come, and proxies need not know which they are.
    if (place === 'own-page') {
      asking.record.isQuiet = true
      return pass(authRequest, PUBLIC, null)
    }
    const startedAtMs = performance.now()
    const settle = (decision: Decision): Result | Promise<Result> => {
      const { outcome } = decision
      note(authRequest, decision, asking, performance.now() - startedAtMs)
      return outcome.kind === 'allow'
        ? pass(authRequest, outcome, decision.application)
        : refuse(authRequest, outcome, decision.application)
    }
    const decision = place === 'nothing' ? NOTHING_THERE : decide(authRequest)
    if (!(decision instanceof Promise)) return settle(decision)
    return untilDeadline(decision, deadline(), tooLate).then(settle)
  }

  function pass(
    authRequest: AuthRequest,
    { session, setCookies }: Admitted,
    application: Application | null
  ): Result | Promise<Result> {
    const headers = passHeaders.of(authRequest, { session, application })
    return headers instanceof Promise
      ? headers.then((made) => ({ kind: 'pass', authRequest, headers: made, setCookies }))
      : { kind: 'pass', authRequest, headers, setCookies }
  }

  function refuse(authRequest: AuthRequest, outcome: OwnOutcome, application: Application | null): Result {
    const response = responses.refuse(authRequest, outcome)
    const readable = corsAt(authRequest, application)?.readableBy(authRequest)
    if (readable == null) return { kind: 'refuse', response }
    const { statusCode, headers, body } = response
    return { kind: 'refuse', response: { statusCode, headers: { ...readable, ...headers }, body } }
  }

  /** Proxies ask about every request: those that pass are no line at the usual level. */
  function note(
    authRequest: AuthRequest,
    decision: Decision,
    { record, isRepeated }: Asking,
    durationMs: number
  ): void {
    const { outcome } = decision
    noteDecision(record, decision, durationMs, report)
    record.isQuiet = outcome.kind === 'allow'
    if (isRepeated) return
    const sink = { sessions, report, application: record.application }
    if (outcome.kind === 'allow') notePassedOver(authRequest, outcome, sink)
    else noteOutcome(authRequest, outcome, sink)
  }
}

const NOTHING_THERE = undecided(new Fault('NOT_FOUND'), 'public')

function tooLate(): Decision {
  const fault = new Fault('PROVIDER_UNAVAILABLE', {
    detail: `no verdict within ${MAX_WAIT_MS} ms`,
    retryAfterSeconds: RETRY_AFTER_SECONDS
  })
  return undecided(fault, 'refresh')
}

function undecided(fault: Fault, cost: Decision['cost']): Decision {
  return { outcome: { kind: 'failed', fault, setCookies: [] }, cost, application: null }
}

/** TRACE would show the identity headers to the visitor; CONNECT is a proxy's own affair. */
const NOT_PROXIED: ReadonlySet<string> = new Set(['TRACE', 'CONNECT'])

/**
 * What a request asks for: a page of the gateway itself, something of the application, or what the gateway keeps from
 * everybody.
 */
export type PlaceOf = (
  authRequest: Pick<AuthRequest, 'method' | 'origin' | 'target'>
) => 'own-page' | 'application' | 'nothing'

/**
 * The places of the requests that proxies ask about. `isOwnPath`: is this path one of the gateway's own pages, on the origin
 * of `publicUrl`?
 */
export function createPlaceOf(publicOrigin: string, isOwnPath: (path: string) => boolean): PlaceOf {
  return ({ method, origin, target }) => {
    if (NOT_PROXIED.has(method)) return 'nothing'
    // On other origins every path is the application's.
    if (target === null || origin !== publicOrigin) return 'application'
    if (target.canonical && isOwnPath(target.path)) return 'own-page'
    return isHelperPath(target) ? 'nothing' : 'application'
  }
}

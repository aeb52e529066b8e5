import type { Answers } from '../access/answers.ts'
import type { Decide, Decision } from '../access/decision.ts'
import { noteDecision } from '../access/decision-note.ts'
import type { Outcome, OwnOutcome } from '../access/outcome.ts'
import { type IdentifiesSessions, noteOutcome, notePassedOver } from '../access/security-events.ts'
import { untilDeadline } from '../async/deadline.ts'
import type { Application } from '../config/applications.ts'
import { Fault } from '../errors.ts'
import type { CorsAt } from '../http/cors.ts'
import type { JudgedRequest } from '../http/judged-request.ts'
import type { OwnAnswer } from '../http/own-answer.ts'
import type { EventSink } from '../operations/events.ts'
import type { RequestRecord } from '../traffic/record.ts'
import type { PassHeaders } from './pass-headers.ts'
import type { PlaceOf } from './place.ts'

/** Proxies give up after ten seconds. */
const LONGEST_WAIT_MS = 8000
const RETRY_AFTER_SECONDS = 2

/** What a proxy is told to do. */
export type Verdict =
  | {
      kind: 'pass'
      judged: JudgedRequest
      /** Header name and value in turn: what the application gets; empty values take the visitor's copy away. */
      headers: readonly string[]
      /** `Set-Cookie` values for the visitor. */
      setCookies: readonly string[]
    }
  | { kind: 'refuse'; answer: OwnAnswer }

/** The verdict about a request, written into its record, and its event. Remembered sessions need no promise. */
export type Judge = (judged: JudgedRequest, asking: Asking) => Verdict | Promise<Verdict>

/** How a question comes in. */
export interface Asking {
  /** Of the question. */
  record: RequestRecord
  /** Was the same asked a moment ago, so that its event is written? */
  isRepeated: boolean
  /** See `JudgedRequest`. */
  successIsPass: boolean
}

type Admitted = Pick<Extract<Outcome, { kind: 'allow' }>, 'session' | 'setCookies'>

const PUBLIC: Admitted = { session: null, setCookies: [] }

export interface JudgeOptions {
  decide: Decide
  corsAt: CorsAt
  answers: Answers
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
  const { decide, corsAt, answers, passHeaders, sessions, report, placeOf } = options
  const { deadline = () => AbortSignal.timeout(LONGEST_WAIT_MS) } = options

  return (judged, asking) => {
    asking.record.question = judged
    const place = placeOf(judged)
    // Nobody is signed in before those come, and proxies need not know which they are.
    if (place === 'own-page') {
      asking.record.isQuiet = true
      return pass(judged, PUBLIC, null)
    }
    const startedAtMs = performance.now()
    const settle = (decision: Decision): Verdict | Promise<Verdict> => {
      const { outcome } = decision
      note(judged, decision, asking, performance.now() - startedAtMs)
      return outcome.kind === 'allow'
        ? pass(judged, outcome, decision.application)
        : refuse(judged, outcome, decision.application)
    }
    const decision = place === 'nothing' ? NOTHING_THERE : decide(judged)
    if (!(decision instanceof Promise)) return settle(decision)
    return untilDeadline(decision, deadline(), tooLate).then(settle)
  }

  function pass(
    judged: JudgedRequest,
    { session, setCookies }: Admitted,
    application: Application | null
  ): Verdict | Promise<Verdict> {
    const headers = passHeaders.of(judged, { session, application })
    return headers instanceof Promise
      ? headers.then((made) => ({ kind: 'pass', judged, headers: made, setCookies }))
      : { kind: 'pass', judged, headers, setCookies }
  }

  function refuse(judged: JudgedRequest, outcome: OwnOutcome, application: Application | null): Verdict {
    const answer = answers.refuse(judged, outcome)
    const readable = corsAt(judged, application)?.readableBy(judged)
    if (readable == null) return { kind: 'refuse', answer }
    const { statusCode, headers, body } = answer
    return { kind: 'refuse', answer: { statusCode, headers: { ...readable, ...headers }, body } }
  }

  /** Proxies ask about every request: those that pass are no line at the usual level. */
  function note(
    judged: JudgedRequest,
    decision: Decision,
    { record, isRepeated }: Asking,
    durationMs: number
  ): void {
    const { outcome } = decision
    noteDecision(record, decision, durationMs, report)
    record.isQuiet = outcome.kind === 'allow'
    if (isRepeated) return
    const sink = { sessions, report, application: record.application }
    if (outcome.kind === 'allow') notePassedOver(judged, outcome, sink)
    else noteOutcome(judged, outcome, sink)
  }
}

const NOTHING_THERE = undecided(new Fault('NOT_FOUND'), 'public')

function tooLate(): Decision {
  const fault = new Fault('PROVIDER_UNAVAILABLE', {
    detail: `no verdict within ${LONGEST_WAIT_MS} ms`,
    retryAfterSeconds: RETRY_AFTER_SECONDS
  })
  return undecided(fault, 'refresh')
}

function undecided(fault: Fault, cost: Decision['cost']): Decision {
  return { outcome: { kind: 'failed', fault, setCookies: [] }, cost, application: null }
}

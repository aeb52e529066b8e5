import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Application } from '../config/applications.ts'
import type { CorsAt } from '../http/cors.ts'
import { judgedRequestOf } from '../http/judged-request.ts'
import type { OpenRequests } from '../http/open-requests.ts'
import type { OpenStreams } from '../http/open-streams.ts'
import { sendOwnAnswer } from '../http/own-answer.ts'
import type { OwnHeaders } from '../http/own-headers.ts'
import type { Session } from '../session/session.ts'
import type { Answers } from './answers.ts'
import type { Decide, Decision } from './decision.ts'
import { noteDecision } from './decision-note.ts'
import type { KeptForms } from './kept-forms/kept-forms.ts'
import type { OwnOutcome } from './outcome.ts'
import { type IdentifiesSessions, noteOutcome, notePassedOver } from './security-events.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * `ending`: every answer asks its client to close the connection. `requests`: those that wait for the end of their answers.
     * `streams`: answers that end only when somebody ends them.
     */
    lifecycle: { ending: boolean; requests: OpenRequests; streams: OpenStreams }
    /** Headers of every answer that the gateway makes itself. */
    ownHeaders: OwnHeaders
  }
  interface FastifyRequest {
    /** Whose it is, once it may pass; null before. */
    application: Application | null
    /** Who is signed in; null on public paths and before the decision. */
    session: Session | null
    /** Does the answer depend on whether somebody is signed in? False before the decision. */
    sessionIsOptional: boolean
    /** `Set-Cookie` values that the answer to this request must carry. */
    setCookies: readonly string[]
  }
}

export interface AccessHookOptions {
  decide: Decide
  answers: Answers
  corsAt: CorsAt
  /** Null: forms are not kept. */
  keptForms: KeptForms | null
  /** For the events of refusals. */
  sessions: IdentifiesSessions
}

/**
 * The hook in front of the application: nobody passes it but by an `allow`. Stands at `onRequest`, before a byte of
 * the body is read.
 */
export function buildAccessHook({ decide, answers, corsAt, keptForms, sessions }: AccessHookOptions) {
  return function checkAccess(
    request: FastifyRequest,
    reply: FastifyReply,
    done: HookHandlerDoneFunction
  ): void {
    const startedAtMs = performance.now()
    const judged = judgedRequestOf(request)
    // For every answer of the gateway itself, also one that comes later; those of the application are written past them.
    const makeReadable = (whose: Application | null) => {
      const readable = corsAt(judged, whose)?.readableBy(judged)
      if (readable != null) reply.headers(readable)
    }
    const act = (decision: Decision) => {
      const { outcome } = decision
      makeReadable(decision.application)
      const report = request.server.reportEvent
      noteDecision(request.record, decision, performance.now() - startedAtMs, report)
      const { application } = request.record
      if (outcome.kind !== 'allow') {
        noteOutcome(judged, outcome, { sessions, report, application })
        if (keptForms?.keeps(judged, outcome)) keepForm(keptForms, outcome).catch(done)
        else sendOwnAnswer(request, reply, answers.refuse(judged, outcome))
        return
      }
      notePassedOver(judged, outcome, { sessions, report, application })
      request.application = decision.application
      request.session = outcome.session
      request.sessionIsOptional = outcome.passedOver !== undefined
      request.setCookies = outcome.setCookies
      done()
    }
    async function keepForm(forms: KeptForms, outcome: OwnOutcome): Promise<void> {
      const owner = sessions.at(judged.origin).checker.identify(judged.headers.cookie)
      const page = await forms.answer(request.raw, judged, outcome, owner)
      if (page !== null) request.record.specialAnswer = 'kept-form'
      sendOwnAnswer(request, reply, page ?? answers.refuse(judged, outcome))
    }
    function fail(cause: Error): void {
      makeReadable(null)
      done(cause)
    }
    const decision = decide(judged)
    if (decision instanceof Promise) decision.then(act, fail).catch(done)
    else act(decision)
  }
}

import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import { Fault } from '../errors.ts'
import type { OpenStreams } from '../http/open-streams.ts'
import { isFromOwnSite } from '../http/origin.ts'
import type { OwnHeaders } from '../http/own-headers.ts'
import type { Target } from '../http/target.ts'
import type { SessionChecker } from '../session/check.ts'
import type { SessionCheck } from '../session/check-result.ts'
import type { Session } from '../session/session.ts'
import { type Answers, isPageLoad } from './answers.ts'
import { logDecision } from './decision-log.ts'
import { decideOutcome, type Outcome, PUBLIC_OUTCOME } from './outcome.ts'
import type { Policy } from './policy.ts'
import { noteOutcome } from './security-events.ts'
import type { Sites } from './sites.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** `ending`: every answer asks its client to close the connection. `streams`: answers that end only when somebody ends them. */
    lifecycle: { ending: boolean; streams: OpenStreams }
    /** Headers of every answer that the gateway makes itself. */
    ownHeaders: OwnHeaders
  }
  interface FastifyRequest {
    /** The judged target; null until the root hook has seen the request. */
    target: Target | null
    /** Who is signed in; null on public paths and before the decision. */
    session: Session | null
    /** `Set-Cookie` values that the answer to this request must carry. */
    setCookies: readonly string[]
  }
}

export interface AccessOptions {
  checker: SessionChecker
  policy: Policy
  answers: Answers
  sites: Sites
}

/**
 * The hook in front of the application: nobody passes it but by an `allow`. Stands at `onRequest`, before a byte of
 * the body is read. Remembered sessions pass without a promise.
 */
export function buildAccessHook({ checker, policy, answers, sites }: AccessOptions) {
  return function checkAccess(
    request: FastifyRequest,
    reply: FastifyReply,
    done: HookHandlerDoneFunction
  ): void {
    const startedAtMs = performance.now()
    const { target } = request
    if (target === null) {
      done(new Fault('INVALID_REQUEST', { detail: 'no judged target' }))
      return
    }
    const act = (outcome: Outcome) => {
      const durationMs = performance.now() - startedAtMs
      if (outcome.kind !== 'allow') noteOutcome(request, outcome, checker)
      logDecision(request, outcome, durationMs)
      if (outcome.kind !== 'allow') {
        answers.refuse(request, reply, outcome)
        return
      }
      request.session = outcome.session
      request.setCookies = outcome.setCookies
      done()
    }

    // A page of another site could otherwise open a socket with the visitor's cookies (CWE-1385).
    if (request.headers.upgrade !== undefined && !isFromOwnSite(request.headers, sites.originOf(request))) {
      act({ kind: 'failed', fault: new Fault('ORIGIN_MISMATCH'), setCookies: [] })
      return
    }
    const demand = policy(request.method, target)
    if (!demand.session) {
      act(PUBLIC_OUTCOME)
      return
    }
    const decide = (check: SessionCheck) => {
      const welcome = sites.welcomeAt(request, target.readings)
      act(decideOutcome(check, isPageLoad(request), demand, welcome))
    }
    const check = checker.check(request.headers.cookie)
    if (check instanceof Promise) check.then(decide).catch(done)
    else decide(check)
  }
}

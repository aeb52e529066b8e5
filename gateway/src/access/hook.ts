import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Application } from '../config/applications.ts'
import { type AuthRequest, authRequestOf } from '../http/auth-request.ts'
import type { OpenRequests, OpenStreams } from '../http/connections/open-responses.ts'
import type { CorsAt } from '../http/cors.ts'
import { type OwnHeaders, type OwnResponse, sendOwnResponse } from '../http/own-response.ts'
import { type Admitted, type Decide, type Decision, noteDecision } from './decision.ts'
import type { OwnOutcome } from './outcome.ts'
import type { KeptForms } from './responses/kept-forms.ts'
import { isPostedAgain, postAgain } from './responses/posted-forms.ts'
import type { Responses } from './responses/responses.ts'
import type { DecisionSink } from './security-events.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * `ending`: every response has `Connection: close`. `requests`: requests whose response
     * is incomplete. `streams`: responses that do not end on their own.
     */
    lifecycle: { ending: boolean; requests: OpenRequests; streams: OpenStreams }
    /** Headers of every response that the gateway itself makes. */
    ownHeaders: OwnHeaders
  }
  interface FastifyRequest {
    /** The decision that let it pass to its application; `NOT_ADMITTED` before. */
    admitted: Admitted
  }
}

interface AccessHookOptions extends DecisionSink {
  decide: Decide
  responses: Responses
  /** Null: no application has a CORS policy. */
  corsAt: CorsAt | null
  /** Null if keeping forms is disabled. */
  keptForms: KeptForms | null
  config: Parameters<typeof postAgain>[2]['config']
}

/** Access control for proxied requests, at `onRequest`: before the body is read. Only `allow` continues. */
export function buildAccessHook(options: AccessHookOptions) {
  const { decide, corsAt, responses, keptForms, sessions } = options

  function checkAccess(request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void {
    const startedAtMs = performance.now()
    const authRequest = authRequestOf(request)
    const decision = decide(authRequest)
    if (decision instanceof Promise) {
      const fail = (cause: Error) => {
        makeReadable(reply, authRequest, null)
        done(cause)
      }
      decision.then((made) => act(reply, done, made, startedAtMs), fail).catch(done)
    } else act(reply, done, decision, startedAtMs)
  }

  function act(reply: FastifyReply, done: HookHandlerDoneFunction, decision: Decision, startedAtMs: number) {
    const { request } = reply
    const { authRequest, outcome, application } = decision
    if (corsAt !== null) makeReadable(reply, authRequest, application)
    noteDecision(request.record, decision, options, { durationMs: performance.now() - startedAtMs })
    if (outcome.kind !== 'allow') {
      const response = respond(request, decision, outcome)
      if (response instanceof Promise)
        response.then((made) => sendOwnResponse(request, reply, made)).catch(done)
      else sendOwnResponse(request, reply, response)
      return
    }
    // No object of its own: this is the hot path.
    request.admitted = decision as Admitted
    if (outcome.applicationCookie !== undefined) request.headers.cookie = outcome.applicationCookie
    done()
  }

  /** Adds CORS headers to any response the gateway makes, now or later. Upstream responses bypass them. */
  function makeReadable(reply: FastifyReply, authRequest: AuthRequest, application: Application | null) {
    const readable = corsAt?.(authRequest, application)?.readableBy(authRequest)
    if (readable != null) reply.headers(readable)
  }

  /** A form of the request may go on from another page, which has read it. */
  function respond(
    request: FastifyRequest,
    { authRequest, application }: Decision,
    outcome: OwnOutcome
  ): OwnResponse | Promise<OwnResponse> {
    if (isPostedAgain(authRequest, outcome, application)) return postAgain(request, authRequest, options)
    if (keptForms?.keeps(authRequest, outcome) !== true) return responses.refuse(authRequest, outcome)
    const owner = sessions.at(authRequest.origin).checker.identify(authRequest.headers.cookie)
    return keptForms.keep(request, authRequest, outcome, owner)
  }

  return checkAccess
}

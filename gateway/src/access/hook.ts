import type { FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify'
import type { Application } from '../config/applications.ts'
import type { Config } from '../config/schema/schema.ts'
import { ERROR_CATALOGUE } from '../errors.ts'
import { authRequestOf } from '../http/auth-request.ts'
import type { OpenRequests } from '../http/connections/open-requests.ts'
import type { OpenStreams } from '../http/connections/open-streams.ts'
import type { CorsAt } from '../http/cors.ts'
import { type OwnHeaders, sendOwnResponse } from '../http/own-response.ts'
import { describeRequest } from '../http/request-log.ts'
import type { Session } from '../session/session.ts'
import { isPostedAgain, postAgain } from './cross-site-posts.ts'
import { type Decide, type Decision, noteDecision } from './decision.ts'
import type { KeptForms } from './kept-forms.ts'
import type { OwnOutcome } from './outcome.ts'
import { foreignFormPage } from './refusal-pages.ts'
import type { Responses } from './responses.ts'
import { type IdentifiesSessions, noteOutcome, notePassedOver } from './security-events.ts'

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
    /** The application the request was admitted to; null before. */
    application: Application | null
    /** The session; null on public paths and before the decision. */
    session: Session | null
    /** Whether the response depends on the visitor being signed in. False before the decision. */
    sessionIsOptional: boolean
    /** `Set-Cookie` values that the response must carry. */
    setCookies: readonly string[]
  }
}

export interface AccessHookOptions {
  decide: Decide
  responses: Responses
  /** Null: no application has a CORS policy. */
  corsAt: CorsAt | null
  /** Null if keeping forms is disabled. */
  keptForms: KeptForms | null
  config: Pick<Config, 'keepForms' | 'paths'>
  /** Identifies the owner for refusal events. */
  sessions: IdentifiesSessions
}

/** Access control for proxied requests, at `onRequest`: before the body is read. Only `allow` continues. */
export function buildAccessHook(options: AccessHookOptions) {
  const { decide } = options
  return function checkAccess(
    request: FastifyRequest,
    reply: FastifyReply,
    done: HookHandlerDoneFunction
  ): void {
    const startedAtMs = performance.now()
    const decision = decide(authRequestOf(request))
    if (decision instanceof Promise) actLater(options, decision, request, reply, done, startedAtMs)
    else act(options, decision, request, reply, done, startedAtMs)
  }
}

/** For a request whose session is not cached. */
function actLater(
  options: AccessHookOptions,
  decision: Promise<Decision>,
  request: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
  startedAtMs: number
): void {
  const fail = (cause: Error) => {
    makeReadable(options, request, reply, null)
    done(cause)
  }
  decision.then((decided) => act(options, decided, request, reply, done, startedAtMs), fail).catch(done)
}

function act(
  options: AccessHookOptions,
  decision: Decision,
  request: FastifyRequest,
  reply: FastifyReply,
  done: HookHandlerDoneFunction,
  startedAtMs: number
): void {
  const { corsAt, responses, keptForms, sessions } = options
  const { outcome } = decision
  const authRequest = authRequestOf(request)
  if (corsAt !== null) makeReadable(options, request, reply, decision.application)
  const report = request.server.reportEvent
  noteDecision(request.record, decision, performance.now() - startedAtMs, report)
  const { application } = request.record
  if (outcome.kind !== 'allow') {
    noteOutcome(authRequest, outcome, { sessions, report, application })
    if (isPostedAgain(authRequest, outcome, decision.application))
      sendAgain(options, request, reply).catch(done)
    else if (keptForms?.keeps(authRequest, outcome))
      keepForm(options, keptForms, request, reply, outcome).catch(done)
    else sendOwnResponse(request, reply, responses.refuse(authRequest, outcome))
    return
  }
  if (outcome.anonymousBecause !== undefined)
    notePassedOver(authRequest, outcome, { sessions, report, application })
  request.application = decision.application
  request.session = outcome.session
  request.sessionIsOptional = outcome.anonymousBecause !== undefined
  request.setCookies = outcome.setCookies
  if (outcome.applicationCookie !== undefined) request.headers.cookie = outcome.applicationCookie
  done()
}

/** Adds CORS headers to any response the gateway makes, now or later. Upstream responses bypass them. */
function makeReadable(
  { corsAt }: AccessHookOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  application: Application | null
): void {
  const authRequest = authRequestOf(request)
  const readable = corsAt?.(authRequest, application)?.readableBy(authRequest)
  if (readable != null) reply.headers(readable)
}

async function sendAgain(
  { responses, config }: AccessHookOptions,
  request: FastifyRequest,
  reply: FastifyReply
): Promise<void> {
  const authRequest = authRequestOf(request)
  const page = await postAgain(request.raw, authRequest, { responses, maxBytes: config.keepForms.maxBytes })
  request.record.specialResponse = 'cross-site-post'
  if (page === null) {
    const fix = 'post it as application/x-www-form-urlencoded, within keepForms.maxBytes'
    request.log.info({ ...describeRequest(authRequest), fix }, 'form of another site cannot be posted again')
  }
  const { status } = ERROR_CATALOGUE.UNSUPPORTED_MEDIA_TYPE
  const refusal = foreignFormPage(config.paths.home)
  sendOwnResponse(request, reply, page ?? responses.page(authRequest, status, refusal))
}

async function keepForm(
  { responses, sessions }: AccessHookOptions,
  forms: KeptForms,
  request: FastifyRequest,
  reply: FastifyReply,
  outcome: OwnOutcome
): Promise<void> {
  const authRequest = authRequestOf(request)
  const owner = sessions.at(authRequest.origin).checker.identify(authRequest.headers.cookie)
  const page = await forms.response(request.raw, authRequest, outcome, owner)
  if (page !== null) request.record.specialResponse = 'kept-form'
  sendOwnResponse(request, reply, page ?? responses.refuse(authRequest, outcome))
}

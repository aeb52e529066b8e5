import type { Applications, Origins } from '../access/applications/applications.ts'
import { type Decide, type Decision, noteDecision, refuse as refuseUndecided } from '../access/decision.ts'
import type { Outcome, OwnOutcome } from '../access/outcome.ts'
import type { Responses } from '../access/responses/responses.ts'
import { untilDeadline } from '../async.ts'
import { isHelperPath } from '../auth-helper/proxy.ts'
import { buildNetworkTest } from '../config/addresses/networks.ts'
import type { Application } from '../config/applications.ts'
import type { Config } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import type { CorsAt } from '../http/cors.ts'
import { isBearer } from '../http/message.ts'
import type { OwnResponse } from '../http/own-response.ts'
import type { PathList } from '../http/routes.ts'
import type { HeaderMap, Identities } from '../identity/identity.ts'
import type { EventSink } from '../operations/events.ts'
import type { RequestRecord } from '../operations/requests/request-record.ts'
import type { Traffic } from '../operations/requests/traffic.ts'
import type { Tracing } from '../operations/tracing.ts'
import type { Session } from '../session/session.ts'
import type { Sessions } from '../session/sessions.ts'
import { createReadForwardAuth, type Facts, type RefusedForwardAuth } from './adapters.ts'

/** Must be below the ten seconds after which proxies give up. */
const MAX_WAIT_MS = 8000
const RETRY_AFTER_SECONDS = 2

/** The decision for the proxy to carry out, or the error of an invalid auth request. */
export type Reply =
  | {
      kind: 'pass'
      authRequest: AuthRequest
      /** Headers for the application, names and values alternating; empty values remove the visitor's copy. */
      headers: readonly string[]
      setCookies: readonly string[]
    }
  | { kind: 'refuse'; response: OwnResponse }
  | { kind: 'unanswerable'; fault: Fault }

export interface AuthRequestContext {
  record: RequestRecord
  /** True if the same request was just evaluated and reported. */
  isRepeated: boolean
  successIsPass: boolean
}

type Admitted = Pick<Extract<Outcome, { kind: 'allow' }>, 'session' | 'setCookies' | 'applicationCookie'>

const PUBLIC: Admitted = { session: null, setCookies: [] }

export interface ForwardAuthOptions {
  config: Config
  decide: Decide
  corsAt: CorsAt | null
  applications: Applications
  origins: Origins
  identities: Identities
  sessions: Sessions
  /** The gateway's own pages on the origin of `publicUrl`. */
  ownPaths: Pick<PathList, 'has'>
  report: EventSink
}

/** What a listener of another protocol needs to handle auth requests. */
export interface ForwardAuthTarget {
  forwardAuthRequests: ForwardAuthRequests
  responses: Responses
  traffic: Traffic
  tracing: Tracing
}

/** Handles auth requests of every adapter. */
export type ForwardAuthRequests = ReturnType<typeof createForwardAuthRequests>

/** Checks the peer and the auth request, then evaluates access as for proxied requests. `responses`: with absolute links, as proxies deliver them on other origins. */
export function createForwardAuthRequests(options: ForwardAuthOptions, responses: Responses) {
  const { config, decide, corsAt, origins, report } = options
  const isAuthProxy = buildNetworkTest(config.forwardAuth.trustedProxies ?? config.trustedProxies)
  const readForwardAuth = createReadForwardAuth(origins, isAuthProxy)
  const sortTarget = createTargetSorter(origins.publicOrigin, options.ownPaths.has)
  const passHeaders = createPassHeaders(options)

  /** Logs each refusal with its request; those the operator can fix are also reported as rate-limited warnings. */
  function reject(peer: string, { fault, hint }: RefusedForwardAuth, record: RequestRecord): Reply {
    record.fault = fault
    if (hint !== null) report({ kind: 'question.refused', code: fault.code, peer, ...hint })
    return { kind: 'unanswerable', fault }
  }

  function evaluate(authRequest: AuthRequest, context: AuthRequestContext): Reply | Promise<Reply> {
    context.record.forwardAuthRequest = authRequest
    const place = sortTarget(authRequest)
    // The sign-in pages are public, and proxies need not know their paths.
    if (place === 'own-page') {
      context.record.isQuiet = true
      return pass(authRequest, PUBLIC, null)
    }
    const startedAtMs = performance.now()
    const settle = (decision: Decision): Reply | Promise<Reply> => {
      const { outcome } = decision
      const { record, isRepeated } = context
      noteDecision(record, decision, options, { durationMs: performance.now() - startedAtMs, isRepeated })
      // Proxies ask about every request, so admitted ones are logged at debug level only.
      record.isQuiet = outcome.kind === 'allow'
      return outcome.kind === 'allow'
        ? pass(authRequest, outcome, decision.application)
        : refuse(authRequest, outcome, decision.application)
    }
    const decision =
      place === 'nothing' ? refuseUndecided(authRequest, new Fault('NOT_FOUND')) : decide(authRequest)
    if (!(decision instanceof Promise)) return settle(decision)
    const late = () => refuseUndecided(authRequest, tooLate(), null, 'refresh')
    return untilDeadline(decision, AbortSignal.timeout(MAX_WAIT_MS), late).then(settle)
  }

  function pass(
    authRequest: AuthRequest,
    { session, setCookies, applicationCookie: cookie }: Admitted,
    application: Application | null
  ): Reply | Promise<Reply> {
    const visible =
      cookie === undefined ? authRequest : { ...authRequest, headers: { ...authRequest.headers, cookie } }
    const headers = passHeaders(visible, session, application)
    return headers instanceof Promise
      ? headers.then((made) => ({ kind: 'pass', authRequest, headers: made, setCookies }))
      : { kind: 'pass', authRequest, headers, setCookies }
  }

  function refuse(authRequest: AuthRequest, outcome: OwnOutcome, application: Application | null): Reply {
    const response = responses.refuse(authRequest, outcome)
    const readable = corsAt?.(authRequest, application)?.readableBy(authRequest)
    if (readable == null) return { kind: 'refuse', response }
    const { statusCode, headers, body } = response
    return { kind: 'refuse', response: { statusCode, headers: { ...readable, ...headers }, body } }
  }

  return {
    /** True if this is the address of a trusted proxy. */
    isAuthProxy,
    /** `read`: called only for a trusted peer. Synchronous if the session is cached. */
    answer(
      peer: string,
      read: () => Facts | RefusedForwardAuth,
      context: AuthRequestContext
    ): Reply | Promise<Reply> {
      if (!isAuthProxy(peer)) return reject(peer, untrusted(peer), context.record)
      const facts = read()
      const asked = 'fault' in facts ? facts : readForwardAuth(facts, peer, context)
      return 'fault' in asked ? reject(peer, asked, context.record) : evaluate(asked, context)
    }
  }
}

function untrusted(peer: string): RefusedForwardAuth {
  return {
    fault: new Fault('FORBIDDEN', { detail: `auth request from ${peer}` }),
    hint: {
      cause: `auth request from ${peer}, which is not in forwardAuth.trustedProxies`,
      fix: 'if this is your proxy, add its address there; otherwise block it from this listener'
    }
  }
}

function tooLate(): Fault {
  const detail = `no decision within ${MAX_WAIT_MS} ms`
  return new Fault('PROVIDER_UNAVAILABLE', { detail, retryAfterSeconds: RETRY_AFTER_SECONDS })
}

/** TRACE would reveal the identity headers to the visitor; CONNECT is for the proxy itself. */
const NOT_PROXIED: ReadonlySet<string> = new Set(['TRACE', 'CONNECT'])

/** Tells whether a request targets one of the gateway's own pages (`isOwnPath`, on the origin of `publicUrl`), the application, or a path that is never served. */
export function createTargetSorter(publicOrigin: string, isOwnPath: (path: string) => boolean) {
  return ({ method, origin, target }: Pick<AuthRequest, 'method' | 'origin' | 'target'>) => {
    if (NOT_PROXIED.has(method)) return 'nothing'
    // On other origins every path is the application's.
    if (target === null || origin !== publicOrigin) return 'application'
    if (target.canonical && isOwnPath(target.path)) return 'own-page'
    return isHelperPath(target) ? 'nothing' : 'application'
  }
}

/**
 * Builds the headers that the proxy adds to an admitted request. Every identity header is set, as the visitor's own copy of an omitted one would
 * stay; `cookie` is stripped of the gateway's; machine bearer tokens are blanked in `authorization` and other token headers.
 */
function createPassHeaders({ applications, identities, sessions, config }: ForwardAuthOptions) {
  const tokenHeaders = config.bearer.flatMap(({ headers }) => headers)
  const perApplication = new Map(
    applications.all.map((one) => {
      const { audience } = one
      const identity = identities.as(one.identityHeaders)
      const saysAuthorization = identity.headerNames.includes('authorization')
      const names = [...new Set([...identity.headerNames, ...tokenHeaders])]
      return [one, { identity, audience, saysAuthorization, names }]
    })
  )
  /** For the gateway's own pages, which belong to no application. */
  const allNames = [...new Set([...perApplication.values()].flatMap((one) => one.names))]

  function build(
    { origin, headers }: AuthRequest,
    session: Session | null,
    own: ReturnType<typeof perApplication.get>
  ): readonly string[] {
    const values: HeaderMap =
      session === null || own === undefined ? {} : own.identity.headersOf(session, own.audience ?? origin)
    const listed = own?.names ?? allNames
    const built: string[] = []
    for (const name of listed) if (name !== 'authorization') built.push(name, String(values[name] ?? ''))
    if (own?.saysAuthorization === true) built.push('authorization', String(values.authorization ?? ''))
    // Blank a machine's token; anything else is the application's. Always set, so that proxy configs do not
    // depend on ours.
    else if (headers.authorization !== undefined) {
      const isOfMachine = session?.bearer !== undefined && isBearer(headers)
      built.push('authorization', isOfMachine ? '' : headers.authorization)
    }
    const { cookie } = headers
    built.push('cookie', cookie === undefined ? '' : (sessions.ownCookies.strip(cookie) ?? ''))
    return built
  }

  /** Header names and values, alternating. A promise if the assertion must be signed first. `application`: null for own pages. */
  return (authRequest: AuthRequest, session: Session | null, application: Application | null) => {
    const own = application === null ? undefined : perApplication.get(application)
    const waiting =
      session === null ? null : own?.identity.prepare(session, own.audience ?? authRequest.origin)
    return waiting == null
      ? build(authRequest, session, own)
      : waiting.then(() => build(authRequest, session, own))
  }
}

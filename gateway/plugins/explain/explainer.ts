import { createDecide } from '../../src/access/decision.ts'
import { isOfToken, type Outcome } from '../../src/access/outcome.ts'
import { CONTINUE_PATH } from '../../src/access/responses/hand-over.ts'
import { KEPT_FORM_STATUS } from '../../src/access/responses/posted-forms.ts'
import { createEntranceResponses, type ResponsesByMode } from '../../src/access/responses/responses.ts'
import { buildPolicyTrace } from '../../src/access/rules/policy.ts'
import { enrolsSecondFactor } from '../../src/access/rules/step-up.ts'
import type { Application } from '../../src/config/applications.ts'
import type { Config } from '../../src/config/schema/schema.ts'
import { Fault } from '../../src/errors.ts'
import type { AuthRequest } from '../../src/http/auth-request.ts'
import { parseRequestTarget, stripOwnOrigin } from '../../src/http/target.ts'
import { createIdentityHeaders } from '../../src/identity/identity.ts'
import { APP_CHECK_HEADER, type Attestation } from '../../src/machines/app-check.ts'
import type { EndpointPlugin } from '../../src/own-routes.ts'
import type { SessionCheck } from '../../src/session/check-result.ts'
import { keyOfDevice } from '../../src/session/device.ts'
import type { Session } from '../../src/session/session.ts'
import { createClientHeaderTest, listRemoved } from '../../src/upstream/request-headers.ts'
import type { AskedRequest } from './asked-request.ts'
import { createEntrances } from './entrances.ts'
import { keyOfRule, listRuleReasons } from './rule-reasons.ts'
import { createBearerCallers, createVisitorCheck, type Visitor } from './visitor.ts'

/** Pages need no looks here, only their status. */
const BARE_FRAME = { brandName: '', logo: null, colorScheme: 'light', stylesheetHrefs: [], footer: null }

export type Explainer = Awaited<ReturnType<typeof createExplainer>>
/** What the gateway would do with a request, and why: the output of `--json`, described in config/explain.schema.json. */
export type Explanation = Awaited<ReturnType<Explainer['explain']>>

/** Without evaluated rules. */
const UNJUDGED = { pages: [], tenants: null, rules: [] }
const NO_NAMES: readonly string[] = []

/**
 * Explains requests with the gateway's own decision functions. Does not listen and makes no calls. `now`: epoch seconds. `isBound`:
 * sessions are bound to devices; default: if they must be.
 */
export async function createExplainer(
  config: Config,
  now: () => number,
  plugins: readonly EndpointPlugin[],
  isBound = config.session.deviceBinding.mode === 'required'
) {
  const entrances = await createEntrances(config, plugins, now)
  const { applications, origins, tenancy, corsAt, locales, sessions } = entrances.gateway
  const traces = new Map(applications.all.map((one) => [one, buildPolicyTrace(one.access)]))
  const visitors = createVisitorCheck(config, tenancy, now, isBound)
  const { checkAccount } = visitors
  const { machines, tokenOf } = await createBearerCallers(config, applications.all, checkAccount, now)
  const frameFor = () => BARE_FRAME
  const responseTo = createEntranceResponses({ config, applications, locales, frameFor, now })
  const enrols = enrolsSecondFactor(config)

  /** A bound session comes with a live proof. One that is not bound is past the time in which it could be. */
  function checkDevice(check: SessionCheck, authRequest: AuthRequest): SessionCheck {
    if (!('session' in check) || keyOfDevice(check.session) !== null) return check
    return sessions.at(authRequest.origin).devices?.check(check.session, undefined, authRequest) ?? check
  }

  /** Headers that the gateway drops from a request it proxies. */
  function listRemovedAt(application: Application | null, { headers }: AuthRequest): string[] {
    if (application === null || application.upstream === null) return []
    const { passHeaders, headers: fixed } = application.upstream
    const tokenHeaders = config.bearer.flatMap((one) => one.headers)
    const identityNames = identityHeadersOf(application).headerNames
    const names = { identityNames, tokenHeaders, passHeaders, fixedNames: Object.keys(fixed) }
    return listRemoved(headers, createClientHeaderTest(names))
  }

  /**
   * `tenants`: whose sessions are accepted here, and the keys that say so. `rules`: those evaluated, in order. `pages`: those that the
   * address also leads to by `framework`, each with the rule that decides there; null: none.
   */
  function judge(authRequest: AuthRequest, application: Application | null, session: Session | null) {
    const { target, hostname, method, client } = authRequest
    if (target === null) return UNJUDGED
    const found = applications.at(hostname, target)
    const here = found.kind === 'application' ? found : null
    const read = here?.readByFramework?.(authRequest, target) ?? { ...target, targets: [] }
    const caller = session && { session, client, isAttested: attest(authRequest).kind === 'valid' }
    const scope = tenancy.scopeAt(hostname, read.readings, target.further)
    const tenantIds = scope.kind === 'any' ? ('any' as const) : ('none' as const)
    const accepted = scope.kind === 'one-of' ? scope.tenantIds : tenantIds
    const matches = application && traces.get(application)?.(method, target, hostname)
    return {
      pages: read.targets.map((page) => {
        const rule = here?.policy(method, page, hostname).rule ?? null
        const accessPath = here?.application.accessPath ?? ''
        return { path: page.path, ruleKey: rule === null ? null : keyOfRule(accessPath, rule) }
      }),
      tenants: { accepted, keys: tenancy.keysAt(hostname, read.readings) },
      rules: application && matches ? listRuleReasons(application, matches, caller, target) : []
    }
  }

  /** `by`: as usual for the host if omitted. */
  async function explain(asked: AskedRequest, visitor: Visitor, by = entrances.choose(asked.host)) {
    const origin = origins.originOf(asked.host)
    const target = parseRequestTarget(stripOwnOrigin(asked.target, origin))
    const address = target.kind === 'target' ? `${origin}${target.path}` : origin
    const request =
      visitor.kind === 'bearer' ? withToken(asked, await tokenOf(visitor.claims, address)) : asked
    const check = visitors.check(visitor)
    const ofCookie = 'session' in check ? check.session : null
    const facts = {
      method: request.method,
      host: request.host,
      /** Without its query. */
      path: request.target.split('?', 1)[0] ?? '',
      by,
      /** How lenient applications might read the path; empty: it is unreadable. */
      readings: target.kind === 'target' ? [...target.readings, ...target.further] : [],
      visitor: describeVisitor(ofCookie),
      ...UNJUDGED,
      application: null,
      identityHeaders: NO_NAMES,
      removedHeaders: NO_NAMES
    }
    const entered = entrances.enter(by, request)
    if (entered.kind === 'own') return { ...facts, outcome: { kind: 'own' as const, ...NOTHING } }
    if (entered.kind === 'refused') {
      const { code, statusCode: status, detail = null } = entered.fault
      return { ...facts, outcome: { kind: 'failed' as const, ...NOTHING, status, code, detail } }
    }
    const { authRequest } = entered
    const decide = createDecide({
      sessions: { at: () => ({ checker: { check: () => checkDevice(check, authRequest) } }) },
      ...{ applications, tenancy, corsAt, machines, attest, enrols, now }
    })
    const decision = await decide(authRequest)
    const { application } = decision
    const outcome = entered.conclude(decision)
    const isAllowed = outcome.kind === 'allow'
    const session = isOfToken(outcome) && 'session' in outcome ? outcome.session : ofCookie
    const ended = describeOutcome(authRequest, outcome, responseTo[by])
    const ruleKey = application && ended.rule ? keyOfRule(application.accessPath, ended.rule) : null
    return {
      ...facts,
      visitor: describeVisitor(session),
      ...judge(authRequest, application, session),
      outcome: { ...ended, ruleKey },
      /** Null: the only one, or none. */
      application: application?.name ?? null,
      /** Names of the identity headers for the application. */
      identityHeaders:
        isAllowed && outcome.session !== null && application !== null
          ? Object.keys(identityHeadersOf(application).headersOf(outcome.session, authRequest.origin))
          : NO_NAMES,
      /** Withheld from the application; empty if another proxy passes the request on. */
      removedHeaders: isAllowed && by === 'proxy' ? listRemovedAt(application, authRequest) : NO_NAMES
    }
  }

  return { explain, close: entrances.close }
}

function describeVisitor(session: Session | null) {
  return session && { uid: session.subject, tenant: session.tenantId }
}

function identityHeadersOf({ identityHeaders }: Application) {
  return createIdentityHeaders({ identityHeaders, assertionOf: () => 'signed' })
}

function withToken(request: AskedRequest, token: string): AskedRequest {
  const authorization = `Bearer ${token}`
  const rawHeaders = [...request.rawHeaders, 'authorization', authorization]
  return { ...request, rawHeaders, headers: { ...request.headers, authorization } }
}

/** Any token counts, as if App Check had issued it to an accepted app: its keys are not fetched here. */
function attest({ headers }: Pick<AuthRequest, 'headers'>): Attestation {
  if (headers[APP_CHECK_HEADER] !== undefined) return { kind: 'valid' }
  const detail = 'the App Check token is missing; --header with any text counts as a valid one'
  return { kind: 'refused', fault: new Fault('APP_CHECK_REQUIRED', { detail }) }
}

const HANDED_OVER = `to ${CONTINUE_PATH} of the sign-in origin, which hands over its session`
const NOTHING = { status: null, code: null, rule: null, ruleKey: null, detail: null }

/** `status`: of the gateway's response; null: that of the application. `rule`: the deciding one, from 1. `detail`: in the log. */
function describeOutcome(
  authRequest: AuthRequest,
  outcome: Outcome,
  { responses, keptForms, handOver }: ResponsesByMode
) {
  const { kind, rule = null } = outcome
  if (kind === 'allow') return { kind, status: null, code: null, rule, detail: null }
  const status = responses.refuse(authRequest, outcome).statusCode
  if (kind === 'preflight') return { kind, status, code: null, rule, detail: null }
  const arrives = kind === 'login' && handOver?.isFor(authRequest.origin) === true ? HANDED_OVER : undefined
  const { code, detail = null } =
    'fault' in outcome
      ? outcome.fault
      : { code: outcome.code, detail: [lackingOf(outcome) ?? [], arrives ?? []].flat().join('; ') || null }
  return keptForms?.keeps(authRequest, outcome) === true
    ? { kind, status: KEPT_FORM_STATUS, code, rule, detail: 'a page that preserves the form (keepForms)' }
    : { kind, status, code, rule, detail }
}

function lackingOf(outcome: Outcome): string | undefined {
  if ('refusedToken' in outcome && outcome.refusedToken !== undefined)
    return outcome.refusedToken.fault.detail
  return 'unmetRule' in outcome ? outcome.unmetRule?.detail : undefined
}

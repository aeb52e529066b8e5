import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults, Provider } from 'oidc-provider'
import { isInScope } from '../../src/access/applications/tenancy.ts'
import { createLoginLink, INTERACTION_PATH } from '../../src/access/responses/redirect-target.ts'
import { enrolsSecondFactor, findShortfall } from '../../src/access/rules/step-up.ts'
import { DEVICE_PATH, ISSUER_PATH } from '../../src/config/applications.ts'
import { createSessionGuard } from '../../src/endpoints/own-session.ts'
import { Fault } from '../../src/errors.ts'
import { authRequestOf } from '../../src/http/auth-request.ts'
import { markOwnResponse, sendOwnResponse } from '../../src/http/own-response.ts'
import { subjectOf } from '../../src/identity/own-tokens.ts'
import { parseCookies } from '../../src/session/cookie/cookie.ts'
import type { Session } from '../../src/session/session.ts'
import { describeLogin } from './accounts.ts'
import { nameOfClient } from './clients.ts'
import { createConsent, type Details, REFUSE } from './consent.ts'
import { HINT_PARAMETER } from './hints.ts'
import { describeConnected, describeDecided, REFUSED } from './pages.ts'
import type { AuthorizationServer, AuthorizationServerOptions } from './provider.ts'
import { ACR_REASON } from './provider-settings.ts'

/** How long a second submission of a decision is recognized. */
const DECIDED_SECONDS = 120
const SECOND_FACTOR = { secondFactor: true, signedInWithinSeconds: null, rule: null }
/** To the login page, for another sign-in. */
const STEP_UP = { prompt: 'login', reason: 'step-up' } as const
/** Groups: the id of the interaction, and the end of a form that refuses. */
const ADDRESS = new RegExp(`^${INTERACTION_PATH}([\\w-]{1,64})(${REFUSE})?$`)
const MERGED = { mergeWithLastSubmission: true }

/** A decision that has been made. `client`: its name. */
interface Decided {
  isRefused: boolean
  isOfDevice: boolean
  to: string
  client: string
  /** For the visitor to follow if that redirect is lost. Null: nothing. */
  resumeUrl: string | null
}

/** `leave` sends the response. `decided`: null if it is no decision. */
interface Decision {
  decided: Decided | null
  leave: () => FastifyReply | Promise<FastifyReply>
}

/**
 * The pages of an authorization request: the login page for visitors without a session that passes, or whose sign-in is
 * too old for it, then the consent page. POST consents, or refuses below `/refuse`, once.
 */
export function registerInteraction(
  app: FastifyInstance,
  options: AuthorizationServerOptions,
  { provider, hints, accountOf }: AuthorizationServer
): void {
  const { config, shared, sessions, responses, tenancy, now } = options
  const admit = createSessionGuard(app, options, { returnRequest: (authRequest) => authRequest })
  const consent = createConsent(app, options, provider)
  const loginLink = createLoginLink(config, '')
  const url = `${INTERACTION_PATH}*`
  const cookieName = provider.cookieName('interaction')

  const checkSession = (request: FastifyRequest) =>
    sessions.at(authRequestOf(request).origin).checker.check(request.headers.cookie)
  const redirect = (request: FastifyRequest, reply: FastifyReply, to: string) =>
    markOwnResponse(request, reply).redirect(to, 303)

  const unknown = (cause?: unknown) =>
    new Fault('INVALID_REQUEST', { detail: 'authorization request: unknown or expired', cause })

  /** What the path says. Throws unless the request has the cookie of the same interaction. */
  function readAddress(request: FastifyRequest) {
    const [, uid, end] = ADDRESS.exec(authRequestOf(request).target?.path ?? '') ?? []
    if (uid === undefined || uid !== parseCookies(request.headers.cookie ?? '')[cookieName]) throw unknown()
    return { uid, isRefused: end !== undefined }
  }

  async function find(request: FastifyRequest, reply: FastifyReply): Promise<Details> {
    const { uid } = readAddress(request)
    try {
      const details = await provider.interactionDetails(request.raw, reply.raw)
      if (details.uid === uid) return details
    } catch (cause) {
      throw cause instanceof Fault ? cause : unknown(cause)
    }
    throw unknown()
  }

  /** Leaves the page: the provider goes on with what was decided. */
  async function finish(request: FastifyRequest, reply: FastifyReply, result: InteractionResults) {
    return redirect(request, reply, await provider.interactionResult(request.raw, reply.raw, result, MERGED))
  }

  /** The session; null: the response has been sent, which asks for one. */
  async function admitted(request: FastifyRequest, reply: FastifyReply, details: Details) {
    const session = admit(request, reply, await checkSession(request))
    if (session === null) return null
    const resources = [details.params.resource].flat()
    const isAccepted = resources.every((one) => isInScope(tenancy.scopeOf(String(one)), session.tenantId))
    if (isAccepted && isFresh(details, session, now())) return session
    redirect(request, reply, loginLink(authRequestOf(request), isAccepted ? STEP_UP : {}))
    return null
  }

  app.get(url, async (request, reply) => {
    const details = await find(request, reply)
    const session = await admitted(request, reply, details)
    if (session === null) return reply
    const { prompt } = details
    const accountId = subjectOf(session)
    // OpenID Connect Core 1.0, 3.1.2.1.
    if (prompt.reasons.includes(HINT_PARAMETER) && details.params[HINT_PARAMETER] !== hints.hintOf(accountId))
      return await finish(request, reply, { error: 'login_required' })
    const asked = details.session?.accountId
    if (asked !== undefined && asked !== accountId)
      return redirect(request, reply, await beginAgain(provider, details))
    const lacking = prompt.reasons.includes(ACR_REASON) ? findShortfall(session, SECOND_FACTOR, now()) : null
    if (lacking !== null) {
      const mayEnrol = lacking.isJustNow && enrolsSecondFactor(config)
      if (lacking.isFinal || (lacking.isJustNow && !mayEnrol))
        return await finish(request, reply, { error: 'unmet_authentication_requirements' })
      const how = mayEnrol ? ({ screen: 'second-step' } as const) : STEP_UP
      return redirect(request, reply, loginLink(authRequestOf(request), how))
    }
    if (prompt.name !== 'consent' || asked !== accountId)
      return await finish(request, reply, { login: { accountId, ...describeLogin(session) } })
    return sendOwnResponse(request, reply, await consent.page(authRequestOf(request), details, session))
  })

  app.post(url, { config: { sameOrigin: 'stated' } }, async (request, reply) => {
    const { uid, isRefused } = readAddress(request)
    const check = await checkSession(request)
    const sessionId = check.kind === 'signed-in' ? check.session.id : ''
    /** Of a page that is still open, or a double click without scripts: the first decision counts. */
    async function replayResponse({ to, client, resumeUrl, ...made }: Decided): Promise<FastifyReply> {
      const isUnfinished = (await provider.Interaction.find(uid)) !== undefined
      if (isUnfinished && made.isRefused === isRefused) return redirect(request, reply, to)
      const write =
        made.isOfDevice && !made.isRefused ? describeConnected : describeDecided(client, resumeUrl)
      return sendOwnResponse(request, reply, responses.page(authRequestOf(request), 200, write))
    }
    const made = await shared.singleFlight<Decision>(`oauth decision ${uid} ${sessionId}`, DECIDED_SECONDS, {
      run: () => decide(request, reply, isRefused),
      encode: ({ decided }) => decided && JSON.stringify(decided),
      async decode(text) {
        const decided = JSON.parse(text)
        return { decided, leave: () => replayResponse(decided) }
      }
    })
    return await made.leave()
  })

  async function decide(request: FastifyRequest, reply: FastifyReply, isRefused: boolean): Promise<Decision> {
    const details = await find(request, reply)
    const session = isRefused ? null : await admitted(request, reply, details)
    if (session === null && !isRefused) return { decided: null, leave: () => reply }
    const { prompt, session: asked, params, deviceCode } = details
    // Of another account: the page says so.
    if (session !== null && (prompt.name !== 'consent' || asked?.accountId !== subjectOf(session)))
      return { decided: null, leave: () => redirect(request, reply, `${INTERACTION_PATH}${details.uid}`) }
    const account = session === null ? null : await accountOf(session)
    if (session !== null && account === null) throw new Fault('USER_NOT_FOUND')
    const isAllowed = session !== null && account !== null
    const result = isAllowed
      ? { consent: { grantId: await consent.grant(request, details, session, account) } }
      : REFUSED
    const to = await provider.interactionResult(request.raw, reply.raw, result, MERGED)
    const client = nameOfClient(await consent.findClient(params.client_id))
    const isOfDevice = deviceCode !== undefined
    const resumeUrl = isRefused || isOfDevice ? null : authorizeAgain(params, () => false)
    const decided = { isRefused, isOfDevice, to, client, resumeUrl }
    return { decided, leave: () => redirect(request, reply, to) }
  }
}

/** The address of the same request for another account, which has just signed in if the request demands that. */
async function beginAgain(provider: Provider, { params, deviceCode }: Details): Promise<string> {
  const code = deviceCode === undefined ? undefined : await provider.DeviceCode.find(deviceCode)
  if (code === undefined) return authorizeAgain(params, (prompt) => prompt !== 'login')
  code.inFlight = false
  await code.save()
  return `${ISSUER_PATH}${DEVICE_PATH}?user_code=${code.userCode}`
}

function authorizeAgain(params: Details['params'], asksFor: (prompt: string) => boolean): string {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    for (const one of [value].flat())
      if (typeof one === 'string' && (name !== 'prompt' || asksFor(one))) query.append(name, one)
  return `${ISSUER_PATH}/authorize?${query}`
}

/** Whether the sign-in is as recent as the request demands (`prompt=login`, `max_age`). */
function isFresh({ prompt, params, iat = 0 }: Details, session: Session, now: number): boolean {
  const { ts } = describeLogin(session)
  if (prompt.name !== 'login' || ts > iat) return true
  return !prompt.reasons.includes('login_prompt') && now - ts <= Number(params.max_age ?? Infinity)
}

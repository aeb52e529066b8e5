import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { InteractionResults, Provider } from 'oidc-provider'
import { isInScope } from '../../src/access/applications/tenancy.ts'
import { createLoginLink, INTERACTION_PATH } from '../../src/access/responses/redirect-target.ts'
import { accountOf } from '../../src/access/responses/refusal-pages.ts'
import { enrolsSecondFactor, findShortfall } from '../../src/access/rules/step-up.ts'
import { describeVisitor } from '../../src/access/security-events.ts'
import { parseUrl } from '../../src/config/addresses/urls.ts'
import { DEVICE_PATH, ISSUER_PATH } from '../../src/config/applications.ts'
import { createSessionGuard } from '../../src/endpoints/own-session.ts'
import { Fault } from '../../src/errors.ts'
import { authRequestOf } from '../../src/http/auth-request.ts'
import { markOwnResponse, sendOwnResponse } from '../../src/http/own-response.ts'
import type { WritePage } from '../../src/http/page.ts'
import { subjectOf } from '../../src/identity/own-tokens.ts'
import { parseCookies } from '../../src/session/cookie/cookie.ts'
import type { Session } from '../../src/session/session.ts'
import { createGrantId, describeLogin, describeSignIn, type GrantAccount, isGrantOf } from './accounts.ts'
import { nameOfClient } from './clients.ts'
import {
  describeConnected,
  describeDecided,
  leavingScript,
  PRESS_ONCE,
  REFUSED,
  renderAsked
} from './pages.ts'
import type { AuthorizationServer } from './provider.ts'
import { ACR_REASON, HINT_PARAMETER } from './provider-settings.ts'
import { isOfDevice } from './redirect-uris.ts'
import { type Client, type Details, listAsked, wordsOfScope } from './resources.ts'

/** Ends the address of a form that refuses. */
const REFUSE = '/refuse'
/** How long a second submission of a decision is recognized. */
const DECIDED_SECONDS = 120
const SECOND_FACTOR = { secondFactor: true, signedInWithinSeconds: null, rule: null }
/** To the login page, for another sign-in. */
const STEP_UP = { prompt: 'login', reason: 'step-up' } as const
/** Groups: the id of the interaction, and the end of a form that refuses. */
const ADDRESS = new RegExp(`^${INTERACTION_PATH}([\\w-]{1,64})(${REFUSE})?$`)

/** A decision that has been made. `client`: its name. `resumeUrl`: for the visitor to follow if that redirect is lost; null: nothing. */
interface Decided {
  isRefused: boolean
  isOfDevice: boolean
  to: string
  client: string
  resumeUrl: string | null
}

/**
 * The pages of an authorization request: the login page for visitors without a session that passes, or whose sign-in is
 * too old for it, then the consent page. POST consents, or refuses below `/refuse`, once.
 */
export function registerInteraction(app: FastifyInstance, server: AuthorizationServer): void {
  const { provider, options } = server
  const { config, shared, sessions, responses, tenancy, now } = options
  const requireSession = createSessionGuard(app, options, { returnRequest: (authRequest) => authRequest })
  const loginLink = createLoginLink(config, '')
  const url = `${INTERACTION_PATH}*`

  const checkSession = (request: FastifyRequest) =>
    sessions.at(authRequestOf(request).origin).checker.check(request.headers.cookie, authRequestOf(request))
  const redirect = (request: FastifyRequest, reply: FastifyReply, to: string) =>
    markOwnResponse(request, reply).redirect(to, 303)
  const show = (request: FastifyRequest, reply: FastifyReply, write: WritePage) =>
    sendOwnResponse(request, reply, responses.page(authRequestOf(request), 200, write))
  const unknown = (cause?: unknown) =>
    new Fault('INVALID_REQUEST', { detail: 'authorization request: unknown or expired', cause })

  /** What the path says. Throws unless the request has the cookie of the same interaction. */
  function readAddress(request: FastifyRequest) {
    const [, uid, end] = ADDRESS.exec(authRequestOf(request).target?.path ?? '') ?? []
    const cookie = parseCookies(request.headers.cookie ?? '')[server.cookieNames.interaction]
    if (uid === undefined || uid !== cookie) throw unknown()
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

  async function findClient(clientId: unknown): Promise<Client> {
    const client = await provider.Client.find(String(clientId))
    if (client !== undefined) return client
    throw new Fault('INVALID_REQUEST', { detail: 'authorization request: no such client' })
  }

  /** Where the provider goes on with what was decided. */
  const finish = (request: FastifyRequest, reply: FastifyReply, result: InteractionResults) =>
    provider.interactionResult(request.raw, reply.raw, result, { mergeWithLastSubmission: true })

  /** The session; null: the response has been sent, which asks for one. */
  async function admitted(request: FastifyRequest, reply: FastifyReply, details: Details) {
    const session = requireSession(request, reply, await checkSession(request))
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
    const { prompt, params } = details
    const accountId = subjectOf(session)
    const end = async (result: InteractionResults) =>
      redirect(request, reply, await finish(request, reply, result))
    // OpenID Connect Core 1.0, 3.1.2.1.
    if (prompt.reasons.includes(HINT_PARAMETER) && params[HINT_PARAMETER] !== server.hintOf(accountId))
      return await end({ error: 'login_required' })
    const asked = details.session?.accountId
    if (asked !== undefined && asked !== accountId)
      return redirect(request, reply, await restart(provider, details))
    const lacking = prompt.reasons.includes(ACR_REASON) ? findShortfall(session, SECOND_FACTOR, now()) : null
    if (lacking !== null) {
      const mayEnrol = lacking.isJustNow && enrolsSecondFactor(config)
      if (lacking.isFinal || (lacking.isJustNow && !mayEnrol))
        return await end({ error: 'unmet_authentication_requirements' })
      const how = mayEnrol ? ({ screen: 'second-step' } as const) : STEP_UP
      return redirect(request, reply, loginLink(authRequestOf(request), how))
    }
    if (prompt.name !== 'consent' || asked !== accountId)
      return await end({ login: { accountId, ...describeLogin(session) } })
    return show(request, reply, await describeConsent(request, details, session))
  })

  app.post(url, { config: { sameOrigin: 'stated' } }, async (request, reply) => {
    const { uid, isRefused } = readAddress(request)
    const check = await checkSession(request)
    const sessionId = check.kind === 'signed-in' ? check.session.id : ''
    const decided = await shared.singleFlight<Decided | null>(
      `oauth decision ${uid} ${sessionId}`,
      DECIDED_SECONDS,
      {
        run: () => decide(request, reply, isRefused),
        encode: (made) => made && JSON.stringify(made),
        decode: async (text) => JSON.parse(text)
      }
    )
    if (decided === null) return reply
    const { to, client, resumeUrl } = decided
    const isUnfinished = (await provider.Interaction.find(uid)) !== undefined
    if (isUnfinished && decided.isRefused === isRefused) return redirect(request, reply, to)
    // Of a page that is still open, or a double click without scripts: the first decision counts.
    const isConnected = decided.isOfDevice && !decided.isRefused
    return show(request, reply, isConnected ? describeConnected : describeDecided(client, resumeUrl))
  })

  /** Null: nothing has been decided, and the response has been sent. */
  async function decide(
    request: FastifyRequest,
    reply: FastifyReply,
    isRefused: boolean
  ): Promise<Decided | null> {
    const details = await find(request, reply)
    const { params, deviceCode } = details
    const result = isRefused ? REFUSED : await allow(request, reply, details)
    if (result === null) return null
    const to = await finish(request, reply, result)
    const client = nameOfClient(await findClient(params.client_id))
    const isOfDevice = deviceCode !== undefined
    const resumeUrl = isRefused || isOfDevice ? null : requestAddress(params, () => false)
    return { isRefused, isOfDevice, to, client, resumeUrl }
  }

  async function allow(request: FastifyRequest, reply: FastifyReply, details: Details) {
    const session = await admitted(request, reply, details)
    if (session === null) return null
    // Of another account: the page says so.
    if (details.prompt.name !== 'consent' || details.session?.accountId !== subjectOf(session)) {
      redirect(request, reply, `${INTERACTION_PATH}${details.uid}`)
      return null
    }
    const account = await server.accountOf(session)
    if (account === null) throw new Fault('USER_NOT_FOUND')
    return { consent: { grantId: await grant(request, details, session, account) } }
  }

  /** The page that asks the visitor. */
  async function describeConsent(
    request: FastifyRequest,
    details: Details,
    session: Session
  ): Promise<WritePage> {
    const authRequest = authRequestOf(request)
    const { client_id: clientId, redirect_uri: redirectUri } = details.params
    const client = await findClient(clientId)
    const name = nameOfClient(client)
    const asked = listAsked(details, client, await findGrant(details))
    const leadsOn = isOfDevice(redirectUri) ? 'gateway.consent.device' : 'gateway.consent.text'
    const leadsTo = details.deviceCode === undefined ? leadsOn : null
    const publisher = client.clientIdMetadataDocument === true ? new URL(client.clientId).host : null
    const action = authRequest.target?.path ?? ''
    const otherAccount = loginLink(authRequest, { prompt: 'login' })
    return (texts, { brandName }) => ({
      icon: 'lock',
      client: name,
      title: texts['gateway.consent.title']
        .replaceAll('{client}', () => name)
        .replaceAll('{brand}', () => brandName),
      text: '',
      account: {
        ...accountOf(texts, session),
        link: { label: texts['gateway.consent.not-you'], href: otherAccount }
      },
      content: renderAsked(texts, {
        name,
        scopes: asked.map((one) => wordsOfScope(one, texts, config.authorizationServer.scopes)),
        publisher,
        leadsTo: leadsTo && texts[leadsTo],
        host: parseUrl(String(redirectUri))?.host ?? ''
      }),
      leadsAway: true,
      script: isOfDevice(redirectUri) ? leavingScript(name, texts) : PRESS_ONCE,
      form: { label: texts['gateway.consent.allow'], action },
      forms: [{ label: texts['gateway.consent.refuse'], action: `${action}${REFUSE}` }]
    })
  }

  /** What the account has allowed the client before. */
  const findGrant = async ({ grantId }: Details) =>
    grantId === undefined ? undefined : await provider.Grant.find(grantId)

  /** Lets the client have what it asks for. Returns the id of the grant. */
  async function grant(request: FastifyRequest, details: Details, session: Session, account: GrantAccount) {
    const accountId = subjectOf(session)
    const clientId = String(details.params.client_id)
    const before = await findGrant(details)
    const known = before !== undefined && isGrantOf(before.jti, account) ? before : undefined
    const asked = listAsked(details, await findClient(clientId), known)
    const granted =
      known ?? Object.assign(new provider.Grant(), { accountId, clientId, jti: createGrantId(account) })
    const { missingOIDCScope, missingOIDCClaims, missingResourceScopes = {} } = Object(details.prompt.details)
    if (missingOIDCScope !== undefined) granted.addOIDCScope(missingOIDCScope.join(' '))
    if (missingOIDCClaims !== undefined) granted.addOIDCClaims(missingOIDCClaims)
    for (const [resource, scopes] of Object.entries<string[]>(missingResourceScopes))
      granted.addResourceScope(resource, scopes.join(' '))
    const { expiresAt } = describeSignIn(session, config.session.absoluteSeconds)
    // Another sign-in may have used it, whose session lasts longer.
    const expiresIn = Math.max(1, Math.floor(Math.max(expiresAt, granted.exp ?? 0) - now()))
    const grantId = await Object.assign(granted, { expiresIn, exp: undefined }).save()
    const scopes = [...new Set(asked.map(({ scope }) => scope))].join(' ')
    app.reportEvent({ kind: 'oauth.granted', ...describeVisitor(request, session), clientId, scopes })
    return grantId
  }
}

/** The address of the same request for another account, which has just signed in if the request demands that. */
async function restart(provider: Provider, { params, deviceCode }: Details): Promise<string> {
  const code = deviceCode === undefined ? undefined : await provider.DeviceCode.find(deviceCode)
  if (code === undefined) return requestAddress(params, (prompt) => prompt !== 'login')
  code.inFlight = false
  await code.save()
  return `${ISSUER_PATH}${DEVICE_PATH}?user_code=${code.userCode}`
}

function requestAddress(params: Details['params'], asksFor: (prompt: string) => boolean): string {
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

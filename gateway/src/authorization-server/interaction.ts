import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { createLoginLink, INTERACTION_PATH } from '../access/redirect-target.ts'
import { signedInAs } from '../access/refusal-pages.ts'
import { describeOrigin } from '../access/security-events.ts'
import { enrolsSecondFactor, findShortfall } from '../access/step-up.ts'
import { parseUrl } from '../config/addresses/urls.ts'
import { DEVICE_PATH, ISSUER_PATH, issuerOf } from '../config/applications.ts'
import { createAdmission, type EndpointOptions } from '../endpoints/own-session.ts'
import { Fault } from '../errors.ts'
import { authRequestOf } from '../http/auth-request.ts'
import { markOwnResponse, sendOwnResponse } from '../http/own-response.ts'
import { subjectOf } from '../identity/subject.ts'
import { describeOwner } from '../operations/request-logger.ts'
import type { Session } from '../session/session.ts'
import { readSignInFacts } from '../session/sign-in/facts.ts'
import { nameOfClient } from './client-name.ts'
import type { Grants } from './grants.ts'
import { describeConnected } from './pages.ts'
import { ACR_REASON } from './provider.ts'
import { type RecordState, readTexts } from './records.ts'
import { wordsOfScope } from './scope-words.ts'
import { describeLogin } from './subjects.ts'

export interface InteractionOptions extends EndpointOptions {
  provider: Provider
  grants: Grants
  shared: RecordState
  /** Epoch seconds. */
  now: () => number
}

/** How long a second submission of a decision is recognized. */
const DECIDED_SECONDS = 120

type Details = Awaited<ReturnType<Provider['interactionDetails']>>

const SECOND_FACTOR = { secondFactor: true, signedInWithinSeconds: null, rule: null }
/** Ends the address of a form that refuses. */
const REFUSE = '/refuse'

/**
 * The pages of an authorization request: the login page for visitors without a session that passes, or whose sign-in is
 * too old for it, then the consent page. POST consents, or refuses below `/refuse`; sent twice, both lead on.
 */
export function registerInteraction(app: FastifyInstance, options: InteractionOptions): void {
  const { config, provider, grants, shared, sessions, responses, now } = options
  const admit = createAdmission(app, options, { wayBack: (authRequest) => authRequest })
  const loginLink = createLoginLink(config, '')
  // Its cookie has the path of one interaction, whose id the provider reads from it.
  const url = `${INTERACTION_PATH}*`

  async function find(request: FastifyRequest, reply: FastifyReply): Promise<Details> {
    try {
      return await provider.interactionDetails(request.raw, reply.raw)
    } catch (cause) {
      if (cause instanceof Fault) throw cause
      throw new Fault('INVALID_REQUEST', { detail: 'authorization request: unknown or expired', cause })
    }
  }

  /** Leaves the page: the provider goes on with what was decided. */
  async function finish(
    request: FastifyRequest,
    reply: FastifyReply,
    result: Parameters<Provider['interactionResult']>[2]
  ): Promise<FastifyReply> {
    const to = await provider.interactionResult(request.raw, reply.raw, result, {
      mergeWithLastSubmission: true
    })
    return markOwnResponse(request, reply).redirect(to, 303)
  }

  /** The session; null: the response has been sent, which asks for one. */
  async function admitted(request: FastifyRequest, reply: FastifyReply, details: Details) {
    const { checker } = sessions.at(authRequestOf(request).origin)
    const session = admit(request, reply, await checker.check(request.headers.cookie))
    if (session === null || isFresh(details, session, now())) return session
    const link = loginLink(authRequestOf(request), { prompt: 'login', reason: 'step-up' })
    markOwnResponse(request, reply).redirect(link, 303)
    return null
  }

  app.get(url, async (request, reply) => {
    const details = await find(request, reply)
    const session = await admitted(request, reply, details)
    if (session === null) return reply
    const { prompt, params } = details
    const accountId = subjectOf(session)
    const asked = details.session?.accountId
    if (asked !== undefined && asked !== accountId)
      return markOwnResponse(request, reply).redirect(await beginAgain(provider, details), 303)
    const lacking = prompt.reasons.includes(ACR_REASON) ? findShortfall(session, SECOND_FACTOR, now()) : null
    if (lacking !== null) {
      const mayEnrol = lacking.isJustNow && enrolsSecondFactor(config)
      if (lacking.isFinal || (lacking.isJustNow && !mayEnrol))
        return await finish(request, reply, { error: 'unmet_authentication_requirements' })
      const how = mayEnrol
        ? ({ screen: 'second-step' } as const)
        : ({ prompt: 'login', reason: 'step-up' } as const)
      return markOwnResponse(request, reply).redirect(loginLink(authRequestOf(request), how), 303)
    }
    if (prompt.name !== 'consent' || asked !== accountId)
      return await finish(request, reply, { login: { accountId, ...describeLogin(session) } })
    const client = await provider.Client.find(String(params.client_id))
    if (client === undefined)
      throw new Fault('INVALID_REQUEST', { detail: 'authorization request: no such client' })
    const name = nameOfClient(client)
    // A device has none.
    const back = parseUrl(String(params.redirect_uri))
    const isHere = back?.protocol !== 'https:'
    const publisher = client.clientIdMetadataDocument === true ? new URL(client.clientId).host : null
    const scopes = listScopes(details)
    const action = authRequestOf(request).target?.raw ?? ''
    const page = responses.page(authRequestOf(request), 200, (texts) => ({
      icon: 'lock',
      title: texts['gateway.consent.title'].replaceAll('{client}', () => name),
      text: texts[isHere ? 'gateway.consent.device' : 'gateway.consent.text']
        .replaceAll('{host}', () => back?.host ?? '')
        .replaceAll('{client}', () => name),
      items: scopes.map((scope) => wordsOfScope(scope, texts, config.authorizationServer.scopes)),
      ...(publisher !== null && {
        warning: texts['gateway.consent.publisher'].replaceAll('{host}', () => publisher)
      }),
      note: signedInAs(texts, session),
      leadsAway: true,
      form: { label: texts['gateway.consent.allow'], action },
      forms: [{ label: texts['gateway.consent.refuse'], action: `${action}${REFUSE}` }],
      links: [
        {
          label: texts['gateway.button.other-account'],
          href: loginLink(authRequestOf(request), { prompt: 'login' })
        }
      ]
    }))
    return sendOwnResponse(request, reply, page)
  })

  /** Goes on after a decision that has been made already, as of a double click. `text`: what `decide` has noted. */
  function goOn(request: FastifyRequest, reply: FastifyReply, text: string): FastifyReply {
    if (text !== '') return markOwnResponse(request, reply).redirect(text, 303)
    const page = responses.page(authRequestOf(request), 200, describeConnected)
    return sendOwnResponse(request, reply, page)
  }

  /** Notes a decision. Returns the text for `goOn` if it was made before. */
  async function decide({ uid, params, deviceCode }: Details, isRefused: boolean) {
    const ofDevice = isRefused ? `${ISSUER_PATH}${DEVICE_PATH}` : ''
    const refusedBy = isRefused ? issuerOf(config.publicUrl) : null
    const text = deviceCode === undefined ? authorizeAgain(params, { refusedBy, isDecided: true }) : ofDevice
    const { calls } = await shared.countCall('oauth decision', uid, DECIDED_SECONDS * 1000)
    if (calls > 1) return text
    const expiresAtSeconds = now() + DECIDED_SECONDS
    await shared.addToList(`oauth-request decided ${uid}`, { key: 'decision', text, expiresAtSeconds })
    return null
  }

  app.post(url, { config: { sameOrigin: 'stated' } }, async (request, reply) => {
    const path = authRequestOf(request).target?.path ?? ''
    const isRefused = path.endsWith(REFUSE)
    const uid = path.slice(INTERACTION_PATH.length, isRefused ? -REFUSE.length : undefined)
    const [before] = await readTexts(shared, `oauth-request decided ${uid}`)
    if (before !== undefined) return goOn(request, reply, before)
    const details = await find(request, reply)
    if (isRefused) {
      const made = await decide(details, true)
      if (made !== null) return goOn(request, reply, made)
      return await finish(request, reply, {
        error: 'access_denied',
        error_description: 'refused by the visitor'
      })
    }
    const session = await admitted(request, reply, details)
    if (session === null) return reply
    const accountId = subjectOf(session)
    if (details.prompt.name !== 'consent' || details.session?.accountId !== accountId)
      throw new Fault('INVALID_REQUEST', { detail: 'authorization request: of another account' })
    const made = await decide(details, false)
    if (made !== null) return goOn(request, reply, made)
    const clientId = String(details.params.client_id)
    const grant =
      (details.grantId === undefined ? undefined : await provider.Grant.find(details.grantId)) ??
      Object.assign(new provider.Grant(), { accountId, clientId })
    const { missingOIDCScope, missingOIDCClaims, missingResourceScopes } = details.prompt.details
    if (isTexts(missingOIDCScope)) grant.addOIDCScope(missingOIDCScope.join(' '))
    if (isTexts(missingOIDCClaims)) grant.addOIDCClaims(missingOIDCClaims)
    for (const [resource, scopes] of Object.entries(Object(missingResourceScopes)))
      if (isTexts(scopes)) grant.addResourceScope(resource, scopes.join(' '))
    const grantId = await grant.save()
    const client = await provider.Client.find(clientId)
    await grants.note(accountId, {
      clientId,
      clientName: client === undefined ? clientId : nameOfClient(client),
      grantId,
      authTime: describeLogin(session).ts,
      usedAt: now(),
      expiresAt: now() + config.session.absoluteSeconds,
      signIn: readSignInFacts(session.claims)
    })
    app.reportEvent({
      kind: 'oauth.granted',
      ...describeOrigin(authRequestOf(request)),
      ...describeOwner(session),
      clientId,
      scopes: listScopes(details).join(' ')
    })
    return await finish(request, reply, { consent: { grantId } })
  })
}

/** The address of the same request for another account, which has just signed in if the request demands that. */
async function beginAgain(provider: Provider, { params, deviceCode }: Details): Promise<string> {
  const code = deviceCode === undefined ? undefined : await provider.DeviceCode.find(deviceCode)
  if (code !== undefined) {
    code.inFlight = false
    await code.save()
    return `${ISSUER_PATH}${DEVICE_PATH}?user_code=${code.userCode}`
  }
  return authorizeAgain(params, { isDecided: false, refusedBy: null })
}

interface Decided {
  isDecided: boolean
  /** The issuer, if the visitor has refused; otherwise null. */
  refusedBy: string | null
}

/** The address of the same request; of one that is decided, without asking for consent again, or the client's if it is refused. */
function authorizeAgain(params: Details['params'], { isDecided, refusedBy }: Decided): string {
  const { redirect_uri: to, state, response_mode: mode = 'query' } = params
  if (refusedBy !== null && mode === 'query') {
    const back = new URL(String(to))
    for (const [name, value] of Object.entries({ error: 'access_denied', state, iss: refusedBy }))
      if (value !== undefined) back.searchParams.set(name, String(value))
    return back.href
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params))
    if (typeof value === 'string' && (name !== 'prompt' || !(isDecided || value === 'login')))
      query.append(name, value)
  return `${ISSUER_PATH}/authorize?${query}`
}

/** Whether the sign-in is as recent as the request demands (`prompt=login`, `max_age`). */
function isFresh({ prompt, params, iat = 0 }: Details, session: Session, now: number): boolean {
  const { ts } = describeLogin(session)
  if (prompt.name === 'login' && prompt.reasons.includes('login_prompt')) return ts > iat
  const maxAge = params.max_age
  return prompt.name !== 'login' || maxAge === undefined || now - ts <= Number(maxAge)
}

function listScopes({ prompt }: Details): string[] {
  const { missingOIDCScope, missingResourceScopes } = prompt.details
  const ofResources = Object.values(Object(missingResourceScopes)).flat().map(String)
  return [...new Set([...(isTexts(missingOIDCScope) ? missingOIDCScope : []), ...ofResources])]
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

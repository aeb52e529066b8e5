import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Provider } from 'oidc-provider'
import { createLoginLink } from '../../src/access/responses/redirect-target.ts'
import { signedInAs } from '../../src/access/responses/refusal-pages.ts'
import { describeVisitor } from '../../src/access/security-events.ts'
import { parseUrl } from '../../src/config/addresses/urls.ts'
import { Fault } from '../../src/errors.ts'
import type { AuthRequest } from '../../src/http/auth-request.ts'
import { subjectOf } from '../../src/identity/own-tokens.ts'
import type { Session } from '../../src/session/session.ts'
import { createGrantId, describeSignIn, isGrantOf } from './accounts.ts'
import { nameOfClient } from './clients.ts'
import { type GrantAccount, type GrantedScope, scopesOfGrant } from './grants.ts'
import { leavingScript, PRESS_ONCE, wordsOfScope } from './pages.ts'
import type { AuthorizationServer, AuthorizationServerOptions } from './provider.ts'
import { isOfDevice } from './redirect-uris.ts'

/** Ends the address of a form that refuses. */
export const REFUSE = '/refuse'
/** Of every client that may have refresh tokens, whether it asks for it or not. */
const OFFLINE: GrantedScope = { scope: 'offline_access', resource: null }

type Client = InstanceType<Provider['Client']>
type Grant = InstanceType<Provider['Grant']>
export type Details = Awaited<ReturnType<Provider['interactionDetails']>>

/** What a visitor decides about: the page that says it, and the grant that it becomes. Throws for a client that is gone. */
export function createConsent(
  app: FastifyInstance,
  { config, responses, now }: AuthorizationServerOptions,
  provider: AuthorizationServer['provider']
) {
  const loginLink = createLoginLink(config, '')

  /** The page that asks the visitor. `authRequest`: for the page. */
  async function writePage(authRequest: AuthRequest, details: Details, session: Session) {
    const { client_id: clientId, redirect_uri: redirectUri } = details.params
    const client = await findClient(clientId)
    const name = nameOfClient(client)
    const asked = listAsked(details, client, await findGrant(details))
    // A device has none.
    const back = parseUrl(String(redirectUri))
    const goesOn = isOfDevice(redirectUri) ? 'gateway.consent.device' : 'gateway.consent.text'
    const text = details.deviceCode === undefined ? goesOn : 'gateway.consent.other-device'
    const publisher = client.clientIdMetadataDocument === true ? new URL(client.clientId).host : null
    const action = authRequest.target?.path ?? ''
    const otherAccount = loginLink(authRequest, { prompt: 'login' })
    return responses.page(authRequest, 200, (texts) => ({
      icon: 'lock',
      title: texts['gateway.consent.title'].replaceAll('{client}', () => name),
      text: texts[text].replaceAll('{host}', () => back?.host ?? '').replaceAll('{client}', () => name),
      items: asked.map((one) => wordsOfScope(one, texts, config.authorizationServer.scopes)),
      ...(publisher !== null && {
        warning: texts['gateway.consent.publisher'].replaceAll('{host}', () => publisher)
      }),
      note: signedInAs(texts, session),
      leadsAway: true,
      script: isOfDevice(redirectUri) ? leavingScript(name, texts) : PRESS_ONCE,
      form: { label: texts['gateway.consent.allow'], action },
      forms: [{ label: texts['gateway.consent.refuse'], action: `${action}${REFUSE}` }],
      links: [{ label: texts['gateway.button.other-account'], href: otherAccount }]
    }))
  }

  async function findClient(clientId: unknown): Promise<Client> {
    const client = await provider.Client.find(String(clientId))
    if (client !== undefined) return client
    throw new Fault('INVALID_REQUEST', { detail: 'authorization request: no such client' })
  }

  /** What the account has allowed the client before. */
  const findGrant = async ({ grantId }: Details) =>
    grantId === undefined ? undefined : await provider.Grant.find(grantId)

  /** What the visitor decides about: all that the client will have. */
  function listAsked({ params, prompt }: Details, client: Client, known: Grant | undefined): GrantedScope[] {
    const requested = String(params.scope).split(' ')
    const { missingOIDCScope = [], missingResourceScopes = {} } = Object(prompt.details)
    const missing: [string | null, string[]][] = [
      [null, missingOIDCScope],
      ...Object.entries<string[]>(missingResourceScopes)
    ]
    const resources = new Set([null, ...[params.resource].flat(), ...missing.map(([resource]) => resource)])
    const asked = [
      ...(known === undefined ? [] : scopesOfGrant(known).filter(({ resource }) => resources.has(resource))),
      ...missing.flatMap(([resource, scopes]) => scopes.map((scope) => ({ scope, resource })))
    ].filter(({ scope }) => requested.includes(scope) && scope !== OFFLINE.scope)
    if (client.grantTypeAllowed('refresh_token')) asked.push(OFFLINE)
    const orderOf = ({ scope }: GrantedScope) => [...requested, OFFLINE.scope].indexOf(scope)
    return asked.sort((one, other) => orderOf(one) - orderOf(other))
  }

  /** Lets the client have what it asks for. Returns the id of the grant. */
  async function grant(
    request: FastifyRequest,
    details: Details,
    session: Session,
    account: GrantAccount
  ): Promise<string> {
    const accountId = subjectOf(session)
    const clientId = String(details.params.client_id)
    const client = await findClient(clientId)
    const before = await findGrant(details)
    const known = before !== undefined && isGrantOf(before.jti, account) ? before : undefined
    const asked = listAsked(details, client, known)
    const jti = createGrantId(account)
    const grant = known ?? Object.assign(new provider.Grant(), { accountId, clientId, jti })
    const { missingOIDCScope, missingOIDCClaims, missingResourceScopes = {} } = Object(details.prompt.details)
    if (missingOIDCScope !== undefined) grant.addOIDCScope(missingOIDCScope.join(' '))
    if (missingOIDCClaims !== undefined) grant.addOIDCClaims(missingOIDCClaims)
    for (const [resource, scopes] of Object.entries<string[]>(missingResourceScopes))
      grant.addResourceScope(resource, scopes.join(' '))
    const { expiresAt } = describeSignIn(session, config.session.absoluteSeconds)
    // Another sign-in may have used it, whose session lasts longer.
    const expiresIn = Math.max(1, Math.floor(Math.max(expiresAt, grant.exp ?? 0) - now()))
    const grantId = await Object.assign(grant, { expiresIn, exp: undefined }).save()
    const facts = describeVisitor(request, session)
    app.reportEvent({
      kind: 'oauth.granted',
      ...facts,
      clientId,
      scopes: [...new Set(asked.map(({ scope }) => scope))].join(' ')
    })
    return grantId
  }

  return { page: writePage, grant, findClient }
}

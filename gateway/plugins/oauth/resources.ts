import type { FastifyInstance } from 'fastify'
import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider'
import type { Applications } from '../../src/access/applications/applications.ts'
import { parseUrl } from '../../src/config/addresses/urls.ts'
import { issuerOf, METADATA_PREFIX, originOfHost, resourceOf } from '../../src/config/applications.ts'
import { Fault } from '../../src/errors.ts'
import { authRequestOf } from '../../src/http/auth-request.ts'
import type { GatewayTexts } from '../../src/http/locales.ts'
import { markOwnResponse } from '../../src/http/own-response.ts'
import { parseRequestTarget } from '../../src/http/target.ts'
import { OWN_SCOPES } from './clients.ts'
import type { OauthConfig } from './settings.ts'

/** By name. */
const READ: ReadonlyMap<string, (value: string) => string> = new Map([
  // Single spaces between them (RFC 6749, 3.3).
  ['scope', (value) => value.split(' ').filter(Boolean).join(' ')],
  ['resource', readResource],
  // That page shows the account, and the way to another one.
  ['prompt', (value) => value.replace(/\bselect_account\b/, 'consent')]
])

/** The address of a resource as it is compared (RFC 8707, 2); what is no URL stays as it is. */
function readResource(text: string): string {
  return parseUrl(text)?.href.replace(/\/$/, '') ?? text
}

/** A query or form in which parameters that clients write in several ways have one. Byte for byte as given if they do. */
export function readParameters(form: string): string {
  const given = [...new URLSearchParams(form)]
  const read = given.map(([name, value]): [string, string] => [name, READ.get(name)?.(value) ?? value])
  return read.every(([, value], index) => value === given[index]?.[1]) ? form : `${new URLSearchParams(read)}`
}

type ResourcesConfig = Pick<OauthConfig, 'authorizationServer' | 'publicUrl'>

/** The applications that are resources, by their indicator (RFC 8707). All throw `invalid_target`. */
export function createResources(
  { publicUrl, authorizationServer }: ResourcesConfig,
  { all }: Pick<Applications, 'all'>,
  { InvalidTarget }: typeof errors
) {
  const { origin } = new URL(publicUrl)
  const scopesOf = new Map<string, readonly string[]>()
  let preferred: string | null = null
  for (const application of all) {
    const { resource, host } = application
    if (resource === null) continue
    const address = resourceOf(application, originOfHost(host, origin))
    scopesOf.set(address, resource.scopes)
    if (application.name === authorizationServer.defaultResource) preferred = address
  }

  function find(_ctx: unknown, indicator: string) {
    const audience = readResource(indicator)
    const scopes = scopesOf.get(audience)
    if (scopes === undefined) throw new InvalidTarget()
    return {
      scope: scopes.join(' '),
      audience,
      accessTokenTTL: authorizationServer.accessTokenSeconds,
      accessTokenFormat: 'jwt' as const,
      jwt: { sign: { alg: 'ES256' as const } }
    }
  }

  return {
    find,
    /** That of a request which names none: the one with all of its scopes, or the default. Empty: it is for claims, not for a resource. */
    choose({ oidc }: KoaContextWithOIDC, _client: unknown, allowed?: readonly string[]): string | string[] {
      if (allowed !== undefined) return [...allowed]
      const asked = [...oidc.requestParamScopes]
      const named = asked.filter((scope) => [...scopesOf.values()].flat().includes(scope))
      const isOfAccount = asked.includes('openid') || asked.some((scope) => !OWN_SCOPES.includes(scope))
      if (scopesOf.size === 0 || (named.length === 0 && isOfAccount)) return []
      const having = [...scopesOf].flatMap(([address, scopes]) =>
        named.every((scope) => scopes.includes(scope)) ? address : []
      )
      const found = having.length === 1 ? having[0] : having.find((one) => one === preferred)
      if (found !== undefined) return found
      if (having.length === 0) throw new InvalidTarget('no application has all of these scopes')
      throw new InvalidTarget(`name one of these as \`resource\`: ${having.join(' ')}`)
    },
    /** A token is for one of the resources that were allowed. `allowed`: of the code or refresh token that a client presents. */
    checkTarget({ oidc }: KoaContextWithOIDC, allowed: unknown = []): void {
      const asked = [oidc.params?.resource ?? allowed].flat()
      if (asked.length > 1 || !asked.every((one) => [allowed].flat().includes(one))) throw new InvalidTarget()
      for (const one of asked) find(null, String(one))
    }
  }
}

/**
 * Protected resource metadata (RFC 9728) of each application that is a resource, on its own host: at the well-known path,
 * followed by any path of the application (section 3.1). Readable by pages of every origin.
 */
export function registerResources(
  app: FastifyInstance,
  { config, applications }: { config: ResourcesConfig; applications: Pick<Applications, 'at'> }
): void {
  for (const url of [METADATA_PREFIX, `${METADATA_PREFIX}/*`]) {
    app.options(url, { config: { sameOrigin: false } }, async (request, reply) => {
      const headers = request.headers['access-control-request-headers']
      if (headers !== undefined) reply.header('access-control-allow-headers', headers)
      return markOwnResponse(request, reply)
        .header('access-control-allow-origin', '*')
        .header('access-control-allow-methods', 'GET')
        .code(204)
        .send()
    })
    app.get(url, async (request, reply) => {
      const { hostname, origin, target } = authRequestOf(request)
      const place = parseRequestTarget(target?.path.slice(METADATA_PREFIX.length) || '/')
      const found = place.kind === 'target' ? applications.at(hostname, place) : null
      const application = found?.kind === 'application' ? found.application : null
      if (application === null || application.resource === null) throw new Fault('NOT_FOUND')
      return markOwnResponse(request, reply)
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', 'public, max-age=300')
        .send({
          resource: resourceOf(application, origin),
          authorization_servers: [issuerOf(config.publicUrl)],
          // RFC 9728, 3.2: not an empty list.
          ...(application.resource.scopes.length > 0 && { scopes_supported: application.resource.scopes }),
          bearer_methods_supported: ['header'],
          resource_name: application.name
        })
    })
  }
}

export type Client = InstanceType<Provider['Client']>
export type Details = Awaited<ReturnType<Provider['interactionDetails']>>
type Grant = InstanceType<Provider['Grant']>

/** A scope, and the resource that it belongs to; null: the account. */
export interface GrantedScope {
  scope: string
  resource: string | null
}

/** Those that a grant allows, of the account and of resources. */
export function scopesOfGrant(grant: Grant): GrantedScope[] {
  const listed = (scopes: string, resource: string | null) =>
    scopes.split(' ').flatMap((scope) => (scope === '' ? [] : [{ scope, resource }]))
  const ofResources = Object.entries(grant.resources ?? {})
  return [
    ...listed(grant.getOIDCScope(), null),
    ...ofResources.flatMap(([resource, scopes]) => listed(scopes, resource))
  ]
}

/** Of every client that may have refresh tokens, whether it asks for it or not. */
const OFFLINE: GrantedScope = { scope: 'offline_access', resource: null }

/** What the visitor decides about: all that the client will have. */
export function listAsked(
  { params, prompt }: Details,
  client: Client,
  known: Grant | undefined
): GrantedScope[] {
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

const WORDS_OF_SCOPES: Readonly<Record<string, keyof GatewayTexts>> = {
  openid: 'gateway.consent.openid',
  profile: 'gateway.consent.profile',
  email: 'gateway.consent.email',
  offline_access: 'gateway.consent.offline'
}

/** A scope as visitors read it: in `texts`, in the words of the operator (`own`), or by its name; with the address of its resource. */
export function wordsOfScope(
  { scope, resource }: GrantedScope,
  texts: GatewayTexts,
  own: Readonly<Record<string, string>>
): string {
  // Isolated, as an address reads from left to right in every language.
  if (resource !== null) return `${own[scope] ?? scope} (\u2068${resource.replace(/^https?:\/\//, '')}\u2069)`
  const name = Object.hasOwn(WORDS_OF_SCOPES, scope) ? WORDS_OF_SCOPES[scope] : undefined
  return name === undefined ? (own[scope] ?? scope) : texts[name]
}

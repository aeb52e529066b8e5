import type { errors, KoaContextWithOIDC } from 'oidc-provider'
import type { Applications } from '../../src/access/applications/applications.ts'
import { originOfHost, resourceOf } from '../../src/config/applications.ts'
import { OWN_SCOPES } from './clients.ts'
import { readResource } from './parameters.ts'
import type { OauthConfig } from './settings.ts'

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

export type Resources = ReturnType<typeof createResources>

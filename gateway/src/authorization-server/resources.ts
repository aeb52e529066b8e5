import type { errors, KoaContextWithOIDC } from 'oidc-provider'
import type { Applications } from '../access/applications.ts'
import { parseUrl } from '../config/addresses/urls.ts'
import { originOfHost, resourceOf } from '../config/applications.ts'
import type { Config } from '../config/schema/schema.ts'

type ResourcesConfig = Pick<Config, 'authorizationServer' | 'publicUrl'>

/** The applications that are resources, by their indicator (RFC 8707). Both throw `invalid_target`. */
export function createResources(
  { publicUrl, authorizationServer }: ResourcesConfig,
  { all }: Pick<Applications, 'all'>,
  { InvalidTarget }: typeof errors
) {
  const { origin } = new URL(publicUrl)
  const scopesOf = new Map<string, readonly string[]>()
  for (const application of all) {
    const { resource, host } = application
    if (resource !== null) scopesOf.set(resourceOf(application, originOfHost(host, origin)), resource.scopes)
  }

  function find(_ctx: unknown, indicator: string) {
    const audience = parseUrl(indicator)?.href.replace(/\/$/, '') ?? ''
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
    /** A token is for one of the resources that were allowed. `allowed`: of the code or refresh token that a client presents. */
    checkTarget({ oidc }: KoaContextWithOIDC, allowed: unknown = []): void {
      const asked = [oidc.params?.resource ?? allowed].flat()
      if (asked.length > 1 || !asked.every((one) => [allowed].flat().includes(one))) throw new InvalidTarget()
      for (const one of asked) find(null, String(one))
    }
  }
}

export type Resources = ReturnType<typeof createResources>

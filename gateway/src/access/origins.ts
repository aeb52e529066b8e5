import { coversHost } from '../config/access-rules.ts'
import { isHostName, normalizeHost, parseUrl } from '../config/addresses/urls.ts'
import { listApplicationHosts } from '../config/applications.ts'
import type { Config } from '../config/schema/schema.ts'
import { type Cors, type CorsAt, createCors } from '../http/cors.ts'
import type { Applications } from './applications.ts'

export type OriginsConfig = Pick<Config, 'publicUrl' | 'applications' | 'forwardAuth' | 'identityPlatform'>

/** The origins under which visitors reach the gateway and its applications. */
export interface Origins {
  /** Origin of `publicUrl`, where the login page is. */
  readonly publicOrigin: string
  /** Origins of applications, without those matched by patterns. */
  readonly ofApplications: readonly string[]
  /** The origin for a host, with or without a port: an application's, a tenant's, or that of `publicUrl`. */
  originOf(host: string): string
  /** True for the origin of an application, including hosts matched by a pattern such as `*.example.com`. */
  isOfApplication(origin: string): boolean
}

const HOST_AND_PORT = /^(.*?)(:\d*)?$/s

/**
 * Hosts configured without a scheme get the scheme and port of `publicUrl`. An origin with its own port is
 * found by host and port, or by host alone if that is unambiguous.
 */
export function createOrigins(config: OriginsConfig): Origins {
  const publicSite = new URL(config.publicUrl)
  const hosts = listApplicationHosts(config)
  const exact = hosts.filter((host) => !host.startsWith('*.'))
  const patterns = hosts.filter((host) => host.startsWith('*.'))
  const elsewhere = config.forwardAuth.origins.map((text) => new URL(text))
  const named = exact.map((host) => ({ host, origin: originAt(publicSite, host) }))
  const tenantHosts = Object.keys(config.identityPlatform.tenants).filter((place) => !place.startsWith('/'))
  const known = new Map([
    ...elsewhere.map(({ hostname, origin }): [string, string] => [hostname, origin]),
    ...tenantHosts.map((host): [string, string] => [host, originAt(publicSite, host)]),
    ...named.map(({ host, origin }): [string, string] => [host, origin]),
    [publicSite.hostname, publicSite.origin],
    ...elsewhere.map(({ host, origin }): [string, string] => [host, origin]),
    [publicSite.host, publicSite.origin]
  ])
  const ofApplications = [
    ...new Set([...(config.forwardAuth.enabled ? elsewhere : []), ...named].map(({ origin }) => origin))
  ]

  function isOfPattern(hostname: string): boolean {
    return isHostName(hostname) && patterns.some((pattern) => coversHost(pattern, hostname))
  }

  function findOrigin(host: string): string {
    const [, hostname = '', port = ''] = HOST_AND_PORT.exec(host) ?? []
    const name = normalizeHost(hostname)
    const exactly = known.get(`${name}${port}`) ?? known.get(name)
    if (exactly !== undefined) return exactly
    return isOfPattern(name) ? originAt(publicSite, name) : publicSite.origin
  }

  return {
    publicOrigin: publicSite.origin,
    ofApplications,
    originOf: (host) => (host === publicSite.host ? publicSite.origin : findOrigin(host)),
    isOfApplication(origin) {
      if (ofApplications.includes(origin)) return true
      const url = patterns.length === 0 ? null : parseUrl(origin)
      return url !== null && isOfPattern(url.hostname) && originAt(publicSite, url.hostname) === origin
    }
  }
}

/** Origin of a host with the scheme and port of `publicUrl`. */
function originAt(publicSite: URL, host: string): string {
  const site = new URL(publicSite)
  site.hostname = host
  return site.origin
}

/** The CORS policy of each request's application. */
export function createCorsAt(applications: Pick<Applications, 'all' | 'of'>): CorsAt {
  const known = new Map(applications.all.map((one): [unknown, Cors | null] => [one, createCors(one.cors)]))
  if ([...known.values()].every((cors) => cors === null)) return () => null
  return ({ hostname, target }, application) =>
    known.get(application ?? (target === null ? null : applications.of(hostname, target.readings))) ?? null
}

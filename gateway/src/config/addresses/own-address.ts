import { isIPv6 } from 'node:net'
import { coversHost } from '../access-rules.ts'
import { listUpstreams } from '../applications.ts'
import type { Config } from '../schema/schema.ts'
import { isThisMachine, normalizeHost, parseUrl } from './urls.ts'

/** What says under which hosts visitors reach the gateway. */
export type OwnHosts = Pick<Config, 'publicUrl' | 'identityPlatform' | 'login'>

/** The same, where it listens, and the hosts of the applications that it proxies. */
export type OwnAddresses = OwnHosts & Pick<Config, 'listen' | 'management' | 'applications'>

/** Do visitors reach the gateway under this host? Takes a URL's `hostname`. */
function isOwnHost(config: OwnHosts, hostname: string): boolean {
  return listOwnHosts(config).includes(normalizeHost(hostname))
}

/** The hosts under which visitors reach the gateway. */
export function listOwnHosts({ publicUrl, identityPlatform, login }: OwnHosts): string[] {
  const named = [identityPlatform.tenants, login.tenants.byHost, login.hosts].flatMap(Object.keys)
  return [parseUrl(publicUrl)?.hostname ?? '', ...named.filter((place) => !place.startsWith('/'))]
}

/**
 * Would requests for this URL come back to the gateway: at one of its listeners, or at the address that visitors use, from
 * where whatever stands in front of the gateway sends them to it? Host names are not looked up.
 */
export function isOwnAddress(url: URL, config: OwnAddresses): boolean {
  const { listen, management, publicUrl } = config
  if (reaches(url, listen.host, tcpPortOf(listen)) || reaches(url, management.host, management.port))
    return true
  const publicSite = parseUrl(publicUrl)
  return (
    publicSite !== null &&
    portOf(url) === portOf(publicSite) &&
    (isOwnHost(config, url.hostname) || isProxiedHost(config, url.hostname))
  )
}

/** Does the gateway pass requests for this host on? */
function isProxiedHost({ publicUrl, applications }: OwnAddresses, hostname: string): boolean {
  return listUpstreams({ publicUrl, upstream: null, applications }).some(({ host }) =>
    coversHost(host ?? undefined, normalizeHost(hostname))
  )
}

/** The port that visitors reach as far as the configuration says; 0: one that is not known, or none. */
export function tcpPortOf({ unix, fd, port }: Config['listen']): number {
  return unix === null && fd === null ? port : 0
}

function reaches(url: URL, host: string, port: number): boolean {
  if (port === 0 || portOf(url) !== port) return false
  const asked = normalizeHost(url.hostname)
  const bound = isIPv6(host) ? new URL(`http://[${host}]`).hostname : host.toLowerCase()
  return asked === bound || (isThisMachine(asked) && isThisMachine(bound))
}

function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80)
}

/**
 * Origin that serves the provider's sign-in helper: `login.federated.helperUrl`, else the auth domain unless that is a
 * host of ours (then the helper is what we pass on), else the project's own domain. Null where none can be named, as for
 * a project id with a colon.
 * Source: https://firebase.google.com/docs/auth/web/redirect-best-practices
 */
export function findAuthHelperOrigin(config: OwnHosts): string | null {
  const { authDomain, projectId } = config.identityPlatform
  const { helperUrl } = config.login.federated
  if (helperUrl !== null) return originOf(helperUrl)
  const ofAuthDomain = authDomain === null ? null : originOf(`https://${authDomain}`)
  if (ofAuthDomain !== null && !isOwnHost(config, new URL(ofAuthDomain).hostname)) return ofAuthDomain
  return originOf(`https://${projectId}.firebaseapp.com`)
}

/** Null for what is no origin of a web server. */
function originOf(text: string): string | null {
  const origin = parseUrl(text)?.origin ?? 'null'
  return origin === 'null' ? null : origin
}

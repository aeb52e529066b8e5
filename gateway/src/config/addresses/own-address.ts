import { isIPv6 } from 'node:net'
import { listUpstreams } from '../applications.ts'
import type { Config } from '../schema/schema.ts'
import { coversHost, isThisMachine, normalizeHost, parseUrl } from './urls.ts'

/** The settings that determine the gateway's hosts. */
export type OwnHosts = Pick<Config, 'publicUrl' | 'identityPlatform' | 'login'>

/** Also includes listeners and the hosts of proxied applications. */
export type OwnAddresses = OwnHosts & Pick<Config, 'listen' | 'management' | 'applications'>

function isOwnHost(config: OwnHosts, hostname: string): boolean {
  return listOwnHosts(config).includes(normalizeHost(hostname))
}

/** Hosts under which visitors reach the gateway. */
export function listOwnHosts({ publicUrl, identityPlatform, login }: OwnHosts): string[] {
  const named = [identityPlatform.tenants, login.tenants.byHost, login.hosts].flatMap(Object.keys)
  return [parseUrl(publicUrl)?.hostname ?? '', ...named.filter((place) => !place.startsWith('/'))]
}

/** True if requests to this URL would reach the gateway, at a listener or at a public host. Does not resolve names. */
export function isOwnAddress(url: URL, config: OwnAddresses): boolean {
  const { listen, management, publicUrl, applications } = config
  if (reaches(url, listen.host, tcpPortOf(listen)) || reaches(url, management.host, management.port))
    return true
  const publicSite = parseUrl(publicUrl)
  if (publicSite === null || portOf(url) !== portOf(publicSite)) return false
  const proxied = listUpstreams({ publicUrl, upstream: null, applications })
  return (
    isOwnHost(config, url.hostname) ||
    proxied.some(({ host }) => coversHost(host ?? undefined, normalizeHost(url.hostname)))
  )
}

/** The configured TCP port; 0 if there is none or it is unknown. */
export function tcpPortOf({ unix, fd, port }: Config['listen']): number {
  return unix === null && fd === null ? port : 0
}

function reaches(url: URL, host: string, port: number): boolean {
  if (port === 0 || portOf(url) !== port) return false
  const asked = normalizeHost(url.hostname)
  const bound = isIPv6(host) ? new URL(`http://[${host}]`).hostname : host.toLowerCase()
  if (asked === bound) return true
  if (!isThisMachine(asked) || !isThisMachine(bound)) return false
  const [ofAsked, ofBound] = [loopbackOf(asked), loopbackOf(bound)]
  return ofAsked === null || ofBound === null || ofAsked.some((one) => ofBound.includes(one))
}

/** The addresses behind a name of this machine; null: any. */
function loopbackOf(host: string): readonly string[] | null {
  if (/^(127\.[\d.]+|\[::1\])$/.test(host)) return [host]
  return host.endsWith('localhost') ? ['127.0.0.1', '[::1]'] : null
}

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80)

/** Origin of the sign-in helper: https://firebase.google.com/docs/auth/web/redirect-best-practices. Null: none, as for an id with a colon. */
export function findAuthHelperOrigin(config: OwnHosts): string | null {
  const { authDomain, projectId } = config.identityPlatform
  const { helperUrl } = config.login.federated
  if (helperUrl !== null) return originOf(helperUrl)
  const ofAuthDomain = authDomain === null ? null : originOf(`https://${authDomain}`)
  if (ofAuthDomain !== null && !isOwnHost(config, new URL(ofAuthDomain).hostname)) return ofAuthDomain
  return originOf(`https://${projectId}.firebaseapp.com`)
}

function originOf(text: string): string | null {
  const origin = parseUrl(text)?.origin ?? 'null'
  return origin === 'null' ? null : origin
}

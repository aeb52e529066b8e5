import { isIPv6 } from 'node:net'
import type { Config } from '../schema/schema.ts'
import { isOwnHost } from './auth-helper-origin.ts'
import { parseUrl } from './url.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
/** Other names of this machine, as `URL` spells them: below localhost (RFC 6761, 6.3), and IPv4 inside IPv6. */
const MORE_LOOPBACK = /^([a-z0-9-]+\.)*localhost$|^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/
/** Every address of the machine, for a listener; this machine, for a client. */
const ANY = new Set(['0.0.0.0', '[::]', '[::ffff:0:0]'])

/** Is this host reachable from the same machine only? Takes a URL's `hostname`. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

/** Would requests for this URL come back to the gateway, at one of its listeners? Host names are not looked up. */
function isOwnListener(url: URL, { listen, management }: Pick<Config, 'listen' | 'management'>): boolean {
  return [listen, management].some((listener) => reaches(url, listener))
}

/** The same, or at the address that visitors use: whatever stands in front of the gateway then sends them to it. */
export function isOwnAddress(url: URL, config: Config): boolean {
  const publicSite = parseUrl(config.publicUrl)
  if (isOwnListener(url, config)) return true
  return publicSite !== null && portOf(url) === portOf(publicSite) && isOwnHost(config, url.hostname)
}

function reaches(url: URL, { host, port }: Config['listen']): boolean {
  if (port === 0 || portOf(url) !== port) return false
  const asked = url.hostname.replace(/\.$/, '')
  const bound = isIPv6(host) ? new URL(`http://[${host}]`).hostname : host.toLowerCase()
  return asked === bound || (isThisMachine(asked) && isThisMachine(bound))
}

/** Does a client that calls this host, a URL's `hostname`, stay on its machine? Also by `app.localhost`, or `0.0.0.0`. */
export function isThisMachine(hostname: string): boolean {
  return isLoopback(hostname) || MORE_LOOPBACK.test(hostname) || ANY.has(hostname)
}

function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80)
}

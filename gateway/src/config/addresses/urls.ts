import { createRequire } from 'node:module'
import type { Config } from '../schema/schema.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
/** What host names are written with. */
const HOST_NAME = /^[a-z0-9.-]+$/
const MAX_HOST_NAME = 253
/** Other names of this machine, as `URL` spells them: below localhost (RFC 6761, 6.3), and IPv4 inside IPv6. */
const MORE_LOOPBACK = /^([a-z0-9-]+\.)*localhost$|^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/
/** Every address of the machine, for a listener; this machine, for a client. */
const ANY = new Set(['0.0.0.0', '[::]', '[::ffff:0:0]'])

/** The URL that a text is, or leads to from `base`; null: it is none. */
export function parseUrl(text: string, base?: string): URL | null {
  // Not by `URL.canParse`: in Node 20 it refuses names with letters such as `ü` once it has been called some thousand times.
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

/** Do visitors come by https? */
export function isHttps({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https://')
}

/**
 * A host name without a port as keys of the configuration spell it: in lower case, and without the final dot of a fully
 * qualified name. Other ways to write a host, such as `0x7f000001`, are what `URL` makes one of.
 */
export function normalizeHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '')
}

/** Is this spelled as host names are, and no longer than those can be (RFC 1035, 2.3.4)? Takes one as `normalizeHost` gives it. Addresses of IPv6, in brackets, are not. */
export function isHostName(host: string): boolean {
  return host.length <= MAX_HOST_NAME && HOST_NAME.test(host)
}

/** Is this host reachable from the same machine only? Takes a URL's `hostname`. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

/** Does a client that calls this host, a URL's `hostname`, stay on its machine? Also by `app.localhost`, or `0.0.0.0`. */
export function isThisMachine(hostname: string): boolean {
  return isLoopback(hostname) || MORE_LOOPBACK.test(hostname) || ANY.has(hostname)
}

/**
 * Can anybody register a name below this host (`com`, `co.uk`, `github.io`)? By the Public Suffix List, its private part
 * included; a last label that the list does not know counts too, as it does for browsers. IP addresses are none.
 * Source: https://publicsuffix.org/list/, in the edition that the package `tldts` holds.
 */
export function isPublicSuffix(hostname: string): boolean {
  // Loaded for configurations that ask: the list takes a tenth of a second of the start.
  const { getPublicSuffix }: typeof import('tldts') = createRequire(import.meta.url)('tldts')
  return getPublicSuffix(hostname, { allowPrivateDomains: true }) === hostname
}

/** Stands for every origin. */
export const ANY_ORIGIN = '*'

/** What an entry of `cors.origins` comes to; `wrong`: what it is instead of an origin. */
export type CorsOrigin =
  | { kind: 'origin'; origin: string }
  | { kind: 'any' }
  | { kind: 'wrong'; wrong: string }

/** Characters that no origin has, some of which `URL` would read as the beginning of something else or leave out. */
const FOREIGN = /[\s\\?#@]/

/** An origin as browsers write it in `Origin`: host in lower case and ASCII, without the scheme's own port. */
export function readCorsOrigin(text: string): CorsOrigin {
  if (text === ANY_ORIGIN) return { kind: 'any' }
  if (text.toLowerCase() === 'null')
    return { kind: 'wrong', wrong: 'is what pages say that hide their origin' }
  if (text.includes('*')) return { kind: 'wrong', wrong: 'has a wildcard' }
  const url = FOREIGN.test(text) ? null : parseUrl(text)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && /^https?:\/\/[^/]+\/?$/i.test(text)
  return isOrigin
    ? { kind: 'origin', origin: url.origin }
    : { kind: 'wrong', wrong: 'is no origin: scheme, host and port, nothing else' }
}

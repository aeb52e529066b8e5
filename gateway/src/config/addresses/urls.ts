import { createRequire } from 'node:module'
import type { Config } from '../schema/schema.ts'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
const HOST_NAME = /^[a-z0-9.-]+$/
const MAX_HOST_NAME = 253
/** Other names of this machine as spelled by `URL`: `*.localhost` (RFC 6761, 6.3), and IPv4-mapped addresses. */
const MORE_LOOPBACK = /^([a-z0-9-]+\.)*localhost\.?$|^\[::ffff:7f[0-9a-f]{2}:[0-9a-f]{1,4}\]$/
/** All addresses of the machine for a listener; this machine for a client. */
const ANY = new Set(['0.0.0.0', '[::]', '[::ffff:0:0]'])

/** Parses a URL, relative to `base` if given; null if invalid. */
export function parseUrl(text: string, base?: string): URL | null {
  // Not `URL.canParse`: after some thousand calls, Node 20 rejects non-ASCII names with it.
  try {
    return new URL(text, base)
  } catch {
    return null
  }
}

export function isHttps({ publicUrl }: Pick<Config, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https://')
}

/** Lowercases a host name without a port and strips a trailing dot. `URL` normalizes notations such as `0x7f000001`. */
export function normalizeHost(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '')
}

/** Normalized host name of a URL; empty if that is invalid. */
export function hostOf(url: string): string {
  return normalizeHost(parseUrl(url)?.hostname ?? '')
}

/** True if the host is this domain or below it. */
export function isInDomain(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`)
}

/** True if `host` covers a normalized hostname. `*.` matches one label. */
export function coversHost(host: string | undefined, hostname: string): boolean {
  if (host === undefined || host === hostname) return true
  if (!host.startsWith('*.')) return false
  const dot = hostname.indexOf('.')
  return dot > 0 && hostname.slice(dot) === host.slice(1)
}

/** True for a valid normalized host name of at most 253 characters (RFC 1035, 2.3.4). False for bracketed IPv6 addresses. */
export function isHostName(host: string): boolean {
  return host.length <= MAX_HOST_NAME && HOST_NAME.test(host)
}

/** True for loopback hosts. Takes a URL's `hostname`. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname)
}

/** True for hosts that resolve to this machine, including `app.localhost` and `0.0.0.0`. Takes a URL's `hostname`. */
export function isThisMachine(hostname: string): boolean {
  return isLoopback(hostname) || MORE_LOOPBACK.test(hostname) || ANY.has(hostname)
}

/** True if anyone can register a name below this host, by the Public Suffix List with its private part, as contained in `tldts`. */
export function isPublicSuffix(hostname: string): boolean {
  // Lazy: loading the list takes a tenth of a second.
  const { getPublicSuffix }: typeof import('tldts') = createRequire(import.meta.url)('tldts')
  return getPublicSuffix(hostname, { allowPrivateDomains: true }) === hostname
}

export const ANY_ORIGIN = '*'

type CorsOrigin = { kind: 'origin'; origin: string } | { kind: 'any' } | { kind: 'wrong'; wrong: string }

/** Characters not allowed in origins, which `URL` might reinterpret or strip. */
const FOREIGN = /[\s\\?#@]/

/** Parses an origin as browsers send it in `Origin`: lowercase ASCII host, no default port. */
export function readCorsOrigin(text: string): CorsOrigin {
  if (text === ANY_ORIGIN) return { kind: 'any' }
  if (text.toLowerCase() === 'null')
    return { kind: 'wrong', wrong: 'is sent by pages that hide their origin' }
  if (text.includes('*')) return { kind: 'wrong', wrong: 'has a wildcard' }
  const url = FOREIGN.test(text) ? null : parseUrl(text)
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && /^https?:\/\/[^/]+\/?$/i.test(text)
  return isOrigin
    ? { kind: 'origin', origin: url.origin }
    : { kind: 'wrong', wrong: 'is not an origin: use scheme, host and port only' }
}

import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { parseUrl } from '../config/addresses/urls.ts'
import { Fault } from '../errors.ts'

export const isSafeMethod = (method: string): boolean => method === 'GET' || method === 'HEAD'

export type OriginHeaders = Pick<IncomingHttpHeaders, 'origin'> & {
  'sec-fetch-site'?: string | string[] | undefined
}

/** True if the request states where it comes from. Browsers do for unsafe methods; other clients need not. */
export function hasStatedOrigin(headers: OriginHeaders): boolean {
  return headers.origin !== undefined || headers['sec-fetch-site'] !== undefined
}

/**
 * CSRF check: `Origin` must equal the public origin; if `null` or missing, `Sec-Fetch-Site` must be `same-origin`. A request with neither
 * is not from a browser. Source: https://cheatsheetseries.owasp.org (CSRF, verifying origin with standard headers).
 */
export function isFromOwnSite(headers: OriginHeaders, publicOrigin: string): boolean {
  const { origin } = headers
  if (origin !== undefined && origin !== 'null') return isSameOrigin(origin, publicOrigin)
  return headers['sec-fetch-site'] === 'same-origin' || !hasStatedOrigin(headers)
}

const MAX_QUOTE_CHARS = 200

/** The error for a request that is not from `publicOrigin`. Both origins are for the log. */
export function originMismatch({ origin = 'none' }: OriginHeaders, publicOrigin: string): Fault {
  const detail = `Origin: ${origin.slice(0, MAX_QUOTE_CHARS)}, expected: ${publicOrigin}`
  return new Fault('ORIGIN_MISMATCH', { detail })
}

/** Origin of the page that sent a request, if that is a page of the same host or origin at another address than `publicOrigin`. */
export function foreignOriginOf(headers: OriginHeaders, hostname: string, publicOrigin: string) {
  const sender = parseUrl(headers.origin ?? '')
  const isSelf = headers['sec-fetch-site'] === 'same-origin' || sender?.hostname === hostname.toLowerCase()
  return sender !== null && isSelf && sender.origin !== publicOrigin ? sender.origin : null
}

/** The same origin with http for https, or the reverse. */
export function withOtherScheme(origin: string): string {
  return origin.startsWith('https:') ? `http${origin.slice(5)}` : `https${origin.slice(4)}`
}

/** Also with the dot of a fully qualified name, which browsers keep (`https://app.example.com.`). */
export function isSameOrigin(origin: string, publicOrigin: string): boolean {
  return origin === publicOrigin || origin.replace(/(?<!:\d+)\.(?=(?::\d+)?$)/, '') === publicOrigin
}

/** A well-formed host: a name, an IPv4 address or a bracketed IPv6 address, and optionally a port up to 65535. */
export const HOST =
  /^([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,4}|[0-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?$/

/** Host and port of a `Host` value as written; null if malformed. Stricter than RFC 3986, 3.2.2: no userinfo, encodings or empty port, which servers read differently. */
export function readHostAndPort(text: string): { hostname: string; port: string | null } | null {
  const [, hostname, port = null] = HOST.exec(text) ?? []
  return hostname === undefined ? null : { hostname, port }
}

/** Strips the port of a well-formed host. */
export function hostnameOf(host: string): string {
  const end = host.indexOf(':', host.indexOf(']') + 1)
  return end === -1 ? host : host.slice(0, end)
}

/** Like `request.host`, before routing. */
export function readHost(
  { headers, socket }: IncomingMessage,
  { isTrustedProxy }: { isTrustedProxy: (address: string) => boolean }
): string {
  const forwarded = headers['x-forwarded-host']
  const isTrusted = forwarded !== undefined && isTrustedProxy(plainAddress(socket.remoteAddress))
  return (isTrusted ? String(forwarded).split(',').at(-1)?.trim() : headers.host) ?? ''
}

/** Unmaps IPv4 addresses: `::ffff:127.0.0.1` -> `127.0.0.1`. `unknown` for a socket without an address. */
export function plainAddress(address: string | undefined): string {
  return (address ?? 'unknown').replace(/^::ffff:(?=\d+\.)/, '')
}

/** With a port, and brackets around IPv6, as Azure's gateway and IIS write it. Groups: IPv6, IPv4. */
const WITH_PORT = /^"?(?:\[([^\]]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d{1,5})?"?$/

/** The addresses of an `X-Forwarded-For` value without ports and brackets. Not validated. */
export function withoutPorts(forwardedFor: string): string {
  if (!forwardedFor.includes(':')) return forwardedFor
  const plain = (text: string) => {
    const [, v6, v4] = WITH_PORT.exec(text.trim()) ?? []
    return v6 ?? v4 ?? text.trim()
  }
  return forwardedFor.split(',').map(plain).join(', ')
}

/** The network attributed to one client: an IPv4 address, or the /64 of an IPv6 address. `groups`: of 16 bits, for a larger one. */
export function networkOf(address: string, groups = 4): string {
  const plain = plainAddress(address)
  if (!isIPv6(plain)) return plain
  const [head = '', tail] = plain.split('::')
  const start = head.split(':').filter(Boolean)
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - start.length - lengthOf(tail))).fill('0')
  const rest = tail === undefined ? [] : tail.split(':')
  const first = [...start, ...zeros, ...rest].slice(0, groups)
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/${16 * groups}`
}

/** In 16-bit groups; a trailing IPv4 address counts as two. */
function lengthOf(tail: string): number {
  return tail.split(':').filter(Boolean).length + (tail.includes('.') ? 1 : 0)
}

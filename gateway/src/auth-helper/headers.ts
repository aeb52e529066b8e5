import type { IncomingHttpHeaders } from 'node:http'
import { findAuthHelperOrigin, listOwnHosts } from '../config/addresses/own-address.ts'
import { normalizeHost, parseUrl } from '../config/addresses/urls.ts'
import type { Config } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import { MAX_USER_AGENT_CHARS } from '../http/auth-request.ts'
import { connectionNames } from '../http/message.ts'
import { signInHostsOf } from '../session/sign-in/rules.ts'

const MAX_HOST_CHARS = 255

const namesIn = (text: string): readonly string[] => text.trim().split(/\s+/)

/**
 * The request headers that the helper sees, beside `Host` and the length of the body. Cookies, authorization, and all that identifies
 * a visitor stay here, and so does `Referer`, which may hold a one-time code. `Origin` names a site, not a person: without it the
 * helper could not tell whose form was posted.
 */
const REQUEST_HEADERS = namesIn(`
  accept accept-encoding accept-language cache-control content-type if-modified-since if-none-match origin
  user-agent x-client-version
`)

/**
 * The response headers that the browser sees, beside `Location`. Cookies are dropped, and so is what applies to the whole origin
 * (`Strict-Transport-Security`, `Clear-Site-Data`, `Service-Worker-Allowed`, cross-origin policies, CORS) or would keep our own page
 * from framing the helper (`X-Frame-Options`).
 */
const RESPONSE_HEADERS = namesIn(`
  age cache-control content-disposition content-encoding content-language content-length
  content-security-policy content-security-policy-report-only content-type etag expires last-modified
  permissions-policy referrer-policy retry-after vary
`)

type Headers = Record<string, string | string[] | undefined>

/** The headers that the helper sees. What `Connection` names ends here (RFC 9110, 7.6.1). */
export function pickRequestHeaders(headers: IncomingHttpHeaders): Headers {
  const named = connectionNames(headers.connection)
  const picked = pick(
    headers,
    REQUEST_HEADERS.filter((name) => !named.has(name))
  )
  return { ...picked, 'user-agent': picked['user-agent']?.slice(0, MAX_USER_AGENT_CHARS) }
}

/** The headers that the browser sees, without `Location`. Several policies all apply (https://www.w3.org/TR/CSP3/#multiple-policies). */
export function pickResponseHeaders(headers: Headers): Headers {
  const policies = [headers['content-security-policy'] ?? [], "frame-ancestors 'self'"].flat()
  const own = { 'content-security-policy': policies, 'x-content-type-options': 'nosniff' }
  return { ...pick(headers, RESPONSE_HEADERS), ...own }
}

function pick(headers: Headers, names: readonly string[]): Headers {
  return Object.fromEntries(
    names.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]))
  )
}

/** Where a redirect was read. */
export interface LocationPlace {
  helperOrigin: string
  /** Path of the request, which a relative reference starts from. */
  path: string
  /** Origin under which the visitor came. */
  ownOrigin: string
  /** Hosts that redirects may lead to by https. */
  hosts: ReadonlySet<string>
}

/**
 * The redirect that a browser may follow: to our own origin, or by https to one of `hosts`, as it came; the helper's own origin
 * becomes ours, with the same path. Null for everything else: other hosts and ports, other schemes, plain http, user
 * information, several headers.
 */
export function rewriteLocation(location: string | string[], place: LocationPlace): string | null {
  const { helperOrigin, path, ownOrigin, hosts } = place
  const base = `${helperOrigin}${path}`
  if (typeof location !== 'string') return null
  const url = parseUrl(location, base)
  if (url === null || url.username !== '' || url.password !== '') return null
  if (url.origin === helperOrigin) return `${ownOrigin}${url.pathname}${url.search}${url.hash}`
  const isListed = url.protocol === 'https:' && url.port === '' && hosts.has(normalizeHost(url.hostname))
  if (!isListed && url.origin !== ownOrigin) return null
  // Requests to identity providers may be signed, byte for byte.
  return /^https:\/\/[\x21-\x7e]+$/.test(location) ? location : url.href
}

/** The same. Throws `PROVIDER_UNAVAILABLE` where a browser may not follow. */
export function requireRedirect(location: string | string[], place: LocationPlace): string {
  const rewritten = rewriteLocation(location, place)
  if (rewritten !== null) return rewritten
  // The rest of the address may hold a code.
  const host = typeof location === 'string' ? parseUrl(location)?.host.slice(0, MAX_HOST_CHARS) : undefined
  const detail = host
    ? `to ${host}, which is not in login.federated.redirectHosts`
    : 'to what is no https address'
  throw new Fault('PROVIDER_UNAVAILABLE', { detail: `auth helper: redirect ${detail}` })
}

/**
 * Hosts that redirects of the sign-in helper may lead to: those of the gateway and of the project, the sign-in pages of
 * `login.providers`, and `login.federated.redirectHosts`.
 */
export function findRedirectHosts(config: Config): ReadonlySet<string> {
  const { identityPlatform, login } = config
  const ofProject = [
    findAuthHelperOrigin(config) ?? '',
    `https://${identityPlatform.authDomain ?? ''}`,
    `https://${identityPlatform.projectId}.firebaseapp.com`
  ].map((url) => parseUrl(url)?.hostname ?? '')
  const ofProviders = login.providers.flatMap(({ id }) => signInHostsOf(id))
  const hosts = [...listOwnHosts(config), ...ofProject, ...ofProviders, ...login.federated.redirectHosts]
  return new Set(hosts.filter((host) => host !== '').map(normalizeHost))
}

import { decode } from '../../config/addresses/paths.ts'
import { parseUrl } from '../../config/addresses/urls.ts'
import { DEVICE_PATH, ISSUER_PATH } from '../../config/applications.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { AuthRequest } from '../../http/auth-request.ts'
import { isSafeMethod } from '../../http/origin.ts'
import { decodeLeniently, MAX_DECODINGS, parseRequestTarget, type RequestTarget } from '../../http/target.ts'
import type { LoginReason } from '../outcome.ts'

/** Longer targets are replaced with home. */
export const MAX_TARGET_CHARS = 4096

/** Strict on purpose: the gateway writes origins in one spelling. */
const WITH_ORIGIN = /^(https?:\/\/[^/?#\\@\s]+)\//

export interface RedirectRules {
  /** Origin of the gateway, such as `https://app.example.com`. */
  publicOrigin: string
  /** Whether this is an application's origin, which is allowed too. Default: none. */
  isOfApplication?: (origin: string) => boolean
  /** Paths that are not allowed, such as the login page, including everything below them. */
  reserved: readonly string[]
  /** Reserved pages that are allowed nevertheless; default: those that continue a sign-in. */
  own?: readonly string[]
  /** Reserved paths on application origins. Default: none. */
  reservedThere?: readonly string[]
  home: string
}

/**
 * Validates a redirect parameter to prevent open redirects; invalid values become home. Valid ones are
 * returned unchanged, with non-ASCII characters percent-encoded.
 *
 * The value is resolved as browsers do. It must stay on this origin or an application's, without `//` or `/\` at the begin of its path
 * (even after repeated decoding, and where dot segments lead there) and control characters. Of the gateway's own pages, only
 * the one that sends a kept form is allowed, and on application origins the one that begins a hand-over. At
 * most 4096 characters.
 */
export function resolveRedirectTarget(value: unknown, rules: RedirectRules): string {
  if (typeof value !== 'string' || value.length > MAX_TARGET_CHARS) return rules.home
  return isSafeTarget(value, rules) || isSafeElsewhere(value, rules) ? toAscii(value) : rules.home
}

/** True for a URL on an application's origin, in the gateway's own spelling. */
function isSafeElsewhere(value: string, rules: RedirectRules): boolean {
  const { isOfApplication, publicOrigin, reservedThere = [] } = rules
  const [, origin] = WITH_ORIGIN.exec(value) ?? []
  if (origin === undefined || origin === publicOrigin || isOfApplication?.(origin) !== true) return false
  const own = [FORM_PATH, BEGIN_PATH]
  return isSafeTarget(value.slice(origin.length), { publicOrigin: origin, reserved: reservedThere, own })
}

/** Percent-encodes non-ASCII characters, as headers require. */
function toAscii(target: string): string {
  return target.replace(/[^\u0000-\u007f]+/g, (text) => encodeURIComponent(text.toWellFormed()))
}

/** True if `path` is reserved or below a reserved path. Called for each request, so it builds no strings. */
export function isReserved(path: string, reserved: readonly string[]): boolean {
  for (const entry of reserved)
    if (path.startsWith(entry) && (path.length === entry.length || path[entry.length] === '/')) return true
  return false
}

function isSafeTarget(
  value: string,
  {
    publicOrigin,
    reserved,
    own = [FORM_PATH, INTERACTION_PATH, DEVICE_PAGE]
  }: Pick<RedirectRules, 'publicOrigin' | 'reserved' | 'own'>
): boolean {
  if (!value.startsWith('/')) return false
  if (/[\u0000-\u0020\u007f-\u009f\u2028\u2029]/.test(value)) return false
  const url = parseUrl(value, publicOrigin)
  if (url === null || url.origin !== publicOrigin || url.username !== '' || url.password !== '') return false
  const isOpen = (path: string) => own.some((one) => isOwnPath(path, one)) || !isReserved(path, reserved)
  return isSafePath(value.split(/[?#]/, 1)[0] ?? '', isOpen) && isSafePath(url.pathname, isOpen)
}

/** `own`: a path, or with a slash at its end the paths one segment below. */
function isOwnPath(path: string, own: string): boolean {
  return own.endsWith('/') ? path.startsWith(own) && !path.slice(own.length).includes('/') : path === own
}

/** What URL parsers take for a host, at the begin or when dot segments are resolved; and control characters. */
const HARMFUL = /^[/\\]{2}|[/\\]\.{1,2}[/\\]{2}|[\u0000-\u001f\u007f]/

function isSafePath(path: string, isOpen: (path: string) => boolean): boolean {
  // The gateway refuses such paths.
  if (path.includes('\\') || decode(path) === null) return false
  let current = path
  for (let round = 0; round < MAX_DECODINGS; round++) {
    if (HARMFUL.test(current) || !isOpen(current)) return false
    const decoded = decode(current) ?? decodeLeniently(current)
    if (decoded === current) return true
    current = decoded
  }
  return false
}

/**
 * At an origin with its own session cookie: begins a new hand-over from the sign-in origin, regardless of the
 * current session. The login page redirects here so that an existing session at this origin does not outlive
 * an account switch.
 */
export const BEGIN_PATH = '/_auth/begin'

/** Query parameter of the gateway's own pages: where they lead. */
export const TARGET_PARAMETER = 'to'

/** URL of a new hand-over attempt that ends at a same-origin target. */
export function beginAddress(target: string): string {
  return `${BEGIN_PATH}?${TARGET_PARAMETER}=${encodeURIComponent(target)}`
}

/** A request to the application. */
export interface Destination {
  method: 'GET' | 'POST'
  url: URL
  /** As a browser would request it. Null: the gateway would reject it. */
  target: RequestTarget | null
}

/**
 * The application request that a redirect target finally leads to: for a kept form its submission, for a
 * hand-over its target. `origin`: base of relative targets.
 */
export function destinationOf(redirectTarget: string, origin: string): Destination {
  const page = new URL(redirectTarget, origin)
  const url = page.pathname === BEGIN_PATH ? (targetOf(page) ?? page) : page
  const form = url.pathname === FORM_PATH ? targetOf(url) : null
  return form === null ? requestOf('GET', url) : requestOf('POST', form)
}

function requestOf(method: Destination['method'], url: URL): Destination {
  const target = parseRequestTarget(`${url.pathname}${url.search}`)
  return { method, url, target: target.kind === 'target' ? target : null }
}

/** The same-origin target of one of the gateway's pages; null if invalid. */
function targetOf({ searchParams, origin }: URL): URL | null {
  const target = searchParams.get(TARGET_PARAMETER)
  const url = target?.startsWith('/') === true ? parseUrl(target, origin) : null
  return url?.origin === origin ? url : null
}

/** @public The page of an authorization request that waits for a sign-in or a consent, followed by its id. */
export const INTERACTION_PATH = `${ISSUER_PATH}/interaction/`

/** @public In its query: the resource that the client asks for, whose tenants sign in. */
export const RESOURCE_PARAMETER = 'for'

/** That resource, if the redirect target is such a page. Whether it exists is not checked. */
export function resourceAskedFor(redirectTarget: string, origin: string): URL | null {
  const { pathname, searchParams } = new URL(redirectTarget, origin)
  return pathname.startsWith(INTERACTION_PATH) ? parseUrl(searchParams.get(RESOURCE_PARAMETER) ?? '') : null
}

/** @public Where the code of a device is entered. */
export const DEVICE_PAGE = `${ISSUER_PATH}${DEVICE_PATH}`

const BY_CLIENTS = ['/authorize', '/sign-out'].map((path) => ISSUER_PATH + path)
/** Pages of the authorization server that another GET shows again. */
export const SHOWN_AGAIN = [INTERACTION_PATH, DEVICE_PAGE, ...BY_CLIENTS]

/** Sends a kept form after sign-in, to the path that it was posted to. A valid redirect target, as few pages of the gateway are. */
export const FORM_PATH = '/_auth/form'

/** Redirect target of a visitor who signs in to send a form, which is in no URL. `key`: names it in the tab, in the fragment, which no server sees. */
export function formAddress(target: string, key: string): string {
  return `${FORM_PATH}?${TARGET_PARAMETER}=${encodeURIComponent(target)}#${key}`
}

interface LoginLinkOptions {
  /** `login`: show the page even to signed-in visitors. */
  prompt?: 'login'
  reason?: LoginReason | null
  /** Default: the first screen. */
  screen?: 'second-step'
}

/** Second factor enrolment, relative to the login page. */
export const SECOND_STEP_PATH = '/second-step'

/** URL of the login page that returns to the requested place. */
export type LoginLink = (asked: LinkedLocation, options?: LoginLinkOptions) => string

/** The requested place. `target` is null if it could not be parsed. */
export interface LinkedLocation extends Pick<AuthRequest, 'origin'> {
  target: { raw: string } | null
}

/**
 * `base`: origin of the login page, `''` for the request's own. Visitors return to a path on that origin, or
 * to a URL on another. `handOver`: origins whose visitors return by way of a new hand-over attempt.
 */
export function createLoginLink(
  { paths, redirectParameter }: Pick<Config, 'paths' | 'redirectParameter'>,
  base: string,
  handOver: { isFor(origin: string): boolean } | null = null
): LoginLink {
  return ({ origin, target }, { prompt, reason = null, screen } = {}) => {
    const place = base === '' || base === origin ? '' : origin
    const raw = target === null ? [] : [target.raw]
    const begun = handOver?.isFor(origin) === true ? raw.map(beginAddress) : []
    // The login page replaces longer targets with home.
    const wanted = [...begun, ...raw]
      .map((path) => `${place}${path}`)
      .find((one) => one.length <= MAX_TARGET_CHARS)
    const page = `${base}${paths.login}${screen === undefined ? '' : SECOND_STEP_PATH}`
    return withSearch(page, [
      wanted === undefined ? '' : `${redirectParameter}=${encodeTarget(wanted)}`,
      prompt === undefined ? '' : `prompt=${prompt}`,
      reason === null ? '' : `reason=${reason}`
    ])
  }
}

/** In a page, escaping would make an apostrophe five characters long. */
const encodeTarget = (target: string) => encodeURIComponent(target).replaceAll("'", '%27')

/** An address with those parts of a query that are not empty. */
export function withSearch(address: string, parts: readonly string[]): string {
  const search = parts.filter(Boolean).join('&')
  return search === '' ? address : `${address}?${search}`
}

/** Saves the language chosen on a gateway page and redirects back. */
export const LANGUAGE_PATH = '/_auth/language'

/** Query parameter: the language (BCP 47), beside the path to return to. */
export const LANGUAGE_PARAMETER = 'lang'

/** Max length of an encoded target, which the page repeats once per language. */
const MAX_ENCODED_TARGET_CHARS = 1000

/**
 * Returns the URL that shows this request's page in another language; null if a GET would not show the same
 * page, as after a form post or a sign-in step.
 */
export function languageAddressOf({
  method,
  target
}: Pick<AuthRequest, 'method' | 'target'>): ((language: string) => string) | null {
  // An unreadable path cannot be shown again: its choice leads to the start page.
  const { raw, path } = target ?? { raw: '', path: '' }
  if (!isSafeMethod(method) || encodeTarget(raw).length > MAX_ENCODED_TARGET_CHARS) return null
  const isOwn = /^\/_(auth|_)(\/|$)/.test(path)
  const isShown = !isOwn || SHOWN_AGAIN.some((one) => isOwnPath(path, one))
  return isShown ? languageAddress(raw) : null
}

/** Returns the URL that chooses a language and redirects to a same-origin target. */
export function languageAddress(target: string): (language: string) => string {
  const end = `&${TARGET_PARAMETER}=${encodeTarget(target)}`
  return (language) => `${LANGUAGE_PATH}?${LANGUAGE_PARAMETER}=${encodeURIComponent(language)}${end}`
}

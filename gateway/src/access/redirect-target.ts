import { parseUrl } from '../config/addresses/urls.ts'
import { decode, MAX_DECODINGS } from '../http/target.ts'

/** Longest redirect target; what is longer becomes home. */
export const MAX_TARGET_CHARS = 4096

/** Byte by byte: an origin has one spelling here. */
const WITH_ORIGIN = /^(https?:\/\/[^/?#\\@\s]+)\//

export interface RedirectRules {
  /** Origin of the gateway, such as `https://app.example.com`. */
  publicOrigin: string
  /** Is this the origin of an application, and a destination too? None is when left out. */
  isOfApplication?: (origin: string) => boolean
  /** Paths that are no destination, such as the login page itself; each with everything below it. */
  reserved: readonly string[]
  /** The same on the origins of applications; none when left out. */
  reservedThere?: readonly string[]
  /** What wrong targets become. */
  home: string
}

/**
 * Where to go after sign-in: the value of the redirect parameter, byte for byte (what is not ASCII percent-encoded), or
 * home.
 * The value is resolved as a browser would and checked after that: same origin (or that of an application), no `//` in the path even when it is
 * decoded again, no backslash, no control character, none of the gateway's own pages but the one that sends a kept form and, on the
 * origin of an application, the one that begins a new attempt to get a session; at most 4096 characters.
 */
export function resolveRedirectTarget(value: unknown, rules: RedirectRules): string {
  if (typeof value !== 'string' || value.length > MAX_TARGET_CHARS) return rules.home
  return isSafeTarget(value, rules) || isSafeElsewhere(value, rules) ? toAscii(value) : rules.home
}

/** Is it a URL on the origin of an application, in the spelling that the gateway itself gives it? */
function isSafeElsewhere(value: string, rules: RedirectRules): boolean {
  const { isOfApplication, publicOrigin, reservedThere = [] } = rules
  const [, origin] = WITH_ORIGIN.exec(value) ?? []
  if (origin === undefined || origin === publicOrigin || isOfApplication?.(origin) !== true) return false
  const own = [FORM_PATH, BEGIN_PATH]
  return isSafeTarget(value.slice(origin.length), { publicOrigin: origin, reserved: reservedThere, own })
}

/** As browsers send it: a header takes nothing else. */
function toAscii(target: string): string {
  return target.replace(/[^\u0000-\u007f]+/g, (text) => encodeURIComponent(text.toWellFormed()))
}

/** Is this path one of the reserved ones, or below one? */
export function isReserved(path: string, reserved: readonly string[]): boolean {
  return reserved.some((entry) => path === entry || path.startsWith(`${entry}/`))
}

/** `own`: pages of the gateway that are a destination all the same. */
interface TargetRules extends Pick<RedirectRules, 'publicOrigin' | 'reserved'> {
  own?: readonly string[]
}

function isSafeTarget(value: string, { publicOrigin, reserved, own = [FORM_PATH] }: TargetRules): boolean {
  if (!value.startsWith('/')) return false
  if (/[\\\u0000-\u0020\u007f-\u009f\u2028\u2029]/.test(value)) return false
  const url = parseUrl(value, publicOrigin)
  if (url === null || url.origin !== publicOrigin || url.username !== '' || url.password !== '') return false
  const isOpen = (path: string) => own.includes(path) || !isReserved(path, reserved)
  return isSafePath(value.split(/[?#]/, 1)[0] ?? '', isOpen) && isSafePath(url.pathname, isOpen)
}

function isSafePath(path: string, isOpen: (path: string) => boolean): boolean {
  let current = path
  for (let round = 0; round < MAX_DECODINGS; round++) {
    const harmful = current.includes('//') || current.includes('\\') || /[\u0000-\u001f\u007f]/.test(current)
    if (harmful || !isOpen(current)) return false
    const decoded = decode(current)
    if (decoded === null) return false
    if (decoded === current) return true
    current = decoded
  }
  return false
}

/**
 * At an origin with a session cookie of its own: begins a new attempt to get the session of the sign-in origin, whatever session is there.
 * Visitors come here from the login page: otherwise a session that stands at this origin alone would outlive a change of account.
 */
export const BEGIN_PATH = '/_auth/begin'

/** Says what to open there. */
export const BEGIN_TARGET_PARAMETER = 'to'

/** The address that leads by a new attempt to a target of its own origin. */
export function beginAddress(target: string): string {
  return `${BEGIN_PATH}?${BEGIN_TARGET_PARAMETER}=${encodeURIComponent(target)}`
}

/** What is asked of the application. */
export interface Destination {
  method: 'GET' | 'POST'
  url: URL
}

/**
 * What a visitor with this redirect target will ask the application for: of a kept form, to send it; of a new attempt to get a session,
 * what comes after it. `origin`: the one that a path belongs to.
 */
export function destinationOf(redirectTarget: string, origin: string): Destination {
  const page = new URL(redirectTarget, origin)
  const url = page.pathname === BEGIN_PATH ? (targetOf(page, BEGIN_TARGET_PARAMETER) ?? page) : page
  const form = url.pathname === FORM_PATH ? targetOf(url, FORM_TARGET_PARAMETER) : null
  return form === null ? { method: 'GET', url } : { method: 'POST', url: form }
}

/** What a page of ours leads to; null: nothing of its own origin. */
function targetOf({ searchParams, origin }: URL, parameter: string): URL | null {
  const target = searchParams.get(parameter)
  const url = target?.startsWith('/') === true ? parseUrl(target, origin) : null
  return url?.origin === origin ? url : null
}

/** Where a kept form is sent from after sign-in. The one page of the gateway's own that is a redirect target. */
export const FORM_PATH = '/_auth/form'

/** Says what the form was posted to; the form itself and its fields are in no URL. */
export const FORM_TARGET_PARAMETER = 'to'

/** The redirect target of somebody who signs in to send a form. `key`: the name of the form in the tab, which no server sees. */
export function formAddress(target: string, key: string): string {
  return `${FORM_PATH}?${FORM_TARGET_PARAMETER}=${encodeURIComponent(target)}#${key}`
}

import type { Config } from '../config/schema/schema.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import { isSafeMethod } from '../http/origin.ts'
import type { LoginReason } from './outcome.ts'
import { beginAddress, MAX_TARGET_CHARS } from './redirect-target.ts'

export interface LoginLinkOptions {
  /** `login`: show the page even to signed-in visitors. */
  prompt?: 'login'
  reason?: LoginReason | null
  /** Default: the first screen. */
  screen?: 'second-step'
}

/** Second factor enrolment, relative to the login page. */
export const SECOND_STEP_PATH = '/second-step'

/** URL of the login page that returns to the requested place. */
export type LoginLink = (asked: LinkedPlace, options?: LoginLinkOptions) => string

/** The requested place. `target` is null if it could not be parsed. */
export interface LinkedPlace extends Pick<AuthRequest, 'origin'> {
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
      wanted === undefined ? '' : `${redirectParameter}=${encodeURIComponent(wanted)}`,
      prompt === undefined ? '' : `prompt=${prompt}`,
      reason === null ? '' : `reason=${reason}`
    ])
  }
}

/** An address with those parts of a query that are not empty. */
export function withSearch(address: string, parts: readonly string[]): string {
  const search = parts.filter((part) => part !== '').join('&')
  return search === '' ? address : `${address}?${search}`
}

/** Saves the language chosen on a gateway page and redirects back. */
export const LANGUAGE_PATH = '/_auth/language'

/** Query parameters: the language (BCP 47) and the path to return to. */
export const LANGUAGE_PARAMETERS = { language: 'lang', target: 'to' } as const

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
  if (!isSafeMethod(method) || target === null) return null
  if (encodeURIComponent(target.raw).length > MAX_ENCODED_TARGET_CHARS) return null
  return /^\/_(auth|_)(\/|$)/.test(target.path) ? null : languageAddress(target.raw)
}

/** Returns the URL that chooses a language and redirects to a same-origin target. */
export function languageAddress(target: string): (language: string) => string {
  const { language: name, target: to } = LANGUAGE_PARAMETERS
  const end = `&${to}=${encodeURIComponent(target)}`
  return (language) => `${LANGUAGE_PATH}?${name}=${encodeURIComponent(language)}${end}`
}

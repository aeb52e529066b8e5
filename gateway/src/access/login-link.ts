import type { Config } from '../config/schema/schema.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import { isSafeMethod } from '../http/origin.ts'
import type { LoginReason } from './outcome.ts'
import { beginAddress, MAX_TARGET_CHARS } from './redirect-target.ts'

/** What a link to the login page says beside where to go afterwards. */
export interface LoginLinkOptions {
  /** `login`: the page is shown to those who are signed in, too. */
  prompt?: 'login'
  reason?: LoginReason | null
  /** Left out: the first screen. */
  screen?: 'second-step'
}

/** Where the login page sets up a second factor, below its path. */
export const SECOND_STEP_PATH = '/second-step'

/** The address of the login page that leads from there back to what was asked for. */
export type LoginLink = (asked: LinkedPlace, options?: LoginLinkOptions) => string

/** What was asked for. `target`: null: it could not be read. */
export interface LinkedPlace extends Pick<AuthRequest, 'origin'> {
  target: { raw: string } | null
}

/**
 * Links to the login page of a configuration. `base`: where that page is, `''` for the host of the request that is judged;
 * from an origin the page is on, visitors come back to a path, from others to a URL. `handOver`: where a session of the login page
 * has to be handed over, visitors come back by a new attempt; null: nowhere.
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
    // The login page would take a longer one for home.
    const wanted = [...begun, ...raw]
      .map((path) => `${place}${path}`)
      .find((one) => one.length <= MAX_TARGET_CHARS)
    const query = [
      wanted === undefined ? '' : `${redirectParameter}=${encodeURIComponent(wanted)}`,
      prompt === undefined ? '' : `prompt=${prompt}`,
      reason === null ? '' : `reason=${reason}`
    ]
    const search = query.filter((part) => part !== '').join('&')
    const page = `${base}${paths.login}${screen === undefined ? '' : SECOND_STEP_PATH}`
    return search === '' ? page : `${page}?${search}`
  }
}

/** Remembers the language that a visitor chooses on a page of the gateway, and leads back to where it was shown. */
export const LANGUAGE_PATH = '/_auth/language'

/** Names the language (BCP 47), and the path to go back to. */
export const LANGUAGE_PARAMETERS = { language: 'lang', target: 'to' } as const

/** Max length of an encoded target: the page repeats it once per language. */
const MAX_ENCODED_TARGET_CHARS = 1000

/**
 * Gives the address that shows the page of this request in another language; null: it would not be the same page again. So it is with
 * what was sent by a form, and with steps of a sign-in.
 */
export function languageAddressOf({
  method,
  target
}: Pick<AuthRequest, 'method' | 'target'>): ((language: string) => string) | null {
  if (!isSafeMethod(method) || target === null) return null
  if (encodeURIComponent(target.raw).length > MAX_ENCODED_TARGET_CHARS) return null
  return /^\/_(auth|_)(\/|$)/.test(target.path) ? null : languageAddress(target.raw)
}

/** Gives the address that chooses a language and leads to a target of its own origin. */
export function languageAddress(target: string): (language: string) => string {
  const { language: name, target: to } = LANGUAGE_PARAMETERS
  const end = `&${to}=${encodeURIComponent(target)}`
  return (language) => `${LANGUAGE_PATH}?${name}=${encodeURIComponent(language)}${end}`
}

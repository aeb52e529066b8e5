import type { Config } from '../config/schema/schema.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import { beginAddress } from './begin-address.ts'
import type { LoginReason } from './outcome.ts'
import { MAX_TARGET_CHARS } from './redirect-target.ts'

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

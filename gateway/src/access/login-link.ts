import type { Config } from '../config/schema/schema.ts'
import type { JudgedRequest } from '../http/judged-request.ts'
import type { LoginReason } from './outcome.ts'
import { LONGEST_TARGET_CHARS } from './redirect-target.ts'

/** What a link to the login page says beside where to go afterwards. */
export interface LoginLinkOptions {
  /** `login`: the page is shown to those who are signed in, too. */
  prompt?: 'login'
  reason?: LoginReason | null
}

/** The path and query that lead to the login page, and from there back to what was asked for. */
export type LoginLink = (judged: JudgedRequest, options?: LoginLinkOptions) => string

/** Links to the login page of a configuration. */
export function createLoginLink({
  paths,
  redirectParameter
}: Pick<Config, 'paths' | 'redirectParameter'>): LoginLink {
  return ({ target }, { prompt, reason = null } = {}) => {
    const query = [
      // The login page would take a longer one for home.
      target === null || target.raw.length > LONGEST_TARGET_CHARS
        ? ''
        : `${redirectParameter}=${encodeURIComponent(target.raw)}`,
      prompt === undefined ? '' : `prompt=${prompt}`,
      reason === null ? '' : `reason=${reason}`
    ]
    const search = query.filter((part) => part !== '').join('&')
    return search === '' ? paths.login : `${paths.login}?${search}`
  }
}

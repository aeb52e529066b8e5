import { isHttps } from '../addresses/url.ts'
import type { Config } from '../schema/schema.ts'
import { hasPlainName } from './cookie-checks.ts'

/** A setting that takes a protection away or gives none, and what to write instead. */
interface Weakness {
  isIn(config: Config): boolean
  warning: string
}

const WEAKNESSES: readonly Weakness[] = [
  {
    isIn: ({ session, login }) => session.idleSeconds === 0 && login.mfa.totp === 'required',
    warning:
      'session.idleSeconds: 0 keeps a session that nobody uses for `session.absoluteSeconds`, although `login.mfa.totp` is required; set a limit, such as 1800'
  },
  {
    isIn: ({ session }) => session.revocationCheckSeconds === 0,
    warning:
      'session.revocationCheckSeconds: 0 finds accounts that are disabled, deleted or revoked only at a refresh, up to an hour late; the default is 300'
  },
  {
    isIn: ({ session }) => session.signInsPerMinute === 0,
    warning:
      'session.signInsPerMinute: 0 lets one address try any number of sign-ins, each of which costs calls to the provider; the default is 300'
  },
  {
    isIn: ({ cookie }) => cookie.sameSite === 'none',
    warning:
      'cookie.sameSite: `none` sends the session with the requests of other sites too: the application must refuse forged ones itself; the default is `lax`'
  },
  {
    isIn: ({ access }) => access.default === 'public',
    warning:
      'access.default: `public` lets everybody pass where no rule matches; name the public paths in `access.rules` and leave the default at `signed-in`'
  },
  {
    isIn: (config) => config.logout.clearSiteData.length > 0 && !isHttps(config),
    warning: 'logout.clearSiteData: nothing is sent, browsers heed it on https only; use an https publicUrl'
  },
  {
    isIn: hasPlainName,
    warning:
      'cookie.name: without `__Host-` or `__Secure-`, plain http and sibling hosts can plant the cookie; `cookie.allowPlainName` insists on it'
  }
]

/** One line for each setting that works but takes a protection away, or gives none. Takes a configuration without problems. */
export function listProtectionWarnings(config: Config): string[] {
  return WEAKNESSES.filter(({ isIn }) => isIn(config)).map(({ warning }) => warning)
}

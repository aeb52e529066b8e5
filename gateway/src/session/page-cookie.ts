import { parseCookie, stringifySetCookie } from 'cookie'
import type { SessionCookie } from './cookie.ts'

/** What the login page's small cookies are for; each is named after the session cookie. */
export type PageCookieKind = 'lang' | 'bounces'

/** A small cookie of the login page, for the gateway alone. Not signed: nothing that matters may depend on it. */
export interface PageCookie {
  /** What the browser sent; undefined: no such cookie. Not checked: anybody can write anything there. */
  read(header: string | undefined): string | undefined
  /** A `Set-Cookie` value. `value`: cookie characters only (RFC 6265). */
  set(value: string, maxAgeSeconds: number): string
}

export interface PageCookieOptions {
  kind: PageCookieKind
  session: Pick<SessionCookie, 'name'>
  secure: boolean
}

/**
 * A cookie of the login page, named `<session cookie>-<kind>`: it has the session's prefix and fulfils what browsers ask
 * of that. It stays on its host, whatever the domain of the session is. The application never gets it.
 */
export function createPageCookie({ kind, session, secure }: PageCookieOptions): PageCookie {
  const name = `${session.name}-${kind}`
  return {
    read: (header) => (header?.includes(name) ? parseCookie(header)[name] : undefined),
    set: (value, maxAge) =>
      stringifySetCookie({ name, value, path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge })
  }
}

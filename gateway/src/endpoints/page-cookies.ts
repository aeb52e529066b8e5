import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isHttps } from '../config/addresses/urls.ts'
import type { Config } from '../config/schema/schema.ts'
import { deriveSessionKey } from '../session/cookie/cookie-value.ts'
import { type CookieNames, cookieNamesOf, hasOneCookie } from '../session/cookie/names.ts'
import { type DatedOwner, keyOf, type Session } from '../session/session.ts'
import type { SharedState } from '../shared-state/shared-state.ts'

/** Cookies of the login page, by the suffix of their name. */
type PageCookieKind = 'known' | 'lang' | 'redirects' | 'signed-out' | 'step-up'

/** Lifetime of the language choice: one year. */
export const LANGUAGE_SECONDS = 365 * 24 * 60 * 60

export type PageCookie = ReturnType<typeof createPageCookie>

/**
 * A cookie of the login page, `<session cookie>-<kind>`: unsigned, so nothing may rely on it, host-only, and never forwarded. Works in
 * the scope of @fastify/cookie, and not where only the session cookie reaches the gateway. `at`: its origins. `path`: requests that it
 * is sent with; with another than all, its prefix cannot be `__Host-` (RFC 6265bis, 4.1.3.2).
 */
export function createPageCookie(
  config: Pick<Config, 'publicUrl' | 'cookie'>,
  kind: PageCookieKind,
  at: keyof CookieNames = 'shared',
  path = '/'
) {
  const base = cookieNamesOf(config)[at]
  const name = `${path === '/' ? base : base.replace(/^__Host-/, '__Secure-')}-${kind}`
  const secure = isHttps(config)
  const isKept = !hasOneCookie(config)
  return {
    /** False where browsers keep it in vain, because it never reaches the gateway. */
    isKept,
    /** The value as sent, unvalidated; undefined if absent. */
    read: (request: FastifyRequest): string | undefined => (isKept ? request.cookies[name] : undefined),
    /** Adds it to the response. `value`: cookie characters only (RFC 6265). `maxAge`: in seconds. */
    set(reply: FastifyReply, value: string, maxAge: number): void {
      if (isKept) reply.setCookie(name, value, { path, httpOnly: true, secure, sameSite: 'lax', maxAge })
    }
  }
}

/** Browsers keep no cookie longer (RFC 6265bis, 5.5). */
const KNOWN_SECONDS = 400 * 24 * 60 * 60
/** Accounts that a device remembers, the last used first. */
const MAX_ACCOUNTS = 4
/** Of a keyed hash: enough for a few accounts. */
const HASH_CHARS = 16
const SEPARATOR = '.'
const PURPOSE = 'accounts of this device'

/** Accounts that were used on a device, as keyed hashes in a signed cookie of the sign-in host. It grants nothing: with a copy of it, a sign-in is only not reported as new. */
export function createKnownDevices(config: Pick<Config, 'publicUrl' | 'cookie' | 'session' | 'paths'>) {
  const { rememberDevices } = config.session
  // Sent with sign-ins alone: every other request would carry it in vain.
  const cookie = createPageCookie(config, 'known', 'shared', config.paths.session)
  const keys = config.cookie.signatureKeys.map(deriveSessionKey)

  /** Empty if the cookie is missing or not ours. */
  function readAccounts(request: FastifyRequest): readonly string[] {
    const [signature = '', ...accounts] = (cookie.read(request) ?? '').split(SEPARATOR)
    const isOurs =
      accounts.length <= MAX_ACCOUNTS && keys.some((key) => key.verify([PURPOSE, ...accounts], signature))
    return isOurs ? accounts : []
  }

  return {
    /** Whether the account was not used on this device before; from now on it was. False if that is not recorded. */
    note(request: FastifyRequest, reply: FastifyReply, owner: DatedOwner): boolean {
      const [key] = keys
      if (!rememberDevices || !cookie.isKept || key === undefined) return false
      const hashes = keys.map(({ sign }) =>
        sign([PURPOSE, keyOf(owner), String(owner.createdAtMs)]).slice(0, HASH_CHARS)
      )
      const known = readAccounts(request)
      const others = known.filter((account) => !hashes.includes(account))
      const accounts = [...hashes.slice(0, 1), ...others].slice(0, MAX_ACCOUNTS)
      cookie.set(reply, [key.sign([PURPOSE, ...accounts]), ...accounts].join(SEPARATOR), KNOWN_SECONDS)
      return others.length === known.length
    }
  }
}

/** The application redirects its visitors back, or the browser drops our cookies; worth monitoring (RFC 5842, 7.2). */
export const LOOP_DETECTED = 508
/** Window for counting redirects to one path and lifetime of the cookie, in seconds. */
export const WINDOW_SECONDS = 30
/** More redirects within the window are a loop: restored tabs of a page are fewer, and browsers give up after 20, two for each. */
const MAX_REDIRECTS = 8
/** The same for sessions that arrive at another host, where those of tabs that open together are not counted. */
export const MAX_ARRIVALS = 3

type RedirectDecision =
  /** `count`: the new cookie value. */
  | { kind: 'redirect'; count: string }
  /** The application keeps sending this signed-in visitor back to the login page. */
  | { kind: 'loop' }

/** Returns a function that counts redirects of a signed-in browser to one path in a cookie, since no script runs on the way. `cookie`: unvalidated. `now`: epoch seconds. */
export function createRedirectCounter(now: () => number, max = MAX_REDIRECTS) {
  return function countRedirect(cookie: string | undefined, redirectTarget: string): RedirectDecision {
    const path = digestPath(redirectTarget)
    const nowSeconds = Math.floor(now())
    // Malformed, expired, future or other-path values start a new count.
    const [, count, since, counted] = /^(\d)\.(\d{1,12})\.(\w+)$/.exec(cookie ?? '') ?? []
    const ageSeconds = nowSeconds - Number(since)
    const isCurrent = counted === path && ageSeconds >= 0 && ageSeconds < WINDOW_SECONDS
    if (!isCurrent) return { kind: 'redirect', count: `1.${nowSeconds}.${path}` }
    if (Number(count) >= max) return { kind: 'loop' }
    return { kind: 'redirect', count: `${Number(count) + 1}.${Number(since)}.${path}` }
  }
}

/** The same counted at the gateway, for browsers whose only cookie is the session. With several instances and no store, each counts its own. */
export function createSessionRedirectCounter({ countCall }: Pick<SharedState, 'countCall'>) {
  return async function isLoop({ id }: Pick<Session, 'id'>, redirectTarget: string): Promise<boolean> {
    const session = hash('sha256', id, 'base64url')
    const caller = `${session} ${digestPath(redirectTarget)}`
    const { calls } = await countCall('redirect', caller, WINDOW_SECONDS * 1000)
    return calls > MAX_REDIRECTS
  }
}

/** Per path, since several tabs are no loop; without the query, which may change on each redirect. */
function digestPath(redirectTarget: string): string {
  const [path = ''] = redirectTarget.split(/[?#]/, 1)
  return hash('sha256', path, 'hex').slice(0, 8)
}

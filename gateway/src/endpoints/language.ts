import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  LANGUAGE_PARAMETERS,
  LANGUAGE_PATH,
  resolveRedirectTarget,
  SHOWN_AGAIN
} from '../access/redirect-target.ts'
import { isHttps } from '../config/addresses/urls.ts'
import type { Config } from '../config/schema/schema.ts'
import { authRequestOf } from '../http/auth-request.ts'
import { markOwnResponse, refuseOtherMethods } from '../http/own-response.ts'
import { parameterOf } from '../http/target.ts'
import { type CookieNames, cookieNamesOf, hasOneCookie } from '../session/cookie/names.ts'
import type { EndpointOptions } from './own-session.ts'

/**
 * Sets the language cookie for this host, as the login page does, and redirects to a same-origin path. Safe
 * to call cross-site: it only changes the language of pages.
 */
export function registerLanguage(app: FastifyInstance, { config }: Pick<EndpointOptions, 'config'>): void {
  const { enabled } = config.login.locales
  const cookie = createPageCookie(config, 'lang')
  app.get(LANGUAGE_PATH, async (request, reply) => {
    const chosen = parameterOf(request, LANGUAGE_PARAMETERS.language)
    const language = enabled.find((id) => id === chosen)
    if (language !== undefined) cookie.set(reply, language, LANGUAGE_SECONDS)
    const back = resolveRedirectTarget(parameterOf(request, LANGUAGE_PARAMETERS.target), {
      publicOrigin: authRequestOf(request).origin,
      reserved: ['/_auth', '/__'],
      own: SHOWN_AGAIN,
      home: config.paths.home
    })
    return markOwnResponse(request, reply).redirect(back, 303)
  })
  refuseOtherMethods(app, LANGUAGE_PATH, { sameOrigin: true })
}

/** Cookies of the login page, by the suffix of their name. */
type PageCookieKind = 'device' | 'lang' | 'redirects' | 'signed-out' | 'step-up'

/** Lifetime of the language choice: one year. */
export const LANGUAGE_SECONDS = 365 * 24 * 60 * 60

export type PageCookie = ReturnType<typeof createPageCookie>

/**
 * A cookie of the login page. Unsigned: nothing security-relevant may depend on it. Named `<session cookie>-<kind>`, so that
 * it satisfies the session cookie's name prefix. Host-only regardless of the session's domain, and never forwarded to the
 * application. Works only in the scope of @fastify/cookie. Neither set nor read where only the session cookie reaches the
 * gateway. `at`: the cookie's origins; default: those sharing the session cookie. `path`: requests it is sent with; default:
 * all. With another one, its prefix cannot be `__Host-` (RFC 6265bis, 4.1.3.2).
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

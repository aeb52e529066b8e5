import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LANGUAGE_PARAMETERS, LANGUAGE_PATH } from '../access/login-link.ts'
import { resolveRedirectTarget } from '../access/redirect-target.ts'
import { isHttps } from '../config/addresses/urls.ts'
import { type CookieNames, cookieNamesOf } from '../config/hand-over.ts'
import type { Config } from '../config/schema/schema.ts'
import { authRequestOf } from '../http/auth-request.ts'
import { markOwnResponse, refuseOtherMethods } from '../http/own-response.ts'
import { parameterOf } from '../http/target.ts'
import type { EndpointOptions } from './own-session.ts'

/**
 * Remembers a language of the configuration for this host, as the login page does, and leads back to a path of the same origin. Any
 * site can lead a visitor here: it changes the language of pages, and nothing else.
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
      home: config.paths.home
    })
    return markOwnResponse(request, reply).redirect(back, 303)
  })
  refuseOtherMethods(app, LANGUAGE_PATH, { sameOrigin: true })
}

/** The small cookies of the login page: the chosen language, the count of redirects, a sign-out just now, who was asked to sign in again. Part of their names. */
export type PageCookieKind = 'lang' | 'redirects' | 'signed-out' | 'step-up'

/** How long a language is remembered, in seconds: a year. */
export const LANGUAGE_SECONDS = 365 * 24 * 60 * 60

/** A small cookie of the login page, for the gateway alone. Not signed: nothing that matters may depend on it. */
export interface PageCookie {
  /** What the browser sent; undefined: no such cookie. Not checked: anybody can write anything there. */
  read(request: FastifyRequest): string | undefined
  /** Puts it on the answer. `value`: cookie characters only (RFC 6265). */
  set(reply: FastifyReply, value: string, maxAgeSeconds: number): void
}

/**
 * A cookie of the login page, named `<session cookie>-<kind>`: it has the session's prefix and fulfils what browsers ask
 * of that. It stays on its host, whatever the domain of the session is. The application never gets it. Only for requests
 * of the scope where @fastify/cookie is registered. `at`: at which origins; those of the session cookie that is shared when left out.
 */
export function createPageCookie(
  config: Pick<Config, 'publicUrl' | 'cookie'>,
  kind: PageCookieKind,
  at: keyof CookieNames = 'shared'
): PageCookie {
  const name = `${cookieNamesOf(config)[at]}-${kind}`
  const secure = isHttps(config)
  return {
    read: (request) => request.cookies[name],
    set: (reply, value, maxAge) =>
      void reply.setCookie(name, value, { path: '/', httpOnly: true, secure, sameSite: 'lax', maxAge })
  }
}

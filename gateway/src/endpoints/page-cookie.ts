import type { FastifyReply, FastifyRequest } from 'fastify'
import { isHttps } from '../config/addresses/urls.ts'
import { type CookieNames, cookieNamesOf } from '../config/hand-over.ts'
import type { Config } from '../config/schema/schema.ts'

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

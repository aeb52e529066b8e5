import { hash, randomBytes } from 'node:crypto'
import { isHttps } from '../../config/addresses/urls.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { AuthRequest } from '../../http/auth-request.ts'
import { parseCookies, serializeCookie } from '../../session/cookie/cookie.ts'
import { ARRIVE_PATH, cookieNamesOf, createHandOverTest, handsOver } from '../../session/cookie/names.ts'
import { BEGIN_PATH, type LinkedLocation, MAX_TARGET_CHARS } from './redirect-target.ts'

/** At the sign-in origin: encrypts the visitor's session for another origin. */
export const CONTINUE_PATH = '/_auth/continue'

const SECRET_BYTES = 32
/** Max age of an attempt's state cookie, in seconds. */
const ATTEMPT_SECONDS = 600
/** Concurrent attempts per browser and origin. */
const MAX_ATTEMPTS = 5
const NAME_CHARS = 16
const STATE = /^[\w-]{43}$/
/** Start in epoch seconds, its place in `BEGINNINGS`, secret. */
const ATTEMPT_VALUE = /^(\d{1,12})\.([012])\.([\w-]{43})$/
/** By whether the browser sent a session cookie of this origin, or with a form of another site, which is lost. */
const BEGINNINGS = ['without-session', 'with-session', 'by-form'] as const

/** Brings sessions of the sign-in origin to origins with a cookie of their own. */
export type HandOverAttempts = NonNullable<ReturnType<typeof createHandOverAttempts>>

/** True if `text` has the form of a secret's digest. */
export function isState(text: string): boolean {
  return STATE.test(text)
}

/**
 * Attempts are bound to the browser by a cookie of the target origin: 32 random bytes, of which the URL
 * carries the digest. Null if no configured origin has its own session cookie. `now`: epoch seconds.
 */
export function createHandOverAttempts(
  config: Pick<Config, 'publicUrl' | 'applications' | 'cookie'>,
  now: () => number
) {
  if (!handsOver(config)) return null
  const isHandOver = createHandOverTest(config)
  const publicOrigin = new URL(config.publicUrl).origin
  const session = cookieNamesOf(config).own
  const prefix = `${session}-state.`
  const sessionNames = [session, `${session}.0`]
  // The form is posted cross-site, which rules out `Lax` and `Strict`. `None` requires https; on http,
  // browsers send a cookie without the attribute for at least two minutes
  // (https://chromestatus.com/feature/5088147346030592).
  const sameSite = isHttps(config) ? ({ sameSite: 'none', secure: true } as const) : {}
  const attributes = { path: '/', httpOnly: true, ...sameSite }
  const forget = (name: string) =>
    serializeCookie(name, '', { ...attributes, maxAge: 0, expires: new Date(0) })

  /** Oldest first. */
  function listAttempts(cookieHeader: string | undefined) {
    if (cookieHeader === undefined || !cookieHeader.includes(prefix)) return []
    return Object.entries(parseCookies(cookieHeader))
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => ({ name, ...readAttempt(value) }))
      .sort((a, b) => a.beganAtSeconds - b.beganAtSeconds)
  }

  /** True if this configured origin has its own session cookie. */
  const isFor = (origin: string) => origin !== publicOrigin && isHandOver(new URL(origin).hostname)

  return {
    isFor,

    /** True if `path` is a hand-over endpoint that must respond 404 at this origin. */
    isElsewhere(path: string, origin: string): boolean {
      if (path === CONTINUE_PATH) return origin !== publicOrigin
      return (path === ARRIVE_PATH || path === BEGIN_PATH) && !isFor(origin)
    },

    /** Begins an attempt for an unauthenticated visitor: the redirect location and state cookies. `isByForm`: by one of another site. */
    begin({ origin, target, headers }: LinkedLocation & Pick<AuthRequest, 'headers'>, isByForm = false) {
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const state = digestOf(secret)
      const wanted = target === null || target.raw.length > MAX_TARGET_CHARS ? '' : target.raw
      const query = new URLSearchParams({ to: origin, redirect: wanted, state })
      const sent = parseCookies(headers.cookie ?? '')
      const hadSession = sessionNames.some((one) => sent[one] !== undefined)
      const beginning = isByForm ? 'by-form' : hadSession ? 'with-session' : 'without-session'
      const value = `${Math.floor(now())}.${BEGINNINGS.indexOf(beginning)}.${secret}`
      const name = `${prefix}${state.slice(0, NAME_CHARS)}`
      const known = listAttempts(headers.cookie)
      const surplus = known.slice(0, Math.max(0, known.length - MAX_ATTEMPTS + 1))
      return {
        location: `${publicOrigin}${CONTINUE_PATH}?${query}`,
        setCookies: [
          serializeCookie(name, value, { ...attributes, maxAge: ATTEMPT_SECONDS }),
          ...surplus.map((one) => forget(one.name))
        ]
      }
    },

    /** The attempt with this digest; null: the browser did not send its secret. `forget`: deletes its unsigned cookie. */
    find(cookieHeader: string | undefined, state: string) {
      const name = `${prefix}${state.slice(0, NAME_CHARS)}`
      const { secret, beginning, beganAtSeconds } = readAttempt(parseCookies(cookieHeader ?? '')[name])
      const isExpired = now() >= beganAtSeconds + ATTEMPT_SECONDS
      return secret === null || isExpired || digestOf(secret) !== state
        ? null
        : { beginning, forget: forget(name) }
    },

    /** True if the browser sent any attempt's secret. */
    hasAny: (cookieHeader: string | undefined) => listAttempts(cookieHeader).length > 0
  }
}

/** Malformed values sort as the oldest. */
function readAttempt(value: string | undefined) {
  const [, began = '0', index = '', secret = null] = ATTEMPT_VALUE.exec(value ?? '') ?? []
  return { beganAtSeconds: Number(began), beginning: BEGINNINGS[Number(index)], secret }
}

function digestOf(secret: string): string {
  return hash('sha256', secret, 'base64url')
}

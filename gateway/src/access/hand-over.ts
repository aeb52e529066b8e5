import { createHash, randomBytes } from 'node:crypto'
import { isHttps } from '../config/addresses/urls.ts'
import { ARRIVE_PATH, cookieNamesOf, createHandOverTest, handsOver } from '../config/hand-over.ts'
import type { Config } from '../config/schema/schema.ts'
import type { AuthRequest } from '../http/auth-request.ts'
import { parseCookies, serializeCookie } from '../session/cookie/cookie-codec.ts'
import type { LinkedPlace } from './login-link.ts'
import { BEGIN_PATH, MAX_TARGET_CHARS } from './redirect-target.ts'

/** At the sign-in origin: seals the visitor's session for another origin. */
export const CONTINUE_PATH = '/_auth/continue'

const SECRET_BYTES = 32
/** How long the browser keeps the secret of an attempt, in seconds. */
const ATTEMPT_SECONDS = 600
/** Attempts of one browser at one origin at the same time. */
const MAX_ATTEMPTS = 5
/** Of the digest, in the name of the cookie. */
const NAME_CHARS = 16
const STATE = /^[\w-]{43}$/
/** When it began, in epoch seconds; did the browser send a session there; the secret. */
const ATTEMPT_VALUE = /^(\d{1,12})\.([01])\.([\w-]{43})$/

/** An attempt as the browser's state cookie tells it. Nobody has signed that. */
export interface KnownAttempt {
  /** Had the browser a session cookie at the origin when it began? */
  hadSession: boolean
  /** The `Set-Cookie` value that forgets it. */
  forget: string
}

/** How page loads get a session to origins that have a cookie of their own; see `createHandOverAttempts`. */
export interface HandOverAttempts {
  /** Has this origin a session cookie of its own? Takes one of the configuration. */
  isFor(origin: string): boolean
  /** Is this the path of an end of the hand-over that is not at this origin? Each end answers at its own origins alone, and 404 elsewhere. */
  isElsewhere(path: string, origin: string): boolean
  /** Begins an attempt for somebody who is not signed in there: where to go, and the cookies of the attempt. */
  begin(asked: LinkedPlace & Pick<AuthRequest, 'headers'>): {
    location: string
    setCookies: readonly string[]
  }
  /** The attempt with this digest, if the browser has its secret; null: it has not. */
  find(cookieHeader: string | undefined, state: string): KnownAttempt | null
  /** Has the browser sent the secret of any attempt? */
  hasAny(cookieHeader: string | undefined): boolean
}

/** Is it the digest of a secret, as it is written in addresses? */
export function isState(text: string): boolean {
  return STATE.test(text)
}

/**
 * The attempts of browsers, in cookies of the target origin alone: 32 random bytes each, of which the address tells the digest.
 * Null: no origin of the configuration has a session cookie of its own. `now`: epoch seconds.
 */
export function createHandOverAttempts(
  config: Pick<Config, 'publicUrl' | 'applications' | 'cookie'>,
  now: () => number
): HandOverAttempts | null {
  if (!handsOver(config)) return null
  const isHandOver = createHandOverTest(config)
  const publicOrigin = new URL(config.publicUrl).origin
  const session = cookieNamesOf(config).own
  const prefix = `${session}-state.`
  const sessionNames = [session, `${session}.0`]
  // The form comes from another site, with which `Lax` and `Strict` keep cookies back. On http there is no `None`; browsers then
  // send a cookie without the attribute for two minutes (https://chromestatus.com/feature/5088147346030592), or always.
  const sameSite = isHttps(config) ? ({ sameSite: 'none', secure: true } as const) : {}
  const attributes = { path: '/', httpOnly: true, ...sameSite }
  const forget = (name: string) =>
    serializeCookie(name, '', { ...attributes, maxAge: 0, expires: new Date(0) })

  /** Those that the browser sent, the oldest first. */
  function listAttempts(cookieHeader: string | undefined) {
    if (cookieHeader === undefined || !cookieHeader.includes(prefix)) return []
    return Object.entries(parseCookies(cookieHeader))
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => ({ name, ...readAttempt(value) }))
      .sort((a, b) => a.beganAtSeconds - b.beganAtSeconds)
  }

  const isFor = (origin: string) => origin !== publicOrigin && isHandOver(new URL(origin).hostname)

  return {
    isFor,

    isElsewhere(path, origin) {
      if (path === CONTINUE_PATH) return origin !== publicOrigin
      return (path === ARRIVE_PATH || path === BEGIN_PATH) && !isFor(origin)
    },

    begin({ origin, target, headers }) {
      const secret = randomBytes(SECRET_BYTES).toString('base64url')
      const state = digestOf(secret)
      const wanted = target === null || target.raw.length > MAX_TARGET_CHARS ? '' : target.raw
      const query = new URLSearchParams({ to: origin, redirect: wanted, state })
      const sent = parseCookies(headers.cookie ?? '')
      const hadSession = sessionNames.some((one) => sent[one] !== undefined)
      const value = `${Math.floor(now())}.${hadSession ? 1 : 0}.${secret}`
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

    find(cookieHeader, state) {
      const name = `${prefix}${state.slice(0, NAME_CHARS)}`
      const { secret, hadSession, beganAtSeconds } = readAttempt(parseCookies(cookieHeader ?? '')[name])
      const isOver = now() >= beganAtSeconds + ATTEMPT_SECONDS
      return secret === null || isOver || digestOf(secret) !== state
        ? null
        : { hadSession, forget: forget(name) }
    },

    hasAny: (cookieHeader) => listAttempts(cookieHeader).length > 0
  }
}

/** What is malformed is the oldest. */
function readAttempt(value: string | undefined) {
  const [, began, had, secret = null] = ATTEMPT_VALUE.exec(value ?? '') ?? []
  return { beganAtSeconds: Number(began ?? 0), hadSession: had === '1', secret }
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

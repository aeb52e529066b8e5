import type { Config } from '../config/schema/schema.ts'
import { ERROR_CATALOGUE, type ErrorCode, type Fault } from '../errors.ts'
import type { JudgedRequest } from '../http/judged-request.ts'
import { isSafeMethod } from '../http/origin.ts'
import type { Page } from '../http/page.ts'
import type { PageIcon } from '../http/page-icons.ts'
import type { LoginLink } from './login-link.ts'
import type { Refusal } from './outcome.ts'
import { signedInAs } from './page-words/signed-in-as.ts'
import type { PageWords, ShownCode } from './page-words/words.ts'
import type { WordsFor } from './page-words/words-for.ts'
import { enrolsSecondFactor } from './step-up.ts'

/** HTML escapes make an address up to six times as long. */
const MAX_RETRY_CHARS = 4096

type Link = NonNullable<Page['links']>[number]

/** Codes without words of their own: what they come to for a visitor. */
const IN_GENERAL: Readonly<
  Record<Exclude<ErrorCode, ShownCode | 'HAND_OVER_REFUSED'>, keyof PageWords['inGeneral']>
> = {
  USER_NOT_FOUND: 'signIn',
  INVALID_CREDENTIALS: 'signIn',
  TOKEN_EXPIRED: 'signIn',
  TOKEN_REVOKED: 'signIn',
  INVALID_ARGUMENT: 'signIn',
  NO_KEY_ID: 'signIn',
  NO_MATCHING_KEY: 'signIn',
  INVALID_TOKEN_SIGNATURE: 'signIn',
  INVALID_TOKEN: 'signIn',
  MISSING_CREDENTIALS: 'signIn',
  MISSING_REFRESH_TOKEN: 'signIn',
  MALFORMED_CREDENTIALS: 'signIn',
  INVALID_COOKIE_SIGNATURE: 'signIn',
  SESSION_EXPIRED: 'signIn',
  SESSION_ENDED: 'signIn',
  SIGN_IN_TOO_OLD: 'signIn',
  SIGN_IN_USED: 'signIn',
  MISSING_TOKEN: 'request',
  INVALID_REQUEST: 'request',
  HTTPS_REQUIRED: 'request',
  METHOD_NOT_ALLOWED: 'request',
  UNSUPPORTED_MEDIA_TYPE: 'request',
  ACCOUNT_MISMATCH: 'request',
  REQUEST_TIMEOUT: 'slow',
  // No visitor meets it.
  STORE_UNAVAILABLE: 'slow',
  PAYLOAD_TOO_LARGE: 'large',
  HEADERS_TOO_LARGE: 'head',
  SESSION_TOO_LARGE: 'large'
}

/** Refusals that the same request may not meet again; so it is with every status from 500 on. */
const PASSING: ReadonlySet<number> = new Set([401, 408, 429])

/** Refusals of an account, or of its way to sign in. */
const ANOTHER_ACCOUNT: ReadonlySet<ErrorCode> = new Set([
  'USER_DISABLED',
  'SIGN_IN_METHOD_NOT_ALLOWED',
  'EMAIL_UNVERIFIED',
  'SECOND_FACTOR_REQUIRED'
])

/** What the pages say that visitors get in place of what they asked for; see `createRefusalPages`. */
export interface RefusalPages {
  forFault(judged: JudgedRequest, fault: Fault): Omit<Page, 'reference'>
  /** For somebody who is known, but may not pass. */
  forAccount(judged: JudgedRequest, outcome: Extract<Refusal, { kind: 'forbidden' }>): Omit<Page, 'reference'>
}

export interface RefusalPagesOptions {
  config: Pick<Config, 'paths' | 'login'>
  loginLink: LoginLink
  /** Origin of the login page; `''`: that of the request that is judged. */
  loginOrigin: string
  /** Origin of the sign-out; `''`: that of the request that is judged. */
  endpointsOrigin: string
  wordsFor: WordsFor
}

/** The texts, links and buttons of those pages: no stack, no cause, nothing of the request but its own address. */
export function createRefusalPages({
  config: { paths, login: page },
  loginLink,
  loginOrigin,
  endpointsOrigin,
  wordsFor
}: RefusalPagesOptions): RefusalPages {
  const login = `${loginOrigin}${paths.login}`
  const logout = `${endpointsOrigin}${paths.logout}`

  /** Back to what was asked for, unless it would fail again, or was sent by a form, which a link cannot repeat. */
  function nextLink(judged: JudgedRequest, statusCode: number, { ways }: PageWords): Link {
    const { target } = judged
    if (target === null || !mayPass(statusCode) || !isSafeMethod(judged.method))
      return { label: ways.start, href: paths.home }
    // The helper's addresses are steps of a sign-in that has ended: it begins again.
    if (target.path.startsWith('/__/')) return { label: ways.retry, href: login }
    // An empty address leads to the page that it is on.
    return { label: ways.retry, href: target.raw.length > MAX_RETRY_CHARS ? '' : target.raw }
  }

  /** Somebody whose session or account cannot be used needs another one; waiting would not help. */
  function accountLinks(code: ErrorCode, { ways }: PageWords): Link[] {
    if (ERROR_CATALOGUE[code].status === 401) return [{ label: ways.signIn, href: login }]
    // Of this browser, which needs no service account.
    if (code === 'NO_SERVICE_ACCOUNT') return [{ label: ways.signOut, href: logout }]
    return ANOTHER_ACCOUNT.has(code) ? [{ label: ways.otherAccount, href: `${login}?prompt=login` }] : []
  }

  /** A form of this page signs out by itself. The page that another origin is led to asks first. */
  function signOut({ origin }: JudgedRequest, { ways }: PageWords): Link | NonNullable<Page['form']> {
    const label = ways.signOut
    return endpointsOrigin === '' || endpointsOrigin === origin
      ? { label, action: paths.logout, isMinor: true }
      : { label, href: logout }
  }

  return {
    forFault(judged, { code, statusCode }) {
      const words = wordsFor(judged.headers)
      return {
        language: words.language,
        icon: iconOf(code),
        ...titleAndText(code, words),
        ...noteOf(judged, statusCode, words),
        // On a host of nobody's, the gateway has no address of its own either.
        ...(code === 'UNKNOWN_HOST' ? { languageHref: null } : {}),
        links: [...accountLinks(code, words), nextLink(judged, statusCode, words)]
      }
    },

    forAccount(judged, { code, session, stepUp }) {
      const words = wordsFor(judged.headers)
      const { language, more, ways } = words
      // No account would help: the rules let nobody pass.
      if (session === null && code === 'FORBIDDEN')
        return {
          language,
          icon: iconOf(code),
          title: titleOf(code, words),
          text: more.nobody,
          links: [{ label: ways.start, href: paths.home }]
        }
      const enrol = stepUp?.secondFactor === true && enrolsSecondFactor({ login: page })
      // The session stays until the other account has signed in: whoever changes their mind loses nothing.
      const switchAccount =
        session === null
          ? { label: ways.otherAccount, href: loginLink(judged) }
          : {
              label: stepUp === undefined ? ways.switchAccount : ways.otherWay,
              href: loginLink(judged, { prompt: 'login' })
            }
      const leave = session === null ? null : signOut(judged, words)
      return {
        language,
        icon: iconOf(code),
        // Said of no other shortfall: a sign-in that is too old is repeated at the login page.
        ...(stepUp === undefined
          ? titleAndText(code, words)
          : { title: words.refusal.secondFactor, text: more.noSecondFactor }),
        ...(session === null ? {} : { note: signedInAs(words, session) }),
        links: [
          ...(enrol
            ? [{ label: ways.addSecondFactor, href: loginLink(judged, { screen: 'second-step' }) }]
            : []),
          switchAccount,
          ...(leave !== null && 'href' in leave ? [leave] : [])
        ],
        ...(leave !== null && 'action' in leave ? { form: leave } : {})
      }
    }
  }
}

function mayPass(statusCode: number): boolean {
  return statusCode >= 500 || PASSING.has(statusCode)
}

function noteOf(judged: JudgedRequest, statusCode: number, { more }: PageWords): Pick<Page, 'note'> {
  if (!isSafeMethod(judged.method)) return mayPass(statusCode) ? { note: more.sendAgain } : {}
  return statusCode >= 500 ? { note: more.nothingLost } : {}
}

function textOf(code: ErrorCode, { because, inGeneral, notHandedOver }: PageWords): string {
  if (code === 'HAND_OVER_REFUSED') return notHandedOver.late
  return isShown(code) ? because[code] : inGeneral[IN_GENERAL[code]]
}

function isShown(code: Exclude<ErrorCode, 'HAND_OVER_REFUSED'>): code is ShownCode {
  return !Object.hasOwn(IN_GENERAL, code)
}

function titleAndText(code: ErrorCode, words: PageWords): Pick<Page, 'title' | 'text'> {
  return { title: titleOf(code, words), text: textOf(code, words) }
}

function titleOf(code: ErrorCode, { refusal, notHandedOver }: PageWords): string {
  switch (code) {
    case 'USER_DISABLED':
      return refusal.disabled
    case 'FORBIDDEN':
      return refusal.noAccess
    case 'NOT_FOUND':
    case 'UNKNOWN_HOST':
      return refusal.notFound
    case 'VERDICT_CHANGED':
      return refusal.again
    case 'PROVIDER_UNAVAILABLE':
      return refusal.providerAway
    case 'RATE_LIMITED':
      return refusal.tooMany
    case 'HAND_OVER_REFUSED':
      return notHandedOver.title
    case 'UPSTREAM_BUSY':
      return refusal.busy
    case 'UPSTREAM_UNREACHABLE':
    case 'UPSTREAM_TIMEOUT':
      return refusal.silent
    default:
      return ERROR_CATALOGUE[code].status >= 500 ? refusal.failed : refusal.refused
  }
}

/** By status: what is closed, not there, only late, or out of reach. */
const ICONS: ReadonlyMap<number, PageIcon> = new Map([
  [401, 'lock'],
  [403, 'lock'],
  [404, 'lost'],
  [408, 'wait'],
  [429, 'wait'],
  [502, 'away'],
  [503, 'wait'],
  [504, 'wait']
])

/** The icon of the page about a code. */
function iconOf(code: ErrorCode): PageIcon {
  if (code === 'PROVIDER_UNAVAILABLE') return 'away'
  return ICONS.get(ERROR_CATALOGUE[code].status) ?? 'warning'
}

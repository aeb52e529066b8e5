import type { Config } from '../config/schema/schema.ts'
import { ERROR_CATALOGUE, type ErrorCode, type Fault } from '../errors.ts'
import type { JudgedRequest } from '../http/judged-request.ts'
import type { Page } from '../http/page.ts'
import type { LoginLink } from './login-link.ts'
import type { Refusal } from './outcome.ts'
import { en } from './page-words/en.ts'
import { signedInAs } from './page-words/signed-in-as.ts'
import type { PageWords } from './page-words/words.ts'
import type { WordsFor } from './page-words/words-for.ts'

type Link = NonNullable<Page['links']>[number]

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
  /** Whom visitors ask for help; null: nobody. */
  contactUrlFor(judged: JudgedRequest): string | null
  wordsFor: WordsFor
}

/** The texts, links and buttons of those pages: no stack, no cause, nothing of the request but its own address. */
export function createRefusalPages({
  config: { paths, login: page },
  loginLink,
  loginOrigin,
  endpointsOrigin,
  contactUrlFor,
  wordsFor
}: RefusalPagesOptions): RefusalPages {
  const login = `${loginOrigin}${paths.login}`
  const logout = `${endpointsOrigin}${paths.logout}`

  /** Those of the visitor's language, or English where that says nothing of the code: a page is in one language. */
  function wordsOf({ headers }: JudgedRequest, code: ErrorCode): PageWords {
    const words = wordsFor(headers)
    return textOf(code, words) === undefined && code !== 'STEP_UP_REQUIRED' ? en : words
  }

  /** Back to what was asked for. What could not be read would fail again. */
  function retryLink({ target }: JudgedRequest, { ways }: PageWords): Link {
    if (target === null) return { label: ways.start, href: paths.home }
    // The helper's addresses are steps of a sign-in that has ended: it begins again.
    return { label: ways.retry, href: target.path.startsWith('/__/') ? login : target.raw }
  }

  function helpLinks(judged: JudgedRequest, { ways }: PageWords): Link[] {
    const contactUrl = contactUrlFor(judged)
    return contactUrl === null ? [] : [{ label: ways.help, href: contactUrl }]
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
      // Somebody whose session cannot be used needs another one; waiting would not help.
      const words = wordsOf(judged, code)
      const signIn = statusCode === 401 ? [{ label: words.ways.signIn, href: login }] : []
      return {
        language: words.language,
        ...titleAndText(code, words),
        ...(statusCode >= 500 ? { note: words.more.nothingLost } : {}),
        links: [...signIn, retryLink(judged, words), ...helpLinks(judged, words)]
      }
    },

    forAccount(judged, { code, session, stepUp }) {
      const words = wordsOf(judged, code)
      const { language, more, ways } = words
      // No account would help: the rules let nobody pass.
      if (session === null && code === 'FORBIDDEN')
        return {
          language,
          title: titleOf(code, words),
          text: more.nobody,
          links: [{ label: ways.start, href: paths.home }, ...helpLinks(judged, words)]
        }
      const enrol = stepUp?.secondFactor === true && page.mfa.totp !== 'off'
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
          ...(leave !== null && 'href' in leave ? [leave] : []),
          ...helpLinks(judged, words)
        ],
        ...(leave !== null && 'action' in leave ? { form: leave } : {})
      }
    }
  }
}

/** Undefined: there is none in this language. */
function textOf(code: ErrorCode, { because }: PageWords): string | undefined {
  return because === null ? ERROR_CATALOGUE[code].message : because[code]
}

function titleAndText(code: ErrorCode, words: PageWords): Pick<Page, 'title' | 'text'> {
  return { title: titleOf(code, words), text: textOf(code, words) ?? ERROR_CATALOGUE[code].message }
}

function titleOf(code: ErrorCode, { refusal }: PageWords): string {
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
    case 'UPSTREAM_BUSY':
      return refusal.busy
    case 'UPSTREAM_UNREACHABLE':
    case 'UPSTREAM_TIMEOUT':
      return refusal.silent
    default:
      return ERROR_CATALOGUE[code].status >= 500 ? refusal.failed : refusal.refused
  }
}

import type { Config } from '../config/schema/schema.ts'
import { ERROR_CATALOGUE, type ErrorCode, type Fault } from '../errors.ts'
import type { JudgedRequest } from '../http/judged-request.ts'
import type { Page } from '../http/page.ts'
import type { LoginLink } from './login-link.ts'
import type { Refusal } from './outcome.ts'

/** Said of no other shortfall: a sign-in that is too old is repeated at the login page. */
const NO_SECOND_FACTOR = {
  title: 'A second factor is needed',
  text: 'This part asks for a sign-in with a second factor, and yours had none. The same sign-in again would not change that.'
}

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
}

/** The texts, links and buttons of those pages: no stack, no cause, nothing of the request but its own address. */
export function createRefusalPages({
  config: { paths, login: page },
  loginLink,
  loginOrigin,
  endpointsOrigin,
  contactUrlFor
}: RefusalPagesOptions): RefusalPages {
  const login = `${loginOrigin}${paths.login}`
  const logout = `${endpointsOrigin}${paths.logout}`

  /** Back to what was asked for. What could not be read would fail again. */
  function retryLink({ target }: JudgedRequest): Link {
    if (target === null) return { label: 'Go to the start page', href: paths.home }
    // The helper's addresses are steps of a sign-in that has ended: it begins again.
    return { label: 'Try again', href: target.path.startsWith('/__/') ? login : target.raw }
  }

  function helpLinks(judged: JudgedRequest): Link[] {
    const contactUrl = contactUrlFor(judged)
    return contactUrl === null ? [] : [{ label: 'Get help', href: contactUrl }]
  }

  /** A form of this page signs out by itself. The page that another origin is led to asks first. */
  function signOut({ origin }: JudgedRequest): Link | NonNullable<Page['form']> {
    const label = 'Sign out'
    return endpointsOrigin === '' || endpointsOrigin === origin
      ? { label, action: paths.logout, isMinor: true }
      : { label, href: logout }
  }

  return {
    forFault(judged, { code, statusCode }) {
      // Somebody whose session cannot be used needs another one; waiting would not help.
      const signIn = statusCode === 401 ? [{ label: 'Sign in', href: login }] : []
      return {
        title: titleOf(code),
        text: ERROR_CATALOGUE[code].message,
        ...(statusCode >= 500 ? { note: 'Nothing you did is lost. Try again in a moment.' } : {}),
        links: [...signIn, retryLink(judged), ...helpLinks(judged)]
      }
    },

    forAccount(judged, { code, session, stepUp }) {
      // No account would help: the rules let nobody pass.
      if (session === null && code === 'FORBIDDEN')
        return {
          title: titleOf(code),
          text: 'Nobody has access to this page.',
          links: [{ label: 'Go to the start page', href: paths.home }, ...helpLinks(judged)]
        }
      const name = session?.claims.email ?? session?.claims.name ?? session?.subject
      const enrol = stepUp?.secondFactor === true && page.mfa.totp !== 'off'
      // The session stays until the other account has signed in: whoever changes their mind loses nothing.
      const switchAccount =
        session === null
          ? { label: 'Use another account', href: loginLink(judged) }
          : {
              label: stepUp === undefined ? 'Switch account' : 'Sign in in another way',
              href: loginLink(judged, { prompt: 'login' })
            }
      const leave = session === null ? null : signOut(judged)
      return {
        ...(stepUp === undefined
          ? { title: titleOf(code), text: ERROR_CATALOGUE[code].message }
          : NO_SECOND_FACTOR),
        ...(name === undefined ? {} : { note: `You are signed in as ${String(name)}.` }),
        links: [
          ...(enrol
            ? [{ label: 'Set up a second factor', href: loginLink(judged, { screen: 'second-step' }) }]
            : []),
          switchAccount,
          ...(leave !== null && 'href' in leave ? [leave] : []),
          ...helpLinks(judged)
        ],
        ...(leave !== null && 'action' in leave ? { form: leave } : {})
      }
    }
  }
}

function titleOf(code: ErrorCode): string {
  switch (code) {
    case 'USER_DISABLED':
      return 'User disabled'
    case 'FORBIDDEN':
      return 'No access'
    case 'NOT_FOUND':
    case 'UNKNOWN_HOST':
      return 'Not found'
    case 'VERDICT_CHANGED':
      return 'Try again'
    case 'PROVIDER_UNAVAILABLE':
      return 'Sign-in is taking a break'
    case 'UPSTREAM_BUSY':
      return 'The application is busy'
    case 'UPSTREAM_UNREACHABLE':
    case 'UPSTREAM_TIMEOUT':
      return 'The application does not answer'
    default:
      return ERROR_CATALOGUE[code].status >= 500 ? 'Something went wrong' : 'This did not work'
  }
}

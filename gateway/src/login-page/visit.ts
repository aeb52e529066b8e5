import type { FastifyRequest } from 'fastify'
import { isReserved, judgeRedirectTarget, type RedirectRules } from '../access/redirect-target.ts'
import type { SignInTenants, Sites, Welcome } from '../access/sites.ts'
import type { LoginPageConfig } from '../config/partial-config.ts'
import { judgeTarget } from '../http/target.ts'
import { type AskedAddress, CHANGE_PASSWORD_PATH, isOffered } from './addresses.ts'
import type { ActionMode, Reason } from './contract.ts'

const REASONS: readonly string[] = [
  'expired',
  'signed-out',
  'revoked',
  'step-up',
  'link-used',
  'js'
] satisfies Reason[]
const ACTION_MODES: readonly string[] = [
  'resetPassword',
  'verifyEmail',
  'recoverEmail',
  'verifyAndChangeEmail',
  'revertSecondFactorAddition',
  'signIn'
] satisfies ActionMode[]
/** Codes that the page has words for; the last one says nothing in particular. */
const PROBLEM_CODES: readonly string[] = [
  'loop',
  'page/cookies-off',
  'page/cookies-lost',
  'page/config',
  'PROVIDER_UNAVAILABLE',
  'page/fault'
]
const UNKNOWN_PROBLEM = 'page/fault'
/** A request id of ours; any other text would be somebody's message in our name. */
const REFERENCE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** What a request asks of the login page, read once; nothing of the URL is believed that is not on a list or judged. */
export interface LoginVisit {
  address: AskedAddress
  /** Origin under which the visitor came. */
  origin: string
  /** Path and query to open after sign-in. */
  redirectTarget: string
  /** What keeps the redirect target on the way through the page: empty or `?…`. */
  query: string
  /** Whose sessions count at the redirect target. */
  welcome: Welcome
  tenants: SignInTenants
  reason: Reason | null
  /** Shall the page be shown to those who are signed in, too? */
  wantsPrompt: boolean
  actionMode: ActionMode | null
  problem: { code: string; reference: string | null }
}

/** Reads what requests ask of the login page. */
export function createVisits(config: LoginPageConfig, sites: Sites) {
  const { paths, redirectParameter } = config
  const ownPages = listOwnPages(config)

  /** `redirectTarget`: judged. */
  function startVisit(
    address: AskedAddress,
    place: { visitor: { hostname: string }; redirectTarget: string },
    wantedTenant: string | null
  ): LoginVisit {
    const { visitor, redirectTarget } = place
    const origin = sites.originOf(visitor)
    const readings = readingsOf(redirectTarget, origin)
    const query = `?${redirectParameter}=${encodeURIComponent(redirectTarget)}`
    return {
      address,
      origin,
      redirectTarget,
      query: redirectTarget === paths.home ? '' : query,
      welcome: sites.welcomeAt(visitor, readings),
      tenants: sites.signInTenants(visitor, readings, wantedTenant),
      reason: null,
      wantsPrompt: false,
      actionMode: null,
      problem: { code: UNKNOWN_PROBLEM, reference: null }
    }
  }

  return {
    read(request: FastifyRequest, address: AskedAddress): LoginVisit {
      const isAction = address === 'action'
      const publicOrigin = sites.originOf(request)
      const rules: RedirectRules = { publicOrigin, reserved: ownPages, home: paths.home }
      const redirectTarget = judgeRedirectTarget(askedTarget(request, address, publicOrigin), rules)
      const wantedTenant = parameterOf(request, isAction ? 'tenantId' : 'tenant')
      return {
        ...startVisit(address, { visitor: request, redirectTarget }, wantedTenant),
        reason: pick<Reason>(parameterOf(request, 'reason'), REASONS),
        wantsPrompt: parameterOf(request, 'prompt') === 'login',
        actionMode: isAction ? pick<ActionMode>(parameterOf(request, 'mode'), ACTION_MODES) : null,
        problem: readProblem(request)
      }
    },

    plain,

    /** The visits that most visitors of `publicUrl` make; the way to the first screen mostly begins at some page. */
    usual(address: AskedAddress): LoginVisit[] {
      const visit = plain(address)
      return address === 'sign-in' ? [plain(address, '/on-the-way'), visit] : [visit]
    }
  }

  /** A visit of `publicUrl`, with nothing in the URL but the redirect target. */
  function plain(address: AskedAddress, redirectTarget = paths.home): LoginVisit {
    const visitor = { hostname: new URL(config.publicUrl).hostname }
    return startVisit(address, { visitor, redirectTarget }, null)
  }

  /** Links from mails carry the address of our page; the page put the target into it when it asked for the mail. */
  function askedTarget(request: FastifyRequest, address: AskedAddress, origin: string): string | null {
    const asked = parameterOf(request, redirectParameter)
    const continueUrl = address === 'action' ? parameterOf(request, 'continueUrl') : null
    if (continueUrl === null || !URL.canParse(continueUrl)) return asked
    const url = new URL(continueUrl)
    if (url.origin !== origin) return asked
    return isReserved(url.pathname, [paths.login])
      ? url.searchParams.get(redirectParameter)
      : `${url.pathname}${url.search}${url.hash}`
  }
}

/** One value of the query; null: there is none, or there are several. */
export function parameterOf(request: FastifyRequest, name: string): string | null {
  const value: unknown = Reflect.get(Object(request.query), name)
  return typeof value === 'string' ? value : null
}

/** None of the gateway's own pages is a destination. */
function listOwnPages({ paths, login }: LoginPageConfig): readonly string[] {
  const { home: _home, ...own } = paths
  const changePassword = isOffered('forgot', login) ? [CHANGE_PASSWORD_PATH] : []
  return [...Object.values(own), '/_auth', '/__', ...changePassword]
}

/** What the application might take the target's path for; empty: the gateway itself will refuse it. */
function readingsOf(redirectTarget: string, origin: string): readonly string[] {
  // What a browser will ask for: no fragment, no dot segments.
  const target = judgeTarget(new URL(redirectTarget, origin).pathname)
  return target.kind === 'target' ? target.readings : []
}

function readProblem(request: FastifyRequest): LoginVisit['problem'] {
  const reference = parameterOf(request, 'ref')
  return {
    code: pick(parameterOf(request, 'code'), PROBLEM_CODES) ?? UNKNOWN_PROBLEM,
    reference: reference !== null && REFERENCE.test(reference) ? reference : null
  }
}

function pick<T extends string>(value: string | null, known: readonly string[]): T | null {
  return value !== null && known.includes(value) ? (value as T) : null
}

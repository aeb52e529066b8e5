import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Applications } from '../../access/applications.ts'
import type { Origins } from '../../access/origins.ts'
import {
  destinationOf,
  isReserved,
  type RedirectRules,
  resolveRedirectTarget
} from '../../access/redirect-target.ts'
import type { StepUp } from '../../access/step-up.ts'
import type { SignInTenants, Tenancy, TenantScope } from '../../access/tenancy.ts'
import { parseUrl } from '../../config/addresses/urls.ts'
import type { LoginPageConfig } from '../../config/schema/schema.ts'
import { LANGUAGE_SECONDS, type PageCookie } from '../../endpoints/language.ts'
import type { Locales } from '../../http/locales.ts'
import { parameterOf, parseRequestTarget, type RequestTarget } from '../../http/target.ts'
import type { Session } from '../../session/session.ts'
import { isAccountPage } from '../account/pages.ts'
import type { ActionMode, PageConfig, Reason } from '../contract.ts'
import { type AskedAddress, CHANGE_PASSWORD_PATH, isOffered } from './addresses.ts'

const REASONS: readonly Reason[] = [
  'expired',
  'signed-out',
  'revoked',
  'step-up',
  'link-used',
  'js',
  'changed',
  'deleted'
]
const ACTION_MODES: readonly ActionMode[] = [
  'resetPassword',
  'verifyEmail',
  'recoverEmail',
  'verifyAndChangeEmail',
  'revertSecondFactorAddition',
  'signIn'
]
/** Codes that the page has a text for. */
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

/** What a request asks of the login page. Values from the URL are on a fixed list, or have been checked. */
export interface LoginVisit {
  address: AskedAddress
  /** Origin under which the visitor came. */
  origin: string
  /** What to open after sign-in: path and query, or the URL of an application on another origin. */
  redirectTarget: string
  /** The host and the readings of the redirect target. */
  destination: { hostname: string; readings: readonly string[] }
  /** Origins of applications that the page may lead to. */
  applicationOrigins: readonly string[]
  /** What keeps the redirect target on the way through the page: empty or `?…`. */
  query: string
  /** Whose sessions count at the redirect target. */
  scope: TenantScope
  tenants: SignInTenants
  /** What the rule of the redirect target asks of the sign-in; null: nothing. */
  stepUp: StepUp | null
  /** Lacks the visitor's session some of that, so that another sign-in is needed? */
  isStepUp: boolean
  reason: Reason | null
  /** The language in which the account page was asked for, which the visitor signs in for; null: none, or that is not why. */
  askedLanguage: string | null
  /** Show the page even to somebody who is signed in? */
  wantsPrompt: boolean
  actionMode: ActionMode | null
  problem: { code: string; reference: string | null }
  /** Null: the login page. */
  accountPage: PageConfig['accountPage']
}

export interface VisitsOptions {
  config: LoginPageConfig
  tenancy: Tenancy
  origins: Origins
  applications: Applications
}

/** Reads what requests ask of the login page. */
export function createVisits({ config, tenancy, origins, applications }: VisitsOptions) {
  const { paths, redirectParameter } = config
  const ownPages = listOwnPages(config)
  const reservedThere = config.applications.length === 0 ? [] : ['/_auth', paths.logout]

  function stepUpAt(method: string, hostname: string, target: RequestTarget): StepUp | null {
    const found = applications.at(hostname, target)
    return found.kind === 'application' ? (found.policy(method, target, hostname).stepUp ?? null) : null
  }

  function whoseAccounts(
    isOwnAccountPage: boolean,
    { hostname, readings }: LoginVisit['destination'],
    wanted: string | null
  ): Pick<LoginVisit, 'scope' | 'tenants'> {
    if (isOwnAccountPage) return tenancy.ofAccountPage(hostname, readings, wanted)
    return {
      scope: tenancy.scopeAt(hostname, readings),
      tenants: tenancy.signInTenants(hostname, readings, wanted)
    }
  }

  /** `redirectTarget`: checked by `resolveRedirectTarget`. */
  function startVisit(
    address: AskedAddress,
    place: { host: string; redirectTarget: string },
    wantedTenant: string | null
  ): LoginVisit {
    const { host, redirectTarget } = place
    const origin = origins.originOf(host)
    const { method, url: destination } = destinationOf(redirectTarget, origin)
    // An application on another origin has tenants of its own.
    const targetHost = destination.origin === origin ? host.replace(/:\d*$/, '') : destination.hostname
    const target = targetOf(destination)
    const readings = target?.readings ?? []
    const isOwnAccountPage = destination.origin === origin && isAccountPage(config, destination.pathname)
    const asked = isOwnAccountPage ? destination.searchParams : new URLSearchParams()
    // An address of the account page may name the tenant: its path tells none.
    const wanted = wantedTenant ?? asked.get('tenant')
    const query = `?${redirectParameter}=${encodeURIComponent(redirectTarget)}`
    return {
      address,
      origin,
      redirectTarget,
      destination: { hostname: targetHost, readings },
      applicationOrigins: destination.origin === origin ? [] : [destination.origin],
      query: redirectTarget === paths.home ? '' : query,
      ...whoseAccounts(isOwnAccountPage, { hostname: targetHost, readings }, wanted),
      stepUp: target === null ? null : stepUpAt(method, targetHost, target),
      isStepUp: false,
      reason: null,
      askedLanguage: asked.get('lang'),
      wantsPrompt: false,
      actionMode: null,
      problem: { code: UNKNOWN_PROBLEM, reference: null },
      accountPage: null
    }
  }

  return {
    read(request: FastifyRequest, address: AskedAddress): LoginVisit {
      const isAction = address === 'action'
      const publicOrigin = origins.originOf(request.host)
      const rules: RedirectRules = {
        publicOrigin,
        isOfApplication: origins.isOfApplication,
        reserved: ownPages,
        reservedThere,
        home: paths.home
      }
      const redirectTarget = resolveRedirectTarget(askedTarget(request, address, publicOrigin), rules)
      const wantedTenant = parameterOf(request, isAction ? 'tenantId' : 'tenant')
      return {
        ...startVisit(address, { host: request.host, redirectTarget }, wantedTenant),
        reason: readReason(request, address),
        wantsPrompt: parameterOf(request, 'prompt') === 'login',
        actionMode: isAction ? pick(parameterOf(request, 'mode'), ACTION_MODES) : null,
        problem: readProblem(request)
      }
    },

    plain,

    /**
     * A visit of the account page of a session, which comes back to `path` from sign-ins on the way. The accounts of its tenant are
     * the only ones.
     */
    ofAccount(request: FastifyRequest, path: string, { tenantId }: Session): LoginVisit {
      const visit = startVisit('sign-in', { host: request.host, redirectTarget: path }, null)
      return { ...visit, tenants: { kind: 'fixed', tenantId } }
    },

    /** The visits that are most common at `publicUrl`. The first screen is mostly reached from a page of the application. */
    usual(address: AskedAddress): LoginVisit[] {
      const visit = plain(address)
      return address === 'sign-in' ? [plain(address, '/on-the-way'), visit] : [visit]
    }
  }

  /** A visit of `publicUrl`, with nothing in the URL but the redirect target. */
  function plain(address: AskedAddress, redirectTarget = paths.home): LoginVisit {
    const { host } = new URL(config.publicUrl)
    return startVisit(address, { host, redirectTarget }, null)
  }

  /** Links from mails carry the address of our page; the page put the target into it when it asked for the mail. */
  function askedTarget(request: FastifyRequest, address: AskedAddress, origin: string): string | null {
    const asked = parameterOf(request, redirectParameter)
    const continueUrl = address === 'action' ? parameterOf(request, 'continueUrl') : null
    const url = continueUrl === null ? null : parseUrl(continueUrl)
    if (url === null || url.origin !== origin) return asked
    return isReserved(url.pathname, [paths.login])
      ? url.searchParams.get(redirectParameter)
      : `${url.pathname}${url.search}${url.hash}`
  }
}

/** None of the gateway's own pages is a destination, but for the account page. */
function listOwnPages({ paths, login }: LoginPageConfig): readonly string[] {
  const { home: _home, account: _account, ...own } = paths
  const changePassword = isOffered('forgot', login) ? [CHANGE_PASSWORD_PATH] : []
  return [...Object.values(own), '/_auth', '/__', ...changePassword]
}

/** What a browser will ask for: no fragment, no dot segments. Null: the gateway will refuse it. */
function targetOf({ pathname }: URL): RequestTarget | null {
  const target = parseRequestTarget(pathname)
  return target.kind === 'target' ? target : null
}

/** That an account is gone is said where that leads, and nowhere else: on a link it would frighten people. */
function readReason(request: FastifyRequest, address: AskedAddress): Reason | null {
  const reason = pick(parameterOf(request, 'reason'), REASONS)
  return reason === 'deleted' && address !== 'signed-out' ? null : reason
}

function readProblem(request: FastifyRequest): LoginVisit['problem'] {
  const reference = parameterOf(request, 'ref')
  return {
    code: pick(parameterOf(request, 'code'), PROBLEM_CODES) ?? UNKNOWN_PROBLEM,
    reference: reference !== null && REFERENCE.test(reference) ? reference : null
  }
}

/** `value`, if it is one of the known ones. */
function pick<Known extends string>(value: string | null, known: readonly Known[]): Known | null {
  return known.find((one) => one === value) ?? null
}

/**
 * Gives the function that chooses the language of a page, by id. A language chosen by the query parameter `lang`, its own or that of
 * the account page on the way to it, is kept in `cookie` for a year, but not the one of a link from a mail: that is the language of
 * the mail.
 */
export function createLanguageChoice(locales: Locales, cookie: PageCookie) {
  return function chooseLanguage(
    request: FastifyRequest,
    reply: FastifyReply,
    { address, askedLanguage }: Pick<LoginVisit, 'address' | 'askedLanguage'>
  ): string {
    const lang = parameterOf(request, 'lang') ?? askedLanguage
    const chosen = lang === null ? null : locales.find(lang)
    if (chosen !== null && address !== 'action') cookie.set(reply, chosen, LANGUAGE_SECONDS)
    return locales.choose({
      uiLocales: parameterOf(request, 'ui_locales'),
      lang,
      cookie: cookie.read(request),
      header: request.headers['accept-language']
    })
  }
}

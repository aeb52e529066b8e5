import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SignInTenants, TenantScope } from '../../access/applications/tenancy.ts'
import {
  destinationOf,
  isReserved,
  type RedirectRules,
  resolveRedirectTarget,
  resourceAskedFor,
  SECOND_STEP_PATH
} from '../../access/responses/redirect-target.ts'
import type { StepUp } from '../../access/rules/step-up.ts'
import { parseUrl } from '../../config/addresses/urls.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { EndpointOptions } from '../../endpoints/own-session.ts'
import { LANGUAGE_SECONDS, type PageCookie } from '../../endpoints/page-cookies.ts'
import type { Locales } from '../../http/locales.ts'
import { parameterOf, type RequestTarget } from '../../http/target.ts'
import type { AccountPermissions, ActionMode, Address, PageConfig, Reason } from '../../page-contract.ts'
import type { Session } from '../../session/session.ts'

/** A screen named by a URL; `account` is what `sign-in` shows when already signed in. */
export type AskedAddress = Exclude<Address, 'account'>

/** https://w3c.github.io/webappsec-change-password-url/ */
export const CHANGE_PASSWORD_PATH = '/.well-known/change-password'

/** Screen -> path suffix after the login page. */
export const SCREEN_PATHS: Readonly<Record<AskedAddress, string>> = {
  'sign-in': '',
  'sign-up': '/sign-up',
  forgot: '/forgot',
  link: '/link',
  action: '/action',
  'second-step': SECOND_STEP_PATH,
  'signed-out': '/signed-out',
  problem: '/problem'
}

export const ADDRESSES: readonly AskedAddress[] = keysOf(SCREEN_PATHS)

function keysOf<Name extends string>(paths: Readonly<Record<Name, string>>): Name[] {
  return Object.keys(paths).filter((name): name is Name => Object.hasOwn(paths, name))
}

/** Whether this configuration uses the screen. */
export function isOffered(address: AskedAddress, { methods, mfa }: Config['login']): boolean {
  if (address === 'sign-up') return methods.password && methods.signup
  if (address === 'forgot') return methods.password
  if (address === 'link') return methods.emailLink
  return address !== 'second-step' || mfa.totp !== 'off' || mfa.sms
}

/** Screens that are useless for a signed-in visitor. */
export const FOR_SIGNED_OUT: readonly AskedAddress[] = ['sign-in', 'sign-up', 'link', 'signed-out']

export type AccountPageName = NonNullable<PageConfig['accountPage']>['page']

/** Page -> path suffix after `paths.account`. */
export const ACCOUNT_PAGE_PATHS: Readonly<Record<AccountPageName, string>> = {
  overview: '',
  password: '/password',
  email: '/email',
  'second-step': '/second-step',
  passkeys: '/passkeys',
  providers: '/providers',
  sessions: '/sessions',
  applications: '/applications',
  delete: '/delete'
}

/** The pages that these permissions allow, the overview first. */
export function listAccountPages(may: AccountPermissions): readonly AccountPageName[] {
  const allowed = {
    ...may,
    overview: true,
    'second-step': may.totp || may.sms,
    providers: may.providers.length > 0
  }
  return keysOf(ACCOUNT_PAGE_PATHS).filter((page) => allowed[page])
}

const REASONS: readonly Reason[] = [
  'expired',
  'replaced',
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
/** Codes with a text on the page. */
const PROBLEM_CODES: readonly string[] =
  'loop page/cookies-off page/cookies-lost page/config PROVIDER_UNAVAILABLE page/fault'.split(' ')
const UNKNOWN_PROBLEM = 'page/fault'
/** One of our request ids; any other text could be someone's message under our name. */
const REFERENCE = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A request for the login page. Values from the URL are whitelisted or checked. */
export interface LoginVisit {
  address: AskedAddress
  origin: string
  /** Path and query, or the URL of an application on another origin. */
  redirectTarget: string
  /** What the redirect target is for. `hostname`: as asked for here. */
  destination: { url: URL; hostname: string; readings: readonly string[] }
  applicationOrigins: readonly string[]
  /** Query that carries the redirect target through the page: empty or `?…`. */
  query: string
  scope: TenantScope
  tenants: SignInTenants
  /** Null: none. */
  stepUp: StepUp | null
  isStepUp: boolean
  reason: Reason | null
  /** Of the account page that the visitor signs in for. */
  askedLanguage: string | null
  wantsPrompt: boolean
  actionMode: ActionMode | null
  problem: { code: string; reference: string | null }
  accountPage: PageConfig['accountPage']
}

/** Parses requests for the login page. */
export function createVisits(
  options: Pick<EndpointOptions, 'config' | 'tenancy' | 'origins' | 'applications'>
) {
  const { config, tenancy, origins, applications } = options
  const { paths, redirectParameter, account } = config
  const ownPages = listOwnPages(config)
  const reservedThere = config.applications.length === 0 ? [] : ['/_auth', paths.logout]

  function stepUpAt(method: string, hostname: string, target: RequestTarget): StepUp | null {
    const found = applications.at(hostname, target)
    return found.kind === 'application' ? (found.policy(method, target, hostname).stepUp ?? null) : null
  }

  /** `redirectTarget`: checked by `resolveRedirectTarget`. */
  function startVisit(address: AskedAddress, host: string, redirectTarget: string, tenant: string | null) {
    const origin = origins.originOf(host)
    const resource = resourceAskedFor(redirectTarget, origin)
    const isKnown =
      resource !== null && (resource.origin === origin || origins.isOfApplication(resource.origin))
    const leadsTo = isKnown ? resource.href : redirectTarget
    const { method, url: destination, target } = destinationOf(leadsTo, origin)
    // An application on another origin has its own tenants.
    const targetHost = destination.origin === origin ? host.replace(/:\d*$/, '') : destination.hostname
    const readings = target?.readings ?? []
    const hasAccountPage = account.enabled && destination.origin === origin
    const isOwnAccountPage = hasAccountPage && isReserved(destination.pathname, [paths.account])
    const asked = isOwnAccountPage ? destination.searchParams : new URLSearchParams()
    // A URL of the account page may name the tenant, since its path does not.
    const wanted = tenant ?? asked.get('tenant')
    const query = `?${redirectParameter}=${encodeURIComponent(redirectTarget)}`
    return {
      address,
      origin,
      redirectTarget,
      destination: { url: destination, hostname: targetHost, readings },
      applicationOrigins: destination.origin === origin ? [] : [destination.origin],
      query: redirectTarget === paths.home ? '' : query,
      ...(isOwnAccountPage
        ? tenancy.ofAccountPage(targetHost, readings, wanted)
        : {
            scope: tenancy.scopeAt(targetHost, readings),
            tenants: tenancy.signInTenants(targetHost, readings, wanted)
          }),
      stepUp: target === null ? null : stepUpAt(method, targetHost, target),
      isStepUp: false,
      // Setting up a second step requires a sign-in, and the page says so.
      reason: address === 'second-step' ? ('step-up' as const) : null,
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
      const visit = startVisit(address, request.host, redirectTarget, wantedTenant)
      return {
        ...visit,
        reason: visit.reason ?? readReason(request, address),
        wantsPrompt: parameterOf(request, 'prompt') === 'login',
        actionMode: isAction ? pick(parameterOf(request, 'mode'), ACTION_MODES) : null,
        problem: readProblem(request)
      }
    },

    /** A visit to `publicUrl` with nothing in the URL. */
    plain: (address: AskedAddress): LoginVisit =>
      startVisit(address, new URL(config.publicUrl).host, paths.home, null),

    /** A visit to the session's account page; sign-ins on the way return to `path`, within its tenant. */
    ofAccount(request: FastifyRequest, path: string, { tenantId }: Session): LoginVisit {
      const visit = startVisit('sign-in', request.host, path, null)
      return { ...visit, tenants: { kind: 'fixed', tenantId } }
    }
  }

  /** Mail links contain our page's address, including the target that the page set when requesting the mail. */
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

/** None of the gateway's own pages is a valid target, except the account page. */
function listOwnPages({ paths, login }: Config): readonly string[] {
  const { home: _home, account: _account, ...own } = paths
  const changePassword = isOffered('forgot', login) ? [CHANGE_PASSWORD_PATH] : []
  return [...Object.values(own), '/_auth', '/__', ...changePassword]
}

/** A deleted account is only mentioned where that leads; on a link it would alarm people. */
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

function pick<Known extends string>(value: string | null, known: readonly Known[]): Known | null {
  return known.find((one) => one === value) ?? null
}

/** Chooses the language of a page. That of `lang` is stored in `cookie` for a year, but not that of a mail link. */
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

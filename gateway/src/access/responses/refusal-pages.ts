import { parseUrl } from '../../config/addresses/urls.ts'
import type { Config } from '../../config/schema/schema.ts'
import { ERROR_CATALOGUE, type ErrorCode, Fault } from '../../errors.ts'
import { type AuthRequest, shortReference } from '../../http/auth-request.ts'
import type { GatewayTexts } from '../../http/locales.ts'
import { isSafeMethod } from '../../http/origin.ts'
import type { Page, PageAccount, PageFrame, PageIcon, PageLink, WritePage } from '../../http/page.ts'
import type { Session } from '../../session/session.ts'
import type { Denial, Refusal } from '../outcome.ts'
import { enrolsSecondFactor, isNeverAsked } from '../rules/step-up.ts'
import { type LinkedLocation, type LoginLink, SECOND_STEP_PATH } from './redirect-target.ts'
import { RELOAD_SCRIPT, retryOf } from './retries.ts'

/** HTML escaping may make a URL six times as long. */
const MAX_RETRY_CHARS = 1000

type TextKeys = readonly [title: keyof GatewayTexts, text: keyof GatewayTexts]

/** More precise than a code: closed to all; the account has no second factor, has none yet, or was not asked for it. */
type Reason = 'closed' | 'no-factor' | 'no-factor-yet' | 'not-asked'

/** Of codes with a text of their own; codes that mean the same to a visitor share one. */
const TEXTS: Readonly<Partial<Record<ErrorCode | Reason, TextKeys>>> = {
  closed: ['gateway.title.no-access', 'gateway.text.closed-to-all'],
  'no-factor': ['gateway.title.second-factor', 'gateway.text.second-factor-off'],
  'no-factor-yet': ['gateway.title.second-factor', 'gateway.text.no-second-factor'],
  'not-asked': ['gateway.title.second-factor', 'gateway.text.second-factor-not-asked'],
  USER_DISABLED: ['gateway.title.disabled', 'gateway.text.forbidden'],
  INTERNAL_ERROR: ['gateway.title.failed', 'gateway.text.wait'],
  TENANT_MISMATCH: ['gateway.title.refused', 'gateway.text.tenant-mismatch'],
  TOO_MANY_SESSIONS: ['gateway.title.refused', 'gateway.text.too-many-sessions'],
  HAND_OVER_REFUSED: ['gateway.not-handed-over.title', 'gateway.not-handed-over.late'],
  SIGN_IN_METHOD_NOT_ALLOWED: ['gateway.title.refused', 'gateway.text.sign-in-method-not-allowed'],
  REFUSED_BY_FUNCTION: ['gateway.title.forbidden', 'gateway.text.forbidden'],
  EMAIL_UNVERIFIED: ['gateway.title.refused', 'gateway.text.email-unverified'],
  SECOND_FACTOR_REQUIRED: ['gateway.title.refused', 'gateway.text.second-factor-required'],
  STEP_UP_REQUIRED: ['gateway.title.refused', 'gateway.text.step-up-required'],
  DEVICE_PROOF_REQUIRED: ['gateway.title.device-proof', 'gateway.text.device-proof'],
  DEVICE_PROOF_INVALID: ['gateway.title.device-proof', 'gateway.text.device-proof'],
  DEVICE_BINDING_REQUIRED: ['gateway.title.device-binding', 'gateway.text.device-binding'],
  FORBIDDEN: ['gateway.title.forbidden', 'gateway.text.forbidden'],
  APP_CHECK_REQUIRED: ['gateway.title.no-access', 'gateway.text.app-check-required'],
  ORIGIN_MISMATCH: ['gateway.title.refused', 'gateway.text.origin-mismatch'],
  RATE_LIMITED: ['gateway.title.too-many-attempts', 'gateway.text.wait'],
  PROVIDER_UNAVAILABLE: ['gateway.title.sign-in-unavailable', 'gateway.text.wait'],
  STORE_UNAVAILABLE: ['gateway.title.sign-in-unavailable', 'gateway.text.wait'],
  VERDICT_CHANGED: ['gateway.title.try-again', 'gateway.text.verdict-changed'],
  UPSTREAM_UNREACHABLE: ['gateway.title.no-response', 'gateway.text.upstream-unreachable'],
  UPSTREAM_CREDENTIALS: ['gateway.title.no-response', 'gateway.text.upstream-unreachable'],
  UPSTREAM_BUSY: ['gateway.title.busy', 'gateway.text.upstream-busy'],
  OVERLOADED: ['gateway.title.busy', 'gateway.text.upstream-busy'],
  UPSTREAM_TIMEOUT: ['gateway.title.slow', 'gateway.text.upstream-timeout'],
  NO_SERVICE_ACCOUNT: ['gateway.title.refused', 'gateway.text.no-service-account'],
  NOT_FOUND: ['gateway.title.not-found', 'gateway.text.not-found'],
  UNKNOWN_HOST: ['gateway.title.not-found', 'gateway.text.unknown-host'],
  REQUEST_TIMEOUT: ['gateway.title.refused', 'gateway.text.request-timeout'],
  PAYLOAD_TOO_LARGE: ['gateway.title.refused', 'gateway.text.too-large'],
  URI_TOO_LONG: ['gateway.title.refused', 'gateway.text.too-large'],
  HEADERS_TOO_LARGE: ['gateway.title.refused', 'gateway.text.headers-too-large'],
  SESSION_TOO_LARGE: ['gateway.title.refused', 'gateway.text.too-large']
}
/** Of all others. */
const SIGN_IN_AGAIN: TextKeys = ['gateway.title.refused', 'gateway.text.session-ended']
const BAD_REQUEST: TextKeys = ['gateway.title.refused', 'gateway.text.bad-request']

/** Statuses worth a retry, besides 5xx. */
const PASSING: ReadonlySet<number> = new Set([401, 408, 429])

/** Codes that another account or sign-in method may avoid. */
const ANOTHER_ACCOUNT: ReadonlySet<ErrorCode> = new Set([
  'USER_DISABLED',
  'SIGN_IN_METHOD_NOT_ALLOWED',
  'EMAIL_UNVERIFIED',
  'SECOND_FACTOR_REQUIRED'
])

/**
 * Contents of the pages shown in place of the requested one. They reveal no cause, and nothing of the request
 * but its own URL. `loginOrigin`, `endpointsOrigin`: of the login page and the sign-out endpoint; `''` for the request's own.
 */
export function createRefusalPages(
  { account, paths, login: page, publicUrl }: Pick<Config, 'account' | 'paths' | 'login' | 'publicUrl'>,
  loginLink: LoginLink,
  { loginOrigin, endpointsOrigin }: { loginOrigin: string; endpointsOrigin: string }
) {
  const login = `${loginOrigin}${paths.login}`
  const logout = `${endpointsOrigin}${paths.logout}`

  /** Links to the start page, unless that is the one that failed. On an unknown host, `home` is unknown too. */
  function startLinks({ method, target }: AuthRequest, code: ErrorCode, texts: GatewayTexts): PageLink[] {
    const label = texts['gateway.button.start']
    if (code === 'UNKNOWN_HOST') return [{ label, href: new URL(paths.home, publicUrl).href }]
    return isSafeMethod(method) && target?.path === paths.home ? [] : [{ label, href: paths.home }]
  }

  /** Links back to the requested page, unless it would fail again or was a form post. */
  function nextLinks(authRequest: AuthRequest, { code, statusCode }: Fault, texts: GatewayTexts): PageLink[] {
    const { target } = authRequest
    if (target === null || !isWorthRetry(statusCode) || !isSafeMethod(authRequest.method))
      return startLinks(authRequest, code, texts)
    const label = texts['gateway.button.retry']
    // Auth helper URLs are steps of a sign-in that has failed: start over.
    if (target.path.startsWith('/__/')) return [{ label, href: login }]
    // An empty href links to the current page.
    return [{ label, href: target.raw.length > MAX_RETRY_CHARS ? '' : target.raw }]
  }

  function accountLinks(authRequest: AuthRequest, code: ErrorCode, texts: GatewayTexts): PageLink[] {
    // After the sign-in, a form would have to be filled in again.
    const { origin, method, target } = authRequest
    const returnTo = { origin, target: isSafeMethod(method) ? target : null }
    if (ERROR_CATALOGUE[code].status === 401)
      return [{ label: texts['gateway.button.sign-in'], href: loginLink(returnTo) }]
    // Only ends the session of this browser, which needs no service account.
    if (code === 'NO_SERVICE_ACCOUNT') return [{ label: texts['gateway.button.sign-out'], href: logout }]
    return ANOTHER_ACCOUNT.has(code)
      ? [{ label: texts['gateway.button.other-account'], href: loginLink(returnTo, { prompt: 'login' }) }]
      : []
  }

  /** Where a second factor is added: the login page takes authenticator apps only. */
  function enrolmentLinks(authRequest: AuthRequest, texts: GatewayTexts): PageLink[] {
    const label = texts['gateway.button.add-second-factor']
    if (enrolsSecondFactor({ login: page }))
      return [{ label, href: loginLink(authRequest, { screen: 'second-step' }) }]
    const isOnAccountPage = account.enabled && account.secondStep && page.mfa.sms
    return isOnAccountPage ? [{ label, href: `${loginOrigin}${paths.account}${SECOND_STEP_PATH}` }] : []
  }

  /** A form signs out directly; the sign-out page on another origin asks for confirmation. */
  function signOut({ origin }: AuthRequest, texts: GatewayTexts): Pick<Page, 'form' | 'links'> {
    const label = texts['gateway.button.sign-out']
    return endpointsOrigin === '' || endpointsOrigin === origin
      ? { form: { label, action: paths.logout, isMinor: true } }
      : { links: [{ label, href: logout }] }
  }

  return {
    /** For a session whose device has not proved itself. */
    forProof:
      (authRequest: AuthRequest, proof: Denial['proof']): WritePage =>
      (texts, frame) => ({
        icon: 'lock',
        ...titleAndText('DEVICE_PROOF_REQUIRED', sayAt(authRequest.target, texts, frame)),
        links: [
          ...nextLinks(authRequest, new Fault('DEVICE_PROOF_REQUIRED'), texts),
          { label: texts['gateway.button.sign-in'], href: loginLink(authRequest, { prompt: 'login' }) }
        ],
        ...(proof?.passes === 'after-proof' && { script: RELOAD_SCRIPT })
      }),

    forFault:
      (authRequest: AuthRequest, fault: Fault): WritePage =>
      (texts, frame) => ({
        icon: iconOf(fault.code),
        ...titleAndText(fault.code, sayAt(authRequest.target, texts, frame)),
        ...noteOf(authRequest, fault.statusCode, texts),
        // On an unknown host the gateway's own paths are unknown too.
        ...(fault.code === 'UNKNOWN_HOST' ? { languageHref: null } : {}),
        links: [...accountLinks(authRequest, fault.code, texts), ...nextLinks(authRequest, fault, texts)],
        // Another proxy may show something else.
        ...(endpointsOrigin === '' && retryOf(authRequest, fault, texts))
      }),

    /** For an identified visitor without access. */
    forAccount:
      (
        authRequest: AuthRequest,
        { code, session, stepUp }: Extract<Refusal, { kind: 'forbidden' }>
      ): WritePage =>
      (texts, frame) => {
        const start = startLinks(authRequest, code, texts)
        const isNarrow = code === 'FORBIDDEN' && stepUp === undefined
        const say = sayAt(authRequest.target, texts, frame, isNarrow ? paths.home : undefined)
        const show = (why: ErrorCode | Reason, links: readonly PageLink[]) => ({
          icon: iconOf(code),
          ...titleAndText(why, say),
          links
        })
        const isClosed = session === null && code === 'FORBIDDEN'
        // A `deny` rule, or one for apps: no other account would help.
        if (isClosed || code === 'APP_CHECK_REQUIRED') return show(isClosed ? 'closed' : code, start)
        // Keep the session until the other account has signed in, so that a change of mind costs nothing.
        const href = loginLink(authRequest, session === null ? {} : { prompt: 'login' })
        const signIn = (label: keyof GatewayTexts): PageLink => ({ label: texts[label], href })
        if (session === null) return show(code, [signIn('gateway.button.other-account')])
        const { form, links: out = [] } = signOut(authRequest, texts)
        const around = { account: accountOf(texts, session), ...(form && { form }) }
        const ask = askLinks(authRequest, texts, frame)
        if (code === 'DEVICE_BINDING_REQUIRED')
          return { ...show(code, [signIn('gateway.button.sign-in'), ...out]), ...around }
        if (stepUp === undefined) {
          const back = start.map((link) => ({ ...link, label: say('gateway.button.back') }))
          const ways = [signIn('gateway.button.switch-account'), ...back]
          // Others can grant access; another account is the way out where none of them can be asked.
          const links = [...ask, ...ways.map((link) => ({ ...link, isButton: true })), ...out]
          return { ...show(code, links), ...around }
        }
        // Only for a missing second factor: a sign-in that is too old is repeated at the login page.
        const [enrol, otherWay] = [enrolmentLinks(authRequest, texts), signIn('gateway.button.other-way')]
        if (enrol.length === 0) return { ...show('no-factor', [otherWay, ...ask, ...out]), ...around }
        return isNeverAsked(session)
          ? { ...show('not-asked', [otherWay, ...enrol, ...out]), ...around }
          : { ...show('no-factor-yet', [...enrol, otherWay, ...out]), ...around }
      }
  }
}

/** Leads to the login page. */
export function signInPage(href: string): WritePage {
  return (texts) => ({
    icon: 'lock',
    title: texts['gateway.button.sign-in'],
    text: texts['gateway.sign-out.text'],
    links: [{ label: texts['gateway.button.sign-in'], href }]
  })
}

/** For a form of another site that is lost. Leads home, since the application would mostly start over. */
export function foreignFormPage(home: string): WritePage {
  return (texts, { brandName }) => ({
    icon: 'warning',
    title: texts['gateway.title.refused'],
    text: texts['gateway.text.foreign-form'].replaceAll('{brand}', () => brandName),
    links: [{ label: texts['gateway.button.start'], href: home }]
  })
}

/** The page around a frame, if it is of the same origin; otherwise what the frame asked for. */
export function locationAround({ origin, target, headers }: AuthRequest): LinkedLocation {
  const around = parseUrl(headers.referer ?? '')
  return {
    origin,
    target: around?.origin === origin ? { raw: `${around.pathname}${around.search}` } : target
  }
}

function isWorthRetry(statusCode: number): boolean {
  return statusCode >= 500 || PASSING.has(statusCode)
}

function noteOf(authRequest: AuthRequest, statusCode: number, texts: GatewayTexts): Pick<Page, 'note'> {
  if (!isSafeMethod(authRequest.method))
    return isWorthRetry(statusCode) ? { note: texts['gateway.note.send-again'] } : {}
  return statusCode >= 500 ? { note: texts['gateway.note.nothing-lost'] } : {}
}

/** Who is signed in, by name and email address, or uid. */
export function accountOf(texts: GatewayTexts, { claims, subject }: Session): PageAccount {
  const [name = subject, detail = null] = [claims.name, claims.email].flatMap((one) =>
    typeof one === 'string' && one !== '' ? one : []
  )
  return { sentence: texts['gateway.note.signed-in-as'], name, detail }
}

/** To those who can help. A mail already names the page and the reference. */
function askLinks({ id, origin, target }: AuthRequest, texts: GatewayTexts, frame: PageFrame): PageLink[] {
  const label = texts['gateway.button.ask']
  const href = frame.footer?.links.contact ?? ''
  if (!href.startsWith('mailto:')) return href === '' ? [] : [{ label, href }]
  const page = `${origin}${target?.raw.split('?', 1)[0]?.slice(0, MAX_RETRY_CHARS) ?? ''}`
  const body = `${page}\r\n${texts['gateway.reference']}: ${shortReference(id)}`
  // A subject of the operator's own stays.
  const [joint, fields] = href.includes('?') ? ['&', { body }] : ['?', { subject: label, body }]
  return [{ label, href: `${href}${joint}${new URLSearchParams(fields).toString().replaceAll('+', '%20')}` }]
}

type Say = (key: keyof GatewayTexts) => string

/** Texts with the application's name, or their forms without one. `home`: a name of the start page is for that page only. */
function sayAt(target: AuthRequest['target'], texts: GatewayTexts, frame: PageFrame, home?: string): Say {
  const found = target === null ? null : (frame.nameAt?.(target.path) ?? null)
  const name = home !== undefined && target?.path !== home && found === frame.nameAt?.(home) ? null : found
  const named = (key: string) => `${key}-named` as keyof GatewayTexts
  return (key) =>
    texts[name !== null && named(key) in texts ? named(key) : key]
      .replaceAll('{application}', () => name ?? '')
      .replaceAll('{brand}', () => frame.brandName)
}

function titleAndText(code: ErrorCode | Reason, say: Say): Pick<Page, 'title' | 'text'> {
  const isOfSession = code in ERROR_CATALOGUE && ERROR_CATALOGUE[code as ErrorCode].status === 401
  const [title, text] = TEXTS[code] ?? (isOfSession ? SIGN_IN_AGAIN : BAD_REQUEST)
  return { title: say(title), text: say(text) }
}

const ICONS: Readonly<Record<number, PageIcon>> = { 401: 'lock', 403: 'lock', 404: 'lost', 502: 'away' }
/** Statuses of what may pass. */
const WAITS: ReadonlySet<number> = new Set([408, 429, 503, 504])

function iconOf(code: ErrorCode): PageIcon {
  const { status } = ERROR_CATALOGUE[code]
  if (code === 'PROVIDER_UNAVAILABLE') return 'away'
  return WAITS.has(status) ? 'wait' : (ICONS[status] ?? 'warning')
}

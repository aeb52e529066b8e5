import { metadataAddress } from '../../config/applications.ts'
import type { Config } from '../../config/schema/schema.ts'
import { ERROR_CATALOGUE, type ErrorCode, type Fault } from '../../errors.ts'
import { type AuthRequest, isForeignForm, isFramed, isSpeculative } from '../../http/auth-request.ts'
import type { Locale, Locales } from '../../http/locales.ts'
import { isSafeMethod } from '../../http/origin.ts'
import {
  buildOwnHeaders,
  clearSiteDataOf,
  errorBody,
  type OwnResponse,
  openerPolicyFor,
  strictTransportSecurityOf
} from '../../http/own-response.ts'
import { buildPageCsp, type PageFrame, renderPage, type WritePage, withFilesFrom } from '../../http/page.ts'
import { parseCookies } from '../../session/cookie/cookie.ts'
import { cookieNamesOf, hasOneCookie } from '../../session/cookie/names.ts'
import type { Applications } from '../applications/applications.ts'
import { type Denial, isEndOfSession, isOfToken, type OwnOutcome, type Refusal } from '../outcome.ts'
import { CHALLENGE, challengeOf } from './challenges.ts'
import { createHandOverAttempts, type HandOverAttempts } from './hand-over.ts'
import { createKeptForms } from './kept-forms.ts'
import { beginAddress, createLoginLink, languageAddressOf, withSearch } from './redirect-target.ts'
import { createRefusalPages, locationAround, signInPage } from './refusal-pages.ts'

interface ResponsesOptions {
  config: Pick<
    Config,
    'account' | 'cookie' | 'hsts' | 'login' | 'logout' | 'publicUrl' | 'paths' | 'redirectParameter'
  >
  locales: Locales
  /** Branding of the pages at the requested place. */
  frameFor(authRequest: Pick<AuthRequest, 'hostname' | 'target'>): PageFrame
  /** Origin of the login page. Default: the request's own. */
  loginOrigin?: string | undefined
  /** Origin of the gateway's files and endpoints, for responses that another proxy delivers. Default: the request's own. */
  endpointsOrigin?: string
  /** Default: no hand-over. */
  handOver?: HandOverAttempts | null
  /** Address of the metadata of the requested resource; null: the application is none. Default: none is. */
  metadataAt?: (authRequest: Pick<AuthRequest, 'hostname' | 'origin' | 'target'>) => string | null
}

/**
 * Instead of a sign-in to a speculative load, which changes no sign-in state. Browsers discard errors and load the page once the
 * visitor opens it.
 */
export const NOT_AHEAD: OwnResponse = {
  statusCode: 401,
  headers: { ...CHALLENGE, 'cache-control': 'no-store' },
  body: null
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** The responses the gateway itself makes, as values. */
export type Responses = ReturnType<typeof createResponses>

/** Builds the gateway's pages and JSON errors. They reveal no cause, and of the request only its ids. */
export function createResponses(options: ResponsesOptions) {
  const { config, locales, frameFor, loginOrigin = '', endpointsOrigin = '', handOver = null } = options
  const { metadataAt = () => null } = options
  const { paths } = config
  const clearSiteData = clearSiteDataOf(config)
  const loginLink = createLoginLink(config, loginOrigin, handOver)
  const pages = createRefusalPages(config, loginLink, { loginOrigin, endpointsOrigin })
  const languageCookie = `${cookieNamesOf(config).shared}-lang`
  // A switch that is forgotten at once would only reload the page.
  const switches = hasOneCookie(config) ? { languageHref: null } : null

  /** The same language as the login page. */
  function localeOf({ cookie = '', 'accept-language': header }: AuthRequest['headers']): Locale {
    const chosen = cookie.includes(languageCookie) ? parseCookies(cookie)[languageCookie] : undefined
    return locales.of(locales.choose({ cookie: chosen, header }))
  }

  /** Refusals only: in a frame of the page's own origin, where it has no form and leads out of the frame. */
  function refusalPage(authRequest: AuthRequest, statusCode: number, write: WritePage): OwnResponse {
    if (!isFramed(authRequest.headers)) return page(authRequest, statusCode, write)
    return page(authRequest, statusCode, (texts, frame) => {
      const { icon, title, text, links } = write(texts, frame)
      return { icon, title, text, links: links?.slice(0, 1) ?? [], isFramable: true }
    })
  }

  function page(authRequest: AuthRequest, statusCode: number, write: WritePage): OwnResponse {
    const { id, origin, headers } = authRequest
    const { id: languageId, direction, gatewayTexts } = localeOf(headers)
    const language = { id: languageId, direction, reference: gatewayTexts['gateway.reference'] }
    const reference = statusCode < 400 ? null : id
    // Where sessions are handed over, `/_auth/` reaches the gateway. Same-site resource policy blocks files
    // from another site.
    const isRouted = endpointsOrigin === origin || handOver?.isFor(origin) === true
    const filesOrigin = isRouted ? '' : endpointsOrigin
    // The language endpoint cannot redirect back to a page that another proxy delivers.
    const languageHref = filesOrigin === '' ? languageAddressOf(authRequest) : null
    const frame = withFilesFrom(filesOrigin, frameFor(authRequest))
    const content = write(gatewayTexts, frame)
    const { styles = [] } = frame
    const origins = { files: filesOrigin, login: loginOrigin === origin ? '' : loginOrigin, styles }
    return {
      statusCode,
      headers: {
        'content-security-policy': buildPageCsp(origins, content),
        'cross-origin-opener-policy': openerPolicyFor(headers['sec-ch-ua']),
        // Not `no-referrer`, which would make forms post with `Origin: null`.
        'referrer-policy': 'same-origin',
        'content-type': 'text/html; charset=utf-8',
        ...(content.isFramable === true ? { 'x-frame-options': 'SAMEORIGIN' } : {})
      },
      body: renderPage({ languageHref, ...content, ...switches, language, reference }, frame)
    }
  }

  function fault(authRequest: AuthRequest, cause: Fault, setCookies: readonly string[] = []): OwnResponse {
    const { code, statusCode, retryAfterSeconds } = cause
    const response = authRequest.isPageLoad
      ? refusalPage(authRequest, statusCode, pages.forFault(authRequest, cause))
      : json(code, authRequest)
    const timed =
      retryAfterSeconds === undefined
        ? response
        : withHeaders(response, { 'retry-after': String(retryAfterSeconds) })
    return withCookies(timed, setCookies)
  }

  /**
   * A redirect to the login page, or a page that goes on there: Chromium applies the `form-action` of an application to redirects
   * of its forms, and another origin is rarely in it.
   */
  function leadToLogin(
    authRequest: AuthRequest,
    location: string,
    statuses: { redirect: number; page: number },
    isForm = authRequest.headers['sec-fetch-site'] === 'same-origin'
  ): OwnResponse {
    const isElsewhere = !location.startsWith('/') && new URL(location).origin !== authRequest.origin
    if (!isElsewhere || !isForm) return { statusCode: statuses.redirect, headers: { location }, body: null }
    const response = page(authRequest, statuses.page, signInPage(location))
    return withHeaders(response, { refresh: `0; url=${location}` })
  }

  function outcomeResponse(authRequest: AuthRequest, outcome: OwnOutcome): OwnResponse {
    switch (outcome.kind) {
      case 'preflight':
        return { statusCode: 204, headers: outcome.headers, body: null }
      case 'unavailable':
        return fault(authRequest, outcome.fault)
      case 'failed':
        return isOfToken(outcome)
          ? fault({ ...authRequest, isPageLoad: false }, outcome.fault)
          : fault(authRequest, outcome.fault, outcome.setCookies)
      case 'login': {
        if (isFramed(authRequest.headers)) {
          const href = loginLink(locationAround(authRequest), { reason: outcome.reason })
          const response = refusalPage(authRequest, 401, signInPage(href))
          return withCookies(withHeaders(response, CHALLENGE), outcome.setCookies)
        }
        const isByForm = isForeignForm(authRequest)
        const reason = outcome.reason ?? (isByForm ? 'lost-form' : null)
        const statuses = { redirect: isSafeMethod(authRequest.method) ? 302 : 303, page: 401 }
        const begun =
          handOver?.isFor(authRequest.origin) === true ? handOver.begin(authRequest, isByForm) : null
        const location = begun?.location ?? loginLink(authRequest, { reason })
        const setCookies = [...outcome.setCookies, ...(begun?.setCookies ?? [])]
        const response = leadToLogin(authRequest, location, statuses, mayBeOwnForm(authRequest))
        return withCookies(
          response.statusCode === 401 ? withHeaders(response, CHALLENGE) : response,
          setCookies
        )
      }
      case 'unauthenticated':
        return withCookies(
          proofResponse(authRequest, outcome) ?? unauthenticated(authRequest, outcome),
          outcome.setCookies
        )
      case 'forbidden': {
        if (isOfToken(outcome)) {
          const response = json(outcome.code, authRequest)
          // Not for the bearer token, which would do.
          if (outcome.code === 'APP_CHECK_REQUIRED') return response
          return withHeaders(response, { 'www-authenticate': challengeOf(outcome, metadataAt(authRequest)) })
        }
        const response = authRequest.isPageLoad
          ? refusalPage(authRequest, 403, pages.forAccount(authRequest, outcome))
          : json(outcome.code, authRequest)
        return withCookies(response, outcome.setCookies)
      }
    }
  }

  /** A page that loads once more, or the same request over again. Null: JSON. */
  function proofResponse(authRequest: AuthRequest, { proof }: Denial): OwnResponse | null {
    const { target, isPageLoad } = authRequest
    if (proof?.passes === 'again' && target !== null) {
      const headers = { ...proof.headers, location: target.raw, 'cache-control': 'no-store' }
      return { statusCode: 307, headers, body: null }
    }
    if (proof === undefined || !isPageLoad) return null
    return withHeaders(refusalPage(authRequest, 401, pages.forProof(authRequest, proof)), CHALLENGE)
  }

  function unauthenticated(authRequest: AuthRequest, outcome: Extract<Refusal, { kind: 'unauthenticated' }>) {
    const { id, origin, trace } = authRequest
    const { code, unmetRule, stepUp } = outcome
    const ofToken = isOfToken(outcome)
    const loginPage = `${loginOrigin === '' ? origin : loginOrigin}${paths.login}`
    const home = stepUp === undefined ? paths.home : beginAddress(paths.home)
    // Without `prompt`, the login page redirects signed-in visitors straight back.
    const loginUrl = withSearch(loginPage, [
      stepUp === undefined ? '' : 'prompt=login&reason=step-up',
      // The session is handed over by a page load.
      handOver?.isFor(origin) === true
        ? `${config.redirectParameter}=${encodeURIComponent(`${origin}${home}`)}`
        : ''
    ])
    // 403 is for the sign-in endpoint itself; other requests may succeed after another sign-in or with
    // another token.
    const statusCode = unmetRule === undefined && !ofToken ? ERROR_CATALOGUE[code].status : 401
    const challenge = challengeOf(outcome, metadataAt(authRequest))
    const body = errorBody(code, id, { status: statusCode, traceId: trace?.traceId })
    return {
      statusCode,
      headers: { 'www-authenticate': challenge, 'content-type': JSON_TYPE },
      body: JSON.stringify(ofToken ? body : Object.assign(body, { loginUrl }))
    }
  }

  return {
    /** Headers common to all of them. A server sending these responses sets them as its `ownHeaders`. */
    ownHeaders: buildOwnHeaders(strictTransportSecurityOf(config)),
    page,
    fault,
    leadToLogin,
    /** Always JSON. */
    plainFault: (reference: Reference, { code }: Fault) => json(code, reference),
    /** For any outcome but `allow`. */
    refuse(authRequest: AuthRequest, outcome: OwnOutcome): OwnResponse {
      if (outcome.kind === 'login' && isSpeculative(authRequest.headers)) return NOT_AHEAD
      const response = outcomeResponse(authRequest, outcome)
      return isEndOfSession(outcome) ? withHeaders(response, clearSiteData) : response
    }
  }
}

/** True if a form of the same origin may have sent it. Browsers without `Sec-Fetch-Site` state the origin of a POST. */
function mayBeOwnForm({ method, headers, origin }: AuthRequest): boolean {
  const site = headers['sec-fetch-site']
  return site === undefined ? !isSafeMethod(method) && headers.origin === origin : site === 'same-origin'
}

type Reference = Pick<AuthRequest, 'id' | 'trace'>

function json(code: ErrorCode, { id, trace }: Reference): OwnResponse {
  const body = JSON.stringify(errorBody(code, id, { traceId: trace?.traceId }))
  return { statusCode: ERROR_CATALOGUE[code].status, headers: { 'content-type': JSON_TYPE }, body }
}

function withHeaders({ statusCode, headers, body }: OwnResponse, more: OwnResponse['headers']): OwnResponse {
  return { statusCode, headers: { ...headers, ...more }, body }
}

/** Avoids a copy when no cookies are set. */
function withCookies(response: OwnResponse, setCookies: readonly string[]): OwnResponse {
  return setCookies.length === 0 ? response : withHeaders(response, { 'set-cookie': [...setCookies] })
}

/** What one entrance responds with. */
export type ResponsesByMode = ReturnType<typeof createEntranceResponses>['proxy' | 'forward-auth']

interface EntranceResponsesOptions extends Pick<ResponsesOptions, 'frameFor' | 'locales'> {
  config: ResponsesOptions['config'] & Pick<Config, 'applications' | 'keepForms'>
  applications: Pick<Applications, 'all' | 'areByHost' | 'of'>
  /** Epoch seconds. */
  now: () => number
}

export function createEntranceResponses(options: EntranceResponsesOptions) {
  const { config, applications, now } = options
  const { origin } = new URL(config.publicUrl)
  const handOver = createHandOverAttempts(config, now)
  const loginOrigin = applications.areByHost ? origin : undefined
  const hasResources = applications.all.some(({ resource }) => resource !== null)
  const metadataAt: ResponsesOptions['metadataAt'] = ({ hostname, origin, target }) => {
    if (!hasResources) return null
    const application = target === null ? null : applications.of(hostname, target.readings)
    return application?.resource == null ? null : metadataAddress(application, origin)
  }
  const shared = { config, locales: options.locales, frameFor: options.frameFor, handOver, metadataAt }
  const responses = createResponses({ ...shared, loginOrigin })
  return {
    /** Proxied requests and the gateway's own pages. `keptForms`: null if keeping forms is disabled. */
    proxy: { responses, keptForms: createKeptForms(config.keepForms, responses), handOver },
    /** Auth requests: another proxy delivers the response on its own origin, so links are absolute. */
    'forward-auth': {
      responses: createResponses({ ...shared, loginOrigin: origin, endpointsOrigin: origin }),
      // Proxies do not forward the body in auth requests.
      keptForms: null,
      handOver
    }
  }
}

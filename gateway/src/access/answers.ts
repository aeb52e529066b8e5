import { cookieNamesOf } from '../config/hand-over.ts'
import { clearSiteDataOf, strictTransportSecurityOf } from '../config/response-headers.ts'
import type { Config } from '../config/schema/schema.ts'
import { ERROR_CATALOGUE, type ErrorCode, type Fault } from '../errors.ts'
import type { JudgedRequest } from '../http/judged-request.ts'
import type { Locale, Locales } from '../http/locales.ts'
import { openerPolicyFor } from '../http/opener-policy.ts'
import type { OwnAnswer } from '../http/own-answer.ts'
import { buildOwnHeaders, type OwnHeaders } from '../http/own-headers.ts'
import { buildPageCsp, type PageFrame, renderPage, type WritePage, withFilesFrom } from '../http/page.ts'
import { errorBody } from '../http/plain-answer.ts'
import { parseCookies } from '../session/cookie/cookie-codec.ts'
import { challengeOf, INSUFFICIENT_SCOPE, isOfToken } from './bearer-challenge.ts'
import { beginAddress } from './begin-address.ts'
import type { HandOverAttempts } from './hand-over.ts'
import { languageAddressOf } from './language-address.ts'
import { createLoginLink } from './login-link.ts'
import { isEndOfSession, type OwnOutcome, type Refusal } from './outcome.ts'
import { createRefusalPages } from './refusal-pages.ts'

export interface AnswersOptions {
  config: Pick<Config, 'hsts' | 'login' | 'logout' | 'publicUrl' | 'paths' | 'redirectParameter'> &
    Partial<Pick<Config, 'cookie'>>
  /** Those of the login page. */
  locales: Locales
  /** How the pages look where a request is. */
  frameFor(judged: Pick<JudgedRequest, 'hostname' | 'target'>): PageFrame
  /** Origin of the login page; left out: that of the request that is judged. */
  loginOrigin?: string | undefined
  /**
   * Origin of the gateway's files and endpoints, for answers that somebody else delivers: their links are absolute. Left
   * out: that of the request that is judged.
   */
  endpointsOrigin?: string
  /** Where sessions are handed over; null or left out: nowhere. */
  handOver?: HandOverAttempts | null
}

const JSON_TYPE = 'application/json; charset=utf-8'

/** The answers that the gateway makes itself, as values over the request that is judged; see `createAnswers`. */
export interface Answers {
  /** Headers that all of them carry; a server that sends these answers has them as its `ownHeaders`. */
  readonly ownHeaders: OwnHeaders
  /** For everything that does not go to the application. */
  refuse(judged: JudgedRequest, outcome: OwnOutcome): OwnAnswer
  /** For a fault: a page for page loads, JSON for the rest. */
  fault(judged: JudgedRequest, fault: Fault, setCookies?: readonly string[]): OwnAnswer
  /** For a fault of a request that nobody looks at as a page: JSON. */
  plainFault(request: Pick<JudgedRequest, 'id' | 'trace'>, fault: Fault): OwnAnswer
  /** A page in the visitor's language. */
  page(judged: JudgedRequest, statusCode: number, write: WritePage): OwnAnswer
}

/** Pages and JSON answers of one voice: no stack, no cause, nothing of the request but its id and its trace. */
export function createAnswers(options: AnswersOptions): Answers {
  const { config, locales, frameFor, loginOrigin = '', endpointsOrigin = '', handOver = null } = options
  const { paths } = config
  const clearSiteData = clearSiteDataOf(config)
  const loginLink = createLoginLink(config, loginOrigin, handOver)
  const pages = createRefusalPages({ config, loginLink, loginOrigin, endpointsOrigin })
  // Without `cookie`, no choice is remembered.
  const { cookie: cookies } = config
  const languageCookie =
    cookies === undefined ? null : `${cookieNamesOf({ ...config, cookie: cookies }).shared}-lang`

  /** In the language that the login page would be in. */
  function localeOf({ cookie = '', 'accept-language': header }: JudgedRequest['headers']): Locale {
    const hasChosen = languageCookie !== null && cookie.includes(languageCookie)
    const chosen = hasChosen ? parseCookies(cookie)[languageCookie] : undefined
    return locales.of(locales.choose({ cookie: chosen, header }))
  }

  function page(judged: JudgedRequest, statusCode: number, write: WritePage): OwnAnswer {
    const { id, origin, headers } = judged
    const locale = localeOf(headers)
    const content = write(locale.gatewayTexts)
    const language = {
      id: locale.id,
      direction: locale.direction,
      reference: locale.gatewayTexts['gateway.reference']
    }
    const reference = statusCode < 400 ? null : id
    // Where sessions arrive, `/_auth/` is routed to the gateway. Browsers keep files of another site from the page (same-site).
    const isRouted = endpointsOrigin === origin || handOver?.isFor(origin) === true
    const filesOrigin = isRouted ? '' : endpointsOrigin
    // Where the page is another proxy's, so is the way back to it.
    const languageHref = filesOrigin === '' ? languageAddressOf(judged) : null
    return {
      statusCode,
      headers: {
        'content-security-policy': buildPageCsp(
          { files: filesOrigin, login: loginOrigin === origin ? '' : loginOrigin },
          content.script
        ),
        'cross-origin-opener-policy': openerPolicyFor(headers['sec-ch-ua']),
        // Not `no-referrer`: the forms of these pages would post with `Origin: null`.
        'referrer-policy': 'same-origin',
        'content-type': 'text/html; charset=utf-8'
      },
      body: renderPage(
        { languageHref, ...content, language, reference },
        withFilesFrom(filesOrigin, frameFor(judged))
      )
    }
  }

  function fault(judged: JudgedRequest, cause: Fault, setCookies: readonly string[] = []): OwnAnswer {
    const { code, statusCode, retryAfterSeconds } = cause
    const answer = judged.isPageLoad
      ? page(judged, statusCode, pages.forFault(judged, cause))
      : json(code, judged.id, judged.trace?.traceId)
    const timed =
      retryAfterSeconds === undefined
        ? answer
        : withHeaders(answer, { 'retry-after': String(retryAfterSeconds) })
    return withCookies(timed, setCookies)
  }

  function outcomeAnswer(judged: JudgedRequest, outcome: OwnOutcome): OwnAnswer {
    switch (outcome.kind) {
      case 'preflight':
        return { statusCode: 204, headers: outcome.headers, body: null }
      case 'unavailable':
        return fault(judged, outcome.fault)
      case 'failed':
        return isOfToken(outcome)
          ? fault({ ...judged, isPageLoad: false }, outcome.fault)
          : fault(judged, outcome.fault, outcome.setCookies)
      case 'login': {
        const statusCode = judged.method === 'GET' || judged.method === 'HEAD' ? 302 : 303
        const begun = handOver?.isFor(judged.origin) === true ? handOver.begin(judged) : null
        const location = begun?.location ?? loginLink(judged, { reason: outcome.reason })
        const setCookies = [...outcome.setCookies, ...(begun?.setCookies ?? [])]
        return withCookies({ statusCode, headers: { location }, body: null }, setCookies)
      }
      case 'unauthenticated':
        return withCookies(unauthenticated(judged, outcome), outcome.setCookies)
      case 'forbidden': {
        if (isOfToken(outcome))
          return withHeaders(json(outcome.code, judged.id, judged.trace?.traceId), {
            'www-authenticate': INSUFFICIENT_SCOPE
          })
        const answer = judged.isPageLoad
          ? page(judged, 403, pages.forAccount(judged, outcome))
          : json(outcome.code, judged.id, judged.trace?.traceId)
        return withCookies(answer, outcome.setCookies)
      }
    }
  }

  function unauthenticated(
    { id, origin, trace }: JudgedRequest,
    outcome: Extract<Refusal, { kind: 'unauthenticated' }>
  ): OwnAnswer {
    const { code, lacking, stepUp } = outcome
    const loginPage = `${loginOrigin === '' ? origin : loginOrigin}${paths.login}`
    const home = stepUp === undefined ? paths.home : beginAddress(paths.home)
    // Without `prompt`, that page would send a visitor who is signed in straight back.
    const loginUrl = withSearch(loginPage, [
      stepUp === undefined ? '' : 'prompt=login&reason=step-up',
      // From there the session comes back by way of a page load.
      handOver?.isFor(origin) === true
        ? `${config.redirectParameter}=${encodeURIComponent(`${origin}${home}`)}`
        : ''
    ])
    const ofToken = isOfToken(outcome)
    // 403 is for the sign-in itself: a request may be made again after another sign-in, or with another token.
    const statusCode = lacking === undefined && !ofToken ? ERROR_CATALOGUE[code].status : 401
    return {
      statusCode,
      headers: { 'www-authenticate': challengeOf(outcome), 'content-type': JSON_TYPE },
      body: JSON.stringify(
        Object.assign(
          errorBody(code, id, { status: statusCode, traceId: trace?.traceId }),
          ofToken ? null : { loginUrl }
        )
      )
    }
  }

  return {
    ownHeaders: buildOwnHeaders(strictTransportSecurityOf(config)),
    page,
    fault,
    plainFault: ({ id, trace }, { code }) => json(code, id, trace?.traceId),
    refuse(judged, outcome) {
      const answer = outcomeAnswer(judged, outcome)
      return clearSiteData !== null && isEndOfSession(outcome)
        ? withHeaders(answer, { 'clear-site-data': clearSiteData })
        : answer
    }
  }
}

function withSearch(address: string, parts: readonly string[]): string {
  const search = parts.filter((part) => part !== '').join('&')
  return search === '' ? address : `${address}?${search}`
}

function json(code: ErrorCode, requestId: string, traceId?: string): OwnAnswer {
  return {
    statusCode: ERROR_CATALOGUE[code].status,
    headers: { 'content-type': JSON_TYPE },
    body: JSON.stringify(errorBody(code, requestId, { traceId }))
  }
}

function withHeaders({ statusCode, headers, body }: OwnAnswer, more: OwnAnswer['headers']): OwnAnswer {
  return { statusCode, headers: { ...headers, ...more }, body }
}

/** Most responses set no cookies: they stay as they are. */
function withCookies(answer: OwnAnswer, setCookies: readonly string[]): OwnAnswer {
  return setCookies.length === 0 ? answer : withHeaders(answer, { 'set-cookie': [...setCookies] })
}

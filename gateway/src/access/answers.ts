import type { FastifyReply, FastifyRequest } from 'fastify'
import { clearSiteDataOf, strictTransportSecurityOf } from '../config/response-headers.ts'
import type { Config } from '../config/schema/schema.ts'
import { ERROR_CATALOGUE, type ErrorCode, Fault } from '../errors.ts'
import { isBodyPending } from '../http/body.ts'
import { openerPolicyFor } from '../http/opener-policy.ts'
import { buildOwnHeaders, type OwnHeaders } from '../http/own-headers.ts'
import { PAGE_CSP, type Page, type PageFrame, renderPage } from '../http/page.ts'
import { errorBody } from '../http/plain-answer.ts'
import { isEndOfSession, type LoginReason, type Outcome } from './outcome.ts'
import { LONGEST_TARGET_CHARS } from './redirect-target.ts'
import type { Sites } from './sites.ts'

export interface AnswersOptions {
  config: Pick<Config, 'hsts' | 'logout' | 'publicUrl' | 'paths' | 'redirectParameter'>
  /** How the pages look on the host of a request. */
  frameFor(request: FastifyRequest): PageFrame
  sites: Sites
}

/** https://www.rfc-editor.org/rfc/rfc9470#section-3 */
const INSUFFICIENT = 'Bearer error="insufficient_user_authentication"'

/** The answers that the gateway makes itself; see `createAnswers`. */
export interface Answers {
  /** Headers that all of them carry; a server that uses these answers has them as its `ownHeaders`. */
  readonly ownHeaders: OwnHeaders
  /** For everybody who may not pass. */
  refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: Exclude<Outcome, { kind: 'allow' }>
  ): FastifyReply
  /** For a fault: a page for page loads, JSON for the rest. */
  fault(
    request: FastifyRequest,
    reply: FastifyReply,
    fault: Fault,
    setCookies?: readonly string[]
  ): FastifyReply
  page(
    request: FastifyRequest,
    reply: FastifyReply,
    statusCode: number,
    page: Omit<Page, 'reference'>
  ): FastifyReply
}

/** Would a person see the answer as a page? Never a matter of the user agent. */
export function isPageLoad({ headers }: FastifyRequest): boolean {
  if (headers.upgrade !== undefined) return false
  const mode = headers['sec-fetch-mode']
  if (mode !== undefined) return mode === 'navigate'
  return headers.accept?.split(',').some(isHtml) ?? false
}

/** One entry of `Accept` (RFC 9110, 12.5.1); weight 0 means "not that". */
function isHtml(entry: string): boolean {
  const [type = '', ...parameters] = entry
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  return type === 'text/html' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
}

/**
 * Headers of every answer that the gateway makes itself. Such an answer ends what it answers: what is still to come of a
 * body is not read, so the connection ends too.
 */
export function markOwnAnswer(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isBodyPending(request.raw)) reply.header('connection', 'close')
  return reply.headers(request.server.ownHeaders).header('x-request-id', request.id)
}

/** Pages and JSON answers of one voice: no stack, no cause, nothing of the request but its id. */
export function createAnswers({ config, frameFor, sites }: AnswersOptions): Answers {
  const { login: loginPath, logout: logoutPath } = config.paths
  const clearSiteData = clearSiteDataOf(config)

  const answers: Answers = {
    ownHeaders: buildOwnHeaders(strictTransportSecurityOf(config)),

    page(request, reply, statusCode, page) {
      const reference = statusCode < 400 ? null : request.id
      return (
        markOwnAnswer(request, reply)
          .code(statusCode)
          .header('content-security-policy', PAGE_CSP)
          .header('cross-origin-opener-policy', openerPolicyFor(request.headers['sec-ch-ua']))
          // Not `no-referrer`: the forms of these pages would post with `Origin: null`.
          .header('referrer-policy', 'same-origin')
          .type('text/html; charset=utf-8')
          .send(renderPage({ ...page, reference }, frameFor(request)))
      )
    },

    fault(request, reply, fault, setCookies = []) {
      prepare(request, reply, setCookies)
      if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', fault.retryAfterSeconds)
      if (!isPageLoad(request)) return sendJson(request, reply, fault.code)
      const links = [retryLink(request)]
      // Somebody whose session cannot be used needs another one; waiting would not help.
      if (fault.statusCode === 401) links.unshift({ label: 'Sign in', href: loginPath })
      links.push(...helpLinks(request))
      const { status, message } = ERROR_CATALOGUE[fault.code]
      const note = fault.statusCode >= 500 ? { note: 'Nothing you did is lost. Try again in a moment.' } : {}
      return answers.page(request, reply, status, {
        title: titleOf(fault.code),
        text: message,
        ...note,
        links
      })
    },

    refuse(request, reply, outcome) {
      if (clearSiteData !== null && isEndOfSession(outcome)) reply.header('clear-site-data', clearSiteData)
      switch (outcome.kind) {
        case 'unavailable':
          return answers.fault(request, reply, outcome.fault)
        case 'failed':
          return answers.fault(request, reply, outcome.fault, outcome.setCookies)
        case 'login': {
          prepare(request, reply, outcome.setCookies)
          const status = request.method === 'GET' || request.method === 'HEAD' ? 302 : 303
          return reply
            .code(status)
            .header('location', loginHref(request, { reason: outcome.reason }))
            .send()
        }
        case 'unauthenticated': {
          const { code, lacking, setCookies } = outcome
          prepare(request, reply, setCookies)
          reply.header('www-authenticate', lacking === undefined ? 'Bearer' : INSUFFICIENT)
          const loginUrl = `${sites.originOf(request)}${loginPath}`
          // 403 is for the sign-in itself: a request may be made again after another sign-in.
          const status = lacking === undefined ? ERROR_CATALOGUE[code].status : 401
          return reply.code(status).send({ ...errorBody(code, request.id, status), loginUrl })
        }
        case 'forbidden':
          return refuseAccount(request, reply, outcome)
      }
    }
  }

  function refuseAccount(
    request: FastifyRequest,
    reply: FastifyReply,
    { code, session, setCookies }: Extract<Outcome, { kind: 'forbidden' }>
  ): FastifyReply {
    prepare(request, reply, setCookies)
    if (!isPageLoad(request)) return sendJson(request, reply, code)
    const who = session?.claims.email ?? session?.claims.name ?? session?.subject
    // The session stays until the other account has signed in: whoever changes their mind loses nothing.
    const switchAccount =
      session === null
        ? { label: 'Use another account', href: loginHref(request, {}) }
        : { label: 'Switch account', href: loginHref(request, { prompt: 'login' }) }
    return answers.page(request, reply, 403, {
      title: titleOf(code),
      text: ERROR_CATALOGUE[code].message,
      ...(who === undefined ? {} : { note: `You are signed in as ${String(who)}.` }),
      links: [switchAccount, ...helpLinks(request)],
      ...(session === null ? {} : { form: { label: 'Sign out', action: logoutPath, isMinor: true } })
    })
  }

  /** Back to what was asked for. What could not be read would fail again. */
  function retryLink({ target }: FastifyRequest): { label: string; href: string } {
    if (target === null) return { label: 'Go to the start page', href: config.paths.home }
    // The helper's addresses are steps of a sign-in that has ended: it begins again.
    return { label: 'Try again', href: target.path.startsWith('/__/') ? loginPath : target.raw }
  }

  function helpLinks(request: FastifyRequest): { label: string; href: string }[] {
    const { contactUrl } = frameFor(request)
    return contactUrl === null ? [] : [{ label: 'Get help', href: contactUrl }]
  }

  /** The login page, and then back to what was asked for. `prompt: 'login'`: the page even for those who may go on. */
  function loginHref(
    { target }: FastifyRequest,
    { prompt, reason = null }: { prompt?: 'login'; reason?: LoginReason | null }
  ): string {
    const query = [
      // The login page would take a longer one for home.
      target === null || target.raw.length > LONGEST_TARGET_CHARS
        ? ''
        : `${config.redirectParameter}=${encodeURIComponent(target.raw)}`,
      prompt === undefined ? '' : `prompt=${prompt}`,
      reason === null ? '' : `reason=${reason}`
    ]
    const search = query.filter((part) => part !== '').join('&')
    return search === '' ? loginPath : `${loginPath}?${search}`
  }

  return answers
}

/** What every refusal carries. */
function prepare(request: FastifyRequest, reply: FastifyReply, setCookies: readonly string[]): void {
  markOwnAnswer(request, reply)
  if (setCookies.length > 0) reply.header('set-cookie', setCookies)
}

function sendJson(request: FastifyRequest, reply: FastifyReply, code: ErrorCode): FastifyReply {
  return reply.code(ERROR_CATALOGUE[code].status).send(errorBody(code, request.id))
}

function titleOf(code: ErrorCode): string {
  switch (code) {
    case 'USER_DISABLED':
      return 'User disabled'
    case 'FORBIDDEN':
      return 'No access'
    case 'NOT_FOUND':
      return 'Not found'
    case 'PROVIDER_UNAVAILABLE':
      return 'Sign-in is taking a break'
    case 'UPSTREAM_UNREACHABLE':
    case 'UPSTREAM_TIMEOUT':
      return 'The application does not answer'
    default:
      return ERROR_CATALOGUE[code].status >= 500 ? 'Something went wrong' : 'This did not work'
  }
}

/** The fault in whatever was thrown: our own, Fastify's (by its status), else `INTERNAL_ERROR`. */
export function toFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  const status = typeof error === 'object' && error !== null ? Reflect.get(error, 'statusCode') : undefined
  if (status === 413) return new Fault('PAYLOAD_TOO_LARGE', { cause: error })
  if (typeof status === 'number' && status >= 400 && status < 500)
    return new Fault('INVALID_REQUEST', { cause: error })
  return new Fault('INTERNAL_ERROR', { cause: error })
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Responses } from '../access/responses.ts'
import { Fault } from '../errors.ts'
import { isBodyPending } from '../http/body.ts'
import { type OwnResponse, sendOwnResponse } from '../http/own-response.ts'
import type { ResponseStyle } from './adapters.ts'
import type { Result } from './verdict.ts'

/** nginx cannot tell cookies apart, so that they get names of their own; its configuration names so many. */
const MAX_COOKIES = 8
const NUMBERED_COOKIE = 'x-gatehouse-set-cookie-'
const RETRY_AFTER_SECONDS = 1
/** What nginx takes for a refusal and not for a failure of ours; `error_page` names them. */
const BARE_STATUSES: ReadonlySet<number> = new Set([400, 401, 403, 503])

/** Puts a verdict into the words of a proxy's dialect. */
export function answerResult(
  request: FastifyRequest,
  reply: FastifyReply,
  { result, style, responses }: { result: Result; style: ResponseStyle; responses: Responses }
): void {
  if (result.kind === 'refuse') {
    if (style === 'full' || style === 'refusal') sendOwnResponse(request, reply, result.response)
    else sendOwnResponse(request, reply, bare(result.response, style))
  } else if (style === 'refusal') {
    // A moment ago it was a refusal: to send the browser back to where it came from could go on for ever.
    const fault = new Fault('VERDICT_CHANGED', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    sendOwnResponse(request, reply, responses.fault(result.authRequest, fault))
  } else {
    sendPass(request, reply, [...result.headers, ...cookieHeaders(result.setCookies, style)])
  }
}

/**
 * Exactly 200 and no body: some proxies take no other status for a pass. Written past the framework, whose own headers
 * would become the application's or the visitor's.
 */
function sendPass(request: FastifyRequest, reply: FastifyReply, headers: readonly string[]): void {
  const ends = request.server.lifecycle.ending || isBodyPending(request.raw)
  // First: what it throws is still the error handler's to answer.
  reply.raw.writeHead(200, ['content-length', '0', ...(ends ? ['connection', 'close'] : []), ...headers])
  reply.hijack()
  reply.raw.end()
}

/** Cookies only when they change; an answer with somebody's session is for no cache. */
function cookieHeaders(setCookies: readonly string[], style: ResponseStyle): string[] {
  if (setCookies.length === 0) return []
  // What is left over of a longer session is last in the list, and expires with a later answer.
  const lines = setCookies.slice(0, MAX_COOKIES)
  const numbered =
    style === 'status' ? lines.flatMap((cookie, index) => [`${NUMBERED_COOKIE}${index + 1}`, cookie]) : []
  return [
    ...lines.flatMap((cookie) => ['set-cookie', cookie]),
    ...numbered,
    'cache-control',
    'private, no-store'
  ]
}

/** A status alone: proxies that ask for no more drop the rest, and a body would cost the connection. */
function bare({ statusCode, headers }: OwnResponse, style: ResponseStyle): OwnResponse {
  const cookies = headers['set-cookie']
  return {
    statusCode: bareStatus(statusCode),
    headers: style === 'status-with-cookies' && cookies !== undefined ? { 'set-cookie': cookies } : {},
    body: null
  }
}

function bareStatus(statusCode: number): number {
  if (BARE_STATUSES.has(statusCode)) return statusCode
  if (statusCode >= 500) return 503
  return statusCode >= 300 && statusCode < 400 ? 401 : 403
}

/** An answer to a question that cannot be judged: for the operator's eyes, whoever the visitor is. */
export function answerFault(
  request: FastifyRequest,
  reply: FastifyReply,
  { fault, style, responses }: { fault: Fault; style: ResponseStyle; responses: Responses }
): void {
  const response = responses.plainFault(request, fault)
  const isBare = style === 'status' || style === 'status-with-cookies'
  sendOwnResponse(request, reply, isBare ? bare(response, style) : response)
}

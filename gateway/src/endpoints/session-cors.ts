import type { FastifyReply, FastifyRequest } from 'fastify'
import { authRequestOf } from '../http/auth-request.ts'
import type { CorsAt } from '../http/cors.ts'
import { isSafeMethod } from '../http/origin.ts'
import { sendOwnResponse } from '../http/own-response.ts'

/** True: the request was a preflight, and is answered. */
export type ApplySessionCors = (request: FastifyRequest, reply: FastifyReply) => boolean

/**
 * Lets pages of listed origins ask who is signed in: they may act as the visitor anyway. What changes something (sign-in,
 * refresh, sign-out) is for our own pages alone: no preflight there is answered, and no page of another origin reads an answer.
 * `path`: of the session endpoint.
 */
export function createSessionCors(path: string, corsAt: CorsAt): ApplySessionCors {
  return (request, reply) => {
    if (request.routeOptions.url !== path) return false
    const authRequest = authRequestOf(request)
    const cors = corsAt(authRequest)
    const asked = authRequest.headers['access-control-request-method'] ?? ''
    const preflight = isSafeMethod(asked) ? cors?.preflight(authRequest) : null
    if (preflight != null) {
      sendOwnResponse(request, reply, { statusCode: 204, headers: preflight, body: null })
      return true
    }
    const readable = isSafeMethod(request.method) ? cors?.readableBy(authRequest) : null
    if (readable != null) reply.headers(readable)
    return false
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { isBodyPending } from './body.ts'

/** An answer of the gateway itself, as a value. What all of them carry is added when it is sent. */
export interface OwnResponse {
  statusCode: number
  /** Lower-case name -> value. */
  headers: Record<string, string | string[]>
  /** Null: none. */
  body: string | null
}

/**
 * Sets the headers of every answer that the gateway makes itself. Such an answer ends what it answers: what is still to
 * come of a body is not read, so the connection ends too.
 */
export function markOwnResponse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (isBodyPending(request.raw)) reply.header('connection', 'close')
  return reply.headers(request.server.ownHeaders).header('x-request-id', request.id)
}

/** Sends an answer over the connection that a request came in on. Cookies are added to those that are set already. */
export function sendOwnResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  { statusCode, headers, body }: OwnResponse
): FastifyReply {
  // Null would be sent as JSON.
  return markOwnResponse(request, reply)
    .code(statusCode)
    .headers(headers)
    .send(body ?? undefined)
}

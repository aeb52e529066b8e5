import type { FastifyInstance, FastifyReply } from 'fastify'
import { buildErrorBody, buildErrorPage, type ErrorExtras, type ErrorShape, ProviderError } from './errors.ts'
import { isRecord } from './fields.ts'

/** An error as a service words it. */
export interface ErrorResponse extends ErrorExtras {
  status: number
  message: string
}

/** Answers with an error in the shape of a service. */
export function sendError(reply: FastifyReply, shape: ErrorShape, error: ErrorResponse): FastifyReply {
  const { status, message } = error
  return shape === 'html'
    ? sendHtml(reply, status, message)
    : reply.code(status).send(buildErrorBody(shape, status, message, error))
}

/** Answers with Google's page for an error. */
export function sendHtml(reply: FastifyReply, status: number, message?: string): FastifyReply {
  return reply.code(status).type('text/html; charset=UTF-8').send(buildErrorPage(status, message))
}

/** Gives the errors of a scope's routes the shape of their service; unexpected ones are a 500. */
export function setErrorShape(scope: FastifyInstance, shape: ErrorShape): void {
  scope.setErrorHandler((err, _request, reply) => sendError(reply, shape, readError(err)))
}

function readError(err: unknown): ErrorResponse {
  if (err instanceof ProviderError) {
    const { statusCode: status, message, description, details } = err
    return { status, message, description, details }
  }
  const fields = isRecord(err) ? err : {}
  const message = err instanceof Error ? err.message : 'Internal error encountered.'
  const isUnreadableBody = typeof fields.code === 'string' && fields.code.startsWith('FST_ERR_CTP')
  if (isUnreadableBody || err instanceof SyntaxError) {
    return { status: 400, message: `Invalid JSON payload received. ${message}` }
  }
  return { status: typeof fields.statusCode === 'number' ? fields.statusCode : 500, message }
}

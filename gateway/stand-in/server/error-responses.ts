import type { FastifyInstance, FastifyReply } from 'fastify'
import { buildErrorBody, buildErrorPage, type ErrorShape, ProviderError } from './errors.ts'
import { isRecord } from './fields.ts'

/** Answers with Google's page for an error. */
export function sendHtml(reply: FastifyReply, status: number, message?: string): FastifyReply {
  return reply.code(status).type('text/html; charset=UTF-8').send(buildErrorPage(status, message))
}

/** Gives the errors of a scope's routes the shape of their service; unexpected ones are a 500. */
export function setErrorShape(scope: FastifyInstance, shape: ErrorShape): void {
  scope.setErrorHandler((err, _request, reply) => {
    const { statusCode, message, ...extras } = err instanceof ProviderError ? err : readError(err)
    return shape === 'html'
      ? sendHtml(reply, statusCode, message)
      : reply.code(statusCode).send(buildErrorBody(shape, statusCode, message, extras))
  })
}

function readError(err: unknown): { statusCode: number; message: string } {
  const fields = isRecord(err) ? err : {}
  const message = err instanceof Error ? err.message : 'Internal error encountered.'
  const isUnreadableBody = typeof fields.code === 'string' && fields.code.startsWith('FST_ERR_CTP')
  if (isUnreadableBody || err instanceof SyntaxError)
    return { statusCode: 400, message: `Invalid JSON payload received. ${message}` }
  return { statusCode: typeof fields.statusCode === 'number' ? fields.statusCode : 500, message }
}

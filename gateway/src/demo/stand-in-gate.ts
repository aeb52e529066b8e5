import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { buildIdentityToolkitError, buildOAuthError, buildSecureTokenError } from './stand-in-errors.ts'
import { isRecord } from './stand-in-fields.ts'
import type { CallName, Calls, Switch, SwitchBoard } from './stand-in-switches.ts'

/** Whose error shape a route answers with. */
export type ErrorShape = 'identityToolkit' | 'secureToken' | 'oauth'

/** A hook that stands in front of one call: counts it, then obeys its switch. */
export type Gate = (
  call: CallName
) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>

function buildError(shape: ErrorShape, status: number, message: string, description: string | undefined) {
  if (shape === 'oauth') return buildOAuthError(message, description)
  return shape === 'secureToken'
    ? buildSecureTokenError(status, message)
    : buildIdentityToolkitError(status, message)
}

function shapeOf(call: CallName): ErrorShape {
  if (call === 'refresh') return 'secureToken'
  return call === 'oauthToken' ? 'oauth' : 'identityToolkit'
}

function sendHtml(reply: FastifyReply, status: number): FastifyReply {
  const page = `<!DOCTYPE html>\n<html><title>Error ${status} (Server Error)!!1</title><p>That's an error.</html>\n`
  return reply.code(status).type('text/html; charset=UTF-8').send(page)
}

type Answer = Exclude<Switch, { kind: 'ok' | 'hang' | 'hold' }>

function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  call: CallName,
  answer: Answer
): FastifyReply {
  switch (answer.kind) {
    case 'error': {
      const { status, message, description, headers } = answer
      const body = buildError(shapeOf(call), status, message, description)
      return reply
        .code(status)
        .headers(headers ?? {})
        .send(body)
    }
    case 'html':
      return sendHtml(reply, answer.status)
    case 'empty':
      return reply.code(answer.status).send()
    case 'body':
      return reply
        .code(answer.status)
        .type('application/json; charset=UTF-8')
        .headers(answer.headers ?? {})
        .send(answer.body)
    case 'reset':
      request.raw.socket.destroy()
      return reply.hijack()
  }
}

/** Builds the hooks that count calls and obey the switches, before a body is read. */
export function createGate(calls: Calls, board: SwitchBoard): Gate {
  return (call) => async (request, reply) => {
    calls[call] += 1
    for (;;) {
      const chosen = board.pick(call)
      if (chosen === undefined) return undefined
      if (chosen.kind === 'hold') {
        await chosen.until
        return undefined
      }
      if (chosen.kind !== 'hang') return sendAnswer(request, reply, call, chosen)
      await board.changed()
    }
  }
}

/** Gives the errors of a scope's routes the shape of their service; unexpected ones are a 500. */
export function setErrorShape(scope: FastifyInstance, shape: ErrorShape): void {
  scope.setErrorHandler((err, _request, reply) => {
    const { statusCode, message, description } = readError(err)
    return reply.code(statusCode).send(buildError(shape, statusCode, message, description))
  })
}

function readError(err: unknown): { statusCode: number; message: string; description: string | undefined } {
  const fields = isRecord(err) ? err : {}
  const statusCode = typeof fields.statusCode === 'number' ? fields.statusCode : 500
  const message = err instanceof Error ? err.message : 'Internal error encountered.'
  const description = typeof fields.description === 'string' ? fields.description : undefined
  const isBodyFault = typeof fields.code === 'string' && fields.code.startsWith('FST_ERR_CTP')
  return {
    statusCode: isBodyFault ? 400 : statusCode,
    message:
      isBodyFault || err instanceof SyntaxError ? `Invalid JSON payload received. ${message}` : message,
    description
  }
}

/** Lets pages of any origin call, as the emulator does, and answers their preflights. */
export function allowAnyOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('access-control-allow-origin', '*')
    reply.header('access-control-expose-headers', '*')
    if (request.method !== 'OPTIONS') return
    const wanted = request.headers['access-control-request-headers'] ?? '*'
    reply.header('access-control-allow-headers', wanted)
    reply.header('access-control-allow-methods', 'GET, POST, OPTIONS')
    reply.header('access-control-max-age', '3600')
    return reply.code(204).send()
  })
}

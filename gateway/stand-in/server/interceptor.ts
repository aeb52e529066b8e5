import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { buildErrorBody, buildErrorPage, type ErrorExtras, type ErrorShape, ProviderError } from './errors.ts'
import type { CallName, Calls, Switch, SwitchBoard } from './faults.ts'
import { isRecord } from './fields.ts'

/** A hook that stands in front of one call: counts it, then obeys its switch. */
export type Gate = (
  call: CallName
) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>

const SHAPES: Partial<Record<CallName, ErrorShape>> = {
  refresh: 'rpcStatus',
  signBlob: 'rpcStatus',
  generateAccessToken: 'rpcStatus',
  oauthToken: 'oauth',
  sts: 'oauth',
  metadata: 'html'
}
const JSON_TYPE = 'application/json; charset=UTF-8'
const HALF_A_BODY = '{"kind":"identitytoolkit#'
const MISSING_BYTES = 1000

function sendError(
  reply: FastifyReply,
  shape: ErrorShape,
  status: number,
  message: string,
  extras: ErrorExtras
): FastifyReply {
  return shape === 'html'
    ? sendHtml(reply, status, message)
    : reply.code(status).send(buildErrorBody(shape, status, message, extras))
}

function sendHtml(reply: FastifyReply, status: number, message?: string): FastifyReply {
  return reply.code(status).type('text/html; charset=UTF-8').send(buildErrorPage(status, message))
}

function sendHalf(request: FastifyRequest, reply: FastifyReply, status: number, body: string): FastifyReply {
  reply.hijack()
  const length = Buffer.byteLength(body) + MISSING_BYTES
  reply.raw.writeHead(status, { 'content-type': JSON_TYPE, 'content-length': length })
  reply.raw.write(body, () => request.raw.socket.destroySoon())
  return reply
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
      const { status, message, headers = {} } = answer
      return sendError(reply.headers(headers), SHAPES[call] ?? 'identityToolkit', status, message, answer)
    }
    case 'html':
      return sendHtml(reply, answer.status)
    case 'empty':
      return reply.code(answer.status).send()
    case 'body':
      return reply
        .code(answer.status)
        .type(JSON_TYPE)
        .headers(answer.headers ?? {})
        .send(answer.body)
    case 'truncated':
      return sendHalf(request, reply, answer.status ?? 200, answer.body ?? HALF_A_BODY)
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
    const { statusCode, message, ...extras } = readError(err)
    return sendError(reply, shape, statusCode, message, extras)
  })
}

function readError(err: unknown): ErrorExtras & { statusCode: number; message: string } {
  if (err instanceof ProviderError) {
    const { statusCode, message, description, details } = err
    return { statusCode, message, description, details }
  }
  const fields = isRecord(err) ? err : {}
  const message = err instanceof Error ? err.message : 'Internal error encountered.'
  const isBodyFault = typeof fields.code === 'string' && fields.code.startsWith('FST_ERR_CTP')
  if (isBodyFault || err instanceof SyntaxError) {
    return { statusCode: 400, message: `Invalid JSON payload received. ${message}` }
  }
  return { statusCode: typeof fields.statusCode === 'number' ? fields.statusCode : 500, message }
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

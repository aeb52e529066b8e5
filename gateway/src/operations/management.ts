import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import fastify, { type FastifyInstance, type FastifyReply } from 'fastify'
import { NO_SCHEMAS } from '../http/no-schemas.ts'
import { OWN_HEADERS } from '../http/own-headers.ts'
import { codeOfUnreadable, endWithAnswer, plainAnswer } from '../http/plain-answer.ts'

/** How the gateway is doing. */
export interface Readiness {
  /** Null: requests are welcome. Else why not, in a word. */
  notReadyBecause(): string | null
}

/**
 * The management listener: `/livez` (the process runs) and `/readyz` (send requests here). Says a status and a word,
 * nothing about configuration or visitors.
 */
export function createManagement(readiness: Readiness): FastifyInstance {
  const app = fastify({
    logger: false,
    schemaController: NO_SCHEMAS,
    forceCloseConnections: true,
    // What Node would refuse by itself it would refuse without our headers; probes need neither `Host` nor `Expect`.
    http: { requireHostHeader: false },
    frameworkErrors: (_error, _request, reply: FastifyReply) => {
      const { statusCode, headers, body } = plainAnswer('INVALID_REQUEST', randomUUID(), OWN_HEADERS)
      reply.code(statusCode).headers(headers).send(body)
    },
    clientErrorHandler: refuseUnreadable
  })
  app.server.on('connection', (socket) => socket.on('error', () => {}))
  app.server.on('checkExpectation', (raw, response) => app.server.emit('request', raw, response))
  app.addHook('onSend', async (request, reply) => {
    reply.headers(OWN_HEADERS)
    // Nobody reads bodies here: one that is still to come must not hold the connection.
    if (!request.raw.complete) reply.header('connection', 'close')
  })
  app.get('/livez', async () => ({ status: 'live' }))
  app.get('/readyz', async (_request, reply) => {
    const reason = readiness.notReadyBecause()
    return reply.code(reason === null ? 200 : 503).send({ status: reason ?? 'ready' })
  })
  return app
}

function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  const code = codeOfUnreadable(error, socket)
  if (code !== null) endWithAnswer(socket, plainAnswer(code, randomUUID(), OWN_HEADERS))
}

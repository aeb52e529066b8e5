import fastify, { type FastifyInstance } from 'fastify'

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
  const app = fastify({ logger: false, forceCloseConnections: true })
  app.server.on('connection', (socket) => socket.on('error', () => {}))
  app.addHook('onSend', async (request, reply) => {
    reply.header('cache-control', 'no-store')
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

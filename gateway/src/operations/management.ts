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
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
  })
  app.get('/livez', async () => ({ status: 'live' }))
  app.get('/readyz', async (_request, reply) => {
    const reason = readiness.notReadyBecause()
    return reply.code(reason === null ? 200 : 503).send({ status: reason ?? 'ready' })
  })
  return app
}

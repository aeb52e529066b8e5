import Fastify, { type FastifyInstance } from 'fastify'
import { FASTIFY_OPTIONS } from '../../src/http/routes.ts'
import { buildErrorBody } from './errors.ts'

// The browser SDK puts the service's host name in front of the path when it is configured for an emulator.
const EMULATOR_PREFIX =
  /^\/(?:identitytoolkit|securetoken|(?:content-)?firebaseappcheck)\.googleapis\.com(?=\/)/

// As the official emulator does; preflights are answered here.
function allowAnyOrigin(app: FastifyInstance): void {
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

/** `now`: epoch seconds, for `Date`. A server that reads forms beside JSON, lets pages of any origin call and answers 404 in Google's shape; it has no routes. */
export function createServer(now: () => number): FastifyInstance {
  const app = Fastify({
    ...FASTIFY_OPTIONS,
    forceCloseConnections: true,
    rewriteUrl: (request) => (request.url ?? '/').replace(EMULATOR_PREFIX, '')
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string | Buffer) => new URLSearchParams(body.toString())
  )
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(buildErrorBody('identityToolkit', 404, 'Method not found.'))
  )
  // Node's own would be that of the machine, whatever the provider's clock says.
  app.addHook('onSend', async (_request, reply) => {
    reply.header('date', new Date(now() * 1000).toUTCString())
  })
  allowAnyOrigin(app)
  return app
}

/** The origin of a server that listens, without a trailing slash. */
export function originOf(app: FastifyInstance): string {
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the stand-in does not listen')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  return `http://${host}:${address.port}`
}

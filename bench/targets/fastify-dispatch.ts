import fastify from 'fastify'
import { createBareProxy } from '../fixture/bare-proxy.ts'
import { HEADERS_OF_GATEWAY } from '../fixture/gateway-headers.ts'

/** The reference of the budget behind a route of Fastify, with requests as long as those of the gateway. */
const [, , port, origin = ''] = process.argv
const proxy = createBareProxy(origin, HEADERS_OF_GATEWAY)
const app = fastify({ logger: false, keepAliveTimeout: 60_000 })
app.all('/*', (request, reply) => {
  reply.hijack()
  proxy(request.raw, reply.raw)
})
await app.listen({ host: '127.0.0.1', port: Number(port) })

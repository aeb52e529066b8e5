import fastify from 'fastify'

/** What Fastify alone can do on this machine: one route, no logs, the body that the proxies carry. */
const [, , port, body = ''] = process.argv
const app = fastify({ logger: false })
app.get('/*', (_request, reply) => {
  reply.type('application/json; charset=utf-8').send(body)
})
await app.listen({ host: '127.0.0.1', port: Number(port) })

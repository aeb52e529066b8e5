import Fastify from 'fastify'
import { createRemoteJWKSet, jwtVerify } from 'jose'

const { ISSUER: issuer, AUDIENCE: audience, PORT = '3000' } = process.env
// jose skips a check whose expected value is missing.
if (!issuer || !audience) throw new Error('set ISSUER and AUDIENCE')
const keys = createRemoteJWKSet(new URL(`${issuer}/jwks.json`))

const app = Fastify()
app.decorateRequest('visitor', null)
app.addHook('onRequest', async (request, reply) => {
  try {
    const assertion = request.headers['x-gatehouse-assertion'] ?? ''
    const { payload } = await jwtVerify(assertion, keys, { issuer, audience })
    request.visitor = payload
  } catch {
    return reply.code(401).send()
  }
})
app.get('/', ({ visitor }) => ({ uid: visitor.sub, email: visitor.email }))
await app.listen({ port: Number(PORT), host: '127.0.0.1' })

import express from 'express'
import { createRemoteJWKSet, jwtVerify } from 'jose'

const { ISSUER: issuer, AUDIENCE: audience, PORT = '3000' } = process.env
// jose skips a check whose expected value is missing.
if (!issuer || !audience) throw new Error('set ISSUER and AUDIENCE')
const keys = createRemoteJWKSet(new URL(`${issuer}/jwks.json`))

async function requireAssertion(request, response, next) {
  try {
    const assertion = request.get('x-gatehouse-assertion') ?? ''
    const { payload } = await jwtVerify(assertion, keys, { issuer, audience })
    request.visitor = payload
    next()
  } catch {
    response.sendStatus(401)
  }
}

express()
  .use(requireAssertion)
  .get('/', ({ visitor }, response) => response.json({ uid: visitor.sub, email: visitor.email }))
  .listen(Number(PORT), '127.0.0.1')

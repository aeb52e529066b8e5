import { createServer } from 'node:http'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { createRemoteJWKSet, jwtVerify } from 'jose'

const { ISSUER: issuer, AUDIENCE: audience, PORT = '3000' } = process.env
// jose skips a check whose expected value is missing.
if (!issuer || !audience) throw new Error('set ISSUER and AUDIENCE')
const keys = createRemoteJWKSet(new URL(`${issuer}/jwks.json`))

createServer(async (request, response) => {
  if (request.method !== 'POST') return response.writeHead(405, { allow: 'POST' }).end()
  const assertion = request.headers['x-gatehouse-assertion'] ?? ''
  const verified = await jwtVerify(assertion, keys, { issuer, audience }).catch(() => null)
  if (verified === null) return response.writeHead(401).end()
  const { sub, email } = verified.payload
  const server = new McpServer({ name: 'example', version: '1.0.0' })
  server.registerTool('whoami', { description: 'Says who is signed in.' }, () => ({
    content: [{ type: 'text', text: JSON.stringify({ uid: sub, email }) }]
  }))
  // Without sessions of its own, it can have any number of replicas.
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined })
  response.on('close', () => server.close())
  await server.connect(transport)
  await transport.handleRequest(request, response)
}).listen(Number(PORT), '127.0.0.1')

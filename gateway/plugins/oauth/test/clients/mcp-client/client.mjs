// An MCP client as desktop programs are: it keeps its tokens itself, and hands the visitor to a browser. Reads one URL of a server
// a line, calls its tool `whoami` there, and prints what that says or why it does not. Arguments: its metadata document and the
// port of its callback.
import { createServer } from 'node:http'
import { createInterface } from 'node:readline'
import { UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const [clientMetadataUrl, port] = process.argv.slice(2)
const redirectUrl = `http://127.0.0.1:${port}/callback`
const kept = {}
const print = (message) => console.log(JSON.stringify(message))

let arrive = () => {}
createServer((request, response) => {
  response.end('Return to the client.')
  const { pathname, searchParams } = new URL(request.url, redirectUrl)
  if (pathname === '/callback') arrive(searchParams)
}).listen(Number(port), '127.0.0.1')

const authProvider = {
  redirectUrl,
  clientMetadataUrl,
  clientMetadata: { redirect_uris: [redirectUrl] },
  state: () => {
    kept.state = crypto.randomUUID()
    return kept.state
  },
  clientInformation: () => kept.client,
  saveClientInformation(client) {
    kept.client = client
  },
  tokens: () => kept.tokens,
  saveTokens(tokens) {
    kept.tokens = tokens
    print({ kind: 'tokens', scope: tokens.scope })
  },
  codeVerifier: () => kept.verifier,
  saveCodeVerifier(verifier) {
    kept.verifier = verifier
  },
  invalidateCredentials(scope) {
    if (scope === 'all' || scope === 'tokens') kept.tokens = undefined
  },
  redirectToAuthorization(url) {
    kept.arrived = new Promise((resolve) => {
      arrive = resolve
    })
    print({ kind: 'open', url: url.href })
  }
}

async function whoami(url) {
  const connect = () => {
    const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider })
    const client = new Client({ name: 'test', version: '1.0.0' })
    return { transport, client, ready: client.connect(transport) }
  }
  let { transport, client, ready } = connect()
  try {
    await ready
  } catch (err) {
    if (!(err instanceof UnauthorizedError)) throw err
    const answer = await kept.arrived
    if (answer.get('state') !== kept.state) throw new Error('state of another request')
    if (answer.get('code') === null) throw new Error(answer.get('error'))
    await transport.finishAuth(answer.get('code'))
    ;({ transport, client, ready } = connect())
    await ready
  }
  const { content } = await client.callTool({ name: 'whoami' })
  await client.close()
  return JSON.parse(content[0].text)
}

/** With a refresh token, the SDK refreshes where another scope is asked for, which adds none. */
async function whoamiWithScopes(url) {
  try {
    return await whoami(url)
  } catch (err) {
    if (!err.message.includes('after trying upscoping')) throw err
    kept.tokens = undefined
    return await whoami(url)
  }
}

for await (const url of createInterface({ input: process.stdin }))
  await whoamiWithScopes(url).then(
    (account) => print({ kind: 'account', account }),
    (err) => print({ kind: 'failed', message: err.message })
  )
process.exit()

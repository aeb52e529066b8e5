import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { packagePath } from '../../../../src/config/package-files.ts'
import type { StandIn } from '../../../../stand-in/stand-in.ts'
import { MAIN, startLimitedProgram } from '../../../../test/fixtures/processes/child-process.ts'
import { makeAuthority } from '../../../../test/fixtures/provider/certificates.ts'
import { startTestStandIn, type Teardown } from '../../../../test/fixtures/provider/stand-in.ts'
import { signatureKeyOf } from '../../../../test/fixtures/session/signature-keys.ts'
import { findFreePorts } from '../../../../test/fixtures/wire/ports.ts'

/** Of every access token; the clock jumps further. */
const AHEAD_SECONDS = 660
export const ADA = { uid: 'ada', email: 'ada@example.com', password: 'correct horse battery' }
/** What a client of the MCP server may ask for. */
const SCOPES = ['mcp:read', 'mcp:write']
export const SECRET = 'a-secret-of-more-than-thirty-two-characters'

/** Ports on 127.0.0.1. */
export interface Ports {
  /** Of `publicUrl`: the gateway, or the proxy in front of it. */
  visitors: number
  pages: number
  questions: number
  grpc: number
  mcp: number
  application: number
  /** Where clients wait for the visitor to come back. */
  callback: number
}

/** A gateway that is an authorization server in a process of its own, and whom it needs. */
export type Scene = Awaited<ReturnType<typeof startScene>>

/** Who delivers the application: the gateway, or another proxy by its verdicts. */
export type Delivery = 'gateway' | 'proxy'

/** Starts all but the applications and the proxy. `usesGrpc`: of the proxy. */
export async function startScene(t: Teardown, delivery: Delivery, usesGrpc = false) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-oauth-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const [pages = 0, questions = 0, mcp = 0, application = 0, callback = 0, proxy = 0, grpc = 0] =
    await findFreePorts(7)
  const visitors = delivery === 'gateway' ? pages : proxy
  const ports = { visitors, pages, questions, grpc, mcp, application, callback }
  const origin = `http://localhost:${visitors}`
  let aheadSeconds = 0
  const now = () => Math.floor(Date.now() / 1000) + aheadSeconds
  const provider = await startTestStandIn(t, { projectId: 'demo-test', now })
  provider.accounts.create({ ...ADA, displayName: 'Ada Lovelace', emailVerified: true })
  const { publish, caFile } = await serveDocuments(t, folder)

  const file = join(folder, 'gatehouse.json')
  writeFileSync(file, JSON.stringify(configFor({ delivery, usesGrpc, ports, origin, provider })))
  const { child, ended, printed } = startLimitedProgram(MAIN, ['start', '--config', file], {
    env: {
      NODE_EXTRA_CA_CERTS: caFile,
      NODE_OPTIONS: `--import ${pathToFileURL(packagePath('gateway/plugins/oauth/test/clients/clock.mjs')).href}`
    }
  })
  t.teardown(() => child.kill('SIGKILL'))
  const started = await Promise.race([printed(/"msg":"ready"/), ended])
  if ('stderr' in started) throw new Error(`not started: ${started.stdout}${started.stderr}`)
  return {
    ports,
    origin,
    issuer: `${origin}/_auth/oauth`,
    provider,
    /** The `client_id` of a client that is not configured. */
    documentUrl: publish(NOTEBOOK),
    /** Serves another document about a client; returns its `client_id`. */
    publish,
    /** Makes every access token so far an old one. */
    endAccessTokens() {
      aheadSeconds += AHEAD_SECONDS
      child.kill('SIGUSR2')
    },
    async log(): Promise<string> {
      child.kill('SIGTERM')
      return (await ended).stdout
    }
  }
}

interface Places {
  delivery: Delivery
  /** Whether the proxy asks over gRPC. */
  usesGrpc: boolean
  ports: Ports
  origin: string
  provider: Pick<StandIn, 'apiKey' | 'endpoints' | 'serviceAccount'>
}

function configFor({ delivery, usesGrpc, ports, origin, provider }: Places): Record<string, unknown> {
  const isBeside = delivery === 'proxy'
  const upstreamAt = (port: number) => (isBeside ? {} : { upstream: { url: `http://127.0.0.1:${port}` } })
  return {
    publicUrl: origin,
    listen: { host: '127.0.0.1', port: ports.pages },
    management: { port: 0 },
    log: { level: 'info' },
    identityPlatform: {
      projectId: 'demo-test',
      apiKey: provider.apiKey,
      endpoints: provider.endpoints,
      credentials: JSON.stringify(provider.serviceAccount)
    },
    cookie: { signatureKeys: [signatureKeyOf('oauth')] },
    login: { locales: { enabled: ['en'] } },
    ...(isBeside && {
      trustedProxies: ['127.0.0.1/32'],
      forwardAuth: {
        enabled: true,
        listen: { host: '127.0.0.1', port: ports.questions },
        ...(usesGrpc && { grpc: { host: '127.0.0.1', port: ports.grpc } })
      }
    }),
    authorizationServer: {
      enabled: true,
      registration: { initialAccessToken: SECRET },
      clientMetadata: { allow: ['localhost'], privateNetworks: ['127.0.0.1/32', '::1/128'] },
      scopes: { 'mcp:read': 'See who you are', 'mcp:write': 'Change what you have' },
      clients: [
        {
          id: 'dashboard',
          name: 'Dashboard',
          secret: SECRET,
          redirectUris: [
            `http://127.0.0.1:${ports.callback}/callback`,
            `http://localhost:${ports.callback}/oauth2/callback`
          ],
          postLogoutRedirectUris: [`http://localhost:${ports.callback}/`]
        },
        { id: 'cli', name: 'Command line', redirectUris: ['http://127.0.0.1/unused'] }
      ]
    },
    applications: [
      {
        name: 'mcp',
        path: '/mcp/*',
        ...upstreamAt(ports.mcp),
        resource: { enabled: true, scopes: SCOPES },
        access: {
          rules: [
            { path: '/mcp/admin', allow: { scopes: ['mcp:write'] } },
            { path: '/mcp/*', allow: { scopes: ['mcp:read'] } }
          ]
        }
      },
      { name: 'home', path: '/*', ...upstreamAt(ports.application) }
    ]
  }
}

/** A client that listens on any port (RFC 8252, 7.3), as command lines do. */
const NOTEBOOK = {
  client_name: 'Notebook',
  redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none'
}

/** Documents about clients, on a server whose CA is a private one. */
async function serveDocuments(t: Teardown, folder: string) {
  const authority = await makeAuthority()
  const caFile = join(folder, 'ca.pem')
  writeFileSync(caFile, authority.cert)
  const [port = 0] = await findFreePorts(1)
  const documents = new Map<string, string>()
  const server = createServer(await authority.issue('localhost'), ({ url = '' }, response) =>
    response.setHeader('content-type', 'application/json').end(documents.get(url))
  )
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  function publish(metadata: object): string {
    const path = `/client-${documents.size}.json`
    const url = `https://localhost:${port}${path}`
    documents.set(path, JSON.stringify({ client_id: url, client_uri: new URL(url).origin, ...metadata }))
    return url
  }
  return { publish, caFile }
}

/** The proxy to the applications. Runs after the access decision, and knows neither rules nor how a session is checked. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Applications, notProxiedFault } from '../access/applications/applications.ts'
import { type Application, idTokenAudience } from '../config/applications.ts'
import type { Config, UpstreamConfig } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import { authRequestOf, describeRequest } from '../http/auth-request.ts'
import type { LookUpName } from '../http/connections/outbound-pool.ts'
import { checkHandshake, isUpgrade } from '../http/connections/upgrades.ts'
import type { Identities } from '../identity/identity.ts'
import type { IdentityPlatform } from '../identity-platform/identity-platform.ts'
import { nameRoutes } from '../operations/requests/request-record.ts'
import type { Runtime } from '../operations/runtime.ts'
import type { Sessions } from '../session/sessions.ts'
import { createRequestHeaders, SERVICE_CREDENTIAL_HEADER } from './request-headers.ts'
import { createResponseHeaderFilter, createTrailerFilter } from './response-headers.ts'
import { createTransport, planConnection } from './transport.ts'

/** What a plugin does with proxied responses. */
export interface ResponsePlugin {
  /** Headers for each response of an application, by lower-case name, in place of its own of that name. Called once per configuration. */
  responseHeaders?(config: Config, application: Application): Readonly<Record<string, string>>
}

interface UpstreamOptions {
  config: Config
  applications: Applications
  identities: Identities
  sessions: Pick<Sessions, 'ownCookies' | 'connections'>
  platform: Pick<IdentityPlatform, 'idTokens'>
  isTrustedProxy: (address: string) => boolean
  runtime: Runtime
  lookUp: LookUpName
}

/** Opens no connection until the first request. */
export function createUpstream(options: UpstreamOptions, plugins: readonly ResponsePlugin[]) {
  const { config, applications, identities } = options
  const connections = new Map(
    applications.all.flatMap((application): [Application, Connection][] => {
      const { upstream } = application
      if (upstream === null) return []
      const added = plugins.map((plugin) => plugin.responseHeaders?.(config, application))
      return [[application, connect(options, { application, upstream }, Object.assign({}, ...added))]]
    })
  )

  const noteServiceWorker = createServiceWorkerWatch()

  function forward(request: FastifyRequest, reply: FastifyReply): void {
    const { application } = request.admitted
    const connection = application === null ? undefined : connections.get(application)
    if (connection === undefined) throw notProxiedFault(application)
    if (request.headers['service-worker'] === 'script') noteServiceWorker(request)
    const waiting = connection.prepare(request)
    if (waiting === null) send(connection, request, reply)
    else
      waiting.then(() => send(connection, request, reply)).catch((error: unknown) => void reply.send(error))
  }

  return {
    /** For all paths that are not the gateway's own. The access hook must be registered before. */
    async register(scope: FastifyInstance): Promise<void> {
      // Key derivation runs during startup; nothing is served before it ends.
      scope.addHook('onReady', async () => {
        for (const { credential } of connections.values()) credential?.warm()
        await identities.jwks()
      })
      nameRoutes(scope, 'proxy')
      // TRACE would echo the identity headers to the client.
      const method = scope.supportedMethods.filter((name) => name !== 'TRACE')
      // In the last hook: the handler would come after Fastify has read `Content-Type`, which is for the application to judge.
      for (const url of ['/', '/*']) scope.route({ url, method, onRequest: forward, handler: forward })
    },
    async close(): Promise<void> {
      await Promise.all([...connections.values()].map(({ transport }) => transport.destroy()))
    }
  }
}

type Connection = ReturnType<typeof connect>

function connect(
  options: UpstreamOptions,
  { application, upstream }: { application: Application; upstream: UpstreamConfig },
  addedHeaders: Readonly<Record<string, string>>
) {
  const { config, applications, identities, isTrustedProxy, runtime, lookUp } = options
  const { ownCookies, connections } = options.sessions
  const { upstreamPath } = application
  const connection = planConnection(upstream, upstreamPath)
  const { origin } = connection
  const identity = identities.as(application.identityHeaders)
  const audience = application.audience ?? (applications.areByHost ? null : new URL(config.publicUrl).origin)
  const route = { config, application, upstream, origin, identity, audience, ownCookies, isTrustedProxy }
  const credential = createServiceCredential(upstream, options.platform.idTokens)
  const buildHeaders = createRequestHeaders(route)
  return {
    transport: createTransport({
      upstream,
      upstreamPath,
      connection,
      connections,
      runtime,
      lookUp,
      isTrustedProxy,
      filterHeaders: createResponseHeaderFilter(route, addedHeaders),
      trailers: createTrailerFilter(identity.headerNames),
      onCertificate: (notAfterSeconds) =>
        runtime.report({ kind: 'upstream.certificate', application: application.name, notAfterSeconds })
    }),
    /** Makes what the headers need. Null: it is there already. */
    prepare(request: FastifyRequest): Promise<unknown> | null {
      const { session } = request.admitted.outcome
      const waiting =
        session === null ? null : identity.prepare(session, audience ?? authRequestOf(request).origin)
      if (credential === null) return waiting
      return waiting === null ? credential.prepare(request) : waiting.then(() => credential.prepare(request))
    },
    /** Length of the folder that is stripped from targets, without its last slash; 0: none is. */
    strippedChars: application.stripPath ? application.folder.length - 1 : 0,
    buildHeaders,
    credential
  }
}

/** The gateway's own id token for an application. Null: it asks for none. `idTokens`: null: no credentials, so requests fail. */
function createServiceCredential(upstream: UpstreamConfig, idTokens: IdentityPlatform['idTokens']) {
  const audience = idTokenAudience(upstream)
  if (audience === null) return null
  const slot = idTokens?.of(audience) ?? null
  /** Of the latest prepared request: it may end while the request waits for a connection. */
  let latest: string | null = null

  async function wait(request: FastifyRequest): Promise<void> {
    const result = slot === null ? null : await slot.get()
    if (result?.kind === 'token') {
      latest = result.token
      return
    }
    const { application } = request.record
    request.server.reportEvent({ kind: 'upstream.failed', failure: 'local', application })
    throw new Fault('UPSTREAM_CREDENTIALS', {
      call: 'id_token',
      detail: result?.failure.detail ?? 'the gateway has no credentials that make id tokens',
      cause: result?.failure.cause
    })
  }

  return {
    warm: () => void slot?.get(),
    /** Null: there is a token. Otherwise resolves once there is one, or rejects with `UPSTREAM_CREDENTIALS`. */
    prepare(request: FastifyRequest): Promise<void> | null {
      const token = slot?.current() ?? null
      if (token === null) return wait(request)
      latest = token
      return null
    },
    addTo(headers: string[]): void {
      if (latest === null) throw new Fault('UPSTREAM_CREDENTIALS', { detail: 'the request is not prepared' })
      headers.push(SERVICE_CREDENTIAL_HEADER, `Bearer ${latest}`)
    }
  }
}

function send(
  { transport, buildHeaders, credential, strippedChars }: Connection,
  request: FastifyRequest,
  reply: FastifyReply
): void {
  const { raw } = request
  const upgrade = raw.headers.upgrade !== undefined && isUpgrade(raw) ? 'websocket' : null
  const fault = upgrade === null ? null : checkHandshake(raw)
  if (fault !== null) throw fault
  const target = request.target?.raw ?? '/'
  const path = strippedChars === 0 ? target : stripFolder(target, strippedChars)
  const headers = buildHeaders(request)
  credential?.addTo(headers)
  transport.send({ request, reply, path, headers, upgrade, slot: null })
}

/** Limit, since unauthenticated clients can request any number of paths. */
const MAX_PATHS = 100

/** Warns once per path of a service worker of the application: it can respond for all paths below, also for the gateway's pages. */
function createServiceWorkerWatch(): (request: FastifyRequest) => void {
  const seen = new Set<string>()
  return (request) => {
    const { path } = request.target ?? {}
    if (path === undefined || seen.has(path) || seen.size >= MAX_PATHS) return
    seen.add(path)
    request.log.warn(
      describeRequest(authRequestOf(request)),
      'service worker of the application: it must leave the paths of the gateway to the network'
    )
  }
}

/** The target without a folder such as `/wiki`. The rest never begins with `//`: `Applications.at` matches no such target. */
function stripFolder(target: string, folderChars: number): string {
  const rest = target.slice(folderChars)
  return rest.startsWith('/') ? rest : `/${rest}`
}

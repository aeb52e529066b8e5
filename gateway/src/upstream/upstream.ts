/**
 * The proxy to the applications: request and response headers, connections, WebSocket tunnels. Runs after the
 * access decision, and knows neither rules nor how a session is checked.
 */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Applications, notProxiedFault } from '../access/applications.ts'
import type { Application } from '../config/applications.ts'
import { strictTransportSecurityOf } from '../config/response-headers.ts'
import type { Config, UpstreamConfig } from '../config/schema/schema.ts'
import { authRequestOf } from '../http/auth-request.ts'
import type { LookUpName } from '../http/connections/name-look-ups.ts'
import { checkHandshake, isUpgrade } from '../http/connections/upgrades.ts'
import { connectionNames } from '../http/message.ts'
import { describeRequest } from '../http/request-log.ts'
import type { RequestTarget } from '../http/target.ts'
import type { Identities } from '../identity/identity.ts'
import type { IdTokens } from '../identity-platform/credentials/id-tokens.ts'
import type { EventSink } from '../operations/events.ts'
import type { OwnCookies } from '../session/cookie/cookie.ts'
import type { Session } from '../session/session.ts'
import { nameRoutes } from '../traffic/record.ts'
import type { OpenResponseOptions } from './open-response.ts'
import { type BuildRequestHeaders, createRequestHeaders } from './request-headers.ts'
import { createResponseHeaderFilter, createTrailerFilter } from './response-headers.ts'
import { createServiceCredential, type ServiceCredential } from './service-credential.ts'
import { createTransport, planConnection, type Transport } from './transport.ts'

export interface Upstream {
  /** Registers the proxy for all paths that are not the gateway's own. The access hook must be registered before. */
  register(scope: FastifyInstance): Promise<void>
  close(): Promise<void>
}

export interface UpstreamOptions {
  config: Config
  applications: Applications
  ownCookies: OwnCookies
  identities: Identities
  /** Of the gateway's own account; null: it has none. */
  idTokens: IdTokens | null
  /** Session ties of open responses, and the clock in epoch seconds. */
  responses: Pick<OpenResponseOptions, 'connections' | 'now'>
  isTrustedProxy: (address: string) => boolean
  /** Receives the certificates of applications. */
  report: EventSink
  /** Resolves the names of applications. */
  lookUp: LookUpName
}

/** Opens no connection until the first request. */
export function createUpstream(options: UpstreamOptions): Upstream {
  const { applications, identities } = options
  const connections = new Map(
    applications.all.flatMap((application): [Application, Connection][] => {
      const { upstream } = application
      return upstream === null ? [] : [[application, connect({ ...options, application, upstream })]]
    })
  )

  function connectionOf({ application }: FastifyRequest): Connection {
    const connection = application === null ? undefined : connections.get(application)
    if (connection === undefined) throw notProxiedFault(application)
    return connection
  }

  return {
    async register(scope) {
      // Key derivation runs during startup; nothing is served before it ends.
      scope.addHook('onReady', async () => {
        for (const { credential } of connections.values()) credential?.warm()
        await identities.jwks()
      })
      const noteServiceWorker = createServiceWorkerWatch()
      scope.addHook('onRequest', (request, _reply, done) => {
        noteServiceWorker(request)
        const waiting =
          request.session === null ? null : connectionOf(request).prepare(request, request.session)
        if (waiting === null) done()
        else waiting.then(() => done(), done)
      })
      if ([...connections.values()].some(({ credential }) => credential !== null))
        scope.addHook('onRequest', (request, _reply, done) => {
          const waiting = connectionOf(request).credential?.prepare(request) ?? null
          if (waiting === null) done()
          else waiting.then(() => done(), done)
        })
      registerProxy(scope, connectionOf)
    },
    async close() {
      await Promise.all([...connections.values()].map(({ transport }) => transport.destroy()))
    }
  }
}

function connect(
  options: UpstreamOptions & { application: Application; upstream: UpstreamConfig }
): Connection {
  const { config, application, upstream, ownCookies, applications, identities, responses } = options
  const { isTrustedProxy, report, lookUp, idTokens } = options
  const { upstreamPath } = application
  const connection = planConnection(upstream, upstreamPath)
  const { origin } = connection
  const identity = identities.as(application.identityHeaders)
  const audienceOf = (request: FastifyRequest) =>
    application.audience ?? (applications.areByHost ? authRequestOf(request).origin : undefined)
  const filterHeaders = createResponseHeaderFilter({
    upstreamOrigin: origin,
    identityNames: identity.headerNames,
    ownsCookie: ownCookies.owns,
    originOf: (request) => authRequestOf(request).origin,
    sharedCaching: upstream.sharedCaching,
    strictTransportSecurity: strictTransportSecurityOf(config)
  })
  const credential = createServiceCredential(upstream, idTokens)
  const buildHeaders = createRequestHeaders({
    identityNames: identity.headerNames,
    identityOf: (request, session) => identity.headersOf(session, audienceOf(request)),
    upstreamHost: new URL(origin).hostname,
    hostHeader: upstream.hostHeader,
    tokenHeaders: config.bearer.flatMap(({ headers }) => headers),
    passHeaders: upstream.passHeaders,
    stripCookies: ownCookies.strip,
    isTrustedProxy
  })
  return {
    transport: createTransport({
      ...upstream,
      ...responses,
      lookUp,
      connection: {
        ...connection,
        onCertificate: (notAfterSeconds) =>
          report({ kind: 'upstream.certificate', application: application.name, notAfterSeconds })
      },
      filterHeaders,
      filterTrailers: createTrailerFilter(identity.headerNames),
      upstreamPath
    }),
    prepare: (request, session) => identity.prepare(session, audienceOf(request)),
    targetOf: application.stripPath ? stripFolder(application.folder) : (target) => target.raw,
    buildHeaders: credential === null ? buildHeaders : credential.addTo(buildHeaders),
    credential
  }
}

/** The way to one application. */
export interface Connection {
  transport: Transport
  buildHeaders: BuildRequestHeaders
  /** Null: the application asks for none. */
  credential: ServiceCredential | null
  /** Path and query for the application. Throws a `Fault` if there is no valid one. */
  targetOf(target: RequestTarget): string
  /** Prepares the identity headers. Null: nothing to await. */
  prepare(request: FastifyRequest, session: Session): Promise<void> | null
}

/**
 * Registers the proxy for all paths that are not the gateway's own. The access hook must be in the same scope
 * before this call. `connectionOf`: throws a `Fault` if there is none.
 */
function registerProxy(app: FastifyInstance, connectionOf: (request: FastifyRequest) => Connection): void {
  // The transport reads bodies itself.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  nameRoutes(app, 'proxy')
  // TRACE would echo the identity headers to the client.
  const method = app.supportedMethods.filter((name) => name !== 'TRACE')
  for (const url of ['/', '/*']) app.route({ url, method, handler: forward })

  function forward(request: FastifyRequest, reply: FastifyReply): void {
    const fault = isUpgrade(request.raw) ? checkHandshake(request.raw) : null
    if (fault !== null) throw fault
    const { transport, buildHeaders, targetOf } = connectionOf(request)
    const path = request.target === null ? '/' : targetOf(request.target)
    const headers = buildHeaders(withoutConnectionNamed(request), request)
    transport.send({ request, reply, path, headers, place: null })
  }
}

/** Drops headers named in `Connection` (RFC 9110, 7.6.1) before adding the gateway's own, so clients cannot remove those. */
function withoutConnectionNamed(request: FastifyRequest): FastifyRequest['headers'] {
  const named = connectionNames(request.headers.connection)
  if (named.size === 0) return request.headers
  const headers = { ...request.headers }
  for (const name of named) delete headers[name]
  return headers
}

/** Limit, since unauthenticated clients can request any number of paths. */
const MAX_PATHS = 100

/**
 * Warns once per path at which a browser fetches a service worker of the application
 * (https://www.w3.org/TR/service-workers/#service-worker-script-request). It can respond for all paths below,
 * including the gateway's pages, without a request to the gateway.
 */
function createServiceWorkerWatch(): (request: FastifyRequest) => void {
  const seen = new Set<string>()
  return (request) => {
    if (request.headers['service-worker'] !== 'script') return
    const { path } = request.target ?? {}
    if (path === undefined || seen.has(path) || seen.size >= MAX_PATHS) return
    seen.add(path)
    request.log.warn(
      describeRequest(authRequestOf(request)),
      'service worker of the application: it must leave the paths of the gateway to the network'
    )
  }
}

/**
 * Strips a folder such as `/wiki/` from a target. The rest never begins with `//`: `Applications.at` matches no such target.
 */
function stripFolder(folder: string): (target: RequestTarget) => string {
  const kept = folder.length - 1
  return ({ raw }) => {
    const rest = raw.slice(kept)
    return rest.startsWith('/') ? rest : `/${rest}`
  }
}

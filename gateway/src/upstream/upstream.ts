import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Applications, notProxiedFault } from '../access/applications.ts'
import type { Application } from '../config/applications.ts'
import { strictTransportSecurityOf } from '../config/response-headers.ts'
import type { Config, UpstreamConfig } from '../config/schema/schema.ts'
import { authRequestOf } from '../http/auth-request.ts'
import type { Identities } from '../identity/identity.ts'
import type { OwnCookies } from '../session/cookie/own-cookies.ts'
import { planConnection } from './connection.ts'
import type { OpenResponseOptions } from './open-response.ts'
import { type Connection, registerProxy } from './proxy.ts'
import { createRequestHeaders } from './request-headers.ts'
import { createResponseHeaderFilter, createTrailerFilter } from './response-headers.ts'
import { createServiceWorkerWatch } from './service-workers.ts'
import { stripFolder } from './strip-folder.ts'
import { createTransport } from './transport.ts'

/** The room behind the decision: everything about the applications. */
export interface Upstream {
  /** Registers the proxy for every path that is not the gateway's own; the access hook must stand before it. */
  register(scope: FastifyInstance): Promise<void>
  close(): Promise<void>
}

export interface UpstreamOptions {
  config: Config
  applications: Applications
  ownCookies: OwnCookies
  identities: Identities
  /** What answers under way are tied to, and the clock, in epoch seconds. */
  responses: Pick<OpenResponseOptions, 'connections' | 'now'>
  isTrustedProxy: (address: string) => boolean
}

/** Wires the upstream room. Opens no connection by itself. */
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
      // Deriving goes on while the rest of the gateway is put together; it serves nobody without.
      scope.addHook('onReady', async () => {
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
      registerProxy(scope, connectionOf)
    },
    async close() {
      await Promise.all([...connections.values()].map(({ transport }) => transport.destroy()))
    }
  }
}

/** What requests for one application go through. */
function connect(
  options: UpstreamOptions & { application: Application; upstream: UpstreamConfig }
): Connection {
  const { config, application, upstream, ownCookies, applications, identities, responses, isTrustedProxy } =
    options
  const { upstreamPath } = application
  const connection = planConnection(upstream, upstreamPath)
  const { origin } = connection
  const identity = identities.as(application.identityHeaders)
  const audienceOf = (request: FastifyRequest) =>
    applications.areByHost ? authRequestOf(request).origin : undefined
  const filterHeaders = createResponseHeaderFilter({
    upstreamOrigin: origin,
    identityNames: identity.headerNames,
    ownsCookie: ownCookies.owns,
    originOf: (request) => authRequestOf(request).origin,
    sharedCaching: upstream.sharedCaching,
    strictTransportSecurity: strictTransportSecurityOf(config)
  })
  return {
    transport: createTransport({
      ...upstream,
      ...responses,
      connection,
      filterHeaders,
      filterTrailers: createTrailerFilter(identity.headerNames),
      upstreamPath
    }),
    prepare: (request, session) => identity.prepare(session, audienceOf(request)),
    targetOf: application.stripPath ? stripFolder(application.folder) : (target) => target.raw,
    buildHeaders: createRequestHeaders({
      identityNames: identity.headerNames,
      identityOf: (request, session) => identity.headersOf(session, audienceOf(request)),
      upstreamHost: new URL(origin).hostname,
      hostHeader: upstream.hostHeader,
      tokenHeaders: config.bearer.flatMap(({ headers }) => headers),
      passHeaders: upstream.passHeaders,
      stripCookies: ownCookies.strip,
      isTrustedProxy
    })
  }
}

import type { FastifyInstance } from 'fastify'
import { strictTransportSecurityOf } from '../config/response-headers.ts'
import type { Config, UpstreamConfig } from '../config/schema/schema.ts'
import { judgedRequestOf } from '../http/judged-request.ts'
import type { Identity } from '../identity/identity.ts'
import type { SessionCookie } from '../session/cookie/cookie.ts'
import { createAnswerHeaderFilter } from './answer-headers.ts'
import { planConnection } from './connection.ts'
import { registerProxy } from './proxy.ts'
import { createRequestHeaders } from './request-headers.ts'
import { createServiceWorkerWatch } from './service-workers.ts'
import { createTransport } from './transport.ts'

/** The room behind the decision: everything about the application. */
export interface Upstream {
  /** Registers the proxy for every path that is not the gateway's own; the access hook must stand before it. */
  register(scope: FastifyInstance): Promise<void>
  close(): Promise<void>
}

export interface UpstreamOptions {
  config: Config
  application: UpstreamConfig
  cookie: SessionCookie
  identity: Identity
  isTrustedProxy: (address: string) => boolean
}

/** Wires the upstream room. Opens no connection by itself. */
export function createUpstream({
  config,
  application,
  cookie,
  identity,
  isTrustedProxy
}: UpstreamOptions): Upstream {
  const connection = planConnection(application)
  const { origin } = connection
  const filterHeaders = createAnswerHeaderFilter({
    upstreamOrigin: origin,
    identityNames: identity.headerNames,
    ownsCookie: cookie.owns,
    originOf: (request) => judgedRequestOf(request).origin,
    sharedCaching: application.sharedCaching,
    strictTransportSecurity: strictTransportSecurityOf(config)
  })
  const transport = createTransport({ ...application, connection, filterHeaders })
  const buildHeaders = createRequestHeaders({
    identity,
    upstreamHost: new URL(origin).hostname,
    hostHeader: application.hostHeader,
    passHeaders: application.passHeaders,
    stripCookies: cookie.strip,
    isTrustedProxy
  })
  return {
    async register(scope) {
      // Deriving goes on while the rest of the gateway is put together; it serves nobody without.
      scope.addHook('onReady', async () => {
        await identity.jwks()
      })
      const noteServiceWorker = createServiceWorkerWatch()
      scope.addHook('onRequest', (request, _reply, done) => {
        noteServiceWorker(request)
        done()
      })
      scope.addHook('onRequest', (request, _reply, done) => {
        const waiting = request.session === null ? null : identity.prepare(request.session)
        if (waiting === null) done()
        else waiting.then(() => done(), done)
      })
      await registerProxy(scope, { origin, transport, buildHeaders })
    },
    close: () => transport.destroy()
  }
}

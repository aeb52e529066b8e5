import type { FastifyInstance } from 'fastify'
import type { Sites } from '../access/sites.ts'
import { strictTransportSecurityOf } from '../config/response-headers.ts'
import type { Config } from '../config/schema/schema.ts'
import { createAssertions } from '../identity/assertion.ts'
import { createUpstreamHeaders, listIdentityHeaderNames } from '../identity/identity-headers.ts'
import type { SessionCookie } from '../session/cookie/cookie.ts'
import { createAnswerHeaderFilter } from './answer-headers.ts'
import { registerProxy } from './proxy.ts'
import { createServiceWorkerWatch } from './service-workers.ts'
import { createTransport } from './transport.ts'

/** The room behind the decision: everything about the application. */
export interface Upstream {
  /** Public keys of the identity assertion (RFC 7517). */
  jwks(): Promise<object>
  /** Registers the proxy for every path that is not the gateway's own; the access hook must stand before it. */
  register(scope: FastifyInstance): Promise<void>
  close(): Promise<void>
}

export interface UpstreamOptions {
  config: Config
  cookie: SessionCookie
  sites: Sites
  isTrustedProxy: (address: string) => boolean
  /** Epoch seconds. */
  now: () => number
}

/** Wires the upstream room. Opens no connection by itself. */
export function createUpstream({ config, cookie, sites, isTrustedProxy, now }: UpstreamOptions): Upstream {
  const { origin } = new URL(config.upstream.url)
  const secrets = config.cookie.signatureKeys
  const assertions = createAssertions({ secrets, publicOrigin: new URL(config.publicUrl).origin, now })
  const filterHeaders = createAnswerHeaderFilter({
    upstreamOrigin: origin,
    identityNames: listIdentityHeaderNames(config.identityHeaders),
    ownsCookie: cookie.owns,
    originOf: sites.originOf,
    sharedCaching: config.upstream.sharedCaching,
    strictTransportSecurity: strictTransportSecurityOf(config)
  })
  const transport = createTransport({ ...config.upstream, origin, filterHeaders })
  const buildHeaders = createUpstreamHeaders({
    identityHeaders: config.identityHeaders,
    hostHeader: config.upstream.hostHeader,
    passHeaders: config.upstream.passHeaders,
    sites,
    stripCookies: cookie.strip,
    assertionOf: assertions.of,
    isTrustedProxy
  })
  return {
    jwks: assertions.jwks,
    async register(scope) {
      // Deriving goes on while the rest of the gateway is put together; it serves nobody without.
      scope.addHook('onReady', async () => {
        await assertions.jwks()
      })
      const noteServiceWorker = createServiceWorkerWatch()
      scope.addHook('onRequest', (request, _reply, done) => {
        noteServiceWorker(request)
        done()
      })
      scope.addHook('onRequest', (request, _reply, done) => {
        const waiting = request.session === null ? null : assertions.prepare(request.session)
        if (waiting === null) done()
        else waiting.then(() => done(), done)
      })
      await registerProxy(scope, { origin, transport, buildHeaders })
    },
    close: () => transport.destroy()
  }
}

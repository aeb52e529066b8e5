import type { FastifyInstance } from 'fastify'
import type { Applications } from '../access/applications.ts'
import type { Decide } from '../access/decision.ts'
import type { Origins } from '../access/origins.ts'
import type { Responses } from '../access/responses.ts'
import { buildNetworkTest } from '../config/addresses/networks.ts'
import type { Config } from '../config/schema/schema.ts'
import type { CorsAt } from '../http/cors.ts'
import type { Identities } from '../identity/identity.ts'
import type { EventSink } from '../operations/events.ts'
import type { Sessions } from '../session/sessions.ts'
import { createForwardAuthRequests, type ForwardAuthRequests } from './forward-auth-requests.ts'
import { createPassHeaders } from './pass-headers.ts'
import { createPlaceOf } from './place.ts'
import { registerForwardAuth } from './routes.ts'
import { createJudge } from './verdict.ts'

/** Room for the session cookies of an answer that a proxy repeats, beside everything that it delivers of a visitor. */
export const MAX_AUTH_REQUEST_BYTES = 64 * 1024

export interface ForwardAuthOptions {
  config: Config
  decide: Decide
  corsAt: CorsAt
  /** With absolute links: proxies deliver them on other origins. */
  responses: Responses
  applications: Applications
  origins: Origins
  identities: Identities
  sessions: Sessions
  /** Is this path one of the gateway's own pages, on the origin of `publicUrl`? */
  isOwnPath: (path: string) => boolean
  report: EventSink
}

/** The room that answers proxies which ask about each request; see `createForwardAuth`. */
export interface ForwardAuth {
  /** Is this the address of a proxy that may ask? */
  isAuthProxy(address: string): boolean
  /** For listeners of other protocols. */
  readonly forwardAuthRequests: ForwardAuthRequests
  /** Registers the endpoint, on whichever server it is to be reached. */
  register(app: FastifyInstance): void
}

/** Wires the room. What may pass is decided as for requests that the gateway proxies itself. */
export function createForwardAuth(options: ForwardAuthOptions): ForwardAuth {
  const {
    config,
    decide,
    corsAt,
    responses,
    applications,
    origins,
    identities,
    sessions,
    isOwnPath,
    report
  } = options
  const { ownCookies } = sessions
  const placeOf = createPlaceOf(origins.publicOrigin, isOwnPath)
  const isAuthProxy = buildNetworkTest(config.forwardAuth.trustedProxies ?? config.trustedProxies)
  const passHeaders = createPassHeaders({ applications, identities, ownCookies, bearer: config.bearer })
  const evaluate = createJudge({ decide, corsAt, responses, passHeaders, sessions, report, placeOf })
  const forwardAuthRequests = createForwardAuthRequests({ origins, isAuthProxy, evaluate, report })
  return {
    isAuthProxy,
    forwardAuthRequests,
    register(app) {
      // Deriving the keys goes on while the rest is put together; nobody is answered without.
      app.addHook('onReady', async () => {
        await identities.jwks()
      })
      registerForwardAuth(app, { path: config.paths.verify, forwardAuthRequests, responses })
    }
  }
}

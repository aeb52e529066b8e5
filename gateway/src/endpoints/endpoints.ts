import type { FastifyInstance } from 'fastify'
import { type Answers, markOwnAnswer } from '../access/answers.ts'
import { isFromOwnSite } from '../access/origin.ts'
import type { Config } from '../config/schema.ts'
import { Fault } from '../errors.ts'
import type { Sessions } from '../session/sessions.ts'
import { type LoginPageOptions, registerLoginPage } from './login-page.ts'
import { type LogoutOptions, registerLogout } from './logout.ts'
import { registerSession } from './session.ts'

/** Largest body that the gateway's own endpoints read, in bytes. */
const LARGEST_BODY_BYTES = 16 * 1024
/** Longest time such a body may take to arrive, in milliseconds. */
const BODY_TIMEOUT_MS = 10_000
const SAFE_METHODS = new Set(['GET', 'HEAD'])

/** What every endpoint works with. */
export interface EndpointOptions {
  config: Config
  sessions: Sessions
  answers: Answers
}

export interface AllEndpointsOptions extends LoginPageOptions, LogoutOptions {
  /** Public keys of the identity assertion. */
  jwks: object
}

/** Registers the gateway's own endpoints. Calls that change something must come from the site itself. */
export async function registerEndpoints(app: FastifyInstance, options: AllEndpointsOptions): Promise<void> {
  const publicOrigin = new URL(options.config.publicUrl).origin
  app.addHook('onRoute', (route) => {
    route.bodyLimit = LARGEST_BODY_BYTES
  })
  app.addHook('onRequest', async (request) => {
    if (SAFE_METHODS.has(request.method)) return
    if (!isFromOwnSite(request.headers, publicOrigin)) throw new Fault('ORIGIN_MISMATCH')
    const { raw } = request
    const late = setTimeout(() => raw.destroy(), BODY_TIMEOUT_MS)
    raw.once('close', () => clearTimeout(late))
  })
  // A form's fields are of no use to any endpoint; the body is drained by Node.
  app.addContentTypeParser('application/x-www-form-urlencoded', (_request, payload, done) => {
    payload.resume()
    done(null, null)
  })

  registerLoginPage(app, options)
  await registerSession(app, options)
  registerLogout(app, options)
  app.get('/_auth/jwks.json', async (request, reply) => {
    return markOwnAnswer(request, reply).header('cache-control', 'public, max-age=300').send(options.jwks)
  })
}

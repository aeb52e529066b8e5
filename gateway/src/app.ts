import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { buildAccessHook } from './access/access.ts'
import { createAnswers } from './access/answers.ts'
import { describeFault } from './access/decision-log.ts'
import { buildPolicy } from './access/policy.ts'
import { buildNetworkTest } from './config/networks.ts'
import type { Config } from './config/schema.ts'
import type { ServiceAccount } from './config/service-account.ts'
import { registerEndpoints } from './endpoints/endpoints.ts'
import { loadLoginAssets } from './endpoints/login-assets.ts'
import { Fault } from './errors.ts'
import { createIdentityPlatform } from './identity-platform/identity-platform.ts'
import { createServer } from './server.ts'
import { createSessions } from './session/sessions.ts'
import { createUpstream } from './upstream/upstream.ts'

export interface AppOptions {
  config: Config
  serviceAccount: ServiceAccount | null
  logger: FastifyBaseLogger
  /** Epoch seconds; the real clock when left out. */
  now?: () => number
}

/** The gateway, wired but not listening. Certificates are fetched in the background once it is ready. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, serviceAccount, logger, now = realClock } = options
  const publicOrigin = new URL(config.publicUrl).origin
  const isTrustedProxy = buildNetworkTest(config.trustedProxies)
  const assets = loadLoginAssets()
  const answers = createAnswers({ config, stylesheetHref: assets.stylesheetHref })
  const app = createServer(answers, { logger, publicOrigin, isTrustedProxy })

  const platform = await createIdentityPlatform({
    settings: config.identityPlatform,
    serviceAccount,
    now,
    onCertificateFailure: (cause) =>
      logger.warn(describeFault(new Fault('PROVIDER_UNAVAILABLE', { cause })), 'certificates')
  })
  const sessions = createSessions({ config, serviceAccount, platform, now })
  const upstream = await createUpstream({ config, cookie: sessions.cookie, isTrustedProxy, now })

  await app.register(async (scope) => {
    const { accounts } = platform
    await registerEndpoints(scope, { config, sessions, answers, assets, accounts, now, jwks: upstream.jwks })
  })
  await app.register(async (scope) => {
    const { checker } = sessions
    const policy = buildPolicy(config.access)
    scope.addHook('onRequest', buildAccessHook({ checker, policy, answers, publicOrigin }))
    await upstream.register(scope)
  })

  app.addHook('onReady', async () => {
    void platform.certificates.warm()
  })
  app.addHook('onClose', async () => {
    await Promise.all([upstream.close(), platform.close()])
  })
  return app
}

function realClock(): number {
  return Date.now() / 1000
}

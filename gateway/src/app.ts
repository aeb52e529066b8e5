import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { buildAccessHook } from './access/access.ts'
import { createAnswers } from './access/answers.ts'
import { describeFault } from './access/decision-log.ts'
import { buildPolicy } from './access/policy.ts'
import { createSites } from './access/sites.ts'
import { registerAuthHelper } from './auth-helper/proxy.ts'
import { buildNetworkTest } from './config/addresses/networks.ts'
import type { Credentials } from './config/credentials/credentials.ts'
import type { Config } from './config/schema/schema.ts'
import { Fault } from './errors.ts'
import type { PageFrame } from './http/page.ts'
import { type Schedule, scheduleOnTimer } from './identity-platform/client/probing.ts'
import { createIdentityPlatform } from './identity-platform/identity-platform.ts'
import type { TestProvider } from './identity-platform/test-provider.ts'
import { type LoginAssets, loadLoginAssets } from './login-page/assets.ts'
import { createLooks, type Look } from './login-page/looks.ts'
import { registerEndpoints } from './own-routes.ts'
import { createServer } from './server.ts'
import { createSessions } from './session/sessions.ts'
import { createUpstream } from './upstream/upstream.ts'

export interface AppOptions {
  config: Config
  /** Null: no calls in the name of the project. */
  credentials: Credentials | null
  logger: FastifyBaseLogger
  /** For the login page's drawer; left out: the emulator where there is one, else there is no drawer. */
  testProvider?: TestProvider | null
  /** Epoch seconds; the real clock when left out. */
  now?: () => number
  /** When the provider is probed during an outage; by the real clock when left out. */
  schedule?: Schedule
}

/** The gateway, wired but not listening. Certificates are fetched in the background once it is ready. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, credentials, logger, now = realClock, schedule = scheduleOnTimer } = options
  const publicOrigin = new URL(config.publicUrl).origin
  const isTrustedProxy = buildNetworkTest(config.trustedProxies)
  const assets = loadLoginAssets()
  const sites = createSites(config)
  const looks = createLooks(config.login)
  const frameFor = (request: FastifyRequest) => buildFrame(looks.at(request.hostname), assets)
  const answers = createAnswers({ config, frameFor, sites })
  const app = createServer(answers, { logger, publicOrigin, isTrustedProxy, schedule })

  const platform = createIdentityPlatform({
    settings: config.identityPlatform,
    credentials,
    publicOrigin,
    tenantIds: sites.tenantIds,
    now,
    schedule,
    onCertificateFailure: (cause) =>
      logger.warn(describeFault(new Fault('PROVIDER_UNAVAILABLE', { cause })), 'certificates'),
    onCertificatesLeftOut: (keyIds) =>
      logger.warn({ detail: `left out, no RSA keys that can verify: ${nameSome(keyIds)}` }, 'certificates'),
    onAdvice: (family, { code, detail, advice }) =>
      logger.error({ code, family, detail, ...advice }, 'provider'),
    onCircuit: (calls, change, detail) =>
      change === 'opened'
        ? logger.warn({ code: 'PROVIDER_UNAVAILABLE', calls, detail }, 'circuit opened')
        : logger.info({ calls }, 'circuit closed')
  })
  const sessions = createSessions({
    config,
    platform,
    onRevocationTrouble: ({ code, kind, detail }) =>
      logger.warn(
        { code, detail: `${kind}: ${detail}` },
        'accounts cannot be looked up: revocations go unnoticed'
      ),
    onEndedFull: (beganUntilSeconds) =>
      logger.warn({ beganUntilSeconds }, 'no room for more ended sessions: older sessions are over'),
    onUsedFull: (signedInUntilSeconds) =>
      logger.warn({ signedInUntilSeconds }, 'no room for more sign-ins: older ones begin no session'),
    now
  })
  const upstream = createUpstream({ config, cookie: sessions.cookie, sites, isTrustedProxy, now })

  await registerAuthHelper(app, { config, answers, sites })
  await app.register(async (scope) => {
    const { accountsOf } = platform
    const { jwks } = upstream
    await registerEndpoints(scope, {
      config,
      sessions,
      answers,
      sites,
      assets,
      looks,
      testProvider: options.testProvider ?? platform.testProvider,
      accountsOf,
      now,
      jwks
    })
  })
  await app.register(async (scope) => {
    const { checker } = sessions
    const policy = buildPolicy(config.access)
    scope.addHook('onRequest', buildAccessHook({ checker, policy, answers, sites }))
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

/** Pages of the gateway itself look as the login page of their host does. */
function buildFrame(look: Look, { stylesheetHref }: LoginAssets): PageFrame {
  const own = stylesheetHref === null ? [] : [stylesheetHref]
  return {
    brandName: look.brandName,
    logo: look.logo,
    colorScheme: look.colorScheme,
    stylesheetHrefs: [...own, ...look.stylesheetHrefs],
    contactUrl: look.links.contact
  }
}

/** Names from outside, for the log: some of them, and not all of a long one. */
function nameSome(names: readonly string[]): string {
  const some = names.slice(0, 5).map((name) => name.slice(0, 64))
  return names.length > some.length
    ? `${some.join(', ')} and ${names.length - some.length} more`
    : some.join(', ')
}

function realClock(): number {
  return Date.now() / 1000
}

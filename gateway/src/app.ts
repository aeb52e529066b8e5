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
import { ASSETS_PATH } from './endpoints/login-page.ts'
import { Fault } from './errors.ts'
import { createIdentityPlatform } from './identity-platform/identity-platform.ts'
import { createServer } from './server.ts'
import { type AcquireMode, createAcquirer } from './session/acquire.ts'
import { createSessionCheck } from './session/check.ts'
import { createSessionCookie } from './session/cookie.ts'
import { deriveSessionKey } from './session/keys.ts'
import { createRefresher } from './session/refresh.ts'
import { createRevocationCheck } from './session/revocation.ts'
import { createAssertions } from './upstream/assertion.ts'
import { createUpstreamHeaders } from './upstream/identity-headers.ts'
import { registerProxy } from './upstream/proxy.ts'
import { createTransport } from './upstream/transport.ts'

export interface AppOptions {
  config: Config
  serviceAccount: ServiceAccount | null
  logger: FastifyBaseLogger
  /** Epoch seconds; the real clock when left out. */
  now?: () => number
}

/** The gateway, wired but not listening. Makes no call to the provider or the upstream by itself. */
export async function createApp({
  config,
  serviceAccount,
  logger,
  now = realClock
}: AppOptions): Promise<FastifyInstance> {
  const publicUrl = new URL(config.publicUrl)
  const publicOrigin = publicUrl.origin
  const upstreamOrigin = new URL(config.upstream.url).origin
  const isTrustedProxy = buildNetworkTest(config.trustedProxies)
  const assets = loadLoginAssets()

  const answers = createAnswers({
    frame: {
      brandName: config.login.brand.name,
      stylesheetHref: assets.stylesheet === null ? null : `${ASSETS_PATH}/${assets.stylesheet}`
    },
    publicOrigin,
    loginPath: config.paths.login,
    logoutPath: config.paths.logout,
    redirectParameter: config.redirectParameter,
    contactUrl: config.login.links.contact
  })
  const app = createServer(answers, { logger, publicOrigin, isTrustedProxy })

  const platform = await createIdentityPlatform({
    settings: config.identityPlatform,
    serviceAccount,
    now,
    onCertificateFailure: (cause) =>
      logger.warn(describeFault(new Fault('PROVIDER_UNAVAILABLE', { cause })), 'certificates')
  })
  const { verifyIdToken, tokens, accounts } = platform
  const cookieName = config.cookie.name ?? defaultCookieName(publicUrl, config.cookie.domain)
  const cookie = createSessionCookie({
    name: cookieName,
    domain: config.cookie.domain,
    secure: publicUrl.protocol === 'https:',
    sameSite: config.cookie.sameSite,
    keys: config.cookie.signatureKeys.map(deriveSessionKey)
  })
  const refresh = createRefresher({ tokens, verifyIdToken, cookie, now })
  const { absoluteSeconds, cacheBytes, revocationCheckSeconds } = config.session
  const revocation = createRevocationCheck({ accounts, intervalSeconds: revocationCheckSeconds, now })
  const checker = createSessionCheck({
    cookie,
    verifyIdToken,
    refresh,
    revocation,
    absoluteSeconds,
    cacheBytes,
    now
  })
  const mode = acquireMode(config, serviceAccount)
  const { tenantId } = config.identityPlatform
  const acquire = createAcquirer({ platform, cookie, mode, tenantId, now })

  const assertions = await createAssertions({ secrets: config.cookie.signatureKeys, publicOrigin, now })
  const transport = createTransport({ origin: upstreamOrigin, ...config.upstream, ownsCookie: cookie.owns })
  const { paths } = config
  const reserved = [paths.login, paths.logout, paths.refresh, paths.session, '/_auth', '/__']

  await app.register(async (scope) => {
    await registerEndpoints(scope, {
      config,
      paths,
      checker,
      cookie,
      cookieName,
      answers,
      absoluteSeconds,
      publicOrigin,
      acquire,
      signInsPerMinute: config.session.signInsPerMinute,
      accounts,
      now,
      assets,
      redirectRules: { publicOrigin, reserved, home: paths.home },
      handover: mode === 'handover',
      jwks: assertions.jwks
    })
  })
  await app.register(async (scope) => {
    scope.addHook(
      'onRequest',
      buildAccessHook({ checker, policy: buildPolicy(config.access), answers, publicOrigin })
    )
    scope.addHook('onRequest', (request, _reply, done) => {
      const waiting = request.session === null ? null : assertions.prepare(request.session)
      if (waiting === null) done()
      else waiting.then(() => done(), done)
    })
    await registerProxy(scope, {
      origin: upstreamOrigin,
      transport,
      buildHeaders: createUpstreamHeaders({
        identityHeaders: config.identityHeaders,
        host: config.upstream.hostHeader === 'public' ? publicUrl.host : null,
        publicUrl,
        stripCookies: cookie.strip,
        assertionOf: assertions.of,
        isTrustedProxy
      })
    })
  })

  app.addHook('onReady', async () => {
    void platform.certificates.warm()
  })
  app.addHook('onClose', async () => {
    await Promise.all([transport.destroy(), platform.close()])
  })
  return app
}

function realClock(): number {
  return Date.now() / 1000
}

/** Browsers take `__Host-` on https without a domain only, `__Secure-` on https only (RFC 6265bis, 4.1.3). */
function defaultCookieName(publicUrl: URL, domain: string | null): string {
  if (publicUrl.protocol !== 'https:') return 'gatehouse'
  return domain === null ? '__Host-gatehouse' : '__Secure-gatehouse'
}

function acquireMode({ session }: Config, serviceAccount: ServiceAccount | null): AcquireMode {
  if (session.acquire !== 'auto') return session.acquire
  return serviceAccount === null ? 'handover' : 'exchange'
}

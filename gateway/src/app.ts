/**
 * Wires the modules into one Fastify app per configuration. Owns their construction order and nothing else:
 * it has no access rules, no protocol and no listening socket of its own.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { createApplicationCookies } from './access/application-cookies.ts'
import { createApplications, createCorsAt, createOrigins } from './access/applications.ts'
import { createDecide, type Decision } from './access/decision.ts'
import { createEntranceResponses } from './access/entrance-responses.ts'
import { buildAccessHook } from './access/hook.ts'
import { enrolsSecondFactor } from './access/step-up.ts'
import { createTenancy } from './access/tenancy.ts'
import { type AppState, createAppState, type StateOptions } from './app-state.ts'
import { registerAuthHelper } from './auth-helper/proxy.ts'
import { buildNetworkTest } from './config/addresses/networks.ts'
import type { Config } from './config/schema/schema.ts'
import { createForwardAuthRequests, type ForwardAuthTarget } from './forward-auth/evaluate.ts'
import { MAX_AUTH_REQUEST_BYTES, registerForwardAuth } from './forward-auth/forward-auth.ts'
import type { AuthRequest } from './http/auth-request.ts'
import { nameScope } from './http/fastify.ts'
import { createLocales } from './http/locales.ts'
import { constrainSites, createPathList } from './http/origin.ts'
import { createIdentities } from './identity/identity.ts'
import { listOwnIssuers } from './identity/own-tokens.ts'
import type { Credentials } from './identity-platform/credentials/credentials.ts'
import { createIdentityPlatform } from './identity-platform/identity-platform.ts'
import type { TestProvider } from './identity-platform/test-provider.ts'
import { createAppearances } from './login-page/appearance/appearance.ts'
import { loadLoginAssets } from './login-page/assets/assets.ts'
import { buildPageFrame } from './login-page/pages.ts'
import { createAttestations } from './machines/app-check.ts'
import { createMachines } from './machines/machines.ts'
import type { GatewayLogger } from './operations/logging.ts'
import { createRelay } from './operations/runtime.ts'
import type { ReplySessions } from './operations/sessions-endpoints.ts'
import { createTracing } from './operations/tracing.ts'
import { createTraffic } from './operations/traffic.ts'
import { type EndpointPlugin, registerEndpoints } from './own-routes.ts'
import { createServer, type ServerOptions } from './server.ts'
import { createOperatorResponses } from './session/operator-responses.ts'
import { createSessions } from './session/sessions.ts'
import { allowedSignInProviders } from './session/sign-in/providers.ts'
import { createUpstream, type Upstream } from './upstream/upstream.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Handlers for the separate forward-auth listeners; null where none is configured. `target`: for those of plugins. */
    forwardAuthRequests: { http: FastifyInstance | null; target: ForwardAuthTarget | null }
    /** Whether this configuration would let another app's request pass, or cannot ask the provider. */
    admits(authRequest: AuthRequest): boolean | Promise<boolean>
    /** Handles the operators' session endpoints. */
    answerOperator: ReplySessions
    /** Makes this app the one that checks open connections and names metric series; again if a newer one is discarded. */
    activate(): void
  }
}

export interface AppOptions extends StateOptions {
  logger: GatewayLogger
  config: Config
  plugins: readonly EndpointPlugin[]
  /** Null: no calls as the project. */
  credentials: Credentials | null
  /** For the login page's dev drawer; default: the emulator if there is one, otherwise no dev drawer. */
  testProvider?: TestProvider | null
  /** Default: its own, closed with it. */
  state?: AppState
  /** Receives every route as it is registered. */
  onRoute?: (route: Pick<RouteOptions, 'method' | 'url'>) => void
  /** Lets requests through between the parts of the construction; default: one turn of the event loop. */
  pause?: (() => Promise<void>) | undefined
}

/**
 * The wired app. It does not listen: the listeners in serving/ pass requests to it. Starts fetching certificates once ready.
 */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const state = options.state ?? createAppState(options)
  const { pause = nextTurn } = options
  const modules = await wireModules(options, state, pause)
  await pause()
  const app = createServer(modules.responseTo.proxy.responses, modules.serverOptions)
  if (options.onRoute !== undefined) app.addHook('onRoute', options.onRoute)
  const { config, ownPaths, sessions, platform, upstream, decide } = modules
  app.decorate('forwardAuthRequests', { http: null, target: null })
  app.decorate('ownPaths', ownPaths)
  app.decorate('admits', (authRequest) => {
    if (upstream === null) return false
    const decision = decide(authRequest)
    return decision instanceof Promise ? decision.then(isAdmitted, () => false) : isAdmitted(decision)
  })
  app.decorate(
    'answerOperator',
    createOperatorResponses(modules.runtime, {
      sessions,
      accountsOf: platform.accountsOf,
      tenantId: config.identityPlatform.tenantId,
      tenantIds: modules.tenancy.tenantIds,
      revocationCheckSeconds: config.session.revocationCheckSeconds
    })
  )

  const { all: applications, areByHost } = modules.applications
  await registerAuthHelper(app, { ...modules, areByHost })
  await app.register(nameScope('endpoints', (scope) => registerOwnAddresses(scope, modules)))
  const { enabled: answersAuthRequests } = config.forwardAuth
  if (answersAuthRequests) await addForwardAuth(app, modules)
  if (upstream !== null)
    await app.register(nameScope('upstream', (scope) => registerUpstream(scope, modules, upstream)))

  app.addHook('onReady', async () => {
    await app.forwardAuthRequests.http?.ready()
    void platform.certificates.warm()
    void modules.machines?.warm()
    // Not earlier: a configuration that is rejected must not drop series of the active one.
    app.activate()
  })
  app.decorate('activate', () => {
    sessions.watchConnections()
    state.metrics?.expect({
      signInProviders: allowedSignInProviders(config),
      signatureKeys: config.cookie.signatureKeys.length,
      applications: applications
        // Not a host of `forwardAuth.origins` without an entry of its own.
        .filter(({ name, host }) => name !== null || host === null)
        .map(({ name, upstream: proxied }) => ({ name, isProxied: proxied !== null, answersAuthRequests }))
    })
  })
  app.addHook('onClose', async () => {
    await app.forwardAuthRequests.http?.close()
    await Promise.all([upstream?.close(), platform.close(), sessions.close()])
    if (options.state === undefined) await state.close()
  })
  return app
}

type Modules = Awaited<ReturnType<typeof wireModules>>

/** With hundreds of applications each part takes tens of milliseconds, so a reload yields to requests between them. */
async function wireModules(options: AppOptions, state: AppState, pause: () => Promise<void>) {
  const { config } = options
  const { lookUp, shared, rateWindows } = state
  const relay = config.authorizationServer.enabled ? createRelay(state.runtime.report) : null
  const runtime = relay === null ? state.runtime : { ...state.runtime, report: relay.report }
  const { now, report, schedule } = runtime
  const places = createSiteModules(config, now)
  await pause()
  const callers = createAuthModules(options, places, { ...state, runtime })
  const { applications } = places
  const { sessions, platform } = callers
  const modules = {
    ...places,
    ...callers,
    config,
    runtime,
    now,
    report,
    lookUp,
    identities: createIdentities(config, now),
    corsAt: createCorsAt(applications)
  }
  await pause()
  const applicationCookies = createApplicationCookies(config, applications, ({ origin, headers }) => {
    const session = sessions.at(origin).checker.identify(headers.cookie)
    return session === null || sessions.revocation.revocationCodeOf(session) !== null ? null : session
  })
  const decide = createDecide({ ...modules, enrols: enrolsSecondFactor(config) })
  return {
    ...modules,
    applicationCookies,
    schedule,
    onEvent: relay?.listen,
    rateWindows,
    plugins: options.plugins,
    shared,
    countCall: shared.countCall,
    serverOptions: buildServerOptions(options, places, { ...state, runtime }),
    decide: applicationCookies?.guard(decide) ?? decide,
    /** Null: every application is behind another proxy. */
    upstream: applications.all.some((one) => one.upstream !== null)
      ? createUpstream({
          ...modules,
          ownCookies: sessions.ownCookies,
          idTokens: platform.idTokens,
          connections: sessions.connections
        })
      : null,
    ownPaths: createPathList()
  }
}

type SiteModules = ReturnType<typeof createSiteModules>

/** Applications, origins and tenants, and the gateway's look and responses at each of them. */
function createSiteModules(config: Config, now: () => number) {
  const applications = createApplications(config)
  const assets = loadLoginAssets()
  const locales = createLocales(config.login.locales)
  const appearances = createAppearances(config, applications)
  const frameFor = ({ hostname, target }: Pick<AuthRequest, 'hostname' | 'target'>) =>
    buildPageFrame(
      appearances.at(hostname, target?.readings),
      { assets, locales },
      applications.knowsHost(hostname)
    )
  return {
    applications,
    origins: createOrigins(config),
    tenancy: createTenancy(config, applications),
    locales,
    isTrustedProxy: buildNetworkTest(config.trustedProxies),
    assets,
    appearances,
    responseTo: createEntranceResponses({ config, applications, locales, frameFor, now })
  }
}

/** The callers: visitors with sessions, machines with tokens, and the provider that issued both. */
function createAuthModules(
  options: AppOptions,
  { applications, origins, tenancy }: SiteModules,
  state: AppState
) {
  const { config, credentials } = options
  const { now } = state.runtime
  const platform = createIdentityPlatform({
    settings: config.identityPlatform,
    credentials,
    publicOrigin: origins.publicOrigin,
    tenantIds: tenancy.tenantIds,
    now,
    state: state.provider
  })
  const sessions = createSessions(state.runtime, { config, platform, state: state.sessions })
  const ownIssuers = listOwnIssuers(config, applications.all)
  return {
    platform,
    sessions,
    machines: createMachines({ config, platform, sessions, state: state.machines, ownIssuers, now }),
    attest: createAttestations(config, state.machines, now),
    testProvider: options.testProvider ?? platform.testProvider
  }
}

function buildServerOptions(
  { config, logger }: AppOptions,
  { applications, origins, isTrustedProxy }: SiteModules,
  { runtime: { report }, recorder }: AppState
) {
  const { publicOrigin, originOf } = origins
  const isSignInHost = (host: string) => originOf(host) === publicOrigin
  return {
    logger,
    publicOrigin,
    originOf,
    ...(applications.areByHost
      ? { knowsHost: applications.knowsHost, sites: constrainSites({ isSignInHost, isTrustedProxy }) }
      : {}),
    isTrustedProxy,
    ...(config.forwardAuth.enabled ? { largestHeadersBytes: MAX_AUTH_REQUEST_BYTES } : {}),
    report,
    traffic: createTraffic({ report, lines: logger.lines, rules: config.log }),
    tracing: createTracing(config.tracing, recorder)
  } satisfies ServerOptions
}

/** The login page and the endpoints; registered before any application. */
async function registerOwnAddresses(scope: FastifyInstance, modules: Modules): Promise<void> {
  const { platform, responseTo, applications } = modules
  const { forwardAuth } = modules.config
  await registerEndpoints(scope, {
    ...modules,
    ...responseTo.proxy,
    accountsOf: platform.accountsOf,
    signCustomToken: platform.signCustomToken,
    servesForwardAuth: forwardAuth.enabled && forwardAuth.listen === null,
    areByHost: applications.areByHost
  })
}

/** Serves auth requests, on this server or on listeners of their own. */
async function addForwardAuth(app: FastifyInstance, modules: Modules): Promise<void> {
  const { config, responseTo, serverOptions } = modules
  const { responses } = responseTo.proxy
  const options = {
    ...modules,
    responses: responseTo['forward-auth'].responses,
    isOwnPath: modules.ownPaths.has
  }
  const forwardAuthRequests = createForwardAuthRequests(options)
  const { listen } = config.forwardAuth
  if (listen === null) {
    await app.register(
      nameScope('forward-auth', async (scope) => registerForwardAuth(scope, forwardAuthRequests, options))
    )
  } else {
    const server = createServer(responses, {
      ...serverOptions,
      isTrustedProxy: forwardAuthRequests.isAuthProxy
    })
    registerForwardAuth(server, forwardAuthRequests, options)
    app.forwardAuthRequests.http = server
  }
  app.forwardAuthRequests.target = { ...serverOptions, forwardAuthRequests, responses }
}

/** Proxies everything else to an application, behind the access hook. */
async function registerUpstream(scope: FastifyInstance, modules: Modules, upstream: Upstream): Promise<void> {
  scope.addHook('onRequest', buildAccessHook({ ...modules, ...modules.responseTo.proxy }))
  await upstream.register(scope)
}

function isAdmitted({ outcome: { kind } }: Decision): boolean {
  return kind === 'allow' || kind === 'unavailable'
}

/** Wires the modules into one Fastify app per configuration. Owns their construction order and nothing else. */

import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { createApplicationCookies } from './access/applications/application-cookies.ts'
import { createApplications, createCorsAt, createOrigins } from './access/applications/applications.ts'
import { createTenancy } from './access/applications/tenancy.ts'
import { createDecide, type Decision } from './access/decision.ts'
import { buildAccessHook } from './access/hook.ts'
import { createEntranceResponses } from './access/responses/responses.ts'
import { enrolsSecondFactor } from './access/rules/step-up.ts'
import { type AppState, createAppState, type StateOptions } from './app-state.ts'
import { registerAuthHelper } from './auth-helper/proxy.ts'
import { buildNetworkTest } from './config/addresses/networks.ts'
import type { Config } from './config/schema/schema.ts'
import { createForwardAuthRequests, type ForwardAuthTarget } from './forward-auth/evaluate.ts'
import { MAX_AUTH_REQUEST_BYTES, registerForwardAuth } from './forward-auth/forward-auth.ts'
import type { AuthRequest } from './http/auth-request.ts'
import { createLocales } from './http/locales.ts'
import { readHost } from './http/origin.ts'
import { constrainSites, createPathList, nameScope } from './http/routes.ts'
import { createIdentities } from './identity/identity.ts'
import { listOwnIssuers } from './identity/own-tokens.ts'
import type { Credentials, CredentialsPlugin } from './identity-platform/credentials/credentials.ts'
import { createIdentityPlatform } from './identity-platform/identity-platform.ts'
import type { TestProvider } from './identity-platform/test-provider.ts'
import { createAppearances } from './login-page/appearance/appearance.ts'
import { loadLoginAssets } from './login-page/assets/assets.ts'
import { buildPageFrame } from './login-page/pages.ts'
import { createAttestations } from './machines/app-check.ts'
import { createMachines } from './machines/machines.ts'
import type { GatewayLogger } from './operations/logging.ts'
import { createTraffic } from './operations/requests/traffic.ts'
import { createRelay } from './operations/runtime.ts'
import { createTracing } from './operations/tracing.ts'
import { type AskServing, type EndpointPlugin, registerEndpoints } from './own-routes.ts'
import { createServer, type ServerOptions } from './server.ts'
import { bindSessions, type DevicePlugin } from './session/device-binding.ts'
import { createSessions } from './session/sessions.ts'
import { allowedSignInProviders } from './session/sign-in/rules.ts'
import { createUpstream, type ResponsePlugin } from './upstream/upstream.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Handlers for the separate forward-auth listeners; null where none is configured. `target`: for those of plugins. */
    forwardAuthRequests: { http: FastifyInstance | null; target: ForwardAuthTarget | null }
    /** Whether this configuration would let another app's request pass, or cannot ask the provider. */
    admits(authRequest: AuthRequest): boolean | Promise<boolean>
    /** Answers requests of the management listener; set by the plugin that adds their paths there. */
    operatorRequests: { answer: AskServing }
    /** Makes this app the one that checks open connections and names metric series; again if a newer one is discarded. */
    activate(): void
  }
}

export interface AppOptions extends StateOptions {
  logger: GatewayLogger
  config: Config
  plugins: readonly (EndpointPlugin & CredentialsPlugin & DevicePlugin & ResponsePlugin)[]
  /** Null: no calls as the project. */
  credentials: Credentials | null
  /** For the login page's dev drawer; default: the emulator if there is one, otherwise no dev drawer. */
  testProvider?: TestProvider | null
  /** Default: its own, closed with it. */
  state?: AppState
  onRoute?: (route: Pick<RouteOptions, 'method' | 'url'>) => void
  /** Lets requests through between the parts of the construction; default: one turn of the event loop. */
  pause?: (() => Promise<void>) | undefined
}

/** It does not listen: the listeners in serving/ pass requests to it. Starts fetching certificates once ready. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const state = options.state ?? createAppState(options)
  const { pause = nextTurn } = options
  const gateway = await wireGateway(options, state, pause)
  await pause()
  const { config, applications, sessions, platform, machines, upstream, decide } = gateway
  const app = createServer(gateway.responses, { ...gateway.serverOptions, ownPaths: gateway.ownPaths })
  if (options.onRoute !== undefined) app.addHook('onRoute', options.onRoute)
  app.decorate('forwardAuthRequests', { http: null, target: null })
  app.decorate('ownPaths', gateway.ownPaths)
  app.decorate('admits', (authRequest) => {
    if (upstream === null) return false
    const decision = decide(authRequest)
    return decision instanceof Promise ? decision.then(isAdmitted, () => false) : isAdmitted(decision)
  })
  app.decorate('operatorRequests', { answer: async () => null })

  await registerAuthHelper(app, gateway)
  await app.register(nameScope('endpoints', (scope) => registerEndpoints(scope, gateway)))
  const { enabled: answersAuthRequests } = config.forwardAuth
  if (answersAuthRequests) await addForwardAuth(app, gateway)
  if (upstream !== null)
    await app.register(
      nameScope('upstream', async (scope) => {
        scope.addHook('onRequest', buildAccessHook(gateway))
        await upstream.register(scope)
      })
    )

  app.addHook('onReady', async () => {
    await app.forwardAuthRequests.http?.ready()
    void platform.certificates.warm()
    void machines?.warm()
    // Not earlier: a configuration that is rejected must not drop series of the active one.
    app.activate()
  })
  app.decorate('activate', () => {
    sessions.watchConnections()
    state.metrics?.counted.expect({
      signInProviders: allowedSignInProviders(config),
      signatureKeys: config.cookie.signatureKeys.length,
      applications: applications.all
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

type Gateway = Awaited<ReturnType<typeof wireGateway>>

/** With hundreds of applications each part takes tens of milliseconds, so a reload yields to requests between them. */
async function wireGateway(options: AppOptions, state: AppState, pause: () => Promise<void>) {
  const { config, logger, credentials, plugins } = options
  const { shared, lookUp } = state
  const relay = config.authorizationServer?.enabled ? createRelay(state.runtime.report) : null
  const runtime = relay === null ? state.runtime : { ...state.runtime, report: relay.report }
  const { now, report, schedule } = runtime

  // Applications, origins and tenants, and the gateway's look and responses at each of them.
  const applications = createApplications(config)
  const origins = createOrigins(config)
  const { publicOrigin, originOf } = origins
  const tenancy = createTenancy(config, applications)
  const assets = loadLoginAssets()
  const locales = createLocales(config.login.locales)
  const appearances = createAppearances(config, applications)
  const frameFor = ({ hostname, target }: Pick<AuthRequest, 'hostname' | 'target'>) => {
    const appearance = appearances.at(hostname, target?.readings)
    return buildPageFrame(appearance, { assets, locales }, applications.knowsHost(hostname))
  }
  const responseTo = createEntranceResponses({ config, applications, locales, frameFor, now })
  const { responses, keptForms, handOver } = responseTo.proxy
  const isTrustedProxy = buildNetworkTest(config.trustedProxies)
  const isSignInSite = (raw: IncomingMessage) => originOf(readHost(raw, { isTrustedProxy })) === publicOrigin
  const serverOptions = {
    logger,
    publicOrigin,
    originOf,
    ...(applications.areByHost && {
      knowsHost: applications.knowsHost,
      sites: constrainSites(isSignInSite)
    }),
    isTrustedProxy,
    ...(config.forwardAuth.enabled && { largestHeadersBytes: MAX_AUTH_REQUEST_BYTES }),
    report,
    traffic: createTraffic({ report, lines: logger.lines, rules: config.log }),
    tracing: createTracing(config.tracing, state.recorder)
  } satisfies ServerOptions
  await pause()

  // The callers: visitors with sessions, machines with tokens, and the provider that issued both.
  const platform = createIdentityPlatform({
    settings: config.identityPlatform,
    credentials,
    plugins,
    publicOrigin,
    tenantIds: tenancy.tenantIds,
    now,
    state: state.provider
  })
  const devices = await bindSessions(plugins, { config, runtime, bound: state.sessions.bound })
  const sessions = createSessions(runtime, { config, platform, state: state.sessions, devices })
  const ownIssuers = listOwnIssuers(config, applications.all)
  const machines = createMachines({ config, platform, sessions, state: state.machines, ownIssuers, now })
  const attest = createAttestations(config, state.machines, now)
  const identities = createIdentities(config, now)
  const corsAt = createCorsAt(applications)
  await pause()

  const applicationCookies = createApplicationCookies(config, applications, ({ origin, headers }) => {
    const session = sessions.at(origin).checker.identify(headers.cookie)
    return session === null || sessions.revocation.revocationCodeOf(session) !== null ? null : session
  })
  const enrols = enrolsSecondFactor(config)
  const deciding = { sessions, applications, tenancy, corsAt, machines, attest, enrols, report, now }
  const decide = createDecide(deciding)
  const isProxy = applications.all.some((one) => one.upstream !== null)
  const proxying = { config, applications, identities, sessions, platform, isTrustedProxy, runtime, lookUp }
  return {
    config,
    runtime,
    now,
    report,
    schedule,
    applications,
    origins,
    tenancy,
    assets,
    locales,
    appearances,
    responses,
    keptForms,
    handOver,
    forwardAuthResponses: responseTo['forward-auth'].responses,
    serverOptions,
    platform,
    testProvider: options.testProvider ?? null,
    sessions,
    machines,
    identities,
    corsAt,
    applicationCookies,
    decide: applicationCookies?.guard(decide) ?? decide,
    /** Null: every application is behind another proxy. */
    upstream: isProxy ? createUpstream(proxying, plugins) : null,
    ownPaths: createPathList(isSignInSite),
    plugins,
    shared,
    lookUp,
    onEvent: relay?.listen
  }
}

async function addForwardAuth(app: FastifyInstance, gateway: Gateway): Promise<void> {
  const { config, identities, serverOptions, forwardAuthResponses: responses } = gateway
  const forwardAuthRequests = createForwardAuthRequests(gateway, responses)
  const register = (scope: FastifyInstance) =>
    registerForwardAuth(scope, forwardAuthRequests, { config, identities, responses })
  if (config.forwardAuth.listen === null)
    await app.register(nameScope('forward-auth', async (scope) => register(scope)))
  else {
    const { isAuthProxy: isTrustedProxy } = forwardAuthRequests
    const server = createServer(gateway.responses, { ...serverOptions, isTrustedProxy })
    register(server)
    app.forwardAuthRequests.http = server
  }
  const { traffic, tracing } = serverOptions
  app.forwardAuthRequests.target = { forwardAuthRequests, responses: gateway.responses, traffic, tracing }
}

const isAdmitted = ({ outcome: { kind } }: Decision): boolean => kind === 'allow' || kind === 'unavailable'

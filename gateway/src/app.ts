import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, RouteOptions } from 'fastify'
import { createApplications } from './access/applications.ts'
import { createDecide, type Decision } from './access/decision.ts'
import { createEntranceResponses } from './access/entrance-responses.ts'
import { buildAccessHook } from './access/hook.ts'
import { createCorsAt, createOrigins } from './access/origins.ts'
import { enrolsSecondFactor } from './access/step-up.ts'
import { createTenancy } from './access/tenancy.ts'
import { type AppState, createAppState, type StateOptions } from './app-state.ts'
import { realClock, scheduleOnTimer } from './async/schedule.ts'
import { registerAuthHelper } from './auth-helper/proxy.ts'
import { buildNetworkTest } from './config/addresses/networks.ts'
import type { Credentials } from './config/credentials/credentials.ts'
import type { Config } from './config/schema/schema.ts'
import { allowedSignInProviders } from './config/sign-in-providers.ts'
import { createForwardAuth, MAX_AUTH_REQUEST_BYTES } from './forward-auth/forward-auth.ts'
import type { GrpcTarget } from './forward-auth/grpc/listener.ts'
import type { AuthRequest } from './http/auth-request.ts'
import { createLocales } from './http/locales.ts'
import { nameScope } from './http/no-schemas.ts'
import { constrainSites, createPathList } from './http/sites.ts'
import { createIdentities } from './identity/identity.ts'
import { createIdentityPlatform } from './identity-platform/identity-platform.ts'
import type { TestProvider } from './identity-platform/test-provider.ts'
import { createAppearances } from './login-page/appearance/appearance.ts'
import { loadLoginAssets } from './login-page/assets/assets.ts'
import { buildPageFrame } from './login-page/pages.ts'
import { createMachines } from './machines/machines.ts'
import type { GatewayLogger } from './operations/logging.ts'
import type { ReplySessions } from './operations/sessions-endpoints.ts'
import { createTracing } from './operations/tracing.ts'
import { registerEndpoints } from './own-routes.ts'
import { createServer, type ServerOptions } from './server.ts'
import { createOperatorResponses } from './session/operator-responses.ts'
import { createSessions } from './session/sessions.ts'
import { createTraffic } from './traffic/traffic.ts'
import { createUpstream, type Upstream } from './upstream/upstream.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What answers at the listeners for questions of forward auth; each is null where no such listener is configured. */
    forwardAuthRequests: { http: FastifyInstance | null; grpc: GrpcTarget | null }
    /**
     * Would this request of another configuration's app, to the application, pass here? `true` also while that cannot be told
     * for want of the provider.
     */
    admits(authRequest: AuthRequest): boolean | Promise<boolean>
    /** Answers what operators ask about the sessions of an account. */
    answerOperator: ReplySessions
    /**
     * From now on this configuration judges connections that are open, and names series. Happens once it is ready, and is to be
     * called again when another one that was ready is given up.
     */
    takeOver(): void
  }
}

export interface AppOptions extends StateOptions {
  logger: GatewayLogger
  config: Config
  /** Null: no calls in the name of the project. */
  credentials: Credentials | null
  /** For the login page's dev drawer; left out: the emulator where there is one, else there is no dev drawer. */
  testProvider?: TestProvider | null
  /** Left out: its own, which ends with it. */
  state?: AppState
  /** Told of every route as it is registered. */
  onRoute?: (route: Pick<RouteOptions, 'method' | 'url'>) => void
}

/**
 * The gateway, wired; it answers what the listeners of the serving room hand on. Certificates are fetched in the background
 * once it is ready.
 */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const state = options.state ?? createAppState(options)
  const rooms = await wireRooms(options, state)
  await nextTurn()
  const { responses } = rooms.responseTo.proxy
  const app = createServer(responses, rooms.serverOptions)
  if (options.onRoute !== undefined) app.addHook('onRoute', options.onRoute)
  app.decorate('forwardAuthRequests', { http: null, grpc: null })
  app.decorate('ownPaths', rooms.ownPaths)
  app.decorate('admits', buildAdmits(rooms))
  app.decorate('answerOperator', buildOperatorResponses(rooms))

  const { config, origins, ownPaths } = rooms
  const { areByHost } = rooms.applications
  await registerAuthHelper(app, { config, responses, origins, areByHost, ownPaths })
  await app.register(nameScope('endpoints', (scope) => registerOwnAddresses(scope, rooms)))
  if (config.forwardAuth.enabled) await addForwardAuth(app, rooms)
  if (rooms.upstream !== null) await addUpstream(app, rooms, rooms.upstream)

  app.addHook('onReady', async () => {
    await app.forwardAuthRequests.http?.ready()
    void rooms.platform.certificates.warm()
    void rooms.machines.warm()
    // Now alone: a configuration that is refused ends no series of the one in force.
    app.takeOver()
  })
  app.decorate('takeOver', () => {
    rooms.sessions.watchConnections()
    state.metrics?.expect({
      signInProviders: allowedSignInProviders(config),
      signatureKeys: config.cookie.signatureKeys.length,
      upstreams: rooms.applications.all.flatMap(({ name, upstream }) => (upstream === null ? [] : [name]))
    })
  })
  app.addHook('onClose', async () => {
    await app.forwardAuthRequests.http?.close()
    await Promise.all([rooms.upstream?.close(), rooms.platform.close(), rooms.sessions.close()])
    if (options.state === undefined) await state.close()
  })
  return app
}

/** The rooms of a gateway, before a server has routes to them. */
type Rooms = Awaited<ReturnType<typeof wireRooms>>

/** For hundreds of applications each part takes tens of milliseconds: at a reload, requests have their turn between them. */
async function wireRooms(options: AppOptions, state: AppState) {
  const { config, now = realClock, schedule = scheduleOnTimer } = options
  const { report } = state
  const places = wirePlaces(config, now)
  await nextTurn()
  const { applications, tenancy, isTrustedProxy } = places
  const callers = wireCallers({ ...options, now }, places, state)
  const { sessions, machines } = callers
  const identities = createIdentities(config, now)
  const corsAt = createCorsAt(applications)
  const { ownCookies, connections } = sessions
  const isProxying = applications.all.some((one) => one.upstream !== null)
  const responses = { connections, now }
  const enrols = enrolsSecondFactor(config)
  const proxying = { config, applications, ownCookies, identities, responses, isTrustedProxy }
  await nextTurn()
  return {
    ...places,
    ...callers,
    config,
    now,
    schedule,
    report,
    rateWindows: state.rateWindows,
    countCall: state.shared.countCall,
    serverOptions: buildServerOptions(options, places, state),
    identities,
    corsAt,
    decide: createDecide({ sessions, applications, tenancy, corsAt, machines, enrols, report, now }),
    /** Null: other proxies have all the applications. */
    upstream: isProxying ? createUpstream(proxying) : null,
    ownPaths: createPathList()
  }
}

type Places = ReturnType<typeof wirePlaces>

/** What stands where: applications, origins, tenants, and how the gateway looks and answers there. */
function wirePlaces(config: Config, now: () => number) {
  const applications = createApplications(config)
  const assets = loadLoginAssets()
  const locales = createLocales(config.login.locales)
  const appearances = createAppearances(config.login, applications)
  const frameFor = ({ hostname, target }: Pick<AuthRequest, 'hostname' | 'target'>) =>
    buildPageFrame(appearances.at(hostname, target?.readings), { assets, locales })
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

/** Who may call: visitors with sessions, machines with tokens, and the provider that knows them. */
function wireCallers(
  options: AppOptions & { now: () => number },
  { origins, tenancy }: Places,
  state: AppState
) {
  const { config, credentials, now } = options
  const platform = createIdentityPlatform({
    settings: config.identityPlatform,
    credentials,
    publicOrigin: origins.publicOrigin,
    tenantIds: tenancy.tenantIds,
    now,
    state: state.provider
  })
  const { report, recorder } = state
  const spans = recorder?.spans
  const sessions = createSessions({ config, platform, state: state.sessions, spans, report, now })
  return {
    platform,
    sessions,
    machines: createMachines({ config, platform, sessions, state: state.machines, now }),
    testProvider: options.testProvider ?? platform.testProvider
  }
}

function buildServerOptions(
  { config, logger }: AppOptions,
  { applications, origins, isTrustedProxy }: Places,
  { report, recorder }: AppState
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

/** The login page and the endpoints: they come before every application. */
async function registerOwnAddresses(scope: FastifyInstance, rooms: Rooms): Promise<void> {
  const { forwardAuth } = rooms.config
  const { responses, handOver } = rooms.responseTo.proxy
  await registerEndpoints(scope, {
    ...rooms,
    responses,
    handOver,
    accountsOf: rooms.platform.accountsOf,
    servesForwardAuth: forwardAuth.enabled && forwardAuth.listen === null,
    areByHost: rooms.applications.areByHost,
    jwks: rooms.identities.jwks
  })
}

function buildAdmits({ upstream, decide }: Rooms): FastifyInstance['admits'] {
  return (authRequest) => {
    if (upstream === null) return false
    const decision = decide(authRequest)
    return decision instanceof Promise ? decision.then(isAdmitted, () => false) : isAdmitted(decision)
  }
}

function buildOperatorResponses({ config, platform, sessions, tenancy, report }: Rooms): ReplySessions {
  return createOperatorResponses({
    sessions: sessions.ofAccounts,
    accountsOf: platform.accountsOf,
    tenantId: config.identityPlatform.tenantId,
    tenantIds: tenancy.tenantIds,
    report
  })
}

/** Answers the questions of other proxies, here or where a listener of its own is configured. */
async function addForwardAuth(app: FastifyInstance, rooms: Rooms): Promise<void> {
  const { config, responseTo, serverOptions } = rooms
  const { responses } = responseTo.proxy
  const { traffic, tracing } = serverOptions
  const room = createForwardAuth({
    ...rooms,
    responses: responseTo['forward-auth'].responses,
    isOwnPath: rooms.ownPaths.has
  })
  const { listen, grpc } = config.forwardAuth
  if (listen === null) {
    await app.register(nameScope('forward-auth', async (scope) => room.register(scope)))
  } else {
    app.forwardAuthRequests.http = createServer(responses, {
      ...serverOptions,
      isTrustedProxy: room.isAuthProxy
    })
    room.register(app.forwardAuthRequests.http)
  }
  if (grpc !== null)
    app.forwardAuthRequests.grpc = {
      forwardAuthRequests: room.forwardAuthRequests,
      responses,
      traffic,
      tracing,
      isAuthProxy: room.isAuthProxy
    }
}

/** Everything else goes to an application, behind the access hook. */
async function addUpstream(app: FastifyInstance, rooms: Rooms, upstream: Upstream): Promise<void> {
  const { decide, corsAt, responseTo, sessions } = rooms
  const application = nameScope('upstream', async (scope) => {
    scope.addHook('onRequest', buildAccessHook({ decide, corsAt, ...responseTo.proxy, sessions }))
    await upstream.register(scope)
  })
  await app.register(application)
}

function isAdmitted({ outcome: { kind } }: Decision): boolean {
  return kind === 'allow' || kind === 'unavailable'
}

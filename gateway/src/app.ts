import type { FastifyInstance, RouteOptions } from 'fastify'
import { createAnswers } from './access/answers.ts'
import { createApplications } from './access/applications.ts'
import { createCorsAt } from './access/cors-at.ts'
import { createDecide, type Decision } from './access/decision.ts'
import { createHandOverAttempts } from './access/hand-over.ts'
import { buildAccessHook } from './access/hook.ts'
import { createKeptForms } from './access/kept-forms/kept-forms.ts'
import { createOrigins } from './access/origins.ts'
import { createTenancy } from './access/tenancy.ts'
import { type AppState, createAppState, type StateOptions } from './app-state.ts'
import { realClock, scheduleOnTimer } from './async/schedule.ts'
import { registerAuthHelper } from './auth-helper/proxy.ts'
import { buildNetworkTest } from './config/addresses/networks.ts'
import type { Credentials } from './config/credentials/credentials.ts'
import type { Config } from './config/schema/schema.ts'
import { allowedSignInProviders } from './config/sign-in-providers.ts'
import { createForwardAuth, LARGEST_QUESTION_BYTES } from './forward-auth/forward-auth.ts'
import type { GrpcTarget } from './forward-auth/grpc/listener.ts'
import type { JudgedRequest } from './http/judged-request.ts'
import { nameScope } from './http/named-scope.ts'
import type { PageFrame } from './http/page.ts'
import { createPathList } from './http/path-list.ts'
import { constrainSites } from './http/sites.ts'
import { createIdentities } from './identity/identity.ts'
import { createIdentityPlatform } from './identity-platform/identity-platform.ts'
import type { TestProvider } from './identity-platform/test-provider.ts'
import { createAppearances, type HostAppearance } from './login-page/appearance/appearance.ts'
import { type LoginAssets, loadLoginAssets } from './login-page/assets/assets.ts'
import { createMachines } from './machines/machines.ts'
import { createTracing } from './operations/tracing.ts'
import { registerEndpoints } from './own-routes.ts'
import { createServer, type ServerOptions } from './server.ts'
import { createSessions } from './session/sessions.ts'
import { createTraffic } from './traffic/traffic.ts'
import { createUpstream } from './upstream/upstream.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** What answers at the listeners for questions of forward auth; each is null where no such listener is configured. */
    questions: { http: FastifyInstance | null; grpc: GrpcTarget | null }
    /**
     * Would this request of another configuration's app, to the application, pass here? `true` also while that cannot be told
     * for want of the provider.
     */
    admits(judged: JudgedRequest): boolean | Promise<boolean>
  }
}

export interface AppOptions extends StateOptions {
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
  const { config, credentials, logger, now = realClock, schedule = scheduleOnTimer } = options
  const state = options.state ?? createAppState(options)
  const { report } = state
  const origins = createOrigins(config)
  const { publicOrigin } = origins
  const applications = createApplications(config)
  state.metrics?.expect({
    signInProviders: allowedSignInProviders(config),
    signatureKeys: config.cookie.signatureKeys.length,
    upstreams: applications.all.flatMap(({ name, upstream }) => (upstream === null ? [] : [name]))
  })
  const isTrustedProxy = buildNetworkTest(config.trustedProxies)
  const assets = loadLoginAssets()
  const tenancy = createTenancy(config, applications)
  const appearances = createAppearances(config.login, applications)
  const frameFor = ({ hostname, target }: Pick<JudgedRequest, 'hostname' | 'target'>) =>
    buildFrame(appearances.at(hostname, target?.readings), assets)
  const handOver = createHandOverAttempts(config, now)
  const answers = createAnswers({
    config,
    frameFor,
    handOver,
    ...(applications.areByHost ? { loginOrigin: publicOrigin } : {})
  })
  const corsAt = createCorsAt(applications)
  const keptForms = createKeptForms(config.keepForms, answers)
  const tracing = createTracing(config.tracing, state.recorder)
  const traffic = createTraffic({ report, rules: config.log })
  const serverOptions: ServerOptions = {
    logger,
    publicOrigin,
    originOf: origins.originOf,
    ...(applications.areByHost
      ? {
          knowsHost: applications.knowsHost,
          sites: constrainSites({
            isSignInHost: (host) => origins.originOf(host) === publicOrigin,
            isTrustedProxy
          })
        }
      : {}),
    isTrustedProxy,
    ...(config.forwardAuth.enabled ? { largestHeadersBytes: LARGEST_QUESTION_BYTES } : {}),
    report,
    traffic,
    tracing
  }
  const app = createServer(answers, serverOptions)
  if (options.onRoute !== undefined) app.addHook('onRoute', options.onRoute)
  app.decorate('questions', { http: null, grpc: null })

  const platform = createIdentityPlatform({
    settings: config.identityPlatform,
    credentials,
    publicOrigin,
    tenantIds: tenancy.tenantIds,
    now,
    state: state.provider
  })
  const sessions = createSessions({
    config,
    platform,
    state: state.sessions,
    spans: state.recorder?.spans,
    report,
    now
  })
  const machines = createMachines({ config, platform, sessions, state: state.machines, now })
  const identities = createIdentities(config, now)
  const upstream = applications.all.every((one) => one.upstream === null)
    ? null
    : createUpstream({
        config,
        applications,
        ownCookies: sessions.ownCookies,
        identities,
        answers: { connections: sessions.connections, now },
        isTrustedProxy
      })

  const { forwardAuth } = config
  const ownPaths = createPathList()
  app.decorate('ownPaths', ownPaths)
  const answersQuestions = forwardAuth.enabled && forwardAuth.listen === null
  await registerAuthHelper(app, { config, answers, origins, areByHost: applications.areByHost, ownPaths })
  const endpoints = nameScope('endpoints', async (scope) => {
    const { accountsOf } = platform
    await registerEndpoints(scope, {
      config,
      sessions,
      answers,
      tenancy,
      corsAt,
      applications,
      assets,
      appearances,
      testProvider: options.testProvider ?? platform.testProvider,
      accountsOf,
      now,
      schedule,
      rateWindows: state.rateWindows,
      handOver,
      ownPaths,
      answersQuestions,
      origins,
      areByHost: applications.areByHost,
      jwks: identities.jwks
    })
  })
  await app.register(endpoints)
  const decide = createDecide({ sessions, applications, tenancy, corsAt, machines, report, now })
  app.decorate('admits', (judged) => {
    if (upstream === null) return false
    const decision = decide(judged)
    return decision instanceof Promise ? decision.then(isAdmitted, () => false) : isAdmitted(decision)
  })
  if (forwardAuth.enabled) {
    const room = createForwardAuth({
      config,
      decide,
      corsAt,
      answers: createAnswers({
        config,
        frameFor,
        handOver,
        loginOrigin: publicOrigin,
        endpointsOrigin: publicOrigin
      }),
      applications,
      origins,
      identities,
      sessions,
      isOwnPath: ownPaths.has,
      report
    })
    const { listen, grpc } = forwardAuth
    if (listen === null) {
      await app.register(nameScope('forward-auth', async (scope) => room.register(scope)))
    } else {
      app.questions.http = createServer(answers, { ...serverOptions, isTrustedProxy: room.mayAsk })
      room.register(app.questions.http)
    }
    if (grpc !== null)
      app.questions.grpc = { questions: room.questions, answers, traffic, tracing, mayAsk: room.mayAsk }
  }
  if (upstream !== null) {
    const application = nameScope('upstream', async (scope) => {
      scope.addHook('onRequest', buildAccessHook({ decide, answers, corsAt, keptForms, sessions }))
      await upstream.register(scope)
    })
    await app.register(application)
  }

  app.addHook('onReady', async () => {
    await app.questions.http?.ready()
    void platform.certificates.warm()
    sessions.watchConnections()
    void machines.warm()
  })
  app.addHook('onClose', async () => {
    await app.questions.http?.close()
    await Promise.all([upstream?.close(), platform.close(), sessions.close()])
    if (options.state === undefined) await state.close()
  })
  return app
}

function isAdmitted({ outcome: { kind } }: Decision): boolean {
  return kind === 'allow' || kind === 'unavailable'
}

/** Pages of the gateway itself have the appearance of the login page on their host. */
function buildFrame(appearance: HostAppearance, { stylesheetHref }: LoginAssets): PageFrame {
  const own = stylesheetHref === null ? [] : [stylesheetHref]
  return {
    brandName: appearance.brandName,
    logo: appearance.logo,
    colorScheme: appearance.colorScheme,
    stylesheetHrefs: [...own, ...appearance.stylesheetHrefs],
    contactUrl: appearance.links.contact
  }
}

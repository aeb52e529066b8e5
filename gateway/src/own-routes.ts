import { fastifyCookie } from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { HandOverAttempts } from './access/hand-over.ts'
import { ACCOUNT_PATH, listAccountPaths, registerAccount } from '../plugins/account-page/account.ts'
import { CLIENT_SDK_PATH, type ClientSdkOptions, registerClientSdk } from '../plugins/client-sdk/client-sdk.ts'
import { registerHandOver } from './endpoints/hand-over/hand-over.ts'
import { registerKeptForm } from './endpoints/kept-form.ts'
import { registerLanguage } from './endpoints/language.ts'
import { registerLogout } from './endpoints/logout.ts'
import { createSessionCors, registerSession, type SessionEndpointOptions } from './endpoints/session.ts'
import { Fault } from './errors.ts'
import { authRequestOf } from './http/auth-request.ts'
import type { LookUpName } from './http/connections/name-look-ups.ts'
import { limitBodyTime, readJsonBodies } from './http/message.ts'
import {
  hasStatedOrigin,
  isFromOwnSite,
  isSafeMethod,
  onSignInSite,
  originMismatch,
  type PathList,
  requireOriginRule
} from './http/origin.ts'
import { markOwnResponse, refuseOtherMethods } from './http/own-response.ts'
import type { Identities } from './identity/identity.ts'
import type { TestProvider } from './identity-platform/test-provider.ts'
import { ASSETS_PATH, registerLoginAssets } from './login-page/assets/assets.ts'
import { DEV_DRAWER_PATH, PROVIDER_WINDOW_PATH, registerDevDrawer } from '../plugins/dev-drawer/dev-drawer.ts'
import { createLoginPages, type LoginPageOptions } from './login-page/pages.ts'
import { listLoginPaths, registerAccountPages, registerLoginPage } from './login-page/routes.ts'
import { isAccountPage } from './login-page/visit/addresses.ts'
import type { EventSink, RouteName } from './operations/events.ts'
import type { SharedState } from './shared-state/shared-state.ts'

/** Request body limit of the gateway's own endpoints, in bytes. */
const MAX_BODY_BYTES = 16 * 1024
/** Timeout for receiving such a body, in milliseconds. */
const BODY_TIMEOUT_MS = 10_000
const JWKS_PATH = '/_auth/jwks.json'
const DISCOVERY_PATH = '/_auth/.well-known/openid-configuration'

export interface AllEndpointsOptions
  extends Omit<LoginPageOptions, 'devDrawerPath' | 'providerWindowPath'>,
    ClientSdkOptions,
    SessionEndpointOptions {
  /** State that all processes share. */
  shared: SharedState
  plugins: readonly EndpointPlugin[]
  lookUp: LookUpName
  /** Sets who learns of every event; undefined: no part of the configuration needs that. */
  onEvent?: ((listener: EventSink) => void) | undefined
  /** Null: a real provider, hence no dev drawer. */
  testProvider: TestProvider | null
  /** Whether `paths.verify` of this server serves auth requests. */
  servesForwardAuth: boolean
  /** Null: no origin has a session cookie of its own. */
  handOver: HandOverAttempts | null
  /** Collects every route. */
  ownPaths: PathList
  /** Of the assertions: their public keys and how they are issued. */
  identities: Pick<Identities, 'jwks' | 'discovery'>
}

/** Part of the gateway with endpoints of its own. */
export interface EndpointPlugin {
  /** Registers them, with the rules that hold for all own endpoints. Undefined: the configuration asks for none. */
  registerEndpoints?(app: FastifyInstance, options: AllEndpointsOptions): Promise<void> | undefined
}

/**
 * Registers the gateway's own endpoints. `config.sameOrigin` of a route: state-changing calls must come from the site itself.
 */
export async function registerEndpoints(app: FastifyInstance, options: AllEndpointsOptions): Promise<void> {
  const { config, testProvider, ownPaths, servesForwardAuth, areByHost, origins } = options
  const { paths } = config
  const loginPaths = listLoginPaths(config)
  const names = new Map<string, RouteName>([
    [paths.session, 'session'],
    [paths.refresh, 'refresh'],
    [paths.logout, 'logout'],
    [paths.verify, 'verify'],
    [JWKS_PATH, 'jwks'],
    [DISCOVERY_PATH, 'jwks']
  ])
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= MAX_BODY_BYTES
    requireOriginRule(route)
    route.config = { ...route.config, name: nameOf(route.url) }
    if (areByHost && isSignInPath(route.url)) onSignInSite(route)
    if (route.url !== paths.verify) ownPaths.add(route)
  })
  function isSignInPath(url: string): boolean {
    return (
      url.startsWith(`${paths.login}/`) ||
      nameOf(url) === 'oauth' ||
      [DEV_DRAWER_PATH, PROVIDER_WINDOW_PATH].includes(url) ||
      loginPaths.includes(url) ||
      isAccountPage(config, url)
    )
  }
  function nameOf(url: string): RouteName {
    if (url === paths.login || url.startsWith(`${paths.login}/`)) return 'login'
    if (url.startsWith(`${ASSETS_PATH}/`)) return 'assets'
    if (url.includes('/_auth/oauth') || url.includes('/oauth-authorization-server')) return 'oauth'
    if (url.startsWith(ACCOUNT_PATH) || isAccountPage(config, url)) return 'account'
    return names.get(url) ?? 'other'
  }
  const applySessionCors = createSessionCors(paths.session, options.corsAt)
  app.addHook('onRequest', async (request, reply) => {
    const { url = '' } = request.routeOptions
    if (options.handOver?.isElsewhere(url, authRequestOf(request).origin) === true)
      throw new Fault('NOT_FOUND')
    if (applySessionCors(request, reply)) return reply
    if (isSafeMethod(request.method)) return
    const { sameOrigin = false } = request.routeOptions.config
    if (sameOrigin !== false && !isFromOwnSite(request.headers, authRequestOf(request).origin))
      throw originMismatch(request.headers, authRequestOf(request).origin)
    if (sameOrigin === 'stated' && !hasStatedOrigin(request.headers))
      throw new Fault('ORIGIN_MISMATCH', { detail: 'neither Origin nor Sec-Fetch-Site' })
    limitBodyTime(request.raw, BODY_TIMEOUT_MS, (fault) => {
      if (!reply.sent) reply.send(fault)
    })
  })
  // No endpoint uses form fields, but the body limit must apply to them as well.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'buffer' },
    (_request, _fields, done) => done(null, null)
  )
  readJsonBodies(app)
  // Some proxies turn an HTTP/2 call without a body, such as `fetch('/logout', { method: 'POST' })`, into an
  // empty chunked body without a type.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, ({ headers }, _bytes, done) => {
    const type = headers['content-type']
    if (type === undefined) done(null, null)
    else done(new Fault('INVALID_REQUEST', { detail: 'content type' }))
  })

  // Only here: it writes cookies in `onSend`, which proxied responses never reach.
  await app.register(fastifyCookie)
  const pageOptions = {
    ...options,
    devDrawerPath: testProvider === null ? null : DEV_DRAWER_PATH,
    providerWindowPath: testProvider?.hasProviderWindow === true ? PROVIDER_WINDOW_PATH : null
  }
  const pages = createLoginPages(pageOptions)
  registerLoginPage(app, pageOptions, pages)
  if (testProvider !== null) registerDevDrawer(app, testProvider, { origins, loginPath: paths.login })
  const { assets, appearances } = options
  const file = (name: string) =>
    assets.files.get(name) ?? appearances.files.get(name) ?? pages.laterTexts.file(name)
  registerLoginAssets(app, { get: file }, { forSite: origins.ofApplications.length > 0 })
  await registerSession(app, options)
  if (config.account.enabled) {
    registerAccount(app, options)
    registerAccountPages(app, options, pages)
  }
  registerLogout(app, options)
  registerLanguage(app, options)
  if (config.keepForms.enabled) registerKeptForm(app, options)
  if (config.clientSdk.enabled) registerClientSdk(app, options)
  else reserve(app, CLIENT_SDK_PATH)
  if (options.handOver !== null) await registerHandOver(app, options, options.handOver)
  for (const plugin of options.plugins) await plugin.registerEndpoints?.(app, options)
  const { identities } = options
  for (const [url, read] of [
    [JWKS_PATH, identities.jwks],
    [DISCOVERY_PATH, async () => identities.discovery]
  ] as const)
    app.get(url, async (request, reply) => {
      const document = await read()
      if (document === null) throw new Fault('NOT_FOUND')
      return markOwnResponse(request, reply).header('cache-control', 'public, max-age=300').send(document)
    })
  if (!servesForwardAuth) reserve(app, paths.verify)
  const { logout, refresh, session } = paths
  const usual = [...loginPaths, logout, refresh, session, JWKS_PATH, DISCOVERY_PATH, `${ASSETS_PATH}/*`]
  const ofAccount = config.account.enabled ? [paths.account, ...listAccountPaths(config)] : []
  for (const url of [...usual, ...ofAccount]) refuseOtherMethods(app, url, { sameOrigin: true })
}

/** Keeps a path that is off from the application. */
function reserve(app: FastifyInstance, url: string): void {
  app.all(url, { config: { sameOrigin: true } }, async () => {
    throw new Fault('NOT_FOUND')
  })
}

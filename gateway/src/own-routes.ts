import { fastifyCookie } from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { HandOverAttempts } from './access/responses/hand-over.ts'
import { sendPage } from './access/responses/kept-forms.ts'
import {
  FORM_PATH,
  LANGUAGE_PARAMETER,
  LANGUAGE_PATH,
  resolveRedirectTarget,
  SHOWN_AGAIN,
  TARGET_PARAMETER
} from './access/responses/redirect-target.ts'
import { registerHandOver } from './endpoints/hand-over.ts'
import { registerLogout } from './endpoints/logout.ts'
import { type AddRoutes, createSessionLookup, type EndpointOptions } from './endpoints/own-session.ts'
import { createPageCookie, LANGUAGE_SECONDS } from './endpoints/page-cookies.ts'
import { createSessionCors, registerSession } from './endpoints/session.ts'
import { Fault } from './errors.ts'
import { authRequestOf } from './http/auth-request.ts'
import type { LookUpName } from './http/connections/outbound-pool.ts'
import { limitBodyTime, readJsonBodies } from './http/message.ts'
import { hasStatedOrigin, isFromOwnSite, isSafeMethod, originMismatch } from './http/origin.ts'
import { markOwnResponse, sendOwnResponse } from './http/own-response.ts'
import {
  nameScope,
  onSignInSite,
  type PathList,
  refuseOtherMethods,
  requireOriginRule,
  reservePath
} from './http/routes.ts'
import { parameterOf } from './http/target.ts'
import type { Identities } from './identity/identity.ts'
import type { TestProvider } from './identity-platform/test-provider.ts'
import { ASSETS_PATH, registerLoginAssets } from './login-page/assets/assets.ts'
import { createLoginPages, type LoginPageOptions, type LoginPages } from './login-page/pages.ts'
import { registerLoginPage } from './login-page/routes.ts'
import type { EventSink } from './operations/events.ts'
import { nameRoutes } from './operations/requests/request-record.ts'
import type { Runtime } from './operations/runtime.ts'

/** Request body limit of the gateway's own endpoints, in bytes. */
const MAX_BODY_BYTES = 16 * 1024
/** Timeout for receiving such a body, in milliseconds. */
const BODY_TIMEOUT_MS = 10_000

export interface AllEndpointsOptions extends LoginPageOptions {
  plugins: readonly EndpointPlugin[]
  runtime: Runtime
  lookUp: LookUpName
  /** Sets who learns of every event; undefined: no part of the configuration needs that. */
  onEvent?: ((listener: EventSink) => void) | undefined
  testProvider: TestProvider | null
  /** Null: no origin has a session cookie of its own. */
  handOver: HandOverAttempts | null
  ownPaths: PathList
  identities: Pick<Identities, 'jwks' | 'discovery'>
}

/** What plugins add endpoints with: the rules that hold for all own endpoints apply to theirs. */
export interface PluginEndpoints extends AllEndpointsOptions {
  addRoutes: AddRoutes
  pages: LoginPages
}

/** Asks a serving process on behalf of the management listener, with values that JSON can carry. Null: none responds. */
export type AskServing = (request: object) => Promise<unknown>

/** Part of the gateway with endpoints of its own. */
export interface EndpointPlugin {
  registerEndpoints?(app: FastifyInstance, options: PluginEndpoints): Promise<void> | undefined
  /** Adds paths at the management listener, which exist only while a token is required. What `ask` asks is answered by `operatorRequests`. */
  registerManagement?(app: FastifyInstance, ask: AskServing): Promise<void>
}

/** Registers the gateway's own endpoints. `config.sameOrigin` of a route: state-changing calls must come from the site itself. */
export async function registerEndpoints(app: FastifyInstance, options: AllEndpointsOptions): Promise<void> {
  const { config, ownPaths, applications, origins, assets, appearances } = options
  const { paths, forwardAuth } = config
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= MAX_BODY_BYTES
    requireOriginRule(route)
  })
  addRequestRules(app, createSessionCors(paths.session, options.corsAt))
  // Only here: it writes cookies in `onSend`, which proxied responses never reach.
  await app.register(fastifyCookie)

  const addRoutes: AddRoutes = (name, register, { isOnSignInSite = false } = {}) =>
    app.register(
      nameScope(`endpoints: ${name}`, async (scope) => {
        nameRoutes(scope, name)
        scope.addHook('onRoute', (route) => {
          if (isOnSignInSite && applications.areByHost) onSignInSite(route)
          if (route.url !== paths.verify) ownPaths.add(route)
        })
        await register(scope)
      })
    )

  const pages = createLoginPages(options)
  registerLoginPage(addRoutes, options, pages)
  const file = (name: string) =>
    assets.files.get(name) ?? appearances.files.get(name) ?? pages.laterTexts.file(name)
  addRoutes('assets', (scope) => {
    registerLoginAssets(scope, { get: file }, { forSite: origins.ofApplications.length > 0 })
    refuseOtherMethods(scope, `${ASSETS_PATH}/*`, { sameOrigin: true })
  })
  registerSession(addRoutes, options)
  addRoutes('logout', (scope) => registerLogout(scope, options))
  addRoutes('jwks', (scope) => registerKeys(scope, options.identities))
  addRoutes('other', async (scope) => {
    registerLanguage(scope, options)
    if (config.keepForms.enabled) registerKeptForm(scope, options)
    if (options.handOver !== null) await registerHandOver(scope, { ...options, attempts: options.handOver })
  })
  if (!forwardAuth.enabled || forwardAuth.listen !== null)
    addRoutes('verify', (scope) => reservePath(scope, paths.verify))
  for (const plugin of options.plugins)
    await plugin.registerEndpoints?.(app, { ...options, addRoutes, pages })
}

/** What holds for each request: where it comes from, and how long its body may take. */
function addRequestRules(app: FastifyInstance, applyCors: ReturnType<typeof createSessionCors>): void {
  app.addHook('onRequest', async (request, reply) => {
    if (applyCors(request, reply)) return reply
    if (isSafeMethod(request.method)) return
    const { headers, routeOptions } = request
    const { sameOrigin = false } = routeOptions.config
    const { origin } = authRequestOf(request)
    if (sameOrigin !== false && !isFromOwnSite(headers, origin)) throw originMismatch(headers, origin)
    if (sameOrigin === 'stated' && !hasStatedOrigin(headers))
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
}

function registerKeys(app: FastifyInstance, { jwks, discovery }: AllEndpointsOptions['identities']): void {
  for (const [url, read] of [
    ['/_auth/jwks.json', jwks],
    ['/_auth/.well-known/openid-configuration', async () => discovery]
  ] as const) {
    app.get(url, async (request, reply) => {
      const document = await read()
      if (document === null) throw new Fault('NOT_FOUND')
      return markOwnResponse(request, reply).header('cache-control', 'public, max-age=300').send(document)
    })
    refuseOtherMethods(app, url, { sameOrigin: true })
  }
}

/** Sets the language cookie for this host, as the login page does, and redirects to a same-origin path. Safe to call cross-site. */
function registerLanguage(app: FastifyInstance, { config }: EndpointOptions): void {
  const { enabled } = config.login.locales
  const cookie = createPageCookie(config, 'lang')
  app.get(LANGUAGE_PATH, async (request, reply) => {
    const chosen = parameterOf(request, LANGUAGE_PARAMETER)
    const language = enabled.find((id) => id === chosen)
    if (language !== undefined) cookie.set(reply, language, LANGUAGE_SECONDS)
    const back = resolveRedirectTarget(parameterOf(request, TARGET_PARAMETER), {
      publicOrigin: authRequestOf(request).origin,
      reserved: ['/_auth', '/__'],
      own: SHOWN_AGAIN,
      home: config.paths.home
    })
    return markOwnResponse(request, reply).redirect(back, 303)
  })
  refuseOtherMethods(app, LANGUAGE_PATH, { sameOrigin: true })
}

/** The page that sends a form stored in the browser. Shows who is signed in. */
function registerKeptForm(app: FastifyInstance, options: EndpointOptions): void {
  const { config, responses } = options
  const { home } = config.paths
  const findSession = createSessionLookup(options)
  app.get(FORM_PATH, async (request, reply) => {
    const authRequest = authRequestOf(request)
    const session = await findSession(request, reply)
    if (reply.sent) return reply
    const rules = { publicOrigin: authRequest.origin, reserved: ['/_auth', '/__'], home }
    const back = resolveRedirectTarget(parameterOf(request, TARGET_PARAMETER), rules)
    return sendOwnResponse(request, reply, responses.page(authRequest, 200, sendPage(back, session)))
  })
  refuseOtherMethods(app, FORM_PATH, { sameOrigin: true })
}

import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isInScope } from '../access/applications/tenancy.ts'
import { MAX_TARGET_CHARS } from '../access/responses/redirect-target.ts'
import { foreignFormPage } from '../access/responses/refusal-pages.ts'
import { NOT_AHEAD } from '../access/responses/responses.ts'
import { findShortfall } from '../access/rules/step-up.ts'
import { noteForeignOrigin } from '../access/security-events.ts'
import type { Schedule } from '../async.ts'
import { ACTION_PATH } from '../auth-helper/proxy.ts'
import { isThisMachine, parseUrl } from '../config/addresses/urls.ts'
import type { Config } from '../config/schema/schema.ts'
import { permissionsOf } from '../endpoints/own-account.ts'
import { type AddRoutes, createSessionLookup, type EndpointOptions } from '../endpoints/own-session.ts'
import {
  createPageCookie,
  createRedirectCounter,
  createSessionRedirectCounter,
  LOOP_DETECTED,
  WINDOW_SECONDS
} from '../endpoints/page-cookies.ts'
import { authRequestOf, describeRequest, isAhead, isSpeculative, isWholePage } from '../http/auth-request.ts'
import { readHost } from '../http/origin.ts'
import { clearSiteDataOf, markOwnResponse, sendOwnResponse } from '../http/own-response.ts'
import { refuseOtherMethods } from '../http/routes.ts'
import { parameterOf } from '../http/target.ts'
import type { Session } from '../session/session.ts'
import { ASSETS_PATH } from './assets/assets.ts'
import { type LoginPageOptions, type LoginPages, registerPages } from './pages.ts'
import {
  ACCOUNT_PAGE_PATHS,
  ADDRESSES,
  type AskedAddress,
  CHANGE_PASSWORD_PATH,
  FOR_SIGNED_OUT,
  isOffered,
  type LoginVisit,
  listAccountPages,
  SCREEN_PATHS
} from './visit/visit.ts'

/** Below the assets' path, so that the page's policy allows it. */
const FORGET_PATH = `${ASSETS_PATH}/signed-out.css`
/** Delay of the first rendering, in seconds: startup comes first. */
const WARM_AFTER_SECONDS = 0.25
/** A redirect target, possibly all percent-encoded, plus other parameters. */
const MAX_SEARCH_CHARS = 4 * MAX_TARGET_CHARS
const FORBIDDEN = 403

/** Registers the screens below `paths.login`, that for mail links also at the provider's path, and the address for changing a password. */
export function registerLoginPage(addRoutes: AddRoutes, options: LoginPageOptions, pages: LoginPages): void {
  const { config } = options
  const { login, paths } = config
  const handlers = createLoginHandlers(options, pages)
  const screens = ADDRESSES.map((address) => ({
    url: `${paths.login}${SCREEN_PATHS[address]}`,
    show: async (request: FastifyRequest, reply: FastifyReply) =>
      isOffered(address, login)
        ? handlers.show(request, reply, address)
        : markOwnResponse(request, reply).redirect(`${paths.login}${searchOf(request)}`, 302),
    discardForm: handlers.discardForm
  }))
  const site = { isOnSignInSite: true }
  addRoutes('login', (app) => registerPages(app, paths.login, screens), site)
  addRoutes('assets', (app) => void app.get(FORGET_PATH, handlers.forget))
  addRoutes(
    'other',
    (app) => {
      app.get(ACTION_PATH, async (request, reply) => handlers.show(request, reply, 'action'))
      refuseOtherMethods(app, ACTION_PATH, { sameOrigin: true })
      warmOnceReady(app, pages, options.schedule)
      if (!isOffered('forgot', login)) return
      app.get(CHANGE_PASSWORD_PATH, async (request, reply) =>
        markOwnResponse(request, reply).redirect(changePasswordAt(config), 302)
      )
      refuseOtherMethods(app, CHANGE_PASSWORD_PATH, { sameOrigin: true })
    },
    site
  )
}

function warmOnceReady(app: FastifyInstance, pages: LoginPages, schedule: Schedule): void {
  let cancel = () => {}
  app.addHook('onReady', async () => {
    cancel = schedule(WARM_AFTER_SECONDS, () => {
      pages.warm().catch((err: unknown) => app.log.error({ err }, 'login page: the first rendering failed'))
    })
  })
  app.addHook('onClose', async () => cancel())
}

/** Where to change a password: on the account page, which requires a sign-in, or by mail. */
function changePasswordAt(config: Config): string {
  const { account, paths } = config
  const hasPage = account.enabled && listAccountPages(permissionsOf(config)).includes('password')
  return hasPage ? `${paths.account}${ACCOUNT_PAGE_PATHS.password}` : `${paths.login}${SCREEN_PATHS.forgot}`
}

/** The query with its question mark, unchanged; empty if longer than any link of the page. */
function searchOf({ target }: FastifyRequest): string {
  const search = target === null ? '' : target.raw.slice(target.path.length)
  return search.length > MAX_SEARCH_CHARS ? '' : search
}

type OfSignedIn<Result> = (
  request: FastifyRequest,
  reply: FastifyReply,
  visit: LoginVisit,
  session: Session
) => Promise<Result>

function createLoginHandlers(
  { config, sessions, responses, shared, now }: LoginPageOptions,
  { visits, send: sendPage }: LoginPages
) {
  /** No sign-in form that the browser would show after the sign-in. */
  const send: LoginPages['send'] = async (request, reply, visit, session) => {
    if (!isSpeculative(request.headers)) return sendPage(request, reply, visit, session)
    // The page itself clears what is left of an ended session.
    if (session === null) reply.removeHeader('set-cookie').removeHeader('clear-site-data')
    return sendOwnResponse(request, reply, NOT_AHEAD)
  }
  const findSession = createSessionLookup({ config, sessions, responses })
  const countRedirect = createRedirectCounter(now)
  const isSessionLooping = createSessionRedirectCounter(shared)
  const redirectCookie = createPageCookie(config, 'redirects')
  const signedOutCookie = createPageCookie(config, 'signed-out')
  const askCookie = createPageCookie(config, 'step-up')
  const clearCache = clearSiteDataOf(config, ['cache'])

  const redirect: OfSignedIn<FastifyReply> = async (request, reply, visit, session) => {
    if (await isLoop(request, reply, visit, session))
      return sendLoop(request, reply.code(LOOP_DETECTED), visit, session)
    return markOwnResponse(request, reply).redirect(visit.redirectTarget, 302)
  }

  const isLoop: OfSignedIn<boolean> = async (request, reply, { redirectTarget }, session) => {
    // A prefetched page is not shown, so its redirect does not count.
    const isShown = !isAhead(request)
    if (!redirectCookie.isKept) return isShown && (await isSessionLooping(session, redirectTarget))
    const decision = countRedirect(redirectCookie.read(request), redirectTarget)
    if (decision.kind === 'redirect' && isShown) redirectCookie.set(reply, decision.count, WINDOW_SECONDS)
    return decision.kind === 'loop'
  }

  const sendLoop: OfSignedIn<FastifyReply> = async (request, reply, visit, { subject }) => {
    const authRequest = authRequestOf(request)
    const isByForm = parameterOf(request, 'reason') === 'lost-form'
    const fix = isByForm ? `name ${visit.destination.url.pathname} in access.crossSitePosts` : undefined
    const facts = { ...describeRequest(authRequest), outcome: 'loop', subject, fix }
    request.log.warn(facts, 'login page: redirect loop')
    const page = foreignFormPage(config.paths.home)
    if (isByForm) return sendOwnResponse(request, reply, responses.page(authRequest, reply.statusCode, page))
    const problem = { code: 'loop', reference: request.id }
    return send(request, reply, { ...visit, address: 'problem', problem }, null)
  }

  /** Requires another sign-in, unless the previous one did not help. */
  const askAgain: OfSignedIn<FastifyReply> = async (request, reply, visit, session) => {
    const withinSeconds = visit.stepUp?.signedInWithinSeconds ?? null
    if (withinSeconds === null || isAhead(request)) return send(request, reply, visit, session)
    const note = askOnce(askCookie.read(request), session, withinSeconds, now())
    if (note === null) {
      // The next attempt asks again.
      askCookie.set(reply, '', 0)
      return sendLoop(request, reply.code(FORBIDDEN), visit, session)
    }
    askCookie.set(reply, note, withinSeconds)
    return send(request, reply, visit, session)
  }

  /** Tells a visitor who has just signed out, perhaps in another tab. */
  function withSignOut(visit: LoginVisit, request: FastifyRequest, reply: FastifyReply): LoginVisit {
    if (signedOutCookie.read(request) === undefined) return visit
    if (clearCache['clear-site-data'] !== undefined)
      reply.header('link', `<${FORGET_PATH}>; rel=preload; as=style`)
    return { ...visit, reason: visit.reason ?? 'signed-out' }
  }

  /** Another sign-in is required by the redirect target's rule, regardless of the URL, or asked for by an authorization request. */
  function withStepUp(visit: LoginVisit, session: Session): LoginVisit {
    const { stepUp, wantsPrompt, reason } = visit
    const isAsked = wantsPrompt && reason === 'step-up'
    const isEnough = stepUp === null || findShortfall(session, stepUp, now()) === null
    return isEnough && !isAsked ? visit : { ...visit, isStepUp: true, reason: 'step-up' }
  }

  return {
    /** The browser keeps the page before this one in memory for Back only once this one is there: after the response to the sign-out. */
    async forget(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      if (signedOutCookie.read(request) !== undefined) reply.headers(clearCache)
      return markOwnResponse(request, reply).type('text/css').send('')
    },

    async show(request: FastifyRequest, reply: FastifyReply, address: AskedAddress): Promise<FastifyReply> {
      const led = leadToOrigin(request, reply, { config, responses })
      if (led !== null) return led
      const asked = visits.read(request, address)
      if (address === 'second-step') {
        const session = await findSession(request, reply)
        if (reply.sent) return reply
        const isOwn = session !== null && isInScope(asked.scope, session.tenantId)
        return send(request, reply, asked, isOwn ? session : null)
      }
      const session = FOR_SIGNED_OUT.includes(address) ? await findSession(request, reply) : null
      if (reply.sent) return reply
      const visit = session === null ? withSignOut(asked, request, reply) : withStepUp(asked, session)
      if (visit.isStepUp && session !== null) return askAgain(request, reply, visit, session)
      const mayRedirect = session !== null && !visit.wantsPrompt && isInScope(visit.scope, session.tenantId)
      return mayRedirect ? redirect(request, reply, visit, session) : send(request, reply, visit, session)
    },

    /** Its content, including the password, is not read. */
    async discardForm(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const { query } = visits.read(request, 'sign-in')
      markOwnResponse(request, reply).header('connection', 'close')
      return reply.redirect(`${config.paths.login}${query}${query === '' ? '?' : '&'}reason=js`, 303)
    }
  }
}

/** Asks for another sign-in once: returns the value of a cookie that says which session was asked, and when. Null: asked in vain. `cookie`: unchecked. */
function askOnce(cookie: string | undefined, { id }: Session, withinSeconds: number, epochSeconds: number) {
  const nowSeconds = Math.floor(epochSeconds)
  const session = hash('sha256', id, 'hex').slice(0, 16)
  const [, since, asked] = /^(\d{1,12})\.([0-9a-f]{16})$/.exec(cookie ?? '') ?? []
  const ageSeconds = nowSeconds - Number(since)
  const isRecent = ageSeconds >= 0 && ageSeconds < withinSeconds
  return isRecent && asked !== session ? null : `${nowSeconds}.${session}`
}

/** Of a visitor who was led here: a proxy that changes `Host` would otherwise cause a loop. */
const LED_PARAMETER = 'led'

/** Leads a browser from another origin to the configured one; to loopback, which may be of another machine, by a page. Null: no need. */
function leadToOrigin(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, responses }: Pick<EndpointOptions, 'config' | 'responses'>
): FastifyReply | null {
  const authRequest = authRequestOf(request)
  const { origin, target } = authRequest
  const address = new URL(origin)
  const asked = askedOrigin(request, address)
  if (asked === null || parameterOf(request, LED_PARAMETER) !== null) return null
  noteForeignOrigin(authRequest, asked, request.server.reportEvent)
  const raw = target?.raw ?? ''
  const location = `${origin}${raw}${raw.includes('?') ? '&' : '?'}${LED_PARAMETER}=1`
  if (!isThisMachine(address.hostname))
    return sendOwnResponse(request, reply, { statusCode: 302, headers: { location }, body: null })
  const page = responses.page(authRequest, 403, (texts) => ({
    icon: 'warning',
    title: texts['gateway.title.refused'],
    text: texts['gateway.text.unknown-host'],
    links: [{ label: `${origin}${config.paths.login}`, href: location }]
  }))
  return sendOwnResponse(request, reply, page)
}

/** The origin at which a browser loads a page, if it is another one. Programs may ask at internal addresses. */
function askedOrigin(request: FastifyRequest, { protocol, host, hostname }: URL): string | null {
  const { headers, raw } = request
  const statesDest = headers['sec-fetch-dest'] !== undefined
  if (!isWholePage(headers) || !(statesDest || headers['upgrade-insecure-requests'] === '1')) return null
  // Browsers send fetch metadata over https, and never `X-Forwarded-…`: any proxy may name scheme and host, as Firebase Hosting does.
  const isSecure = request.protocol === 'https' || headers['x-forwarded-proto'] === 'https'
  const isPlain = protocol === 'https:' && !isSecure && !statesDest
  const scheme = isPlain ? 'http:' : protocol
  const asked = parseUrl(`${scheme}//${readHost(raw, { isTrustedProxy: () => true })}`)
  const direct = parseUrl(`${scheme}//${request.host}`)
  // Proxies may pass the host without its port.
  const isRight = [asked, direct].some((url) => url?.host === host || url?.host === hostname)
  return isRight && !isPlain ? null : (asked?.origin ?? null)
}

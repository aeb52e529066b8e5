import type { FastifyReply, FastifyRequest } from 'fastify'
import { markOwnAnswer } from '../access/answers.ts'
import { describeRequest } from '../access/decision-log.ts'
import { noteRefusal } from '../access/refusal-events.ts'
import { isWelcome } from '../access/sites.ts'
import { isHttps } from '../config/addresses/urls.ts'
import { clearSiteDataOf } from '../config/response-headers.ts'
import type { EndpointOptions } from '../endpoints/options.ts'
import { isAhead } from '../http/navigation.ts'
import { openerPolicyFor } from '../http/opener-policy.ts'
import type { Session } from '../session/session.ts'
import { ADDRESSES, type AskedAddress, isForSignedOut, isOffered } from './addresses.ts'
import type { LoginAssets } from './assets.ts'
import { createBounces, WINDOW_SECONDS } from './bounces.ts'
import { powersOf, securityHeadersOf } from './csp.ts'
import { chooseEncoding } from './encoding.ts'
import { createLocales } from './locales.ts'
import type { Looks } from './looks.ts'
import { createViews, type View } from './page-config.ts'
import { createPageCookie } from './page-cookie.ts'
import { createLoginRenderer, type ServerBundle } from './rendering.ts'
import { createVisits, type LoginVisit, parameterOf } from './visit.ts'

const YEAR_SECONDS = 365 * 24 * 60 * 60
/** The visitor runs in circles because of an application: a fault that monitoring should count (RFC 5842, 7.2). */
const LOOP_DETECTED = 508

export interface LoginPageOptions extends EndpointOptions {
  assets: LoginAssets
  looks: Looks
  /** Path of the demo's drawer, for the page to load; null: there is none. */
  drawerPath: string | null
  /** Epoch seconds. */
  now: () => number
  /** What renders the page; default: the one that was built. */
  loadBundle?: () => Promise<ServerBundle>
}

/** What happens at the addresses of the login page, around everything that is worked out once. */
export function createLoginHandlers(options: LoginPageOptions) {
  const { config, assets, sessions, sites, now, loadBundle } = options
  const locales = createLocales(config.login.locales)
  const visits = createVisits(config, sites)
  const buildView = createViews({ ...options, locales, handover: sessions.mode === 'handover' })
  const renderer = createLoginRenderer(assets, loadBundle)
  const cookieFor = { session: sessions.cookie, secure: isHttps(config) }
  const languageCookie = createPageCookie({ ...cookieFor, kind: 'lang' })
  const bouncesCookie = createPageCookie({ ...cookieFor, kind: 'bounces' })
  const countBounce = createBounces(now)
  const clearSiteData = clearSiteDataOf(config)

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    address: AskedAddress
  ): Promise<FastifyReply> {
    const visit = visits.read(request, address)
    const session = isForSignedOut(address) ? await findSession(request, reply) : null
    if (session === null || visit.wantsPrompt || !isWelcome(visit.welcome, session.tenantId))
      return send(request, reply, visit, session)
    const bounce = countBounce(bouncesCookie.read(request), visit.redirectTarget)
    if (bounce.kind === 'loop') return showLoop(request, reply, visit, session)
    // What a browser fetches ahead brings nobody anywhere.
    if (!isAhead(request)) bouncesCookie.set(reply, bounce.count, WINDOW_SECONDS)
    return markOwnAnswer(request, reply).redirect(visit.redirectTarget, 302)
  }

  async function findSession(request: FastifyRequest, reply: FastifyReply): Promise<Session | null> {
    const { checker } = sessions
    const check = await checker.check(request.headers.cookie)
    if (check.kind === 'ended') noteRefusal(request, { code: check.code, session: null }, checker)
    if ('setCookies' in check && check.setCookies.length > 0) reply.header('set-cookie', check.setCookies)
    // Its cookie goes with this answer: no later one would know of it.
    if (check.kind === 'ended' && clearSiteData !== null) reply.header('clear-site-data', clearSiteData)
    return check.kind === 'signed-in' ? check.session : null
  }

  async function showLoop(
    request: FastifyRequest,
    reply: FastifyReply,
    visit: LoginVisit,
    session: Session
  ): Promise<FastifyReply> {
    request.log.warn({ ...describeRequest(request), outcome: 'loop', subject: session.subject }, 'login')
    reply.code(LOOP_DETECTED)
    const problem = { code: 'loop', reference: request.id }
    return send(request, reply, { ...visit, address: 'problem', problem }, null)
  }

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    visit: LoginVisit,
    session: Session | null
  ): Promise<FastifyReply> {
    const view = buildView(visit, await chooseLanguage(request, reply, visit), session)
    const { body, encoding } = await renderer.render(view, chooseEncoding(request.headers['accept-encoding']))
    if (encoding !== null) reply.header('content-encoding', encoding)
    return markOwnAnswer(request, reply)
      .headers(headersOf(view))
      .header('cross-origin-opener-policy', openerPolicyFor(request.headers['sec-ch-ua']))
      .header('content-language', view.pageConfig.locale)
      .header('vary', 'Accept-Language, Cookie, Accept-Encoding')
      .type('text/html; charset=utf-8')
      .send(body)
  }

  async function chooseLanguage(
    request: FastifyRequest,
    reply: FastifyReply,
    { address }: LoginVisit
  ): Promise<string> {
    const { headers } = request
    const lang = parameterOf(request, 'lang')
    const chosen = lang === null ? null : await locales.find(lang)
    // The language in a link from a mail is that of the mail.
    if (chosen !== null && address !== 'action') languageCookie.set(reply, chosen, YEAR_SECONDS)
    return locales.choose({
      uiLocales: parameterOf(request, 'ui_locales'),
      lang,
      cookie: languageCookie.read(request),
      header: headers['accept-language']
    })
  }

  function headersOf({ addresses, pageConfig }: View): Record<string, string> {
    return {
      ...securityHeadersOf(powersOf(config, addresses)),
      // API keys may be restricted by referrer, so the provider must see the origin. What a link from a mail can do is in
      // its URL, which must not get into anybody's log of referrers, not even our own.
      'referrer-policy':
        pageConfig.address === 'action' ? 'strict-origin' : 'strict-origin-when-cross-origin',
      link: assets.preloads,
      'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()'
    }
  }

  return {
    show,

    /** For a form that is posted before the script runs: the password in it is looked at by nobody. */
    async throwAway(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
      const { query } = visits.read(request, 'sign-in')
      markOwnAnswer(request, reply).header('connection', 'close')
      return reply.redirect(`${config.paths.login}${query}${query === '' ? '?' : '&'}reason=js`, 303)
    },

    /** Renders what most visitors will see. Stops when `isOver` says so. */
    warm(isOver: () => boolean): Promise<void> {
      const addresses = ADDRESSES.filter((address) => isOffered(address, config.login))
      const usual = addresses.flatMap((address) => visits.usual(address))
      const views = locales.names.flatMap(({ id }) => usual.map((visit) => buildView(visit, id, null)))
      return renderer.warm(views, isOver)
    }
  }
}

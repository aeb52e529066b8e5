/** The login page and the account page as HTML: rendering, headers, appearance. Never begins or ends a session. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Schedule } from '../async.ts'
import { PROVIDER_ENDPOINTS } from '../config/defaults.ts'
import type { Config } from '../config/schema/schema.ts'
import type { EndpointOptions } from '../endpoints/own-session.ts'
import { createPageCookie } from '../endpoints/page-cookies.ts'
import { type InlineStyle, inlineStyle } from '../http/html.ts'
import type { Locales } from '../http/locales.ts'
import { chooseEncoding, compress, markOwnResponse, openerPolicyFor } from '../http/own-response.ts'
import type { PageFrame } from '../http/page.ts'
import { refuseOtherMethods, reservePath } from '../http/routes.ts'
import type { TestProvider } from '../identity-platform/test-provider.ts'
import type { Session } from '../session/session.ts'
import type { Appearances, HostAppearance } from './appearance/appearance.ts'
import type { LoginAssets } from './assets/assets.ts'
import { createViews, type View } from './document/page-config.ts'
import {
  createDocumentRenderer,
  createLaterTexts,
  type RenderDocument,
  styleOf
} from './document/rendering.ts'
import { createLanguageChoice, createVisits, type LoginVisit } from './visit/visit.ts'

export interface LoginPageOptions extends EndpointOptions {
  assets: LoginAssets
  appearances: Appearances
  locales: Locales
  testProvider: Pick<TestProvider, 'hasProviderWindow'> | null
  schedule: Schedule
}

export type LoginPages = ReturnType<typeof createLoginPages>

/** Builds what all page requests share. */
export function createLoginPages(options: LoginPageOptions) {
  const { config, assets, locales, appearances } = options
  const isEmulator = config.identityPlatform.emulatorHost !== null
  const testProvider = options.testProvider ?? (isEmulator ? { hasProviderWindow: false } : null)
  const chooseLanguage = createLanguageChoice(locales, createPageCookie(config, 'lang'))
  const visits = createVisits(options)
  const laterTexts = createLaterTexts(locales)
  const buildView = createViews({ config, locales, laterTexts, appearances, testProvider })
  const render = createDocumentRenderer(assets)

  return {
    visits,
    laterTexts,

    /** `session`: null without one, or if the page does not use it. */
    async send(request: FastifyRequest, reply: FastifyReply, visit: LoginVisit, session: Session | null) {
      const view = buildView(visit, chooseLanguage(request, reply, visit), session)
      const headers = pageHeadersOf(config, assets, view, request)
      return sendPage(request, reply, { render, view, headers })
    },

    /** Renders one page, so that no visitor waits for the loading of what does. */
    async warm(): Promise<void> {
      await render(buildView(visits.plain('sign-in'), config.login.locales.default, null))
    }
  }
}

type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Registers pages below `root`, with one route for other methods and unknown paths. `discardForm`: for a form posted before the script ran. */
export function registerPages(
  app: FastifyInstance,
  root: string,
  pages: readonly { url: string; show: PageHandler; discardForm: PageHandler }[]
): void {
  for (const { url, show, discardForm } of pages) {
    app.get(url, show)
    app.post(url, { config: { sameOrigin: true } }, discardForm)
  }
  refuseOtherMethods(app, root, { sameOrigin: true })
  const urls = new Set(pages.map(({ url }) => url))
  reservePath(app, `${root}/*`, (path) => (urls.has(path) ? ['GET', 'HEAD', 'POST'] : []))
}

/** Brand, looks and footer that the gateway's other pages share with the login page. Without files, it has what can be inlined. */
export function buildPageFrame(
  appearance: HostAppearance,
  { assets: { ownPages }, locales }: Pick<LoginPageOptions, 'assets' | 'locales'>,
  hasFiles: boolean
): PageFrame {
  const { brandName, logo, inlineLogo, colorScheme, stylesheetHrefs, theme, links } = appearance
  const textsIn = (language: string) => locales.of(language).texts
  const footer = { links, languages: locales.names, textsIn }
  const frame = { brandName, colorScheme, footer, nameAt: appearance.destinationFor }
  if (hasFiles) return { ...frame, logo, stylesheetHrefs: [...ownPages.stylesheetHrefs, ...stylesheetHrefs] }
  const isInline = inlineLogo?.src.startsWith('data:') && inlineLogo.darkSrc?.startsWith('data:') !== false
  const ownTheme = theme && inlineStyle(theme.style.css.replace(/url\("\/[^"]*"\)/g, 'none'))
  const styles = [...ownPages.styles, ...(ownTheme ? [ownTheme] : [])]
  return { ...frame, logo: isInline ? inlineLogo : null, stylesheetHrefs: [], styles }
}

/** Sends a page. One that names the account is never compressed: its length could reveal the account (BREACH). */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { render, view, headers }: { render: RenderDocument; view: View; headers: Readonly<Record<string, string>> }
): Promise<FastifyReply> {
  const html = await render(view)
  const { account } = view.pageConfig
  const encoding = account === null ? chooseEncoding(request.headers['accept-encoding']) : null
  if (encoding !== null) reply.header('content-encoding', encoding)
  return markOwnResponse(request, reply)
    .headers(headers)
    .type('text/html; charset=utf-8')
    .send(encoding === null ? html : await compress(html, encoding))
}

function pageHeadersOf(config: Config, assets: LoginAssets, view: View, { headers }: FastifyRequest) {
  const { pageConfig } = view
  return {
    ...policyOf(config, { style: styleOf(view.pageConfig, assets), scriptHash: assets.scriptHash }, view),
    // API keys may be restricted by referrer, so the provider must see the origin. Links from mails are
    // secret: their URL must not reach any referrer log, including ours.
    'referrer-policy': pageConfig.address === 'action' ? 'strict-origin' : 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': openerPolicyFor(headers['sec-ch-ua']),
    'content-language': pageConfig.locale,
    vary: 'Accept-Language, Cookie, Accept-Encoding'
  }
}

/** Google's script that opens the federated sign-in helper. */
const HELPER_SCRIPTS = 'https://apis.google.com'
/** https://developers.google.com/recaptcha/docs/faq, "I'm using Content Security Policy". */
const CAPTCHA = {
  scripts: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
  frames: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
  calls: ['https://www.google.com/recaptcha/']
}
const NO_CAPTCHA = { scripts: [], frames: [], calls: [] }
/** Where browsers get App Check tokens, by Google's SDK. */
const APP_CHECK = 'https://content-firebaseappcheck.googleapis.com'
const REPORT_GROUP = 'gatehouse'

/** `Content-Security-Policy` of a page, and `Reporting-Endpoints` if configured: only what this configuration needs. */
export function policyOf(
  config: Config,
  { style, scriptHash }: { style: InlineStyle | null; scriptHash: string | null },
  { provider, appearance }: { provider: View['provider']; appearance: Pick<View['appearance'], 'theme'> }
): Record<string, string> {
  const { login } = config
  const { emulatorUrl, helperOrigin, appCheck } = provider
  const { trustedTypes, reportUri } = login.security
  const { identityToolkit, secureToken } = PROVIDER_ENDPOINTS
  const calls = emulatorUrl === null ? [identityToolkit, secureToken] : [emulatorUrl]
  const isFederated = login.providers.length > 0
  const needsCaptcha = login.mfa.sms || login.methods.phone || login.security.recaptcha
  const captcha = needsCaptcha || typeof appCheck?.siteKey === 'string' ? CAPTCHA : NO_CAPTCHA
  const attestation = appCheck === null ? [] : [APP_CHECK]
  const scripts = [...(isFederated ? [HELPER_SCRIPTS] : []), ...captcha.scripts]
  const frames = [...(isFederated ? [emulatorUrl ?? helperOrigin ?? "'self'"] : []), ...captcha.frames]
  const directives = [
    "default-src 'none'",
    ["script-src 'self'", ...quote(scriptHash), ...scripts].join(' '),
    ["style-src 'self'", ...quote(style?.hash), ...quote(appearance.theme?.style.hash)].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...calls, ...attestation, ...captcha.calls].join(' '),
    `frame-src ${frames.length === 0 ? "'none'" : frames.join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'"
  ]
  // Google's scripts set script URLs from text, which Trusted Types forbid.
  if (trustedTypes === 'auto' && scripts.length === 0)
    directives.push("require-trusted-types-for 'script'", "trusted-types 'none'")
  if (reportUri !== null) directives.push(`report-uri ${reportUri}`, `report-to ${REPORT_GROUP}`)
  return {
    'content-security-policy': directives.join('; '),
    ...(reportUri !== null && { 'reporting-endpoints': `${REPORT_GROUP}="${reportUri}"` })
  }
}

function quote(hash: string | null | undefined): string[] {
  return hash == null ? [] : [`'${hash}'`]
}

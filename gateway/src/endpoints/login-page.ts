import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { markOwnAnswer } from '../access/answers.ts'
import { escapeHtml } from '../access/page.ts'
import { judgeRedirectTarget, type RedirectRules } from '../access/redirect-target.ts'
import type { Sites } from '../access/sites.ts'
import { judgeTarget } from '../access/target.ts'
import { PROVIDER_ENDPOINTS } from '../config/defaults.ts'
import type { Config } from '../config/schema.ts'
import { Fault } from '../errors.ts'
import type { EndpointOptions } from './endpoints.ts'
import { ASSETS_PATH, type Asset, type LoginAssets } from './login-assets.ts'

const REASONS = new Set(['expired', 'signed-out', 'revoked', 'js'])
/** A year: the names carry a hash of the content. */
const ASSET_CACHE_CONTROL = 'public, max-age=31536000, immutable'

export interface LoginPageOptions extends EndpointOptions {
  assets: LoginAssets
}

/** GET: the login page, or the way on for those who are signed in. POST: what a browser sends before the script runs. */
export function registerLoginPage(app: FastifyInstance, options: LoginPageOptions): void {
  const { config, assets, sessions, sites } = options
  const { paths } = config
  const page = buildPage(options)
  const csp = buildContentSecurityPolicy(pageEmulatorUrl(config))

  app.get(paths.login, async (request, reply) => {
    const query = Object(request.query)
    const redirectRules = buildRedirectRules(config, sites.originOf(request))
    const redirectTarget = judgeRedirectTarget(Reflect.get(query, config.redirectParameter), redirectRules)
    const tenantIds = tenantsOfTarget(sites, request, redirectTarget)
    const check = await sessions.checker.check(request.headers.cookie)
    if ('setCookies' in check && check.setCookies.length > 0) reply.header('set-cookie', check.setCookies)
    if (check.kind === 'signed-in' && tenantIds.every((id) => id === check.session.tenantId))
      return markOwnAnswer(request, reply).redirect(redirectTarget, 302)
    const reason = Reflect.get(query, 'reason')
    return (
      markOwnAnswer(request, reply)
        .header('content-security-policy', csp)
        .header('cross-origin-opener-policy', 'same-origin-allow-popups')
        // API keys may be restricted by referrer, so the provider must see the origin.
        .header('referrer-policy', 'strict-origin-when-cross-origin')
        .type('text/html; charset=utf-8')
        .send(
          page({
            redirectTarget,
            reason: REASONS.has(reason) ? String(reason) : null,
            tenantId: tenantIds[0] ?? config.identityPlatform.tenantId
          })
        )
    )
  })

  // A password in the body: thrown away unread.
  app.post(paths.login, async (request, reply) => {
    markOwnAnswer(request, reply).header('connection', 'close')
    return reply.redirect(`${paths.login}?reason=js`, 303)
  })

  app.get<{ Params: { '*': string } }>(`${ASSETS_PATH}/*`, async (request, reply) => {
    const asset = assets.files.get(request.params['*'])
    if (asset === undefined) throw new Fault('NOT_FOUND')
    return sendAsset(request, reply, asset)
  })
}

/** None of the gateway's own pages is a destination. */
function buildRedirectRules({ paths }: Config, publicOrigin: string): RedirectRules {
  const { login, logout, refresh, session, verify, home } = paths
  return {
    publicOrigin,
    reserved: [login, logout, refresh, session, verify, '/_auth', '/__'],
    home
  }
}

/** Whose accounts may see the page that the visitor wants; see `Sites.tenantsFor`. */
function tenantsOfTarget(
  sites: Sites,
  request: FastifyRequest,
  redirectTarget: string
): readonly (string | null)[] {
  // What a browser will ask for: no fragment, no dot segments.
  const { pathname } = new URL(redirectTarget, sites.originOf(request))
  const target = judgeTarget(pathname)
  return sites.tenantsFor(request, target.kind === 'target' ? target.readings : [])
}

interface PageFacts {
  redirectTarget: string
  reason: string | null
  /** Null: accounts of the project itself. */
  tenantId: string | null
}

/** A function that fills the page's two placeholders; everything that is the same for all visitors is done once. */
function buildPage({ config, assets, sessions }: LoginPageOptions): (facts: PageFacts) => string {
  const { identityPlatform, login, paths } = config
  const constant = {
    apiKey: identityPlatform.apiKey,
    projectId: identityPlatform.projectId,
    authDomain: identityPlatform.authDomain,
    emulatorUrl: pageEmulatorUrl(config),
    paths: { login: paths.login, logout: paths.logout, session: paths.session },
    handover: sessions.mode === 'handover',
    brandName: login.brand.name,
    contactUrl: login.links.contact
  }
  const html = assets.html.replace('__GATEHOUSE_TITLE__', () => escapeHtml(`Sign in – ${login.brand.name}`))
  const [before = '', after = ''] = html.split('__GATEHOUSE_CONFIG__')
  return (facts) => `${before}${toScriptJson({ ...constant, ...facts })}${after}`
}

/** JSON that cannot end the script element it stands in. */
function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
}

/** Where the page's SDK reaches an emulator or stand-in; null: the real provider. */
function pageEmulatorUrl({ identityPlatform, login }: Config): string | null {
  const host = login.emulator ?? identityPlatform.emulatorHost
  if (host !== null) return `http://${host}`
  const { origin } = new URL(identityPlatform.endpoints.identityToolkit)
  return origin === PROVIDER_ENDPOINTS.identityToolkit ? null : origin
}

function buildContentSecurityPolicy(emulatorUrl: string | null): string {
  const provider = emulatorUrl ?? `${PROVIDER_ENDPOINTS.identityToolkit} ${PROVIDER_ENDPOINTS.secureToken}`
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${provider}`,
    "frame-src 'none'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'"
  ].join('; ')
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  markOwnAnswer(request, reply)
    .header('cache-control', ASSET_CACHE_CONTROL)
    .header('vary', 'accept-encoding')
    .type(asset.type)
  if (asset.brotli !== null && /\bbr\b/.test(accepted))
    return reply.header('content-encoding', 'br').send(asset.brotli)
  if (asset.gzip !== null && /\bgzip\b/.test(accepted))
    return reply.header('content-encoding', 'gzip').send(asset.gzip)
  return reply.send(asset.plain)
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import { PROVIDER_ENDPOINTS } from '../../config/defaults.ts'
import type { Config, LoginPageConfig } from '../../config/schema/schema.ts'
import { chooseEncoding } from '../../http/encoding.ts'
import { openerPolicyFor } from '../../http/opener-policy.ts'
import { markOwnResponse } from '../../http/own-response.ts'
import type { LoginAssets } from '../assets/assets.ts'
import type { ProviderAddresses, View } from './page-config.ts'
import type { LoginRenderer } from './rendering.ts'

type InlineAssets = Pick<LoginAssets, 'style' | 'scriptHash'>

interface PageResponse {
  renderer: LoginRenderer
  view: View
  headers: Readonly<Record<string, string>>
}

/** Renders a page and sends it in the best accepted encoding. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { renderer, view, headers }: PageResponse
): Promise<FastifyReply> {
  const { body, encoding } = await renderer.render(view, chooseEncoding(request.headers['accept-encoding']))
  if (encoding !== null) reply.header('content-encoding', encoding)
  return markOwnResponse(request, reply).headers(headers).type('text/html; charset=utf-8').send(body)
}

/** The CSP of a page, which allows its inline styles and script. */
export function policyOf(
  config: LoginPageConfig,
  { style, scriptHash }: InlineAssets,
  { addresses, appearance }: View
): Record<string, string> {
  const styles = [style?.hash, appearance.theme?.style.hash].filter((hash) => hash !== undefined)
  return securityHeadersOf(permissionsOf(config, addresses), { styles, script: scriptHash })
}

/** Headers of a page, in addition to those of all own responses. */
export function pageHeadersOf(
  config: Config,
  assets: InlineAssets,
  view: View,
  { headers }: Pick<FastifyRequest, 'headers'>
): Record<string, string> {
  const { pageConfig } = view
  return {
    ...policyOf(config, assets, view),
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
const REPORT_GROUP = 'gatehouse'

/** What the CSP has to allow. */
interface PagePermissions {
  /** Whether there are federated providers. */
  federated: boolean
  /** Origin of a sign-in helper elsewhere; null: our own origin. */
  helperOrigin: string | null
  /** Whether the page loads reCAPTCHA (text messages, or reCAPTCHA Enterprise). */
  captcha: boolean
  /** Origin of the emulator with its own helper; null: the real provider. */
  emulatorUrl: string | null
  /** Whether to require Trusted Types where possible. */
  trustedTypes: boolean
  reportUri: string | null
}

/** Hashes of inline content. */
interface InlineHashes {
  styles: readonly string[]
  /** Null: no script. */
  script: string | null
}

export function permissionsOf(
  { login }: LoginPageConfig,
  { emulatorUrl, helperOrigin }: ProviderAddresses
): PagePermissions {
  return {
    federated: login.providers.length > 0,
    helperOrigin,
    captcha: login.mfa.sms || login.methods.phone || login.security.recaptcha,
    emulatorUrl,
    trustedTypes: login.security.trustedTypes === 'auto',
    reportUri: login.security.reportUri
  }
}

/**
 * `Content-Security-Policy` of the login page, and `Reporting-Endpoints` if configured. Allows only what the configuration
 * needs: without federated providers and reCAPTCHA, no foreign scripts and no scripts made from text (Trusted Types).
 */
export function securityHeadersOf(
  permissions: PagePermissions,
  hashes: InlineHashes
): Record<string, string> {
  const { reportUri } = permissions
  const policy = { 'content-security-policy': contentSecurityPolicyOf(permissions, hashes) }
  return reportUri === null ? policy : { ...policy, 'reporting-endpoints': `${REPORT_GROUP}="${reportUri}"` }
}

function contentSecurityPolicyOf(permissions: PagePermissions, { styles, script }: InlineHashes): string {
  const { federated, captcha, emulatorUrl, trustedTypes, reportUri } = permissions
  const provider =
    emulatorUrl === null
      ? [PROVIDER_ENDPOINTS.identityToolkit, PROVIDER_ENDPOINTS.secureToken]
      : [emulatorUrl]
  const scripts = [...(federated ? [HELPER_SCRIPTS] : []), ...(captcha ? CAPTCHA.scripts : [])]
  const frames = [...(federated ? [helperFrame(permissions)] : []), ...(captcha ? CAPTCHA.frames : [])]
  const directives = [
    "default-src 'none'",
    ["script-src 'self'", ...(script === null ? [] : [`'${script}'`]), ...scripts].join(' '),
    ["style-src 'self'", ...styles.map((hash) => `'${hash}'`)].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...provider, ...(captcha ? CAPTCHA.calls : [])].join(' '),
    `frame-src ${frames.length === 0 ? "'none'" : frames.join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'"
  ]
  // Google's scripts set script URLs from text, which Trusted Types forbid.
  if (trustedTypes && scripts.length === 0)
    directives.push("require-trusted-types-for 'script'", "trusted-types 'none'")
  if (reportUri !== null) directives.push(`report-uri ${reportUri}`, `report-to ${REPORT_GROUP}`)
  return directives.join('; ')
}

function helperFrame({ helperOrigin, emulatorUrl }: PagePermissions): string {
  return emulatorUrl ?? helperOrigin ?? "'self'"
}

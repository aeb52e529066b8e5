import type { FastifyReply, FastifyRequest } from 'fastify'
import { PROVIDER_ENDPOINTS } from '../../config/defaults.ts'
import type { Config, LoginPageConfig } from '../../config/schema/schema.ts'
import { chooseEncoding } from '../../http/encoding.ts'
import { openerPolicyFor } from '../../http/opener-policy.ts'
import { markOwnResponse } from '../../http/own-response.ts'
import type { LoginAssets } from '../assets/assets.ts'
import { appCheckOf, type View } from './page-config.ts'
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
const NO_CAPTCHA = { scripts: [], frames: [], calls: [] }
/** Where browsers get App Check tokens, by Google's SDK. */
const APP_CHECK = 'https://content-firebaseappcheck.googleapis.com'
const REPORT_GROUP = 'gatehouse'

/**
 * `Content-Security-Policy` of a page, and `Reporting-Endpoints` if configured. Allows its inline styles and script, and only what
 * the configuration needs: without federated providers and reCAPTCHA, no foreign scripts and no scripts made from text (Trusted
 * Types).
 */
export function policyOf(
  config: LoginPageConfig,
  { style, scriptHash }: InlineAssets,
  { addresses, appearance }: { addresses: View['addresses']; appearance: Pick<View['appearance'], 'theme'> }
): Record<string, string> {
  const { login } = config
  const { emulatorUrl, helperOrigin } = addresses
  const appCheck = appCheckOf(config, addresses)
  const { trustedTypes, reportUri } = login.security
  const provider =
    emulatorUrl === null
      ? [PROVIDER_ENDPOINTS.identityToolkit, PROVIDER_ENDPOINTS.secureToken]
      : [emulatorUrl]
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
    ["connect-src 'self'", ...provider, ...attestation, ...captcha.calls].join(' '),
    `frame-src ${frames.length === 0 ? "'none'" : frames.join(' ')}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'"
  ]
  // Google's scripts set script URLs from text, which Trusted Types forbid.
  if (trustedTypes === 'auto' && scripts.length === 0)
    directives.push("require-trusted-types-for 'script'", "trusted-types 'none'")
  if (reportUri === null) return { 'content-security-policy': directives.join('; ') }
  directives.push(`report-uri ${reportUri}`, `report-to ${REPORT_GROUP}`)
  return {
    'content-security-policy': directives.join('; '),
    'reporting-endpoints': `${REPORT_GROUP}="${reportUri}"`
  }
}

function quote(hash: string | null | undefined): string[] {
  return hash == null ? [] : [`'${hash}'`]
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { LoginPageConfig } from '../../config/partial-config.ts'
import type { Config } from '../../config/schema/schema.ts'
import { chooseEncoding } from '../../http/encoding.ts'
import { openerPolicyFor } from '../../http/opener-policy.ts'
import { markOwnAnswer } from '../../http/own-answer.ts'
import type { LoginAssets } from '../assets/assets.ts'
import { permissionsOf, securityHeadersOf } from './csp.ts'
import type { View } from './page-config.ts'
import type { LoginRenderer } from './rendering.ts'

/** What stands in the HTML of every page. */
type InlineAssets = Pick<LoginAssets, 'style' | 'scriptHash'>

interface PageAnswer {
  renderer: LoginRenderer
  view: View
  headers: Readonly<Record<string, string>>
}

/** Renders a page and sends it in the best encoding that the request accepts. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { renderer, view, headers }: PageAnswer
): Promise<FastifyReply> {
  const { body, encoding } = await renderer.render(view, chooseEncoding(request.headers['accept-encoding']))
  if (encoding !== null) reply.header('content-encoding', encoding)
  return markOwnAnswer(request, reply).headers(headers).type('text/html; charset=utf-8').send(body)
}

/** The policy of a page, which allows the styles and the script in its HTML. */
export function policyOf(
  config: LoginPageConfig,
  { style, scriptHash }: InlineAssets,
  { addresses, appearance }: View
): Record<string, string> {
  const styles = [style?.hash, appearance.theme?.style.hash].filter((hash) => hash !== undefined)
  return securityHeadersOf(permissionsOf(config, addresses), { styles, script: scriptHash })
}

/** The headers of a page for visitors, besides those of all the gateway's own answers. */
export function pageHeadersOf(
  config: Config,
  assets: InlineAssets,
  view: View,
  { headers }: Pick<FastifyRequest, 'headers'>
): Record<string, string> {
  const { pageConfig } = view
  return {
    ...policyOf(config, assets, view),
    // API keys may be restricted by referrer, so the provider must see the origin. The URL of a link from a mail is a secret:
    // no log of referrers may contain it, not even our own.
    'referrer-policy': pageConfig.address === 'action' ? 'strict-origin' : 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': openerPolicyFor(headers['sec-ch-ua']),
    'content-language': pageConfig.locale,
    vary: 'Accept-Language, Cookie, Accept-Encoding'
  }
}

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config/schema/schema.ts'
import { chooseEncoding } from '../../http/encoding.ts'
import { openerPolicyFor } from '../../http/opener-policy.ts'
import { markOwnAnswer } from '../../http/own-answer.ts'
import type { LoginAssets } from '../assets/assets.ts'
import { permissionsOf, securityHeadersOf } from './csp.ts'
import type { View } from './page-config.ts'
import type { LoginRenderer } from './rendering.ts'

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

/** The headers of a page for visitors, besides those of all the gateway's own answers. */
export function pageHeadersOf(
  config: Config,
  { preloads }: Pick<LoginAssets, 'preloads'>,
  { addresses, pageConfig }: View,
  { headers }: Pick<FastifyRequest, 'headers'>
): Record<string, string> {
  return {
    ...securityHeadersOf(permissionsOf(config, addresses)),
    // API keys may be restricted by referrer, so the provider must see the origin. The URL of a link from a mail is a secret:
    // no log of referrers may contain it, not even our own.
    'referrer-policy': pageConfig.address === 'action' ? 'strict-origin' : 'strict-origin-when-cross-origin',
    link: preloads,
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cross-origin-opener-policy': openerPolicyFor(headers['sec-ch-ua']),
    'content-language': pageConfig.locale,
    vary: 'Accept-Language, Cookie, Accept-Encoding'
  }
}

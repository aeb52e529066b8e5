import type { FastifyReply, FastifyRequest } from 'fastify'
import { noteForeignOrigin } from '../../access/security-events.ts'
import { isThisMachine, parseUrl } from '../../config/addresses/urls.ts'
import type { EndpointOptions } from '../../endpoints/own-session.ts'
import { authRequestOf, isWholePage } from '../../http/auth-request.ts'
import { readHost } from '../../http/origin.ts'
import { sendOwnResponse } from '../../http/own-response.ts'
import { parameterOf } from '../../http/target.ts'

/** Of a visitor who was led here: a proxy that changes `Host` would otherwise cause a loop. */
const LED_PARAMETER = 'led'

/** Leads a browser from another origin to the configured one; to loopback, which may be of another machine, by a page. Null: no need. */
export function leadToOrigin(
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
  const hosts = [readHost(raw, { isTrustedProxy: () => true }), request.host]
  const [asked, direct] = hosts.map((name) => parseUrl(`${isPlain ? 'http:' : protocol}//${name}`))
  // Proxies may pass the host without its port.
  const isRight = [asked, direct].some((url) => url?.host === host || url?.host === hostname)
  return isRight && !isPlain ? null : (asked?.origin ?? null)
}

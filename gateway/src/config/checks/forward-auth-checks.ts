import { listProblems, type Problem } from '../../problem.ts'
import { tcpPortOf } from '../addresses/own-address.ts'
import { isHttps, normalizeHost, parseUrl } from '../addresses/urls.ts'
import type { Config } from '../schema/schema.ts'
import { checkNetworks } from './server-checks.ts'

type ForwardAuth = Pick<Config, 'forwardAuth'>

/** Trusted proxies must be networks, at least one if enabled. */
export function checkAuthProxies(config: ForwardAuth & Pick<Config, 'trustedProxies'>): Problem[] {
  const { enabled, trustedProxies } = config.forwardAuth
  const path = 'forwardAuth.trustedProxies'
  return [
    ...checkNetworks(path, trustedProxies ?? []),
    ...listProblems(
      enabled &&
        (trustedProxies ?? config.trustedProxies).length === 0 && {
          path,
          message: 'is empty: no proxy may send auth requests',
          hint: 'Add the network of the proxy here or to `trustedProxies`, such as `127.0.0.1/32`.'
        }
    )
  ]
}

/** There must be an application, or forward auth. */
export function checkRequestsComeIn({
  upstream,
  applications,
  forwardAuth
}: ForwardAuth & Pick<Config, 'upstream' | 'applications'>): Problem | null {
  if (upstream !== null || applications.length > 0 || forwardAuth.enabled) return null
  return {
    path: 'upstream.url',
    message: 'is required: the gateway has nothing to protect',
    hint: 'Set `upstream.url`, `applications` or `forwardAuth.enabled`.'
  }
}

/** Listeners must have distinct ports. */
export function checkListenersDiffer({
  forwardAuth,
  listen,
  management
}: ForwardAuth & Pick<Config, 'listen' | 'management'>): Problem[] {
  const listeners = [
    { path: 'listen', port: tcpPortOf(listen) },
    { path: 'management', port: management.port },
    { path: 'forwardAuth.listen', port: forwardAuth.listen?.port ?? 0 },
    { path: 'forwardAuth.grpc', port: forwardAuth.grpc?.port ?? 0 }
  ]
  return listeners.flatMap(({ path, port }, index) => {
    const other = listeners.slice(0, index).find((earlier) => port !== 0 && earlier.port === port)
    return other === undefined || !path.startsWith('forwardAuth.')
      ? []
      : [
          {
            path: `${path}.port`,
            message: `is the same as ${other.path}.port`,
            hint: 'Every listener needs its own port.'
          }
        ]
  })
}

/** Origins must be valid and receive the session cookie; otherwise sign-in would loop. */
export function checkOrigins(config: ForwardAuth & Pick<Config, 'publicUrl' | 'cookie'>): Problem[] {
  return config.forwardAuth.origins.flatMap((text, index) => {
    const path = `forwardAuth.origins[${index}]`
    const origin = parseOrigin(text)
    if (origin === null)
      return [
        {
          path,
          message: 'is not an origin: use scheme, host and port only',
          hint: 'For example `https://wiki.example.com`.'
        }
      ]
    return listProblems(
      isHttps(config) &&
        origin.protocol !== 'https:' && {
          path,
          message: 'is http, and publicUrl is https: browsers would not send the session there',
          hint: 'Use https; TLS may be terminated at the proxy.'
        },
      checkReach(path, origin, config)
    )
  })
}

/** The cookie's domain must have no leading dot. */
export function checkSharedDomain({
  forwardAuth,
  cookie
}: ForwardAuth & Pick<Config, 'cookie'>): Problem | null {
  if (!forwardAuth.enabled || cookie.domain?.startsWith('.') !== true) return null
  return {
    path: 'cookie.domain',
    message: 'begins with a dot',
    hint: 'Remove the dot: the cookie is always sent to all hosts below the domain.'
  }
}

/** Alternative for hosts without a common domain with `publicUrl`. */
const HAND_OVER =
  'or list the host in `applications` instead, and route its `/_auth/` to the gateway without an auth request'

function checkReach(
  path: string,
  { hostname }: URL,
  { publicUrl, cookie: { domain } }: Pick<Config, 'publicUrl' | 'cookie'>
): Problem | null {
  if (normalizeHost(hostname) === normalizeHost(parseUrl(publicUrl)?.hostname ?? '')) return null
  if (domain === null)
    return {
      path,
      message: 'has another host than publicUrl, to which the session cookie is not sent',
      hint: `Set \`cookie.domain\` to their common domain, such as \`example.com\`; ${HAND_OVER}.`
    }
  if (hostname === domain || hostname.endsWith(`.${domain}`)) return null
  return {
    path,
    message: 'is not below cookie.domain, so the session cookie is not sent there',
    hint: `Sign-in would loop: use a host below the domain; ${HAND_OVER}.`
  }
}

function parseOrigin(text: string): URL | null {
  const url = parseUrl(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text ? url : null
}

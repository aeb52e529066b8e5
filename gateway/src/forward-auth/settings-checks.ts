import { checkNetworks } from '../config/addresses/networks.ts'
import { tcpPortOf } from '../config/addresses/own-address.ts'
import { hostOf, isHttps, isInDomain, normalizeHost, parseUrl } from '../config/addresses/urls.ts'
import type { Config } from '../config/schema/schema.ts'
import { listProblems, type Problem, when } from '../problem.ts'

/** Trusted proxies must be networks, at least one if enabled; listeners must have distinct ports. */
export function checkForwardAuth(config: Config): Problem[] {
  const { enabled, trustedProxies } = config.forwardAuth
  const path = 'forwardAuth.trustedProxies'
  return listProblems(
    ...checkNetworks(path, trustedProxies ?? []),
    when(enabled && (trustedProxies ?? config.trustedProxies).length === 0, {
      path,
      message: 'is empty: no proxy may send auth requests',
      hint: 'Add the network of the proxy here or to `trustedProxies`, such as `127.0.0.1/32`.'
    }),
    ...listSharedPorts(config)
  )
}

function listSharedPorts({ forwardAuth, listen, management }: Config): Problem[] {
  const others = [
    { path: 'listen', port: tcpPortOf(listen) },
    { path: 'management', port: management.port }
  ]
  const own = [
    { path: 'forwardAuth.listen', port: forwardAuth.listen?.port ?? 0 },
    { path: 'forwardAuth.grpc', port: forwardAuth.grpc?.port ?? 0 }
  ]
  return own.flatMap(({ path, port }, index) => {
    const other = [...others, ...own.slice(0, index)].find((earlier) => port !== 0 && earlier.port === port)
    if (other === undefined) return []
    const message = `is the same as ${other.path}.port`
    return [{ path: `${path}.port`, message, hint: 'Every listener needs its own port.' }]
  })
}

/** Origins must be valid and receive the session cookie; otherwise sign-in would loop. */
export function checkOrigins(config: Config): Problem[] {
  const { forwardAuth, cookie } = config
  return listProblems(
    ...forwardAuth.origins.flatMap((text, index) =>
      checkOrigin(text, `forwardAuth.origins[${index}]`, config)
    ),
    when(forwardAuth.enabled && cookie.domain?.startsWith('.') === true, {
      path: 'cookie.domain',
      message: 'begins with a dot',
      hint: 'Remove the dot: the cookie is always sent to all hosts below the domain.'
    })
  )
}

function checkOrigin(text: string, path: string, config: Config): Problem[] {
  const origin = parseOrigin(text)
  return listProblems(
    when(origin === null, {
      path,
      message: 'is not an origin: use scheme, host and port only',
      hint: 'For example `https://wiki.example.com`.'
    }),
    when(isHttps(config) && origin?.protocol === 'http:', {
      path,
      message: 'is http, and publicUrl is https: browsers would not send the session there',
      hint: 'Use https; TLS may be terminated at the proxy.'
    }),
    origin === null ? null : checkReach(path, origin, config)
  )
}

/** Alternative for hosts without a common domain with `publicUrl`. */
const HAND_OVER =
  'or list the host in `applications` instead, and route its `/_auth/` to the gateway without an auth request'

function checkReach(path: string, { hostname }: URL, config: Config): Problem | null {
  const { domain } = config.cookie
  if (normalizeHost(hostname) === hostOf(config.publicUrl)) return null
  if (domain === null)
    return {
      path,
      message: 'has another host than publicUrl, to which the session cookie is not sent',
      hint: `Set \`cookie.domain\` to their common domain, such as \`example.com\`; ${HAND_OVER}.`
    }
  if (isInDomain(hostname, domain)) return null
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

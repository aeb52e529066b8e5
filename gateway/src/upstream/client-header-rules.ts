import type { FastifyBaseLogger } from 'fastify'
import { HOP_BY_HOP } from '../http/hop-by-hop.ts'

/** What ends at the gateway in requests alone. */
const FOR_THIS_HOP = [
  'proxy-authorization',
  'http2-settings',
  // Answered by the gateway when the body is read.
  'expect'
]

/** Another path or prefix than the one that was judged. Sources: Symfony CVE-2018-14773, IIS URL Rewrite, Next.js, WSGI. */
const PATH_OVERRIDES = [
  'request-uri',
  'x-request-uri',
  // Traefik.
  'x-replaced-path',
  'x-http-destinationurl',
  'x-http-path-override',
  'x-invoke-output',
  'x-invoke-path',
  'x-invoke-query',
  'x-matched-path',
  'x-now-route-matches',
  'x-original-uri',
  'x-original-url',
  'x-override-url',
  'x-rewrite-uri',
  'x-rewrite-url',
  'x-script-name'
]

/** Another method than the one that was judged. Sources: Rack::MethodOverride, Symfony, ASP.NET, Google APIs. */
const METHOD_OVERRIDES = ['x-http-method', 'x-http-method-override', 'x-method-override', 'x-original-method']

/** Another host or scheme than the visitor used. Sources: ingress-nginx, Gunicorn, IIS. */
const ORIGIN_OVERRIDES = [
  'front-end-https',
  'x-arr-ssl',
  'x-backend-host',
  'x-host',
  'x-http-host-override',
  'x-original-host',
  'x-scheme',
  'x-url-scheme'
]

/** The client's address, as proxies and content delivery networks write it and applications believe it. */
const CLIENT_ADDRESSES = [
  'ali-cdn-real-ip',
  'cdn-src-ip',
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'cf-pseudo-ipv4',
  'client-ip',
  'cloudfront-viewer-address',
  'do-connecting-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'forwarded',
  'forwarded-for',
  'incap-client-ip',
  'proxy-client-ip',
  'true-client-ip',
  'x-azure-clientip',
  'x-azure-socketip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-forwarded',
  'x-nf-client-connection-ip',
  'x-original-forwarded-for',
  'x-original-remote-addr',
  'x-originating-ip',
  'x-proxyuser-ip',
  'x-real-ip',
  'x-sucuri-clientip',
  'x-vercel-forwarded-for'
]

/** Who is signed in, as other gateways write it; RFC 9440 for the certificates. */
const FOREIGN_IDENTITIES = [
  'client-cert',
  'client-cert-chain',
  // Louketo (Keycloak Gatekeeper).
  'x-auth-email',
  'x-auth-groups',
  'x-auth-roles',
  'x-auth-subject',
  'x-auth-user',
  'x-auth-userid',
  'x-auth-username',
  // APISIX, WSO2.
  'x-access-token',
  'x-id-token',
  'x-jwt-assertion',
  // Kong.
  'x-anonymous-consumer',
  'x-userinfo',
  // Google API Gateway and Cloud Endpoints.
  'x-apigateway-api-userinfo',
  'x-endpoint-api-userinfo',
  'x-proxy-remote-user',
  'x-proxy-user',
  'teleport-jwt-assertion'
]

/** The same, where all names that begin so belong to one gateway. */
const FOREIGN_IDENTITY_PREFIXES = [
  'cf-access-',
  'iv-',
  'mellon-',
  'oidc-',
  'remote-',
  'shib-',
  'sm-',
  'ssl-client-',
  'tailscale-',
  'wl-proxy-',
  'x-amzn-mtls-',
  'x-amzn-oidc-',
  'x-appengine-',
  'x-arr-clientcert',
  'x-auth-request-',
  'x-authenticated-',
  'x-authentik-',
  'x-client-cert',
  'x-consumer-',
  'x-credential-',
  'x-goog-authenticated-user-',
  'x-goog-iap-',
  'x-ms-client-principal',
  'x-ms-token-',
  'x-pomerium-',
  'x-remote-',
  'x-ssl-client-',
  'x-vouch-',
  'x-webauth-'
]

/** Words of one proxy to another or to itself: internal redirects, files to send, routing, what is already checked. */
const INTERNAL_PREFIXES = [
  'x-accel-',
  'x-envoy-',
  'x-forwarded-',
  'x-middleware-',
  'x-reproxy-',
  'x-sendfile'
]

/** Lower-case names of the client headers that applications do not get; `deploy/forward-auth` removes the same. */
export const DROPPED_NAMES: readonly string[] = [
  ...PATH_OVERRIDES,
  ...METHOD_OVERRIDES,
  ...ORIGIN_OVERRIDES,
  ...CLIENT_ADDRESSES,
  ...FOREIGN_IDENTITIES,
  // CGI makes the variable HTTP_PROXY of it (CVE-2016-5385).
  'proxy'
]
/** How further such names begin. */
export const DROPPED_PREFIXES: readonly string[] = [...FOREIGN_IDENTITY_PREFIXES, ...INTERNAL_PREFIXES]
const DROPPED_PREFIX = new RegExp(`^(?:${DROPPED_PREFIXES.join('|')})`)
/** `_` and `.` become `-` in CGI-like servers: a name with either could stand for one of ours. */
const SAFE_NAME = /^[a-z0-9-]+$/

/** Browsers send some thirty names, the same with every request; strangers may send any. */
const MAX_CACHED = 500

export interface ClientHeaderOptions {
  /** Lower-case names that the gateway sets itself: a client's copy never passes. */
  ownNames: Iterable<string>
  /** Lower-case names that pass although they are on a list here. */
  passHeaders: readonly string[]
}

/** May a client's header of this lower-case name reach the application? `log`: takes a line at the first removal of each name, at most 500. */
export type ClientHeaderTest = (name: string, log?: Pick<FastifyBaseLogger, 'debug'>) => boolean

/**
 * May a client's header of this lower-case name reach the application? Whatever says who the client is, where it comes
 * from, or which path and method it means, is the gateway's to say. `passHeaders` opens none of the gateway's own names
 * (`ownNames`, `x-gatehouse-…`) and none of the framing.
 */
export function buildClientHeaderTest({ ownNames, passHeaders }: ClientHeaderOptions): ClientHeaderTest {
  const never = new Set([...HOP_BY_HOP, ...FOR_THIS_HOP, 'x-request-id', ...ownNames])
  const dropped = new Set(DROPPED_NAMES)
  const passed = new Set(passHeaders)
  const evaluate = (name: string) => {
    if (!SAFE_NAME.test(name) || never.has(name) || name.startsWith('x-gatehouse-')) return false
    return passed.has(name) || !(dropped.has(name) || DROPPED_PREFIX.test(name))
  }
  const known = new Map<string, boolean>()
  return (name, log) => {
    const cached = known.get(name)
    if (cached !== undefined) return cached
    const result = evaluate(name)
    if (known.size < MAX_CACHED) {
      known.set(name, result)
      if (!result && !never.has(name))
        log?.debug({ header: name, detail: explainRemoval(name) }, 'client header removed')
    }
    return result
  }
}

function explainRemoval(name: string): string {
  return SAFE_NAME.test(name)
    ? 'it may claim an identity, address, path or method: upstream.passHeaders lets it through'
    : 'names of letters, digits and `-` alone reach applications'
}

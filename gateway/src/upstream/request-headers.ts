import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Application } from '../config/applications.ts'
import type { Config, UpstreamConfig } from '../config/schema/schema.ts'
import { authRequestOf } from '../http/auth-request.ts'
import { connectionNames, HOP_BY_HOP, isBearer } from '../http/message.ts'
import { plainAddress } from '../http/origin.ts'
import { stripOwnOrigin } from '../http/target.ts'
import { TRACE_HEADERS } from '../http/trace-context.ts'
import type { HeaderMap, Identities } from '../identity/identity.ts'
import type { Sessions } from '../session/sessions.ts'

/** Proves the caller to a private Cloud Run service, which takes it before `authorization`. */
export const SERVICE_CREDENTIAL_HEADER = 'x-serverless-authorization'

/** Headers that end at the gateway, in requests only. To `expect` it responds when it reads the body. */
const FOR_THIS_HOP: readonly string[] = ['proxy-authorization', 'http2-settings', 'expect']

/** Dropped client headers, in lower case, by what they claim; `*`: whatever begins so. */
const DROPPED = [
  // Another path or prefix behind the gateway's check: Symfony (CVE-2018-14773), IIS URL Rewrite, Next.js, WSGI, Traefik.
  `request-uri x-http-destinationurl x-http-path-override x-invoke-output x-invoke-path x-invoke-query x-matched-path
   x-now-route-matches x-original-uri x-original-url x-override-url x-replaced-path x-request-uri x-rewrite-uri x-rewrite-url
   x-script-name`,
  // Another method: Rack::MethodOverride, Symfony, ASP.NET, Google APIs.
  'x-http-method x-http-method-override x-method-override x-original-method',
  // Words of one part of a framework to another: `filterInternalHeaders` and actions of Next.js, Astro on Vercel.
  `next-resume x-action-forwarded x-astro-locals x-astro-path x-invoke-error x-invoke-status
   x-next-resume-state-length`,
  // Another host or scheme: ingress-nginx, Gunicorn, IIS.
  `front-end-https x-arr-ssl x-backend-host x-host x-http-host-override x-original-host x-scheme x-url-scheme`,
  // Another client address, as proxies and CDNs state it.
  `ali-cdn-real-ip cdn-src-ip cf-connecting-ip cf-connecting-ipv6 cf-pseudo-ipv4 client-ip cloudfront-viewer-address
   do-connecting-ip fastly-client-ip fly-client-ip forwarded forwarded-for incap-client-ip proxy-client-ip true-client-ip
   x-azure-clientip x-azure-socketip x-client-ip x-cluster-client-ip x-forwarded x-nf-client-connection-ip
   x-original-forwarded-for x-original-remote-addr x-originating-ip x-proxyuser-ip x-real-ip x-sucuri-clientip
   x-vercel-forwarded-for`,
  // An identity, as other gateways state it: certificates (RFC 9440), Louketo, APISIX, WSO2, Kong, Google, Teleport.
  `client-cert client-cert-chain
   x-auth-email x-auth-groups x-auth-roles x-auth-subject x-auth-user x-auth-userid x-auth-username
   x-access-token x-id-token x-jwt-assertion x-anonymous-consumer x-userinfo
   x-apigateway-api-userinfo x-endpoint-api-userinfo x-proxy-remote-user x-proxy-user teleport-jwt-assertion
   ${SERVICE_CREDENTIAL_HEADER}`,
  // The same, by prefixes that belong to one gateway.
  `cf-access-* iv-* mellon-* oidc-* remote-* shib-* sm-* ssl-client-* tailscale-* wl-proxy-* x-amzn-mtls-* x-amzn-oidc-*
   x-appengine-* x-arr-clientcert* x-auth-request-* x-authenticated-* x-authentik-* x-client-cert* x-consumer-*
   x-credential-* x-goog-authenticated-user-* x-goog-iap-* x-ms-client-principal* x-ms-token-* x-pomerium-* x-remote-*
   x-ssl-client-* x-vouch-* x-webauth-*`,
  // What proxies say to each other: redirects, files to send, routing, completed checks.
  'x-accel-* x-envoy-* x-forwarded-* x-middleware-* x-reproxy-* x-sendfile*',
  // CGI turns it into the variable HTTP_PROXY (CVE-2016-5385).
  'proxy'
].flatMap((names) => names.split(/\s+/))

/** Lower-case names of client headers that are dropped; `deploy/forward-auth` drops the same. */
export const DROPPED_NAMES: readonly string[] = DROPPED.filter((name) => !name.endsWith('*'))
/** Dropped prefixes. */
export const DROPPED_PREFIXES: readonly string[] = DROPPED.filter((name) => name.endsWith('*')).map((name) =>
  name.slice(0, -1)
)

/** An application, and what its requests and responses are read with. */
export interface Route {
  config: Config
  application: Application
  upstream: UpstreamConfig
  /** Of the upstream. */
  origin: string
  identity: ReturnType<Identities['as']>
  /** Whom signed assertions are for; null: the origin that the visitor uses. */
  audience: string | null
  ownCookies: Sessions['ownCookies']
  isTrustedProxy: (address: string) => boolean
}

/** Set by the gateway regardless of `passHeaders`, besides identity, traces and the request id. */
const GATEWAY_HEADERS = ['host', 'content-length', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host']

/** Names the gateway rewrites, or that end at each hop: dropping the client's own is no loss. */
const REWRITTEN: ReadonlySet<string> = new Set([
  ...GATEWAY_HEADERS,
  ...TRACE_HEADERS,
  ...HOP_BY_HOP,
  'x-request-id'
])

const DROPPED_PREFIX = new RegExp(`^(?:${DROPPED_PREFIXES.join('|')})`)
/** CGI-like servers turn `_` and `.` into `-`, so such a name could pass for one of ours. */
const SAFE_NAME = /^[a-z0-9-]+$/

const NO_HEADERS: HeaderMap = {}

/** Browsers send about thirty names; unauthenticated clients may send any. */
const MAX_CACHED = 500

/** Whether a client header may reach the application. `log`: gets a line when a name is first dropped, for up to 500 names. */
type ClientHeaderTest = (name: string, log?: Pick<FastifyBaseLogger, 'debug'>) => boolean

/** The test of one application. `passHeaders` opens neither the gateway's own names (identity, traces, tokens) nor message framing. */
export function createClientHeaderTest(options: {
  /** Lower-case names of all headers that can carry the identity. */
  identityNames: readonly string[]
  /** Lower-case names of headers that only hold bearer tokens. */
  tokenHeaders: readonly string[]
  passHeaders: readonly string[]
  fixedNames?: readonly string[]
}): ClientHeaderTest {
  const { identityNames, tokenHeaders, passHeaders, fixedNames = [] } = options
  const ofApplication = [...identityNames, ...tokenHeaders, ...fixedNames]
  const never = new Set([...REWRITTEN, ...FOR_THIS_HOP, SERVICE_CREDENTIAL_HEADER, ...ofApplication])
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
    : 'only names of letters, digits and `-` reach applications'
}

/** The names of a request's headers that `isForwarded` drops. */
export function listRemoved(headers: IncomingHttpHeaders, isForwarded: ClientHeaderTest): string[] {
  return Object.keys(headers).filter((name) => !isForwarded(name) && !REWRITTEN.has(name))
}

/** Drops what clients say about identity, origin, path or method, in any spelling; adds the gateway's headers once, the identity first. */
export function createRequestHeaders(route: Route) {
  const { config, application, upstream, identity, audience, ownCookies, isTrustedProxy } = route
  const { hostHeader, passHeaders } = upstream
  const upstreamHost = new URL(route.origin).hostname
  const strippedFolder = application.stripPath ? application.folder.slice(0, -1) : ''
  const fixed: Record<string, string> = strippedFolder === '' ? {} : { 'x-forwarded-prefix': strippedFolder }
  for (const [name, { value }] of Object.entries(upstream.headers)) fixed[name] = value ?? ''
  const fixedNames = Object.keys(fixed)
  const tokenHeaders = config.bearer.flatMap(({ headers }) => headers)
  const { headerNames: identityNames } = identity
  const isForwarded = createClientHeaderTest({ identityNames, tokenHeaders, passHeaders, fixedNames })
  const scratch: string[] = []
  let used = 0
  let site = splitOrigin('')

  function add(name: string, value: string | string[] | undefined): void {
    if (typeof value === 'string') {
      scratch[used++] = name
      scratch[used++] = value
    } else if (value !== undefined) for (const one of value) add(name, one)
  }

  /** Alternating names and values, as undici sends them. */
  return (request: FastifyRequest): string[] => {
    used = 0
    const { headers, admitted, trace, raw } = request
    const { session } = admitted.outcome
    const peer = plainAddress(raw.socket.remoteAddress)
    const earlier = headers['x-forwarded-for']
    const { origin } = authRequestOf(request)
    // First, as some servers drop the last of many: Node after 1,000.
    const identified = session === null ? NO_HEADERS : identity.headersOf(session, audience ?? origin)
    for (const name in identified) add(name, identified[name])
    if (site.origin !== origin) site = splitOrigin(origin)
    const isChained = earlier !== undefined && isTrustedProxy(peer)
    add('x-forwarded-for', isChained ? `${String(earlier)}, ${peer}` : peer)
    add('x-forwarded-proto', site.scheme)
    add('x-forwarded-host', site.host)
    for (const name of fixedNames) add(name, fixed[name])
    add('x-request-id', request.id)
    // Otherwise undici sends the upstream's.
    if (hostHeader === 'public') add('host', site.host)
    // An application with the token could call others as the caller.
    const hidesToken = session?.bearer !== undefined && isBearer(headers)
    // Of the client's headers only (RFC 9110, 7.6.1): it must not remove the gateway's own.
    const named = connectionNames(headers.connection)
    for (const name in headers) {
      if (named.has(name) || !isForwarded(name, request.log)) continue
      if (hidesToken && name === 'authorization') continue
      if (name === 'cookie') add(name, ownCookies.strip(headers.cookie ?? ''))
      else if (strippedFolder !== '' && HOLDS_TARGETS.test(name))
        add(name, stripTargets(String(headers[name]), origin, strippedFolder))
      else add(name, headers[name])
    }
    const traced: HeaderMap =
      trace?.injectTraceHeaders({ method: request.method, host: upstreamHost }) ?? NO_HEADERS
    for (const name in traced) add(name, traced[name])
    // Frames the message, so `Connection` must not remove it.
    add('content-length', headers['content-length'])
    return scratch.slice(0, used)
  }
}

/** Headers with targets of the same application (RFC 4918, 10.3 and 10.4). */
const HOLDS_TARGETS = /^(?:destination|if)$/

/** Removes a folder from the targets in a header, as from that of the request. */
function stripTargets(value: string, origin: string, folder: string): string {
  return value.replace(/(?<=^|<)[^<>\s]+/g, (url) => {
    const target = stripOwnOrigin(url, origin)
    return target.startsWith(`${folder}/`)
      ? `${url.slice(0, -target.length)}${target.slice(folder.length)}`
      : url
  })
}

function splitOrigin(origin: string) {
  const schemeEnd = origin.indexOf('://')
  return { origin, scheme: origin.slice(0, schemeEnd), host: origin.slice(schemeEnd + 3) }
}

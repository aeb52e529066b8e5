/** Proves the caller to a private Cloud Run service, which takes it before `authorization`. */
export const SERVICE_CREDENTIAL_HEADER = 'x-serverless-authorization'

/** Headers that end at the gateway, in requests only. */
export const FOR_THIS_HOP: readonly string[] = [
  'proxy-authorization',
  'http2-settings',
  // The gateway responds to it when it reads the body.
  'expect'
]

/** Override path or prefix behind the gateway's check. Sources: Symfony CVE-2018-14773, IIS URL Rewrite, Next.js, WSGI. */
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

/** Override the method behind the gateway's check. Sources: Rack::MethodOverride, Symfony, ASP.NET, Google APIs. */
const METHOD_OVERRIDES = ['x-http-method', 'x-http-method-override', 'x-method-override', 'x-original-method']

/** Words of one part of a framework to another. Sources: `filterInternalHeaders` and actions of Next.js, Astro on Vercel. */
const FRAMEWORK_INTERNALS = [
  'next-resume',
  'x-action-forwarded',
  'x-astro-locals',
  'x-astro-path',
  'x-invoke-error',
  'x-invoke-status',
  'x-next-resume-state-length'
]

/** Override host or scheme. Sources: ingress-nginx, Gunicorn, IIS. */
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

/** Client addresses as set by proxies and CDNs and trusted by applications. */
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

/** Identities as set by other gateways; RFC 9440 for the certificates. */
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
  'teleport-jwt-assertion',
  SERVICE_CREDENTIAL_HEADER
]

/** The same for prefixes that belong to one gateway. */
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

/** Internal to proxies: redirects, files to send, routing, completed checks. */
const INTERNAL_PREFIXES = [
  'x-accel-',
  'x-envoy-',
  'x-forwarded-',
  'x-middleware-',
  'x-reproxy-',
  'x-sendfile'
]

/** Lower-case names of client headers that are dropped; `deploy/forward-auth` drops the same. */
export const DROPPED_NAMES: readonly string[] = [
  ...PATH_OVERRIDES,
  ...METHOD_OVERRIDES,
  ...FRAMEWORK_INTERNALS,
  ...ORIGIN_OVERRIDES,
  ...CLIENT_ADDRESSES,
  ...FOREIGN_IDENTITIES,
  // CGI turns it into the variable HTTP_PROXY (CVE-2016-5385).
  'proxy'
]
/** Dropped prefixes. */
export const DROPPED_PREFIXES: readonly string[] = [...FOREIGN_IDENTITY_PREFIXES, ...INTERNAL_PREFIXES]

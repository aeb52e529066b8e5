/** Proves the caller to a private Cloud Run service, which takes it before `authorization`. */
export const SERVICE_CREDENTIAL_HEADER = 'x-serverless-authorization'

/** Headers that end at the gateway, in requests only. To `expect` it responds when it reads the body. */
export const FOR_THIS_HOP: readonly string[] = ['proxy-authorization', 'http2-settings', 'expect']

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

import t from 'tap'
import { loadConfig } from '../../src/config/load.ts'
import { SIGNATURE_KEY, startGateway } from '../fixtures/gateway.ts'
import { sendRaw } from '../fixtures/http-client.ts'

/** Everything by which a client could say what only the gateway may; one row a class. */
const DROPPED: Readonly<Record<string, string>> = {
  'hop by hop':
    'keep-alive proxy-authenticate proxy-authorization proxy-connection te trailer http2-settings',
  'another path':
    'request-uri x-http-destinationurl x-http-path-override x-invoke-output x-invoke-path x-invoke-query x-matched-path x-now-route-matches x-original-uri x-replaced-path x-request-uri x-original-url x-override-url x-rewrite-uri x-rewrite-url x-script-name x-forwarded-prefix x-forwarded-uri x-forwarded-path x-envoy-original-path',
  'another method':
    'x-http-method x-http-method-override x-method-override x-original-method x-forwarded-method',
  'another origin':
    'front-end-https x-arr-ssl x-backend-host x-host x-http-host-override x-original-host x-scheme x-url-scheme x-forwarded-port x-forwarded-server x-forwarded-ssl x-forwarded-scheme',
  'client address':
    'ali-cdn-real-ip cdn-src-ip cf-connecting-ip cf-connecting-ipv6 cf-pseudo-ipv4 client-ip cloudfront-viewer-address do-connecting-ip fastly-client-ip fly-client-ip forwarded forwarded-for incap-client-ip proxy-client-ip remote-addr true-client-ip wl-proxy-client-ip x-azure-clientip x-azure-socketip x-client-ip x-cluster-client-ip x-envoy-external-address x-forwarded x-nf-client-connection-ip x-original-forwarded-for x-original-remote-addr x-originating-ip x-proxyuser-ip x-real-ip x-remote-addr x-remote-ip x-sucuri-clientip x-vercel-forwarded-for',
  'identity of this gateway':
    'x-forwarded-user x-forwarded-email x-forwarded-groups x-forwarded-preferred-username x-gatehouse-assertion x-gatehouse-expired x-gatehouse-tenant x-gatehouse-anything',
  'identity of others':
    'cf-access-authenticated-user-email cf-access-jwt-assertion client-cert client-cert-chain iv-groups iv-user mellon-name-id oidc-claim-sub remote-email remote-groups remote-name remote-user shib-session-id sm-user ssl-client-verify tailscale-user-login teleport-jwt-assertion wl-proxy-client-cert x-amzn-mtls-clientcert-subject x-amzn-oidc-data x-amzn-oidc-identity x-access-token x-id-token x-jwt-assertion x-anonymous-consumer x-apigateway-api-userinfo x-appengine-user-email x-arr-clientcert x-auth-email x-auth-groups x-auth-request-email x-auth-request-user x-auth-roles x-auth-subject x-auth-user x-auth-userid x-auth-username x-authenticated-user x-authenticated-userid x-authentik-username x-client-cert x-client-cert-dn x-consumer-username x-credential-identifier x-endpoint-api-userinfo x-forwarded-client-cert x-goog-authenticated-user-email x-goog-authenticated-user-id x-goog-iap-jwt-assertion x-ms-client-principal x-ms-client-principal-name x-ms-token-aad-id-token x-pomerium-claim-email x-pomerium-jwt-assertion x-proxy-remote-user x-proxy-user x-remote-group x-remote-user x-ssl-client-s-dn x-userinfo x-vouch-user x-webauth-name x-webauth-user',
  'traces of strangers': 'traceparent tracestate baggage',
  'internal words':
    'x-accel-mapping x-accel-redirect x-envoy-decorator-operation x-envoy-internal x-middleware-rewrite x-middleware-subrequest x-reproxy-url x-sendfile x-sendfile-type proxy'
}
/** What applications need of their clients, near the names above. */
const PASSED =
  'accept accept-language authorization cache-control dnt if-none-match origin-agent-cluster prefer range referer save-data sec-fetch-site soapaction user-agent x-api-key x-auth-token x-b3-traceid x-csrf-token x-goog-api-client x-goog-upload-protocol x-host-name x-http-client x-middle x-nextjs-data x-remote x-requested-with x-upload-content-length x-xsrf-token'

const linesOf = (names: string) => names.split(' ').map((name) => `${name}: forged`)

/** A request as bytes; the connection closes after the answer. */
function get(path: string, ...headers: string[]): string {
  return `${[`GET ${path} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`
}

const PUBLIC = { 'access.rules': [{ path: '/public', allow: 'public' }] }

t.test(
  'client headers: what only the gateway may say, none reaches the application on any path (ASVS 4.1.3)',
  async (t) => {
    const { port, provider, upstream, signIn } = await startGateway(t, { config: PUBLIC })
    provider.accounts.create({ uid: 'ada' })
    const cookie = await signIn('ada')
    for (const [kind, names] of Object.entries(DROPPED)) {
      for (const path of ['/public', '/private']) {
        upstream.forget()
        await sendRaw(port, get(path, ...linesOf(names), `Cookie: ${cookie}`))
        t.equal(upstream.seen.length, 1, `${kind}, ${path}`)
        const { headers } = upstream.seen[0]!
        for (const name of names.split(' ')) t.not(headers[name], 'forged', `${kind}, ${path}: ${name}`)
      }
    }
  }
)

t.test('client headers: of the application or named by passHeaders, pass', async (t) => {
  const passHeaders = ['x-http-method-override', 'remote-user', 'x-envoy-original-path', 'fly-client-ip']
  const { port, upstream } = await startGateway(t, {
    config: { ...PUBLIC, 'upstream.passHeaders': passHeaders }
  })
  const neighbours = 'x-http-method remote-groups x-envoy-internal client-ip x_http_method_override'
  await sendRaw(port, get('/public', ...linesOf([PASSED, ...passHeaders, neighbours].join(' '))))
  const { headers } = upstream.seen[0]!
  for (const name of [...PASSED.split(' '), ...passHeaders]) t.equal(headers[name], 'forged', name)
  for (const name of neighbours.split(' ')) t.equal(headers[name], undefined, name)
})

function problemsWith(name: string): string[] {
  const loaded = loadConfig({
    file: null,
    env: {
      GATEHOUSE_PUBLIC_URL: 'https://app.example.com',
      GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:9',
      GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'demo-test',
      GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'key',
      GATEHOUSE_COOKIE_SIGNATURE_KEYS: SIGNATURE_KEY,
      GATEHOUSE_IDENTITY_HEADERS: JSON.stringify({ 'x-user': 'sub', 'x-off': null }),
      GATEHOUSE_UPSTREAM_PASS_HEADERS: name
    }
  })
  return loaded.kind === 'invalid' ? loaded.problems.map(({ path }) => path) : []
}

t.test('client headers: passHeaders with an identity, framing or cookie name, refused', async (t) => {
  const refused =
    'x-forwarded-user x-forwarded-email x-forwarded-preferred-username x-gatehouse-assertion x-gatehouse-tenant x-gatehouse-expired x-user connection transfer-encoding te trailer upgrade http2-settings keep-alive expect content-length host cookie proxy-authorization proxy-connection x-forwarded-for x-forwarded-proto x-forwarded-host x-request-id traceparent tracestate baggage'
  for (const name of refused.split(' ')) t.same(problemsWith(name), ['upstream.passHeaders[0]'], name)
  for (const name of ['x-off', 'x-forwarded-prefix', 'x-real-ip', 'fly-client-ip', 'x-gatehouse'])
    t.same(problemsWith(name), [], name)
  t.same(problemsWith('X_Real'), ['upstream.passHeaders[0]'], 'no header name of ours')
})

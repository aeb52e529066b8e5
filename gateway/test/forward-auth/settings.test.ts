import t from 'tap'
import { loadConfig } from '../../src/config/load.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'

/** Three applications beside a sign-in host, behind a proxy on this machine. */
const GOOD: Readonly<Record<string, string>> = {
  GATEHOUSE_PUBLIC_URL: 'https://auth.example.com',
  GATEHOUSE_UPSTREAM: 'null',
  GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'my-project',
  GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'AIza-key',
  GATEHOUSE_COOKIE_SIGNATURE_KEYS: signatureKeyOf('forward auth'),
  GATEHOUSE_COOKIE_DOMAIN: 'example.com',
  GATEHOUSE_FORWARD_AUTH_ENABLED: 'true',
  GATEHOUSE_FORWARD_AUTH_TRUSTED_PROXIES: '127.0.0.1/32',
  GATEHOUSE_FORWARD_AUTH_ORIGINS: 'https://wiki.example.com,https://a.b.example.com:8443,https://example.com',
  METADATA_SERVER_DETECTION: 'none'
}

const load = (changes: Record<string, string | undefined>) =>
  loadConfig({ file: null, env: { ...GOOD, ...changes } })

function problemsOf(changes: Record<string, string | undefined>) {
  const loaded = load(changes)
  return loaded.kind === 'invalid' ? loaded.problems : []
}

t.test('forward auth checks: applications beside a sign-in host are accepted', async (t) => {
  t.same(problemsOf({}), [])
  const loaded = load({})
  t.match(loaded, { config: { upstream: null, forwardAuth: { listen: null, grpc: null } } })
})

for (const [title, changes, path, says] of [
  [
    'neither an application nor forward auth',
    { GATEHOUSE_FORWARD_AUTH_ENABLED: 'false' },
    'upstream.url',
    /nothing to protect.*upstream\.url/
  ],
  [
    'no trusted proxies',
    { GATEHOUSE_FORWARD_AUTH_TRUSTED_PROXIES: undefined },
    'forwardAuth.trustedProxies',
    /no proxy may.*127\.0\.0\.1\/32/
  ],
  [
    'an empty list of trusted proxies',
    { GATEHOUSE_FORWARD_AUTH_TRUSTED_PROXIES: '[]', GATEHOUSE_TRUSTED_PROXIES: '10.0.0.0/8' },
    'forwardAuth.trustedProxies',
    /no proxy may/
  ],
  [
    'an invalid network',
    { GATEHOUSE_FORWARD_AUTH_TRUSTED_PROXIES: '127.0.0.1/32,proxy' },
    'forwardAuth.trustedProxies[1]',
    /not a network/
  ],
  [
    'an origin with a path',
    { GATEHOUSE_FORWARD_AUTH_ORIGINS: 'https://wiki.example.com/x' },
    'forwardAuth.origins[0]',
    /not an origin.*wiki\.example\.com/
  ],
  [
    'an origin with a final slash',
    { GATEHOUSE_FORWARD_AUTH_ORIGINS: 'https://wiki.example.com/' },
    'forwardAuth.origins[0]',
    /not an origin/
  ],
  [
    'an origin with its default port',
    { GATEHOUSE_FORWARD_AUTH_ORIGINS: 'https://wiki.example.com:443' },
    'forwardAuth.origins[0]',
    /not an origin/
  ],
  [
    'an origin with user information',
    { GATEHOUSE_FORWARD_AUTH_ORIGINS: 'https://u:p@wiki.example.com' },
    'forwardAuth.origins[0]',
    /not an origin/
  ],
  [
    'an origin in upper case',
    { GATEHOUSE_FORWARD_AUTH_ORIGINS: 'https://WIKI.example.com' },
    'forwardAuth.origins[0]',
    /not an origin/
  ],
  [
    'a host without a scheme',
    { GATEHOUSE_FORWARD_AUTH_ORIGINS: 'wiki.example.com' },
    'forwardAuth.origins[0]',
    /not an origin/
  ],
  [
    'another scheme',
    { GATEHOUSE_FORWARD_AUTH_ORIGINS: 'ftp://wiki.example.com' },
    'forwardAuth.origins[0]',
    /not an origin/
  ],
  [
    'http beside https',
    { GATEHOUSE_FORWARD_AUTH_ORIGINS: 'http://wiki.example.com' },
    'forwardAuth.origins[0]',
    /is http, and publicUrl is https.*https/
  ],
  [
    'a host that the cookie does not reach',
    { GATEHOUSE_FORWARD_AUTH_ORIGINS: 'https://wiki.example.com,https://wiki.other.example' },
    'forwardAuth.origins[1]',
    /not below cookie\.domain.*loop.*below the domain.*`applications`.*route its `\/_auth\/`/
  ],
  [
    'a host with only a similar ending',
    { GATEHOUSE_FORWARD_AUTH_ORIGINS: 'https://evilexample.com' },
    'forwardAuth.origins[0]',
    /not below cookie\.domain/
  ],
  [
    'several hosts without a domain',
    { GATEHOUSE_COOKIE_DOMAIN: undefined, GATEHOUSE_FORWARD_AUTH_ORIGINS: 'https://wiki.example.com' },
    'forwardAuth.origins[0]',
    /is not sent.*`cookie\.domain`/
  ],
  [
    'a domain with a dot before it',
    { GATEHOUSE_COOKIE_DOMAIN: '.example.com' },
    'cookie.domain',
    /begins with a dot/
  ],
  [
    'a public suffix as domain',
    {
      GATEHOUSE_PUBLIC_URL: 'https://auth.github.io',
      GATEHOUSE_COOKIE_DOMAIN: 'github.io',
      GATEHOUSE_FORWARD_AUTH_ORIGINS: 'https://wiki.github.io'
    },
    'cookie.domain',
    /public suffix/
  ],
  [
    'a domain that does not cover the sign-in host',
    { GATEHOUSE_PUBLIC_URL: 'https://auth.other.example' },
    'cookie.domain',
    /not a parent/
  ],
  [
    'the port of the public listener',
    { GATEHOUSE_FORWARD_AUTH_LISTEN_PORT: '8080' },
    'forwardAuth.listen.port',
    /same as listen\.port/
  ],
  [
    'one port for both protocols',
    { GATEHOUSE_FORWARD_AUTH_LISTEN_PORT: '9191', GATEHOUSE_FORWARD_AUTH_GRPC_PORT: '9191' },
    'forwardAuth.grpc.port',
    /same as forwardAuth\.listen\.port/
  ],
  [
    'a rule for an unknown host',
    { GATEHOUSE_ACCESS_RULES: '[{"host":"wiki.other.example","path":"/*","allow":"public"}]' },
    'access.rules[0].host',
    /would never match.*auth\.example\.com, wiki\.example\.com/
  ],
  [
    'a rule for a host pattern without a match',
    { GATEHOUSE_ACCESS_RULES: '[{"host":"*.wiki.example.com","path":"/*","allow":"public"}]' },
    'access.rules[0].host',
    /never match/
  ]
] as const)
  t.test(`forward auth checks: ${title} is refused with the fix`, async (t) => {
    const problems = problemsOf(changes)
    t.ok(
      problems.some((problem) => problem.path === path),
      JSON.stringify(problems)
    )
    const problem = problems.find((one) => one.path === path)
    t.match(`${problem?.message} | ${problem?.hint}`, says)
  })

t.test('forward auth checks: their valid counterparts are accepted', async (t) => {
  for (const changes of [
    { GATEHOUSE_FORWARD_AUTH_TRUSTED_PROXIES: undefined, GATEHOUSE_TRUSTED_PROXIES: '10.0.0.0/8' },
    { GATEHOUSE_FORWARD_AUTH_LISTEN_PORT: '8081', GATEHOUSE_FORWARD_AUTH_GRPC_PORT: '9191' },
    { GATEHOUSE_COOKIE_DOMAIN: undefined, GATEHOUSE_FORWARD_AUTH_ORIGINS: 'https://auth.example.com:8443' },
    { GATEHOUSE_FORWARD_AUTH_ORIGINS: '[]', GATEHOUSE_COOKIE_DOMAIN: undefined },
    { GATEHOUSE_ACCESS_RULES: '[{"host":"*.example.com","path":"/*","allow":"public"}]' },
    {
      GATEHOUSE_ACCESS_RULES:
        '[{"host":"a.b.example.com","path":"/*","allow":"public"},{"path":"/*","allow":"signed-in"}]'
    }
  ])
    t.same(problemsOf(changes), [], JSON.stringify(changes))
})

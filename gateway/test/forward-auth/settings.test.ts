import t from 'tap'
import { PLUGINS } from '../../plugins/plugins.ts'
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
  loadConfig({ file: null, env: { ...GOOD, ...changes }, plugins: PLUGINS })

function problemsOf(changes: Record<string, string | undefined>) {
  const loaded = load(changes)
  return loaded.kind === 'invalid' ? loaded.problems : []
}

t.test('forward auth checks: applications beside a sign-in host are accepted', async (t) => {
  t.same(problemsOf({}), [])
  const loaded = load({})
  t.match(loaded, { config: { upstream: null, forwardAuth: { listen: null, grpc: null } } })
})

const [PROXIES, ORIGIN, HOST] = [
  'forwardAuth.trustedProxies',
  'forwardAuth.origins[0]',
  'access.rules[0].host'
]
/** Keys of `forwardAuth`. */
const of = (keys: NodeJS.ProcessEnv) =>
  Object.fromEntries(Object.entries(keys).map(([key, value]) => [`GATEHOUSE_FORWARD_AUTH_${key}`, value]))
const origins = (text: string) => of({ ORIGINS: text })
const ruleFor = (host: string) => ({
  GATEHOUSE_ACCESS_RULES: JSON.stringify([{ host, path: '/*', allow: 'public' }])
})

/** Changes that spoil the configuration, the key path of the problem, and what message and hint say. */
const WRONG: readonly [title: string, changes: NodeJS.ProcessEnv, path: string, says: RegExp][] = [
  [
    'neither an application nor forward auth',
    of({ ENABLED: 'false' }),
    'upstream.url',
    /nothing to protect.*upstream\.url/
  ],
  ['no trusted proxies', of({ TRUSTED_PROXIES: undefined }), PROXIES, /no proxy may.*127\.0\.0\.1\/32/],
  [
    'an empty list of them',
    { ...of({ TRUSTED_PROXIES: '[]' }), GATEHOUSE_TRUSTED_PROXIES: '10.0.0.0/8' },
    PROXIES,
    /no proxy may/
  ],
  ['an invalid network', of({ TRUSTED_PROXIES: '127.0.0.1/32,proxy' }), `${PROXIES}[1]`, /not a network/],
  [
    'an origin with a path',
    origins('https://wiki.example.com/x'),
    ORIGIN,
    /not an origin.*wiki\.example\.com/
  ],
  ['an origin with a final slash', origins('https://wiki.example.com/'), ORIGIN, /not an origin/],
  ['an origin with its default port', origins('https://wiki.example.com:443'), ORIGIN, /not an origin/],
  ['an origin with user information', origins('https://u:p@wiki.example.com'), ORIGIN, /not an origin/],
  ['an origin in upper case', origins('https://WIKI.example.com'), ORIGIN, /not an origin/],
  ['a host without a scheme', origins('wiki.example.com'), ORIGIN, /not an origin/],
  ['another scheme', origins('ftp://wiki.example.com'), ORIGIN, /not an origin/],
  ['http beside https', origins('http://wiki.example.com'), ORIGIN, /is http, and publicUrl is https.*https/],
  [
    'a host that the cookie does not reach',
    origins('https://wiki.example.com,https://wiki.other.example'),
    'forwardAuth.origins[1]',
    /not below cookie\.domain.*loop.*below the domain.*`applications`.*route its `\/_auth\/`/
  ],
  [
    'a host with only a similar ending',
    origins('https://evilexample.com'),
    ORIGIN,
    /not below cookie\.domain/
  ],
  [
    'several hosts without a domain',
    { ...origins('https://wiki.example.com'), GATEHOUSE_COOKIE_DOMAIN: undefined },
    ORIGIN,
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
      ...origins('https://wiki.github.io'),
      GATEHOUSE_PUBLIC_URL: 'https://auth.github.io',
      GATEHOUSE_COOKIE_DOMAIN: 'github.io'
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
    of({ LISTEN_PORT: '8080' }),
    'forwardAuth.listen.port',
    /same as listen\.port/
  ],
  [
    'one port for both protocols',
    of({ LISTEN_PORT: '9191', GRPC_PORT: '9191' }),
    'forwardAuth.grpc.port',
    /same as forwardAuth\.listen\.port/
  ],
  [
    'a rule for an unknown host',
    ruleFor('wiki.other.example'),
    HOST,
    /would never match.*auth\.example\.com, wiki\.example\.com/
  ],
  ['a rule for a host pattern without a match', ruleFor('*.wiki.example.com'), HOST, /never match/]
]

for (const [title, changes, path, says] of WRONG)
  t.test(`forward auth checks: ${title} is refused with the fix`, async (t) => {
    const problems = problemsOf(changes)
    const problem = problems.find((one) => one.path === path)
    t.match(`${problem?.message} | ${problem?.hint}`, says, JSON.stringify(problems))
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

import t from 'tap'
import { PLUGINS } from '../../plugins/plugins.ts'
import { loadConfig } from '../../src/config/load.ts'
import { variablesOf } from '../fixtures/repository/yaml-config.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'
import { words } from '../fixtures/words.ts'

/** Three applications beside a sign-in host, behind a proxy on this machine. */
const GOOD = {
  publicUrl: 'https://auth.example.com',
  upstream: null,
  'identityPlatform.projectId': 'my-project',
  'identityPlatform.apiKey': 'AIza-key',
  'cookie.signatureKeys': [signatureKeyOf('forward auth')],
  'cookie.domain': 'example.com',
  'forwardAuth.enabled': true,
  'forwardAuth.trustedProxies': ['127.0.0.1/32'],
  'forwardAuth.origins': ['https://wiki.example.com', 'https://a.b.example.com:8443', 'https://example.com']
}

/** `changes`: by dotted path; undefined: not set. */
function load(changes: Record<string, unknown>) {
  const set = Object.entries({ ...GOOD, ...changes }).filter(([, value]) => value !== undefined)
  const env = variablesOf(Object.fromEntries(set))
  return loadConfig({ file: null, env: { ...env, METADATA_SERVER_DETECTION: 'none' }, plugins: PLUGINS })
}

function problemsOf(changes: Record<string, unknown>) {
  const loaded = load(changes)
  return loaded.kind === 'invalid' ? loaded.problems : []
}

t.test('forward auth checks: applications beside a sign-in host are accepted', async (t) => {
  t.same(problemsOf({}), [])
  const loaded = load({})
  t.match(loaded, { config: { upstream: null, forwardAuth: { listen: null, grpc: null } } })
})

const PROXIES = 'forwardAuth.trustedProxies'
const ORIGINS = 'forwardAuth.origins'
const DOMAIN = 'cookie.domain'
const origins = (...list: string[]) => ({ [ORIGINS]: list })
const ruleFor = (host: string) => ({ 'access.rules': [{ host, path: '/*', allow: 'public' }] })

/** Changes that spoil the configuration, the key path of the problem, and what message and hint say. */
const WRONG: readonly [changes: Record<string, unknown>, path: string, says: RegExp][] = [
  [{ 'forwardAuth.enabled': false }, 'upstream.url', /nothing to protect.*upstream\.url/],
  [{ [PROXIES]: undefined }, PROXIES, /no proxy may.*127\.0\.0\.1\/32/],
  [{ [PROXIES]: [], trustedProxies: ['10.0.0.0/8'] }, PROXIES, /no proxy may/],
  [{ [PROXIES]: ['127.0.0.1/32', 'proxy'] }, `${PROXIES}[1]`, /not a network/],
  [origins('https://wiki.example.com/x'), `${ORIGINS}[0]`, /not an origin.*wiki\.example\.com/],
  ...words`
    https://wiki.example.com/ https://wiki.example.com:443 https://u:p@wiki.example.com https://WIKI.example.com
    wiki.example.com ftp://wiki.example.com
  `.map((text): [Record<string, unknown>, string, RegExp] => [
    origins(text),
    `${ORIGINS}[0]`,
    /not an origin/
  ]),
  [origins('http://wiki.example.com'), `${ORIGINS}[0]`, /is http, and publicUrl is https.*https/],
  [
    origins('https://wiki.example.com', 'https://wiki.other.example'),
    `${ORIGINS}[1]`,
    /not below cookie\.domain.*loop.*below the domain.*`applications`.*route its `\/_auth\/`/
  ],
  [origins('https://evilexample.com'), `${ORIGINS}[0]`, /not below cookie\.domain/],
  [
    { ...origins('https://wiki.example.com'), [DOMAIN]: undefined },
    `${ORIGINS}[0]`,
    /is not sent.*`cookie\.domain`/
  ],
  [{ [DOMAIN]: '.example.com' }, DOMAIN, /begins with a dot/],
  [
    { ...origins('https://wiki.github.io'), publicUrl: 'https://auth.github.io', [DOMAIN]: 'github.io' },
    DOMAIN,
    /public suffix/
  ],
  [{ publicUrl: 'https://auth.other.example' }, DOMAIN, /not a parent/],
  [{ 'forwardAuth.listen.port': 8080 }, 'forwardAuth.listen.port', /same as listen\.port/],
  [
    { 'forwardAuth.listen.port': 9191, 'forwardAuth.grpc.port': 9191 },
    'forwardAuth.grpc.port',
    /same as forwardAuth\.listen\.port/
  ],
  [
    ruleFor('wiki.other.example'),
    'access.rules[0].host',
    /would never match.*auth\.example\.com, wiki\.example\.com/
  ],
  [ruleFor('*.wiki.example.com'), 'access.rules[0].host', /never match/]
]

t.test('forward auth checks: each mistake is refused with the fix', async (t) => {
  for (const [changes, path, says] of WRONG) {
    const problems = problemsOf(changes)
    const problem = problems.find((one) => one.path === path)
    t.match(`${problem?.message} | ${problem?.hint}`, says, JSON.stringify([changes, problems]))
  }
})

t.test('forward auth checks: their valid counterparts are accepted', async (t) => {
  for (const changes of [
    { [PROXIES]: undefined, trustedProxies: ['10.0.0.0/8'] },
    { 'forwardAuth.listen.port': 8081 },
    { [DOMAIN]: undefined, ...origins('https://auth.example.com:8443') },
    { [DOMAIN]: undefined, ...origins() },
    ruleFor('*.example.com'),
    {
      'access.rules': [
        { host: 'a.b.example.com', path: '/*', allow: 'public' },
        { path: '/*', allow: 'signed-in' }
      ]
    }
  ])
    t.same(problemsOf(changes), [], JSON.stringify(changes))
})

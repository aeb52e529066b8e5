import t from 'tap'
import { PLUGINS } from '../../plugins/plugins.ts'
import { isPublicSuffix } from '../../src/config/addresses/urls.ts'
import { loadConfig } from '../../src/config/load.ts'
import { packagePath } from '../../src/config/package-files.ts'
import { runCommand } from '../fixtures/commands/command-run.ts'
import { cookieHeader, PAGE, postSession, SIGNATURE_KEY, startGateway } from '../fixtures/gateway.ts'
import { logOfStart } from '../fixtures/processes/served-log.ts'
import { accepted, problemsOf, variablesOf } from '../fixtures/repository/yaml-config.ts'
import { send } from '../fixtures/wire/http-client.ts'

const SECRETS = {
  GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'key',
  GATEHOUSE_COOKIE_SIGNATURE_KEYS: SIGNATURE_KEY,
  // The tests may run on a machine of Google Cloud.
  METADATA_SERVER_DETECTION: 'none'
}
const GOOD = {
  ...SECRETS,
  GATEHOUSE_PUBLIC_URL: 'https://app.example.com',
  GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:3000',
  GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'my-project'
}
type Env = Record<string, string>

const load = (env: Env) => loadConfig({ file: null, env: { ...GOOD, ...env }, plugins: [] })

const warningsWith = (env: Env): string[] =>
  accepted(load(env)).warnings.map((warning) => warning.split(':', 1)[0] ?? '')
const problemsWith = (env: Env): string[] => problemsOf(load(env))

const TOTP = 'login.mfa.totp'
const PROXIES = 'trustedProxies'
const NAME = 'cookie.name'
type Values = Record<string, unknown>

/** One warning each, and none when one setting differs. */
const WEAKENED: [key: string, warned: Values, twins: Values[]][] = [
  [
    'session.idleSeconds',
    { [TOTP]: 'required' },
    [{}, { [TOTP]: 'optional' }, { [TOTP]: 'required', 'session.idleSeconds': 1800 }]
  ],
  [
    'session.keepClaims',
    { 'session.keepClaims': ['risk'], 'session.acquire': 'handover' },
    [{ 'session.keepClaims': ['risk'] }, { 'session.acquire': 'handover' }]
  ],
  [
    PROXIES,
    { 'listen.host': '0.0.0.0' },
    [
      { 'listen.host': 'localhost' },
      { 'listen.host': '0.0.0.0', [PROXIES]: ['10.0.0.0/8'] },
      { 'listen.host': '0.0.0.0', publicUrl: 'http://localhost' }
    ]
  ],
  [
    NAME,
    { [NAME]: 'sid', 'cookie.allowPlainName': true },
    [
      { [NAME]: '__Host-sid', 'cookie.allowPlainName': true },
      { 'cookie.allowPlainName': true },
      { publicUrl: 'http://localhost', [NAME]: 'sid' }
    ]
  ],
  ...[
    ['session.revocationCheckSeconds', 0, 1],
    ['session.signInsPerMinute', 0, 1],
    ['session.expiredGraceSeconds', 60, 0],
    ['session.visibleClaims', 'all', null, ['name']],
    ['cookie.sameSite', 'none', 'lax', 'strict'],
    ['identityPlatform.allowAnonymous', true, false],
    ['forwardAuth.trustedProxies', ['0.0.0.0/0'], ['10.0.0.0/8']],
    ['access.default', 'public', 'signed-in'],
    ...['warn', 'error', 'fatal', 'silent'].map((level) => ['log.level', level, 'info', 'debug', 'trace'])
  ].map(([key, warned, ...twins]): [string, Values, Values[]] => {
    const name = String(key)
    return [name, { [name]: warned }, twins.map((value) => ({ [name]: value }))]
  })
]

t.test('warnings: each setting that weakens protection causes one warning (ASVS 7.3.1, 7.1.1)', async (t) => {
  for (const [key, warned, twins] of WEAKENED) {
    t.same(warningsWith(variablesOf(warned)), [key], JSON.stringify(warned))
    for (const twin of twins) t.same(warningsWith(variablesOf(twin)), [], JSON.stringify(twin))
  }
  const all = Object.assign({}, ...WEAKENED.map(([, warned]) => warned))
  t.same(new Set(warningsWith(variablesOf(all))), new Set(WEAKENED.map(([key]) => key)), 'all at once')
})

t.test('warnings: sign-in by phone where sessions require an email address causes one', async (t) => {
  for (const [isRequired, warnings] of [
    [true, ['login.methods.phone']],
    [false, []]
  ] as const) {
    const values = {
      'login.methods.phone': true,
      [TOTP]: 'optional',
      'session.requireVerifiedEmail': isRequired
    }
    t.same(warningsWith(variablesOf(values)), warnings)
  }
})

t.test('warnings: check-config and start print them (ASVS 7.1.1)', async (t) => {
  const env = {
    ...GOOD,
    GATEHOUSE_SESSION_REVOCATION_CHECK_SECONDS: '0',
    GATEHOUSE_LISTEN_PORT: '0',
    GATEHOUSE_MANAGEMENT_PORT: '0',
    GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_CERTIFICATES: 'http://127.0.0.1:9/none'
  }
  const checked = await runCommand(['check-config'], { env: env })
  t.match(checked, { code: 0, stdout: /^warning: session\.revocationCheckSeconds: 0 /m })
  const lines = await logOfStart(env)
  const found = lines.find(({ msg }) => msg.startsWith('session.revocationCheckSeconds: 0 '))
  t.equal(found?.level, 'warn')
  t.ok(lines.some(({ msg }) => msg === 'ready'))
})

const PLAIN_NAMES = ['sid', 'gatehouse', '__host-sid', '__Host_sid', 'x__Host-sid', '_Host-sid', '__Http-sid']

t.test('cookie.name: without prefix, refused on https unless allowed (ASVS 3.3.1, 3.3.3)', async (t) => {
  for (const name of PLAIN_NAMES) {
    const named = { GATEHOUSE_COOKIE_NAME: name }
    t.same(problemsWith(named), ['cookie.name'], name)
    t.same(problemsWith({ ...named, GATEHOUSE_COOKIE_ALLOW_PLAIN_NAME: 'true' }), [], name)
    t.same(problemsWith({ ...named, GATEHOUSE_PUBLIC_URL: 'http://localhost' }), [], name)
  }
  for (const name of ['__Host-sid', '__Secure-sid']) t.same(problemsWith({ GATEHOUSE_COOKIE_NAME: name }), [])
  const domain = { GATEHOUSE_COOKIE_DOMAIN: 'example.com' }
  t.same(problemsWith({ ...domain, GATEHOUSE_COOKIE_NAME: '__Secure-sid' }), [])
  t.same(problemsWith({ ...domain, GATEHOUSE_COOKIE_NAME: '__Host-sid' }), ['cookie.domain'])
  t.match(await runCommand(['check-config'], { env: { ...GOOD, GATEHOUSE_COOKIE_NAME: 'sid' } }), {
    code: 2,
    stderr: /cookie\.name \(GATEHOUSE_COOKIE_NAME\): begins with neither `__Host-` nor `__Secure-`/
  })
})

t.test('cookies: on https, each has prefix and attributes (ASVS 3.3.1, 3.3.3, 3.3.4)', async (t) => {
  const publicUrl = 'https://app.example.com'
  for (const [config, prefix, domain] of [
    [{}, '__Host-gatehouse', false],
    [{ 'cookie.name': '__Host-sid' }, '__Host-sid', false],
    [{ 'cookie.domain': 'example.com' }, '__Secure-gatehouse', true],
    [{ 'cookie.domain': 'example.com', 'cookie.name': '__Secure-sid' }, '__Secure-sid', true]
  ] as const) {
    const { url, provider } = await startGateway(t, { publicUrl, config })
    const { idToken, refreshToken } = await provider.signIn('ada')
    const signedIn = await postSession(url, idToken, refreshToken, { origin: publicUrl })
    const cookie = cookieHeader(signedIn)
    const responses = [
      signedIn,
      await send(`${url}/login?lang=de`, { headers: PAGE }),
      await send(`${url}/login`, { headers: { ...PAGE, cookie } }),
      await send(`${url}/logout`, { method: 'POST', headers: { cookie, origin: publicUrl } })
    ]
    const cookies = responses.flatMap(({ headers }) => headers.getSetCookie())
    t.same(
      cookies.map((line) => line.split('=', 1)[0]),
      [
        ...[prefix, `${prefix.replace('__Host-', '__Secure-')}-known`, `${prefix}-lang`],
        ...[`${prefix}-redirects`, prefix, `${prefix}-signed-out`]
      ]
    )
    for (const line of cookies) {
      // For the 400 days that browsers keep a cookie at most.
      const own = line.includes('-known=') ? ['Path=/_auth/session', 'Max-Age=34560000'] : ['Path=/']
      for (const attribute of [...own, 'HttpOnly', 'Secure']) t.ok(line.split('; ').includes(attribute), line)
      const isShared = domain && !/-(known|lang|redirects|signed-out)=/.test(line)
      t.equal(line.includes('Domain='), isShared, line)
    }
  }
})

t.test('cookie.domain: a public suffix is refused, a domain below it is accepted (ASVS 3.3.3)', async (t) => {
  const rows: [host: string, refused: string[], taken: string[]][] = [
    ['app.example.com', ['com', '.com'], ['example.com', '.example.com', 'app.example.com']],
    ['app.example.co.uk', ['co.uk', 'uk'], ['example.co.uk']],
    ['acme.github.io', ['github.io', 'io'], ['acme.github.io']],
    ['app.internal', ['internal'], ['app.internal']]
  ]
  for (const [host, refused, taken] of rows) {
    const problemsOf = (domain: string) =>
      problemsWith({ GATEHOUSE_PUBLIC_URL: `https://${host}`, GATEHOUSE_COOKIE_DOMAIN: domain })
    for (const domain of refused) t.same(problemsOf(domain), ['cookie.domain'], domain)
    for (const domain of taken) t.same(problemsOf(domain), [], domain)
  }
  t.same(problemsWith({ GATEHOUSE_COOKIE_DOMAIN: 'co.uk' }), ['cookie.domain'], 'reported once')
  t.equal(isPublicSuffix('127.0.0.1'), false)
})

t.test('example for SP 800-63B level 2: no warning (ASVS 7.1.1, 7.3.1, 7.3.2, 7.5.2)', async (t) => {
  const file = packagePath('config', 'gatehouse.aal2.example.yaml')
  const { config, warnings } = accepted(loadConfig({ file, plugins: PLUGINS, env: SECRETS }))
  t.same(warnings, [])
  t.match(config, {
    hsts: { maxAgeSeconds: 31536000, includeSubDomains: true },
    session: {
      absoluteSeconds: 43200,
      idleSeconds: 1800,
      expiredGraceSeconds: 0,
      requireVerifiedEmail: true
    },
    store: { url: 'redis://127.0.0.1:6379' },
    login: { mfa: { totp: 'required', sms: false } },
    account: { enabled: true, sessions: true, password: true }
  })
})

t.test('warnings: passUnknownBearer is unverified, or without effect if none is unknown', async (t) => {
  const on = { GATEHOUSE_PASS_UNKNOWN_BEARER: 'true' }
  const issuer = { GATEHOUSE_BEARER: JSON.stringify([{ issuer: 'https://id.example', audiences: ['api'] }]) }
  const replaced = { GATEHOUSE_IDENTITY_HEADERS: '{"authorization":"$idToken"}' }
  const warnings = (env: Env) => {
    const loaded = load(env)
    return loaded.kind === 'loaded' && loaded.warnings.filter((line) => line.startsWith('passUnknownBearer'))
  }
  t.match(warnings({ ...on, ...issuer }), [/unverified/])
  t.match(warnings(on), [/no effect/])
  t.match(warnings({ ...on, ...issuer, ...replaced }), [/no effect/])
  t.same(warnings(issuer), [])
})

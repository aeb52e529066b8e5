import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import {
  type InvalidConfig,
  type LoadedConfig,
  loadConfig,
  loadLoginPageConfig,
  loadProviderConfig
} from '../../src/config/load.ts'
import { ENVIRONMENT_KEYS } from '../../src/config/sources/environment.ts'
import { signatureKeyOf } from '../fixtures/signature-keys.ts'

const KEY = signatureKeyOf('config')
const NEW_KEY = signatureKeyOf('new')
const GOOD = `
publicUrl: https://app.example.com
upstream: { url: "http://127.0.0.1:3000" }
identityPlatform: { projectId: my-project, apiKey: AIza-key }
cookie: { signatureKeys: [${KEY}] }
`

function load(dir: string, yaml: string, env: Record<string, string> = {}): LoadedConfig | InvalidConfig {
  const file = join(dir, 'gatehouse.yaml')
  writeFileSync(file, yaml)
  // The machine of the tests may be one of Google's.
  return loadConfig({ file, env: { METADATA_SERVER_DETECTION: 'none', ...env } })
}

function problemsOf(loaded: { kind: 'loaded' } | InvalidConfig): string[] {
  return loaded.kind === 'invalid' ? loaded.problems.map((problem) => problem.path) : []
}

function configOf(loaded: LoadedConfig | InvalidConfig) {
  if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
  return loaded.config
}

t.test('config: the four required things suffice, defaults fill the rest', async (t) => {
  const config = configOf(load(t.testdir(), GOOD))
  t.match(config, {
    listen: { host: '127.0.0.1', port: 8080 },
    management: { host: '127.0.0.1', port: 9464 },
    trustedProxies: [],
    session: { absoluteSeconds: 1209600, acquire: 'auto' },
    paths: {
      login: '/login',
      logout: '/logout',
      refresh: '/_auth/refresh',
      session: '/_auth/session',
      home: '/'
    },
    redirectParameter: 'redirect',
    access: { default: 'signed-in', rules: [] }
  })
})

t.test('config: every section written out, as the reference shows it', async (t) => {
  const yaml = `
publicUrl: https://app.example.com
listen: { host: 127.0.0.1, port: 8080 }
management: { host: 127.0.0.1, port: 9464 }
trustedProxies: []
upstream: { url: http://127.0.0.1:3000, connectTimeoutMs: 5000, headersTimeoutMs: 60000, idleTimeoutMs: 0 }
identityPlatform:
  projectId: my-project
  apiKey: AIza-key
  tenantId: null
  credentialsFile: null
  authDomain: null
  emulatorHost: null
  endpoints: {}
cookie: { name: null, domain: null, sameSite: lax, signatureKeys: [${KEY}] }
session: { absoluteSeconds: 1209600, idleSeconds: 0, revocationCheckSeconds: 300, expiredGraceSeconds: 0, acquire: auto }
paths: { login: /login, logout: /logout, refresh: /_auth/refresh, session: /_auth/session, verify: /_auth/verify, home: / }
redirectParameter: redirect
identityHeaders: { x-forwarded-groups: groups }
access: { default: signed-in, rules: [] }
log: { level: info }
`
  const config = configOf(load(t.testdir(), yaml))
  const { identityHeaders, ...written } = config
  const { identityHeaders: none, ...defaults } = configOf(load(t.testdir(), GOOD))
  t.same(written, defaults, 'and these are the defaults')
  t.same([identityHeaders, none], [{ 'x-forwarded-groups': 'groups' }, {}])
})

t.test('config: JSON in place of YAML, read', async (t) => {
  const config = configOf(
    load(
      t.testdir(),
      JSON.stringify({
        publicUrl: 'https://a.example',
        upstream: { url: 'http://b' },
        identityPlatform: { projectId: 'p', apiKey: 'k' },
        cookie: { signatureKeys: [KEY] }
      })
    )
  )
  t.equal(config.publicUrl, 'https://a.example')
})

t.test('config: the environment wins over the file; lists, numbers and objects', async (t) => {
  const config = configOf(
    load(t.testdir(), GOOD, {
      GATEHOUSE_LISTEN_PORT: '9000',
      GATEHOUSE_UPSTREAM_URL: 'http://app:1',
      GATEHOUSE_TRUSTED_PROXIES: '10.0.0.0/8, fd00::/8',
      GATEHOUSE_COOKIE_SIGNATURE_KEYS: `["${NEW_KEY}"]`,
      GATEHOUSE_IDENTITY_HEADERS: '{"x-forwarded-groups":"groups"}',
      GATEHOUSE_LOGIN_BRAND_NAME: 'Acme',
      GATEHOUSE_SESSION_IDLE_SECONDS: ''
    })
  )
  t.match(config, {
    listen: { port: 9000 },
    upstream: { url: 'http://app:1' },
    trustedProxies: ['10.0.0.0/8', 'fd00::/8'],
    cookie: { signatureKeys: [NEW_KEY] },
    identityHeaders: { 'x-forwarded-groups': 'groups' },
    login: { brand: { name: 'Acme' } }
  })
})

t.test('config: every variable has one key, and no two share one', async (t) => {
  const names = ENVIRONMENT_KEYS.map((key) => key.variable)
  t.equal(new Set(names).size, names.length)
  for (const name of names) t.match(name, /^GATEHOUSE_[A-Z0-9_]+$/)
})

t.test('config: a variable that is nearly a key, an error that names the key', async (t) => {
  const dir = t.testdir()
  const rows: readonly [variable: string, key: string][] = [
    ['GATEHOUSE_UPSTREM_URL', 'GATEHOUSE_UPSTREAM_URL'],
    ['GATEHOUSE_SESSION_REQUIRE_VERIFIED_MAIL', 'GATEHOUSE_SESSION_REQUIRE_VERIFIED_EMAIL'],
    ['GATEHOUSE_SESSIONS_REQUIRED_VERIFIED_EMAIL', 'GATEHOUSE_SESSION_REQUIRE_VERIFIED_EMAIL'],
    ['GATEHOUSE_LISTEN_PROT', 'GATEHOUSE_LISTEN_PORT'],
    ['GATEHOUSE_COOKIE_SIGNATURE_KEY_FILE', 'GATEHOUSE_COOKIE_SIGNATURE_KEYS_FILE']
  ]
  for (const [variable, key] of rows) {
    const loaded = load(dir, GOOD, { [variable]: 'hidden' })
    t.strictSame(loaded, {
      kind: 'invalid',
      problems: [{ path: variable, message: 'is not a configuration key', hint: `Did you mean ${key}?` }]
    })
    t.notMatch(JSON.stringify(loaded), 'hidden')
    t.strictSame(problemsOf(load(dir, GOOD, { [variable]: '' })), [], `${variable}: empty is not set`)
  }
})

t.test('config: a mistyped variable of a section that is not read, a warning', async (t) => {
  const env = { GATEHOUSE_LISTEN_PROT: '1', METADATA_SERVER_DETECTION: 'none' }
  const file = join(t.testdir(), 'gatehouse.yaml')
  writeFileSync(file, GOOD)
  const loaded = loadProviderConfig({ file, env })
  t.match(loaded.kind === 'loaded' && loaded.warnings, [/GATEHOUSE_LISTEN_PROT is not a configuration key/])
  const own = { ...env, GATEHOUSE_IDENTITY_PLATFORM_PROJECTID: 'x' }
  t.strictSame(problemsOf(loadProviderConfig({ file, env: own })), ['GATEHOUSE_IDENTITY_PLATFORM_PROJECTID'])
})

t.test('config: nothing written, a problem for each thing that is required', async (t) => {
  const none = { file: null, env: { METADATA_SERVER_DETECTION: 'none' } }
  t.strictSame(problemsOf(loadConfig(none)), [
    'publicUrl',
    'upstream.url',
    'identityPlatform.projectId',
    'cookie.signatureKeys',
    'identityPlatform.apiKey'
  ])
  t.strictSame(problemsOf(loadProviderConfig(none)), ['identityPlatform.projectId'])
  t.strictSame(problemsOf(loadLoginPageConfig(none)), [])
})

t.test(
  'config: a part is read alone, what is wrong elsewhere does not matter and is not in it',
  async (t) => {
    const file = join(t.testdir(), 'gatehouse.yaml')
    writeFileSync(
      file,
      'publicUrl: 5\nupstream: 5\ncookie: { signatureKeys: [short] }\nlogin: { methods: { password: 7 } }\nidentityPlatform: { projectId: my-project, tenants: 5 }\n'
    )
    const env = { METADATA_SERVER_DETECTION: 'none' }
    const provider = loadProviderConfig({ file, env })
    t.match(provider, {
      kind: 'loaded',
      config: { identityPlatform: { projectId: 'my-project', tenants: {} } }
    })
    t.strictSame(provider.kind === 'loaded' && Object.keys(provider.config), ['identityPlatform'])
    t.strictSame(problemsOf(loadLoginPageConfig({ file, env })), [
      'publicUrl',
      'identityPlatform.tenants',
      'login.methods.password'
    ])
    writeFileSync(file, 'identityPlattform: {}\nidentityPlatform: { projectId: my-project }\n')
    t.strictSame(problemsOf(loadProviderConfig({ file, env })), ['identityPlattform'], 'a misspelt section')
  }
)

t.test('config: a variable that is like no key, a warning', async (t) => {
  const loaded = load(t.testdir(), GOOD, {
    GATEHOUSE_VERSION_OF_CHART: 'x',
    GATEHOUSE_UPSTREEEEM_URL: 'x',
    OTHER: 'x'
  })
  t.strictSame(loaded.kind === 'loaded' && loaded.warnings, [
    'environment: GATEHOUSE_VERSION_OF_CHART is not a configuration key and is ignored',
    'environment: GATEHOUSE_UPSTREEEEM_URL is not a configuration key and is ignored'
  ])
})

t.test(
  'config: variables that Kubernetes sets for services, warnings that say so and no errors',
  async (t) => {
    const links = (service: string) => ({
      [`${service}_SERVICE_HOST`]: '10.0.0.1',
      [`${service}_SERVICE_PORT`]: '80',
      [`${service}_SERVICE_PORT_HTTP`]: '80',
      [`${service}_PORT`]: 'tcp://10.0.0.1:80',
      [`${service}_PORT_80_TCP`]: 'tcp://10.0.0.1:80',
      [`${service}_PORT_80_TCP_PROTO`]: 'tcp',
      [`${service}_PORT_80_TCP_PORT`]: '80',
      [`${service}_PORT_80_TCP_ADDR`]: '10.0.0.1'
    })
    for (const service of ['GATEHOUSE', 'GATEHOUSE_LISTEN', 'GATEHOUSE_MANAGEMENT', 'GATEHOUSE_LISTENS']) {
      const loaded = load(t.testdir(), GOOD, links(service))
      if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
      t.equal(loaded.warnings.length, 8, service)
      for (const warning of loaded.warnings)
        t.match(warning, /is set by Kubernetes for a service and is ignored/)
      t.match(loaded.config, { listen: { port: 8080 }, management: { port: 9464 } })
    }
    t.strictSame(
      problemsOf(load(t.testdir(), GOOD, { GATEHOUSE_LISTENS_PORT: '8081' })),
      ['GATEHOUSE_LISTENS_PORT'],
      'the same name with another value is a mistake'
    )
  }
)

t.test('config: login page alone, a gateway on any port is no contradiction', async (t) => {
  const file = join(t.testdir(), 'gatehouse.yaml')
  for (const port of [80, 443, 8080]) {
    writeFileSync(file, `${GOOD}listen: { port: ${port} }\n`)
    t.strictSame(problemsOf(loadLoginPageConfig({ file, env: {} })), [], String(port))
  }
})

t.test('config: upstream.url that is the gateway itself, refused', async (t) => {
  const dir = t.testdir()
  const upstreamProblems = (url: string, more = '') =>
    problemsOf(load(dir, `${GOOD.replace('http://127.0.0.1:3000', url)}${more}`))
  const anywhere = 'listen: { host: 0.0.0.0 }\nmanagement: { host: "::" }\n'
  const own = [
    'http://127.0.0.1:8080',
    'http://localhost:8080',
    'http://LOCALHOST.:8080',
    'http://app.localhost:8080',
    'http://127.1:8080',
    'http://0x7f000001:8080',
    'http://[::1]:8080',
    'http://[::ffff:127.0.0.1]:8080',
    'http://0.0.0.0:8080',
    'http://[::]:8080',
    'https://localhost:8080',
    'http://localhost:9464'
  ]
  for (const url of own) {
    t.strictSame(upstreamProblems(url), ['upstream.url'], url)
    t.strictSame(upstreamProblems(url, anywhere), ['upstream.url'], `${url}, listening anywhere`)
    const elsewhere = url.replace(/\d+$/, '3000')
    t.strictSame(upstreamProblems(elsewhere), [], elsewhere)
  }
  const named = 'listen: { host: 10.0.0.5 }\n'
  t.strictSame(upstreamProblems('http://10.0.0.5:8080', named), ['upstream.url'])
  t.strictSame(upstreamProblems('http://10.0.0.6:8080', named), [])
  t.strictSame(upstreamProblems('http://127.0.0.1:8080', named), [], 'another listener of the same machine')
  t.strictSame(upstreamProblems('http://[fd00::5]:8080', 'listen: { host: "fd00:0::5" }\n'), ['upstream.url'])
  t.strictSame(upstreamProblems('http://localhost', 'listen: { port: 80 }\n'), ['upstream.url'])
  t.strictSame(upstreamProblems('http://10.0.0.5:8080'), [], 'a loopback listener is nobody else’s')
  for (const url of ['https://app.example.com', 'https://APP.example.com.:443'])
    t.strictSame(upstreamProblems(url), ['upstream.url'], `${url}, by way of what stands in front`)
  t.strictSame(upstreamProblems('https://app.example.com:8443'), [], 'another port of that host')
})

t.test('config: secrets from files, one key a line', async (t) => {
  const dir = t.testdir({ api: 'AIza-from-file\n', keys: `${KEY}\n\n${NEW_KEY}\n` })
  const yaml = GOOD.replace('apiKey: AIza-key', `apiKeyFile: ${dir}/api`).replace(
    `signatureKeys: [${KEY}]`,
    `signatureKeysFile: ${dir}/keys`
  )
  const config = configOf(load(dir, yaml))
  t.equal(config.identityPlatform.apiKey, 'AIza-from-file')
  t.same(config.cookie.signatureKeys, [KEY, NEW_KEY])
  t.same(problemsOf(load(dir, yaml, { GATEHOUSE_COOKIE_SIGNATURE_KEYS_FILE: '/nowhere' })), [
    'cookie.signatureKeysFile'
  ])
})

t.test('config: all problems at once, with path and hint, without secrets (ASVS 2.1.2, 2.2.1)', async (t) => {
  const loaded = load(
    t.testdir(),
    `
publicUrl: ftp://x
upstrem: {}
listen: { port: 99999 }
identityPlatform: { projectId: my-project, apiKey: { secret: AIza-hidden }, endpoints: { secureToken: "http://evil.example" } }
cookie: { signatureKeys: [hidden-short-secret], sameSite: sometimes }
access: { rules: [{ path: nope, allow: everyone }] }
trustedProxies: [somewhere]
paths: { login: /logout }
identityHeaders: { cookie: sub, X-Upper: sub }
`
  )
  t.same(problemsOf(loaded).sort(), [
    'access.rules[0].allow',
    'access.rules[0].path',
    'cookie.sameSite',
    'cookie.signatureKeys[0]',
    'identityHeaders.X-Upper',
    'identityPlatform.apiKey',
    'identityPlatform.endpoints.secureToken',
    'listen.port',
    'paths.logout',
    'publicUrl',
    'trustedProxies[0]',
    'upstream.url',
    'upstrem'
  ])
  const text = JSON.stringify(loaded)
  t.notMatch(text, /hidden/)
  if (loaded.kind === 'invalid')
    for (const problem of loaded.problems) t.ok(problem.message !== '' && problem.hint !== '', problem.path)
})

t.test('config: broken YAML, names the line and shows nothing of it', async (t) => {
  const loaded = load(t.testdir(), 'publicUrl: https://a\ncookie: { signatureKeys: [hidden-secret\n')
  t.match(loaded, { problems: [{ message: /is not YAML: [A-Z_]+ in line \d/ }] })
  t.notMatch(JSON.stringify(loaded), 'hidden')
})

t.test('config: user information in an address is refused, and not repeated', async (t) => {
  for (const name of ['GATEHOUSE_PUBLIC_URL', 'GATEHOUSE_UPSTREAM_URL']) {
    const loaded = load(t.testdir(), GOOD, { [name]: 'https://user:hunter2@app.example.com' })
    t.equal(problemsOf(loaded).length, 1)
    t.notMatch(JSON.stringify(loaded), 'hunter2')
  }
})

t.test('config: a secret of the environment stands above the file’s, in whichever form', async (t) => {
  const dir = t.testdir({ api: 'from-a-file' })
  const byFile = configOf(load(dir, GOOD, { GATEHOUSE_IDENTITY_PLATFORM_API_KEY_FILE: `${dir}/api` }))
  t.equal(byFile.identityPlatform.apiKey, 'from-a-file')
  const yaml = GOOD.replace('apiKey: AIza-key', 'apiKeyFile: /nowhere')
  const byValue = configOf(load(dir, yaml, { GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'from-the-environment' }))
  t.equal(byValue.identityPlatform.apiKey, 'from-the-environment')
  const beside = GOOD.replace('apiKey: AIza-key', `apiKey: AIza-key, apiKeyFile: ${dir}/api`)
  t.same(
    problemsOf(load(dir, beside)),
    ['identityPlatform.apiKeyFile'],
    'both in one place contradict each other'
  )
})

t.test('config: aliases that multiply without end, a problem of the file', async (t) => {
  const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
  for (let level = 1; level < 9; level++)
    lines.push(
      `a${level}: &a${level} [${Array(10)
        .fill(`*a${level - 1}`)
        .join(', ')}]`
    )
  t.match(load(t.testdir(), lines.join('\n')), {
    problems: [{ message: 'is not a mapping of keys to values' }]
  })
})

const REFUSED = [
  ['no signature key', { GATEHOUSE_COOKIE_SIGNATURE_KEYS: '[]' }, 'cookie.signatureKeys'],
  [
    'a signature key of 31 bytes',
    { GATEHOUSE_COOKIE_SIGNATURE_KEYS: KEY.slice(0, 31) },
    'cookie.signatureKeys[0]'
  ],
  [
    'a second key that is short',
    { GATEHOUSE_COOKIE_SIGNATURE_KEYS: `${KEY},short` },
    'cookie.signatureKeys[1]'
  ],
  ['a public URL with a path', { GATEHOUSE_PUBLIC_URL: 'https://a.example/app' }, 'publicUrl'],
  ['an upstream with a path', { GATEHOUSE_UPSTREAM_URL: 'http://a/app' }, 'upstream.url'],
  [
    '__Host- on http',
    { GATEHOUSE_PUBLIC_URL: 'http://localhost', GATEHOUSE_COOKIE_NAME: '__Host-x' },
    'cookie.name'
  ],
  [
    'SameSite none on http',
    { GATEHOUSE_PUBLIC_URL: 'http://localhost', GATEHOUSE_COOKIE_SAME_SITE: 'none' },
    'cookie.sameSite'
  ],
  [
    'a domain on http',
    { GATEHOUSE_PUBLIC_URL: 'http://localhost', GATEHOUSE_COOKIE_DOMAIN: 'localhost' },
    'cookie.domain'
  ],
  ['a domain of somebody else', { GATEHOUSE_COOKIE_DOMAIN: 'example.org' }, 'cookie.domain'],
  [
    'a domain with a __Host- name',
    { GATEHOUSE_COOKIE_DOMAIN: 'example.com', GATEHOUSE_COOKIE_NAME: '__Host-x' },
    'cookie.domain'
  ],
  [
    'exchange without credentials',
    { GATEHOUSE_SESSION_ACQUIRE: 'exchange' },
    'identityPlatform.credentialsFile'
  ],
  [
    'the emulator in production',
    { GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_HOST: '127.0.0.1:9099' },
    'identityPlatform.emulatorHost'
  ],
  ['a login path below the assets', { GATEHOUSE_PATHS_LOGIN: '/_auth/assets/login' }, 'paths.login'],
  ['a logout path among the screens', { GATEHOUSE_PATHS_LOGOUT: '/login/out' }, 'paths.logout'],
  ['a home among the screens', { GATEHOUSE_PATHS_HOME: '/login/home' }, 'paths.home'],
  ['a session path of the provider', { GATEHOUSE_PATHS_SESSION: '/__/auth/session' }, 'paths.session'],
  ['a home that is the login page', { GATEHOUSE_PATHS_HOME: '/login' }, 'paths.home'],
  ['one port for visitors and management', { GATEHOUSE_LISTEN_PORT: '9464' }, 'management.port'],
  ['a login path with dot segments', { GATEHOUSE_PATHS_LOGIN: '/a/../b' }, 'paths.login']
] as const

for (const [name, env, path] of REFUSED) {
  t.test(`config: ${name}, refused`, async (t) => {
    t.same(problemsOf(load(t.testdir(), GOOD, env)), [path])
  })
}

t.test(
  'config: the emulator goes with a loopback URL and a demo- project, or with a word that insists',
  async (t) => {
    const local = {
      GATEHOUSE_PUBLIC_URL: 'http://localhost:8080',
      GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'demo-x',
      GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_HOST: 'http://127.0.0.1:9099'
    }
    const loaded = load(t.testdir(), GOOD.replace(', apiKey: AIza-key', ''), local)
    t.match(configOf(loaded).identityPlatform, { emulatorHost: '127.0.0.1:9099', apiKey: 'emulator' })
    t.match(loaded.kind === 'loaded' && loaded.warnings, [/UNSIGNED/])
    for (const [variable, value] of [
      ['GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID', 'prod'],
      ['GATEHOUSE_LISTEN_HOST', '0.0.0.0'],
      ['GATEHOUSE_LISTEN_HOST', '::']
    ] as const) {
      const problems = problemsOf(load(t.testdir(), GOOD, { ...local, [variable]: value }))
      t.same(problems, ['identityPlatform.emulatorHost'], value)
    }
    for (const host of ['localhost', '127.0.0.1', '::1'])
      t.same(problemsOf(load(t.testdir(), GOOD, { ...local, GATEHOUSE_LISTEN_HOST: host })), [], host)
    t.same(
      problemsOf(
        load(t.testdir(), GOOD, { ...local, GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_HOST: '127.0.0.1:9099/x' })
      ),
      ['identityPlatform.emulatorHost']
    )
    t.same(
      problemsOf(
        load(t.testdir(), GOOD, {
          GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_HOST: 'emulator:9099',
          GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_ANYWHERE: 'true'
        })
      ),
      []
    )
  }
)

t.test(
  'config: tenants at places that no request has, or that are the gateway’s own, are problems',
  async (t) => {
    const problemsWith = (place: string) =>
      problemsOf(
        load(t.testdir(), GOOD, { GATEHOUSE_IDENTITY_PLATFORM_TENANTS: JSON.stringify({ [place]: 'acme' }) })
      )
    for (const place of ['/acme/*', '/acme', '/a/b/*', 'acme.example.com', '/loginx/*'])
      t.same(problemsWith(place), [], place)
    for (const place of ['/../*', '/a/./*', '/_auth/*', '/login/*', '/login', '/logout/*', 'app.example.com'])
      t.same(problemsWith(place), [`identityPlatform.tenants.${place}`], place)
  }
)

t.test('config: rule that never matches or is never reached, a problem', async (t) => {
  const problemsWith = (...rules: object[]) =>
    problemsOf(load(t.testdir(), GOOD, { GATEHOUSE_ACCESS_RULES: JSON.stringify(rules) }))
  const rows = [
    ['/%41', ['access.rules[0].path']],
    ['/a/../b', ['access.rules[0].path']],
    ['//a', ['access.rules[0].path']],
    ['/a;b', ['access.rules[0].path']],
    ['/a', []],
    ['/.well-known/*', []],
    ['/%C3%A4/*', []],
    ['/*', []]
  ] as const
  for (const [path, expected] of rows) t.same(problemsWith({ path, allow: 'public' }), expected, path)
  const admin = { path: '/a/b', allow: { claim: 'role', oneOf: ['admin'] } }
  t.same(problemsWith({ path: '/a/*', allow: 'public' }, admin), ['access.rules[1]'])
  t.same(problemsWith(admin, admin), ['access.rules[1]'])
  t.same(problemsWith({ path: '/a/*', methods: ['GET'], allow: 'public' }, { ...admin, methods: ['GET'] }), [
    'access.rules[1]'
  ])
  t.same(
    problemsWith({ path: '/a/*', methods: ['GET'], allow: 'public' }, admin),
    [],
    'other methods reach it'
  )
  t.same(
    problemsWith(
      { path: '/a', methods: ['GET'], allow: 'public' },
      { path: '/a', methods: ['HEAD'], allow: 'signed-in' }
    ),
    ['access.rules[1]'],
    'GET covers HEAD'
  )
  t.same(
    problemsWith(
      { path: '/a', methods: ['HEAD'], allow: 'public' },
      { path: '/a', methods: ['GET'], allow: 'signed-in' }
    ),
    []
  )
  t.same(problemsWith(admin, { path: '/a/*', allow: 'public' }), [])
})

t.test('config: http on a host beyond loopback, a warning', async (t) => {
  const loaded = load(t.testdir(), GOOD, { GATEHOUSE_PUBLIC_URL: 'http://app.internal' })
  t.match(loaded.kind === 'loaded' && loaded.warnings, [/in clear/])
})

t.test('config: allowUnverified on a rule without an e-mail address, a problem', async (t) => {
  const problemsWith = (allow: object) =>
    problemsOf(load(t.testdir(), GOOD, { GATEHOUSE_ACCESS_RULES: JSON.stringify([{ path: '/a', allow }]) }))
  for (const allowUnverified of [true, false]) {
    t.same(problemsWith({ claim: 'email', oneOf: ['a@b.c'], allowUnverified }), [])
    t.same(problemsWith({ claim: 'role', oneOf: ['admin'], allowUnverified }), [
      'access.rules[0].allow.allowUnverified'
    ])
  }
})

t.test(
  'config: notices, for what an operator may expect otherwise, until the configuration says which',
  async (t) => {
    const noticesOf = (text: string, env = {}) => {
      const loaded = load(t.testdir(), text, env)
      if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
      return loaded.notices.map((notice) => notice.split(':', 1)[0])
    }
    t.same(noticesOf(GOOD), ['identityHeaders', 'upstream.sharedCaching', 'hsts', 'session.visibleClaims'])
    const SILENT = `${GOOD}hsts: {}\nsession: { visibleClaims: null }\n`
    const header = (source: string | null) => ({
      GATEHOUSE_IDENTITY_HEADERS: JSON.stringify({ 'x-forwarded-email': source })
    })
    for (const source of ['email', '$emailUnverified', null])
      t.same(noticesOf(SILENT, header(source)), ['upstream.sharedCaching'], String(source))
    t.same(noticesOf(SILENT, { GATEHOUSE_SESSION_REQUIRE_VERIFIED_EMAIL: 'true' }), [
      'upstream.sharedCaching'
    ])
    t.same(
      noticesOf(SILENT, { GATEHOUSE_IDENTITY_HEADERS: '{"x-mail":"email"}' }).length,
      2,
      'another header'
    )
    for (const value of ['true', 'false'])
      t.same(noticesOf(SILENT, { GATEHOUSE_UPSTREAM_SHARED_CACHING: value }), ['identityHeaders'], value)

    const rules = (...conditions: object[]) => ({
      GATEHOUSE_ACCESS_RULES: JSON.stringify(
        conditions.map((allow, index) => ({ path: `/${index}`, allow }))
      ),
      ...header('email'),
      GATEHOUSE_UPSTREAM_SHARED_CACHING: 'false'
    })
    const byEmail = { claim: 'email', oneOf: ['a@b.c'] }
    t.same(noticesOf(SILENT, rules({ claim: 'role', oneOf: ['x'] }, byEmail)), ['access.rules[1]'])
    t.same(
      noticesOf(SILENT, rules({ ...byEmail, allowUnverified: true }, { ...byEmail, allowUnverified: false })),
      []
    )
  }
)

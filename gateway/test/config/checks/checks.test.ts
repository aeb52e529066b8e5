import t from 'tap'
import { configOf, GOOD, KEY, load, problemsOf } from '../../fixtures/repository/yaml-config.ts'

t.test('config: an upstream.url that points to the gateway itself is refused', async (t) => {
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
  const atLocalhost = 'listen: { host: localhost }\n'
  for (const [url, more, isOwn] of [
    ['http://[::1]:8080', '', false],
    ['http://127.0.0.2:8080', '', false],
    ['http://127.0.0.2:8080', atLocalhost, false],
    ['http://[::1]:8080', atLocalhost, true],
    ['http://[::1]:8080', anywhere, true],
    ['http://127.0.0.2:8080', anywhere, true],
    ['http://127.0.0.1:8080', 'listen: { host: 127.0.0.2 }\n', false],
    ['http://localhost:8080', 'listen: { host: 127.0.0.2 }\n', false],
    ['http://127.0.0.2:8080', 'listen: { host: 127.0.0.2 }\n', true],
    ['http://localhost:8080', 'listen: { host: "::1" }\n', true],
    ['http://127.0.0.2:9464', '', false]
  ] as const)
    t.strictSame(upstreamProblems(url, more), isOwn ? ['upstream.url'] : [], `${url} ${more}`)
  const named = 'listen: { host: 10.0.0.5 }\n'
  t.strictSame(upstreamProblems('http://10.0.0.5:8080', named), ['upstream.url'])
  t.strictSame(upstreamProblems('http://10.0.0.6:8080', named), [])
  t.strictSame(upstreamProblems('http://127.0.0.1:8080', named), [], 'another listener on the same machine')
  t.strictSame(upstreamProblems('http://[fd00::5]:8080', 'listen: { host: "fd00:0::5" }\n'), ['upstream.url'])
  t.strictSame(upstreamProblems('http://localhost', 'listen: { port: 80 }\n'), ['upstream.url'])
  t.strictSame(upstreamProblems('http://10.0.0.5:8080'), [], 'a loopback listener is not reachable there')
  for (const url of ['https://app.example.com', 'https://APP.example.com.:443'])
    t.strictSame(upstreamProblems(url), ['upstream.url'], `${url}, through the proxy in front`)
  t.strictSame(upstreamProblems('https://app.example.com:8443'), [], 'another port of that host')
})

const REFUSED = [
  ['no signature key', { GATEHOUSE_COOKIE_SIGNATURE_KEYS: '[]' }, 'cookie.signatureKeys'],
  [
    'a signature key of 31 bytes',
    { GATEHOUSE_COOKIE_SIGNATURE_KEYS: KEY.slice(0, 31) },
    'cookie.signatureKeys[0]'
  ],
  ['a reserved claim to keep', { GATEHOUSE_SESSION_KEEP_CLAIMS: '["risk", "sub"]' }, 'session.keepClaims[1]'],
  [
    'a claim of the account to keep',
    { GATEHOUSE_SESSION_KEEP_CLAIMS: '["email_verified"]' },
    'session.keepClaims[0]'
  ],
  [
    'a fact of the sign-in to keep',
    { GATEHOUSE_SESSION_KEEP_CLAIMS: '["source_sign_in_provider"]' },
    'session.keepClaims[0]'
  ],
  ['a short second key', { GATEHOUSE_COOKIE_SIGNATURE_KEYS: `${KEY},short` }, 'cookie.signatureKeys[1]'],
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
  ['a foreign domain', { GATEHOUSE_COOKIE_DOMAIN: 'example.org' }, 'cookie.domain'],
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
  ['a logout path below the login page', { GATEHOUSE_PATHS_LOGOUT: '/login/out' }, 'paths.logout'],
  ['a home path below the login page', { GATEHOUSE_PATHS_HOME: '/login/home' }, 'paths.home'],
  ['a session path below /__', { GATEHOUSE_PATHS_SESSION: '/__/auth/session' }, 'paths.session'],
  ['a home that is the login page', { GATEHOUSE_PATHS_HOME: '/login' }, 'paths.home'],
  ['an upstream socket with a relative path', { GATEHOUSE_UPSTREAM_URL: 'unix:app.sock' }, 'upstream.url'],
  ['an upstream socket that is a file', { GATEHOUSE_UPSTREAM_URL: 'unix:/etc/passwd' }, 'upstream.url'],
  [
    'an upstream socket with too long a path',
    { GATEHOUSE_UPSTREAM_URL: `unix:/${'a'.repeat(107)}` },
    'upstream.url'
  ],
  [
    'a Unix socket combined with an inherited socket',
    { GATEHOUSE_LISTEN_UNIX: '/run/a.sock', GATEHOUSE_LISTEN_FD: '3' },
    'listen.unix'
  ],
  ['a Unix socket that is a file', { GATEHOUSE_LISTEN_UNIX: '/etc/passwd' }, 'listen.unix'],
  [
    'a Unix socket in a folder that does not exist',
    { GATEHOUSE_LISTEN_UNIX: '/nowhere/gatehouse.sock' },
    'listen.unix'
  ],
  [
    'a Unix socket in a folder that is a file',
    { GATEHOUSE_LISTEN_UNIX: '/etc/passwd/a.sock' },
    'listen.unix'
  ],
  ['a descriptor that is standard output', { GATEHOUSE_LISTEN_FD: '1' }, 'listen.fd'],
  [
    'an upstream socket on which the gateway listens',
    { GATEHOUSE_LISTEN_UNIX: '/tmp/a.sock', GATEHOUSE_UPSTREAM_URL: 'unix:/tmp/x/../a.sock' },
    'upstream.url'
  ],
  [
    'an upstream port on which the gateway listens',
    { GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:8080' },
    'upstream.url'
  ],
  ['one port for public and management listener', { GATEHOUSE_LISTEN_PORT: '9464' }, 'management.port'],
  ['a login path with dot segments', { GATEHOUSE_PATHS_LOGIN: '/a/../b' }, 'paths.login']
] as const

t.test('config: listen.port is free for others while a socket replaces it', async (t) => {
  const places = [{ GATEHOUSE_LISTEN_UNIX: '/tmp/a.sock' }, { GATEHOUSE_LISTEN_FD: '3' }]
  const users = [{ GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:8080' }, { GATEHOUSE_MANAGEMENT_PORT: '8080' }]
  for (const place of places)
    for (const user of users) t.same(problemsOf(load(t.testdir(), GOOD, { ...place, ...user })), [])
})

t.test('config: an upstream socket that does not exist yet is accepted', async (t) => {
  const env = { GATEHOUSE_UPSTREAM_URL: `unix:/${'a'.repeat(106)}` }
  t.same(problemsOf(load(t.testdir(), GOOD, env)), [])
})

for (const [name, env, path] of REFUSED) {
  t.test(`config: ${name} is refused`, async (t) => {
    t.same(problemsOf(load(t.testdir(), GOOD, env)), [path])
  })
}

t.test('config: the emulator needs loopback and a demo- project, or an explicit setting', async (t) => {
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
})

t.test('config: tenants at paths that no request has, or of the gateway, are refused', async (t) => {
  const problemsWith = (place: string) =>
    problemsOf(
      load(t.testdir(), GOOD, { GATEHOUSE_IDENTITY_PLATFORM_TENANTS: JSON.stringify({ [place]: 'acme' }) })
    )
  for (const place of '/acme/* /acme /a/b/* acme.example.com /loginx/* /büro/* /b%c3%bcro'.split(' '))
    t.same(problemsWith(place), [], place)
  for (const place of ['/../*', '/a/./*', '/_auth/*', '/login/*', '/login', '/logout/*', 'app.example.com'])
    t.same(problemsWith(place), [`identityPlatform.tenants.${place}`], place)
})

t.test('config: a rule path that no request can have is a problem', async (t) => {
  const problemsWith = (...rules: object[]) =>
    problemsOf(load(t.testdir(), GOOD, { GATEHOUSE_ACCESS_RULES: JSON.stringify(rules) }))
  const rows = [
    ['/%2541', ['access.rules[0].path']],
    ['/a%20b', []],
    ['/50%25.png', []],
    ['/a%3Fb', ['access.rules[0].path']],
    ['/kadın', ['access.rules[0].path']],
    ['/%zz', ['access.rules[0].path']],
    ['/%41', []],
    ['/büro/*', []],
    ['/b%c3%bcro', []],
    ['/a/../b', ['access.rules[0].path']],
    ['//a', ['access.rules[0].path']],
    ['/a;b', ['access.rules[0].path']],
    ['/a', []],
    ['/.well-known/*', []],
    ['/%C3%A4/*', []],
    ['/*', []]
  ] as const
  for (const [path, expected] of rows) t.same(problemsWith({ path, allow: 'public' }), expected, path)
})

t.test('config: http on a host beyond loopback causes a warning', async (t) => {
  const loaded = load(t.testdir(), GOOD, { GATEHOUSE_PUBLIC_URL: 'http://app.internal' })
  t.match(loaded.kind === 'loaded' && loaded.warnings, [/in clear/])
})

t.test('config: allowUnverified on a rule without an email address is a problem', async (t) => {
  const problemsWith = (allow: object) =>
    problemsOf(load(t.testdir(), GOOD, { GATEHOUSE_ACCESS_RULES: JSON.stringify([{ path: '/a', allow }]) }))
  for (const allowUnverified of [true, false]) {
    t.same(problemsWith({ claim: 'email', oneOf: ['a@b.c'], allowUnverified }), [])
    t.same(problemsWith({ claim: 'role', oneOf: ['admin'], allowUnverified }), [
      'access.rules[0].allow.allowUnverified'
    ])
  }
})

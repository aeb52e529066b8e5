import t from 'tap'
import { accepted, GOOD, KEY, load, problemsOf, variablesOf } from '../../fixtures/repository/yaml-config.ts'
import { words } from '../../fixtures/words.ts'

t.test('config: an upstream.url that points to the gateway itself is refused', async (t) => {
  const dir = t.testdir()
  const upstreamProblems = (url: string, more = '') =>
    problemsOf(load(dir, `${GOOD.replace('http://127.0.0.1:3000', url)}${more}`))
  const anywhere = 'listen: { host: 0.0.0.0 }\nmanagement: { host: "::" }\n'
  const own = words`
    http://127.0.0.1:8080 http://localhost:8080 http://LOCALHOST.:8080 http://app.localhost:8080
    http://127.1:8080 http://0x7f000001:8080 http://[::ffff:127.0.0.1]:8080 http://0.0.0.0:8080
    http://[::]:8080 https://localhost:8080 http://localhost:9464
  `
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
    ['http://127.0.0.2:9464', '', false],
    ['http://10.0.0.5:8080', 'listen: { host: 10.0.0.5 }\n', true],
    ['http://10.0.0.6:8080', 'listen: { host: 10.0.0.5 }\n', false],
    ['http://127.0.0.1:8080', 'listen: { host: 10.0.0.5 }\n', false],
    ['http://[fd00::5]:8080', 'listen: { host: "fd00:0::5" }\n', true],
    ['http://localhost', 'listen: { port: 80 }\n', true],
    // A loopback listener is not reachable there.
    ['http://10.0.0.5:8080', '', false],
    // Through the proxy in front.
    ['https://app.example.com', '', true],
    ['https://APP.example.com.:443', '', true],
    ['https://app.example.com:8443', '', false]
  ] as const)
    t.strictSame(upstreamProblems(url, more), isOwn ? ['upstream.url'] : [], `${url} ${more}`)
})

const ON_HTTP = { publicUrl: 'http://localhost' }
const rule = (allow: string, require: object) => ({ 'access.rules': [{ path: '/x', allow, require }] })
/** Values that are refused, and the key path of the problem. */
const REFUSED: readonly [values: Record<string, unknown>, path: string][] = [
  [{ 'cookie.signatureKeys': [] }, 'cookie.signatureKeys'],
  [{ 'cookie.signatureKeys': [KEY.slice(0, 31)] }, 'cookie.signatureKeys[0]'],
  [{ 'cookie.signatureKeys': [KEY, 'short'] }, 'cookie.signatureKeys[1]'],
  [{ 'session.keepClaims': ['risk', 'sub'] }, 'session.keepClaims[1]'],
  [{ 'session.keepClaims': ['email_verified'] }, 'session.keepClaims[0]'],
  [{ 'session.keepClaims': ['source_sign_in_provider'] }, 'session.keepClaims[0]'],
  [{ publicUrl: 'https://a.example/app' }, 'publicUrl'],
  [{ 'upstream.url': 'http://a/app' }, 'upstream.url'],
  [{ ...ON_HTTP, 'cookie.name': '__Host-x' }, 'cookie.name'],
  [{ ...ON_HTTP, 'cookie.sameSite': 'none' }, 'cookie.sameSite'],
  [{ ...ON_HTTP, 'cookie.domain': 'localhost' }, 'cookie.domain'],
  [{ 'cookie.domain': 'example.org' }, 'cookie.domain'],
  [{ 'cookie.domain': 'example.com', 'cookie.name': '__Host-x' }, 'cookie.domain'],
  [{ 'session.acquire': 'exchange' }, 'identityPlatform.credentialsFile'],
  [{ 'identityPlatform.emulatorHost': '127.0.0.1:9099' }, 'identityPlatform.emulatorHost'],
  [{ 'paths.login': '/_auth/assets/login' }, 'paths.login'],
  [{ 'paths.login': '/a/../b' }, 'paths.login'],
  [{ 'paths.logout': '/login/out' }, 'paths.logout'],
  [{ 'paths.home': '/login/home' }, 'paths.home'],
  [{ 'paths.home': '/login' }, 'paths.home'],
  [{ 'paths.session': '/__/auth/session' }, 'paths.session'],
  [{ 'upstream.url': 'unix:app.sock' }, 'upstream.url'],
  [{ 'upstream.url': 'unix:/etc/passwd' }, 'upstream.url'],
  [{ 'upstream.url': `unix:/${'a'.repeat(107)}` }, 'upstream.url'],
  [{ 'upstream.url': 'http://127.0.0.1:8080' }, 'upstream.url'],
  [{ 'listen.unix': '/tmp/a.sock', 'upstream.url': 'unix:/tmp/x/../a.sock' }, 'upstream.url'],
  [{ 'listen.unix': '/run/a.sock', 'listen.fd': 3 }, 'listen.unix'],
  [{ 'listen.unix': '/etc/passwd' }, 'listen.unix'],
  [{ 'listen.unix': '/nowhere/gatehouse.sock' }, 'listen.unix'],
  [{ 'listen.unix': '/etc/passwd/a.sock' }, 'listen.unix'],
  [{ 'listen.fd': 1 }, 'listen.fd'],
  [{ 'listen.port': 9464 }, 'management.port'],
  [rule('public', { signedInWithin: 600 }), 'access.rules[0].require'],
  [rule('optional', { signedInWithin: 600 }), 'access.rules[0].require'],
  [rule('deny', { signedInWithin: 600 }), 'access.rules[0].require'],
  [rule('signed-in', { signedInWithin: 59 }), 'access.rules[0].require.signedInWithin'],
  [rule('signed-in', { mfa: true }), 'access.rules[0].require.mfa']
]

t.test('config: values that contradict each other or cannot work are refused', async (t) => {
  const found = REFUSED.map(([values]) => problemsOf(load(t.testdir(), GOOD, variablesOf(values))))
  const expected = REFUSED.map(([, path]) => [path])
  t.same(found, expected)
})

t.test('config: listen.port is free for others while a socket replaces it', async (t) => {
  const places = [{ GATEHOUSE_LISTEN_UNIX: '/tmp/a.sock' }, { GATEHOUSE_LISTEN_FD: '3' }]
  const users = [{ GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:8080' }, { GATEHOUSE_MANAGEMENT_PORT: '8080' }]
  for (const place of places)
    for (const user of users) t.same(problemsOf(load(t.testdir(), GOOD, { ...place, ...user })), [])
  const socket = { GATEHOUSE_UPSTREAM_URL: `unix:/${'a'.repeat(106)}` }
  t.same(problemsOf(load(t.testdir(), GOOD, socket)), [], 'an upstream socket need not exist yet')
})

t.test('config: the emulator needs loopback and a demo- project, or an explicit setting', async (t) => {
  const emulatorHost = 'identityPlatform.emulatorHost'
  const listenOn = (host: string) => ({ 'listen.host': host })
  const local = {
    publicUrl: 'http://localhost:8080',
    'identityPlatform.projectId': 'demo-x',
    [emulatorHost]: 'http://127.0.0.1:9099'
  }
  const problemsWith = (values: object) => problemsOf(load(t.testdir(), GOOD, variablesOf({ ...values })))
  const loaded = load(t.testdir(), GOOD.replace(', apiKey: AIza-key', ''), variablesOf(local))
  t.match(accepted(loaded).config.identityPlatform, { emulatorHost: '127.0.0.1:9099', apiKey: 'emulator' })
  t.match(loaded.kind === 'loaded' && loaded.warnings, [/UNSIGNED/])
  for (const change of [{ 'identityPlatform.projectId': 'prod' }, ...['0.0.0.0', '::'].map(listenOn)])
    t.same(problemsWith({ ...local, ...change }), [emulatorHost], JSON.stringify(change))
  for (const host of ['localhost', '127.0.0.1', '::1'])
    t.same(problemsWith({ ...local, ...listenOn(host) }), [], host)
  t.same(problemsWith({ ...local, [emulatorHost]: '127.0.0.1:9099/x' }), [emulatorHost])
  const anywhere = { [emulatorHost]: 'emulator:9099', 'identityPlatform.emulatorAnywhere': true }
  t.same(problemsWith(anywhere), [])
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
  for (const path of words`/%2541 /a%3Fb /kadın /%zz /a/../b //a /a;b`)
    t.same(problemsWith({ path, allow: 'public' }), ['access.rules[0].path'], path)
  for (const path of words`/a%20b /50%25.png /%41 /büro/* /b%c3%bcro /a /.well-known/* /%C3%A4/* /*`)
    t.same(problemsWith({ path, allow: 'public' }), [], path)
})

t.test('config: http on a host beyond loopback causes a warning', async (t) => {
  const loaded = load(t.testdir(), GOOD, { GATEHOUSE_PUBLIC_URL: 'http://app.internal' })
  t.match(loaded.kind === 'loaded' && loaded.warnings, [/in clear/])
})

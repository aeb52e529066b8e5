import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { describeProblems } from '../../../src/commands/command-error.ts'
import { ACCOUNT_NEEDS } from '../../../src/commands/provider.ts'
import { loadConfig } from '../../../src/config/load.ts'
import { packagePath } from '../../../src/config/package-files.ts'
import { ENVIRONMENT_KEYS, findNearestName } from '../../../src/config/sources/environment.ts'
import { listBelow } from '../../fixtures/repository/installation.ts'
import { accepted, GOOD, load, NEW_KEY, problemsOf } from '../../fixtures/repository/yaml-config.ts'

t.test('config: the environment overrides the file, also with lists, numbers and objects', async (t) => {
  const { config } = accepted(
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

t.test('config: every key is read by the gateway, and named in a test', async (t) => {
  const read = (folder: string, isRead: (path: string) => boolean) =>
    listBelow(packagePath('gateway', folder))
      .filter((path) => path.endsWith('.ts') && isRead(path))
      .map((path) => readFileSync(packagePath('gateway', folder, path), 'utf8'))
      .join('\n')
  const isTest = (path: string) => path.includes('/test/')
  const sources =
    read('src', (path) => !path.startsWith('config/schema/')) + read('plugins', (path) => !isTest(path))
  const tests = read('test', () => true) + read('plugins', isTest)
  const isIn = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text)
  const nameOf = ({ keyPath }: (typeof ENVIRONMENT_KEYS)[number]) => keyPath.replace(/.*\./, '')
  const unread = ENVIRONMENT_KEYS.filter((key) => !isIn(sources, nameOf(key)))
  const found = unread.map(({ keyPath }) => keyPath)
  t.same(found, [], 'read outside config/schema')
  const untested = ENVIRONMENT_KEYS.filter((key) => !isIn(tests, nameOf(key)) && !isIn(tests, key.variable))
  const seen = untested.map(({ keyPath }) => keyPath)
  t.same(seen, [], 'in a test')
  t.notOk(isIn(sources, 'acceptAnything'), 'control')
})

t.test('config: a variable similar to a key is an error that names the key', async (t) => {
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
      problems: [{ path: variable, message: 'is not a configuration key', hint: `Did you mean ${key}?` }],
      warnings: []
    })
    t.notMatch(JSON.stringify(loaded), 'hidden')
    t.strictSame(problemsOf(load(dir, GOOD, { [variable]: '' })), [], `${variable}: empty is not set`)
  }
})

t.test('config: a mistyped variable of a section that is not read causes a warning', async (t) => {
  const env = { GATEHOUSE_LISTEN_PROT: '1', METADATA_SERVER_DETECTION: 'none' }
  const file = join(t.testdir(), 'gatehouse.yaml')
  writeFileSync(file, GOOD)
  const loaded = loadConfig({ file, env, plugins: [] }, ACCOUNT_NEEDS)
  t.match(loaded.kind === 'loaded' && loaded.warnings, [/GATEHOUSE_LISTEN_PROT is not a configuration key/])
  const own = { ...env, GATEHOUSE_IDENTITY_PLATFORM_PROJECTID: 'x' }
  t.strictSame(problemsOf(loadConfig({ file, env: own, plugins: [] }, ACCOUNT_NEEDS)), [
    'GATEHOUSE_IDENTITY_PLATFORM_PROJECTID'
  ])
})

t.test('config: a variable that resembles no key causes a warning', async (t) => {
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

t.test('environment: problems name the variable of the value, none for those of the file', async (t) => {
  const text = JSON.stringify({ publicUrl: 'nonsense', session: { idleSeconds: -1 } })
  const file = join(t.testdir({ 'gatehouse.json': text }), 'gatehouse.json')
  const problems = (variables: Record<string, string>) => {
    const loaded = loadConfig({ file, env: { METADATA_SERVER_DETECTION: 'none', ...variables }, plugins: [] })
    return loaded.kind === 'invalid' ? describeProblems(loaded.problems).split('\n') : []
  }
  const of = (path: string, lines: readonly string[]) =>
    lines.find((line) => line.startsWith(`  ${path}`)) ?? ''
  const lines = problems({
    GATEHOUSE_UPSTREAM_URL: 'nonsense',
    GATEHOUSE_ACCESS_RULES: '[{ "path": "hidden-short", "allow": "public" }]',
    GATEHOUSE_CORS_ORIGINS: '',
    GATEHOUSE_MANAGEMENT_PORT: 'tcp://10.0.0.1:80'
  })
  t.match(of('upstream.url', lines), /^ {2}upstream\.url \(GATEHOUSE_UPSTREAM_URL\): /)
  t.match(of('access', lines), /^ {2}access\.rules\[0\]\.path \(GATEHOUSE_ACCESS_RULES\): /)
  t.match(of('publicUrl', lines), /^ {2}publicUrl: /, 'control: from the file')
  t.match(of('session.idleSeconds', lines), /^ {2}session\.idleSeconds: /)
  t.notMatch(lines.join(), /MANAGEMENT_PORT|hidden-short/)
  const inOne = problems({
    GATEHOUSE_SESSION_IDLE_SECONDS: '-2',
    GATEHOUSE_SESSION_ABSOLUTE_SECONDS: '10000000'
  })
  t.match(of('session.idleSeconds', inOne), /\(GATEHOUSE_SESSION_IDLE_SECONDS\)/)
})

t.test('nearest name: finds the intended name, or none when nothing is close', async (t) => {
  const names = ['sign-in.heading', 'sign-in.email', 'notice.expired']
  t.equal(findNearestName('Sign-in.Heading', names), 'sign-in.heading')
  t.equal(findNearestName('sign-in.emial', names), 'sign-in.email')
  t.equal(findNearestName('nothing like it', names), null)
  t.equal(findNearestName('a', []), null)
})

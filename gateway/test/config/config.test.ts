import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { PREVIEW_NEEDS } from '../../plugins/preview/preview.ts'
import { ACCOUNT_NEEDS } from '../../src/commands/provider.ts'
import { checkPlugins } from '../../src/config/checks/checks.ts'
import { loadConfig } from '../../src/config/load.ts'
import { testConfig } from '../fixtures/gateway.ts'
import { accepted, GOOD, KEY, load, NEW_KEY, problemsOf } from '../fixtures/repository/yaml-config.ts'
import { words } from '../fixtures/words.ts'

t.test('config: an empty file lists every required key, in two passes', async (t) => {
  const none = { file: null, env: { METADATA_SERVER_DETECTION: 'none' }, plugins: [] }
  t.strictSame(problemsOf(loadConfig(none)), ['publicUrl', 'identityPlatform.projectId'])
  const shaped = {
    ...none.env,
    GATEHOUSE_PUBLIC_URL: 'https://app.example.com',
    GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'my-project'
  }
  t.strictSame(problemsOf(loadConfig({ file: null, env: shaped, plugins: [] })).sort(), [
    'cookie.signatureKeys',
    'identityPlatform.apiKey',
    'upstream.url'
  ])
  t.strictSame(problemsOf(loadConfig(none, ACCOUNT_NEEDS)), ['identityPlatform.projectId'])
  t.strictSame(problemsOf(loadConfig(none, PREVIEW_NEEDS)), [])
})

t.test('config: a part is loaded without the others and their problems', async (t) => {
  const file = join(t.testdir(), 'gatehouse.yaml')
  writeFileSync(
    file,
    'publicUrl: 5\nupstream: 5\ncookie: { signatureKeys: [short] }\nlogin: { methods: { password: 7 } }\nidentityPlatform: { projectId: my-project, tenants: 5 }\n'
  )
  const env = { METADATA_SERVER_DETECTION: 'none' }
  const identityPlatform = { projectId: 'my-project', tenants: {} }
  t.match(loadConfig({ file, env, plugins: [] }, ACCOUNT_NEEDS), {
    kind: 'loaded',
    config: { identityPlatform }
  })
  t.strictSame(problemsOf(loadConfig({ file, env, plugins: [] }, PREVIEW_NEEDS)), ['login.methods.password'])
  writeFileSync(file, 'identityPlattform: {}\nidentityPlatform: { projectId: my-project }\n')
  const misspelt = problemsOf(loadConfig({ file, env, plugins: [] }, ACCOUNT_NEEDS))
  t.strictSame(misspelt, ['identityPlattform'], 'a misspelt section')
})

t.test('config: variables that Kubernetes sets cause a warning that says so, no error', async (t) => {
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
    const { config, warnings } = accepted(load(t.testdir(), GOOD, links(service)))
    t.equal(warnings.length, 8, service)
    for (const warning of warnings) t.match(warning, /is set by Kubernetes for a service and is ignored/)
    t.match(config, { listen: { port: 8080 }, management: { port: 9464 } })
  }
  const found = problemsOf(load(t.testdir(), GOOD, { GATEHOUSE_LISTENS_PORT: '8081' }))
  t.strictSame(found, ['GATEHOUSE_LISTENS_PORT'], 'the same name with another value is a mistake')
})

t.test('config: secrets are read from files, one key per line (ASVS 13.3.1)', async (t) => {
  const dir = t.testdir({ api: 'AIza-from-file\n', keys: `${KEY}\n\n${NEW_KEY}\n` })
  const ofApi = GOOD.replace('apiKey: AIza-key', `apiKeyFile: ${dir}/api`)
  const yaml = ofApi.replace(`signatureKeys: [${KEY}]`, `signatureKeysFile: ${dir}/keys`)
  const { identityPlatform, cookie } = accepted(load(dir, yaml)).config
  t.same([identityPlatform.apiKey, cookie.signatureKeys], ['AIza-from-file', [KEY, NEW_KEY]])
  const missing = load(dir, yaml, { GATEHOUSE_COOKIE_SIGNATURE_KEYS_FILE: '/nowhere' })
  t.same(problemsOf(missing), ['cookie.signatureKeysFile'])
})

t.test('config: a secret set directly and in a file is refused, by both keys', async (t) => {
  const dir = t.testdir({ secret: 'of the file' })
  const file = join(dir, 'secret')
  for (const [yaml, key] of [
    [GOOD.replace('apiKey: AIza-key', `apiKey: AIza-key, apiKeyFile: ${file}`), 'identityPlatform.apiKey'],
    [
      GOOD.replace('signatureKeys: [', `signatureKeysFile: ${file}, signatureKeys: [`),
      'cookie.signatureKeys'
    ],
    [`${GOOD}store: { url: redis://a, urlFile: ${file} }`, 'store.url']
  ] as const) {
    const message = `cannot be combined with \`${key.replace(/.*\./, '')}\``
    const found = load(dir, yaml)
    t.match(found, { problems: [{ path: `${key}File`, message, hint: 'Keep one of the two.' }] }, key)
  }
})

t.test('config: all problems of shape, then of meaning, with a hint (ASVS 2.1.2, 2.2.1)', async (t) => {
  const shape = load(
    t.testdir(),
    `
publicUrl: ftp://x
upstrem: {}
listen: { port: 99999 }
identityPlatform: { projectId: my-project, apiKey: { secret: AIza-hidden }, endpoints: { secureToken: "http://evil.example" } }
cookie: { signatureKeys: [hidden-short-secret], sameSite: sometimes }
access: { rules: [{ path: nope, allow: everyone }] }
trustedProxies: [somewhere]
identityHeaders: { cookie: sub, X-Upper: sub }
`
  )
  t.same(problemsOf(shape).sort(), [
    ...['access.rules[0].allow', 'access.rules[0].path', 'cookie.sameSite', 'identityHeaders.X-Upper'],
    ...['identityPlatform.apiKey', 'listen.port', 'publicUrl', 'upstrem']
  ])
  const meaning = load(
    t.testdir(),
    `
publicUrl: https://app.example.com
identityPlatform: { projectId: my-project, apiKeyFile: /nowhere, endpoints: { secureToken: "http://evil.example" } }
cookie: { signatureKeys: [hidden-short-secret] }
access: { rules: [{ path: //nope, allow: public }] }
trustedProxies: [somewhere]
paths: { login: /logout }
identityHeaders: { cookie: sub }
login: { methods: { password: false, signup: true }, locales: { default: de, enabled: [en] } }
management: { tokenFile: /nowhere }
`
  )
  const expected = words`
    access.rules[0].path cookie.signatureKeys[0] identityHeaders.cookie identityPlatform.apiKeyFile
    identityPlatform.endpoints.secureToken login.locales.default login.methods login.methods.signup management.tokenFile paths.logout trustedProxies[0] upstream.url
  `
  t.same(problemsOf(meaning).sort(), expected)
  for (const loaded of [shape, meaning]) {
    t.notMatch(JSON.stringify(loaded), /hidden/)
    if (loaded.kind === 'invalid')
      for (const problem of loaded.problems) t.ok(problem.message !== '' && problem.hint !== '', problem.path)
  }
})

t.test('config: every mistake in YAML is listed with its line', async (t) => {
  const lines = ['a: |', '  text', '  more', 'b: "hidden', '  d"', 'e: @f', 'g: h', 'i: `j', 'k: l: m']
  const loaded = load(t.testdir(), lines.join('\n'))
  t.match(loaded, {
    problems: [
      { message: 'is not YAML: BAD_SCALAR_START in line 6' },
      { message: 'is not YAML: BAD_SCALAR_START in line 8' },
      { message: 'is not YAML: BLOCK_AS_IMPLICIT_KEY in line 9' }
    ]
  })
  t.notMatch(JSON.stringify(loaded), 'hidden')
})

t.test('config: YAML nested too deeply or expanding exponentially is one problem that says so', async (t) => {
  const aliases = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]']
  for (let level = 1; level < 9; level++)
    aliases.push(`a${level}: &a${level} [${Array(10).fill(`*a${level - 1}`)}]`)
  for (const [text, message] of [
    [`a: ${'['.repeat(20_000)}`, 'is not YAML: its values are nested too deeply'],
    [Array.from({ length: 2_000 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'), 'nested too deeply'],
    [aliases.join('\n'), 'is not a mapping of keys to values']
  ] as const) {
    const loaded = load(t.testdir(), text)
    t.equal(problemsOf(loaded).length, 1)
    t.match(loaded, { problems: [{ message }] })
  }
})

t.test('config: a secret from the environment overrides the one in the file, in either form', async (t) => {
  const dir = t.testdir({ api: 'from-a-file' })
  const byFile = accepted(load(dir, GOOD, { GATEHOUSE_IDENTITY_PLATFORM_API_KEY_FILE: `${dir}/api` }))
  t.equal(byFile.config.identityPlatform.apiKey, 'from-a-file')
  const yaml = GOOD.replace('apiKey: AIza-key', 'apiKeyFile: /nowhere')
  const byValue = accepted(load(dir, yaml, { GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'from-the-environment' }))
  t.equal(byValue.config.identityPlatform.apiKey, 'from-the-environment')
})

t.test('plugins: a setting is a problem exactly without the plugin that carries it out', async (t) => {
  const off = testConfig({})
  t.same(checkPlugins(off, []), [], 'none is needed')
  const on = {
    ...off,
    workers: 2,
    store: testConfig({ 'store.url': 'redis://127.0.0.1' }).store,
    forwardAuth: { ...off.forwardAuth, enabled: true, grpc: { host: '127.0.0.1', port: 9191 } },
    account: { ...off.account, enabled: true },
    clientSdk: { ...off.clientSdk, enabled: true }
  }
  const plugins = ['account-page', 'client-sdk', 'grpc', 'store', 'workers'].map((name) => ({ name }))
  t.same(checkPlugins(on, plugins), [])
  const found = plugins.flatMap((plugin) => {
    const others = plugins.filter((one) => one !== plugin)
    return checkPlugins(on, others).map(({ path, message }) => `${plugin.name}: ${path} ${message}`)
  })
  t.same(found, [
    'account-page: account.enabled needs the plugin `account-page`, which is missing',
    'client-sdk: clientSdk.enabled needs the plugin `client-sdk`, which is missing',
    'grpc: forwardAuth.grpc needs the plugin `grpc`, which is missing',
    'store: store needs the plugin `store`, which is missing',
    'workers: workers needs the plugin `workers`, which is missing'
  ])
  const withoutForwardAuth = { ...on, forwardAuth: { ...on.forwardAuth, enabled: false } }
  const others = plugins.filter(({ name }) => name !== 'grpc')
  t.same(checkPlugins(withoutForwardAuth, others), [])
})

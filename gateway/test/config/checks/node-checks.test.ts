import t from 'tap'
import { PREVIEW_NEEDS } from '../../../plugins/preview/preview.ts'
import { ACCOUNT_NEEDS } from '../../../src/commands/provider.ts'
import { type ConfigSources, type InvalidConfig, loadConfig } from '../../../src/config/load.ts'
import { runCommand } from '../../fixtures/commands/command-run.ts'
import { MAIN, startProgram } from '../../fixtures/processes/child-process.ts'
import { accepted } from '../../fixtures/repository/yaml-config.ts'
import { signatureKeyOf } from '../../fixtures/session/signature-keys.ts'
import { words } from '../../fixtures/words.ts'

const UNCHECKED = { NODE_TLS_REJECT_UNAUTHORIZED: '0' }
const NEAR = 'http://127.0.0.1:9'
const REMOTE = {
  GATEHOUSE_PUBLIC_URL: 'https://app.example.com',
  GATEHOUSE_LISTEN_PORT: '0',
  GATEHOUSE_MANAGEMENT_PORT: '0',
  GATEHOUSE_UPSTREAM_URL: 'https://upstream.example.com',
  GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'demo-test',
  GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'key',
  GATEHOUSE_COOKIE_SIGNATURE_KEYS: signatureKeyOf('node protection'),
  METADATA_SERVER_DETECTION: 'none'
}
const NEAR_PROVIDER = Object.fromEntries(
  'IDENTITY_TOOLKIT SECURE_TOKEN CERTIFICATES OAUTH_TOKEN STS IAM_CREDENTIALS APP_CHECK'
    .split(' ')
    .map((name) => [`GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_${name}`, NEAR])
)
/** Everything that the gateway calls is on this machine. */
const LOCAL = {
  ...REMOTE,
  ...NEAR_PROVIDER,
  GATEHOUSE_UPSTREAM_URL: NEAR,
  GATEHOUSE_LOGIN_FEDERATED_HELPER: 'firebaseapp'
}

type Env = Record<string, string>

function problemsOf(env: Env, more: Partial<ConfigSources> = {}): readonly string[] {
  return problemsIn(loadConfig({ file: null, env, plugins: [], ...more }))
}

function problemsIn(loaded: { kind: 'loaded' } | InvalidConfig): readonly string[] {
  return loaded.kind === 'invalid' ? loaded.problems.map(({ path, message }) => `${path}: ${message}`) : []
}

const warningsOf = (env: Env, more: Partial<ConfigSources> = {}): readonly string[] =>
  accepted(loadConfig({ file: null, env, plugins: [], ...more })).warnings

t.test('node: no certificate verification, refused if an address is remote (ASVS 12.3.2)', async (t) => {
  t.strictSame(problemsOf({ ...LOCAL, ...UNCHECKED }), [], 'everything on this machine')
  const rows: readonly (readonly [Env, string])[] = [
    [{ GATEHOUSE_UPSTREAM_URL: 'https://10.0.0.5' }, 'upstream.url'],
    [{ GATEHOUSE_UPSTREAM_URL: 'http://app:3000' }, 'upstream.url'],
    [
      { GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_CERTIFICATES: 'https://keys.example.com' },
      'identityPlatform.endpoints.certificates'
    ],
    [{ GATEHOUSE_LOGIN_FEDERATED_HELPER: 'proxy' }, 'login.federated.helperUrl'],
    [
      {
        GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_HOST: 'emulator:9099',
        GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_ANYWHERE: 'true'
      },
      'identityPlatform.emulatorHost'
    ]
  ]
  for (const [change, path] of rows) {
    const [problem, ...others] = problemsOf({ ...LOCAL, ...UNCHECKED, ...change })
    t.match(problem, /^NODE_TLS_REJECT_UNAUTHORIZED: `0` lets every certificate pass/)
    t.ok(problem?.endsWith(` on the way to ${path}`), path)
    t.strictSame(others, [])
    t.strictSame(problemsOf({ ...LOCAL, ...change }), [], 'certificates are checked')
  }
  const found = problemsOf({ ...REMOTE, NODE_TLS_REJECT_UNAUTHORIZED: '1' })
  t.strictSame(found, [], 'no other value has a meaning')
})

t.test('node: start and check-config refuse disabled verification (ASVS 12.3.2)', async (t) => {
  for (const ended of [
    await startProgram(MAIN, ['start'], { ...REMOTE, ...UNCHECKED }).ended,
    await runCommand(['check-config'], { env: { ...REMOTE, ...UNCHECKED } })
  ]) {
    t.match(ended, { code: 2, stderr: /NODE_TLS_REJECT_UNAUTHORIZED: .*\n.*NODE_EXTRA_CA_CERTS/ })
  }
  const local = await runCommand(['check-config'], { env: { ...LOCAL, ...UNCHECKED } })
  t.equal(local.code, 0, 'everything on this machine')
  const bySocket = { ...LOCAL, ...UNCHECKED, GATEHOUSE_UPSTREAM_URL: 'unix:/run/app.sock' }
  t.equal((await runCommand(['check-config'], { env: bySocket })).code, 0, 'a Unix socket too')
})

t.test('node: commands that call the provider refuse it as well (ASVS 12.3.2)', async (t) => {
  for (const args of [
    ['users', 'list'],
    ['users', 'claims', 'get', 'ada'],
    ['token', 'ada']
  ]) {
    const ended = await runCommand(args, { env: { ...REMOTE, ...UNCHECKED } })
    t.match(ended, { code: 2, stderr: /NODE_TLS_REJECT_UNAUTHORIZED/ }, args.join(' '))
  }
  const near = loadConfig(
    { file: null, env: { ...REMOTE, ...NEAR_PROVIDER, ...UNCHECKED }, plugins: [] },
    ACCOUNT_NEEDS
  )
  t.strictSame(problemsIn(near), [], 'not the application')
  const preview = loadConfig({ file: null, env: { ...REMOTE, ...UNCHECKED }, plugins: [] }, PREVIEW_NEEDS)
  t.strictSame(problemsIn(preview), [], 'a preview makes no calls')
})

t.test('node: a lenient HTTP parser is refused, wherever it is enabled', async (t) => {
  const rows: readonly (readonly [Env, string[]])[] = [
    [{ NODE_OPTIONS: '--insecure-http-parser' }, []],
    [{ NODE_OPTIONS: '--use-openssl-ca "--insecure_http_parser"' }, []],
    [{}, ['--insecure-http-parser']]
  ]
  for (const [env, nodeFlags] of rows)
    t.match(problemsOf({ ...LOCAL, ...env }, { nodeFlags }), [/^--insecure-http-parser: .*smuggling/])
  for (const NODE_OPTIONS of ['--no-insecure-http-parser', '--use-openssl-ca', '--max-old-space-size=512'])
    t.strictSame(problemsOf({ ...LOCAL, NODE_OPTIONS }), [], NODE_OPTIONS)
  const ended = await runCommand(['start'], { env: { ...LOCAL, NODE_OPTIONS: '--insecure-http-parser' } })
  t.match(ended, { code: 2, stderr: /--insecure-http-parser/ })
})

t.test('node: flags and variables that weaken protection cause a warning each (ASVS 12.3.1)', async (t) => {
  const rows: readonly (readonly [Env, string[], RegExp])[] = [
    [{ NODE_OPTIONS: '--tls-min-v1.0' }, [], /^--tls-min-v1\.0: .*insecure/],
    [{}, ['--tls-min-v1.1'], /^--tls-min-v1\.1: /],
    [{ NODE_OPTIONS: '--tls-keylog=/tmp/keys' }, [], /^--tls-keylog: /],
    [{}, ['--inspect=0.0.0.0:9229'], /^--inspect: .*debugger/],
    [{ NODE_DEBUG: 'http' }, [], /^NODE_DEBUG: .*cookies/]
  ]
  for (const [env, nodeFlags, words] of rows)
    t.match(warningsOf({ ...LOCAL, ...env }, { nodeFlags }), [words])
  for (const NODE_OPTIONS of ['--tls-min-v1.2', '--tls-min-v1.3', '--enable-source-maps'])
    t.strictSame(warningsOf({ ...LOCAL, NODE_OPTIONS, NODE_DEBUG: '' }), [], NODE_OPTIONS)
})

t.test('upstream: plain http to another machine causes a warning (ASVS 12.3.3)', async (t) => {
  const remote = words`
    http://10.0.0.5:3000 http://app:3000 http://app.default.svc.cluster.local http://app.example.com
    http://[fd00::5]:3000 http://128.0.0.1 http://localhost.example.com
  `
  const warned = [/^upstream\.url: http to another machine/]
  for (const url of remote) t.match(warningsOf({ ...LOCAL, GATEHOUSE_UPSTREAM_URL: url }), warned, url)
  const fine = words`
    http://127.0.0.1:3000 http://127.8.9.10:3000 http://localhost:3000 http://LOCALHOST:3000
    http://app.localhost:3000 http://[::1]:3000 http://[::ffff:127.0.0.1]:3000 http://0.0.0.0:3000
    https://10.0.0.5:3000 https://upstream.example.com
  `
  for (const url of fine) t.strictSame(warningsOf({ ...LOCAL, GATEHOUSE_UPSTREAM_URL: url }), [], url)
})

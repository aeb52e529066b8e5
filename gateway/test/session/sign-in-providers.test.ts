import t from 'tap'
import { loadConfig } from '../../src/config/load.ts'
import { allowedSignInProviders } from '../../src/session/sign-in/rules.ts'
import { testConfig } from '../fixtures/gateway.ts'
import { environmentOf } from '../fixtures/processes/environment.ts'

/** Loads a valid configuration with these variables, each without its `GATEHOUSE_`. */
function load(variables: Record<string, string>) {
  const set = Object.entries(variables).map(([name, value]) => [`GATEHOUSE_${name}`, value])
  return loadConfig({
    file: null,
    env: { ...environmentOf('providers'), ...Object.fromEntries(set) },
    plugins: []
  })
}

function problemsOf(variables: Record<string, string>): string[] {
  const loaded = load(variables)
  return loaded.kind === 'invalid' ? loaded.problems.map(({ path, message }) => `${path} ${message}`) : []
}

function warningsOf(variables: Record<string, string>): string[] {
  const loaded = load(variables)
  const warnings = loaded.kind === 'invalid' ? ['problems'] : loaded.warnings
  return warnings.filter((warning) => warning.startsWith('session.signInProviders'))
}

const GOOGLE = { LOGIN_PROVIDERS: '[{"id":"google.com"}]' }
const SAML = { LOGIN_PROVIDERS: '[{"id":"saml.acme","name":"Acme"},{"id":"google.com"}]' }
const NO_PASSWORD = { LOGIN_METHODS_PASSWORD: 'false' }
const LINK = { LOGIN_METHODS_EMAIL_LINK: 'true' }
const PHONE = { LOGIN_METHODS_PHONE: 'true' }
const ANONYMOUS = { IDENTITY_PLATFORM_ALLOW_ANONYMOUS: 'true' }
const only = (ids: string) => ({ SESSION_SIGN_IN_PROVIDERS: ids })

t.test('sign-in providers: the default is what the configuration offers (ASVS 6.3.4)', async (t) => {
  const saml = { id: 'saml.acme', name: 'Acme' }
  const rows: readonly [values: Record<string, unknown>, ids: string[]][] = [
    [{}, ['password']],
    [{ 'login.providers': [{ id: 'google.com' }, saml] }, ['google.com', 'password', 'saml.acme']],
    [{ 'login.methods.password': false, 'login.methods.emailLink': true }, ['password']],
    [{ 'login.methods.password': false, 'login.providers': [saml] }, ['saml.acme']],
    [{ 'login.methods.phone': true }, ['password', 'phone']],
    [{ 'identityPlatform.allowAnonymous': true }, ['anonymous', 'password']],
    [
      { 'identityPlatform.emulatorHost': '127.0.0.1:9099', 'identityPlatform.projectId': 'demo-x' },
      ['custom', 'password']
    ],
    [{ 'session.signInProviders': ['password', 'phone'] }, ['password', 'phone']]
  ]
  for (const [values, ids] of rows)
    t.same([...allowedSignInProviders(testConfig(values))].sort(), ids, JSON.stringify(values))
})

t.test('sign-in providers: a list without an offered method is refused (ASVS 6.3.4)', async (t) => {
  const rows: readonly [variables: Record<string, string>, less: string, says: RegExp, enough: string][] = [
    [{}, 'google.com', /lacks `password`, which `login\.methods` offers/, 'password'],
    [{ ...NO_PASSWORD, ...LINK }, 'google.com', /lacks `password`, which `login\.methods`/, 'password'],
    [GOOGLE, 'password', /lacks `google\.com`, which `login\.providers\[0\]`/, 'password,google.com'],
    [
      { ...SAML, ...NO_PASSWORD },
      'google.com',
      /lacks `saml\.acme`, which `login\.providers\[0\]`/,
      'google.com,saml.acme,password'
    ],
    [PHONE, 'password', /lacks `phone`, which `login\.methods\.phone`/, 'password,phone'],
    [ANONYMOUS, 'password', /lacks `anonymous`, which `identityPlatform\.all/, 'password,anonymous'],
    [{}, 'password,anonymous', /has `anonymous`, which needs `identityPlatform/, 'password,custom'],
    [{}, '[]', /is empty/, 'password'],
    [{}, 'password,password', /./, 'password,phone']
  ]
  for (const [variables, less, says, enough] of rows) {
    const problems = problemsOf({ ...variables, ...only(less) })
    t.equal(problems.length, 1, less)
    t.match(problems[0], /^session\.signInProviders /, less)
    t.match(problems[0], says, less)
    t.same(problemsOf({ ...variables, ...only(enough) }), [], enough)
  }
})

t.test('sign-in providers: unknown names cause one warning each, known ones none', async (t) => {
  const usual = 'password,phone,custom,google.com,apple.com,saml.x,oidc.a-b'
  t.same(warningsOf(only(usual)), [])
  t.same(warningsOf({}), [])
  for (const id of ['emailLink', 'Google.com', 'google', 'saml.', 'totp']) {
    const warnings = warningsOf(only(`password,${id}`))
    t.equal(warnings.length, 1, id)
    t.match(warnings[0], `\`${id}\` is not a known value of firebase.sign_in_provider (password, phone`)
  }
})

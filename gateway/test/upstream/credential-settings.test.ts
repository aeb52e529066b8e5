import t from 'tap'
import { PLUGINS } from '../../plugins/plugins.ts'
import { idTokenAudience } from '../../src/config/applications.ts'
import { loadConfig } from '../../src/config/load.ts'
import { environmentOf } from '../fixtures/processes/environment.ts'
import { KEY_FILE, USER_FILE } from '../fixtures/provider/credential-config.ts'

const KEY = { GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: JSON.stringify(KEY_FILE) }
const ON = { GATEHOUSE_UPSTREAM_GOOGLE_ID_TOKEN: 'true' }

function load(env: Record<string, string>) {
  return loadConfig({
    file: null,
    plugins: PLUGINS,
    env: { ...environmentOf('service'), METADATA_SERVER_DETECTION: 'none', ...env }
  })
}

/** Paths of the problems, or the warnings about the credential. */
function say(env: Record<string, string>): string[] {
  const loaded = load(env)
  if (loaded.kind === 'invalid') return loaded.problems.map(({ path, message }) => `${path} ${message}`)
  return loaded.warnings.filter((text) => text.startsWith('upstream.'))
}

t.test('googleIdToken: true, false and an audience are read from variables', async (t) => {
  for (const [value, expected] of [
    ['true', true],
    ['false', false],
    ['https://a.example.com', 'https://a.example.com'],
    ['123-abc.apps.googleusercontent.com', '123-abc.apps.googleusercontent.com']
  ] as const) {
    const loaded = load({ ...KEY, GATEHOUSE_UPSTREAM_GOOGLE_ID_TOKEN: value })
    t.match(loaded, { kind: 'loaded', config: { upstream: { googleIdToken: expected } } }, value)
  }
  for (const value of ['a b', 'tab\there', 'é', 'x'.repeat(501)])
    t.match(load({ ...KEY, GATEHOUSE_UPSTREAM_GOOGLE_ID_TOKEN: value }), { kind: 'invalid' }, value)
})

t.test('googleIdToken: the audience is the origin of the URL, or the text itself', async (t) => {
  const url = 'https://App-abc-ew.a.run.app:443'
  t.equal(idTokenAudience({ googleIdToken: true, url }), 'https://app-abc-ew.a.run.app')
  t.equal(idTokenAudience({ googleIdToken: 'https://b/c', url }), 'https://b/c')
  t.equal(idTokenAudience({ googleIdToken: false, url }), null)
})

t.test('googleIdToken: credentials of a service account are required', async (t) => {
  t.match(say(ON), [/^upstream\.googleIdToken needs credentials of a service account/])
  const user = {
    GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: JSON.stringify(USER_FILE),
    GATEHOUSE_SESSION_ACQUIRE: 'handover'
  }
  t.match(say({ ...ON, ...user }), [/^upstream\.googleIdToken needs credentials/])
  const email = { GATEHOUSE_IDENTITY_PLATFORM_SERVICE_ACCOUNT_EMAIL: 'a@b.iam.gserviceaccount.com' }
  t.same(say({ ...ON, ...user, ...email }), [])
  t.same(say({ ...ON, ...KEY }), [])
  t.same(say({ ...ON, METADATA_SERVER_DETECTION: 'assume-present' }), [])
  const emulator = {
    GATEHOUSE_PUBLIC_URL: 'http://localhost:8080',
    GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_HOST: '127.0.0.1:9099'
  }
  t.match(say({ ...ON, ...KEY, ...emulator }), [
    /^upstream\.googleIdToken cannot be combined with .*emulatorHost/
  ])
  t.same(say({ ...KEY, ...emulator }), [], 'control')
})

t.test('googleIdToken: a Unix socket needs an audience', async (t) => {
  const socket = { GATEHOUSE_UPSTREAM_URL: 'unix:/run/none.sock', ...KEY }
  t.match(say({ ...socket, ...ON }), [/^upstream\.googleIdToken has no audience/])
  t.same(say({ ...socket, GATEHOUSE_UPSTREAM_GOOGLE_ID_TOKEN: 'https://a.example.com' }), [])
})

t.test('googleIdToken: of an application in the list, the problem names it', async (t) => {
  const { GATEHOUSE_UPSTREAM_URL: _, ...env } = environmentOf('service')
  const applications = [{ name: 'one', upstream: { url: 'http://127.0.0.1:9', googleIdToken: true } }]
  const loaded = loadConfig({
    file: null,
    env: { ...env, METADATA_SERVER_DETECTION: 'none', GATEHOUSE_APPLICATIONS: JSON.stringify(applications) }
  })
  t.match(loaded, {
    kind: 'invalid',
    problems: [{ path: 'applications[0].upstream.googleIdToken', application: 'one' }]
  })
})

t.test('googleIdToken: a Host that Cloud Run does not know causes a warning', async (t) => {
  const at = (url: string, more = {}) => say({ ...ON, ...KEY, GATEHOUSE_UPSTREAM_URL: url, ...more })
  t.match(at('https://app-abc-ew.a.run.app'), [/^upstream\.hostHeader: Cloud Run finds a service by `Host`/])
  t.same(at('https://app-abc-ew.a.run.app', { GATEHOUSE_UPSTREAM_HOST_HEADER: 'upstream' }), [])
  t.same(at('http://127.0.0.1:3000'), [])
  t.same(at('https://app-abc-ew.a.run.app', { GATEHOUSE_UPSTREAM_GOOGLE_ID_TOKEN: 'false' }), [], 'control')
})

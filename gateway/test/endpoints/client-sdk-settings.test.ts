import t from 'tap'
import { PLUGINS } from '../../plugins/plugins.ts'
import { loadConfig } from '../../src/config/load.ts'
import { signatureKeyOf } from '../fixtures/session/signature-keys.ts'
import { words } from '../fixtures/words.ts'

const PERSON = { type: 'authorized_user', client_id: 'id', client_secret: 'secret', refresh_token: 'token' }

const load = (env: Record<string, string> = {}) =>
  loadConfig({
    file: null,
    plugins: PLUGINS,
    env: {
      GATEHOUSE_PUBLIC_URL: 'https://app.example.com',
      GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:3000',
      GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1/32',
      GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'my-project',
      GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'key',
      GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: JSON.stringify(PERSON),
      GATEHOUSE_IDENTITY_PLATFORM_SERVICE_ACCOUNT_EMAIL: 'gatehouse@my-project.iam.gserviceaccount.com',
      GATEHOUSE_COOKIE_SIGNATURE_KEYS: signatureKeyOf('client-sdk'),
      GATEHOUSE_CLIENT_SDK_ENABLED: 'true',
      ...env
    }
  })

function problemsWith(env: Record<string, string>): string[] {
  const loaded = load(env)
  return loaded.kind === 'loaded' ? [] : loaded.problems.map(({ path, message }) => `${path} ${message}`)
}

function warningsWith(env: Record<string, string> = {}): string[] {
  const loaded = load(env)
  if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
  return loaded.warnings.filter((warning) => warning.startsWith('clientSdk'))
}

t.test('clientSdk: needs credentials that can sign, unless it is off or with the emulator', async (t) => {
  const none = {
    GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: '',
    GATEHOUSE_IDENTITY_PLATFORM_SERVICE_ACCOUNT_EMAIL: '',
    METADATA_SERVER_DETECTION: 'none'
  }
  t.same(problemsWith({}), [])
  t.match(problemsWith(none), [/^identityPlatform.credentialsFile is required by `clientSdk.enabled`/])
  t.match(problemsWith({ GATEHOUSE_IDENTITY_PLATFORM_SERVICE_ACCOUNT_EMAIL: '' }), [
    /^identityPlatform.serviceAccountEmail is required by `clientSdk.enabled` .*cannot sign/
  ])
  t.same(problemsWith({ ...none, GATEHOUSE_CLIENT_SDK_ENABLED: 'false' }), [], 'twin: off')
  const emulator = {
    GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_HOST: '127.0.0.1:9099',
    GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_ANYWHERE: 'true'
  }
  t.same(problemsWith({ ...none, ...emulator }), [], 'twin: the emulator')
})

t.test('clientSdk.claims: names that a custom token must not or need not carry are refused', async (t) => {
  for (const [name, why] of [
    ['sub', /^clientSdk.claims\[1\] is reserved/],
    ['aud', /is reserved/],
    ['firebase', /is reserved/],
    ['firebase.sign_in_attributes', /is reserved/],
    ['__proto__', /is reserved/],
    ['plan.name', /is a path/],
    ['email', /is in every id token/],
    ['source_auth_time', /is in every id token/]
  ] as const)
    t.match(problemsWith({ GATEHOUSE_CLIENT_SDK_CLAIMS: `groups,${name}` }), [why], name)
  t.same(problemsWith({ GATEHOUSE_CLIENT_SDK_CLAIMS: 'groups,plan,subject' }), [], 'twin')
})

t.test('clientSdk.hosts and clientSdk.allow: as in access rules', async (t) => {
  t.match(problemsWith({ GATEHOUSE_CLIENT_SDK_HOSTS: 'evil.example' }), [
    /^clientSdk.hosts\[0\] is not a host/
  ])
  t.same(problemsWith({ GATEHOUSE_CLIENT_SDK_HOSTS: 'app.example.com' }), [], 'twin')
  t.match(problemsWith({ GATEHOUSE_CLIENT_SDK_ALLOW: 'public' }), [/^clientSdk.allow has the wrong format/])
  t.match(problemsWith({ GATEHOUSE_CLIENT_SDK_ALLOW: '{"claim":"role"}' }), [/^clientSdk.allow needs either/])
  t.match(problemsWith({ GATEHOUSE_CLIENT_SDK_ALLOW: '{"roles":"x"}' }), [
    /^clientSdk.allow.roles is not a key/
  ])
  t.same(problemsWith({ GATEHOUSE_CLIENT_SDK_ALLOW: '{"claim":"role","oneOf":["x"]}' }), [], 'twin')
  t.same(problemsWith({ GATEHOUSE_CLIENT_SDK_ALLOW: 'signed-in' }), [], 'twin')
})

t.test('clientSdk: bounds of its times', async (t) => {
  for (const seconds of ['59', '3601'])
    t.match(problemsWith({ GATEHOUSE_CLIENT_SDK_MAX_AGE_SECONDS: seconds }), [
      /^clientSdk.maxAgeSeconds must be/
    ])
  t.match(problemsWith({ GATEHOUSE_CLIENT_SDK_REQUIRE_SIGNED_IN_WITHIN: '59' }), [/signedInWithin must be/])
  const good = {
    GATEHOUSE_CLIENT_SDK_MAX_AGE_SECONDS: '3600',
    GATEHOUSE_CLIENT_SDK_REQUIRE_SIGNED_IN_WITHIN: '60'
  }
  t.same(problemsWith(good), [], 'twin')
})

t.test('clientSdk: a warning that sign-outs leave it signed in, unless storage is cleared', async (t) => {
  const cleared = { GATEHOUSE_LOGOUT_CLEAR_SITE_DATA: 'storage' }
  t.match(warningsWith(), [/^clientSdk.enabled: a sign-out leaves the client SDK .* signed in/])
  t.match(warningsWith({ GATEHOUSE_LOGOUT_CLEAR_SITE_DATA: 'cache' }), [/logout.clearSiteData: \[storage\]/])
  t.same(warningsWith(cleared), [])
  t.match(
    warningsWith({ ...cleared, GATEHOUSE_PUBLIC_URL: 'http://localhost:8080' }),
    [/a sign-out leaves/],
    'http'
  )
  t.same(warningsWith({ GATEHOUSE_CLIENT_SDK_ENABLED: 'false' }), [], 'twin: off')
})

t.test('clientSdk: a warning if its id tokens are accepted as bearer tokens too', async (t) => {
  const cleared = { GATEHOUSE_LOGOUT_CLEAR_SITE_DATA: 'storage' }
  const accepting = (issuer: string) => ({
    ...cleared,
    GATEHOUSE_BEARER: JSON.stringify([{ issuer, audiences: ['my-project'], claims: { team: ['a'] } }])
  })
  const ofProject = 'https://securetoken.google.com/my-project'
  t.match(warningsWith(accepting(ofProject)), [
    /^clientSdk.enabled: `bearer` accepts id tokens of the project/
  ])
  t.same(warningsWith(accepting('https://issuer.example')), [], 'twin: of another issuer')
  t.same(warningsWith({ ...accepting(ofProject), GATEHOUSE_CLIENT_SDK_ENABLED: 'false' }), [], 'twin: off')
})

t.test('clientSdk: a warning if it requires a second factor that the page does not set up', async (t) => {
  const strict = {
    GATEHOUSE_LOGOUT_CLEAR_SITE_DATA: 'storage',
    GATEHOUSE_CLIENT_SDK_REQUIRE_SECOND_FACTOR: 'true'
  }
  t.match(warningsWith({ ...strict, GATEHOUSE_LOGIN_MFA_TOTP: 'off' }), [
    /^clientSdk.require.secondFactor: with `login.mfa.totp: off`/
  ])
  t.same(warningsWith({ ...strict, GATEHOUSE_LOGIN_MFA_TOTP: 'optional' }), [], 'twin')
})

t.test('paths: none can be one that the gateway uses itself', async (t) => {
  for (const path of words`
    firebase-token language form begin arrive continue .well-known oauth/token
  `)
    t.match(
      problemsWith({ GATEHOUSE_PATHS_REFRESH: `/_auth/${path}` }),
      [/^paths.refresh is a path used by the gateway itself/],
      path
    )
  t.same(problemsWith({ GATEHOUSE_PATHS_REFRESH: '/_auth/languages' }), [], 'twin')
})

import t from 'tap'
import { loadConfig } from '../../../src/config/load.ts'
import { accepted } from '../../../test/fixtures/repository/yaml-config.ts'
import { signatureKeyOf } from '../../../test/fixtures/session/signature-keys.ts'
import { words } from '../../../test/fixtures/words.ts'
import { PLUGINS } from '../../plugins.ts'

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

const warningsWith = (env: Record<string, string>): string[] =>
  accepted(load(env)).warnings.filter((warning) => warning.startsWith('clientSdk'))

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

t.test('clientSdk: each setting that cannot work is a problem, the nearest valid value none', async (t) => {
  const rows: readonly [variable: string, problems: [value: string, problem: RegExp][], valid: string[]][] = [
    [
      'CLAIMS',
      [
        ['groups,sub', /^clientSdk.claims\[1\] is reserved/],
        ['aud', /is reserved/],
        ['firebase', /is reserved/],
        ['firebase.sign_in_attributes', /is reserved/],
        ['__proto__', /is reserved/],
        ['plan.name', /is a path/],
        ['email', /is in every id token/],
        ['source_auth_time', /is in every id token/]
      ],
      ['groups,plan,subject']
    ],
    ['HOSTS', [['evil.example', /^clientSdk.hosts\[0\] is not a host/]], ['app.example.com']],
    [
      'ALLOW',
      [
        ['public', /^clientSdk.allow has the wrong format/],
        ['{"claim":"role"}', /^clientSdk.allow needs either/],
        ['{"roles":"x"}', /^clientSdk.allow.roles is not a key/]
      ],
      ['{"claim":"role","oneOf":["x"]}', 'signed-in']
    ],
    [
      'MAX_AGE_SECONDS',
      [
        ['59', /^clientSdk.maxAgeSeconds must be/],
        ['3601', /^clientSdk.maxAgeSeconds must be/]
      ],
      ['60', '3600']
    ],
    ['REQUIRE_SIGNED_IN_WITHIN', [['59', /signedInWithin must be/]], ['60']]
  ]
  for (const [variable, problems, valid] of rows) {
    const problemsOf = (value: string) => problemsWith({ [`GATEHOUSE_CLIENT_SDK_${variable}`]: value })
    for (const [value, problem] of problems) t.match(problemsOf(value), [problem], value)
    for (const value of valid) t.same(problemsOf(value), [], `twin: ${variable} ${value}`)
  }
})

t.test('clientSdk: each warning names what to set, and is absent when one thing differs', async (t) => {
  const cleared = { GATEHOUSE_LOGOUT_CLEAR_SITE_DATA: 'storage' }
  const off = { GATEHOUSE_CLIENT_SDK_ENABLED: 'false' }
  const accepting = (issuer: string) => ({
    ...cleared,
    GATEHOUSE_BEARER: JSON.stringify([{ issuer, audiences: ['my-project'], claims: { team: ['a'] } }])
  })
  const ofProject = accepting('https://securetoken.google.com/my-project')
  const strict = { ...cleared, GATEHOUSE_CLIENT_SDK_REQUIRE_SECOND_FACTOR: 'true' }
  const signedIn =
    /^clientSdk.enabled: a sign-out leaves the client SDK .* signed in.*logout.clearSiteData: \[storage\]/
  const rows: readonly [env: Record<string, string>, warnings: RegExp[]][] = [
    [{}, [signedIn]],
    [{ GATEHOUSE_LOGOUT_CLEAR_SITE_DATA: 'cache' }, [signedIn]],
    [{ ...cleared, GATEHOUSE_PUBLIC_URL: 'http://localhost:8080' }, [signedIn]],
    [cleared, []],
    [off, []],
    [ofProject, [/^clientSdk.enabled: `bearer` accepts id tokens of the project/]],
    [accepting('https://issuer.example'), []],
    [{ ...ofProject, ...off }, []],
    [
      { ...strict, GATEHOUSE_LOGIN_MFA_TOTP: 'off' },
      [/^clientSdk.require.secondFactor: with `login.mfa.totp: off`/]
    ],
    [{ ...strict, GATEHOUSE_LOGIN_MFA_TOTP: 'optional' }, []]
  ]
  for (const [env, warnings] of rows) {
    const found = warningsWith(env)
    t.match(found, warnings, JSON.stringify(env))
    t.equal(found.length, warnings.length, JSON.stringify(env))
  }
})

t.test('paths: none can be one that the gateway uses itself', async (t) => {
  for (const path of words`
    firebase-token language form begin arrive continue .well-known oauth/token
  `) {
    const found = problemsWith({ GATEHOUSE_PATHS_REFRESH: `/_auth/${path}` })
    t.match(found, [/^paths.refresh is a path used by the gateway itself/], path)
  }
  t.same(problemsWith({ GATEHOUSE_PATHS_REFRESH: '/_auth/languages' }), [], 'twin')
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { loadConfig } from '../../../src/config/load.ts'
import {
  credentialsOf,
  HIDDEN,
  KEY_FILE,
  type Loaded,
  load,
  loadText,
  PEM,
  problemsOf,
  USER_FILE
} from '../../fixtures/provider/credential-config.ts'
import { signatureKeyOf } from '../../fixtures/session/signature-keys.ts'

t.test('credentials: text and file together are one problem', async (t) => {
  const both = {
    GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: JSON.stringify(KEY_FILE),
    GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS_FILE: '/nowhere'
  }
  t.strictSame(problemsOf(load(both)), [
    'identityPlatform.credentialsFile cannot be combined with `credentials`'
  ])
})

t.test('credentials: a variable of one form overrides the other form in the file', async (t) => {
  const dir = t.testdir({ key: JSON.stringify(KEY_FILE) })
  const file = join(dir, 'gatehouse.yaml')
  writeFileSync(file, 'identityPlatform: { credentialsFile: /nowhere }')
  const base = {
    GATEHOUSE_PUBLIC_URL: 'https://app.example.com',
    GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:3000',
    GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'my-project',
    GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'AIza-key',
    GATEHOUSE_COOKIE_SIGNATURE_KEYS: signatureKeyOf('credentials')
  }
  const env = { ...base, GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: JSON.stringify(KEY_FILE) }
  t.match(loadConfig({ file, env, plugins: [] }), { credentials: { kind: 'key' } })
})

t.test('credentials: a service account key is read, also when mangled as a whole', async (t) => {
  const text = JSON.stringify(KEY_FILE)
  const broken = text.replaceAll('\\n', '\n')
  for (const mangled of [
    // The inside of a JSON string, as CI systems pass it.
    JSON.stringify(JSON.stringify(KEY_FILE)).slice(1, -1),
    text,
    JSON.stringify(KEY_FILE, null, 2),
    `\uFEFF${text}`,
    `  ${text}\n`,
    `'${text}'`,
    `"${text}"`,
    JSON.stringify(text),
    broken,
    broken.replaceAll('\n', '\r\n'),
    `'${broken}'`,
    Buffer.from(text).toString('base64'),
    Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\n'),
    Buffer.from(text).toString('base64url'),
    Buffer.from(broken).toString('base64')
  ]) {
    const credentials = credentialsOf(loadText(mangled))
    t.match(credentials, { kind: 'key', account: { clientEmail: KEY_FILE.client_email, privateKeyPem: PEM } })
  }
})

t.test('credentials: an invalid service account email is refused', async (t) => {
  for (const email of ['gate', 'a@b/c', 'a@b:signBlob', 'a b@c']) {
    const env = { GATEHOUSE_IDENTITY_PLATFORM_SERVICE_ACCOUNT_EMAIL: email }
    t.strictSame(problemsOf(loadText(USER_FILE, env)), [
      'identityPlatform.serviceAccountEmail has the wrong format'
    ])
  }
})

t.test('credentials: a key of another project causes a warning', async (t) => {
  const warningsOf = (loaded: Loaded) => (loaded.kind === 'invalid' ? loaded.problems : loaded.warnings)
  t.strictSame(warningsOf(loadText(KEY_FILE)), [])
  t.strictSame(warningsOf(loadText({ ...KEY_FILE, project_id: undefined })), [])
  t.match(warningsOf(loadText({ ...KEY_FILE, project_id: 'other' })), [
    /^identityPlatform.projectId: .* other$/
  ])
  const named = { GATEHOUSE_IDENTITY_PLATFORM_SERVICE_ACCOUNT_EMAIL: 'other@x.iam' }
  t.match(warningsOf(loadText(KEY_FILE, named)), [/serviceAccountEmail: has no effect/])
  t.strictSame(warningsOf(loadText(USER_FILE, named)), [])
})

t.test('credentials: without the plugin google, what needs it is a problem that names it', async (t) => {
  const named = (json: object) => join(t.testdir({ key: JSON.stringify(json) }), 'key')
  for (const variable of ['GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS_FILE', 'GOOGLE_APPLICATION_CREDENTIALS'])
    t.match(credentialsOf(load({ [variable]: named(KEY_FILE) }, [])), { kind: 'key' })
  t.equal(credentialsOf(load({ METADATA_SERVER_DETECTION: 'assume-present' }, [])), null)
  const refused: readonly [Record<string, string>, string][] = [
    [
      { GOOGLE_APPLICATION_CREDENTIALS: named({ ...USER_FILE, type: HIDDEN }) },
      'GOOGLE_APPLICATION_CREDENTIALS names a file that has another `type` than `service_account`'
    ],
    [
      { GATEHOUSE_SESSION_ACQUIRE: 'exchange', METADATA_SERVER_DETECTION: 'assume-present' },
      'identityPlatform.credentialsFile is required by `session.acquire: exchange`'
    ],
    [
      { GATEHOUSE_UPSTREAM_GOOGLE_ID_TOKEN: 'true', METADATA_SERVER_DETECTION: 'assume-present' },
      'upstream.googleIdToken needs credentials of a service account'
    ]
  ]
  for (const [env, message] of refused) {
    const loaded = load(env, [])
    t.strictSame(problemsOf(loaded), [message])
    t.match(loaded, { problems: [{ hint: /plugin `google`, which is missing/ }] })
    t.notMatch(JSON.stringify(loaded), HIDDEN)
  }
})

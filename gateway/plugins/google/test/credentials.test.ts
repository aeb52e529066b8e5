import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { canSign } from '../../../src/identity-platform/credentials/credentials.ts'
import {
  AWS_SOURCE,
  credentialsOf,
  HIDDEN,
  IMPERSONATION_FILE,
  IMPERSONATION_URL,
  KEY_FILE,
  load,
  loadText,
  POOL_USER_FILE,
  problemsOf,
  USER_FILE,
  WORKLOAD_FILE
} from '../../../test/fixtures/provider/credential-config.ts'
import { findDefaultCredentials } from '../default-credentials.ts'

t.test('credentials: without any, they are null and no problem', async (t) => {
  t.equal(credentialsOf(load({})), null)
  t.equal(credentialsOf(load({ HOME: t.testdir({}), GOOGLE_APPLICATION_CREDENTIALS: '' })), null)
})

t.test('credentials: each source takes precedence over the next', async (t) => {
  const named = (name: string) => JSON.stringify({ ...KEY_FILE, client_email: name })
  const dir = t.testdir({
    configured: named('configured'),
    variable: named('variable'),
    sdk: { 'application_default_credentials.json': named('sdk') },
    appdata: { gcloud: { 'application_default_credentials.json': named('appdata') } },
    home: { '.config': { gcloud: { 'application_default_credentials.json': named('home') } } }
  })
  const places: readonly [string, Record<string, string>][] = [
    ['text', { GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: named('text') }],
    ['configured', { GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS_FILE: join(dir, 'configured') }],
    ['variable', { GOOGLE_APPLICATION_CREDENTIALS: join(dir, 'variable') }],
    ['sdk', { CLOUDSDK_CONFIG: join(dir, 'sdk') }],
    ['appdata', { APPDATA: join(dir, 'appdata') }],
    ['home', { HOME: join(dir, 'home') }]
  ]
  places.forEach(([email, env], index) => {
    t.match(credentialsOf(load(env)), { kind: 'key', account: { clientEmail: email } })
    // Text and file together are a contradiction, tested below.
    const later = places.slice(Math.max(index, 1))
    const all = Object.assign({}, ...later.reverse().map(([, more]) => more))
    const expected = index === 0 ? 'configured' : email
    t.match(credentialsOf(load(all)), { account: { clientEmail: expected } }, `${email} before later ones`)
  })
  t.match(credentialsOf(load({ HOME: join(dir, 'home'), K_SERVICE: 'x', METADATA_SERVER_DETECTION: '' })), {
    kind: 'key'
  })
})

t.test('credentials: an unreadable file is a problem at the key that names it', async (t) => {
  const rows: readonly [Record<string, string>, string][] = [
    [{ GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS_FILE: '/nowhere' }, 'identityPlatform.credentialsFile'],
    [{ GOOGLE_APPLICATION_CREDENTIALS: '/nowhere' }, 'GOOGLE_APPLICATION_CREDENTIALS']
  ]
  for (const [env, path] of rows) {
    t.strictSame(problemsOf(load(env)), [`${path} names a file that cannot be read (ENOENT)`])
  }
  const home = t.testdir({})
  const folder = join(home, '.config', 'gcloud')
  mkdirSync(folder, { recursive: true })
  const wellKnown = join(folder, 'application_default_credentials.json')
  writeFileSync(wellKnown, 'broken')
  t.strictSame(problemsOf(load({ HOME: home })), [`${wellKnown} is not JSON`])
})

t.test('credentials: the metadata server is detected from environment and firmware', async (t) => {
  const dir = t.testdir({ google: 'Google Compute Engine\n', other: 'Standard PC (Q35)\n' })
  const settings = { projectId: 'my-project', serviceAccountEmail: null }
  const find = (env: Record<string, string>, machine = 'other') => {
    const found = findDefaultCredentials({ settings, env }, join(dir, machine))
    const isInvalid = found !== null && typeof found !== 'string' && found.kind === 'invalid'
    return isInvalid ? found.problems.map(({ path }) => path) : found
  }
  const server = { kind: 'metadata', url: 'http://169.254.169.254', signerEmail: null }
  const at = (url: string) => ({ ...server, url })
  const rows: readonly [Record<string, string>, string, unknown][] = [
    [{}, 'other', null],
    [{}, 'absent', null],
    [{}, 'google', server],
    [{ K_SERVICE: 'x' }, 'other', server],
    [{ CLOUD_RUN_JOB: 'x' }, 'other', server],
    [{ FUNCTION_NAME: 'x' }, 'other', server],
    [{ GAE_SERVICE: 'x' }, 'other', server],
    [{ GAE_SERVICE: '' }, 'other', null],
    [{ GCE_METADATA_HOST: '127.0.0.1:8088' }, 'other', at('http://127.0.0.1:8088')],
    [{ GCE_METADATA_HOST: 'http://127.0.0.1:8088/' }, 'other', at('http://127.0.0.1:8088')],
    [{ GCE_METADATA_HOST: 'metadata', GCE_METADATA_IP: '10.0.0.1' }, 'other', at('http://10.0.0.1')],
    [{ GCE_METADATA_HOST: 'a b' }, 'other', ['GCE_METADATA_HOST']],
    [{ GCE_METADATA_HOST: 'x/y' }, 'other', ['GCE_METADATA_HOST']],
    [{ GCE_METADATA_HOST: `${HIDDEN}@x` }, 'other', ['GCE_METADATA_HOST']],
    [{ METADATA_SERVER_DETECTION: 'none' }, 'google', null],
    [{ METADATA_SERVER_DETECTION: 'none', K_SERVICE: 'x', GCE_METADATA_HOST: 'x' }, 'google', null],
    [{ METADATA_SERVER_DETECTION: 'assume-present' }, 'other', server],
    [{ METADATA_SERVER_DETECTION: ' Bios-Only ' }, 'google', server],
    [{ METADATA_SERVER_DETECTION: 'ping-only' }, 'google', null],
    [{ METADATA_SERVER_DETECTION: 'sometimes' }, 'other', ['METADATA_SERVER_DETECTION']]
  ]
  for (const [env, machine, expected] of rows) {
    t.strictSame(find(env, machine), expected, `${JSON.stringify(env)} on ${machine}`)
  }
})

t.test('credentials: every type of file is read with its members and its signer', async (t) => {
  const account = 'gate@my-project.iam.gserviceaccount.com'
  const rows: readonly [object, string | null][] = [
    [USER_FILE, null],
    [POOL_USER_FILE, null],
    [WORKLOAD_FILE, null],
    [{ ...WORKLOAD_FILE, service_account_impersonation_url: IMPERSONATION_URL }, account],
    [IMPERSONATION_FILE, account],
    [{ ...IMPERSONATION_FILE, source_credentials: WORKLOAD_FILE }, account]
  ]
  for (const [file, signerEmail] of rows) {
    const { type } = file as { type: string }
    const credentials = credentialsOf(loadText(file))
    t.match(credentials, { kind: 'file', type, signerEmail }, type)
    t.strictSame(JSON.parse(JSON.stringify(credentials)), credentials, `${type}, sent to a worker`)
    t.equal(canSign(credentials), signerEmail !== null)
    const named = credentialsOf(
      loadText(file, { GATEHOUSE_IDENTITY_PLATFORM_SERVICE_ACCOUNT_EMAIL: 'other@x.iam' })
    )
    t.match(named, { signerEmail: 'other@x.iam' }, 'the configured account wins')
  }
  t.ok(canSign(credentialsOf(loadText(KEY_FILE))))
  t.notOk(canSign(null))
})

t.test('credentials: members that are unknown or spelt otherwise do not reach the library', async (t) => {
  const evil = `https://${HIDDEN}.example/token`
  const file = {
    ...WORKLOAD_FILE,
    tokenUrl: evil,
    serviceAccountImpersonationUrl: evil,
    credentialSource: { url: evil },
    transporter: {},
    endpoint: evil,
    subject_token_supplier: {},
    credential_source: { ...WORKLOAD_FILE.credential_source, subjectTokenFieldName: 'x' }
  }
  t.notMatch(JSON.stringify(credentialsOf(loadText(file))), /hidden|transporter|supplier/i)
  const impersonation = {
    ...IMPERSONATION_FILE,
    endpoint: evil,
    source_credentials: { ...WORKLOAD_FILE, tokenUrl: evil }
  }
  t.notMatch(JSON.stringify(credentialsOf(loadText(impersonation))), HIDDEN)
})

t.test('credentials: the quota project is that of the environment, else of the file', async (t) => {
  const file = { ...USER_FILE, quota_project_id: 'of-the-file' }
  t.match(credentialsOf(loadText(file)), { json: { quota_project_id: 'of-the-file' } })
  const env = { GOOGLE_CLOUD_QUOTA_PROJECT: 'of-the-environment' }
  t.match(credentialsOf(loadText(file, env)), { json: { quota_project_id: 'of-the-environment' } })
  const wrong = { ...USER_FILE, quota_project_id: {} }
  t.match(credentialsOf(loadText(wrong, env)), { json: { quota_project_id: 'of-the-environment' } })
})

t.test('credentials: sources of subject tokens are read or refused', async (t) => {
  const allowed = { GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES: '1' }
  const rows: readonly [object, Record<string, string>?][] = [
    [{ file: '/x' }],
    [{ file: '/x', format: { type: 'text' } }],
    [{ file: '/x', format: { type: 'json', subject_token_field_name: 'token' } }],
    [{ url: 'https://pipelines.example/token', headers: { authorization: HIDDEN } }],
    [{ url: 'http://169.254.169.254/metadata/identity/oauth2/token', headers: { metadata: 'True' } }],
    [{ url: 'http://localhost:8000/token' }],
    [AWS_SOURCE],
    [{ executable: { command: '/bin/x', timeout_millis: 5000, output_file: '/y' } }, allowed]
  ]
  for (const [source, env] of rows) {
    const loaded = loadText({ ...WORKLOAD_FILE, credential_source: source }, env)
    t.strictSame(problemsOf(loaded), [])
    t.match(credentialsOf(loaded), { json: { credential_source: source } })
  }
})

t.test('credentials: exchange is refused without a signer', async (t) => {
  const exchange = { GATEHOUSE_SESSION_ACQUIRE: 'exchange' }
  const named = { GATEHOUSE_IDENTITY_PLATFORM_SERVICE_ACCOUNT_EMAIL: 'gate@x.iam' }
  t.match(problemsOf(load(exchange)), [/^identityPlatform.credentialsFile is required by/])
  t.match(problemsOf(loadText(USER_FILE, exchange)), [
    /^identityPlatform.serviceAccountEmail is required by .* `authorized_user`, which cannot sign/
  ])
  t.match(problemsOf(loadText(WORKLOAD_FILE, exchange)), [/^identityPlatform.serviceAccountEmail/])
  t.strictSame(problemsOf(loadText(USER_FILE, { ...exchange, ...named })), [])
  t.strictSame(problemsOf(loadText(IMPERSONATION_FILE, exchange)), [])
  t.strictSame(problemsOf(loadText(KEY_FILE, exchange)), [])
  t.strictSame(
    problemsOf(load({ ...exchange, METADATA_SERVER_DETECTION: '', GCE_METADATA_HOST: '127.0.0.1:1' })),
    []
  )
  t.match(
    problemsOf(loadText(HIDDEN, exchange)),
    ['identityPlatform.credentials is not JSON'],
    'only one problem is reported'
  )
})

t.test('credentials: the emulator accepts a key and nothing that would call Google', async (t) => {
  const emulator = {
    GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_HOST: '127.0.0.1:9099',
    GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_ANYWHERE: 'true',
    GATEHOUSE_SESSION_ACQUIRE: 'exchange'
  }
  t.equal(credentialsOf(load(emulator)), null)
  t.equal(credentialsOf(load({ ...emulator, METADATA_SERVER_DETECTION: 'assume-present' })), null)
  t.equal(credentialsOf(loadText(IMPERSONATION_FILE, emulator)), null)
  t.match(credentialsOf(loadText(KEY_FILE, emulator)), { kind: 'key' })
})

import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { type Credentials, canSign, readCredentials } from '../../../src/config/credentials/credentials.ts'
import { parseServiceAccount } from '../../../src/config/credentials/service-account.ts'
import { type InvalidConfig, type LoadedConfig, loadConfig } from '../../../src/config/load.ts'
import { signatureKeyOf } from '../../fixtures/signature-keys.ts'

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const PEM = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const HIDDEN = 'hidden-value'

const KEY_FILE = {
  type: 'service_account',
  project_id: 'my-project',
  private_key_id: 'key-id',
  private_key: PEM,
  client_email: 'gate@my-project.iam.gserviceaccount.com',
  token_uri: `https://${HIDDEN}.example/token`
}
const USER_FILE = { type: 'authorized_user', client_id: 'id', client_secret: HIDDEN, refresh_token: HIDDEN }
const IMPERSONATION_URL =
  'https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts/gate@my-project.iam.gserviceaccount.com:generateAccessToken'
const WORKLOAD_FILE = {
  type: 'external_account',
  universe_domain: 'googleapis.com',
  audience: '//iam.googleapis.com/projects/1/locations/global/workloadIdentityPools/p/providers/q',
  subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
  token_url: 'https://sts.googleapis.com/v1/token',
  credential_source: { file: '/var/run/token' }
}
const POOL_USER_FILE = {
  type: 'external_account_authorized_user',
  audience: '//iam.googleapis.com/locations/global/workforcePools/p/providers/q',
  client_id: 'id',
  client_secret: HIDDEN,
  refresh_token: HIDDEN,
  token_url: 'https://sts.googleapis.com/v1/oauthtoken',
  token_info_url: 'https://sts.googleapis.com/v1/introspect'
}
const IMPERSONATION_FILE = {
  type: 'impersonated_service_account',
  service_account_impersonation_url: IMPERSONATION_URL,
  delegates: [],
  source_credentials: USER_FILE
}
const AWS_SOURCE = {
  environment_id: 'aws1',
  region_url: 'http://169.254.169.254/latest/meta-data/placement/availability-zone',
  url: 'http://169.254.169.254/latest/meta-data/iam/security-credentials',
  imdsv2_session_token_url: 'http://[fd00:ec2::254]/latest/api/token',
  regional_cred_verification_url:
    'https://sts.{region}.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15'
}

type Loaded = LoadedConfig | InvalidConfig

/** A configuration by environment alone; `env` over what every gateway needs. */
function load(env: Record<string, string>): Loaded {
  return loadConfig({
    file: null,
    env: {
      GATEHOUSE_PUBLIC_URL: 'https://app.example.com',
      GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:3000',
      GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'my-project',
      GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'AIza-key',
      GATEHOUSE_COOKIE_SIGNATURE_KEYS: signatureKeyOf('credentials'),
      // The machine of the tests may be one of Google's.
      METADATA_SERVER_DETECTION: 'none',
      ...env
    }
  })
}

function loadText(credentials: unknown, env: Record<string, string> = {}): Loaded {
  const text = typeof credentials === 'string' ? credentials : JSON.stringify(credentials)
  return load({ GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: text, ...env })
}

function credentialsOf(loaded: Loaded): Credentials | null {
  if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
  return loaded.credentials
}

function problemsOf(loaded: Loaded): string[] {
  return loaded.kind === 'invalid' ? loaded.problems.map(({ path, message }) => `${path} ${message}`) : []
}

t.test('credentials: none anywhere, null and no problem', async (t) => {
  t.equal(credentialsOf(load({})), null)
  t.equal(credentialsOf(load({ HOME: t.testdir({}), GOOGLE_APPLICATION_CREDENTIALS: '' })), null)
})

t.test('credentials: every place, each before the next', async (t) => {
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
    // Text and file beside each other are a contradiction, tested below.
    const later = places.slice(Math.max(index, 1))
    const all = Object.assign({}, ...later.reverse().map(([, more]) => more))
    const expected = index === 0 ? 'configured' : email
    t.match(credentialsOf(load(all)), { account: { clientEmail: expected } }, `${email} before later ones`)
  })
  t.match(credentialsOf(load({ HOME: join(dir, 'home'), K_SERVICE: 'x', METADATA_SERVER_DETECTION: '' })), {
    kind: 'key'
  })
})

t.test('credentials: text and file beside each other, one problem', async (t) => {
  const both = {
    GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: JSON.stringify(KEY_FILE),
    GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS_FILE: '/nowhere'
  }
  t.strictSame(problemsOf(load(both)), ['identityPlatform.credentialsFile stands beside `credentials`'])
})

t.test('credentials: a variable of one form, stands above the other form of the file', async (t) => {
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
  t.match(loadConfig({ file, env }), { credentials: { kind: 'key' } })
})

t.test('credentials: file that cannot be read, a problem at the place that names it', async (t) => {
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

t.test('credentials: metadata server, by what the environment and the firmware say', async (t) => {
  const dir = t.testdir({ google: 'Google Compute Engine\n', other: 'Standard PC (Q35)\n' })
  const config = load({})
  if (config.kind === 'invalid') throw new Error('the configuration is sound')
  const find = (env: Record<string, string>, machine = 'other') => {
    const read = readCredentials(config.config, env, join(dir, machine))
    return read.kind === 'invalid' ? read.problems.map(({ path }) => path) : read.credentials
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

t.test('credentials: service account key, and the same mangled as a whole', async (t) => {
  const text = JSON.stringify(KEY_FILE)
  const broken = text.replaceAll('\\n', '\n')
  for (const mangled of [
    // The inside of a text, as build systems hand it out.
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

t.test('credentials: every type of file, with its members and its signer', async (t) => {
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
    t.match(credentials, { kind: 'file', type, signerEmail, json: { type } }, type)
    t.equal(canSign(credentials), signerEmail !== null)
    const named = credentialsOf(
      loadText(file, { GATEHOUSE_IDENTITY_PLATFORM_SERVICE_ACCOUNT_EMAIL: 'other@x.iam' })
    )
    t.match(named, { signerEmail: 'other@x.iam' }, 'the configured account wins')
  }
  t.ok(canSign(credentialsOf(loadText(KEY_FILE))))
  t.notOk(canSign(null))
})

t.test(
  'credentials: members that are not known, and other spellings, do not reach the library',
  async (t) => {
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
  }
)

t.test('credentials: project that pays, of the file or of the environment', async (t) => {
  const file = { ...USER_FILE, quota_project_id: 'of-the-file' }
  t.match(credentialsOf(loadText(file)), { json: { quota_project_id: 'of-the-file' } })
  const env = { GOOGLE_CLOUD_QUOTA_PROJECT: 'of-the-environment' }
  t.match(credentialsOf(loadText(file, env)), { json: { quota_project_id: 'of-the-environment' } })
  const wrong = { ...USER_FILE, quota_project_id: {} }
  t.match(credentialsOf(loadText(wrong, env)), { json: { quota_project_id: 'of-the-environment' } })
})

t.test('credentials: sources of subject tokens, read or refused', async (t) => {
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

const GOOGLE_ONLY = (name: string) => `has a \`${name}\` that is not an https address below googleapis.com`
const SOURCE_ONLY = (name: string) =>
  `has a \`credential_source.${name}\` that is neither https nor on this machine`

/** Each row: what is changed in a good file, and what is then wrong with it. */
const REFUSED: readonly [object, object, readonly string[]][] = [
  [KEY_FILE, { private_key: 'hidden-value' }, ['holds a private key that cannot be read']],
  [KEY_FILE, { client_email: '' }, ['lacks `client_email` or `private_key`']],
  [KEY_FILE, { type: HIDDEN }, ['has an unknown `type`']],
  [KEY_FILE, { type: undefined }, ['has an unknown `type`']],
  [KEY_FILE, { type: 'gdch_service_account' }, ['has an unknown `type`']],
  [
    KEY_FILE,
    { universe_domain: `${HIDDEN}.example` },
    ['has another `universe_domain` than `googleapis.com`']
  ],
  [USER_FILE, { refresh_token: '' }, ['lacks `refresh_token`']],
  [USER_FILE, { client_id: 5, client_secret: undefined }, ['lacks `client_id`', 'lacks `client_secret`']],
  [USER_FILE, { quota_project_id: {} }, ['has a `quota_project_id` that is not text']],
  [POOL_USER_FILE, { token_url: `https://${HIDDEN}.example` }, [GOOGLE_ONLY('token_url')]],
  [POOL_USER_FILE, { token_info_url: `https://${HIDDEN}.example` }, [GOOGLE_ONLY('token_info_url')]],
  [WORKLOAD_FILE, { token_url: 'http://sts.googleapis.com/v1/token' }, [GOOGLE_ONLY('token_url')]],
  [WORKLOAD_FILE, { token_url: 'https://googleapis.com.hidden-value.example' }, [GOOGLE_ONLY('token_url')]],
  [WORKLOAD_FILE, { token_url: 'https://hidden-value-googleapis.com/v1' }, [GOOGLE_ONLY('token_url')]],
  [WORKLOAD_FILE, { token_url: 'https://hidden-value.example/x.googleapis.com' }, [GOOGLE_ONLY('token_url')]],
  [WORKLOAD_FILE, { token_url: 'https://sts.googleapis.com:4430/' }, [GOOGLE_ONLY('token_url')]],
  [
    WORKLOAD_FILE,
    { token_url: 'https://sts.googleapis.com@hidden-value.example' },
    [GOOGLE_ONLY('token_url')]
  ],
  [WORKLOAD_FILE, { token_url: HIDDEN }, [GOOGLE_ONLY('token_url')]],
  [WORKLOAD_FILE, { revoke_url: 'https://hidden-value.example' }, [GOOGLE_ONLY('revoke_url')]],
  [WORKLOAD_FILE, { audience: undefined }, ['lacks `audience`']],
  [
    WORKLOAD_FILE,
    { workforce_pool_user_project: 'x' },
    ['has a `workforce_pool_user_project`, but its `audience` is no workforce pool']
  ],
  [
    WORKLOAD_FILE,
    {
      service_account_impersonation_url: IMPERSONATION_URL.replace('googleapis.com', 'hidden-value.example')
    },
    [GOOGLE_ONLY('service_account_impersonation_url')]
  ],
  [
    WORKLOAD_FILE,
    { service_account_impersonation_url: 'https://iamcredentials.googleapis.com/v1/hidden-value' },
    [
      'has a `service_account_impersonation_url` that is not of the form …/serviceAccounts/<e-mail>:generateAccessToken'
    ]
  ],
  [
    WORKLOAD_FILE,
    { service_account_impersonation: { token_lifetime_seconds: 5 } },
    ['has a `service_account_impersonation.token_lifetime_seconds` that is not 600 to 43200']
  ],
  [WORKLOAD_FILE, { credential_source: undefined }, ['lacks `credential_source`']],
  [
    WORKLOAD_FILE,
    { credential_source: {} },
    ['has a `credential_source` that is not one of `file`, `url` and `executable`']
  ],
  [
    WORKLOAD_FILE,
    { credential_source: { file: '/x', url: 'https://x' } },
    ['has a `credential_source` that is not one of `file`, `url` and `executable`']
  ],
  [WORKLOAD_FILE, { credential_source: { file: 5 } }, ['has a `credential_source.file` that is not text']],
  [WORKLOAD_FILE, { credential_source: { url: 'http://hidden-value.example' } }, [SOURCE_ONLY('url')]],
  [
    WORKLOAD_FILE,
    { credential_source: { url: 'http://169.254.169.254.hidden-value.example' } },
    [SOURCE_ONLY('url')]
  ],
  [WORKLOAD_FILE, { credential_source: { url: 'file:///etc/passwd' } }, [SOURCE_ONLY('url')]],
  [
    WORKLOAD_FILE,
    { credential_source: { url: 'https://x', headers: { a: 5 } } },
    ['has `credential_source.headers` that are not texts']
  ],
  [
    WORKLOAD_FILE,
    { credential_source: { file: '/x', format: { type: 'json' } } },
    ['has a `credential_source.format` that is neither `text` nor `json` with a field name']
  ],
  [
    WORKLOAD_FILE,
    { credential_source: { executable: { command: HIDDEN } } },
    ['uses `credential_source.executable`, which may not run']
  ],
  [
    WORKLOAD_FILE,
    { credential_source: { certificate: {} } },
    ['uses `credential_source.certificate`, which is not supported']
  ],
  [
    WORKLOAD_FILE,
    { credential_source: { ...AWS_SOURCE, region_url: 'http://hidden-value.example' } },
    [SOURCE_ONLY('region_url')]
  ],
  [
    WORKLOAD_FILE,
    { credential_source: { ...AWS_SOURCE, environment_id: 'aws2' } },
    ['has another `credential_source.environment_id` than `aws1`']
  ],
  [
    WORKLOAD_FILE,
    { credential_source: { ...AWS_SOURCE, regional_cred_verification_url: 'https://hidden-value.example' } },
    ['has a `credential_source.regional_cred_verification_url` that is not an https address of AWS']
  ],
  [
    IMPERSONATION_FILE,
    { service_account_impersonation_url: undefined },
    ['lacks `service_account_impersonation_url`']
  ],
  [
    IMPERSONATION_FILE,
    { service_account_impersonation_url: null },
    ['lacks `service_account_impersonation_url`']
  ],
  [
    IMPERSONATION_FILE,
    { service_account_impersonation_url: '' },
    ['lacks `service_account_impersonation_url`']
  ],
  [
    IMPERSONATION_FILE,
    { service_account_impersonation_url: 'http://hidden-value.example' },
    [GOOGLE_ONLY('service_account_impersonation_url')]
  ],
  [IMPERSONATION_FILE, { source_credentials: undefined }, ['lacks `source_credentials`']],
  [IMPERSONATION_FILE, { delegates: 'hidden-value' }, ['has `delegates` that are not a list of texts']],
  [
    IMPERSONATION_FILE,
    { source_credentials: IMPERSONATION_FILE },
    ['has an unknown `type`, in `source_credentials`']
  ],
  [
    IMPERSONATION_FILE,
    { source_credentials: { ...WORKLOAD_FILE, token_url: 'https://hidden-value.example' } },
    [`${GOOGLE_ONLY('token_url')}, in \`source_credentials\``]
  ],
  [
    IMPERSONATION_FILE,
    { source_credentials: { ...KEY_FILE, private_key: HIDDEN } },
    ['holds a private key that cannot be read, in `source_credentials`']
  ]
]

t.test(
  'credentials: file with one thing wrong, a problem that names the member and shows no value (ASVS 13.2.4, 13.2.5)',
  async (t) => {
    for (const [good, change, messages] of REFUSED) {
      t.strictSame(problemsOf(loadText(good)), [], 'the file without the change')
      const loaded = loadText({ ...good, ...change })
      t.strictSame(
        problemsOf(loaded),
        messages.map((message) => `identityPlatform.credentials ${message}`),
        JSON.stringify(change)
      )
      t.notMatch(JSON.stringify(loaded), /hidden-value|PRIVATE KEY/)
      if (loaded.kind === 'invalid') for (const { hint } of loaded.problems) t.not(hint, '')
    }
  }
)

t.test('credentials: executable with faults of its own, each named', async (t) => {
  const executable = { command: '', timeout_millis: 1, output_file: 5 }
  const loaded = loadText(
    { ...WORKLOAD_FILE, credential_source: { executable } },
    { GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES: '1' }
  )
  t.equal(problemsOf(loaded).length, 3)
  t.match(problemsOf(loaded), [/command/, /timeout_millis/, /output_file/])
})

t.test('credentials: unknown type, the known ones are listed', async (t) => {
  t.match(loadText({ type: 'other' }), {
    problems: [
      {
        hint: 'Known: service_account, authorized_user, external_account, external_account_authorized_user, impersonated_service_account.'
      }
    ]
  })
})

t.test('credentials: text that is no object, a problem', async (t) => {
  for (const [text, message] of [
    [HIDDEN, 'is not JSON'],
    ['{"type":"service_account"', 'is not JSON'],
    ['[]', 'is not a JSON object'],
    ['null', 'is not a JSON object'],
    ['"x"', 'is not a JSON object']
  ] as const) {
    const loaded = loadText(text)
    t.strictSame(problemsOf(loaded), [`identityPlatform.credentials ${message}`])
    t.notMatch(JSON.stringify(loaded), HIDDEN)
  }
})

t.test('credentials: exchange, refused without somebody who signs', async (t) => {
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
    'one problem is enough'
  )
})

t.test('credentials: emulator, takes a key and nothing that would ask Google', async (t) => {
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

t.test('credentials: e-mail that is none, refused', async (t) => {
  for (const email of ['gate', 'a@b/c', 'a@b:signBlob', 'a b@c']) {
    const env = { GATEHOUSE_IDENTITY_PLATFORM_SERVICE_ACCOUNT_EMAIL: email }
    t.strictSame(problemsOf(loadText(USER_FILE, env)), [
      'identityPlatform.serviceAccountEmail has the wrong form'
    ])
  }
})

t.test('credentials: key of another project, a warning', async (t) => {
  const warningsOf = (loaded: Loaded) => (loaded.kind === 'invalid' ? loaded.problems : loaded.warnings)
  t.strictSame(warningsOf(loadText(KEY_FILE)), [])
  t.strictSame(warningsOf(loadText({ ...KEY_FILE, project_id: undefined })), [])
  t.match(warningsOf(loadText({ ...KEY_FILE, project_id: 'other' })), [
    /^identityPlatform.projectId: .* other$/
  ])
  const named = { GATEHOUSE_IDENTITY_PLATFORM_SERVICE_ACCOUNT_EMAIL: 'other@x.iam' }
  t.match(warningsOf(loadText(KEY_FILE, named)), [/serviceAccountEmail: is not used/])
  t.strictSame(warningsOf(loadText(USER_FILE, named)), [])
})

const read = (changes: Record<string, unknown>) =>
  parseServiceAccount(JSON.stringify({ ...KEY_FILE, ...changes }))

t.test('service account: private key in every form that is met, read as the same key', async (t) => {
  const pkcs1 = createPrivateKey(PEM).export({ format: 'pem', type: 'pkcs1' }).toString()
  const rows: readonly [string, string][] = [
    ['as it is', PEM],
    ['literal \\n', PEM.replaceAll('\n', '\\n')],
    ['literal \\\\n', PEM.replaceAll('\n', '\\\\n')],
    ['literal \\r\\n', PEM.replaceAll('\n', '\\r\\n')],
    ['double quotes', `"${PEM}"`],
    ['single quotes', `'${PEM}'`],
    ['quotes and literal \\n', `"${PEM.replaceAll('\n', '\\n')}"`],
    ['\\r\\n', PEM.replaceAll('\n', '\r\n')],
    ['spaces for newlines', PEM.replaceAll('\n', ' ')],
    ['newlines for spaces', PEM.replaceAll(' ', '\n')],
    ['no newlines', PEM.replaceAll('\n', '')],
    ['no newline at the end', PEM.trimEnd()],
    ['indented', PEM.replaceAll('\n', '\n    ')],
    ['PKCS#1', pkcs1],
    ['PKCS#1 with literal \\n', pkcs1.replaceAll('\n', '\\n')],
    ['base64 of the whole', Buffer.from(PEM).toString('base64')],
    ['base64url of the whole', Buffer.from(PEM).toString('base64url')],
    ['base64 of the whole, in lines', Buffer.from(PEM).toString('base64').replace(/.{64}/g, '$&\n')],
    ['base64 of literal \\n', Buffer.from(PEM.replaceAll('\n', '\\n')).toString('base64')],
    ['the key without its frame', PEM.replace(/-----[A-Z ]+-----/g, '')]
  ]
  for (const [name, text] of rows) {
    const parsed = read({ private_key: text })
    t.ok(parsed.kind === 'key' && parsed.account.privateKeyPem === PEM, name)
  }
})

t.test('service account: the fields of the file, read', async (t) => {
  t.match(read({}), {
    account: { clientEmail: KEY_FILE.client_email, privateKeyId: 'key-id', projectId: 'my-project' }
  })
  const sparse = read({ private_key_id: undefined, project_id: undefined })
  t.match(sparse, { account: { privateKeyId: null, projectId: null } })
})

t.test('service account: file that is none, a problem without any part of the key', async (t) => {
  const elliptic = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey
  const locked = privateKey.export({ format: 'pem', type: 'pkcs8', cipher: 'aes-256-cbc', passphrase: 'x' })
  const unreadable = 'holds a private key that cannot be read'
  const rows: readonly [string, string, string][] = [
    ['not JSON', 'BEGIN', 'is not JSON'],
    ['null', 'null', 'is not a JSON object'],
    ['a text', '"x"', 'is not a JSON object'],
    ['another type', JSON.stringify(USER_FILE), 'has another `type` than `service_account`'],
    [
      'no type',
      JSON.stringify({ ...KEY_FILE, type: undefined }),
      'has another `type` than `service_account`'
    ],
    ['no e-mail', JSON.stringify({ ...KEY_FILE, client_email: '' }), 'lacks `client_email` or `private_key`'],
    [
      'no key',
      JSON.stringify({ ...KEY_FILE, private_key: undefined }),
      'lacks `client_email` or `private_key`'
    ],
    [
      'a broken key',
      JSON.stringify({ ...KEY_FILE, private_key: `${PEM.slice(0, 300)}${PEM.slice(400)}` }),
      unreadable
    ],
    ['half a key', JSON.stringify({ ...KEY_FILE, private_key: PEM.slice(0, 400) }), unreadable],
    ['a locked key', JSON.stringify({ ...KEY_FILE, private_key: locked }), unreadable],
    [
      'a key that is not RSA',
      JSON.stringify({ ...KEY_FILE, private_key: elliptic.export({ format: 'pem', type: 'pkcs8' }) }),
      'holds a private key that is not RSA'
    ],
    [
      'a short key',
      JSON.stringify({ ...KEY_FILE, private_key: short.export({ format: 'pem', type: 'pkcs8' }) }),
      'holds a private key of less than 2048 bits'
    ]
  ]
  const hint = 'Make a new key in the cloud console (IAM, service accounts).'
  for (const [name, text, message] of rows)
    t.strictSame(
      parseServiceAccount(text),
      { kind: 'invalid', problems: [{ path: '', message, hint }] },
      name
    )
})

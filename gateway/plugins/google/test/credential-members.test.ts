import t from 'tap'
import {
  AWS_SOURCE,
  HIDDEN,
  IMPERSONATION_FILE,
  IMPERSONATION_URL,
  KEY_FILE,
  loadText,
  POOL_USER_FILE,
  problemsOf,
  USER_FILE,
  WORKLOAD_FILE
} from '../../../test/fixtures/provider/credential-config.ts'

const GOOGLE_ONLY = (name: string) => `has a \`${name}\` that is not an https address below googleapis.com`
const SOURCE_ONLY = (name: string) =>
  `has a \`credential_source.${name}\` that is neither https nor on this machine`
const ONE_SOURCE = 'has a `credential_source` that is not one of `file`, `url` and `executable`'

const EVIL = `https://${HIDDEN}.example`
const source = (credential_source: unknown) => ({ credential_source })
const impersonating = (url: unknown) => ({ service_account_impersonation_url: url })

/** For each kind of file: changes, and the problem that each causes, or several separated by `|`. */
const REFUSED: readonly [good: object, rows: readonly [change: object, problems: string][]][] = [
  [
    KEY_FILE,
    [
      [{ private_key: HIDDEN }, 'holds a private key that cannot be read'],
      [{ client_email: '' }, 'lacks `client_email` or `private_key`'],
      [{ type: HIDDEN }, 'has an unknown `type`'],
      [{ type: undefined }, 'has an unknown `type`'],
      [{ type: 'gdch_service_account' }, 'has an unknown `type`'],
      [{ universe_domain: `${HIDDEN}.example` }, 'has another `universe_domain` than `googleapis.com`']
    ]
  ],
  [
    USER_FILE,
    [
      [{ refresh_token: '' }, 'lacks `refresh_token`'],
      [{ client_id: 5, client_secret: undefined }, 'lacks `client_id`|lacks `client_secret`'],
      [{ quota_project_id: {} }, 'has a `quota_project_id` that is not text']
    ]
  ],
  [
    POOL_USER_FILE,
    [
      [{ token_url: EVIL }, GOOGLE_ONLY('token_url')],
      [{ token_info_url: EVIL }, GOOGLE_ONLY('token_info_url')]
    ]
  ],
  [
    WORKLOAD_FILE,
    [
      ...[
        ...['http://sts.googleapis.com/v1/token', 'https://googleapis.com.hidden-value.example'],
        ...['https://hidden-value-googleapis.com/v1', 'https://hidden-value.example/x.googleapis.com'],
        ...['https://sts.googleapis.com:4430/', 'https://sts.googleapis.com@hidden-value.example', HIDDEN]
      ].map((token_url): [object, string] => [{ token_url }, GOOGLE_ONLY('token_url')]),
      [{ revoke_url: EVIL }, GOOGLE_ONLY('revoke_url')],
      [{ audience: undefined }, 'lacks `audience`'],
      [
        { workforce_pool_user_project: 'x' },
        'has a `workforce_pool_user_project`, but its `audience` is no workforce pool'
      ],
      [
        impersonating(IMPERSONATION_URL.replace('googleapis.com', 'hidden-value.example')),
        GOOGLE_ONLY('service_account_impersonation_url')
      ],
      [
        impersonating('https://iamcredentials.googleapis.com/v1/hidden-value'),
        'has a `service_account_impersonation_url` that is not of the form …/serviceAccounts/<email>:generateAccessToken'
      ],
      [
        { service_account_impersonation: { token_lifetime_seconds: 5 } },
        'has a `service_account_impersonation.token_lifetime_seconds` that is not 600 to 43200'
      ],
      [source(undefined), 'lacks `credential_source`'],
      [source({}), ONE_SOURCE],
      [source({ file: '/x', url: 'https://x' }), ONE_SOURCE],
      [source({ file: 5 }), 'has a `credential_source.file` that is not text'],
      [source({ url: 'http://hidden-value.example' }), SOURCE_ONLY('url')],
      [source({ url: 'http://169.254.169.254.hidden-value.example' }), SOURCE_ONLY('url')],
      [source({ url: 'file:///etc/passwd' }), SOURCE_ONLY('url')],
      [source({ url: 'https://x', headers: { a: 5 } }), 'has `credential_source.headers` that are not texts'],
      [
        source({ file: '/x', format: { type: 'json' } }),
        'has a `credential_source.format` that is neither `text` nor `json` with a field name'
      ],
      [source({ executable: { command: HIDDEN } }), 'uses `credential_source.executable`, which may not run'],
      [source({ certificate: {} }), 'uses `credential_source.certificate`, which is not supported'],
      [source({ ...AWS_SOURCE, region_url: 'http://hidden-value.example' }), SOURCE_ONLY('region_url')],
      [
        source({ ...AWS_SOURCE, environment_id: 'aws2' }),
        'has another `credential_source.environment_id` than `aws1`'
      ],
      [
        source({ ...AWS_SOURCE, regional_cred_verification_url: EVIL }),
        'has a `credential_source.regional_cred_verification_url` that is not an https address of AWS'
      ]
    ]
  ],
  [
    IMPERSONATION_FILE,
    [
      ...[undefined, null, ''].map((url): [object, string] => [
        impersonating(url),
        'lacks `service_account_impersonation_url`'
      ]),
      [impersonating('http://hidden-value.example'), GOOGLE_ONLY('service_account_impersonation_url')],
      [{ source_credentials: undefined }, 'lacks `source_credentials`'],
      [{ delegates: HIDDEN }, 'has `delegates` that are not a list of texts'],
      [{ source_credentials: IMPERSONATION_FILE }, 'has an unknown `type`, in `source_credentials`'],
      [
        { source_credentials: { ...WORKLOAD_FILE, token_url: EVIL } },
        `${GOOGLE_ONLY('token_url')}, in \`source_credentials\``
      ],
      [
        { source_credentials: { ...KEY_FILE, private_key: HIDDEN } },
        'holds a private key that cannot be read, in `source_credentials`'
      ]
    ]
  ]
]

t.test('credentials: a problem names the member, never its value (ASVS 13.2.4, 13.2.5)', async (t) => {
  for (const [good, rows] of REFUSED) {
    t.strictSame(problemsOf(loadText(good)), [], 'the file without the change')
    for (const [change, problems] of rows) {
      const loaded = loadText({ ...good, ...change })
      const expected = problems.split('|').map((message) => `identityPlatform.credentials ${message}`)
      t.strictSame(problemsOf(loaded), expected, JSON.stringify(change))
      t.notMatch(JSON.stringify(loaded), /hidden-value|PRIVATE KEY/)
      if (loaded.kind === 'invalid') for (const { hint } of loaded.problems) t.not(hint, '')
    }
  }
})

t.test('credentials: an executable source with several faults has each of them named', async (t) => {
  const executable = { command: '', timeout_millis: 1, output_file: 5 }
  const loaded = loadText(
    { ...WORKLOAD_FILE, credential_source: { executable } },
    { GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES: '1' }
  )
  t.equal(problemsOf(loaded).length, 3)
  t.match(problemsOf(loaded), [/command/, /timeout_millis/, /output_file/])
})

t.test('credentials: an unknown type lists the known ones', async (t) => {
  t.match(loadText({ type: 'other' }), {
    problems: [
      {
        hint: 'Known: service_account, authorized_user, external_account, external_account_authorized_user, impersonated_service_account.'
      }
    ]
  })
})

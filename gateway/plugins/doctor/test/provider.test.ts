import t from 'tap'
import { buildErrorInfo } from '../../../stand-in/server/errors.ts'
import type { FaultName, InjectedFault } from '../../../stand-in/server/faults.ts'
import { DOCTOR_API_KEY, sayFinding, startDoctor } from '../../../test/fixtures/commands/doctor.ts'

const error = (status: number, message: string, reason?: string): InjectedFault => ({
  kind: 'error',
  status,
  message,
  ...(reason === undefined ? {} : { details: [buildErrorInfo(reason)] })
})

const doctor = await startDoctor(t)
const { standIn, examine } = doctor
const { faults, settings } = standIn
t.beforeEach(() => {
  faults.reset()
  settings.reset()
})

t.test('doctor: a provider that is set up correctly passes all checks', async (t) => {
  settings.federatedProviders = ['google.com']
  settings.switchedOn = ['password', 'totp']
  const examined = await examine({
    GATEHOUSE_LOGIN_PROVIDERS: '[{"id":"google.com"}]',
    GATEHOUSE_LOGIN_MFA_TOTP: 'required',
    GATEHOUSE_IDENTITY_PLATFORM_TENANTS: '{"/acme/*":"acme-x1","/bolt/*":"bolt-x2"}'
  })
  const ids = [
    'CERTIFICATES',
    'API_KEY',
    'APP_CHECK',
    'PROJECT',
    'RECAPTCHA',
    'BLOCKING',
    'DOMAIN',
    'PROVIDERS',
    'MFA',
    'CREDENTIALS',
    'QUOTA',
    'CLOCK'
  ]
  for (const id of ids) t.match(sayFinding(examined, id), /^ok /, id)
  t.match(sayFinding(examined, 'PROJECT'), 'tenants: acme-x1, bolt-x2')
  t.match(sayFinding(examined, 'CREDENTIALS'), 'service account key: may look up accounts, may sign')
  for (const call of ['create', 'update', 'delete', 'signUp', 'exchange'] as const)
    t.equal(standIn.calls[call], 0, call)
  t.strictSame(standIn.accounts.list(), [], 'no account is created')
})

const KEY_REFUSALS: readonly [string, InjectedFault, RegExp][] = [
  [
    'another site',
    error(403, 'Requests from referer http://localhost:8080/ are blocked.', 'API_KEY_HTTP_REFERRER_BLOCKED'),
    /other web sites.*website restrictions/
  ],
  [
    'another service',
    error(403, 'Requests to this API identitytoolkit method are blocked.', 'API_KEY_SERVICE_BLOCKED'),
    /other APIs.*Token Service API/
  ],
  [
    'another address',
    error(403, 'The provided API key has an IP address restriction.', 'API_KEY_IP_ADDRESS_BLOCKED'),
    /other IP addresses.*reaches the internet/
  ],
  [
    'an app',
    error(
      403,
      'Requests from this Android client application <empty> are blocked.',
      'API_KEY_ANDROID_APP_BLOCKED'
    ),
    /mobile apps.*web API key/
  ],
  [
    'wrong',
    error(400, 'API key not valid. Please pass a valid API key.', 'API_KEY_INVALID'),
    /mistyped.*copy/
  ],
  [
    'suspended',
    error(403, "Permission denied: Consumer 'api_key:AIza' has been suspended.", 'CONSUMER_SUSPENDED'),
    /has suspended.*replace a key/
  ],
  ['expired', error(400, 'API key expired. Please renew the API key.', 'API_KEY_INVALID'), /expired.*renew/]
]

t.test('doctor: an API key that is rejected shows the fix for each reason', async (t) => {
  for (const [name, fault, words] of KEY_REFUSALS) {
    faults.projectConfig = fault
    const examined = await examine()
    t.match(sayFinding(examined, 'API_KEY'), /^fail refused: 40/, name)
    t.match(sayFinding(examined, 'API_KEY'), words, name)
    t.match(sayFinding(examined, 'PROJECT'), /^skip .*see API_KEY$/)
    t.match(sayFinding(examined, 'DOMAIN'), /^skip .*see API_KEY$/)
    t.equal(examined.code, 1)
  }
})

t.test('doctor: an API key that only the Token Service API rejects is found', async (t) => {
  faults.refresh = error(
    403,
    'Requests to this API securetoken method are blocked.',
    'API_KEY_SERVICE_BLOCKED'
  )
  const examined = await examine()
  t.match(
    sayFinding(examined, 'API_KEY'),
    /^fail Token Service API: refused.*allow Identity Toolkit API and Token/
  )
  t.match(sayFinding(examined, 'PROJECT'), /^ok /, 'control')
})

/** What is wrong, the variables it takes, and the text of the findings. */
interface Row {
  title: string
  faults?: Partial<Record<FaultName, InjectedFault>>
  federated?: string[]
  switchedOn?: typeof settings.switchedOn
  recaptcha?: 'AUDIT' | 'ENFORCE'
  hasNoRecaptchaKey?: boolean
  /** Apps registered with App Check, which is then enforced. */
  appCheck?: string[]
  env?: Record<string, string>
  says: Readonly<Record<string, RegExp>>
}

const NO_APP_CHECK = 'Firebase App Check token is invalid.'
const AWAY: InjectedFault = { kind: 'reset' }
const NONE = { GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: '', HOME: '/nowhere' }
const ROWS: readonly Row[] = [
  {
    title: 'certificates that cannot be fetched',
    faults: { certificates: { kind: 'html', status: 503 } },
    says: { CERTIFICATES: /^fail cannot be fetched: \d{3} \S/, API_KEY: /^ok / }
  },
  {
    title: 'certificates without a usable key',
    faults: { certificates: { kind: 'reset' } },
    says: { CERTIFICATES: /^fail cannot be fetched: connection reset/ }
  },
  {
    title: 'no project of this name',
    faults: { projectConfig: error(400, 'PROJECT_NOT_FOUND') },
    says: { PROJECT: /^fail refused: 400 PROJECT_NOT_FOUND.*not its number/, API_KEY: /^skip .*see PROJECT/ }
  },
  {
    title: 'Authentication is not set up',
    faults: { projectConfig: error(400, 'CONFIGURATION_NOT_FOUND') },
    says: { PROJECT: /^fail .*enable Identity Platform/ }
  },
  {
    title: 'the API is not enabled',
    faults: {
      projectConfig: error(
        403,
        'Identity Toolkit API has not been used in project 1 before or it is disabled.',
        'SERVICE_DISABLED'
      )
    },
    says: { PROJECT: /^fail .*enable identitytoolkit/ }
  },
  {
    title: 'no tenant of this name',
    env: { GATEHOUSE_IDENTITY_PLATFORM_TENANTS: '{"/acme/*":"acme-x1","/crab/*":"crab-x3"}' },
    says: { PROJECT: /^fail demo-doctor.*tenant crab-x3: there is no tenant/ }
  },
  {
    title: 'a host that is not authorised',
    env: { GATEHOUSE_PUBLIC_URL: 'https://app.other.example' },
    says: { DOMAIN: /^warn app.other.example: not authorised.*Authorised domains/ }
  },
  {
    title: 'a host below an authorised one',
    env: { GATEHOUSE_PUBLIC_URL: 'https://app.example.com' },
    says: { DOMAIN: /^ok app.example.com/ }
  },
  {
    title: 'a host that only ends like an authorised one',
    env: { GATEHOUSE_PUBLIC_URL: 'https://app.badexample.com' },
    says: { DOMAIN: /^warn app.badexample.com: not/ }
  },
  {
    title: 'a federated provider that is not enabled',
    env: { GATEHOUSE_LOGIN_PROVIDERS: '[{"id":"github.com"}]' },
    says: { PROVIDERS: /^fail .*offers github.com, which is not enabled in the project/ }
  },
  {
    title: 'passwords that are not enabled',
    switchedOn: [],
    says: { PROVIDERS: /^fail password.*login.methods.password is on/ }
  },
  {
    title: 'links that are not enabled',
    env: { GATEHOUSE_LOGIN_METHODS_EMAIL_LINK: 'true' },
    says: { PROVIDERS: /^fail password, emailLink.*login.methods.emailLink is on/ }
  },
  {
    title: 'sign-in by phone that is not enabled',
    env: { GATEHOUSE_LOGIN_METHODS_PHONE: 'true' },
    says: { PROVIDERS: /^fail password, phone.*login.methods.phone is on/ }
  },
  {
    title: 'anonymous accounts that are not enabled in a tenant',
    env: {
      GATEHOUSE_IDENTITY_PLATFORM_ALLOW_ANONYMOUS: 'true',
      GATEHOUSE_IDENTITY_PLATFORM_TENANT_ID: 'acme-x1'
    },
    says: { PROVIDERS: /^fail .*allowAnonymous is on/ }
  },
  {
    title: 'a second factor that cannot be set up',
    env: { GATEHOUSE_LOGIN_MFA_TOTP: 'required' },
    says: { MFA: /^fail .*off in the project.*enable TOTP/ }
  },
  {
    title: 'text messages that the project does not send',
    env: { GATEHOUSE_LOGIN_MFA_SMS: 'true' },
    says: { MFA: /^warn .*does not send text messages/ }
  },
  {
    title: 'a second factor that a rule requires and the project lacks',
    env: {
      GATEHOUSE_LOGIN_MFA_TOTP: 'optional',
      GATEHOUSE_ACCESS_RULES: '[{"path":"/pay/*","allow":"signed-in","require":{"secondFactor":true}}]'
    },
    says: { MFA: /^warn .*no visitor can pass it/ }
  },
  {
    title: 'second factors disabled',
    env: { GATEHOUSE_LOGIN_MFA_TOTP: 'off' },
    says: { MFA: /^skip neither login.mfa nor a rule requires one/ }
  },
  {
    title: 'settings that these credentials may not read',
    faults: { signInConfig: error(403, 'PERMISSION_DENIED') },
    says: {
      MFA: /^skip .*firebaseauth.configs.get/,
      PROVIDERS: /^skip password: unknown: 403 PERMISSION_DENIED; .*firebaseauth.configs.get/
    }
  },
  {
    title: 'no credentials',
    env: NONE,
    says: {
      CREDENTIALS: /^ok none: sessions begin by handover/,
      MFA: /^skip unknown: reading the project settings/,
      PROVIDERS: /^skip password: unknown: reading the project settings needs credentials$/
    }
  },
  {
    title: 'no credentials, and a federated provider, which needs none',
    env: { ...NONE, GATEHOUSE_LOGIN_PROVIDERS: '[{"id":"google.com"}]' },
    federated: ['google.com'],
    says: { PROVIDERS: /^ok google.com; password: unknown: reading the project settings/ }
  },
  {
    title: 'no credentials, and a federated provider that is not enabled',
    env: { ...NONE, GATEHOUSE_LOGIN_PROVIDERS: '[{"id":"google.com"}]' },
    says: { PROVIDERS: /^fail google.com; password: unknown: .*google.com, which is not enabled/ }
  },
  {
    title: 'settings that cannot be fetched',
    faults: { signInConfig: AWAY },
    says: { PROVIDERS: /^skip password: unknown: connection reset/ }
  },
  {
    title: 'a deleted key of the service account',
    faults: {
      oauthToken: {
        kind: 'error',
        status: 400,
        message: 'invalid_grant',
        description: 'Invalid JWT Signature.'
      }
    },
    says: {
      CREDENTIALS: /^fail service account key: refused: access token: 400 invalid_grant.*create a new key/
    }
  },
  {
    title: 'a clock that the token endpoint rejects',
    faults: {
      oauthToken: {
        kind: 'error',
        status: 400,
        message: 'invalid_grant',
        description: 'Token must be a short-lived token (60 minutes) and in a reasonable timeframe.'
      }
    },
    says: { CREDENTIALS: /^fail .*the clock of this machine is wrong/ }
  },
  {
    title: 'a wrong project that the API key check does not notice',
    faults: { lookup: error(400, 'PROJECT_NOT_FOUND') },
    says: { PROJECT: /^ok /, CREDENTIALS: /^fail .*PROJECT_NOT_FOUND.*not its number/ }
  },
  {
    title: 'a service that is disabled for tokens only',
    faults: { refresh: error(403, 'Token Service API has not been used in project 1.', 'SERVICE_DISABLED') },
    says: { PROJECT: /^ok /, API_KEY: /^fail Token Service API: refused.*securetoken/ }
  },
  {
    title: 'a service account without the role',
    faults: { lookup: error(403, 'PERMISSION_DENIED') },
    says: { CREDENTIALS: /^fail .*give it the role Firebase Authentication Admin/ }
  },
  {
    title: 'App Check that is enforced, wherever it shows',
    faults: { refresh: error(401, NO_APP_CHECK), lookupByIdToken: error(401, NO_APP_CHECK) },
    says: {
      APP_CHECK: /^fail refused: 401 Firebase App Check token is invalid.*had no valid token.*appCheck.appId/,
      API_KEY: /^skip .*see APP_CHECK$/,
      PROJECT: /^ok /
    }
  },
  {
    title: 'App Check that refuses only look-ups',
    faults: { lookupByIdToken: error(401, NO_APP_CHECK) },
    env: NONE,
    says: { APP_CHECK: /^fail /, API_KEY: /^ok / }
  },
  {
    title: 'App Check with an app of the project',
    appCheck: ['1:1:web:a'],
    env: { GATEHOUSE_IDENTITY_PLATFORM_APP_CHECK_APP_ID: '1:1:web:a' },
    says: { APP_CHECK: /^ok tokens of 1:1:web:a can be made/, API_KEY: /^ok /, PROJECT: /^ok / }
  },
  {
    title: 'App Check with an app of another project',
    appCheck: ['1:1:web:a'],
    env: { GATEHOUSE_IDENTITY_PLATFORM_APP_CHECK_APP_ID: '1:2:web:b' },
    says: { APP_CHECK: /^fail refused: App Check token: 403 App attestation failed.*service account/ }
  },
  {
    title: 'App Check without credentials',
    appCheck: ['1:1:web:a'],
    env: { ...NONE, GATEHOUSE_IDENTITY_PLATFORM_APP_CHECK_APP_ID: '1:1:web:a' },
    says: { APP_CHECK: /^fail no token can be made.*needs credentials that can sign/ }
  },
  {
    title: 'App Check for every call',
    faults: { identityToolkit: error(401, NO_APP_CHECK) },
    says: { APP_CHECK: /^fail /, PROJECT: /^skip .*see APP_CHECK$/, API_KEY: /^skip .*see APP_CHECK$/ }
  },
  {
    title: 'reCAPTCHA that the page may not load',
    recaptcha: 'ENFORCE',
    says: { RECAPTCHA: /^fail .*password and link sign-ins fail.*login.security.recaptcha: true$/ }
  },
  {
    title: 'reCAPTCHA that the page loads late',
    recaptcha: 'ENFORCE',
    env: { GATEHOUSE_LOGIN_MFA_SMS: 'true' },
    says: { RECAPTCHA: /^warn .*only loads after a sign-in was rejected for it/ }
  },
  {
    title: 'reCAPTCHA that the page knows of',
    recaptcha: 'ENFORCE',
    env: { GATEHOUSE_LOGIN_SECURITY_RECAPTCHA: 'true' },
    says: { RECAPTCHA: /^ok for email: enforced by the project; login.security.recaptcha: on$/ }
  },
  {
    title: 'reCAPTCHA that refuses no one',
    recaptcha: 'AUDIT',
    says: { RECAPTCHA: /^ok for email: not enforced/ }
  },
  {
    title: 'reCAPTCHA that the project does not require',
    env: { GATEHOUSE_LOGIN_SECURITY_RECAPTCHA: 'true' },
    hasNoRecaptchaKey: true,
    says: { RECAPTCHA: /^warn .*loosens the Content-Security-Policy/ }
  },
  {
    title: 'an exceeded quota',
    faults: { lookup: error(429, 'RESOURCE_EXHAUSTED') },
    says: { QUOTA: /^fail refused: 429 RESOURCE_EXHAUSTED/ }
  },
  {
    title: 'quota with status 400',
    faults: { projectConfig: error(400, 'QUOTA_EXCEEDED : Exceeded quota for verifying passwords.') },
    says: { QUOTA: /^fail refused: 400 QUOTA_EXCEEDED/, API_KEY: /^warn / }
  },
  {
    title: 'a provider that is down',
    faults: { identityToolkit: AWAY, refresh: AWAY, oauthToken: AWAY, certificates: AWAY },
    says: {
      API_KEY: /^fail .*connection reset.*reach identitytoolkit/,
      PROJECT: /^skip .*see API_KEY/,
      QUOTA: /^skip /,
      CLOCK: /^skip unknown: connection reset/
    }
  },
  {
    title: 'a provider that responds with an error',
    faults: { identityToolkit: error(503, 'The service is currently unavailable.') },
    says: {
      API_KEY:
        /^fail answered: 503 The service is currently unavailable\. \|.*Google Cloud status page[^|]*$/,
      QUOTA: /^skip unknown: unexpected response of the provider, see API_KEY$/
    }
  },
  {
    title: 'an error page in place of the provider',
    faults: { identityToolkit: { kind: 'html', status: 502 } },
    says: { API_KEY: /^fail answered: 502 HTML.*an intermediary.*status page/ }
  },
  {
    title: 'a page of an intermediary',
    faults: { identityToolkit: { kind: 'html', status: 200 } },
    says: { API_KEY: /^fail no answer: 200 HTML.*reach identitytoolkit/ }
  }
]

t.test('doctor: each fault at the provider is found by the right check', async (t) => {
  for (const { title, faults: injected = {}, switchedOn, env = {}, says, ...row } of ROWS) {
    faults.reset()
    settings.reset()
    settings.recaptcha = { email: row.recaptcha ?? 'OFF', phone: 'OFF' }
    settings.hasRecaptchaKey = row.hasNoRecaptchaKey !== true
    settings.appCheck = { apps: row.appCheck ?? [], isEnforced: row.appCheck !== undefined }
    Object.assign(faults, injected)
    if (row.federated !== undefined) settings.federatedProviders = row.federated
    if (switchedOn !== undefined) settings.switchedOn = switchedOn
    const examined = await examine(env)
    for (const [id, words] of Object.entries(says))
      t.match(sayFinding(examined, id), words, `${title}: ${id}`)
  }
})

t.test('doctor: calls to a provider that hangs time out before the deadline of the check', async (t) => {
  faults.identityToolkit = { kind: 'hang' }
  const examined = await examine()
  t.match(sayFinding(examined, 'API_KEY'), /^fail no answer: timeout.*reach identitytoolkit/)
  t.match(sayFinding(examined, 'PROVIDERS'), /^skip password: unknown: timeout$/)
  t.notMatch(examined.output, 'no result in time')
})

t.test('doctor: an account that may not sign without a key is a failure', async (t) => {
  const env = {
    GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: JSON.stringify(
      standIn.credentialFiles.impersonatedServiceAccount
    )
  }
  t.match(sayFinding(await examine(env), 'CREDENTIALS'), /^ok file of type impersonated.*may sign/)
  settings.serviceAccountMaySign = false
  t.match(
    sayFinding(await examine(env), 'CREDENTIALS'),
    /^fail .*no session can begin, because .*cannot be signed.*Token Creator on itself/
  )
  const handover = { ...env, GATEHOUSE_SESSION_ACQUIRE: 'handover' }
  t.match(sayFinding(await examine(handover), 'CREDENTIALS'), /^ok .*may look up accounts$/)
  t.match(
    sayFinding(await examine({ ...handover, GATEHOUSE_CLIENT_SDK_ENABLED: 'true' }), 'CREDENTIALS'),
    /^fail .*Firebase code of applications gets no custom tokens, because .*cannot be signed/
  )
})

t.test('doctor: a clock that is off by half a minute is a warning, by five minutes a failure', async (t) => {
  const real = () => Date.now() / 1000
  const seen = async (offset: number) =>
    sayFinding(await examine({}, [], { now: () => real() + offset }), 'CLOCK')
  t.match(await seen(20), /^ok /)
  t.match(await seen(-60), /^warn the clock .* (59|60|61) s behind.*NTP/)
  t.match(await seen(600), /^fail the clock .* (599|600|601) s ahead/)
})

t.test('doctor: with the emulator, it checks what the emulator supports and skips the rest', async (t) => {
  const { host } = new URL(standIn.url)
  const examined = await examine({ GATEHOUSE_IDENTITY_PLATFORM_EMULATOR_HOST: host })
  for (const id of ['API_KEY', 'PROJECT', 'CLOCK', 'QUOTA']) t.match(sayFinding(examined, id), /^ok /, id)
  t.equal(sayFinding(examined, 'CERTIFICATES'), 'ok the emulator signs nothing')
  for (const id of ['APP_CHECK', 'DOMAIN', 'PROVIDERS', 'MFA', 'RECAPTCHA', 'BLOCKING', 'CREDENTIALS'])
    t.match(sayFinding(examined, id), /^skip the emulator /, id)
  t.match(sayFinding(examined, 'CONFIG'), /^warn .*UNSIGNED tokens/)
})

t.test('doctor: --offline makes no call', async (t) => {
  const before = standIn.calls.total()
  const examined = await examine({}, ['--offline'])
  t.equal(standIn.calls.total(), before)
  t.match(sayFinding(examined, 'API_KEY'), 'skip not checked: --offline')
  t.match(sayFinding(examined, 'CONFIG'), /^ok /, 'control')
})

t.test('doctor: findings hold no key, token or email address', async (t) => {
  const secrets = [
    DOCTOR_API_KEY,
    doctor.env.GATEHOUSE_COOKIE_SIGNATURE_KEYS ?? '',
    'PRIVATE KEY',
    'ya29.',
    'eyJ'
  ]
  const suspended = `Permission denied: Consumer 'api_key:${DOCTOR_API_KEY}' has been suspended. Ask ada@example.com.`
  for (const fault of [error(403, suspended), error(400, suspended)]) {
    Object.assign(faults, { identityToolkit: fault, oauthToken: fault, refresh: fault, signBlob: fault })
    const { output } = await examine()
    for (const secret of secrets) t.notOk(output.includes(secret), secret)
    t.notMatch(output, /@[a-z-]+\.(iam|example)/)
  }
})

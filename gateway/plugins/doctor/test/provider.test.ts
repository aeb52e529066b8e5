import t from 'tap'
import { buildErrorInfo } from '../../../stand-in/server/errors.ts'
import type { FaultName, InjectedFault } from '../../../stand-in/server/faults.ts'
import type { ProviderSettings } from '../../../stand-in/settings.ts'
import { environmentOf } from '../../../test/fixtures/processes/environment.ts'
import { startIssuer } from '../../../test/fixtures/provider/issuer.ts'
import { startRecordingServer } from '../../../test/fixtures/wire/recording-server.ts'
import { PROVIDER_CHECKS } from '../checks/provider.ts'
import { inspectConfig } from '../context.ts'
import { DOCTOR_API_KEY, runChecks, startDoctor } from './fixtures/doctor.ts'

const error = (status: number, message: string, reason?: string): InjectedFault => ({
  kind: 'error',
  status,
  message,
  ...(reason === undefined ? {} : { details: [buildErrorInfo(reason)] })
})

const doctor = await startDoctor(t)
const { standIn, examine } = doctor
const { faults, settings } = standIn

t.test('doctor: a provider that is set up correctly passes all checks', async (t) => {
  settings.federatedProviders = ['google.com']
  settings.switchedOn = ['password', 'totp']
  const { said } = await examine({
    GATEHOUSE_LOGIN_PROVIDERS: '[{"id":"google.com"}]',
    GATEHOUSE_LOGIN_MFA_TOTP: 'required',
    GATEHOUSE_IDENTITY_PLATFORM_TENANTS: '{"/acme/*":"acme-x1","/bolt/*":"bolt-x2"}'
  })
  t.match(said, {
    CERTIFICATES: /^ok /,
    API_KEY: /^ok /,
    APP_CHECK: /^ok /,
    PROJECT: /^ok .*tenants: acme-x1, bolt-x2$/,
    RECAPTCHA: /^ok /,
    BLOCKING: 'ok none is registered',
    DOMAIN: /^ok /,
    PROVIDERS: /^ok /,
    MFA: /^ok /,
    CREDENTIALS: 'ok service account key: may look up accounts, may sign',
    QUOTA: /^ok /,
    CLOCK: /^ok /
  })
  const { create, update, delete: deleted, signUp, exchange } = standIn.calls
  t.strictSame([create, update, deleted, signUp, exchange], [0, 0, 0, 0, 0])
  t.strictSame(standIn.accounts.list(), [], 'no account is created')
})

const KEY_REFUSALS: readonly [status: number, message: string, reason: string, says: RegExp][] = [
  [403, 'Requests from referer x are blocked.', 'API_KEY_HTTP_REFERRER_BLOCKED', /website restrictions/],
  [403, 'Requests to this API method are blocked.', 'API_KEY_SERVICE_BLOCKED', /Token Service API/],
  [403, 'The key has an IP address restriction.', 'API_KEY_IP_ADDRESS_BLOCKED', /reaches the internet/],
  [403, 'This Android client is blocked.', 'API_KEY_ANDROID_APP_BLOCKED', /mobile apps.*web API key/],
  [400, 'API key not valid. Please pass a valid API key.', 'API_KEY_INVALID', /mistyped.*copy/],
  [403, "Consumer 'api_key:AIza' has been suspended.", 'CONSUMER_SUSPENDED', /has suspended.*replace a key/],
  [400, 'API key expired. Please renew the API key.', 'API_KEY_INVALID', /expired.*renew/]
]

t.test('doctor: an API key that is rejected shows the fix for each reason', async (t) => {
  for (const [status, message, reason, words] of KEY_REFUSALS) {
    faults.projectConfig = error(status, message, reason)
    const { code, said } = await examine()
    t.match(said.API_KEY, /^fail refused: 40/, reason)
    t.match(said, { API_KEY: words, PROJECT: /^skip .*see API_KEY$/, DOMAIN: /^skip .*see API_KEY$/ })
    t.equal(code, 1)
  }
})

/** What is wrong at the provider, and the variables it takes. */
interface Changes {
  faults?: Partial<Record<FaultName, InjectedFault>>
  settings?: Partial<ProviderSettings>
  env?: Record<string, string>
}

const at = (injected: Changes['faults'] & object): Changes => ({ faults: injected })
/** One call that the provider refuses. */
const refused = (name: FaultName, ...answer: Parameters<typeof error>) => at({ [name]: error(...answer) })
const when = (changed: Changes['settings'] & object): Changes => ({ settings: changed })
/** Variables without `GATEHOUSE_`. */
const on = (variables: Record<string, string>): Changes => ({
  env: Object.fromEntries(Object.entries(variables).map(([name, value]) => [`GATEHOUSE_${name}`, value]))
})

const PREFIX = 'GATEHOUSE_IDENTITY_PLATFORM_'
const invalidGrant = (description: string): InjectedFault => ({
  kind: 'error',
  status: 400,
  message: 'invalid_grant',
  description
})
const NO_APP_CHECK = error(401, 'Firebase App Check token is invalid.')
const AWAY: InjectedFault = { kind: 'reset' }
const NONE = { IDENTITY_PLATFORM_CREDENTIALS: '' }
const GOOGLE = { LOGIN_PROVIDERS: '[{"id":"google.com"}]' }
const SECOND_FACTOR = '[{"path":"/pay/*","allow":"signed-in","require":{"secondFactor":true}}]'
const ENFORCED: Partial<ProviderSettings> = { recaptcha: { email: 'ENFORCE', phone: 'OFF' } }
const APP: Partial<ProviderSettings> = { appCheck: { apps: ['1:1:web:a'], isEnforced: true } }
const appId = (id: string) => ({ IDENTITY_PLATFORM_APP_CHECK_APP_ID: id })
/** A change, and the findings about it: the check, its status and its words. */
const ROWS: readonly (readonly [Changes, ...says: RegExp[]])[] = [
  [
    refused('refresh', 403, 'Requests to this API are blocked.', 'API_KEY_SERVICE_BLOCKED'),
    /API_KEY fail Token Service API: refused.*allow Identity Toolkit API and Token/,
    /PROJECT ok /
  ],
  [at({ certificates: { kind: 'html', status: 503 } }), /CERTIFICATES fail .*: \d{3} \S/, /API_KEY ok /],
  [at({ certificates: AWAY }), /CERTIFICATES fail cannot be fetched: connection reset/],
  [
    refused('projectConfig', 400, 'PROJECT_NOT_FOUND'),
    /PROJECT fail refused: 400 PROJECT_NOT_FOUND.*not its number/,
    /API_KEY skip .*see PROJECT/
  ],
  [refused('projectConfig', 400, 'CONFIGURATION_NOT_FOUND'), /PROJECT fail .*enable Identity Platform/],
  [
    refused('projectConfig', 403, 'Identity Toolkit API has not been used.', 'SERVICE_DISABLED'),
    /PROJECT fail .*enable identitytoolkit/
  ],
  [
    on({ IDENTITY_PLATFORM_TENANTS: '{"/acme/*":"acme-x1","/crab/*":"crab-x3"}' }),
    /PROJECT fail demo-doctor.*tenant crab-x3: there is no tenant/
  ],
  [on({ PUBLIC_URL: 'https://app.other.example' }), /DOMAIN warn app.other.example: not.*Authorised domains/],
  [on({ PUBLIC_URL: 'https://app.example.com' }), /DOMAIN ok app.example.com/],
  [on({ PUBLIC_URL: 'https://app.badexample.com' }), /DOMAIN warn app.badexample.com: not/],
  [
    on({ LOGIN_PROVIDERS: '[{"id":"github.com"}]' }),
    /PROVIDERS fail .*offers github.com, which is not enabled/
  ],
  [when({ switchedOn: [] }), /PROVIDERS fail password.*login.methods.password is on/],
  [
    on({ LOGIN_METHODS_EMAIL_LINK: 'true', LOGIN_METHODS_PHONE: 'true' }),
    /PROVIDERS fail password, emailLink, phone.*login.methods.emailLink is on.*login.methods.phone is on/
  ],
  [
    on({ IDENTITY_PLATFORM_ALLOW_ANONYMOUS: 'true', IDENTITY_PLATFORM_TENANT_ID: 'acme-x1' }),
    /PROVIDERS fail .*allowAnonymous is on/
  ],
  [on({ LOGIN_MFA_TOTP: 'required' }), /MFA fail .*off in the project.*enable TOTP/],
  [on({ LOGIN_MFA_SMS: 'true' }), /MFA warn .*does not send text messages/],
  [on({ LOGIN_MFA_TOTP: 'optional', ACCESS_RULES: SECOND_FACTOR }), /MFA warn .*no visitor can pass it/],
  [on({ LOGIN_MFA_TOTP: 'off' }), /MFA skip neither login.mfa nor a rule requires one/],
  [
    refused('signInConfig', 403, 'PERMISSION_DENIED'),
    /MFA skip .*firebaseauth.configs.get/,
    /PROVIDERS skip password: unknown: 403 PERMISSION_DENIED; .*firebaseauth.configs.get/,
    /BLOCKING skip unknown: 403 .*firebaseauth\.configs\.get/
  ],
  [
    on(NONE),
    /CREDENTIALS ok none: sessions begin by handover/,
    /MFA skip unknown: reading the project settings/,
    /PROVIDERS skip password: unknown: reading the project settings needs credentials$/m,
    /BLOCKING skip unknown: reading the project settings needs credentials$/m
  ],
  [
    { ...on({ ...NONE, ...GOOGLE }), ...when({ federatedProviders: ['google.com'] }) },
    /PROVIDERS ok google.com; password: unknown: reading the project settings/
  ],
  [
    on({ ...NONE, ...GOOGLE }),
    /PROVIDERS fail google.com; password: unknown: .*google.com, which is not enabled/
  ],
  [at({ signInConfig: AWAY }), /PROVIDERS skip password: unknown: connection reset/],
  [
    at({ oauthToken: invalidGrant('Invalid JWT Signature.') }),
    /CREDENTIALS fail service account key: refused: access token: 400 invalid_grant.*create a new key/
  ],
  [
    at({ oauthToken: invalidGrant('Token must be short-lived, in a reasonable timeframe.') }),
    /CREDENTIALS fail .*the clock of this machine is wrong/
  ],
  [
    refused('lookup', 400, 'PROJECT_NOT_FOUND'),
    /PROJECT ok /,
    /CREDENTIALS fail .*NOT_FOUND.*not its number/
  ],
  [
    refused('refresh', 403, 'Token Service API has not been used.', 'SERVICE_DISABLED'),
    /PROJECT ok /,
    /API_KEY fail Token Service API: refused.*securetoken/
  ],
  [refused('lookup', 403, 'PERMISSION_DENIED'), /CREDENTIALS fail .*the role Firebase Authentication Admin/],
  [
    at({ refresh: NO_APP_CHECK, lookupByIdToken: NO_APP_CHECK }),
    /APP_CHECK fail refused: 401 Firebase App Check token is invalid.*had no valid token.*appCheck.appId/,
    /API_KEY skip .*see APP_CHECK$/m,
    /PROJECT ok /
  ],
  [{ ...at({ lookupByIdToken: NO_APP_CHECK }), ...on(NONE) }, /APP_CHECK fail /, /API_KEY ok /],
  [
    { ...when(APP), ...on(appId('1:1:web:a')) },
    /APP_CHECK ok tokens of 1:1:web:a can be made/,
    /API_KEY ok /,
    /PROJECT ok /
  ],
  [
    { ...when(APP), ...on(appId('1:2:web:b')) },
    /APP_CHECK fail refused: App Check token: 403 App attestation failed.*service account/
  ],
  [
    { ...when(APP), ...on({ ...NONE, ...appId('1:1:web:a') }) },
    /APP_CHECK fail no token can be made.*needs credentials that can sign/
  ],
  [
    at({ identityToolkit: NO_APP_CHECK }),
    /APP_CHECK fail /,
    /PROJECT skip .*see APP_CHECK$/m,
    /API_KEY skip .*see APP_CHECK$/m
  ],
  [when(ENFORCED), /RECAPTCHA fail .*password and link sign-ins fail.*login.security.recaptcha: true$/m],
  [
    { ...when(ENFORCED), ...on({ LOGIN_MFA_SMS: 'true' }) },
    /RECAPTCHA warn .*only loads after a sign-in was rejected for it/
  ],
  [
    { ...when(ENFORCED), ...on({ LOGIN_SECURITY_RECAPTCHA: 'true' }) },
    /RECAPTCHA ok for email: enforced by the project; login.security.recaptcha: on$/m
  ],
  [when({ recaptcha: { email: 'AUDIT', phone: 'OFF' } }), /RECAPTCHA ok for email: not enforced/],
  [
    { ...when({ hasRecaptchaKey: false }), ...on({ LOGIN_SECURITY_RECAPTCHA: 'true' }) },
    /RECAPTCHA warn .*loosens the Content-Security-Policy/
  ],
  [refused('lookup', 429, 'RESOURCE_EXHAUSTED'), /QUOTA fail refused: 429 RESOURCE_EXHAUSTED/],
  [
    refused('projectConfig', 400, 'QUOTA_EXCEEDED : x'),
    /QUOTA fail refused: 400 QUOTA_EXCEED/,
    /API_KEY warn /
  ],
  [
    at({ identityToolkit: AWAY, refresh: AWAY, oauthToken: AWAY, certificates: AWAY }),
    /API_KEY fail .*connection reset.*reach identitytoolkit/,
    /PROJECT skip .*see API_KEY/,
    /QUOTA skip /,
    /CLOCK skip unknown: connection reset/
  ],
  [
    refused('identityToolkit', 503, 'The service is currently unavailable.'),
    /API_KEY fail answered: 503 The service is currently unavailable\. \|.*Google Cloud status page[^|\n]*$/m,
    /QUOTA skip unknown: unexpected response of the provider, see API_KEY$/m
  ],
  [
    at({ identityToolkit: { kind: 'html', status: 502 } }),
    /API_KEY fail answered: 502 HTML.*an intermediary.*status page/
  ],
  [
    at({ identityToolkit: { kind: 'html', status: 200 } }),
    /API_KEY fail no answer: 200 HTML.*reach identitytoolkit/
  ]
]

t.test('doctor: each fault at the provider is found by the right check', async (t) => {
  for (const [changes, ...says] of ROWS) {
    faults.reset()
    settings.reset()
    Object.assign(faults, changes.faults)
    Object.assign(settings, changes.settings)
    const { said } = await examine(changes.env)
    const findings = Object.entries(said).map(([id, finding]) => `${id} ${finding}\n`)
    for (const words of says) t.match(findings.join(''), words)
  }
})

t.test('doctor: calls to a provider that hangs time out before the deadline of the check', async (t) => {
  faults.identityToolkit = { kind: 'hang' }
  const { said, output } = await examine()
  t.match(said.API_KEY, /^fail no answer: timeout.*reach identitytoolkit/)
  t.equal(said.PROVIDERS, 'skip password: unknown: timeout')
  t.notMatch(output, 'no result in time')
})

t.test('doctor: an account that may not sign without a key is a failure', async (t) => {
  const credentials = JSON.stringify(standIn.credentialFiles.impersonatedServiceAccount)
  const found = async (changes: Record<string, string> = {}) =>
    (await examine({ [`${PREFIX}CREDENTIALS`]: credentials, ...changes })).said.CREDENTIALS
  t.match(await found(), /^ok file of type impersonated.*may sign/)
  settings.serviceAccountMaySign = false
  t.match(await found(), /^fail .*no session can begin, because .*cannot be signed.*Token Creator on itself/)
  const handover = { GATEHOUSE_SESSION_ACQUIRE: 'handover' }
  t.match(await found(handover), /^ok .*may look up accounts$/)
  t.match(
    await found({ ...handover, GATEHOUSE_CLIENT_SDK_ENABLED: 'true' }),
    /^fail .*Firebase code of applications gets no custom tokens, because .*cannot be signed/
  )
})

t.test('doctor: a clock that is off by half a minute is a warning, by five minutes a failure', async (t) => {
  const found = async (offset: number) =>
    (await examine({}, [], { now: () => Date.now() / 1000 + offset })).said.CLOCK
  t.match(await found(20), /^ok /)
  t.match(await found(-60), /^warn the clock .* (59|60|61) s behind.*NTP/)
  t.match(await found(600), /^fail the clock .* (599|600|601) s ahead/)
})

t.test('doctor: with the emulator, it checks what the emulator supports and skips the rest', async (t) => {
  const { said } = await examine({ [`${PREFIX}EMULATOR_HOST`]: new URL(standIn.url).host })
  for (const id of ['API_KEY', 'PROJECT', 'CLOCK', 'QUOTA']) t.match(said[id], /^ok /, id)
  t.equal(said.CERTIFICATES, 'ok the emulator signs nothing')
  for (const id of ['APP_CHECK', 'DOMAIN', 'PROVIDERS', 'MFA', 'RECAPTCHA', 'BLOCKING', 'CREDENTIALS'])
    t.match(said[id], /^skip the emulator /, id)
  t.match(said.CONFIG, /^warn .*UNSIGNED tokens/)
})

t.test('doctor: --offline makes no call', async (t) => {
  const before = standIn.calls.total()
  const { said } = await examine({}, ['--offline'])
  t.equal(standIn.calls.total(), before)
  t.match(said, { API_KEY: 'skip not checked: --offline', CONFIG: /^ok / })
})

t.test('doctor: findings hold no key, token or email address', async (t) => {
  const { GATEHOUSE_COOKIE_SIGNATURE_KEYS: keys = '' } = doctor.env
  const suspended = `Permission denied: Consumer 'api_key:${DOCTOR_API_KEY}' has been suspended. Ask ada@example.com.`
  for (const fault of [error(403, suspended), error(400, suspended)]) {
    Object.assign(faults, { identityToolkit: fault, oauthToken: fault, refresh: fault, signBlob: fault })
    const { output } = await examine()
    for (const secret of [DOCTOR_API_KEY, keys, 'PRIVATE KEY', 'ya29.', 'eyJ'])
      t.notOk(output.includes(secret), secret)
    t.notMatch(output, /@[a-z-]+\.(iam|example)/)
  }
})

t.test('doctor: blocking functions by their answers, and none of them runs', async (t) => {
  let answer: number | null = 400
  const { url, requests } = await startRecordingServer(t, (response) =>
    answer === null ? response.destroy() : response.writeHead(answer).end()
  )
  const { host } = new URL(url)
  const SETS = { kind: 'set' } as const
  const found = async (functionUrl = url, env?: Record<string, string>) => {
    settings.functionUrl = functionUrl
    return (await examine(env)).said.BLOCKING
  }
  settings.blockingFunctions = { beforeCreate: SETS, beforeSendEmail: SETS }
  t.equal(await found(), `ok beforeCreate at ${host}: 400, beforeSendEmail at ${host}: 400`)
  t.same(requests.map((request) => `${request.method} ${request.url}`).sort(), [
    'HEAD /beforeCreate',
    'HEAD /beforeSendEmail'
  ])
  settings.blockingFunctions = { beforeCreate: SETS }
  const rows: readonly [number | null, RegExp][] = [
    [200, /^ok /],
    [405, /^ok /],
    [404, /^fail .*: 404 \| beforeCreate does not exist.*\| deploy the function/],
    [403, /^fail .*unauthenticated calls.*\| allow unauthenticated invocations/],
    [401, /^fail .*unauthenticated calls/],
    [503, /^warn .*beforeCreate fails.*\| read its log/],
    [null, /^warn .*cannot be reached from here/]
  ]
  for (const [status, words] of rows) {
    answer = status
    t.match(await found(), words, `${status}`)
  }
  for (const address of ['no-url', 'file:///etc', 'javascript:alert(1)'])
    t.match(await found(address), /^fail beforeCreate: no address \| .*register the function again/)
  const LOST = /^ok .*sessions do not get its session claims/
  answer = 400
  t.notMatch(await found(), LOST, 'only beforeSignIn sets them')
  settings.blockingFunctions = { beforeSignIn: SETS }
  t.match(await found(), LOST)
  t.match(await found(url, { GATEHOUSE_SESSION_ACQUIRE: 'exchange' }), LOST)
  t.notMatch(await found(url, { GATEHOUSE_SESSION_ACQUIRE: 'handover' }), LOST)
  t.notMatch(await found(url, { GATEHOUSE_SESSION_KEEP_CLAIMS: '["risk"]' }), LOST)
})

t.test('doctor: keys of bearer token issuers, by discovery or from jwksUri', async (t) => {
  const now = () => 1_800_000_000
  const find = async (issuers: readonly Record<string, unknown>[], isOffline = false) => {
    const entries = issuers.map((entry) => ({ audiences: ['demo-test'], ...entry }))
    const env = { ...environmentOf('doctor'), GATEHOUSE_BEARER: JSON.stringify(entries) }
    const context = { inspected: inspectConfig({ file: null, env, plugins: [] }), now }
    return (await runChecks({ ISSUERS: PROVIDER_CHECKS.ISSUERS }, context, { isOffline })).ISSUERS
  }
  const [one, other, away] = [await startIssuer(t, now), await startIssuer(t, now), await startIssuer(t, now)]
  t.match(await find([]), /^skip only bearer tokens of the project/)
  t.match(await find([{ issuer: 'https://securetoken.google.com/demo-test' }]), /^skip only bearer tokens/)
  t.match(await find([{ issuer: one.url }], true), /^skip not checked: --offline/)
  t.equal(one.requests.length, 0)
  const found = await find([{ issuer: one.url }, { issuer: other.url, jwksUri: `${other.url}/own` }])
  t.equal(found, `ok ${one.url}: 3 keys, ${other.url}: 3 keys`)
  t.same(
    other.requests.map(({ url }) => url),
    ['/own']
  )
  away.response = (response) => response.writeHead(500).end()
  other.document = { issuer: 'https://other.example' }
  const wrong = await find([one, away, other].map(({ url }) => ({ issuer: url })))
  t.match(wrong, /^fail .*callers with tokens of these issuers get 503 \| make `issuer` match exactly/)
  t.match(wrong, `${away.url}: `)
  t.match(wrong, `${other.url}: the discovery document names another issuer`)
  t.notMatch(wrong, one.url)
})

import { createPublicKey, verify } from 'node:crypto'
import { Compute, IdentityPoolClient, Impersonated } from 'google-auth-library'
import { decodeJwt } from 'jose'
import t, { type Test } from 'tap'
import type { StandInOptions } from '../../stand-in/options.ts'
import type { StandIn } from '../../stand-in/stand-in.ts'
import { startTestStandIn } from '../fixtures/stand-in.ts'

const NOW = 1_800_000_000
const CLOUD_PLATFORM = 'https://www.googleapis.com/auth/cloud-platform'
const DRIVE = 'https://www.googleapis.com/auth/drive'
const IDENTITY_TOOLKIT_AUDIENCE =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
const FLAVOR = { 'metadata-flavor': 'Google' }
const ACCOUNT_PATH = '/computeMetadata/v1/instance/service-accounts/default'

interface Answer {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: bodies are compared member by member
  body: any
}

interface Call {
  json?: unknown
  form?: Record<string, string>
  headers?: Record<string, string>
  bearer?: string
}

async function call(url: string, { json, form, headers, bearer }: Call = {}): Promise<Answer> {
  const answer = await fetch(url, {
    headers: {
      ...(json !== undefined && { 'content-type': 'application/json' }),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...headers
    },
    ...(json !== undefined && { method: 'POST', body: JSON.stringify(json) }),
    ...(form !== undefined && { method: 'POST', body: new URLSearchParams(form) })
  })
  const text = await answer.text()
  const isJson = (answer.headers.get('content-type') ?? '').includes('json')
  return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : text }
}

async function start(t: Test, options: Partial<StandInOptions> = {}): Promise<StandIn> {
  const standIn = await startTestStandIn(t, { projectId: 'demo-gate', now: () => NOW, ...options })
  standIn.accounts.create({ uid: 'alice' })
  return standIn
}

function machineToken(standIn: StandIn, query = ''): Promise<Answer> {
  return call(`${standIn.url}${ACCOUNT_PATH}/token${query}`, { headers: FLAVOR })
}

async function requestMachineToken(standIn: StandIn, scope = CLOUD_PLATFORM): Promise<string> {
  return (await machineToken(standIn, `?scopes=${scope}`)).body.access_token
}

function userForm(standIn: StandIn, changes: Record<string, string> = {}): Record<string, string> {
  const { client_id, client_secret, refresh_token } = standIn.credentialFiles.authorizedUser
  return { grant_type: 'refresh_token', client_id, client_secret, refresh_token, ...changes }
}

function exchangeForm({ workload }: StandIn, changes: Record<string, string> = {}): Record<string, string> {
  return {
    grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
    audience: workload.audience,
    scope: CLOUD_PLATFORM,
    requested_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    subject_token: workload.subjectToken,
    subject_token_type: workload.subjectTokenType,
    ...changes
  }
}

async function requestFederatedToken(standIn: StandIn): Promise<string> {
  return (await call(standIn.endpoints.sts, { form: exchangeForm(standIn) })).body.access_token
}

function lookUp(standIn: StandIn, bearer: string, headers: Record<string, string> = {}): Promise<Answer> {
  const url = `${standIn.endpoints.identityToolkit}/v1/projects/demo-gate/accounts:lookup`
  return call(url, { json: { localId: ['alice'] }, bearer, headers })
}

type IamMethod = 'signBlob' | 'generateAccessToken'

function iam(
  standIn: StandIn,
  method: IamMethod,
  json: unknown,
  bearer?: string,
  email?: string
): Promise<Answer> {
  const name = `projects/-/serviceAccounts/${email ?? standIn.serviceAccount.client_email}`
  const url = `${standIn.endpoints.iamCredentials}/v1/${name}:${method}`
  return call(url, { json, ...(bearer !== undefined && { bearer }) })
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

t.test('stand-in: signBlob, makes a custom token that the exchange accepts', async (t) => {
  const standIn = await start(t)
  const { client_email: email, private_key: key, private_key_id: keyId } = standIn.serviceAccount
  const claims = { iss: email, sub: email, aud: IDENTITY_TOOLKIT_AUDIENCE, iat: NOW, exp: NOW + 3600 }
  const input = `${encode({ alg: 'RS256', typ: 'JWT' })}.${encode({ ...claims, uid: 'alice' })}`
  const payload = Buffer.from(input).toString('base64')
  const { status, body } = await iam(standIn, 'signBlob', { payload }, await requestMachineToken(standIn))
  t.match([status, body], [200, { keyId, signedBlob: /^[A-Za-z0-9+/]+=*$/ }])
  const signature = Buffer.from(body.signedBlob, 'base64')
  t.ok(verify('RSA-SHA256', Buffer.from(input), createPublicKey(key), signature))
  const url = `${standIn.endpoints.identityToolkit}/v1/accounts:signInWithCustomToken?key=k`
  const token = `${input}.${signature.toString('base64url')}`
  const exchanged = await call(url, { json: { token, returnSecureToken: true } })
  t.match(decodeJwt(exchanged.body.idToken), { sub: 'alice', firebase: { sign_in_provider: 'custom' } })
  t.match(standIn.calls, { signBlob: 1, metadata: 1, exchange: 1 })
})

t.test(
  'stand-in: generateAccessToken, gives a token of the service account for as long as asked',
  async (t) => {
    let now = NOW
    const standIn = await start(t, { now: () => now })
    const bearer = await requestMachineToken(standIn)
    const body = { scope: [CLOUD_PLATFORM], lifetime: '60s', delegates: [] }
    const answer = await iam(standIn, 'generateAccessToken', body, bearer)
    t.strictSame(Object.keys(answer.body), ['accessToken', 'expireTime'])
    t.equal(answer.body.expireTime, '2027-01-15T08:01:00Z')
    t.equal((await lookUp(standIn, answer.body.accessToken)).status, 200)
    const whole = await iam(standIn, 'generateAccessToken', { scope: [DRIVE] }, bearer)
    t.equal(whole.body.expireTime, '2027-01-15T09:00:00Z')
    t.equal((await lookUp(standIn, whole.body.accessToken)).status, 403)
    now += 60
    t.equal((await lookUp(standIn, answer.body.accessToken)).status, 401)
    t.equal(standIn.calls.generateAccessToken, 2)
  }
)

t.test('stand-in: IAM calls, refused without a good access token', async (t) => {
  const standIn = await start(t)
  const weak = await requestMachineToken(standIn, 'https://www.googleapis.com/auth/identitytoolkit')
  const rows: [string | undefined, number, string][] = [
    [undefined, 401, 'UNAUTHENTICATED'],
    ['made-up', 401, 'UNAUTHENTICATED'],
    [weak, 403, 'PERMISSION_DENIED']
  ]
  for (const method of ['signBlob', 'generateAccessToken'] as const) {
    for (const [bearer, status, name] of rows) {
      const answer = await iam(standIn, method, {}, bearer)
      t.match(answer, { status, body: { error: { code: status, status: name } } })
      t.notOk(Object.hasOwn(answer.body.error, 'errors'))
    }
  }
})

t.test('stand-in: IAM permission taken away or another account, 403 in words of production', async (t) => {
  const standIn = await start(t)
  const bearer = await requestMachineToken(standIn)
  const bodies = {
    signBlob: [{ payload: 'eA==' }, 'iam.serviceAccounts.signBlob'],
    generateAccessToken: [{ scope: [CLOUD_PLATFORM] }, 'iam.serviceAccounts.getAccessToken']
  } as const
  for (const method of ['signBlob', 'generateAccessToken'] as const) {
    const [json, permission] = bodies[method]
    const refused = {
      status: 403,
      body: {
        error: {
          message: `Permission '${permission}' denied on resource (or it may not exist).`,
          status: 'PERMISSION_DENIED',
          details: [
            { reason: 'IAM_PERMISSION_DENIED', domain: 'iam.googleapis.com', metadata: { permission } }
          ]
        }
      }
    }
    t.equal((await iam(standIn, method, json, bearer)).status, 200)
    t.match(await iam(standIn, method, json, bearer, 'other@demo-gate.iam.gserviceaccount.com'), refused)
    standIn.settings.serviceAccountMaySign = false
    standIn.settings.serviceAccountMayBeImpersonated = false
    t.match(await iam(standIn, method, json, bearer), refused)
    standIn.settings.reset()
    t.equal((await iam(standIn, method, json, bearer)).status, 200, 'given back by reset')
  }
})

t.test('stand-in: IAM calls, bodies they refuse', async (t) => {
  const standIn = await start(t)
  const bearer = await requestMachineToken(standIn)
  const scope = [CLOUD_PLATFORM]
  const rows: [IamMethod, unknown][] = [
    ['signBlob', {}],
    ['signBlob', { payload: '' }],
    ['signBlob', { payload: 'a b' }],
    ['signBlob', { bytes: 'eA==' }],
    ['generateAccessToken', {}],
    ['generateAccessToken', { scope: [] }],
    ['generateAccessToken', { scope: CLOUD_PLATFORM }],
    ['generateAccessToken', { scope, lifetime: '3601s' }],
    ['generateAccessToken', { scope, lifetime: '0s' }],
    ['generateAccessToken', { scope, lifetime: 60 }]
  ]
  for (const [method, body] of rows) {
    const answer = await iam(standIn, method, body, bearer)
    t.match(answer, { status: 400, body: { error: { status: 'INVALID_ARGUMENT' } } }, JSON.stringify(body))
  }
})

t.test('stand-in: STS, a subject token gives a federated token for every kind of call', async (t) => {
  const standIn = await start(t)
  const { status, body } = await call(standIn.endpoints.sts, { form: exchangeForm(standIn) })
  t.equal(status, 200)
  t.match(body, {
    access_token: /^ya29\.d\./,
    issued_token_type: 'urn:ietf:params:oauth:token-type:access_token',
    token_type: 'Bearer',
    expires_in: 3599
  })
  const bearer = body.access_token
  t.equal((await lookUp(standIn, bearer)).status, 200)
  t.equal((await iam(standIn, 'signBlob', { payload: 'eA==' }, bearer)).status, 200)
  t.equal((await iam(standIn, 'generateAccessToken', { scope: [CLOUD_PLATFORM] }, bearer)).status, 200)
  t.equal(standIn.calls.sts, 1)
})

t.test('stand-in: STS, refusals', async (t) => {
  const standIn = await start(t)
  const rows: [string, Record<string, string>][] = [
    ['unsupported_grant_type', { grant_type: 'refresh_token' }],
    ['invalid_request', { requested_token_type: 'x' }],
    ['invalid_request', { audience: '' }],
    ['invalid_target', { audience: '//iam.googleapis.com/other' }],
    ['invalid_request', { subject_token_type: 'urn:ietf:params:oauth:token-type:saml2' }],
    ['invalid_grant', { subject_token: 'x' }],
    ['invalid_scope', { scope: '' }]
  ]
  for (const [error, changes] of rows) {
    const answer = await call(standIn.endpoints.sts, { form: exchangeForm(standIn, changes) })
    t.match(answer, { status: 400, body: { error, error_description: /./ } }, error)
  }
  const empty = await call(standIn.endpoints.sts, { form: {} })
  t.match(empty, { status: 400, body: { error: 'unsupported_grant_type' } })
})

t.test('stand-in: user refresh token, gives an access token that needs a quota project', async (t) => {
  const standIn = await start(t)
  const { status, body } = await call(standIn.endpoints.oauthToken, { form: userForm(standIn) })
  t.equal(status, 200)
  t.match(body, { access_token: /^ya29\.a0/, expires_in: 3599, token_type: 'Bearer', scope: CLOUD_PLATFORM })
  const bearer = body.access_token
  t.equal((await lookUp(standIn, bearer, { 'x-goog-user-project': 'demo-gate' })).status, 200)
  const rows: [Record<string, string>, RegExp, string][] = [
    [{}, /The identitytoolkit.googleapis.com API requires a quota project/, 'SERVICE_DISABLED'],
    [{ 'x-goog-user-project': 'other' }, /permission to use project other\./, 'USER_PROJECT_DENIED']
  ]
  for (const [headers, message, reason] of rows) {
    const error = { message, status: 'PERMISSION_DENIED', details: [{ reason }] }
    t.match(await lookUp(standIn, bearer, headers), { status: 403, body: { error } })
  }
  t.equal((await lookUp(standIn, await requestMachineToken(standIn))).status, 200, 'machines need none')
  t.equal((await iam(standIn, 'signBlob', { payload: 'eA==' }, bearer)).status, 200)
})

t.test('stand-in: user refresh token, refusals', async (t) => {
  const standIn = await start(t)
  const rows: [number, string, Record<string, string>][] = [
    [401, 'invalid_client', { client_id: 'x' }],
    [401, 'invalid_client', { client_secret: 'x' }],
    [400, 'invalid_grant', { refresh_token: 'x' }],
    [400, 'invalid_request', { client_id: '' }],
    [400, 'invalid_request', { refresh_token: '' }]
  ]
  for (const [status, error, changes] of rows) {
    const answer = await call(standIn.endpoints.oauthToken, { form: userForm(standIn, changes) })
    t.match(answer, { status, body: { error, error_description: /./ } })
  }
})

t.test('stand-in: metadata server, hands out one token until five minutes before its end', async (t) => {
  let now = NOW
  const standIn = await start(t, { now: () => now })
  const first = await machineToken(standIn)
  t.match(first.body, { access_token: /^ya29\.c\./, expires_in: 3599, token_type: 'Bearer' })
  t.equal(first.headers.get('metadata-flavor'), 'Google')
  t.equal((await lookUp(standIn, first.body.access_token)).status, 200)
  now += 3298
  const same = await machineToken(standIn, `?scopes=${CLOUD_PLATFORM}`)
  t.match(same.body, { access_token: first.body.access_token, expires_in: 301 })
  const narrow = (await machineToken(standIn, `?scopes=${DRIVE}`)).body
  t.not(narrow.access_token, first.body.access_token)
  t.equal((await lookUp(standIn, narrow.access_token)).status, 403)
  now += 1
  const next = await machineToken(standIn)
  t.not(next.body.access_token, first.body.access_token)
  t.equal(next.body.expires_in, 3599)
  standIn.expireAccessTokens()
  t.not((await machineToken(standIn)).body.access_token, next.body.access_token)
})

t.test('stand-in: metadata server, tells about the machine', async (t) => {
  const standIn = await start(t)
  const { client_email: email } = standIn.serviceAccount
  const base = `${standIn.url}/computeMetadata/v1`
  const read = async (path: string): Promise<unknown> =>
    (await call(`${base}/${path}`, { headers: FLAVOR })).body
  t.match(await read('instance'), 'service-accounts/')
  t.equal(await read('instance/service-accounts/default/email'), email)
  t.match(await read(`instance/service-accounts/${email}/scopes`), CLOUD_PLATFORM)
  t.match(await read('instance/service-accounts/?recursive=true'), { default: { email } })
  t.equal(await read('project/project-id'), 'demo-gate')
  t.match(await read('project/numeric-project-id'), /^\d{12}$/)
  t.equal(await read('universe/universe-domain'), 'googleapis.com')
  t.equal((await call(`${base}/instance/other`, { headers: FLAVOR })).status, 404)
})

t.test('stand-in: metadata server without the flavor header, 403 and a page', async (t) => {
  const standIn = await start(t)
  for (const headers of [{}, { 'metadata-flavor': 'google' }]) {
    const { status, body } = await call(`${standIn.url}${ACCOUNT_PATH}/token`, { headers })
    t.match([status, body], [403, /<!DOCTYPE html>.*Missing Metadata-Flavor:Google header/s])
  }
})

t.test('stand-in: metadata server, serves the client library of Google', async (t) => {
  const standIn = await start(t, { now: () => Date.now() / 1000 })
  const before = process.env.GCE_METADATA_HOST
  process.env.GCE_METADATA_HOST = standIn.metadataHost
  t.teardown(() => {
    if (before === undefined) delete process.env.GCE_METADATA_HOST
    else process.env.GCE_METADATA_HOST = before
  })
  const { token } = await new Compute({ scopes: [CLOUD_PLATFORM] }).getAccessToken()
  t.equal((await lookUp(standIn, String(token))).status, 200)
  t.equal(standIn.calls.metadata, 1)
})

t.test('stand-in: STS and impersonation, serve the client library of Google', async (t) => {
  const standIn = await start(t, { now: () => Date.now() / 1000 })
  const { endpoints, workload, credentialFiles, serviceAccount } = standIn
  const { credential_source: _, ...file } = credentialFiles.externalAccount({
    subjectTokenFile: 'unused',
    impersonate: true
  })
  const client = new IdentityPoolClient({
    ...file,
    subject_token_supplier: { getSubjectToken: async () => workload.subjectToken },
    token_url: endpoints.sts,
    service_account_impersonation_url: String(file.service_account_impersonation_url).replace(
      'https://iamcredentials.googleapis.com',
      endpoints.iamCredentials
    )
  })
  const { token } = await client.getAccessToken()
  t.equal((await lookUp(standIn, String(token))).status, 200)
  const impersonated = new Impersonated({
    sourceClient: client,
    targetPrincipal: serviceAccount.client_email,
    targetScopes: [CLOUD_PLATFORM],
    endpoint: endpoints.iamCredentials
  })
  const { signedBlob } = await impersonated.sign('x')
  const key = createPublicKey(serviceAccount.private_key)
  t.ok(verify('RSA-SHA256', Buffer.from('x'), key, Buffer.from(signedBlob, 'base64')))
  t.match(standIn.calls, { sts: 1, generateAccessToken: 1, signBlob: 1 })
})

t.test('stand-in: faults of credential calls, answer in the shape of each service', async (t) => {
  const standIn = await start(t)
  const { faults, endpoints } = standIn
  const bearer = await requestFederatedToken(standIn)
  faults.identityToolkit = { kind: 'error', status: 500, message: 'INTERNAL' }
  t.equal((await iam(standIn, 'signBlob', { payload: 'eA==' }, bearer)).status, 200, 'not in that group')
  const gone = { kind: 'error', status: 503, message: 'gone' } as const
  faults.signBlob = gone
  faults.generateAccessToken = gone
  faults.metadata = gone
  faults.sts = { kind: 'error', status: 400, message: 'invalid_grant', description: 'stale' }
  for (const method of ['signBlob', 'generateAccessToken'] as const) {
    const { body } = await iam(standIn, method, {}, bearer)
    t.strictSame(body, { error: { code: 503, message: 'gone', status: 'UNAVAILABLE' } })
  }
  const machine = await machineToken(standIn)
  t.match([machine.status, machine.body], [503, /<!DOCTYPE html>.*gone/s])
  const sts = await call(endpoints.sts, { form: exchangeForm(standIn) })
  t.strictSame(sts.body, { error: 'invalid_grant', error_description: 'stale' })
  faults.metadata = { kind: 'body', status: 200, body: '{}' }
  t.equal((await machineToken(standIn)).headers.get('metadata-flavor'), null, 'some other server')
})

t.test('stand-in: credential files, name the genuine addresses', async (t) => {
  const { credentialFiles, serviceAccount, workload } = await start(t)
  const { authorizedUser, impersonatedServiceAccount, externalAccount } = credentialFiles
  const iamBase = 'https://iamcredentials.googleapis.com/v1/projects/-/serviceAccounts'
  const impersonationUrl = `${iamBase}/${serviceAccount.client_email}:generateAccessToken`
  t.strictSame(impersonatedServiceAccount, {
    type: 'impersonated_service_account',
    service_account_impersonation_url: impersonationUrl,
    source_credentials: authorizedUser,
    delegates: []
  })
  const plain = externalAccount({ subjectTokenFile: '/tmp/subject-token' })
  t.strictSame(plain, {
    type: 'external_account',
    audience: workload.audience,
    subject_token_type: workload.subjectTokenType,
    token_url: 'https://sts.googleapis.com/v1/token',
    credential_source: { file: '/tmp/subject-token' }
  })
  const impersonating = externalAccount({ subjectTokenFile: '/tmp/subject-token', impersonate: true })
  t.strictSame(impersonating, { ...plain, service_account_impersonation_url: impersonationUrl })
})

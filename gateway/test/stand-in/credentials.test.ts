import { createPublicKey, verify } from 'node:crypto'
import { IdentityPoolClient, Impersonated } from 'google-auth-library'
import t from 'tap'
import type { StandIn } from '../../stand-in/stand-in.ts'
import {
  CLOUD_PLATFORM,
  call,
  iam,
  lookUp,
  machineToken,
  requestMachineToken,
  start
} from '../fixtures/stand-in-credentials.ts'

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

import { join } from 'node:path'
import t, { type Test } from 'tap'
import {
  IDENTITY_SCOPE as ACCOUNTS,
  CLOUD_SCOPE as CLOUD
} from '../../../src/identity-platform/client/http.ts'
import type { Credentials } from '../../../src/identity-platform/credentials/credentials.ts'
import { buildRuntime } from '../../../test/fixtures/clock.ts'
import { startProvider } from '../../../test/fixtures/provider/provider.ts'
import {
  brief,
  grant,
  openAccessTokens,
  type Reply,
  startTokenEndpoint,
  statusOf,
  until
} from '../../../test/fixtures/provider/token-endpoint.ts'
import { sendJson, startRecordingServer } from '../../../test/fixtures/wire/recording-server.ts'
import { fileCredentials, machineCredentials } from './fixtures/google-credentials.ts'

const { standIn, clock } = await startProvider(t, { withCredentials: true })

const impersonation = (token: string, expireTime: string): Reply => ({
  body: { accessToken: token, expireTime }
})

const standInTokens = (credentials: Credentials) =>
  openAccessTokens(buildRuntime({ now: clock.now }), credentials, standIn.endpoints)

const files = standIn.credentialFiles

/** A workload whose subject token is in this folder. */
const workloadIn = (folder: string, more = {}) =>
  fileCredentials(files.externalAccount({ subjectTokenFile: join(folder, 'subject'), ...more }))
const ofKey = { ...files.impersonatedServiceAccount, source_credentials: standIn.serviceAccount }
const BY_IMPERSONATION = { oauthToken: 1, generateAccessToken: 1 }

/** Every kind of credentials, with the calls that fetching a token makes to the stand-in. */
const KINDS: readonly [string, (folder: string) => Credentials, Record<string, number>][] = [
  ['authorized_user', () => fileCredentials(files.authorizedUser), { oauthToken: 1 }],
  ['external_account', workloadIn, { sts: 1 }],
  [
    'external_account that impersonates',
    (folder) => workloadIn(folder, { impersonate: true }),
    { sts: 1, generateAccessToken: 1 }
  ],
  ['impersonated_service_account', () => fileCredentials(files.impersonatedServiceAccount), BY_IMPERSONATION],
  ['impersonated_service_account of a key', () => fileCredentials(ofKey), BY_IMPERSONATION],
  ['metadata server', () => machineCredentials(`http://${standIn.metadataHost}`), { metadata: 1 }]
]

for (const [name, credentialsIn, expected] of KINDS) {
  t.test(`access tokens: ${name} gets a token that the provider accepts, with no extra call`, async (t) => {
    standIn.calls.reset()
    const tokens = standInTokens(credentialsIn(t.testdir({ subject: standIn.workload.subjectToken })))
    const all = await Promise.all([tokens.get(CLOUD), tokens.get(CLOUD)])
    t.match(all[0], { kind: 'token', token: /^ya29\./ })
    t.strictSame(all[0], all[1])
    t.match(standIn.calls, expected)
    t.equal(
      standIn.calls.total(),
      Object.values(expected).reduce((sum, count) => sum + count, 0)
    )
    t.equal(await statusOf(standIn, brief(all[0])), 200)
  })

  t.test(`access tokens: ${name}, one call in an outage, none during the pause, and no token`, async (t) => {
    for (const kind of ['reset', 'html'] as const) {
      standIn.calls.reset()
      t.teardown(() => standIn.faults.reset())
      for (const call of ['oauthToken', 'sts', 'generateAccessToken', 'metadata'] as const)
        standIn.faults[call] = kind === 'html' ? { kind, status: 503 } : { kind }
      const tokens = standInTokens(credentialsIn(t.testdir({ subject: standIn.workload.subjectToken })))
      const all = await Promise.all([tokens.get(CLOUD), tokens.get(CLOUD)])
      t.match(all[0], { kind: 'failed', failure: { kind: 'temporary', code: 'PROVIDER_UNAVAILABLE' } })
      t.equal(standIn.calls.total(), 1)
      await tokens.get(CLOUD)
      t.equal(standIn.calls.total(), 1, 'and none during the pause')
      standIn.faults.reset()
    }
  })
}

t.test('access tokens: an impersonated token expires at its own time, its call is not retried', async (t) => {
  const ends = new Date(Date.now() + 1000_000).toISOString()
  const delegates = ['projects/-/serviceAccounts/a@x.iam.gserviceaccount.com']
  const source_credentials = { ...files.authorizedUser, quota_project_id: 'payer' }
  const { server, get, advance, state } = await startTokenEndpoint(
    t,
    () => fileCredentials({ ...files.impersonatedServiceAccount, delegates, source_credentials }),
    [grant('ya29.source'), impersonation('ya29.one', ends)]
  )
  t.equal(brief(await get()), 'ya29.one')
  const [, second] = server.requests
  t.match(second, {
    method: 'POST',
    url: `/iam/v1/projects/-/serviceAccounts/${standIn.serviceAccount.client_email}:generateAccessToken`,
    headers: { authorization: 'Bearer ya29.source', 'x-goog-user-project': 'payer' }
  })
  t.strictSame(JSON.parse(second?.body ?? ''), { scope: [ACCOUNTS], lifetime: '3600s', delegates })
  advance(999)
  t.equal(brief(await get()), 'ya29.one')
  await until(() => server.requests.length > 2)
  state.response = {
    status: 403,
    body: { error: { code: 403, message: 'Permission denied', status: 'PERMISSION_DENIED' } }
  }
  advance(40)
  t.match(await get(), { kind: 'failed' })
})

t.test('access tokens: a source without a subject token fails without any provider call', async (t) => {
  standIn.calls.reset()
  const credentials = fileCredentials(
    files.externalAccount({ subjectTokenFile: join(t.testdir({}), 'absent') })
  )
  const got = await standInTokens(credentials).get(CLOUD)
  t.match(got, { kind: 'failed', failure: { kind: 'configuration', detail: /ENOENT/, hint: {} } })
  t.notMatch(JSON.stringify(got), 'absent', 'without the path')
  t.equal(standIn.calls.total(), 0)
})

t.test('access tokens: a subject token is read from a URL with headers, by JSON member', async (t) => {
  const source = await startRecordingServer(t, (response) =>
    sendJson(response, 200, { value: 'the-subject' })
  )
  const json = {
    ...files.externalAccount({ subjectTokenFile: 'x' }),
    credential_source: {
      url: `${source.url}/token?audience=gate`,
      headers: { authorization: 'bearer of-the-pipeline' },
      format: { type: 'json', subject_token_field_name: 'value' }
    }
  }
  const { server, get } = await startTokenEndpoint(t, () => fileCredentials(json), [grant('ya29.one')])
  t.equal(brief(await get()), 'ya29.one')
  t.match(source.requests, [{ method: 'GET', headers: { authorization: 'bearer of-the-pipeline' } }])
  const form = new URLSearchParams(server.requests[0]?.body)
  t.equal(form.get('subject_token'), 'the-subject')
  t.equal(form.get('scope'), ACCOUNTS)
})

t.test('access tokens: the exchange sends its client, else the workforce pool project', async (t) => {
  const subjectTokenFile = join(t.testdir({ subject: 'the-subject' }), 'subject')
  const workload = files.externalAccount({ subjectTokenFile })
  const exchangeWith = async (members: object) => {
    const credentials = fileCredentials({ ...workload, ...members })
    const { server, get } = await startTokenEndpoint(t, () => credentials, [grant('ya29.one')])
    t.equal(brief(await get()), 'ya29.one')
    const [request] = server.requests
    const form = new URLSearchParams(request?.body)
    t.equal(server.requests.length, 1)
    t.equal(form.get('subject_token'), 'the-subject')
    t.equal(form.get('scope'), ACCOUNTS)
    return { authorization: request?.headers.authorization, options: form.get('options') }
  }
  const pool = {
    audience: '//iam.googleapis.com/locations/global/workforcePools/p/providers/q',
    workforce_pool_user_project: 'payer'
  }
  const client = { client_id: 'client', client_secret: 'secret' }
  const basic = `Basic ${Buffer.from('client:secret').toString('base64')}`
  t.strictSame(await exchangeWith({}), { authorization: undefined, options: null })
  t.strictSame(await exchangeWith(pool), { authorization: undefined, options: '{"userProject":"payer"}' })
  t.strictSame(await exchangeWith({ ...pool, ...client }), { authorization: basic, options: null })
})

t.test('access tokens: a workload impersonates with its lifetime, unless the exchange fails', async (t) => {
  const subjectTokenFile = join(t.testdir({ subject: 'the-subject' }), 'subject')
  const credentials = fileCredentials({
    ...files.externalAccount({ subjectTokenFile, impersonate: true }),
    service_account_impersonation: { token_lifetime_seconds: 600 }
  })
  const end = new Date((clock.now() + 600) * 1000).toISOString()
  const responses = [grant('ya29.exchanged'), impersonation('ya29.impersonated', end)]
  const { server, get } = await startTokenEndpoint(t, () => credentials, responses)
  t.equal(brief(await get()), 'ya29.impersonated')
  const [first, second] = server.requests
  t.equal(new URLSearchParams(first?.body).get('scope'), 'https://www.googleapis.com/auth/cloud-platform')
  t.match(second, { method: 'POST', headers: { authorization: 'Bearer ya29.exchanged' } })
  t.strictSame(JSON.parse(second?.body ?? ''), { scope: [ACCOUNTS], lifetime: '600s' })

  const nothing = await startTokenEndpoint(t, () => credentials, [{ body: { expires_in: 100 } }])
  t.equal(brief(await nothing.get()), 'temporary: 200 without an access token')
  t.equal(nothing.server.requests.length, 1)
})

t.test('access tokens: a user of an identity pool uses the rotated refresh token next', async (t) => {
  const json = {
    type: 'external_account_authorized_user',
    client_id: 'client',
    client_secret: 'secret',
    refresh_token: 'first',
    token_url: 'https://sts.googleapis.com/v1/oauthtoken'
  }
  const rotated: Reply = { body: { access_token: 'ya29.one', expires_in: 100, refresh_token: 'second' } }
  const { server, get, advance } = await startTokenEndpoint(t, () => fileCredentials(json), [
    rotated,
    grant('ya29.two')
  ])
  t.equal(brief(await get()), 'ya29.one')
  advance(101)
  t.equal(brief(await get()), 'ya29.two')
  const headers = { authorization: `Basic ${Buffer.from('client:secret').toString('base64')}` }
  t.match(server.requests, [
    { url: '/sts/oauthtoken', headers },
    { url: '/sts/oauthtoken', headers }
  ])
  t.strictSame(
    server.requests.map(({ body }) => new URLSearchParams(body).get('refresh_token')),
    ['first', 'second']
  )
})

t.test('access tokens: request and response of the metadata server have its header', async (t) => {
  const own = { ...grant('ya29.one'), headers: { 'metadata-flavor': 'Google' } }
  const { server, get } = await startTokenEndpoint(t, machineCredentials, [own])
  t.equal(brief(await get()), 'ya29.one')
  t.match(server.requests, [
    {
      method: 'GET',
      url: `/computeMetadata/v1/instance/service-accounts/default/token?scopes=${encodeURIComponent(ACCOUNTS)}`,
      headers: { 'metadata-flavor': 'Google' }
    }
  ])
  const rows: readonly [Reply, failure: object][] = [
    [
      { status: 404, body: 'no account' },
      { kind: 'configuration', hint: { cause: /no service account/ } }
    ],
    [{ body: 'reset' }, { kind: 'temporary', hint: { cause: /metadata server/ } }]
  ]
  for (const [reply, failure] of rows) {
    const detail =
      reply.body === 'reset' ? /^metadata server: connection reset/ : /^metadata server: 404 text/
    const refused = await startTokenEndpoint(t, machineCredentials, [reply])
    t.match(await refused.get(), { kind: 'failed', failure: { detail, ...failure } })
  }
  const foreign = await startTokenEndpoint(t, machineCredentials, [grant('ya29.foreign')])
  t.equal(brief(await foreign.get()), 'temporary: the answer is not the metadata server’s')
})

/** Sets environment variables, which the library reads directly, for the duration of a test. */
function setVariables(t: Test, variables: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(variables)) {
    const before = process.env[name]
    const set = (text: string | undefined) => {
      if (text === undefined) delete process.env[name]
      else process.env[name] = text
    }
    set(value)
    t.teardown(() => set(before))
  }
}

/** Credentials whose subject token is the output of a program. */
function programCredentials(t: Test, command: string): Credentials {
  setVariables(t, { GOOGLE_EXTERNAL_ACCOUNT_ALLOW_EXECUTABLES: '1' })
  const file = files.externalAccount({ subjectTokenFile: 'x' })
  return fileCredentials({ ...file, credential_source: { executable: { command } } })
}

t.test('access tokens: the output of an executable source is exchanged', async (t) => {
  const answer = JSON.stringify({
    version: 1,
    success: true,
    token_type: 'urn:ietf:params:oauth:token-type:jwt',
    id_token: 'the-subject',
    expiration_time: Math.floor(Date.now() / 1000) + 600
  })
  const credentials = programCredentials(t, `/bin/cat ${join(t.testdir({ answer }), 'answer')}`)
  const { server, get } = await startTokenEndpoint(t, () => credentials, [grant('ya29.one')])
  t.equal(brief(await get()), 'ya29.one')
  t.equal(new URLSearchParams(server.requests[0]?.body).get('subject_token'), 'the-subject')
})

t.test('access tokens: the signed request of an AWS machine is exchanged', async (t) => {
  const names = ['AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
  setVariables(t, Object.fromEntries(names.map((name) => [name, undefined])))
  const aws = await startRecordingServer(t, (response, { method, url }) => {
    if (method === 'PUT') response.end('session')
    else if (url === '/region') response.end('us-east-2b')
    else if (url === '/role') response.end('gate')
    else sendJson(response, 200, { AccessKeyId: 'AKIA', SecretAccessKey: 'secret', Token: 'token' })
  })
  const file = {
    ...files.externalAccount({ subjectTokenFile: 'x' }),
    subject_token_type: 'urn:ietf:params:aws:token-type:aws4_request',
    credential_source: {
      environment_id: 'aws1',
      region_url: `${aws.url}/region`,
      url: `${aws.url}/role`,
      imdsv2_session_token_url: `${aws.url}/session`,
      regional_cred_verification_url:
        'https://sts.{region}.amazonaws.com?Action=GetCallerIdentity&Version=2011-06-15'
    }
  }
  const { server, get } = await startTokenEndpoint(t, () => fileCredentials(file), [grant('ya29.one')])
  t.equal(brief(await get()), 'ya29.one')
  t.equal(aws.requests.length, 5, 'session twice, region, role and keys')
  const subject = decodeURIComponent(new URLSearchParams(server.requests[0]?.body).get('subject_token') ?? '')
  t.match(JSON.parse(subject), { url: /^https:\/\/sts\.us-east-2\.amazonaws\.com/, method: 'POST' })
})

t.test('access tokens: the quota project comes from the file, for users else their own', async (t) => {
  const user = files.authorizedUser
  const workload = files.externalAccount({ subjectTokenFile: 'x' })
  const rows: readonly [Credentials, string | null][] = [
    [machineCredentials('http://x'), null],
    [fileCredentials(user), standIn.projectId],
    [fileCredentials({ ...user, quota_project_id: 'payer' }), 'payer'],
    [fileCredentials(workload), null],
    [fileCredentials({ ...workload, quota_project_id: 'payer' }), 'payer']
  ]
  for (const [credentials, expected] of rows) t.equal(standInTokens(credentials).quotaProject, expected)
})

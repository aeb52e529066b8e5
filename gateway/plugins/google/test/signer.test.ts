import t, { type Test } from 'tap'
import { createProviderHttp } from '../../../src/identity-platform/client/http.ts'
import {
  createProjectCalls,
  createProviderCalls
} from '../../../src/identity-platform/client/provider-calls.ts'
import { openCredentials } from '../../../src/identity-platform/credentials/credential-source.ts'
import type { Credentials } from '../../../src/identity-platform/credentials/credentials.ts'
import type { AccessTokens } from '../../../src/identity-platform/credentials/service-tokens.ts'
import {
  createCustomTokenSigner,
  createTokenSigner
} from '../../../src/identity-platform/tokens/custom-token.ts'
import { buildRuntime, NOW } from '../../../test/fixtures/clock.ts'
import { readServiceAccount, startProvider } from '../../../test/fixtures/provider/provider.ts'
import { openAccessTokens } from '../../../test/fixtures/provider/token-endpoint.ts'
import { sendJson, startRecordingServer } from '../../../test/fixtures/wire/recording-server.ts'
import { googlePlugin } from '../plugin.ts'
import { fileCredentials, machineCredentials } from './fixtures/google-credentials.ts'

const { standIn, platform, clock } = await startProvider(t, { withCredentials: true })
const account = readServiceAccount(standIn)
const KEY: Credentials = { kind: 'key', account }
const EMAIL = account.clientEmail

function person(signerEmail: string | null): Credentials {
  return fileCredentials(standIn.credentialFiles.authorizedUser, signerEmail)
}

/** Always the same access token; `asked`: the requested scopes. */
function fixedToken(quotaProject: string | null = null) {
  const asked: string[] = []
  const accessTokens: AccessTokens = {
    quotaProject,
    async get(scope) {
      asked.push(scope)
      return { kind: 'token', token: 'ya29.one' }
    }
  }
  return { asked, accessTokens }
}

function build(
  t: Test,
  credentials: Credentials,
  iamCredentials: string,
  { accessTokens }: { accessTokens: AccessTokens } = fixedToken()
) {
  const http = createProviderHttp()
  t.teardown(() => http.close())
  const calls = createProviderCalls(buildRuntime({ now: () => NOW }), http, () => 0)
  const endpoints = { ...standIn.endpoints, iamCredentials }
  const source = openCredentials(credentials, [googlePlugin], { endpoints, now: clock.now })
  return createTokenSigner(source, createProjectCalls({ calls, accessTokens, visitorWaits: true }))
}

/** A signer for the stand-in, with real access tokens. */
function standInSigner(t: Test, credentials: Credentials) {
  const accessTokens = openAccessTokens(buildRuntime({ now: clock.now }), credentials, standIn.endpoints)
  return build(t, credentials, standIn.endpoints.iamCredentials, { accessTokens })
}

t.test('signer: without a key, signBlob gets base64 and its base64 becomes base64url', async (t) => {
  // All of these bytes differ between the two alphabets, or need padding.
  const bytes = Buffer.from([0xfb, 0xff, 0xfe, 0xfb])
  const server = await startRecordingServer(t, (response) =>
    sendJson(response, 200, { keyId: 'k', signedBlob: bytes.toString('base64') })
  )
  const { asked, accessTokens } = fixedToken('payer')
  const signer = build(t, person('gate@x.iam.gserviceaccount.com'), server.url, { accessTokens })
  t.strictSame(await signer.sign('header.päyload>?'), {
    kind: 'signed',
    signature: bytes.toString('base64url')
  })
  t.strictSame(asked, ['https://www.googleapis.com/auth/cloud-platform'])
  const [request] = server.requests
  t.match(request, {
    method: 'POST',
    url: '/v1/projects/-/serviceAccounts/gate@x.iam.gserviceaccount.com:signBlob',
    headers: { authorization: 'Bearer ya29.one', 'x-goog-user-project': 'payer' }
  })
  t.strictSame(JSON.parse(request?.body ?? ''), {
    payload: Buffer.from('header.päyload>?').toString('base64')
  })
})

t.test('signer: a response without a signature is a temporary failure', async (t) => {
  for (const body of [{}, { signedBlob: '' }, { signedBlob: '<html>' }, { signedBlob: 5 }]) {
    const server = await startRecordingServer(t, (response) => sendJson(response, 200, body))
    const signer = build(t, person(EMAIL), server.url)
    const failure = { kind: 'temporary', code: 'PROVIDER_UNAVAILABLE', detail: '200 without signedBlob' }
    t.match(await signer.sign('x.y'), { kind: 'failed', failure }, JSON.stringify(body))
  }
})

t.test('signer: on a machine, the account is fetched once from the metadata server', async (t) => {
  const server = await startRecordingServer(t, (response, { url }) => {
    if (url.endsWith('/email'))
      response.writeHead(200, { 'metadata-flavor': 'Google' }).end('machine@x.iam\n')
    else sendJson(response, 200, { signedBlob: 'AAAA' })
  })
  const signer = build(t, machineCredentials(server.url), server.url)
  const issuers = await Promise.all([signer.issuer(), signer.issuer()])
  t.strictSame(issuers, Array(2).fill({ kind: 'issuer', email: 'machine@x.iam' }))
  t.match(await signer.sign('x.y'), { kind: 'signed' })
  t.match(server.requests, [
    {
      method: 'GET',
      url: '/computeMetadata/v1/instance/service-accounts/default/email',
      headers: { 'metadata-flavor': 'Google' }
    },
    { url: '/v1/projects/-/serviceAccounts/machine@x.iam:signBlob' }
  ])
  t.equal(server.requests.length, 2)
  const named = build(t, machineCredentials(server.url, EMAIL), server.url)
  t.strictSame(
    await named.issuer(),
    { kind: 'issuer', email: EMAIL },
    'a configured account is never fetched'
  )
  t.equal(server.requests.length, 2)
})

t.test('signer: on a machine without an account name, it fails and retries next time', async (t) => {
  const flavor = { 'metadata-flavor': 'Google' }
  const rows: readonly [number, string, Record<string, string>, object][] = [
    [200, 'machine@x.iam', {}, { kind: 'temporary' }],
    [404, '', flavor, { kind: 'temporary' }],
    [200, 'project.svc.id.goog', flavor, { kind: 'configuration', hint: {} }],
    [200, 'a@b/../../x:signBlob?', flavor, { kind: 'configuration' }]
  ]
  for (const [status, text, headers, failure] of rows) {
    let good = false
    const server = await startRecordingServer(t, (response) => {
      if (good) response.writeHead(200, flavor).end('machine@x.iam')
      else response.writeHead(status, headers).end(text)
    })
    const signer = build(t, machineCredentials(server.url), server.url)
    t.match(await signer.issuer(), { kind: 'failed', failure }, `${status} ${text}`)
    t.match(await signer.sign('x.y'), { kind: 'failed', failure })
    good = true
    t.match(await signer.issuer(), { kind: 'issuer' })
  }
  const nowhere = build(t, machineCredentials('http://127.0.0.1:9'), 'http://127.0.0.1:9')
  t.match(await nowhere.issuer(), {
    kind: 'failed',
    failure: { kind: 'temporary', detail: /^connection refused/ }
  })
})

const JOURNEYS: readonly [string, () => Credentials][] = [
  ['a key', () => KEY],
  ['a user and a service account', () => person(EMAIL)],
  ['a machine', () => machineCredentials(`http://${standIn.metadataHost}`)],
  ['impersonation', () => fileCredentials(standIn.credentialFiles.impersonatedServiceAccount)]
]

for (const [name, credentials] of JOURNEYS) {
  t.test(`signer: with ${name}, a custom token is signed that the provider exchanges`, async (t) => {
    const sign = createCustomTokenSigner(standInSigner(t, credentials()), clock.now)
    const signed = await sign({ uid: 'alice', tenantId: null, claims: { plan: 'gold' } })
    t.equal(signed.kind, 'signed')
    const tokens = await platform.tokens.exchange(signed.kind === 'signed' ? signed.token : '', null)
    t.equal(tokens.kind, 'tokens')
    const result = await platform.verifyIdToken(tokens.kind === 'tokens' ? tokens.tokens.idToken : '')
    t.match(result, { kind: 'valid', claims: { sub: 'alice', plan: 'gold' } })
  })
}

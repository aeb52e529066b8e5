import { createPublicKey, verify } from 'node:crypto'
import t, { type Test } from 'tap'
import { createProviderHttp } from '../../../src/identity-platform/client/http.ts'
import { createProjectCalls } from '../../../src/identity-platform/client/project-calls.ts'
import { createProviderCalls } from '../../../src/identity-platform/client/provider-calls.ts'
import { openCredentials } from '../../../src/identity-platform/credentials/credential-source.ts'
import { type Credentials, canSign } from '../../../src/identity-platform/credentials/credentials.ts'
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

/** Returns `tokens` one after the other: the next one once the current is refused. */
function fixedTokens(tokens: readonly string[], quotaProject: string | null = null) {
  const asked: { scope: string; refused: string | undefined }[] = []
  const accessTokens: AccessTokens = {
    quotaProject,
    async get(scope, refused) {
      asked.push({ scope, refused })
      const token = tokens[refused === undefined ? 0 : tokens.indexOf(refused) + 1]
      if (token !== undefined) return { kind: 'token', token }
      const failure = { kind: 'configuration', code: 'PROVIDER_UNAVAILABLE', detail: 'no more' } as const
      return { kind: 'failed', failure }
    }
  }
  return { asked, accessTokens }
}

function build(t: Test, credentials: Credentials, accessTokens: AccessTokens, iamCredentials: string) {
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
  return build(t, credentials, accessTokens, standIn.endpoints.iamCredentials)
}

function isSignedByAccount(signingInput: string, signature: string): boolean {
  const key = createPublicKey(account.privateKeyPem)
  return verify('RSA-SHA256', Buffer.from(signingInput), key, Buffer.from(signature, 'base64url'))
}

t.test('signer: which kinds of credentials can sign', async (t) => {
  t.strictSame([KEY, person(EMAIL), person(null), machineCredentials('http://127.0.0.1:9')].map(canSign), [
    true,
    true,
    false,
    true
  ])
})

t.test('signer: with a key, it signs locally', async (t) => {
  const { asked, accessTokens } = fixedTokens([])
  const signer = build(t, KEY, accessTokens, 'http://127.0.0.1:9')
  t.strictSame(await signer.issuer(), { kind: 'issuer', email: EMAIL })
  const signed = await signer.sign('header.payload')
  t.ok(signed.kind === 'signed' && isSignedByAccount('header.payload', signed.signature))
  t.strictSame(asked, [])
})

t.test('signer: without a key, signBlob gets base64 and its base64 becomes base64url', async (t) => {
  // All of these bytes differ between the two alphabets, or need padding.
  const bytes = Buffer.from([0xfb, 0xff, 0xfe, 0xfb])
  const server = await startRecordingServer(t, (response) =>
    sendJson(response, 200, { keyId: 'k', signedBlob: bytes.toString('base64') })
  )
  const { asked, accessTokens } = fixedTokens(['ya29.one'], 'payer')
  const signer = build(t, person('gate@x.iam.gserviceaccount.com'), accessTokens, server.url)
  t.strictSame(await signer.sign('header.päyload>?'), {
    kind: 'signed',
    signature: bytes.toString('base64url')
  })
  t.strictSame(asked, [{ scope: 'https://www.googleapis.com/auth/cloud-platform', refused: undefined }])
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

t.test('signer: after a 401, it retries once with a fresh access token', async (t) => {
  const unauthenticated = {
    error: {
      code: 401,
      message: 'Request had invalid authentication credentials.',
      status: 'UNAUTHENTICATED'
    }
  }
  for (const [good, expected] of [
    ['ya29.two', { kind: 'signed' }],
    ['ya29.three', { kind: 'failed', failure: { kind: 'configuration' } }]
  ] as const) {
    const server = await startRecordingServer(t, (response, { headers }) => {
      if (headers.authorization === `Bearer ${good}`) sendJson(response, 200, { signedBlob: 'AAAA' })
      else sendJson(response, 401, unauthenticated)
    })
    const { asked, accessTokens } = fixedTokens(['ya29.one', 'ya29.two', 'ya29.three'])
    const signer = build(t, person(EMAIL), accessTokens, server.url)
    t.match(await signer.sign('x.y'), expected)
    t.strictSame(
      asked.map(({ refused }) => refused),
      [undefined, 'ya29.one']
    )
    t.equal(server.requests.length, 2)
  }
})

t.test('signer: responses without a signature are sorted failures', async (t) => {
  const denied = {
    error: {
      code: 403,
      message: "Permission 'iam.serviceAccounts.signBlob' denied on resource (or it may not exist).",
      status: 'PERMISSION_DENIED'
    }
  }
  const rows: readonly [number, unknown, object][] = [
    [403, denied, { kind: 'configuration', hint: { fix: /Token Creator/ } }],
    [
      404,
      { error: { code: 404, message: 'Not found; Gaia id not found for email x' } },
      { kind: 'configuration' }
    ],
    [503, {}, { kind: 'temporary' }],
    [429, { error: { code: 429, message: 'RESOURCE_EXHAUSTED' } }, { kind: 'temporary' }],
    [200, {}, { kind: 'temporary', detail: '200 without signedBlob' }],
    [200, { signedBlob: '' }, { kind: 'temporary' }],
    [200, { signedBlob: '<html>' }, { kind: 'temporary' }],
    [200, { signedBlob: 5 }, { kind: 'temporary' }]
  ]
  for (const [status, body, failure] of rows) {
    const server = await startRecordingServer(t, (response) => sendJson(response, status, body))
    const signer = build(t, person(EMAIL), fixedTokens(['ya29.one']).accessTokens, server.url)
    t.match(
      await signer.sign('x.y'),
      { kind: 'failed', failure: { code: 'PROVIDER_UNAVAILABLE', ...failure } },
      `${status}`
    )
  }
})

t.test('signer: without an access token, it fails with its reason and makes no call', async (t) => {
  const server = await startRecordingServer(t, (response) => sendJson(response, 200, {}))
  const signer = build(t, person(EMAIL), fixedTokens([]).accessTokens, server.url)
  t.match(await signer.sign('x.y'), { kind: 'failed', failure: { detail: 'no more' } })
  t.equal(server.requests.length, 0)
})

t.test('signer: on a machine, the account is fetched once from the metadata server', async (t) => {
  const server = await startRecordingServer(t, (response, { url }) => {
    if (url.endsWith('/email'))
      response.writeHead(200, { 'metadata-flavor': 'Google' }).end('machine@x.iam\n')
    else sendJson(response, 200, { signedBlob: 'AAAA' })
  })
  const signer = build(t, machineCredentials(server.url), fixedTokens(['ya29.one']).accessTokens, server.url)
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
  const named = build(
    t,
    machineCredentials(server.url, EMAIL),
    fixedTokens(['ya29.one']).accessTokens,
    server.url
  )
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
    const signer = build(
      t,
      machineCredentials(server.url),
      fixedTokens(['ya29.one']).accessTokens,
      server.url
    )
    t.match(await signer.issuer(), { kind: 'failed', failure }, `${status} ${text}`)
    t.match(await signer.sign('x.y'), { kind: 'failed', failure })
    good = true
    t.match(await signer.issuer(), { kind: 'issuer' })
  }
  const nowhere = build(
    t,
    machineCredentials('http://127.0.0.1:9'),
    fixedTokens([]).accessTokens,
    'http://127.0.0.1:9'
  )
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

t.test('signer: an account without permission to sign is a configuration failure', async (t) => {
  t.teardown(() => standIn.settings.reset())
  standIn.settings.serviceAccountMaySign = false
  const sign = createCustomTokenSigner(standInSigner(t, person(EMAIL)), clock.now)
  t.match(await sign({ uid: 'alice', tenantId: null }), {
    kind: 'failed',
    failure: { kind: 'configuration', detail: /^403/, hint: { fix: /Token Creator/ } }
  })
})

t.test('signer: after its access token is revoked, it signs with a fresh one', async (t) => {
  const signer = standInSigner(t, person(EMAIL))
  t.match(await signer.sign('x.y'), { kind: 'signed' })
  standIn.expireAccessTokens()
  standIn.calls.reset()
  t.match(await signer.sign('x.y'), { kind: 'signed' })
  t.match(standIn.calls, { signBlob: 2, oauthToken: 1 })
})

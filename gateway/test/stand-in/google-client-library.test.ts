import { createPublicKey, verify } from 'node:crypto'
import { Compute, IdentityPoolClient, Impersonated } from 'google-auth-library'
import t, { type Test } from 'tap'
import type { StandIn } from '../../stand-in/stand-in.ts'
import { startTestStandIn } from '../fixtures/provider/stand-in.ts'

const CLOUD_PLATFORM = 'https://www.googleapis.com/auth/cloud-platform'

async function start(t: Test): Promise<StandIn> {
  const standIn = await startTestStandIn(t, { projectId: 'demo-gate' })
  standIn.accounts.create({ uid: 'alice' })
  return standIn
}

/** The status of an account call with this access token. */
async function lookUp(standIn: StandIn, token: unknown): Promise<number> {
  const response = await fetch(`${standIn.endpoints.identityToolkit}/v1/projects/demo-gate/accounts:lookup`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ localId: ['alice'] })
  })
  return response.status
}

t.test('client library of Google: STS and impersonation return tokens that the API accepts', async (t) => {
  const standIn = await start(t)
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
  t.equal(await lookUp(standIn, token), 200)
  t.equal(await lookUp(standIn, `${token}x`), 401, 'control: another token')
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

t.test('client library of Google: metadata server returns a token that the API accepts', async (t) => {
  const standIn = await start(t)
  const before = process.env.GCE_METADATA_HOST
  process.env.GCE_METADATA_HOST = standIn.metadataHost
  t.teardown(() => {
    if (before === undefined) delete process.env.GCE_METADATA_HOST
    else process.env.GCE_METADATA_HOST = before
  })
  const { token } = await new Compute({ scopes: [CLOUD_PLATFORM] }).getAccessToken()
  t.equal(await lookUp(standIn, token), 200)
  t.equal(await lookUp(standIn, `${token}x`), 401, 'control: another token')
  t.equal(standIn.calls.metadata, 1)
})

import t, { type Test } from 'tap'
import { sayFinding, startDoctor } from '../../../test/fixtures/commands/doctor.ts'
import { contextWith } from '../../../test/fixtures/commands/doctor-context.ts'
import { testConfig } from '../../../test/fixtures/gateway.ts'
import { KEY_FILE } from '../../../test/fixtures/provider/credential-config.ts'
import { decodeClaims, readServiceAccount } from '../../../test/fixtures/provider/provider.ts'
import { startUpstream } from '../../../test/fixtures/wire/upstream.ts'
import { upstreamCheck } from '../checks/upstream.ts'
import { examine } from '../doctor.ts'
import { createProviderProbes } from '../probes.ts'

const doctor = await startDoctor(t)
const { standIn } = doctor
t.beforeEach(() => {
  standIn.faults.reset()
  standIn.settings.reset()
})

/** A service that admits callers with an id token for its URL, as far as `admits` says. */
async function startPrivateService(t: Test, { admits = true } = {}) {
  const tokens: string[] = []
  const service = await startUpstream(t, (req, res) => {
    const token = /^Bearer (\S+)$/.exec(String(req.headers['x-serverless-authorization']))?.[1]
    if (token !== undefined) tokens.push(token)
    const isMeant = token !== undefined && decodeClaims(token).aud === `http://${req.headers.host}`
    res.writeHead(admits && isMeant ? 200 : 403).end()
  })
  const env = {
    GATEHOUSE_UPSTREAM_URL: service.url,
    GATEHOUSE_UPSTREAM_HOST_HEADER: 'upstream',
    GATEHOUSE_UPSTREAM_GOOGLE_ID_TOKEN: 'true'
  }
  return { ...service, env, tokens }
}

t.test('doctor: the id token for a private service is fetched, sent and not shown', async (t) => {
  const { url, env, tokens } = await startPrivateService(t)
  const examined = await doctor.examine(env)
  t.equal(sayFinding(examined, 'UPSTREAM_CREDENTIALS'), `ok id token for ${url}`)
  t.match(sayFinding(examined, 'UPSTREAM'), /^ok answered 200/)
  t.ok(tokens.length > 0)
  for (const token of tokens) t.notMatch(examined.output, token.split('.')[1])
})

t.test('doctor: without googleIdToken no id token is fetched or sent', async (t) => {
  const { env, tokens } = await startPrivateService(t)
  const examined = await doctor.examine({ ...env, GATEHOUSE_UPSTREAM_GOOGLE_ID_TOKEN: 'false' })
  t.match(sayFinding(examined, 'UPSTREAM_CREDENTIALS'), /^skip no application/)
  t.match(sayFinding(examined, 'UPSTREAM'), /^ok answered 403/)
  t.same(tokens, [])
})

t.test('doctor: a service that refuses the id token, the advice names role and audience', async (t) => {
  const { env } = await startPrivateService(t, { admits: false })
  t.match(
    sayFinding(await doctor.examine(env), 'UPSTREAM'),
    /^warn answered 403.*roles\/run\.invoker.*audience/
  )
  const other = { GATEHOUSE_UPSTREAM_GOOGLE_ID_TOKEN: 'https://other.example.com' }
  const { env: sound } = await startPrivateService(t)
  t.match(
    sayFinding(await doctor.examine({ ...sound, ...other }), 'UPSTREAM'),
    /^warn answered 403.*audience/
  )
})

for (const [challenge, finding] of [
  ['Basic realm="a", Negotiate', /^warn answered 401.*NTLM, Negotiate or Kerberos.*balance TCP/],
  ['NTLM', /^warn answered 401.*NTLM, Negotiate or Kerberos/],
  ['Basic realm="a"', /^ok answered 401/]
] as const)
  t.test(`doctor: the application asks for ${challenge}, result ${finding.source.slice(1, 5)}`, async (t) => {
    const service = await startUpstream(t, (_req, res) => {
      res.writeHead(401, { 'WWW-Authenticate': challenge }).end()
    })
    t.match(sayFinding(await doctor.examine({ GATEHOUSE_UPSTREAM_URL: service.url }), 'UPSTREAM'), finding)
  })

t.test('doctor: no id token is a failure with its cause, and the fix', async (t) => {
  const { env } = await startPrivateService(t)
  standIn.faults.oauthToken = {
    kind: 'error',
    status: 400,
    message: 'invalid_grant',
    description: 'Invalid JWT Signature.'
  }
  const key = sayFinding(await doctor.examine(env), 'UPSTREAM_CREDENTIALS')
  t.match(
    key,
    /^fail no id token for http.*get 502.*key of the service account was deleted.*create a new key/
  )
  standIn.faults.reset()
  standIn.settings.serviceAccountMayMakeIdTokens = false
  const file = {
    GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: JSON.stringify(standIn.credentialFiles.authorizedUser),
    GATEHOUSE_IDENTITY_PLATFORM_SERVICE_ACCOUNT_EMAIL: standIn.serviceAccount.client_email
  }
  const refused = sayFinding(await doctor.examine({ ...env, ...file }), 'UPSTREAM_CREDENTIALS')
  t.match(
    refused,
    /^fail .*iam\.serviceAccounts\.getOpenIdToken.*roles\/iam\.serviceAccountOpenIdTokenCreator/
  )
})

t.test('doctor: a metadata server that is none is named', async (t) => {
  const { env } = await startPrivateService(t)
  const impostor = await startUpstream(t, (_req, res) => void res.end('<html>'))
  const machine = {
    GATEHOUSE_IDENTITY_PLATFORM_CREDENTIALS: '',
    METADATA_SERVER_DETECTION: '',
    GCE_METADATA_HOST: new URL(impostor.url).host
  }
  const found = sayFinding(await doctor.examine({ ...env, ...machine }), 'UPSTREAM_CREDENTIALS')
  t.match(found, /^fail no id token.*not the metadata server’s.*metadata server/)
})

/** The finding about reach, for a service with a public address. */
async function lookFromOutside(url: string) {
  const config = testConfig({
    'upstream.url': url.replace('127.0.0.1', 'localhost'),
    'upstream.hostHeader': 'upstream',
    'upstream.googleIdToken': true,
    'identityPlatform.endpoints': standIn.endpoints,
    'identityPlatform.credentials': JSON.stringify(KEY_FILE)
  })
  const credentials = { kind: 'key', account: readServiceAccount(standIn) } as const
  const inspected = { config, credentials, problems: [], hash: null, warnings: [] }
  const now = () => Date.now() / 1000
  const provider = createProviderProbes(inspected, now, [])
  const context = contextWith({ inspected, provider, lookUp: async () => ['192.0.2.1'], now })
  const deadline = () => new AbortController().signal
  const [finding] = await examine([upstreamCheck], context, { isOffline: false, deadline })
  await provider?.close()
  return finding
}

t.test('doctor: a service with a public address is a warning unless it wants the id token', async (t) => {
  const { url } = await startPrivateService(t)
  t.match(await lookFromOutside(url), { status: 'ok', seen: /^answered 200/ })
  const open = await startUpstream(t, (_req, res) => void res.end())
  t.match(await lookFromOutside(open.url), {
    status: 'warn',
    advice: [{ cause: /without an id token.*bypass/, fix: /roles\/run\.invoker.*allUsers/ }]
  })
})

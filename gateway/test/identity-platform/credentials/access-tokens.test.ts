import { join } from 'node:path'
import t, { type Test } from 'tap'
import type { Credentials } from '../../../src/identity-platform/credentials/credentials.ts'
import {
  type AccessTokens,
  createAccessTokens,
  type TokenResult
} from '../../../src/identity-platform/credentials/service-tokens.ts'
import type { GatewayEvent } from '../../../src/operations/events.ts'
import { buildRuntime } from '../../fixtures/clock.ts'
import {
  decodeClaims,
  fileCredentials,
  readServiceAccount,
  startProvider
} from '../../fixtures/provider/provider.ts'
import { sendJson, startRecordingServer } from '../../fixtures/wire/recording-server.ts'

const ACCOUNTS = 'https://www.googleapis.com/auth/identitytoolkit'
const CLOUD = 'https://www.googleapis.com/auth/cloud-platform'

const { standIn, clock } = await startProvider(t, { withCredentials: true })
const account = readServiceAccount(standIn)
const KEY: Credentials = { kind: 'key', account }

interface Reply {
  status?: number
  /** A string is sent as HTML. */
  body: unknown
  headers?: Record<string, string>
}

/** Access tokens whose endpoints send `state.response` if set, otherwise each of `responses` in turn. */
async function startEndpoint(
  t: Test,
  responses: readonly Reply[],
  { credentials = KEY, fetchTimeoutMs = 4000 }: { credentials?: Credentials; fetchTimeoutMs?: number } = {}
) {
  const state: { response: Reply | null } = { response: null }
  const server = await startRecordingServer(t, (response, _request, index) => {
    const {
      status = 200,
      body,
      headers = {}
    } = state.response ?? responses[Math.min(index, responses.length - 1)] ?? { body: {} }
    if (body === 'reset') response.destroy()
    else if (body === 'hang') return
    else if (typeof body === 'string')
      response.writeHead(status, { 'content-type': 'text/html', ...headers }).end(body)
    else sendJson(response, status, body, headers)
  })
  let nowSeconds = Date.now() / 1000
  const advance = (seconds: number) => {
    nowSeconds += seconds
  }
  const failures: GatewayEvent[] = []
  const report = (event: GatewayEvent) => {
    if (event.kind === 'provider.call' && event.result !== 'ok') failures.push(event)
  }
  const tokens = createAccessTokens(buildRuntime({ now: () => nowSeconds, report }), {
    credentials: credentials.kind === 'metadata' ? { ...credentials, url: server.url } : credentials,
    projectId: 'demo-gate',
    endpoints: endpointsAt(server.url),
    fetchTimeoutMs
  })
  const get = (refused?: string) => tokens.get(ACCOUNTS, refused)
  return { server, state, advance, tokens, get, failures }
}

function endpointsAt(url: string) {
  return {
    ...standIn.endpoints,
    oauthToken: `${url}/oauth/token`,
    sts: `${url}/sts/token`,
    iamCredentials: `${url}/iam`
  }
}

const grant = (token: unknown, ttlSeconds: unknown = 3599): Reply => ({
  body: { access_token: token, expires_in: ttlSeconds, token_type: 'Bearer' }
})

const impersonation = (token: string, expireTime: string): Reply => ({
  body: { accessToken: token, expireTime }
})

/** The token, or a short form of the failure. */
function brief(result: TokenResult): string {
  return result.kind === 'token' ? result.token : `${result.failure.kind}: ${result.failure.detail}`
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setImmediate(resolve))
}

function standInTokens(credentials: Credentials): AccessTokens {
  return createAccessTokens(buildRuntime({ now: clock.now }), {
    credentials,
    projectId: standIn.projectId,
    endpoints: standIn.endpoints
  })
}

/** Status of an account call with this token. */
async function statusOf(token: string): Promise<number> {
  const answer = await fetch(`${standIn.endpoints.identityToolkit}/v1/projects/demo-gate/accounts:lookup`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'x-goog-user-project': 'demo-gate'
    },
    body: JSON.stringify({ localId: ['alice'] })
  })
  return answer.status
}

t.test('access tokens: the key gets a token that account calls accept', async (t) => {
  standIn.calls.reset()
  const got = await standInTokens(KEY).get(ACCOUNTS)
  t.match(got, { kind: 'token', token: /^ya29\./ })
  t.equal(await statusOf(brief(got)), 200)
  t.equal(standIn.calls.oauthToken, 1)
})

t.test('access tokens: the assertion names account, scope and key (ASVS 13.2.1)', async (t) => {
  const { server, get } = await startEndpoint(t, [grant('ya29.one')])
  t.equal(brief(await get()), 'ya29.one')
  const [request] = server.requests
  t.match(request, { method: 'POST', url: '/oauth/token' })
  const form = new URLSearchParams(request?.body)
  t.equal(form.get('grant_type'), 'urn:ietf:params:oauth:grant-type:jwt-bearer')
  const claims = decodeClaims(form.get('assertion') ?? '')
  t.match(claims, { iss: account.clientEmail, scope: ACCOUNTS, aud: 'https://oauth2.googleapis.com/token' })
  t.equal(Number(claims.exp) - Number(claims.iat), 3600)
  t.ok(Math.abs(Number(claims.iat) - Date.now() / 1000) < 60)
})

t.test('access tokens: two scopes get a token and a fetch each', async (t) => {
  const { server, tokens } = await startEndpoint(t, [grant('ya29.one'), grant('ya29.two')])
  for (let round = 0; round < 3; round++) {
    t.equal(brief(await tokens.get(ACCOUNTS)), 'ya29.one')
    t.equal(brief(await tokens.get(CLOUD)), 'ya29.two')
  }
  t.strictSame(
    server.requests.map(({ body }) => decodeClaims(new URLSearchParams(body).get('assertion') ?? '').scope),
    [ACCOUNTS, CLOUD]
  )
})

t.test('access tokens: a token with more than 300 s left is fetched once', async (t) => {
  const { server, get } = await startEndpoint(t, [grant('ya29.one', 310), grant('ya29.two', 310)])
  for (let round = 0; round < 20; round++) t.equal(brief(await get()), 'ya29.one')
  t.equal(server.requests.length, 1)
})

t.test('access tokens: a token is renewed in the background once less than 300 s are left', async (t) => {
  const { server, get, advance } = await startEndpoint(t, [grant('ya29.one', 400), grant('ya29.two')])
  await get()
  advance(100)
  t.equal(brief(await get()), 'ya29.one')
  t.equal(server.requests.length, 1)
  advance(0.01)
  t.equal(brief(await get()), 'ya29.one', 'the caller does not wait for the renewal')
  await until(async () => brief(await get()) === 'ya29.two')
  t.equal(server.requests.length, 2)
})

t.test('access tokens: renewal is tried every 30 s, one fetch at a time', async (t) => {
  const { server, get, advance } = await startEndpoint(t, [
    grant('ya29.one', 299),
    grant('ya29.one', 270),
    grant('ya29.two')
  ])
  t.equal(brief(await get()), 'ya29.one')
  advance(29)
  t.equal(brief(await get()), 'ya29.one')
  t.equal(server.requests.length, 1, 'not more often than every 30 s')
  advance(1)
  const all = await Promise.all(Array.from({ length: 20 }, () => get()))
  t.strictSame(new Set(all.map(brief)), new Set(['ya29.one']))
  await until(() => server.requests.length === 2)
  advance(30)
  await until(async () => brief(await get()) === 'ya29.two')
  t.equal(server.requests.length, 3)
})

t.test('access tokens: 20 concurrent requests without a cached token make one call', async (t) => {
  const { server, get } = await startEndpoint(t, [grant('ya29.one'), grant('ya29.two')])
  const all = await Promise.all(Array.from({ length: 20 }, () => get()))
  t.strictSame(new Set(all.map(brief)), new Set(['ya29.one']))
  t.equal(server.requests.length, 1)
})

t.test(
  'access tokens: when renewal fails while the old token is valid, the old token is used until it expires',
  async (t) => {
    const rows: readonly Reply[] = [
      { status: 400, body: { error: 'invalid_grant' } },
      { status: 403, body: '<html></html>' }
    ]
    for (const row of rows) {
      const { server, get, advance, failures } = await startEndpoint(t, [grant('ya29.one', 200), row])
      t.equal(brief(await get()), 'ya29.one')
      advance(31)
      t.equal(brief(await get()), 'ya29.one')
      await until(() => failures.length === 1)
      t.equal(brief(await get()), 'ya29.one', `the endpoint responds with ${row.status}`)
      t.equal(server.requests.length, 2, 'and is not called again for a while')
      advance(168.9)
      t.equal(brief(await get()), 'ya29.one', 'a moment before it expires')
      advance(0.2)
      t.match(await get(), { kind: 'failed' }, 'after it has expired')
    }
  }
)

t.test('access tokens: a token that the provider refused is replaced by another one', async (t) => {
  const { server, get } = await startEndpoint(t, [grant('ya29.one'), grant('ya29.two')])
  t.equal(brief(await get()), 'ya29.one')
  t.equal(brief(await get('ya29.older')), 'ya29.one', 'the refused token is an older one')
  t.equal(brief(await get('ya29.one')), 'ya29.two')
  t.equal(brief(await get()), 'ya29.two')
  t.equal(server.requests.length, 2)
})

t.test('access tokens: when every fresh token is refused too, one fetch is made every 2 s', async (t) => {
  const { server, get, advance } = await startEndpoint(t, [
    grant('ya29.one'),
    grant('ya29.two'),
    grant('ya29.three')
  ])
  await get()
  t.equal(brief(await get('ya29.one')), 'ya29.two')
  const storm = await Promise.all(Array.from({ length: 20 }, () => get('ya29.two')))
  for (const result of storm) t.match(result, { kind: 'failed', failure: { kind: 'temporary' } })
  t.equal(server.requests.length, 2)
  advance(2)
  t.equal(brief(await get('ya29.two')), 'ya29.three')
})

t.test('access tokens: a token that comes back unchanged after it was refused is not used', async (t) => {
  const { get } = await startEndpoint(t, [grant('ya29.one')])
  await get()
  t.match(await get('ya29.one'), { kind: 'failed', failure: { detail: /refuses/ } })
})

const FAILURES: readonly [Reply, string][] = [
  [
    { status: 400, body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' } },
    'configuration'
  ],
  [{ status: 403, body: '<html></html>' }, 'temporary'],
  [{ status: 503, body: '' }, 'temporary'],
  [{ body: {} }, 'temporary'],
  [grant(''), 'temporary'],
  [grant(5), 'temporary'],
  [grant('two\nlines'), 'temporary'],
  [{ body: '<html>sign in to the wifi</html>' }, 'temporary'],
  [{ body: 'reset' }, 'temporary']
]

t.test(
  'access tokens: an endpoint that fails is called once, its failure is sorted, and it is retried after 2 s',
  async (t) => {
    for (const [answer, kind] of FAILURES) {
      const name = JSON.stringify(answer)
      const { server, get, state, advance, failures } = await startEndpoint(t, [grant('ya29.later')])
      state.response = answer
      const first = await get()
      t.match(first, { kind: 'failed', failure: { kind, code: 'PROVIDER_UNAVAILABLE' } }, name)
      const storm = await Promise.all(Array.from({ length: 20 }, () => get()))
      for (const result of storm) t.strictSame(result, first, `${name}, during the pause`)
      t.equal(server.requests.length, 1, name)
      t.equal(failures.length, 1)
      advance(1.9)
      t.strictSame(await get(), first)
      state.response = null
      advance(0.1)
      t.equal(brief(await get()), 'ya29.later', `${name}, then a token`)
    }
  }
)

t.test('access tokens: a call without a response is aborted after the timeout', async (t) => {
  const { get } = await startEndpoint(t, [{ body: 'hang' }], { fetchTimeoutMs: 50 })
  t.equal(brief(await get()), 'temporary: timeout')
})

t.test('access tokens: a token without a lifetime is fetched again after a minute', async (t) => {
  const { get, advance, server } = await startEndpoint(t, [
    { body: { access_token: 'ya29.one', token_type: 'Bearer' } },
    grant('ya29.two', 'soon')
  ])
  t.equal(brief(await get()), 'ya29.one')
  advance(59)
  t.equal(brief(await get()), 'ya29.one')
  await until(() => server.requests.length === 2)
  advance(2)
  t.equal(brief(await get()), 'ya29.two')
})

t.test('access tokens: a redirect of the endpoint is not followed (ASVS 15.3.2)', async (t) => {
  const target = await startRecordingServer(t, (response) => sendJson(response, 200, grant('stolen').body))
  const { get } = await startEndpoint(t, [{ status: 307, body: '', headers: { location: target.url } }])
  t.match(await get(), { kind: 'failed', failure: { kind: 'temporary' } })
  t.equal(target.requests.length, 0)
})

t.test('access tokens: a failure holds neither the key nor the assertion', async (t) => {
  for (const answer of [{ status: 400, body: { error: 'invalid_grant' } }, { body: 'reset' }]) {
    const { server, get } = await startEndpoint(t, [answer])
    const result = await get()
    const assertion = new URLSearchParams(server.requests[0]?.body).get('assertion') ?? ''
    t.ok(assertion.length > 100)
    const cause = result.kind === 'failed' ? result.failure.cause : null
    const shown = [JSON.stringify(result), String(cause), cause instanceof Error ? cause.stack : ''].join(
      '\n'
    )
    t.notOk(shown.includes(assertion) || shown.includes('PRIVATE KEY'))
  }
})

const files = standIn.credentialFiles

/** Every kind of credentials, with the calls that fetching a token makes to the stand-in. */
const KINDS: readonly [string, (folder: string) => Credentials, Record<string, number>][] = [
  ['authorized_user', () => fileCredentials(files.authorizedUser), { oauthToken: 1 }],
  [
    'external_account',
    (folder) => fileCredentials(files.externalAccount({ subjectTokenFile: join(folder, 'subject') })),
    { sts: 1 }
  ],
  [
    'external_account that impersonates',
    (folder) =>
      fileCredentials(
        files.externalAccount({ subjectTokenFile: join(folder, 'subject'), impersonate: true })
      ),
    { sts: 1, generateAccessToken: 1 }
  ],
  [
    'impersonated_service_account',
    () => fileCredentials(files.impersonatedServiceAccount),
    { oauthToken: 1, generateAccessToken: 1 }
  ],
  [
    'impersonated_service_account of a key',
    () =>
      fileCredentials({ ...files.impersonatedServiceAccount, source_credentials: standIn.serviceAccount }),
    { oauthToken: 1, generateAccessToken: 1 }
  ],
  [
    'metadata server',
    () => ({ kind: 'metadata', url: `http://${standIn.metadataHost}`, signerEmail: null }),
    { metadata: 1 }
  ]
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
    t.equal(await statusOf(brief(all[0])), 200)
  })

  t.test(
    `access tokens: ${name} makes one call in a provider outage, none during the pause, and gets no token`,
    async (t) => {
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
    }
  )
}

t.test('access tokens: an impersonated token expires at its own time, its call is not retried', async (t) => {
  const ends = new Date(Date.now() + 1000_000).toISOString()
  const { server, get, advance, state } = await startEndpoint(
    t,
    [grant('ya29.source'), impersonation('ya29.one', ends)],
    { credentials: fileCredentials(files.impersonatedServiceAccount) }
  )
  t.equal(brief(await get()), 'ya29.one')
  const [, second] = server.requests
  t.match(second, {
    method: 'POST',
    url: `/iam/v1/projects/-/serviceAccounts/${account.clientEmail}:generateAccessToken`,
    headers: { authorization: 'Bearer ya29.source' }
  })
  t.match(JSON.parse(second?.body ?? ''), { scope: [ACCOUNTS], lifetime: '3600s' })
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

t.test('access tokens: impersonation without permission is a configuration failure', async (t) => {
  t.teardown(() => standIn.settings.reset())
  standIn.settings.serviceAccountMayBeImpersonated = false
  const got = await standInTokens(fileCredentials(files.impersonatedServiceAccount)).get(CLOUD)
  t.match(got, { kind: 'failed', failure: { kind: 'configuration', detail: /^403/ } })
})

t.test(
  'access tokens: a source without a subject token is a configuration failure without any provider call',
  async (t) => {
    standIn.calls.reset()
    const credentials = fileCredentials(
      files.externalAccount({ subjectTokenFile: join(t.testdir({}), 'absent') })
    )
    const got = await standInTokens(credentials).get(CLOUD)
    t.match(got, { kind: 'failed', failure: { kind: 'configuration', detail: /ENOENT/, hint: {} } })
    t.notMatch(JSON.stringify(got), 'absent', 'without the path')
    t.equal(standIn.calls.total(), 0)
  }
)

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
  const { server, get } = await startEndpoint(t, [grant('ya29.one')], { credentials: fileCredentials(json) })
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
    const { server, get } = await startEndpoint(t, [grant('ya29.one')], { credentials })
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

t.test(
  'access tokens: a workload that impersonates uses its lifetime and scope, and stops if the exchange fails',
  async (t) => {
    const subjectTokenFile = join(t.testdir({ subject: 'the-subject' }), 'subject')
    const credentials = fileCredentials({
      ...files.externalAccount({ subjectTokenFile, impersonate: true }),
      service_account_impersonation: { token_lifetime_seconds: 600 }
    })
    const end = new Date((clock.now() + 600) * 1000).toISOString()
    const responses = [grant('ya29.exchanged'), impersonation('ya29.impersonated', end)]
    const { server, get } = await startEndpoint(t, responses, { credentials })
    t.equal(brief(await get()), 'ya29.impersonated')
    const [first, second] = server.requests
    t.equal(new URLSearchParams(first?.body).get('scope'), 'https://www.googleapis.com/auth/cloud-platform')
    t.match(second, { method: 'POST', headers: { authorization: 'Bearer ya29.exchanged' } })
    t.strictSame(JSON.parse(second?.body ?? ''), { scope: [ACCOUNTS], lifetime: '600s' })

    const nothing = await startEndpoint(t, [{ body: { expires_in: 100 } }], { credentials })
    t.equal(brief(await nothing.get()), 'temporary: 200 without an access token')
    t.equal(nothing.server.requests.length, 1)
  }
)

t.test('access tokens: a user of an identity pool uses the rotated refresh token next', async (t) => {
  const json = {
    type: 'external_account_authorized_user',
    client_id: 'client',
    client_secret: 'secret',
    refresh_token: 'first',
    token_url: 'https://sts.googleapis.com/v1/oauthtoken'
  }
  const rotated: Reply = { body: { access_token: 'ya29.one', expires_in: 100, refresh_token: 'second' } }
  const { server, get, advance } = await startEndpoint(t, [rotated, grant('ya29.two')], {
    credentials: fileCredentials(json)
  })
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

t.test(
  'access tokens: a metadata server request has the required header, and so must the response',
  async (t) => {
    const credentials: Credentials = { kind: 'metadata', url: '', signerEmail: null }
    const own = { ...grant('ya29.one'), headers: { 'metadata-flavor': 'Google' } }
    const { server, get } = await startEndpoint(t, [own], { credentials })
    t.equal(brief(await get()), 'ya29.one')
    t.match(server.requests, [
      {
        method: 'GET',
        url: `/computeMetadata/v1/instance/service-accounts/default/token?scopes=${encodeURIComponent(ACCOUNTS)}`,
        headers: { 'metadata-flavor': 'Google' }
      }
    ])
    const none = await startEndpoint(t, [{ status: 404, body: 'no account' }], { credentials })
    t.match(await none.get(), {
      kind: 'failed',
      failure: {
        kind: 'configuration',
        detail: 'metadata server: 404 text: no account',
        hint: { cause: /no service account/ }
      }
    })
    const away = await startEndpoint(t, [{ body: 'reset' }], { credentials })
    t.match(await away.get(), {
      kind: 'failed',
      failure: {
        kind: 'temporary',
        detail: /^metadata server: connection reset/,
        hint: { cause: /metadata server/ }
      }
    })
    const foreign = await startEndpoint(t, [grant('ya29.foreign')], { credentials })
    t.equal(brief(await foreign.get()), 'temporary: the answer is not the metadata server’s')
  }
)

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
  const { server, get } = await startEndpoint(t, [grant('ya29.one')], { credentials })
  t.equal(brief(await get()), 'ya29.one')
  t.equal(new URLSearchParams(server.requests[0]?.body).get('subject_token'), 'the-subject')
})

t.test('access tokens: an executable that takes too long is not waited for', async (t) => {
  const credentials = programCredentials(t, '/bin/sleep 1')
  const { server, get } = await startEndpoint(t, [grant('ya29.one')], { credentials, fetchTimeoutMs: 50 })
  t.equal(brief(await get()), 'temporary: no access token in time')
  t.equal(server.requests.length, 0)
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
  const { server, get } = await startEndpoint(t, [grant('ya29.one')], { credentials: fileCredentials(file) })
  t.equal(brief(await get()), 'ya29.one')
  t.equal(aws.requests.length, 5, 'session twice, region, role and keys')
  const subject = decodeURIComponent(new URLSearchParams(server.requests[0]?.body).get('subject_token') ?? '')
  t.match(JSON.parse(subject), { url: /^https:\/\/sts\.us-east-2\.amazonaws\.com/, method: 'POST' })
})

t.test('access tokens: a clock that is set back after a failure does not block the next call', async (t) => {
  const { get, state, advance } = await startEndpoint(t, [grant('ya29.one')])
  state.response = { status: 503, body: '' }
  t.match(await get(), { kind: 'failed' })
  state.response = null
  advance(-3600)
  t.equal(brief(await get()), 'ya29.one')
})

t.test('access tokens: the quota project comes from the file, for users else their own', async (t) => {
  const user = files.authorizedUser
  const workload = files.externalAccount({ subjectTokenFile: 'x' })
  const rows: readonly [Credentials, string | null][] = [
    [KEY, null],
    [{ kind: 'metadata', url: 'http://x', signerEmail: null }, null],
    [fileCredentials(user), standIn.projectId],
    [fileCredentials({ ...user, quota_project_id: 'payer' }), 'payer'],
    [fileCredentials(workload), null],
    [fileCredentials({ ...workload, quota_project_id: 'payer' }), 'payer']
  ]
  for (const [credentials, expected] of rows) t.equal(standInTokens(credentials).quotaProject, expected)
})

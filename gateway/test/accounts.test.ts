import t, { type Test } from 'tap'
import { createAccountCalls } from '../src/identity-platform/accounts.ts'
import { createProviderHttp } from '../src/identity-platform/http.ts'
import { API_KEY, PROJECT, sendJson, startProvider, startServer } from './fixtures/provider.ts'

interface RecorderOptions {
  body?: unknown
  tenantId?: string | null
  accessToken?: (() => Promise<string>) | null
}

/** Account calls against a server that answers every call alike and keeps what it was sent. */
async function startRecorder(t: Test, options: RecorderOptions = {}) {
  const { body = { users: [{ localId: 'alice' }] }, tenantId = null } = options
  const server = await startServer(t, (response) => sendJson(response, 200, body))
  const http = createProviderHttp()
  t.teardown(() => http.close())
  const accounts = createAccountCalls({
    http,
    apiKey: API_KEY,
    projectId: PROJECT,
    tenantId,
    identityToolkitUrl: server.url,
    accessToken: options.accessToken === undefined ? async () => 'ya29.token' : options.accessToken
  })
  return { accounts, server }
}

t.test('accounts: look-up by uid, gives the record', async (t) => {
  const { standIn, platform } = await startProvider(t, { withCredentials: true })
  standIn.accounts.create({
    uid: 'bob',
    email: 'bob@example.com',
    password: 'secret1',
    customClaims: { a: 1 }
  })
  t.equal(platform.accounts.hasCredentials, true)
  const result = await platform.accounts.lookUpByUid('bob')
  t.match(result, { kind: 'found', record: { uid: 'bob', email: 'bob@example.com', customClaims: { a: 1 } } })
  t.notMatch(JSON.stringify(result), /hash/i)
})

t.test('accounts: look-up by uid of nobody, user not found', async (t) => {
  const { platform } = await startProvider(t, { withCredentials: true })
  const notFound = { kind: 'failed', failure: { kind: 'permanent', code: 'USER_NOT_FOUND' } }
  t.match(await platform.accounts.lookUpByUid('nobody'), notFound)
  const { accounts } = await startRecorder(t, { body: { kind: 'x', users: [] } })
  t.match(await accounts.lookUpByUid('nobody'), notFound, 'an empty list')
})

t.test('accounts: look-up by id token, needs no credentials', async (t) => {
  const { standIn, platform, clock } = await startProvider(t)
  t.equal(platform.accounts.hasCredentials, false)
  const { idToken } = await standIn.signIn('alice')
  t.match(await platform.accounts.lookUpByIdToken(idToken, 'alice'), {
    kind: 'found',
    record: { uid: 'alice' }
  })
  clock.advance(10)
  standIn.accounts.revoke('alice')
  const revoked = { kind: 'failed', failure: { kind: 'permanent', code: 'TOKEN_REVOKED' } }
  t.match(await platform.accounts.lookUpByIdToken(idToken, 'alice'), revoked)
  standIn.accounts.disable('alice')
  const disabled = { kind: 'failed', failure: { kind: 'permanent', code: 'USER_DISABLED' } }
  t.match(await platform.accounts.lookUpByIdToken(idToken, 'alice'), disabled)
  standIn.accounts.delete('alice')
  const gone = { kind: 'failed', failure: { kind: 'permanent', code: 'USER_NOT_FOUND' } }
  t.match(await platform.accounts.lookUpByIdToken(idToken, 'alice'), gone)
})

t.test(
  'accounts: on the wire, bearer for the project and API key for the visitor, never in the URL',
  async (t) => {
    const { accounts, server } = await startRecorder(t)
    await accounts.lookUpByUid('alice')
    await accounts.lookUpByIdToken('a.b.c', 'alice')
    await accounts.revoke('alice', 1_795_166_007.9)
    const base = `/v1/projects/${PROJECT}/accounts`
    t.strictSame(
      server.requests.map(({ method, url }) => `${method} ${url}`),
      [`POST ${base}:lookup`, 'POST /v1/accounts:lookup', `POST ${base}:update`]
    )
    const [byUid, byIdToken, revoke] = server.requests
    t.equal(byUid?.headers.authorization, 'Bearer ya29.token')
    t.equal(byUid?.headers['x-goog-api-key'], undefined)
    t.strictSame(JSON.parse(byUid?.body ?? ''), { localId: ['alice'] })
    t.equal(byIdToken?.headers.authorization, undefined)
    t.equal(byIdToken?.headers['x-goog-api-key'], API_KEY)
    t.strictSame(JSON.parse(byIdToken?.body ?? ''), { idToken: 'a.b.c' })
    t.strictSame(JSON.parse(revoke?.body ?? ''), { localId: 'alice', validSince: '1795166007' })
  }
)

t.test('accounts: tenant, in the path and encoded', async (t) => {
  const { accounts, server } = await startRecorder(t, { tenantId: 'a/b' })
  await accounts.lookUpByUid('alice')
  t.equal(server.requests[0]?.url, `/v1/projects/${PROJECT}/tenants/a%2Fb/accounts:lookup`)
})

t.test('accounts: tenant configured, finds its own accounts only', async (t) => {
  const { standIn, platform } = await startProvider(t, {
    withCredentials: true,
    settings: { tenantId: 'acme' }
  })
  standIn.accounts.create({ uid: 'bob', tenantId: 'acme' })
  t.match(await platform.accounts.lookUpByUid('bob'), { kind: 'found', record: { tenantId: 'acme' } })
  t.match(await platform.accounts.lookUpByUid('alice'), { failure: { code: 'USER_NOT_FOUND' } })
})

t.test('accounts: revoke, ends refresh tokens of sign-ins before it and keeps later ones', async (t) => {
  const { standIn, platform, clock } = await startProvider(t, { withCredentials: true })
  const before = await standIn.signIn('alice')
  clock.advance(10)
  t.strictSame(await platform.accounts.revoke('alice', clock.now()), { kind: 'done' })
  const after = await standIn.signIn('alice')
  t.match(await platform.tokens.refresh(before.refreshToken), { failure: { code: 'TOKEN_REVOKED' } })
  t.match(await platform.tokens.refresh(after.refreshToken), { kind: 'tokens' })
  t.match(await platform.accounts.revoke('nobody', clock.now()), {
    kind: 'failed',
    failure: { kind: 'permanent', code: 'USER_NOT_FOUND' }
  })
})

t.test('accounts: no credentials, configuration and no call', async (t) => {
  const { accounts, server } = await startRecorder(t, { accessToken: null })
  const failure = { kind: 'configuration', code: 'PROVIDER_UNAVAILABLE' }
  t.match(await accounts.lookUpByUid('alice'), { kind: 'failed', failure })
  t.match(await accounts.revoke('alice', 1), { kind: 'failed', failure })
  t.equal(server.requests.length, 0)
})

t.test('accounts: many look-ups, one access token', async (t) => {
  const { standIn, platform } = await startProvider(t, { withCredentials: true })
  await Promise.all(Array.from({ length: 20 }, () => platform.accounts.lookUpByUid('alice')))
  for (let round = 0; round < 5; round++) await platform.accounts.lookUpByUid('alice')
  t.equal(standIn.calls.lookup, 25)
  t.equal(standIn.calls.oauthToken, 1)
})

// identity-platform.md, 4.3
t.test(
  'accounts: access token that is suddenly refused, a new one is fetched and the call made again',
  async (t) => {
    const { standIn, platform } = await startProvider(t, { withCredentials: true })
    await platform.accounts.lookUpByUid('alice')
    standIn.expireAccessTokens()
    standIn.calls.reset()
    t.match(await platform.accounts.lookUpByUid('alice'), { kind: 'found' })
    t.equal(standIn.calls.oauthToken, 1)
    t.equal(standIn.calls.lookup, 2)
  }
)

t.test('accounts: 20 look-ups whose access token is suddenly refused, one new token for all', async (t) => {
  const { standIn, platform } = await startProvider(t, { withCredentials: true })
  await platform.accounts.lookUpByUid('alice')
  standIn.expireAccessTokens()
  standIn.calls.reset()
  const all = await Promise.all(Array.from({ length: 20 }, () => platform.accounts.lookUpByUid('alice')))
  t.strictSame(new Set(all.map(({ kind }) => kind)), new Set(['found']))
  t.equal(standIn.calls.oauthToken, 1)
})

t.test('accounts: access token that stays refused, configuration after two calls', async (t) => {
  const { standIn, platform } = await startProvider(t, { withCredentials: true })
  standIn.switches.lookup = { kind: 'error', status: 401, message: 'Request had invalid authentication.' }
  const failure = { kind: 'configuration', code: 'PROVIDER_UNAVAILABLE' }
  t.match(await platform.accounts.lookUpByUid('alice'), { kind: 'failed', failure })
  t.equal(standIn.calls.lookup, 2)
})

// identity-platform.md, 4.4
t.test('accounts: token endpoint refuses or fails, sorted by whose matter it is', async (t) => {
  const rows: readonly [status: number, error: string, description: string, kind: string][] = [
    [400, 'invalid_grant', 'Invalid JWT: Token must be a short-lived token (60 minutes)', 'configuration'],
    [400, 'invalid_grant', 'Invalid JWT Signature.', 'configuration'],
    [400, 'invalid_grant', 'Invalid grant: account not found', 'configuration'],
    [400, 'invalid_scope', 'Invalid OAuth scope or ID token audience provided.', 'configuration'],
    [401, 'unauthorized_client', 'Client is unauthorized.', 'configuration'],
    [429, 'rate_limited', 'Slow down.', 'temporary'],
    [500, 'internal_failure', 'Backend error.', 'temporary'],
    [400, 'internal_failure', 'Backend error.', 'temporary'],
    [503, 'unavailable', 'Try later.', 'temporary']
  ]
  const { standIn, platform } = await startProvider(t, { withCredentials: true })
  for (const [status, message, description, kind] of rows) {
    standIn.switches.oauthToken = { kind: 'error', status, message, description }
    const result = await platform.accounts.lookUpByUid('alice')
    const failure = { kind, code: 'PROVIDER_UNAVAILABLE' }
    t.match(result, { kind: 'failed', failure }, `${status} ${message}: ${description}`)
    t.equal(standIn.calls.lookup, 0)
  }
})

t.test('accounts: token endpoint answers anything but a token, failed for now', async (t) => {
  const { standIn, platform } = await startProvider(t, { withCredentials: true })
  const switches = [
    { kind: 'html', status: 502 },
    { kind: 'html', status: 200 },
    { kind: 'empty', status: 200 },
    { kind: 'body', status: 200, body: '{}' },
    { kind: 'body', status: 200, body: 'null' },
    { kind: 'reset' }
  ] as const
  for (const chosen of switches) {
    standIn.switches.oauthToken = chosen
    const result = await platform.accounts.lookUpByUid('alice')
    t.match(result, { kind: 'failed', failure: { kind: 'temporary' } }, JSON.stringify(chosen))
  }
  standIn.switches.reset()
  t.match(await platform.accounts.lookUpByUid('alice'), { kind: 'found' })
})

t.test('accounts: look-up answers of another shape, failed for now', async (t) => {
  const rows: readonly unknown[] = [
    { users: {} },
    { users: 'alice' },
    { users: null },
    { users: [null] },
    { users: [{}] },
    { users: [{ localId: '' }] },
    { users: [{ email: 'a@example.com' }] },
    [],
    null
  ]
  for (const body of rows) {
    const { accounts } = await startRecorder(t, { body })
    const expected = { kind: 'failed', failure: { kind: 'temporary' } }
    t.match(await accounts.lookUpByUid('alice'), expected, JSON.stringify(body))
    t.match(await accounts.lookUpByIdToken('a.b.c', 'alice'), expected, JSON.stringify(body))
  }
})

// attacks.md, T8: the wrong user.
t.test('accounts: look-up that answers with somebody else, failed for now', async (t) => {
  const { accounts } = await startRecorder(t, { body: { users: [{ localId: 'mallory', disabled: true }] } })
  t.match(await accounts.lookUpByUid('alice'), { kind: 'failed', failure: { kind: 'temporary' } })
  t.match(await accounts.lookUpByUid('mallory'), { kind: 'found', record: { uid: 'mallory' } })
})

t.test('accounts: look-up fails, sorted', async (t) => {
  const { standIn, platform } = await startProvider(t, { withCredentials: true })
  const error = (status: number, message: string) => ({ kind: 'error', status, message }) as const
  const rows = [
    [error(403, 'PERMISSION_DENIED'), 'configuration'],
    [error(400, 'CONFIGURATION_NOT_FOUND'), 'configuration'],
    [error(400, 'QUOTA_EXCEEDED'), 'temporary'],
    [error(429, 'RESOURCE_EXHAUSTED'), 'temporary'],
    [error(500, 'Internal error encountered.'), 'temporary'],
    [{ kind: 'html', status: 503 }, 'temporary'],
    [{ kind: 'html', status: 200 }, 'temporary'],
    [{ kind: 'empty', status: 503 }, 'temporary'],
    [{ kind: 'reset' }, 'temporary']
  ] as const
  for (const [chosen, kind] of rows) {
    standIn.switches.lookup = chosen
    const result = await platform.accounts.lookUpByUid('alice')
    t.match(result, { kind: 'failed', failure: { kind } }, JSON.stringify(chosen))
  }
  standIn.switches.reset()
  t.match(await platform.accounts.lookUpByUid('alice'), { kind: 'found' })
})

t.test('accounts: emulator, is asked in the name of the owner', async (t) => {
  const seen = await startServer(t, (response) => sendJson(response, 200, { users: [{ localId: 'alice' }] }))
  const { platform } = await startProvider(t, { settings: { emulatorHost: new URL(seen.url).host } })
  t.equal(platform.accounts.hasCredentials, true)
  t.match(await platform.accounts.lookUpByUid('alice'), { kind: 'found' })
  t.match(seen.requests[0], {
    url: `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts:lookup`,
    headers: { authorization: 'Bearer owner' }
  })
})

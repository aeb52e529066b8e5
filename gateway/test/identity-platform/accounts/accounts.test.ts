import t from 'tap'
import { BASE, FOR_NOW, startAccounts, startRecorder } from '../../fixtures/provider/account-calls.ts'
import { PROJECT, startProvider } from '../../fixtures/provider/provider.ts'
import { countTokens } from '../../fixtures/provider/provider-calls.ts'
import { sendJson, startRecordingServer } from '../../fixtures/wire/recording-server.ts'

t.test('accounts: every call for a tenant uses the encoded path of the tenant', async (t) => {
  const { accounts, requests } = await startRecorder(t, { tenantId: 'a/b' })
  await accounts.lookUp({ uid: 'alice' })
  await accounts.revoke('alice', 1)
  await accounts.ask(':delete', { localId: 'alice' })
  await accounts.listPage(1000, null)
  const base = `/v1/projects/${PROJECT}/tenants/a%2Fb/accounts`
  t.strictSame(
    requests.map(({ url }) => url),
    [`${base}:lookup`, `${base}:update`, `${base}:delete`, `${base}:batchGet?maxResults=1000`]
  )
})

t.test('accounts: a revocation ends refresh tokens of earlier sign-ins and keeps later ones', async (t) => {
  const { standIn, platform, accounts, clock } = await startAccounts(t)
  const before = await standIn.signIn('alice')
  clock.advance(10)
  t.strictSame(await accounts.revoke('alice', clock.now()), { kind: 'done' })
  const after = await standIn.signIn('alice')
  t.match(await platform.tokens.refresh(before.refreshToken), { failure: { code: 'TOKEN_REVOKED' } })
  t.match(await platform.tokens.refresh(after.refreshToken), { kind: 'tokens' })
  const { accounts: recorded, requests } = await startRecorder(t)
  await recorded.revoke('alice', 1_795_166_007.999)
  t.strictSame(JSON.parse(requests[0]?.body ?? ''), { localId: 'alice', validSince: '1795166007' })
})

t.test('accounts: a page is asked for by size and token, with the right scope', async (t) => {
  const { accounts, accessTokens, requests } = await startRecorder(t)
  await accounts.listPage(7, null)
  await accounts.listPage(1000, 'x/+ &=')
  t.match(requests, [
    { method: 'GET', url: `${BASE}:batchGet?maxResults=7`, body: '' },
    { method: 'GET', url: `${BASE}:batchGet?maxResults=1000&nextPageToken=x%2F%2B+%26%3D` }
  ])
  const scope = 'https://www.googleapis.com/auth/cloud-platform'
  t.strictSame(accessTokens !== null && 'asked' in accessTokens && accessTokens.asked, [scope, scope])
})

t.test('accounts: a page has the accounts that can be read, and a next page only by a text', async (t) => {
  const rows: readonly (readonly [body: object, uids: readonly string[], nextPageToken: string | null])[] = [
    [{}, [], null],
    [{ users: [], nextPageToken: '2' }, [], '2'],
    [{ users: [null, {}, { localId: '' }, { localId: 'a' }], nextPageToken: '3' }, ['a'], '3'],
    ...['', null, 7, ['1'], {}].map((nextPageToken) => [{ nextPageToken }, [], null] as const)
  ]
  for (const [body, uids, nextPageToken] of rows) {
    const { accounts } = await startRecorder(t, { response: (response) => sendJson(response, 200, body) })
    const page = await accounts.listPage(9, null)
    t.match(page, { kind: 'page', nextPageToken }, JSON.stringify(body))
    t.strictSame(page.kind === 'page' && page.records.map(({ uid }) => uid), uids)
  }
  const { accounts } = await startRecorder(t, {
    response: (response) => sendJson(response, 200, { users: {} })
  })
  t.match(await accounts.listPage(9, null), FOR_NOW)
})

t.test('accounts: without credentials, calls fail with advice and are not sent', async (t) => {
  const { accounts, requests } = await startRecorder(t, { accessTokens: null })
  t.equal(accounts.hasCredentials, false)
  const failed = {
    kind: 'failed',
    failure: { kind: 'configuration', code: 'PROVIDER_UNAVAILABLE', hint: { fix: /credentialsFile/ } }
  }
  t.match(await accounts.lookUp({ uid: 'alice' }), failed)
  t.match(await accounts.lookUp({ uid: '' }), { failure: { kind: 'caller', code: 'INVALID_ARGUMENT' } })
  t.match(await accounts.revoke('alice', 1), failed)
  t.match(await accounts.listPage(9, null), failed)
  t.equal(requests.length, 0)
})

t.test('accounts: user credentials name the quota project, other credentials name none', async (t) => {
  const rows: readonly [quotaProject: string | null, header: string | undefined][] = [
    ['payer', 'payer'],
    [null, undefined]
  ]
  for (const [quotaProject, header] of rows) {
    const { accounts, requests } = await startRecorder(t, { accessTokens: countTokens(quotaProject) })
    await accounts.lookUp({ uid: 'alice' })
    await accounts.listPage(9, null)
    await accounts.lookUpByIdToken('a.b.c', 'alice')
    const found = requests.map(({ headers }) => headers['x-goog-user-project'])
    t.strictSame(found, [header, header, undefined])
  }
})

t.test('accounts: without an access token, calls fail with its reason and are not sent', async (t) => {
  const rows: readonly [
    status: number,
    error: string,
    text: string,
    kind: string,
    cause: RegExp | undefined
  ][] = [
    [400, 'invalid_grant', 'Invalid JWT: Token must be a short-lived token', 'configuration', /clock/],
    [500, 'internal_failure', 'Backend error.', 'temporary', undefined]
  ]
  const { standIn, accounts, clock } = await startAccounts(t)
  for (const [status, message, description, kind, cause] of rows) {
    standIn.faults.oauthToken = { kind: 'error', status, message, description }
    clock.advance(10)
    const result = await accounts.lookUp({ uid: 'alice' })
    const failure = {
      kind,
      code: 'PROVIDER_UNAVAILABLE',
      ...(cause === undefined ? {} : { hint: { cause } })
    }
    t.match(result, { kind: 'failed', failure }, `${status} ${message}: ${description}`)
    t.equal(standIn.calls.lookup, 0)
  }
  standIn.faults.reset()
  clock.advance(10)
  t.match(await accounts.lookUp({ uid: 'alice' }), { kind: 'found' })
})

t.test('accounts: with the emulator, calls authenticate as `owner`', async (t) => {
  const seen = await startRecordingServer(t, (response) =>
    sendJson(response, 200, { users: [{ localId: 'alice' }] })
  )
  const { platform } = await startProvider(t, { settings: { emulatorHost: new URL(seen.url).host } })
  const accounts = platform.accountsOf('acme')
  t.equal(accounts.hasCredentials, true)
  t.match(await accounts.lookUp({ uid: 'alice' }), { kind: 'found' })
  t.match(seen.requests[0], {
    url: `/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/tenants/acme/accounts:lookup`,
    headers: { authorization: 'Bearer owner' }
  })
})

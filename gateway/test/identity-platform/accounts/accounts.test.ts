import t from 'tap'
import type { AccountKey } from '../../../src/identity-platform/accounts/accounts.ts'
import {
  BASE,
  FOR_NOW,
  NOT_FOUND,
  startAccounts,
  startRecorder
} from '../../fixtures/provider/account-calls.ts'
import { API_KEY, PROJECT, startProvider } from '../../fixtures/provider/provider.ts'
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

const ALICE = { uid: 'alice' }
const KIND = { kind: 'identitytoolkit#GetAccountInfoResponse' }
const MALLORY = { localId: 'mallory', phoneNumber: '+15555550199', disabled: true }
const LINKED = [{ providerId: 'google.com', rawId: '1', email: 'Alice@work.example' }]
const OF_WORK = { localId: 'alice', email: 'alice@example.com', providerUserInfo: LINKED }
const found = (uid: string) => ({ kind: 'found', record: { uid } })

t.test('accounts: a look-up accepts a response about the requested account alone', async (t) => {
  const twice = [1, 2].map((number) => ({ localId: `a${number}`, email: 'dup@example.com' }))
  const ambiguous = { kind: 'caller', code: 'INVALID_ARGUMENT', detail: /2 accounts/ }
  const rows: readonly [body: object, key: AccountKey, result: object][] = [
    [{}, ALICE, FOR_NOW],
    [{ status: 'maintenance' }, ALICE, FOR_NOW],
    [{ kind: 'x' }, ALICE, FOR_NOW],
    [KIND, ALICE, NOT_FOUND],
    [{ ...KIND, users: [] }, ALICE, NOT_FOUND],
    [{ users: [MALLORY] }, ALICE, FOR_NOW],
    [{ users: [MALLORY] }, { uid: 'mallory' }, found('mallory')],
    [{ users: [MALLORY] }, { phoneNumber: '+15555550100' }, FOR_NOW],
    [{ users: [MALLORY] }, { phoneNumber: '+15555550199' }, found('mallory')],
    [{ users: [OF_WORK] }, { email: 'alice@work.example' }, found('alice')],
    [{ users: [OF_WORK] }, { email: 'bob@work.example' }, FOR_NOW],
    [{ users: twice }, { email: 'dup@example.com' }, { kind: 'failed', failure: ambiguous }]
  ]
  for (const [body, key, result] of rows) {
    const { accounts } = await startRecorder(t, { response: (response) => sendJson(response, 200, body) })
    const name = `${JSON.stringify(key)}: ${JSON.stringify(body)}`
    t.match(await accounts.lookUp(key), result, name)
    if ('uid' in key) t.match(await accounts.lookUpByIdToken('a.b.c', key.uid), result, name)
  }
})

t.test('accounts: a look-up by an invalid key is refused before any call, a valid one is made', async (t) => {
  const uids = ['', 'x'.repeat(129), 'a\ud800', '\udc00b']
  const emails = ['', 'a', '@', 'a@', '@b', 'a@b@c', 'a b@c', 'a@b c', ' a@b', 'a@b\n']
  const phones = [
    ...['', '15555550100', '+', '+0155555501', '+1', '+1555555010012345', '+1 555 555 0100'],
    ...['+1-555-555-0100', '+1555555O100', '+15555550100 ', '+15555550100\n', 'tel:+15555550100']
  ]
  const refused: readonly (readonly [AccountKey, string])[] = [
    ...uids.map((uid) => [{ uid }, 'uid: must be 1 to 128 characters'] as const),
    ...emails.map((email) => [{ email }, 'email: must be something@something'] as const),
    ...phones.map(
      (phoneNumber) => [{ phoneNumber }, 'phoneNumber: must be E.164, such as +15555550100'] as const
    )
  ]
  const { standIn, accounts } = await startAccounts(t)
  for (const [key, detail] of refused) {
    const failure = { kind: 'caller', code: 'INVALID_ARGUMENT', detail, status: undefined }
    t.match(await accounts.lookUp(key), { kind: 'failed', failure }, JSON.stringify(key))
  }
  t.equal(standIn.calls.total(), 0)
  const valid = [
    ...['x', 'x'.repeat(128), '😀'.repeat(64), 'ü/😀 x'].map((uid) => ({ uid })),
    ...['a@b', 'ALICE+tag@exämple.com', "o'neill@[192.0.2.1]"].map((email) => ({ email })),
    ...['+15', '+155555501001234'].map((phoneNumber) => ({ phoneNumber }))
  ]
  for (const key of valid) t.match(await accounts.lookUp(key), NOT_FOUND, JSON.stringify(key))
  t.equal(standIn.calls.lookup, valid.length)
})

t.test('accounts: look-ups send a bearer token or an API key, never in the URL (ASVS 14.2.1)', async (t) => {
  const { accounts, accessTokens, requests } = await startRecorder(t)
  await accounts.lookUp({ uid: 'alice' })
  await accounts.lookUp({ email: 'Alice@example.com' })
  await accounts.lookUp({ phoneNumber: '+15555550100' })
  await accounts.lookUpByIdToken('a.b.c', 'alice')
  t.strictSame(
    requests.map(({ method, url, body }) => [method, url, JSON.parse(body)]),
    [
      ['POST', `${BASE}:lookup`, { localId: ['alice'] }],
      ['POST', `${BASE}:lookup`, { email: ['Alice@example.com'] }],
      ['POST', `${BASE}:lookup`, { phoneNumber: ['+15555550100'] }],
      ['POST', '/v1/accounts:lookup', { idToken: 'a.b.c' }]
    ]
  )
  const [asProject, , , asVisitor] = requests
  t.match(asProject?.headers, { authorization: 'Bearer ya29.1', 'content-type': 'application/json' })
  t.notOk(asProject && 'x-goog-api-key' in asProject.headers)
  t.match(asVisitor?.headers, { 'x-goog-api-key': API_KEY, 'content-type': 'application/json' })
  t.notOk(asVisitor && 'authorization' in asVisitor.headers)
  t.strictSame(accessTokens && 'asked' in accessTokens && accessTokens.asked, [
    'https://www.googleapis.com/auth/identitytoolkit',
    'https://www.googleapis.com/auth/identitytoolkit',
    'https://www.googleapis.com/auth/identitytoolkit'
  ])
})

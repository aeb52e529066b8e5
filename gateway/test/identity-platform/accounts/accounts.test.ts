import t from 'tap'
import {
  FOR_NOW,
  NOT_FOUND,
  readPages,
  startAccounts,
  startList,
  startRecorder,
  uidsOf
} from '../../fixtures/provider/account-calls.ts'
import { PROJECT, startProvider } from '../../fixtures/provider/provider.ts'
import { countTokens } from '../../fixtures/provider/provider-calls.ts'
import { sendJson, startRecordingServer } from '../../fixtures/wire/recording-server.ts'

t.test('accounts: a response over a mebibyte is read for an operator, but not for a visitor', async (t) => {
  const users = Array.from({ length: 1000 }, (_, index) => ({
    localId: `u${index}`,
    photoUrl: 'x'.repeat(1200)
  }))
  const asOperator = await startList(t, [{ users }], { budget: 'operator' })
  t.equal((await readPages(asOperator.accounts)).flatMap(uidsOf).length, 1000)
  const asVisitor = await startList(t, [{ users }])
  t.match(await readPages(asVisitor.accounts), [FOR_NOW])
})

t.test('accounts: every call for a tenant uses the encoded path of the tenant', async (t) => {
  const { accounts, requests } = await startRecorder(t, {
    tenantId: 'a/b',
    response: (response) => sendJson(response, 200, { users: [{ localId: 'alice' }], localId: 'alice' })
  })
  await accounts.lookUp({ uid: 'alice' })
  await accounts.create({})
  await accounts.update('alice', { disabled: true })
  await accounts.revoke('alice', 1)
  await accounts.delete('alice')
  await readPages(accounts)
  const base = `/v1/projects/${PROJECT}/tenants/a%2Fb/accounts`
  t.strictSame(
    requests.map(({ url }) => url),
    [
      `${base}:lookup`,
      base,
      `${base}:update`,
      `${base}:update`,
      `${base}:delete`,
      `${base}:batchGet?maxResults=1000`
    ]
  )
})

t.test('accounts: neither of two pools sees the accounts of the other', async (t) => {
  const { standIn, platform } = await startProvider(t, {
    withCredentials: true,
    standIn: { tenants: ['acme'] }
  })
  const project = platform.accountsOf(null)
  const acme = platform.accountsOf('acme')
  t.equal(platform.accountsOf('acme'), acme)
  t.not(acme, project)
  t.strictSame(await acme.create({ uid: 'bob', email: 'alice@example.com' }), { kind: 'created', uid: 'bob' })
  t.match(await acme.lookUp({ uid: 'bob' }), { kind: 'found', record: { tenantId: 'acme' } })
  t.match(await acme.lookUp({ email: 'alice@example.com' }), { record: { uid: 'bob' } })
  t.match(await project.lookUp({ email: 'alice@example.com' }), { record: { uid: 'alice', tenantId: null } })
  t.strictSame((await readPages(acme)).flatMap(uidsOf), ['bob'])
  t.strictSame((await readPages(project)).flatMap(uidsOf), ['alice'])
  const strangers = [
    [acme, 'alice'],
    [project, 'bob']
  ] as const
  for (const [accounts, uid] of strangers) {
    t.match(await accounts.lookUp({ uid }), NOT_FOUND)
    t.match(await accounts.update(uid, { disabled: true }), NOT_FOUND)
    t.match(await accounts.revoke(uid, 1), NOT_FOUND)
    t.match(await accounts.delete(uid), NOT_FOUND)
  }
  t.match(standIn.accounts.get('alice'), { disabled: false })
  t.strictSame(await acme.update('bob', { disabled: true }), { kind: 'done' })
  t.strictSame(await acme.delete('bob'), { kind: 'done' })
  t.equal(standIn.accounts.get('bob'), undefined)
})

t.test('accounts: a missing tenant is a configuration failure and does not affect other pools', async (t) => {
  const { platform } = await startProvider(t, { withCredentials: true })
  const missing = platform.accountsOf('no-such-tenant')
  for (let count = 0; count < 10; count++) {
    t.match(await missing.lookUp({ uid: 'alice' }), {
      failure: { kind: 'configuration', detail: '400 TENANT_NOT_FOUND', hint: { cause: /no tenant/ } }
    })
  }
  t.match(await platform.accountsOf(null).lookUp({ uid: 'alice' }), { kind: 'found' })
})

t.test('accounts: without credentials, calls fail with advice and are not sent', async (t) => {
  const { accounts, requests } = await startRecorder(t, { accessTokens: null })
  t.equal(accounts.hasCredentials, false)
  const failed = {
    kind: 'failed',
    failure: { kind: 'configuration', code: 'PROVIDER_UNAVAILABLE', hint: { fix: /credentialsFile/ } }
  }
  t.match(await accounts.lookUp({ uid: 'alice' }), failed)
  t.match(await accounts.create({}), failed)
  t.match(await accounts.update('alice', { disabled: true }), failed)
  t.match(await accounts.delete('alice'), failed)
  t.match(await accounts.revoke('alice', 1), failed)
  t.match(await readPages(accounts), [failed])
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
    await readPages(accounts)
    await accounts.lookUpByIdToken('a.b.c', 'alice')
    t.strictSame(
      requests.map(({ headers }) => headers['x-goog-user-project']),
      [header, header, undefined]
    )
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
    [400, 'invalid_grant', 'Invalid JWT Signature.', 'configuration', /deleted/],
    [400, 'invalid_scope', 'Invalid OAuth scope or ID token audience provided.', 'configuration', /scope/],
    [401, 'unauthorized_client', 'Client is unauthorized.', 'configuration', /not accepted/],
    [429, 'rate_limited', 'Slow down.', 'temporary', undefined],
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

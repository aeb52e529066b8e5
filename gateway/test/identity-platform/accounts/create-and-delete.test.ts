import t from 'tap'
import type { NewAccount } from '../../../src/identity-platform/accounts/account-fields.ts'
import { BASE, NOT_FOUND, startAccounts, startRecorder } from '../../fixtures/provider/account-calls.ts'
import { sendJson } from '../../fixtures/wire/recording-server.ts'

t.test('accounts: create without any field lets the provider choose the uid', async (t) => {
  const { accounts } = await startAccounts(t)
  const first = await accounts.create({})
  const second = await accounts.create({})
  t.match(first, { kind: 'created', uid: /^[A-Za-z0-9]{28}$/ })
  t.notSame(first, second)
})

t.test('accounts: create with a uid, email or phone number that is taken is a caller error', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  standIn.accounts.create({ uid: 'bob', email: 'bob@example.com', phoneNumber: '+15555550100' })
  const rows: readonly [NewAccount, string][] = [
    [{ uid: 'bob' }, '400 DUPLICATE_LOCAL_ID'],
    [{ email: 'BOB@example.com' }, '400 EMAIL_EXISTS'],
    [{ phoneNumber: '+15555550100' }, '400 PHONE_NUMBER_EXISTS']
  ]
  for (const [account, detail] of rows) {
    const failure = { kind: 'caller', code: 'INVALID_ARGUMENT', detail }
    t.match(await accounts.create(account), { kind: 'failed', failure }, detail)
  }
})

t.test('accounts: create sends the field names of that call and no unset field', async (t) => {
  const { accounts, requests } = await startRecorder(t, {
    response: (response) => sendJson(response, 200, { localId: 'bob' })
  })
  await accounts.create({})
  const profile = {
    email: 'b@c',
    emailVerified: true,
    displayName: 'B',
    phoneNumber: '+15555550100',
    password: 'secret1'
  }
  await accounts.create({ ...profile, uid: 'bob', photoURL: 'https://img.example/b.png', disabled: false })
  t.strictSame(
    requests.map(({ method, url, body }) => [method, url, JSON.parse(body)]),
    [
      ['POST', BASE, {}],
      ['POST', BASE, { ...profile, localId: 'bob', photoUrl: 'https://img.example/b.png', disabled: false }]
    ]
  )
})

t.test('accounts: delete removes the account, and a second delete is user-not-found', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  t.strictSame(await accounts.delete('alice'), { kind: 'done' })
  t.equal(standIn.accounts.get('alice'), undefined)
  t.match(await accounts.lookUp({ uid: 'alice' }), NOT_FOUND)
  t.match(await accounts.delete('alice'), NOT_FOUND)
  const { accounts: recorded, requests } = await startRecorder(t)
  await recorded.delete('alice')
  t.match(requests, [{ method: 'POST', url: `${BASE}:delete`, body: '{"localId":"alice"}' }])
})

t.test('accounts: revoke ends refresh tokens of earlier sign-ins and keeps later ones', async (t) => {
  const { standIn, platform, accounts, clock } = await startAccounts(t)
  const before = await standIn.signIn('alice')
  clock.advance(10)
  t.strictSame(await accounts.revoke('alice', clock.now()), { kind: 'done' })
  const after = await standIn.signIn('alice')
  t.match(await platform.tokens.refresh(before.refreshToken), { failure: { code: 'TOKEN_REVOKED' } })
  t.match(await platform.tokens.refresh(after.refreshToken), { kind: 'tokens' })
  t.match(await accounts.revoke('nobody', clock.now()), NOT_FOUND)
  const { accounts: recorded, requests } = await startRecorder(t)
  await recorded.revoke('alice', 1_795_166_007.999)
  t.strictSame(JSON.parse(requests[0]?.body ?? ''), { localId: 'alice', validSince: '1795166007' })
})

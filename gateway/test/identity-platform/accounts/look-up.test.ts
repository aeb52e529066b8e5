import t from 'tap'
import type { AccountKey } from '../../../src/identity-platform/accounts/accounts.ts'
import {
  BASE,
  FOR_NOW,
  NOT_FOUND,
  startAccounts,
  startRecorder
} from '../../fixtures/provider/account-calls.ts'
import { API_KEY, startProvider } from '../../fixtures/provider/provider.ts'
import { sendJson } from '../../fixtures/wire/recording-server.ts'

t.test('accounts: look-up by uid returns the record', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  standIn.accounts.create({
    uid: 'bob',
    email: 'bob@example.com',
    password: 'secret1',
    customClaims: { a: 1 }
  })
  t.equal(accounts.hasCredentials, true)
  const result = await accounts.lookUp({ uid: 'bob' })
  t.match(result, { kind: 'found', record: { uid: 'bob', email: 'bob@example.com', customClaims: { a: 1 } } })
  t.notMatch(JSON.stringify(result), /hash/i)
})

t.test(
  'accounts: look-up by email in any case or by phone returns the record, with other values user-not-found',
  async (t) => {
    const { standIn, accounts } = await startAccounts(t)
    standIn.accounts.create({ uid: 'bob', email: 'Bob@Example.com', phoneNumber: '+15555550100' })
    for (const key of [
      { email: 'bob@example.com' },
      { email: 'BOB@EXAMPLE.COM' },
      { email: 'bOb@eXample.com' },
      { phoneNumber: '+15555550100' }
    ])
      t.match(await accounts.lookUp(key), { kind: 'found', record: { uid: 'bob' } }, JSON.stringify(key))
    for (const key of [
      { email: 'bob@example.org' },
      { email: 'ob@example.com' },
      { phoneNumber: '+15555550101' }
    ])
      t.match(await accounts.lookUp(key), NOT_FOUND, JSON.stringify(key))
  }
)

t.test(
  'accounts: look-up by the email of a linked provider is accepted, by an email not in the record refused',
  async (t) => {
    const providerUserInfo = [{ providerId: 'google.com', rawId: '1', email: 'Alice@work.example' }]
    const users = [{ localId: 'alice', email: 'alice@example.com', providerUserInfo }]
    const { accounts } = await startRecorder(t, {
      response: (response) => sendJson(response, 200, { users })
    })
    t.match(await accounts.lookUp({ email: 'alice@work.example' }), {
      kind: 'found',
      record: { uid: 'alice' }
    })
    t.match(await accounts.lookUp({ email: 'bob@work.example' }), {
      kind: 'failed',
      failure: { kind: 'temporary' }
    })
  }
)

t.test(
  'accounts: a look-up by an invalid key is refused before any call, by a valid one it is made',
  async (t) => {
    const uids = ['', 'x'.repeat(129), 'a\ud800', '\udc00b']
    const emails = ['', 'a', '@', 'a@', '@b', 'a@b@c', 'a b@c', 'a@b c', ' a@b', 'a@b\n']
    const phones = ['', '15555550100', '+', '+0155555501', '+1', '+1555555010012345', '+1 555 555 0100']
    const morePhones = [
      '+1-555-555-0100',
      '+1555555O100',
      '+15555550100 ',
      '+15555550100\n',
      'tel:+15555550100'
    ]
    const refused: readonly (readonly [AccountKey, string])[] = [
      ...uids.map((uid) => [{ uid }, 'uid: must be 1 to 128 characters'] as const),
      ...emails.map((email) => [{ email }, 'email: must be something@something'] as const),
      ...[...phones, ...morePhones].map(
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
  }
)

t.test('accounts: look-up of an email with two accounts fails and suggests the uid', async (t) => {
  const users = [1, 2].map((number) => ({ localId: `a${number}`, email: 'dup@example.com' }))
  const { accounts } = await startRecorder(t, { response: (response) => sendJson(response, 200, { users }) })
  t.match(await accounts.lookUp({ email: 'dup@example.com' }), {
    kind: 'failed',
    failure: { kind: 'caller', code: 'INVALID_ARGUMENT', detail: /2 accounts/ }
  })
})

t.test('accounts: a look-up response of another shape is temporary, not user-not-found', async (t) => {
  for (const body of [{}, { status: 'maintenance' }, { kind: 'x' }]) {
    const { accounts } = await startRecorder(t, { response: (response) => sendJson(response, 200, body) })
    const failed = { kind: 'failed', failure: { kind: 'temporary' } }
    t.match(await accounts.lookUp({ uid: 'alice' }), failed, JSON.stringify(body))
    t.match(await accounts.lookUpByIdToken('a.b.c', 'alice'), failed, JSON.stringify(body))
  }
})

t.test('accounts: look-up of a missing account is user-not-found', async (t) => {
  const { accounts } = await startAccounts(t)
  t.match(await accounts.lookUp({ uid: 'nobody' }), NOT_FOUND)
  const kind = 'identitytoolkit#GetAccountInfoResponse'
  for (const body of [{ kind }, { kind, users: [] }]) {
    const recorder = await startRecorder(t, { response: (response) => sendJson(response, 200, body) })
    t.match(await recorder.accounts.lookUp({ uid: 'nobody' }), NOT_FOUND, JSON.stringify(body))
    t.match(await recorder.accounts.lookUpByIdToken('a.b.c', 'nobody'), NOT_FOUND, JSON.stringify(body))
  }
})

t.test('accounts: look-up by id token needs no credentials', async (t) => {
  const { standIn, platform, clock } = await startProvider(t)
  const accounts = platform.accountsOf(null)
  t.equal(accounts.hasCredentials, false)
  const { idToken } = await standIn.signIn('alice')
  t.match(await accounts.lookUpByIdToken(idToken, 'alice'), { kind: 'found', record: { uid: 'alice' } })
  clock.advance(10)
  standIn.accounts.revoke('alice')
  const failed = (code: string) => ({ kind: 'failed', failure: { kind: 'permanent', code } })
  t.match(await accounts.lookUpByIdToken(idToken, 'alice'), failed('TOKEN_REVOKED'))
  standIn.accounts.disable('alice')
  t.match(await accounts.lookUpByIdToken(idToken, 'alice'), failed('USER_DISABLED'))
  standIn.accounts.delete('alice')
  t.match(await accounts.lookUpByIdToken(idToken, 'alice'), failed('USER_NOT_FOUND'))
})

t.test(
  'accounts: look-ups send a bearer token (project) or an API key (visitor), never in the URL (ASVS 14.2.1)',
  async (t) => {
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
  }
)

// A response about another user must never be taken for the requested one.
t.test('accounts: a look-up response about another account is a temporary failure', async (t) => {
  const users = [{ localId: 'mallory', phoneNumber: '+15555550199', disabled: true }]
  const { accounts } = await startRecorder(t, { response: (response) => sendJson(response, 200, { users }) })
  t.match(await accounts.lookUp({ uid: 'alice' }), FOR_NOW)
  t.match(await accounts.lookUp({ phoneNumber: '+15555550100' }), FOR_NOW)
  t.match(await accounts.lookUpByIdToken('a.b.c', 'alice'), FOR_NOW)
  const found = { kind: 'found', record: { uid: 'mallory' } }
  t.match(await accounts.lookUp({ uid: 'mallory' }), found)
  t.match(await accounts.lookUp({ phoneNumber: '+15555550199' }), found)
  t.match(await accounts.lookUpByIdToken('a.b.c', 'mallory'), found)
})

import t from 'tap'
import type { AccountKey } from '../../../src/identity-platform/accounts/accounts.ts'
import {
  BASE,
  FOR_NOW,
  NOT_FOUND,
  startAccounts,
  startRecorder
} from '../../fixtures/provider/account-calls.ts'
import { API_KEY } from '../../fixtures/provider/provider.ts'
import { sendJson } from '../../fixtures/wire/recording-server.ts'

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

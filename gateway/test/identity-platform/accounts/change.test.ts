import t from 'tap'
import type { AccountChanges } from '../../../src/identity-platform/accounts/account-fields.ts'
import { BASE, NOT_FOUND, startAccounts, startRecorder } from '../../fixtures/provider/account-calls.ts'

const EMAIL_TAKEN = { kind: 'failed', failure: { kind: 'caller', detail: '400 EMAIL_EXISTS' } }

t.test('accounts: an update sends cleared fields as lists and times as whole seconds in text', async (t) => {
  const rows: readonly [AccountChanges, object][] = [
    [
      {
        email: 'a@b',
        emailVerified: false,
        displayName: 'A',
        photoURL: 'https://a.example/',
        phoneNumber: '+15555550100',
        password: 'secret1'
      },
      {
        email: 'a@b',
        emailVerified: false,
        displayName: 'A',
        photoUrl: 'https://a.example/',
        phoneNumber: '+15555550100',
        password: 'secret1'
      }
    ],
    [{ disabled: true }, { disableUser: true }],
    [{ disabled: false }, { disableUser: false }],
    [{ validSinceSeconds: 1_795_166_007.9 }, { validSince: '1795166007' }],
    [{ customClaims: { role: 'a' } }, { customAttributes: '{"role":"a"}' }],
    [{ customClaims: {} }, { customAttributes: '{}' }],
    [{ customClaims: null }, { customAttributes: '{}' }],
    [{ displayName: null }, { deleteAttribute: ['DISPLAY_NAME'] }],
    [{ photoURL: null }, { deleteAttribute: ['PHOTO_URL'] }],
    [{ email: null }, { deleteAttribute: ['EMAIL'] }],
    [{ password: null }, { deleteAttribute: ['PASSWORD'] }],
    [{ phoneNumber: null }, { deleteProvider: ['phone'] }],
    [
      { phoneNumber: null, email: null, displayName: null, disabled: true },
      { deleteProvider: ['phone'], deleteAttribute: ['DISPLAY_NAME', 'EMAIL'], disableUser: true }
    ],
    [{ removePasskeys: ['a', 'b'] }, { deletePasskey: ['a', 'b'] }],
    [{ secondFactors: null }, { mfa: { enrollments: [] } }]
  ]
  const { accounts, requests } = await startRecorder(t)
  for (const [changes, body] of rows) {
    t.strictSame(await accounts.update('alice', changes), { kind: 'done' })
    const request = requests.at(-1)
    t.match(request, { method: 'POST', url: `${BASE}:update` })
    t.strictSame(JSON.parse(request?.body ?? ''), { localId: 'alice', ...body }, JSON.stringify(changes))
  }
})

t.test('accounts: changing a missing account is user-not-found, a taken email a caller error', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  t.match(await accounts.update('nobody', { disabled: true }), NOT_FOUND)
  standIn.accounts.create({ uid: 'bob' })
  t.match(await accounts.update('bob', { email: 'ALICE@example.com' }), EMAIL_TAKEN)
})

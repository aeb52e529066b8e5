import t from 'tap'
import type { AccountChanges } from '../../../src/identity-platform/accounts/account-fields.ts'
import { BASE, NOT_FOUND, startAccounts, startRecorder } from '../../fixtures/provider/account-calls.ts'

const EMAIL_TAKEN = { kind: 'failed', failure: { kind: 'caller', detail: '400 EMAIL_EXISTS' } }

t.test('accounts: changing each field stores it and leaves the other fields alone', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  standIn.accounts.create({ uid: 'bob', email: 'bob@example.com', displayName: 'Bob' })
  const rows: readonly [AccountChanges, object][] = [
    [{ displayName: 'Robert' }, { displayName: 'Robert', email: 'bob@example.com' }],
    [
      { photoURL: 'https://img.example/b.png' },
      { photoURL: 'https://img.example/b.png', displayName: 'Robert' }
    ],
    [{ phoneNumber: '+15555550100' }, { phoneNumber: '+15555550100' }],
    [{ emailVerified: true }, { emailVerified: true }],
    [{ email: 'Robert@example.com' }, { email: 'robert@example.com', emailVerified: false }],
    [{ password: 'secret2' }, { providerData: [{ providerId: 'password' }, { providerId: 'phone' }] }],
    [{ disabled: true }, { disabled: true }],
    [{ disabled: false }, { disabled: false }],
    [{ customClaims: { role: 'editor', n: [1, null] } }, { customClaims: { role: 'editor', n: [1, null] } }],
    [{ validSinceSeconds: 1_795_166_007.9 }, { tokensValidAfterTime: 'Fri, 20 Nov 2026 09:13:27 GMT' }],
    [
      { displayName: 'R', photoURL: 'https://img.example/r.png', customClaims: {} },
      {
        displayName: 'R',
        photoURL: 'https://img.example/r.png',
        customClaims: {},
        phoneNumber: '+15555550100'
      }
    ]
  ]
  for (const [changes, record] of rows) {
    t.strictSame(await accounts.update('bob', changes), { kind: 'done' })
    t.match(await accounts.lookUp({ uid: 'bob' }), { kind: 'found', record }, JSON.stringify(changes))
  }
})

t.test('accounts: clearing each field removes it and leaves the other fields alone', async (t) => {
  const { standIn, accounts } = await startAccounts(t)
  standIn.accounts.create({
    uid: 'bob',
    email: 'bob@example.com',
    password: 'secret1',
    displayName: 'Bob',
    photoUrl: 'https://img.example/b.png',
    phoneNumber: '+15555550100',
    customClaims: { role: 'admin' },
    secondFactors: [{ id: 'f1', phoneNumber: '+15555550101', enrolledAtSeconds: 0 }]
  })
  const rows: readonly [AccountChanges, object][] = [
    [{ displayName: null }, { displayName: null, photoURL: /b\.png/ }],
    [{ photoURL: null }, { photoURL: null, phoneNumber: '+15555550100' }],
    [{ phoneNumber: null }, { phoneNumber: null, email: 'bob@example.com' }],
    [{ customClaims: null }, { customClaims: {}, multiFactor: { enrolledFactors: [{ uid: 'f1' }] } }],
    [
      { secondFactors: null },
      { multiFactor: { enrolledFactors: [] }, providerData: [{ providerId: 'password' }] }
    ],
    [{ password: null }, { providerData: [], email: 'bob@example.com' }],
    [{ email: null }, { email: null, uid: 'bob' }]
  ]
  for (const [changes, record] of rows) {
    t.strictSame(await accounts.update('bob', changes), { kind: 'done' })
    const result = await accounts.lookUp({ uid: 'bob' })
    t.match(result, { kind: 'found', record }, JSON.stringify(changes))
    if (changes.customClaims === null && result.kind === 'found') t.strictSame(result.record.customClaims, {})
  }
})

t.test('accounts: an update sends cleared fields as lists and times as whole seconds in text', async (t) => {
  const rows: readonly [AccountChanges, object][] = [
    [
      {
        email: 'a@b',
        emailVerified: false,
        displayName: 'A',
        photoURL: 'https://a.example/',
        password: 'secret1'
      },
      {
        email: 'a@b',
        emailVerified: false,
        displayName: 'A',
        photoUrl: 'https://a.example/',
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

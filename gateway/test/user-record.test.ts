import t from 'tap'
import { isRevoked, readUserRecord, type UserRecord } from '../src/identity-platform/user-record.ts'

const EMPTY: UserRecord = {
  uid: 'alice',
  email: null,
  emailVerified: false,
  displayName: null,
  photoURL: null,
  phoneNumber: null,
  disabled: false,
  metadata: { creationTime: null, lastSignInTime: null, lastRefreshTime: null },
  providerData: [],
  customClaims: null,
  tokensValidAfterTime: null,
  tenantId: null
}

t.test('user record: a uid alone, everything else at its default', async (t) => {
  t.strictSame(readUserRecord({ localId: 'alice' }), EMPTY)
})

t.test('user record: each member of the answer, mapped', async (t) => {
  const { metadata } = EMPTY
  const rows: readonly [name: string, value: unknown, expected: Partial<UserRecord>][] = [
    ['email', 'a@example.com', { email: 'a@example.com' }],
    ['emailVerified', true, { emailVerified: true }],
    ['emailVerified', false, {}],
    ['emailVerified', 'true', {}],
    ['displayName', 'Alice', { displayName: 'Alice' }],
    ['displayName', '', {}],
    ['photoUrl', 'https://img.example/a.png', { photoURL: 'https://img.example/a.png' }],
    ['photoURL', 'https://img.example/a.png', {}],
    ['phoneNumber', '+15555550100', { phoneNumber: '+15555550100' }],
    ['disabled', true, { disabled: true }],
    ['disabled', false, {}],
    [
      'createdAt',
      '1795166007110',
      { metadata: { ...metadata, creationTime: 'Fri, 20 Nov 2026 09:13:27 GMT' } }
    ],
    [
      'createdAt',
      1795166007110,
      { metadata: { ...metadata, creationTime: 'Fri, 20 Nov 2026 09:13:27 GMT' } }
    ],
    ['createdAt', 'soon', {}],
    ['lastLoginAt', '0', { metadata: { ...metadata, lastSignInTime: 'Thu, 01 Jan 1970 00:00:00 GMT' } }],
    ['lastLoginAt', null, {}],
    [
      'lastRefreshAt',
      '2026-11-20T09:13:27.110Z',
      { metadata: { ...metadata, lastRefreshTime: 'Fri, 20 Nov 2026 09:13:27 GMT' } }
    ],
    ['lastRefreshAt', 1795166007110, {}],
    ['lastRefreshAt', 'never', {}],
    ['customAttributes', '{"role":"editor"}', { customClaims: { role: 'editor' } }],
    ['customAttributes', '{}', { customClaims: {} }],
    ['customAttributes', '{"role":', {}],
    ['customAttributes', '["role"]', {}],
    ['customAttributes', 'null', {}],
    ['customAttributes', { role: 'editor' }, {}],
    ['validSince', '1795166007', { tokensValidAfterTime: 'Fri, 20 Nov 2026 09:13:27 GMT' }],
    ['validSince', 1795166007, { tokensValidAfterTime: 'Fri, 20 Nov 2026 09:13:27 GMT' }],
    ['validSince', 'soon', {}],
    ['tenantId', 'acme', { tenantId: 'acme' }],
    ['tenantId', 7, {}]
  ]
  for (const [name, value, expected] of rows) {
    const record = readUserRecord({ localId: 'alice', [name]: value })
    t.strictSame(record, { ...EMPTY, ...expected }, `${name}: ${JSON.stringify(value)}`)
  }
})

t.test('user record: identities, mapped; those without an id or a provider, skipped', async (t) => {
  const whole = {
    providerId: 'google.com',
    rawId: '1234',
    displayName: 'Alice',
    email: 'a@example.com',
    photoUrl: 'https://img.example/a.png',
    phoneNumber: '+15555550100',
    federatedId: 'https://accounts.google.com/1234'
  }
  const providerUserInfo = [
    whole,
    { providerId: 'phone', rawId: '+15555550100' },
    { providerId: 'password' },
    { rawId: '5' },
    { providerId: '', rawId: '5' },
    { providerId: 'x', rawId: 5 },
    null,
    'google.com',
    []
  ]
  t.strictSame(readUserRecord({ localId: 'alice', providerUserInfo })?.providerData, [
    {
      uid: '1234',
      providerId: 'google.com',
      displayName: 'Alice',
      email: 'a@example.com',
      photoURL: 'https://img.example/a.png',
      phoneNumber: '+15555550100'
    },
    {
      uid: '+15555550100',
      providerId: 'phone',
      displayName: null,
      email: null,
      photoURL: null,
      phoneNumber: null
    }
  ])
  t.strictSame(readUserRecord({ localId: 'alice', providerUserInfo: whole })?.providerData, [])
})

t.test('user record: password hash and salt, left behind', async (t) => {
  const record = readUserRecord({
    localId: 'alice',
    passwordHash: 'fakeHash:salt=fakeSalt:password=secret1',
    salt: 'fakeSalt',
    passwordUpdatedAt: 1795166007111,
    providerUserInfo: [{ providerId: 'password', rawId: 'a@example.com', passwordHash: 'secret1' }]
  })
  t.equal(record?.uid, 'alice')
  t.notMatch(JSON.stringify(record), /secret1|fakeSalt|password[HU]/)
})

t.test('user record: no uid or no object, is none', async (t) => {
  const rows = [undefined, null, 'alice', 7, [], {}, { localId: '' }, { localId: 7 }, { uid: 'alice' }]
  for (const user of rows) t.equal(readUserRecord(user), null, JSON.stringify(user))
})

t.test('user record: revoked, only a sign-in strictly before the second of the revocation', async (t) => {
  const record = readUserRecord({ localId: 'alice', validSince: '1795166007' }) as UserRecord
  const rows: readonly [authTime: number, revoked: boolean][] = [
    [1_795_166_006, true],
    [1_795_166_006.999, true],
    [1_795_166_007, false],
    [1_795_166_008, false],
    [0, true]
  ]
  for (const [authTime, revoked] of rows) t.equal(isRevoked(record, authTime), revoked, String(authTime))
  t.equal(isRevoked(EMPTY, 0), false, 'nothing was ever revoked')
})

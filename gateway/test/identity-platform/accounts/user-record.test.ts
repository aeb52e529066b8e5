import fc from 'fast-check'
import t from 'tap'
import { readUserRecord, type UserRecord } from '../../../src/identity-platform/accounts/user-record.ts'
import { words } from '../../fixtures/words.ts'

const AT = 'Fri, 20 Nov 2026 09:13:27 GMT'

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
  tokensValidAfterTime: null,
  passwordChangeTime: null,
  tenantId: null,
  multiFactor: { enrolledFactors: [] }
}

t.test('user record: a uid alone gives a record of defaults', async (t) => {
  t.strictSame(readUserRecord({ localId: 'alice' }), EMPTY)
})

t.test('user record: each member of the response is mapped', async (t) => {
  const at = (name: keyof UserRecord['metadata'], time: string) => ({
    metadata: { ...EMPTY.metadata, [name]: time }
  })
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
    ['createdAt', '1795166007110', { createdAtMs: 1795166007110, ...at('creationTime', AT) }],
    ['createdAt', 1795166007110, { createdAtMs: 1795166007110, ...at('creationTime', AT) }],
    ['createdAt', 'soon', {}],
    ['lastLoginAt', '0', at('lastSignInTime', 'Thu, 01 Jan 1970 00:00:00 GMT')],
    ['lastLoginAt', null, {}],
    ['lastRefreshAt', '2026-11-20T09:13:27.110Z', at('lastRefreshTime', AT)],
    ['lastRefreshAt', 1795166007110, {}],
    ['lastRefreshAt', 'never', {}],
    ['customAttributes', '{"role":"editor"}', { customClaims: { role: 'editor' } }],
    ['customAttributes', '{}', { customClaims: {} }],
    ['customAttributes', '{"role":', { claimsCaveat: 'unreadable' }],
    ['customAttributes', '["role"]', { claimsCaveat: 'unreadable' }],
    ['customAttributes', 'null', { claimsCaveat: 'unreadable' }],
    ['customAttributes', '', {}],
    ['customAttributes', '{"n":1e999}', { customClaims: { n: Infinity }, claimsCaveat: 'inexact' }],
    ['customAttributes', { role: 'editor' }, {}],
    ['validSince', '1795166007', { tokensValidAfterTime: AT }],
    ['validSince', 1795166007, { tokensValidAfterTime: AT }],
    ['validSince', 'soon', {}],
    ['tenantId', 'acme', { tenantId: 'acme' }],
    ['tenantId', 7, {}]
  ]
  for (const [name, value, expected] of rows) {
    const record = readUserRecord({ localId: 'alice', [name]: value })
    t.strictSame(record, { ...EMPTY, ...expected }, `${name}: ${JSON.stringify(value)}`)
  }
})

t.test('user record: a custom claim named __proto__ is a plain one', async (t) => {
  const odd = readUserRecord({ localId: 'alice', customAttributes: '{"__proto__":{"admin":true}}' })
  t.equal(odd?.customClaims?.admin, undefined)
  t.strictSame(Object.keys(odd?.customClaims ?? {}), ['__proto__'])
})

t.test('user record: custom claims are marked when JavaScript cannot represent a number', async (t) => {
  const exact = words`0 -0 0.0e999999 7 -1.50 0.1 100 1E3 1e+21 1e-7 1.7976931348623157e308
    9007199254740991 9007199254740992 5e-324 12345678901234567000 10.0e-1`
  const texts = [
    '"12345678901234567890"',
    String.raw`"\"12345678901234567890\\"`,
    '{"12345678901234567890":1}'
  ]
  for (const value of [...exact, ...texts]) {
    const record = readUserRecord({ localId: 'alice', customAttributes: `{"n":${value}}` })
    t.notOk('claimsCaveat' in (record ?? {}), value)
    t.strictSame(record?.customClaims, { n: JSON.parse(value) })
  }
  const inexact = words`12345678901234567890 -9007199254740993 1e309 -1e999 1e-999 0.12345678901234567890`
  const nested = ['["1",{"a":[9007199254740993]}]', String.raw`["\\",9007199254740993]`]
  for (const value of [...inexact, ...nested]) {
    const record = readUserRecord({ localId: 'alice', customAttributes: `{"n":${value}}` })
    t.equal(record?.claimsCaveat, 'inexact', value)
  }
})

t.test('user record: custom claims serialised by JavaScript are never marked as inexact', async () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (claims) => {
      const customAttributes = JSON.stringify(claims)
      return readUserRecord({ localId: 'alice', customAttributes })?.claimsCaveat === undefined
    })
  )
})

t.test('user record: second factors are mapped, those without an id or a kind are skipped', async (t) => {
  const phone = { phoneInfo: '+15555550101', unobfuscatedPhoneInfo: '+15555550199' }
  const enrolledAt = '2026-11-20T09:13:27.110Z'
  const mfaInfo = [
    { mfaEnrollmentId: 'f1', displayName: 'Work', ...phone, enrolledAt },
    { mfaEnrollmentId: 'f2', totpInfo: {} },
    { mfaEnrollmentId: 'f3', totpInfo: {}, enrolledAt: 'once' },
    phone,
    ...[{ ...phone, mfaEnrollmentId: '' }, { mfaEnrollmentId: 'f4' }],
    ...[{ mfaEnrollmentId: 'f5', phoneInfo: 7 }, { mfaEnrollmentId: 'f6', totpInfo: null }, null, 'f7', []]
  ]
  const totp = { factorId: 'totp', displayName: null, phoneNumber: null, enrollmentTime: null }
  const { phoneInfo: phoneNumber } = phone
  t.strictSame(readUserRecord({ localId: 'alice', mfaInfo })?.multiFactor.enrolledFactors, [
    { uid: 'f1', factorId: 'phone', displayName: 'Work', phoneNumber, enrollmentTime: AT },
    { uid: 'f2', ...totp },
    { uid: 'f3', ...totp }
  ])
  t.strictSame(readUserRecord({ localId: 'alice', mfaInfo: mfaInfo[0] })?.multiFactor.enrolledFactors, [])
})

t.test('user record: any JSON gives a record with a uid or null, and never throws', async () => {
  const members = fc.constantFrom(
    ...words`localId customAttributes validSince createdAt lastRefreshAt providerUserInfo mfaInfo`
  )
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(members, fc.jsonValue())), (user) => {
      const record = readUserRecord(user)
      if (record === null) return true
      const { tokensValidAfterTime: time } = record
      return record.uid !== '' && (time === null || new Date(time).toUTCString() === time)
    }),
    { numRuns: 500 }
  )
})

t.test('user record: identities are mapped, those without an id or a provider are skipped', async (t) => {
  const profile = { displayName: 'Alice', email: 'a@example.com', phoneNumber: '+15555550100' }
  const photo = 'https://img.example/a.png'
  const whole = { ...profile, providerId: 'google.com', rawId: '1234', photoUrl: photo, federatedId: 'x' }
  const providerUserInfo = [
    whole,
    { providerId: 'phone', rawId: '+15555550100' },
    ...[{ providerId: 'password' }, { rawId: '5' }, { providerId: '', rawId: '5' }],
    ...[{ providerId: 'x', rawId: 5 }, null, 'google.com', []]
  ]
  const none = { displayName: null, email: null, photoURL: null, phoneNumber: null }
  t.strictSame(readUserRecord({ localId: 'alice', providerUserInfo })?.providerData, [
    { ...profile, uid: '1234', providerId: 'google.com', photoURL: photo },
    { ...none, uid: '+15555550100', providerId: 'phone' }
  ])
  t.strictSame(readUserRecord({ localId: 'alice', providerUserInfo: whole })?.providerData, [])
})

t.test('user record: password hash and salt are not part of the record', async (t) => {
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

t.test('user record: null without a uid or an object', async (t) => {
  const rows = [undefined, null, 'alice', 7, [], {}, { localId: '' }, { localId: 7 }, { uid: 'alice' }]
  for (const user of rows) t.equal(readUserRecord(user), null, JSON.stringify(user))
})

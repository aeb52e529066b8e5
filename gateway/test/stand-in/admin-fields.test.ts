import { decodeJwt } from 'jose'
import t from 'tap'
import { type Answer, NOW, openAdmin, refresh, signInCall, start } from './requests.ts'

t.test('stand-in: admin look-up by federated id and first email, finds those that exist', async (t) => {
  const standIn = await start(t)
  const link = { providerId: 'google.com', rawId: '123' }
  standIn.accounts.create({ uid: 'bob', linkedProviders: [link] })
  standIn.accounts.update('alice', { email: 'al@example.com' })
  const admin = await openAdmin(standIn)
  const uids = async (body: unknown): Promise<string[] | undefined> =>
    (await admin('accounts:lookup', body)).body.users?.map((user: { localId: string }) => user.localId)
  t.strictSame(await uids({ federatedUserId: [link, { ...link, rawId: '124' }] }), ['bob'])
  t.strictSame(await uids({ initialEmail: ['ALICE@example.com'] }), ['alice'])
  t.strictSame(await uids({ initialEmail: ['al@example.com'] }), undefined)
  t.strictSame(await uids({ federatedUserId: [link], initialEmail: ['alice@example.com'] }), ['alice', 'bob'])
  t.match((await admin('accounts:lookup', { localId: ['alice'] })).body.users, [
    { email: 'al@example.com', initialEmail: 'alice@example.com' }
  ])
})

t.test('stand-in: admin look-up, takes 100 identifiers and refuses 101', async (t) => {
  const standIn = await start(t)
  const admin = await openAdmin(standIn)
  const many = Array.from({ length: 99 }, (_, index) => `u${index}`)
  t.equal((await admin('accounts:lookup', { localId: many, email: ['alice@example.com'] })).status, 200)
  const { status, body } = await admin('accounts:lookup', { localId: many, email: ['a@b.c', 'd@e.f'] })
  t.match([status, body.error.message], [400, /^INVALID_ARGUMENT : /])
})

t.test('stand-in: admin second factors, are made, replaced and cleared', async (t) => {
  const standIn = await start(t)
  const admin = await openAdmin(standIn)
  const factors = async (): Promise<Record<string, unknown>[] | undefined> =>
    (await admin('accounts:lookup', { localId: ['bob'] })).body.users[0].mfaInfo
  const enrol = (mfa: unknown): Promise<Answer> => admin('accounts:update', { localId: 'bob', mfa })
  const phoneInfo = '+15555550100'
  await admin('accounts', { localId: 'bob', mfaInfo: [{ displayName: 'mine', phoneInfo }, { phoneInfo }] })
  const [made, ...others] = (await factors()) ?? []
  t.match(made, { displayName: 'mine', phoneInfo, mfaEnrollmentId: /./, enrolledAt: /^2027-/ })
  t.strictSame(others, [], 'one phone number, one factor')
  const enrolledAt = '2026-01-02T03:04:05.000Z'
  await enrol({
    enrollments: [
      { mfaEnrollmentId: 'one', phoneInfo, enrolledAt },
      { displayName: 'app', totpInfo: {} }
    ]
  })
  t.match(await factors(), [
    { mfaEnrollmentId: 'one', phoneInfo, enrolledAt },
    { mfaEnrollmentId: /./, displayName: 'app', totpInfo: {} }
  ])
  t.match(standIn.accounts.get('bob')?.secondFactors, [{ id: 'one', phoneNumber: phoneInfo }, {}])
  await admin('accounts:update', { localId: 'bob', displayName: 'Bob' })
  t.equal((await factors())?.length, 2, 'another change leaves them alone')
  for (const mfa of [{ enrollments: [] }, {}]) {
    standIn.accounts.update('bob', { secondFactors: [{ id: 'x', enrolledAtSeconds: NOW }] })
    t.equal((await factors())?.length, 1)
    await enrol(mfa)
    t.equal(await factors(), undefined)
  }
})

t.test('stand-in: admin link, names the provider until it is deleted', async (t) => {
  const standIn = await start(t)
  const admin = await openAdmin(standIn)
  const providers = async (): Promise<Record<string, unknown>[] | undefined> =>
    (await admin('accounts:lookup', { localId: ['alice'] })).body.users[0].providerUserInfo
  const link = { providerId: 'google.com', rawId: '123', email: 'a@gmail.example', displayName: 'A' }
  t.equal((await admin('accounts:update', { localId: 'alice', linkProviderUserInfo: link })).status, 200)
  t.match(await providers(), [link, { providerId: 'password', email: 'alice@example.com' }])
  const { idToken } = await standIn.signIn('alice')
  t.match(decodeJwt(idToken), { firebase: { identities: { 'google.com': ['123'] } } })
  t.strictSame(standIn.accounts.get('alice')?.linkedProviders, [link])
  await admin('accounts:update', { localId: 'alice', deleteProvider: ['google.com', 'none.example'] })
  t.match(await providers(), [{ providerId: 'password' }])
  t.equal((await providers())?.length, 1)
})

t.test('stand-in: admin removal of password and email, ends sessions and frees the address', async (t) => {
  const standIn = await start(t)
  const admin = await openAdmin(standIn)
  const { refreshToken } = await standIn.signIn('alice')
  await admin('accounts:update', { localId: 'alice', deleteAttribute: ['PASSWORD'] })
  const { users } = (await admin('accounts:lookup', { localId: ['alice'] })).body
  t.match(users, [{ email: 'alice@example.com', providerUserInfo: undefined, passwordHash: undefined }])
  t.match(await refresh(standIn, refreshToken), {
    status: 400,
    body: { error: { message: 'TOKEN_EXPIRED' } }
  })
  const { refreshToken: later } = await standIn.signIn('alice')
  await admin('accounts:update', { localId: 'alice', deleteAttribute: ['PASSWORD'] })
  t.equal((await refresh(standIn, later)).status, 200, 'there was none to remove')
  const credentials = { email: 'alice@example.com', password: 'secret1' }
  t.equal((await signInCall(standIn, 'signInWithPassword', credentials)).status, 400)
  standIn.accounts.update('alice', { displayName: 'A', photoUrl: 'x', emailVerified: true })
  const deleteAttribute = ['EMAIL', 'DISPLAY_NAME', 'PHOTO_URL']
  await admin('accounts:update', { localId: 'alice', deleteAttribute })
  t.strictSame(standIn.accounts.get('alice'), {
    uid: 'alice',
    emailVerified: false,
    disabled: false,
    createdAtSeconds: NOW,
    hasPassword: false,
    lastSignInSeconds: NOW,
    validSinceSeconds: NOW
  })
  t.equal((await admin('accounts', credentials)).status, 200, 'the address is free again')
})

t.test('stand-in: admin update of the password provider and of times, as asked', async (t) => {
  const standIn = await start(t)
  const admin = await openAdmin(standIn)
  await admin('accounts:update', { localId: 'alice', createdAt: '5000', lastLoginAt: 6000 })
  t.match(standIn.accounts.get('alice'), { createdAtSeconds: 5, lastSignInSeconds: 6 })
  await admin('accounts:update', { localId: 'alice', deleteProvider: ['password'] })
  t.match(standIn.accounts.get('alice'), { email: undefined, hasPassword: false })
})

t.test('stand-in: admin second factors and links, refusals', async (t) => {
  const standIn = await start(t)
  const google = { providerId: 'google.com', rawId: '123' }
  standIn.accounts.create({ uid: 'bob', linkedProviders: [google] })
  const admin = await openAdmin(standIn)
  const phones = Array.from({ length: 6 }, (_, index) => ({ phoneInfo: `+1555555010${index}` }))
  const same = phones.map((factor) => ({ ...factor, mfaEnrollmentId: 'one' }))
  const phone = 'INVALID_MFA_PHONE_NUMBER : Invalid format.'
  const rows: [string, string | RegExp, Record<string, unknown>][] = [
    ['accounts', phone, { mfaInfo: [{ phoneInfo: '555' }] }],
    ['accounts', phone, { mfaInfo: [{ displayName: 'x' }] }],
    ['accounts', 'SECOND_FACTOR_LIMIT_EXCEEDED', { mfaInfo: phones }],
    ['accounts', /Unknown name "mfaEnrollmentId"/, { mfaInfo: [{ mfaEnrollmentId: 'x' }] }],
    ['accounts', /\/mfaInfo must be array of object/, { mfaInfo: ['x'] }],
    ['accounts:update', phone, { mfa: { enrollments: [{}] } }],
    ['accounts:update', 'DUPLICATE_MFA_ENROLLMENT_ID', { mfa: { enrollments: same } }],
    ['accounts:update', /\/enrolledAt/, { mfa: { enrollments: [{ totpInfo: {}, enrolledAt: 'x' }] } }],
    ['accounts:update', /\/mfa must be object/, { mfa: [] }],
    ['accounts:update', 'MISSING_PROVIDER_ID', { linkProviderUserInfo: { rawId: '1' } }],
    ['accounts:update', 'MISSING_RAW_ID', { linkProviderUserInfo: { providerId: 'google.com' } }],
    ['accounts:update', 'INVALID_PROVIDER_ID', { linkProviderUserInfo: { providerId: 'phone', rawId: '1' } }],
    ['accounts:update', 'FEDERATED_USER_ID_ALREADY_LINKED', { linkProviderUserInfo: google }],
    ['accounts:update', /\/deleteAttribute/, { deleteAttribute: ['NAME'] }]
  ]
  for (const [path, message, body] of rows) {
    const answer = await admin(path, path === 'accounts' ? body : { localId: 'alice', ...body })
    t.match([answer.status, answer.body.error.message], [400, message])
  }
  const own = { localId: 'bob', linkProviderUserInfo: google }
  t.equal((await admin('accounts:update', own)).status, 200, 'an account keeps its own')
})

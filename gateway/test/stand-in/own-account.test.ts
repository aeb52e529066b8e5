import t from 'tap'
import { refusal } from '../fixtures/stand-in-client.ts'
import { EMAIL, startEnrolment, startWith } from '../fixtures/stand-in-factors.ts'

const TOO_OLD = refusal('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
const NEW_PASSWORD = 'another long one'

t.test('stand-in: a sign-in of five minutes may change what one of a second more may not', async (t) => {
  const client = await startWith(t)
  const first = (await client.signIn(EMAIL)).body
  client.advance(301)
  // A refresh makes no sign-in more recent.
  const idToken = (await client.refresh(first.refreshToken)).body.id_token
  const sensitive: [path: string, body: object][] = [
    ['/v1/accounts:update', { idToken, password: NEW_PASSWORD }],
    ['/v1/accounts:update', { idToken, email: 'other@example.com' }],
    [
      '/v1/accounts:sendOobCode',
      { idToken, requestType: 'VERIFY_AND_CHANGE_EMAIL', newEmail: 'other@example.com' }
    ],
    ['/v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} }],
    ['/v2/accounts/mfaEnrollment:withdraw', { idToken, mfaEnrollmentId: 'x' }],
    ['/v1/accounts:delete', { idToken }]
  ]
  for (const [path, body] of sensitive)
    t.match(await client.post(path, body), TOO_OLD, `${path} ${Object.keys(body)}`)
  t.equal(
    (await client.post('/v1/accounts:update', { idToken, displayName: 'Al' })).status,
    200,
    'a name needs none'
  )
  const recent = (await client.signIn(EMAIL)).body.idToken
  client.advance(300)
  t.equal((await startEnrolment(client, recent, { totpEnrollmentInfo: {} })).status, 200, 'twin')
  t.equal(
    (await client.post('/v1/accounts:update', { idToken: recent, password: NEW_PASSWORD })).status,
    200,
    'twin'
  )
})

t.test('stand-in: a new password ends every session but that of its answer', async (t) => {
  const client = await startWith(t)
  const elsewhere = (await client.signIn(EMAIL)).body
  client.advance(60)
  const { idToken, refreshToken } = (await client.signIn(EMAIL)).body
  client.advance(60)
  const changed = (await client.post('/v1/accounts:update', { idToken, password: NEW_PASSWORD })).body
  for (const [who, token] of [
    ['elsewhere', elsewhere.refreshToken],
    ['here', refreshToken]
  ])
    t.match(await client.refresh(token), refusal('TOKEN_EXPIRED'), who)
  t.equal((await client.refresh(changed.refreshToken)).status, 200)
  t.match(
    await client.post('/v1/accounts:update', { idToken, displayName: 'Al' }),
    refusal('TOKEN_EXPIRED'),
    'the id token too'
  )
})

t.test('stand-in: an account is deleted by its owner, where the project allows it', async (t) => {
  const client = await startWith(t)
  const { idToken } = (await client.signIn(EMAIL)).body
  client.standIn.settings.allowsDeletion = false
  t.match(await client.post('/v1/accounts:delete', { idToken }), refusal('ADMIN_ONLY_OPERATION'))
  t.ok(client.standIn.accounts.get('alice'))
  client.standIn.settings.allowsDeletion = true
  t.match(await client.post('/v1/accounts:delete', { idToken: 'x' }), refusal('INVALID_ID_TOKEN'))
  t.equal((await client.post('/v1/accounts:delete', { idToken })).status, 200)
  t.notOk(client.standIn.accounts.get('alice'))
  t.match(await client.signIn(EMAIL), refusal('INVALID_LOGIN_CREDENTIALS'))
})

t.test(
  'stand-in: what only an administrator may change is refused or without effect by the own id token',
  async (t) => {
    const client = await startWith(t, { emailVerified: false })
    client.standIn.accounts.create({ uid: 'bob', email: 'bob@example.com' })
    const { idToken, refreshToken } = (await client.signIn(EMAIL)).body
    const update = (body: object) => client.post('/v1/accounts:update', { idToken, ...body })
    t.match(await update({ customAttributes: '{"admin":true}' }), refusal('INSUFFICIENT_PERMISSION'))
    t.match(await update({ disableUser: true }), refusal('OPERATION_NOT_ALLOWED'))
    t.equal((await update({ localId: 'bob', displayName: 'Al', emailVerified: true })).status, 200)
    t.match(client.standIn.accounts.get('alice'), { displayName: 'Al', emailVerified: false })
    t.notOk(client.standIn.accounts.get('bob')?.displayName)
    client.advance(10)
    t.equal((await update({ validSince: client.nowSeconds() })).status, 200)
    t.match(
      await client.refresh(refreshToken),
      refusal('TOKEN_EXPIRED'),
      'sessions end by a later start of validity'
    )
  }
)

t.test('stand-in: a password added by a sign-up with an id token, address no longer verified', async (t) => {
  const client = await startWith(t, { linkedProviders: [{ providerId: 'google.com', rawId: 'g' }] })
  const { idToken } = await client.standIn.signIn('alice', { provider: 'google.com' })
  const added = await client.post('/v1/accounts:signUp', { idToken, email: EMAIL, password: NEW_PASSWORD })
  t.match(added.body, { localId: 'alice', idToken: /^ey/ })
  t.match(client.standIn.accounts.get('alice'), { hasPassword: true, emailVerified: false })
})

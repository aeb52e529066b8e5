import { decodeJwt } from 'jose'
import t from 'tap'
import { refusal } from '../fixtures/stand-in-client.ts'
import { requestCode, requestReset, start } from '../fixtures/stand-in-codes.ts'

t.test('stand-in email link: unknown address, makes a verified account', async (t) => {
  const client = await start(t)
  const email = 'new@example.com'
  const oobCode = await requestCode(client, { requestType: 'EMAIL_SIGNIN', email })
  const checked = await client.post('/v1/accounts:resetPassword', { oobCode })
  t.strictSame(checked.body, { kind: 'identitytoolkit#ResetPasswordResponse', requestType: 'EMAIL_SIGNIN' })
  const { body } = await client.post('/v1/accounts:signInWithEmailLink', { email, oobCode })
  t.match(body, { email, isNewUser: true, expiresIn: '3600' })
  t.match(decodeJwt(body.idToken), { email_verified: true, firebase: { sign_in_provider: 'password' } })
  const { idToken } = body
  t.match((await client.post('/v1/accounts:lookup', { idToken })).body.users, [
    { emailLinkSignin: true, providerUserInfo: [{ providerId: 'password' }] }
  ])
  const again = await client.post('/v1/accounts:signInWithEmailLink', { email, oobCode })
  t.match(again, refusal('INVALID_OOB_CODE'))
})

t.test('stand-in email link: known address, signs the account in and verifies it', async (t) => {
  const client = await start(t)
  const email = 'alice@example.com'
  const oobCode = await requestCode(client, { requestType: 'EMAIL_SIGNIN', email })
  const { body } = await client.post('/v1/accounts:signInWithEmailLink', {
    email: 'ALICE@example.com',
    oobCode
  })
  t.match(body, { localId: 'alice', isNewUser: false })
  t.match(client.standIn.accounts.get('alice'), { emailVerified: true, hasPassword: true })
})

t.test(
  'stand-in email link: another address, a code of another kind, a disabled account, refused',
  async (t) => {
    const client = await start(t)
    const oobCode = await requestCode(client, { requestType: 'EMAIL_SIGNIN', email: 'alice@example.com' })
    const wrong = await client.post('/v1/accounts:signInWithEmailLink', { email: 'bob@example.com', oobCode })
    t.match(wrong, refusal('INVALID_EMAIL : The email provided does not match the sign-in email address.'))
    t.match(await client.post('/v1/accounts:signInWithEmailLink', { oobCode }), refusal('MISSING_EMAIL'))
    const email = 'alice@example.com'
    const reset = { email, oobCode: await requestReset(client) }
    t.match(await client.post('/v1/accounts:signInWithEmailLink', reset), refusal('INVALID_OOB_CODE'))
    client.standIn.accounts.disable('alice')
    const disabled = await client.post('/v1/accounts:signInWithEmailLink', { email, oobCode })
    t.match(disabled, refusal('USER_DISABLED'))
  }
)

t.test('stand-in email link: with an id token, adds the address to its account', async (t) => {
  const client = await start(t)
  const guest = await client.post('/v1/accounts:signUp', {})
  const email = 'guest@example.com'
  const oobCode = await requestCode(client, { requestType: 'EMAIL_SIGNIN', email })
  const linked = { email, oobCode, idToken: guest.body.idToken }
  const { body } = await client.post('/v1/accounts:signInWithEmailLink', linked)
  t.match(body, { localId: guest.body.localId, isNewUser: false })
  const taken = 'alice@example.com'
  const other = await requestCode(client, { requestType: 'EMAIL_SIGNIN', email: taken })
  const twice = { email: taken, oobCode: other, idToken: body.idToken }
  t.match(await client.post('/v1/accounts:signInWithEmailLink', twice), refusal('EMAIL_EXISTS'))
})

t.test('stand-in sign-up: with an id token, makes a guest an account with a password', async (t) => {
  const client = await start(t)
  const guest = await client.post('/v1/accounts:signUp', {})
  const { idToken, localId } = guest.body
  const linked = { idToken, email: 'guest@example.com', password: 'secret-1' }
  t.match(await client.post('/v1/accounts:signUp', linked), { status: 200, body: { localId } })
  t.equal((await client.signIn('guest@example.com')).body.localId, localId)
  t.match(
    await client.post('/v1/accounts:signUp', { ...linked, idToken: 'x', email: 'b@example.com' }),
    refusal('INVALID_ID_TOKEN')
  )
})

t.test('stand-in sign-up: password under the policy, refused; the taken address first', async (t) => {
  const client = await start(t)
  const signUp = (email: string, password: string) => client.post('/v1/accounts:signUp', { email, password })
  const message =
    'PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [Password must contain at least 8 characters]'
  t.match(await signUp('bob@example.com', 'seven-7'), refusal(message))
  t.match(await signUp('alice@example.com', 'seven-7'), refusal('EMAIL_EXISTS'))
  t.equal((await signUp('bob@example.com', 'eight-88')).status, 200)
})

import t from 'tap'
import type { NewAccount } from '../../stand-in/accounts/account.ts'
import { refusal, type StandInClient } from '../fixtures/stand-in-client.ts'
import {
  codeNow,
  EMAIL,
  enrolled,
  enrolTotp,
  factorOf,
  finishEnrolment,
  finishSignIn,
  otherThan,
  startEnrolment,
  startWith,
  WAIT_SECONDS
} from '../fixtures/stand-in-factors.ts'

const withTotp: NewAccount = { secondFactors: [{ ...enrolled, enrolledAtSeconds: 1 }] }

t.test('stand-in TOTP enrolment: right code, enrols, tells by mail and ends other sessions', async (t) => {
  const client = await startWith(t)
  const { first, answer } = await enrolTotp(client)
  t.match(answer, { status: 200, body: { totpAuthInfo: {} } })
  const [factor] = client.standIn.accounts.get('alice')?.secondFactors ?? []
  t.match(factor, { displayName: 'My phone', totpSecret: /^[A-Z2-7]{32}$/ })
  const second = { sign_in_second_factor: 'totp', second_factor_identifier: factor?.id }
  t.match(factorOf(answer.body.idToken), { sign_in_provider: 'password', ...second })
  const { idToken } = answer.body
  const looked = await client.post('/v1/accounts:lookup', { idToken })
  t.match(looked.body.users, [
    { mfaInfo: [{ mfaEnrollmentId: factor?.id, displayName: 'My phone', totpInfo: {} }] }
  ])
  t.notMatch(JSON.stringify(looked.body), factor?.totpSecret ?? '')
  t.equal((await client.refresh(answer.body.refreshToken)).status, 200)
  t.match(await client.refresh(first.body.refreshToken), refusal('TOKEN_EXPIRED'))
  t.match(client.standIn.mail.list(), [{ requestType: 'REVERT_SECOND_FACTOR_ADDITION', email: EMAIL }])
})

t.test('stand-in TOTP enrolment: start, says how codes are made and until when', async (t) => {
  const client = await startWith(t)
  const { idToken } = (await client.signIn(EMAIL)).body
  const { body } = await startEnrolment(client, idToken, { totpEnrollmentInfo: {} })
  t.match(body.totpSessionInfo, {
    sharedSecretKey: /^[A-Z2-7]{32}$/,
    verificationCodeLength: 6,
    hashingAlgorithm: 'SHA1',
    periodSec: 30,
    finalizeEnrollmentTime: new Date((client.nowSeconds() + WAIT_SECONDS) * 1000).toISOString()
  })
})

t.test('stand-in TOTP enrolment: wrong code, late code, code of another account, refused', async (t) => {
  const client = await startWith(t)
  client.standIn.accounts.create({
    uid: 'bob',
    email: 'bob@example.com',
    password: 'secret-1',
    emailVerified: true
  })
  const { idToken } = (await client.signIn(EMAIL)).body
  const { body } = await startEnrolment(client, idToken, { totpEnrollmentInfo: {} })
  const { sharedSecretKey, sessionInfo } = body.totpSessionInfo
  const finish = (verificationCode: string, token = idToken, session = sessionInfo) =>
    finishEnrolment(client, token, { totpVerificationInfo: { sessionInfo: session, verificationCode } })
  const right = codeNow(client, sharedSecretKey)
  t.match(await finish(otherThan(right)), refusal('INVALID_CODE'))
  t.match(await finish(''), refusal('MISSING_CODE'))
  t.match(await finish(right, idToken, ''), refusal('MISSING_SESSION_INFO'))
  t.match(await finish(right, idToken, 'x'), refusal('INVALID_SESSION_INFO'))
  const bob = (await client.signIn('bob@example.com')).body.idToken
  t.match(await finish(right, bob), refusal('INVALID_SESSION_INFO'))
  client.advance(WAIT_SECONDS)
  t.match(await finish(codeNow(client, sharedSecretKey)), refusal('SESSION_EXPIRED'))
  t.notOk(client.standIn.accounts.get('alice')?.secondFactors)
  client.advance(-1)
  t.equal((await finish(codeNow(client, sharedSecretKey))).status, 200)
  t.match(await finish(codeNow(client, sharedSecretKey)), refusal('TOKEN_EXPIRED'), 'the session is over')
})

t.test('stand-in TOTP sign-in: right password, no tokens until the right code', async (t) => {
  const client = await startWith(t, withTotp)
  const { body } = await client.signIn(EMAIL)
  t.match(body, {
    localId: 'alice',
    mfaInfo: [{ mfaEnrollmentId: 'totp-1', displayName: 'My phone', totpInfo: {} }]
  })
  t.strictSame([body.idToken, body.refreshToken], [undefined, undefined])
  t.equal(client.standIn.accounts.get('alice')?.lastSignInSeconds, undefined)
  const finish = (verificationCode: string, mfaEnrollmentId = 'totp-1') =>
    finishSignIn(client, body.mfaPendingCredential, {
      mfaEnrollmentId,
      totpVerificationInfo: { verificationCode }
    })
  t.match(await finish(otherThan(codeNow(client))), refusal('INVALID_CODE'))
  t.match(await finish(''), refusal('MISSING_CODE'))
  t.match(await finish(codeNow(client), 'totp-2'), refusal('MFA_ENROLLMENT_NOT_FOUND'))
  t.match(await finish(codeNow(client), ''), refusal('MISSING_MFA_ENROLLMENT_ID'))
  const done = await finish(codeNow(client))
  const second = { sign_in_second_factor: 'totp', second_factor_identifier: 'totp-1' }
  t.match(factorOf(done.body.idToken), { sign_in_provider: 'password', ...second })
  t.equal(client.standIn.accounts.get('alice')?.lastSignInSeconds, client.nowSeconds())
  const refreshed = await client.refresh(done.body.refreshToken)
  t.match(factorOf(refreshed.body.id_token), second)
  t.match(await finish(codeNow(client)), refusal('INVALID_MFA_PENDING_CREDENTIAL'))
})

t.test('stand-in TOTP sign-in: by email link, asks for the second factor too', async (t) => {
  const client = await startWith(t, withTotp)
  await client.post('/v1/accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email: EMAIL })
  const oobCode = client.standIn.mail.list()[0]?.oobCode
  const { body } = await client.post('/v1/accounts:signInWithEmailLink', { email: EMAIL, oobCode })
  t.match(body, { mfaPendingCredential: /./, mfaInfo: [{ mfaEnrollmentId: 'totp-1' }] })
  t.notOk(body.idToken)
})

t.test(
  'stand-in TOTP sign-in: pending too long, password changed, account disabled, made up, refused',
  async (t) => {
    const changes: [string, (client: StandInClient) => void][] = [
      ['TOTP_CHALLENGE_TIMEOUT', (client) => client.advance(WAIT_SECONDS)],
      [
        'INVALID_MFA_PENDING_CREDENTIAL',
        ({ standIn }) => standIn.accounts.update('alice', { password: 'secret-2' })
      ],
      ['INVALID_MFA_PENDING_CREDENTIAL', ({ standIn }) => standIn.accounts.delete('alice')],
      ['USER_DISABLED', ({ standIn }) => standIn.accounts.disable('alice')]
    ]
    for (const [message, change] of changes) {
      const client = await startWith(t, withTotp)
      const { mfaPendingCredential } = (await client.signIn(EMAIL)).body
      change(client)
      const info = { mfaEnrollmentId: 'totp-1', totpVerificationInfo: { verificationCode: codeNow(client) } }
      t.match(await finishSignIn(client, mfaPendingCredential, info), refusal(message))
      t.match(await finishSignIn(client, 'x', info), refusal('INVALID_MFA_PENDING_CREDENTIAL'))
      t.match(await finishSignIn(client, '', info), refusal('MISSING_MFA_PENDING_CREDENTIAL'))
      t.match(await finishSignIn(client, 'x', {}), refusal('INVALID_ARGUMENT : MFA provider not supported!'))
    }
  }
)

t.test('stand-in TOTP sign-in: a moment before the wait is over, accepted', async (t) => {
  const client = await startWith(t, withTotp)
  const { mfaPendingCredential } = (await client.signIn(EMAIL)).body
  client.advance(WAIT_SECONDS - 1)
  const info = { mfaEnrollmentId: 'totp-1', totpVerificationInfo: { verificationCode: codeNow(client) } }
  t.equal((await finishSignIn(client, mfaPendingCredential, info)).status, 200)
})

t.test('stand-in TOTP sign-in: factor made without a secret, no code is right', async (t) => {
  const client = await startWith(t, { secondFactors: [{ id: 'totp-1', enrolledAtSeconds: 1 }] })
  const { mfaPendingCredential } = (await client.signIn(EMAIL)).body
  const info = { mfaEnrollmentId: 'totp-1', totpVerificationInfo: { verificationCode: '000000' } }
  t.match(await finishSignIn(client, mfaPendingCredential, info), refusal('INVALID_CODE'))
})

t.test('stand-in TOTP: other change of the factors, keeps the secret of those that stay', async (t) => {
  const client = await startWith(t, withTotp)
  const renamed = { id: 'totp-1', displayName: 'Renamed', enrolledAtSeconds: 1 }
  client.standIn.accounts.update('alice', { secondFactors: [renamed] })
  const { totpSecret } = enrolled
  t.strictSame(client.standIn.accounts.get('alice')?.secondFactors, [{ totpSecret, ...renamed }])
  client.standIn.accounts.update('alice', { secondFactors: [{ ...renamed, id: 'totp-2' }] })
  t.strictSame(client.standIn.accounts.get('alice')?.secondFactors, [{ ...renamed, id: 'totp-2' }])
})

import t from 'tap'
import type { NewAccount } from '../../stand-in/accounts/account.ts'
import { refusal } from '../fixtures/stand-in-client.ts'
import {
  EMAIL,
  enrolTotp,
  factorOf,
  finishEnrolment,
  finishSignIn,
  otherThan,
  startEnrolment,
  startWith,
  WAIT_SECONDS
} from '../fixtures/stand-in-factors.ts'

const PHONE = '+15555550100'
const withPhone: NewAccount = {
  secondFactors: [{ id: 'phone-1', phoneNumber: PHONE, enrolledAtSeconds: 1 }]
}

t.test('stand-in enrolment: unverified, anonymous or without a kind of factor, refused', async (t) => {
  const client = await startWith(t, { emailVerified: false })
  const { idToken } = (await client.signIn(EMAIL)).body
  const guest = (await client.post('/v1/accounts:signUp', {})).body.idToken
  const totp = { totpEnrollmentInfo: {} }
  const unverified = 'UNVERIFIED_EMAIL : Need to verify email first before enrolling second factors.'
  t.match(await startEnrolment(client, idToken, totp), refusal(unverified))
  const unsupported = 'UNSUPPORTED_FIRST_FACTOR : MFA is not available for the given first factor.'
  t.match(await startEnrolment(client, guest, totp), refusal(unsupported))
  t.match(await startEnrolment(client, 'x', totp), refusal('INVALID_ID_TOKEN'))
  client.standIn.accounts.update('alice', { emailVerified: true })
  t.match(await startEnrolment(client, idToken, {}), refusal('INVALID_ARGUMENT : '))
  t.match(await finishEnrolment(client, idToken, {}), refusal('INVALID_ARGUMENT : '))
  t.equal((await startEnrolment(client, idToken, totp)).status, 200)
})

t.test('stand-in SMS: enrolment and sign-in, by the code of the message', async (t) => {
  const client = await startWith(t)
  const { idToken } = (await client.signIn(EMAIL)).body
  const fake = { recaptchaToken: 'x', captchaResponse: 'NO_RECAPTCHA', clientType: 'CLIENT_TYPE_WEB' }
  const phoneEnrollmentInfo = { phoneNumber: PHONE, ...fake, recaptchaVersion: 'RECAPTCHA_ENTERPRISE' }
  const started = await startEnrolment(client, idToken, { phoneEnrollmentInfo })
  const { sessionInfo } = started.body.phoneSessionInfo
  const [text] = client.standIn.mail.listTexts()
  t.match(text, { phoneNumber: PHONE, sessionInfo, code: /^\d{6}$/ })
  const code = text?.code ?? ''
  const wrong = { phoneVerificationInfo: { sessionInfo, code: otherThan(code) } }
  t.match(await finishEnrolment(client, idToken, wrong), refusal('INVALID_CODE'))
  const enrolment = await finishEnrolment(client, idToken, { phoneVerificationInfo: { sessionInfo, code } })
  t.match(enrolment.body, { phoneAuthInfo: { phoneNumber: PHONE } })
  t.match(factorOf(enrolment.body.idToken), { sign_in_second_factor: 'phone' })
  t.strictSame(client.standIn.mail.listTexts(), [], 'the code is used up')

  const { mfaPendingCredential, mfaInfo } = (await client.signIn(EMAIL)).body
  t.match(mfaInfo, [{ phoneInfo: '+*******0100' }])
  const { mfaEnrollmentId } = mfaInfo[0]
  const asked = { mfaPendingCredential, mfaEnrollmentId, phoneSignInInfo: fake }
  const second = await client.post('/v2/accounts/mfaSignIn:start', asked)
  const phoneVerificationInfo = {
    sessionInfo: second.body.phoneResponseInfo.sessionInfo,
    code: client.standIn.mail.listTexts()[0]?.code
  }
  const done = await finishSignIn(client, mfaPendingCredential, { phoneVerificationInfo })
  const claims = { sign_in_second_factor: 'phone', second_factor_identifier: mfaEnrollmentId }
  t.match(factorOf(done.body.idToken), claims)
})

t.test('stand-in SMS: message too old, of another purpose or for a factor gone, refused', async (t) => {
  const client = await startWith(t, withPhone)
  const ask = async () => {
    const { mfaPendingCredential } = (await client.signIn(EMAIL)).body
    const start = { mfaPendingCredential, mfaEnrollmentId: 'phone-1', phoneSignInInfo: {} }
    await client.post('/v2/accounts/mfaSignIn:start', start)
    const { sessionInfo, code } = client.standIn.mail.listTexts().at(-1) ?? {}
    return { mfaPendingCredential, phoneVerificationInfo: { sessionInfo, code } }
  }
  const { mfaPendingCredential, phoneVerificationInfo } = await ask()
  const { idToken } = await client.standIn.signIn('alice')
  const enrol = await finishEnrolment(client, idToken, { phoneVerificationInfo })
  t.match(enrol, refusal('INVALID_SESSION_INFO'))
  client.advance(WAIT_SECONDS)
  const late = await finishSignIn(client, mfaPendingCredential, { phoneVerificationInfo })
  t.match(late, refusal('SESSION_EXPIRED'))
  const start = { mfaPendingCredential, mfaEnrollmentId: 'phone-1', phoneSignInInfo: {} }
  const again = await client.post('/v2/accounts/mfaSignIn:start', start)
  t.match(again, refusal('INVALID_MFA_PENDING_CREDENTIAL'))
  const fresh = await ask()
  const wait = await finishSignIn(client, fresh.mfaPendingCredential, { phoneVerificationInfo })
  t.match(wait, refusal('SESSION_EXPIRED'), 'the message is too old, the sign-in is not')
  client.standIn.accounts.update('alice', { secondFactors: [] })
  t.match(await finishSignIn(client, fresh.mfaPendingCredential, fresh), refusal('MFA_ENROLLMENT_NOT_FOUND'))
})

t.test(
  'stand-in SMS: number wrong, enrolled already or one factor too many, refused before a message',
  async (t) => {
    const client = await startWith(t, withPhone)
    const { idToken } = await client.standIn.signIn('alice')
    const ask = (phoneNumber: string) =>
      startEnrolment(client, idToken, { phoneEnrollmentInfo: { phoneNumber } })
    t.match(await ask('0100'), refusal('INVALID_PHONE_NUMBER : Invalid format.'))
    const exists = 'SECOND_FACTOR_EXISTS : Phone number already enrolled as second factor for this account.'
    t.match(await ask(PHONE), refusal(exists))
    const secondFactors = [1, 2, 3, 4, 5].map((id) => ({ id: String(id), enrolledAtSeconds: 1 }))
    client.standIn.accounts.update('alice', { secondFactors })
    t.match(await ask('+15555550199'), refusal('SECOND_FACTOR_LIMIT_EXCEEDED'))
    t.strictSame(client.standIn.mail.listTexts(), [])
    client.standIn.accounts.update('alice', { secondFactors: secondFactors.slice(1) })
    t.equal((await ask('+15555550199')).status, 200)
    const totp = { mfaPendingCredential: (await client.signIn(EMAIL)).body.mfaPendingCredential }
    const start = { ...totp, mfaEnrollmentId: '2', phoneSignInInfo: {} }
    const wrongKind = await client.post('/v2/accounts/mfaSignIn:start', start)
    t.match(wrongKind, refusal('INVALID_ARGUMENT : MFA provider not supported!'))
  }
)

t.test('stand-in emulator listing: text messages, of one pool', async (t) => {
  const client = await startWith(t, { ...withPhone, tenantId: 'acme' })
  const tenantId = 'acme'
  const password = 'secret-1'
  const first = await client.post('/v1/accounts:signInWithPassword', { email: EMAIL, password, tenantId })
  const { mfaPendingCredential } = first.body
  const start = { mfaPendingCredential, mfaEnrollmentId: 'phone-1', phoneSignInInfo: {}, tenantId }
  await client.post('/v2/accounts/mfaSignIn:start', start)
  const list = async (path: string) =>
    (await fetch(`${client.standIn.url}/emulator/v1/projects/${path}/verificationCodes`)).json()
  t.match(await list('demo-gate/tenants/acme'), { verificationCodes: client.standIn.mail.listTexts() })
  t.match(client.standIn.mail.listTexts(), [{ phoneNumber: PHONE }])
  t.strictSame(await list('demo-gate'), { verificationCodes: [] })
})

t.test(
  'stand-in withdrawal: takes a factor away, not one that is not there; other sessions stay',
  async (t) => {
    const client = await startWith(t)
    const first = (await client.signIn(EMAIL)).body
    client.standIn.accounts.update('alice', withPhone)
    const withdraw = (mfaEnrollmentId: string) =>
      client.post('/v2/accounts/mfaEnrollment:withdraw', { idToken: first.idToken, mfaEnrollmentId })
    t.match(await withdraw('other'), refusal('MFA_ENROLLMENT_NOT_FOUND'))
    const done = await withdraw('phone-1')
    t.notMatch(factorOf(done.body.idToken), { sign_in_second_factor: /./ })
    t.equal((await client.refresh(first.refreshToken)).status, 200, 'sessions stay')
    t.ok((await client.signIn(EMAIL)).body.idToken, 'no second step any more')
  }
)

t.test('stand-in withdrawal: the factor of the session itself, and the session is over', async (t) => {
  const client = await startWith(t)
  const { answer } = await enrolTotp(client)
  const { idToken, refreshToken } = answer.body
  client.advance(60)
  const mfaEnrollmentId = client.standIn.accounts.get('alice')?.secondFactors?.[0]?.id
  const done = await client.post('/v2/accounts/mfaEnrollment:withdraw', { idToken, mfaEnrollmentId })
  t.strictSame(done.body, {}, 'no tokens')
  t.match(await client.refresh(refreshToken), refusal('TOKEN_EXPIRED'))
  t.ok((await client.signIn(EMAIL)).body.idToken, 'no second step any more')
})

t.test('stand-in undo of a second factor: code of the mail, takes it away once', async (t) => {
  const client = await startWith(t)
  await enrolTotp(client)
  const oobCode = client.standIn.mail.list()[0]?.oobCode
  const checked = await client.post('/v1/accounts:resetPassword', { oobCode })
  t.match(checked.body, {
    requestType: 'REVERT_SECOND_FACTOR_ADDITION',
    email: EMAIL,
    mfaInfo: { displayName: 'My phone', totpInfo: {} }
  })
  t.ok((await client.signIn(EMAIL)).body.mfaPendingCredential, 'a check changes nothing')
  t.equal((await client.post('/v1/accounts:update', { oobCode })).status, 200)
  t.ok((await client.signIn(EMAIL)).body.idToken)
  t.match(await client.post('/v1/accounts:update', { oobCode }), refusal('INVALID_OOB_CODE'))
})

import { decodeJwt } from 'jose'
import t, { type Test } from 'tap'
import type { NewAccount } from '../../stand-in/accounts/account.ts'
import { totpCode } from '../../stand-in/second-factors/totp.ts'
import { type Answer, refusal, type StandInClient, startClient } from '../fixtures/stand-in-client.ts'

const PHONE = '+15555550100'
const EMAIL = 'alice@example.com'
const WAIT_SECONDS = 600

async function startWith(t: Test, account: NewAccount = {}): Promise<StandInClient> {
  const client = await startClient(t, { tenants: ['acme'] })
  const alice = { uid: 'alice', email: EMAIL, password: 'secret-1', emailVerified: true }
  client.standIn.accounts.create({ ...alice, ...account })
  return client
}

const enrolled = { id: 'totp-1', displayName: 'My phone', totpSecret: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' }
const withTotp: NewAccount = { secondFactors: [{ ...enrolled, enrolledAtSeconds: 1 }] }
const withPhone: NewAccount = {
  secondFactors: [{ id: 'phone-1', phoneNumber: PHONE, enrolledAtSeconds: 1 }]
}

const codeNow = (client: StandInClient, secret = enrolled.totpSecret): string =>
  totpCode(secret, client.nowSeconds())
const otherThan = (code: string): string => (code === '000000' ? '000001' : '000000')

function startEnrolment(
  client: StandInClient,
  idToken: string,
  info: Record<string, unknown>
): Promise<Answer> {
  return client.post('/v2/accounts/mfaEnrollment:start', { idToken, ...info })
}

function finishEnrolment(
  client: StandInClient,
  idToken: string,
  info: Record<string, unknown>
): Promise<Answer> {
  return client.post('/v2/accounts/mfaEnrollment:finalize', { idToken, ...info })
}

function finishSignIn(client: StandInClient, mfaPendingCredential: string, info: Record<string, unknown>) {
  return client.post('/v2/accounts/mfaSignIn:finalize', { mfaPendingCredential, ...info })
}

async function enrolTotp(client: StandInClient): Promise<{ secret: string; first: Answer; answer: Answer }> {
  const first = await client.signIn(EMAIL)
  const { body } = await startEnrolment(client, first.body.idToken, { totpEnrollmentInfo: {} })
  const { sharedSecretKey: secret, sessionInfo } = body.totpSessionInfo
  const totpVerificationInfo = { sessionInfo, verificationCode: codeNow(client, secret) }
  const info = { displayName: 'My phone', totpVerificationInfo }
  return { secret, first, answer: await finishEnrolment(client, first.body.idToken, info) }
}

const factorOf = (idToken: string) => (decodeJwt(idToken) as { firebase: unknown }).firebase

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

t.test('stand-in TOTP sign-in: by e-mail link, asks for the second factor too', async (t) => {
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

t.test('stand-in withdrawal: takes the factor and its claims away, not one that is not there', async (t) => {
  const client = await startWith(t)
  const { answer } = await enrolTotp(client)
  const { idToken, refreshToken } = answer.body
  const withdraw = (mfaEnrollmentId: string | undefined) =>
    client.post('/v2/accounts/mfaEnrollment:withdraw', { idToken, mfaEnrollmentId })
  t.match(await withdraw('other'), refusal('MFA_ENROLLMENT_NOT_FOUND'))
  const done = await withdraw(client.standIn.accounts.get('alice')?.secondFactors?.[0]?.id)
  t.notMatch(factorOf(done.body.idToken), { sign_in_second_factor: /./ })
  t.equal((await client.refresh(refreshToken)).status, 200, 'sessions stay')
  t.ok((await client.signIn(EMAIL)).body.idToken)
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

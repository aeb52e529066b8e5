import t from 'tap'
import { refusal, startClient } from '../fixtures/stand-in-client.ts'

const EMAIL = 'alice@example.com'
const PASSED = { clientType: 'CLIENT_TYPE_WEB', recaptchaVersion: 'RECAPTCHA_ENTERPRISE' }
const PHONE = { phoneNumber: '+15555550100' }

const client = await startClient(t)
const { standIn, post, get } = client
standIn.accounts.create({ uid: 'alice', email: EMAIL, password: 'secret-1', emailVerified: true })

/** Calls that reCAPTCHA Enterprise protects: the path, a body that is good without it, and where the token is. */
const EMAIL_CALLS: readonly [path: string, body: Record<string, unknown>, member: string][] = [
  ['/v1/accounts:signInWithPassword', { email: EMAIL, password: 'secret-1' }, 'captchaResponse'],
  ['/v1/accounts:signUp', { email: 'new@example.com', password: 'secret-1' }, 'captchaResponse'],
  ['/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email: EMAIL }, 'captchaResp'],
  ['/v1/accounts:sendOobCode', { requestType: 'EMAIL_SIGNIN', email: EMAIL }, 'captchaResp']
]

t.beforeEach(() => standIn.settings.reset())

t.test('stand-in reCAPTCHA: enforced for email, each call needs a good token', async (t) => {
  standIn.settings.recaptcha = { email: 'ENFORCE', phone: 'OFF' }
  for (const [path, body, member] of EMAIL_CALLS) {
    const name = `${path} ${body.requestType ?? ''}`
    const refused = async (more: object) => await post(path, { ...body, ...more })
    t.match(await refused({}), refusal('MISSING_RECAPTCHA_TOKEN'), name)
    t.match(await refused({ [member]: 'a' }), refusal('MISSING_CLIENT_TYPE'), name)
    t.match(
      await refused({ [member]: 'a', clientType: 'CLIENT_TYPE_WEB' }),
      refusal('MISSING_RECAPTCHA_VERSION'),
      name
    )
    t.match(
      await refused({ ...PASSED, [member]: 'a', recaptchaVersion: 'V2' }),
      refusal('INVALID_RECAPTCHA_VERSION'),
      name
    )
    for (const bad of ['NO_RECAPTCHA', 'robot'])
      t.match(
        await refused({ ...PASSED, [member]: bad }),
        refusal('INVALID_RECAPTCHA_TOKEN'),
        `${name} ${bad}`
      )
    t.equal((await post(path, { ...body, ...PASSED, [member]: 'a' })).status, 200, `${name}: twin`)
  }
})

t.test('stand-in reCAPTCHA: off or watched alone, nobody is refused', async (t) => {
  for (const email of ['OFF', 'AUDIT'] as const) {
    standIn.settings.recaptcha = { email, phone: 'OFF' }
    t.equal((await client.signIn(EMAIL)).status, 200, email)
  }
})

t.test('stand-in reCAPTCHA: enforced for phone, text messages need a token and email does not', async (t) => {
  standIn.settings.recaptcha = { email: 'OFF', phone: 'ENFORCE' }
  const path = '/v1/accounts:sendVerificationCode'
  t.match(await post(path, { ...PHONE, recaptchaToken: 'v2' }), refusal('MISSING_RECAPTCHA_TOKEN'))
  t.equal((await post(path, { ...PHONE, ...PASSED, captchaResponse: 'a' })).status, 200, 'twin')
  const { body } = await client.signIn(EMAIL)
  const enrol = (phoneEnrollmentInfo: object) =>
    post('/v2/accounts/mfaEnrollment:start', { idToken: body.idToken, phoneEnrollmentInfo })
  t.match(await enrol(PHONE), refusal('MISSING_RECAPTCHA_TOKEN'))
  t.equal((await enrol({ ...PHONE, ...PASSED, captchaResponse: 'a' })).status, 200, 'twin')
})

t.test('stand-in reCAPTCHA: what pages are told of it, with a key or without', async (t) => {
  standIn.settings.recaptcha = { email: 'ENFORCE', phone: 'AUDIT' }
  t.match(await get('/v2/recaptchaConfig'), {
    body: {
      recaptchaKey: 'projects/demo-gate/keys/stand-in',
      recaptchaEnforcementState: [
        { provider: 'EMAIL_PASSWORD_PROVIDER', enforcementState: 'ENFORCE' },
        { provider: 'PHONE_PROVIDER', enforcementState: 'AUDIT' }
      ]
    }
  })
  standIn.settings.hasRecaptchaKey = false
  t.notOk('recaptchaKey' in (await get('/v2/recaptchaConfig')).body)
})

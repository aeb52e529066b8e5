import t from 'tap'
import { refusal, type StandInClient, startClient } from '../fixtures/stand-in-client.ts'

const PHONE = '+15555550100'
const WAIT_SECONDS = 601
/** As the browser SDK sends it along. */
const proof = { captchaResponse: 'NO_RECAPTCHA', clientType: 'CLIENT_TYPE_WEB', recaptchaToken: 'none' }

/** Has a code sent; gives the body of the call that brings it back. */
async function askForCode({ post, standIn }: StandInClient, phoneNumber = PHONE) {
  const { body } = await post('/v1/accounts:sendVerificationCode', { phoneNumber, ...proof })
  const sent = standIn.mail.listTexts().find(({ sessionInfo }) => sessionInfo === body.sessionInfo)
  return { sessionInfo: body.sessionInfo, code: sent?.code ?? '' }
}

const claimsOf = (idToken: string) =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString())

t.test('stand-in phone: code of the message, signs in; a new number makes an account once', async (t) => {
  const client = await startClient(t)
  const signIn = async () =>
    (await client.post('/v1/accounts:signInWithPhoneNumber', await askForCode(client))).body
  const first = await signIn()
  t.match(first, { isNewUser: true, phoneNumber: PHONE, expiresIn: '3600', refreshToken: /^AMf-/ })
  t.match(claimsOf(first.idToken), {
    sub: first.localId,
    phone_number: PHONE,
    firebase: { sign_in_provider: 'phone', identities: { phone: [PHONE] } }
  })
  t.match(await signIn(), { isNewUser: false, localId: first.localId })
  t.strictSame(client.standIn.mail.listTexts(), [], 'codes are used up')
})

t.test('stand-in phone: number that is none, tenant, or second factor, no message', async (t) => {
  const client = await startClient(t, { tenants: ['acme-x1'] })
  const factor = { id: 'f1', phoneNumber: '+15555550199', enrolledAtSeconds: 1 }
  client.standIn.accounts.create({ phoneNumber: '+15555550111', secondFactors: [factor] })
  for (const [body, message] of [
    [{}, 'INVALID_PHONE_NUMBER : Invalid format.'],
    [{ phoneNumber: '5555550100' }, 'INVALID_PHONE_NUMBER : Invalid format.'],
    [{ phoneNumber: PHONE, tenantId: 'acme-x1' }, 'UNSUPPORTED_TENANT_OPERATION'],
    [{ phoneNumber: '+15555550111' }, 'UNSUPPORTED_FIRST_FACTOR : ']
  ] as const)
    t.match(await client.post('/v1/accounts:sendVerificationCode', body), refusal(message))
  t.strictSame(client.standIn.mail.listTexts(), [])
  t.match(await askForCode(client), { code: /^\d{6}$/ }, 'the twin')
})

t.test('stand-in phone: code that is wrong, too old, used or of a disabled account, refused', async (t) => {
  const client = await startClient(t)
  const signIn = (body: object) => client.post('/v1/accounts:signInWithPhoneNumber', body)
  const { sessionInfo, code } = await askForCode(client)
  const other = code === '000000' ? '000001' : '000000'
  t.match(await signIn({ code }), refusal('MISSING_SESSION_INFO'))
  t.match(await signIn({ sessionInfo }), refusal('MISSING_CODE'))
  t.match(await signIn({ sessionInfo: 'x', code }), refusal('INVALID_SESSION_INFO'))
  t.match(await signIn({ sessionInfo, code: other }), refusal('INVALID_CODE'))
  const { localId } = (await signIn({ sessionInfo, code })).body
  t.match(await signIn({ sessionInfo, code }), refusal('INVALID_SESSION_INFO'))
  const old = await askForCode(client)
  client.advance(WAIT_SECONDS)
  t.match(await signIn(old), refusal('SESSION_EXPIRED'))
  client.standIn.accounts.update(localId, { disabled: true })
  t.match(await signIn(await askForCode(client)), refusal('USER_DISABLED'))
})

import t from 'tap'
import { refusal, type StandInClient, startClient } from '../fixtures/provider/stand-in-client.ts'

const EMAIL = 'alice@example.com'
const PHONE = '+15555550100'

/** Requests an email and returns its code. */
async function requestCode(client: StandInClient, body: Record<string, unknown>): Promise<string> {
  await client.post('/v1/accounts:sendOobCode', body)
  return client.standIn.mail.list().at(-1)?.oobCode ?? ''
}

const requestReset = (client: StandInClient) =>
  requestCode(client, { requestType: 'PASSWORD_RESET', email: EMAIL })

t.test('emulator listing: shows the latest 50 codes of a user pool, newest last', async (t) => {
  const client = await startClient(t, { tenants: ['acme'] })
  client.standIn.accounts.create({ uid: 'alice', email: EMAIL, password: 'secret-1' })
  const list = async (path: string) => {
    const response = await fetch(`${client.standIn.url}/emulator/v1/projects/${path}/oobCodes`)
    return {
      status: response.status,
      body: (await response.json()) as { oobCodes: Record<string, string>[] }
    }
  }
  const inTenant = { requestType: 'EMAIL_SIGNIN', email: 'a@example.com', tenantId: 'acme' }
  await requestCode(client, inTenant)
  const first = await requestReset(client)
  const second = await requestReset(client)
  const [one = {}, two = {}] = (await list('demo-gate')).body.oobCodes
  const { mail } = client.standIn
  t.strictSame([one.oobCode, two.oobCode], [first, second])
  t.strictSame(one, mail.list()[1])
  t.strictSame(Object.keys(one), ['email', 'oobCode', 'oobLink', 'requestType'])
  t.match(await list('demo-gate/tenants/acme'), { body: { oobCodes: [{ email: 'a@example.com' }] } })
  await client.post('/v1/accounts:resetPassword', { oobCode: first, newPassword: 'secret-1' })
  t.match((await list('demo-gate')).body.oobCodes, [{ oobCode: second }])
  t.match(await list('another'), { status: 404, body: { error: { status: 'NOT_FOUND' } } })
  t.match(await list('demo-gate/tenants/none'), refusal('TENANT_NOT_FOUND'))
  for (let count = 0; count < 50; count += 1) await requestReset(client)
  t.equal(mail.list().length, 50)
  t.match(await client.post('/v1/accounts:resetPassword', { oobCode: second }), refusal('INVALID_OOB_CODE'))
})

t.test('emulator listing: shows the text messages of a user pool', async (t) => {
  const tenantId = 'acme'
  const password = 'secret-1'
  const client = await startClient(t, { tenants: [tenantId] })
  client.standIn.accounts.create({
    ...{ uid: 'alice', email: EMAIL, password, emailVerified: true, tenantId },
    secondFactors: [{ id: 'phone-1', phoneNumber: PHONE, enrolledAtSeconds: 1 }]
  })
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

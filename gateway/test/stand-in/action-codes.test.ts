import { decodeJwt } from 'jose'
import t from 'tap'
import { refusal, type StandInClient } from '../fixtures/stand-in-client.ts'
import { requestCode, requestReset, start } from '../fixtures/stand-in-codes.ts'

const HOUR = 3600

async function idTokenOf(client: StandInClient): Promise<string> {
  return (await client.signIn('alice@example.com')).body.idToken
}

t.test(
  'stand-in reset: mail for a known address, sets the password, verifies and ends sessions',
  async (t) => {
    const client = await start(t)
    const before = await client.signIn('alice@example.com')
    const asked = { requestType: 'PASSWORD_RESET', email: 'ALICE@example.com' }
    const sent = await client.post('/v1/accounts:sendOobCode', asked)
    const kind = 'identitytoolkit#GetOobConfirmationCodeResponse'
    t.strictSame(sent, { status: 200, body: { kind, email: 'alice@example.com' } })
    const oobCode = client.standIn.mail.list()[0]?.oobCode
    const checked = await client.post('/v1/accounts:resetPassword', { oobCode })
    const told = { requestType: 'PASSWORD_RESET', email: 'alice@example.com' }
    t.strictSame(checked.body, { kind: 'identitytoolkit#ResetPasswordResponse', ...told })
    t.match(await client.post('/v1/accounts:resetPassword', { oobCode, newPassword: 'secret-2' }), {
      status: 200,
      body: told
    })
    t.match(client.standIn.accounts.get('alice'), { emailVerified: true })
    t.match(await client.signIn('alice@example.com'), refusal('INVALID_LOGIN_CREDENTIALS'))
    const again = { email: 'alice@example.com', password: 'secret-2' }
    t.equal((await client.post('/v1/accounts:signInWithPassword', again)).status, 200)
    t.match(await client.refresh(before.body.refreshToken), refusal('TOKEN_EXPIRED'))
  }
)

t.test('stand-in reset: unknown address, same answer and no mail', async (t) => {
  const client = await start(t)
  const asked = { requestType: 'PASSWORD_RESET', email: 'nobody@example.com' }
  const answer = await client.post('/v1/accounts:sendOobCode', asked)
  const kind = 'identitytoolkit#GetOobConfirmationCodeResponse'
  t.strictSame(answer, { status: 200, body: { kind, email: 'nobody@example.com' } })
  t.strictSame(client.standIn.mail.list(), [])
})

t.test('stand-in reset: code used, expired, made up or of another kind, refused', async (t) => {
  const client = await start(t)
  const reset = (oobCode: string) =>
    client.post('/v1/accounts:resetPassword', { oobCode, newPassword: 'secret-1' })
  const used = await requestReset(client)
  t.equal((await reset(used)).status, 200)
  t.match(await reset(used), refusal('INVALID_OOB_CODE'))
  const old = await requestReset(client)
  client.advance(HOUR - 1)
  t.equal((await client.post('/v1/accounts:resetPassword', { oobCode: old })).status, 200)
  client.advance(1)
  t.match(await reset(old), refusal('EXPIRED_OOB_CODE'))
  t.match(await reset('made-up'), refusal('INVALID_OOB_CODE'))
  t.match(await reset(''), refusal('MISSING_OOB_CODE'))
  const idToken = await idTokenOf(client)
  const verification = await requestCode(client, { requestType: 'VERIFY_EMAIL', idToken })
  t.match(await reset(verification), refusal('INVALID_OOB_CODE'))
  const unapplied = await requestReset(client)
  t.match(await client.post('/v1/accounts:update', { oobCode: unapplied }), refusal('INVALID_OOB_CODE'))
})

t.test('stand-in reset: account gone, disabled or with another address since, refused', async (t) => {
  const changes: [string, (client: StandInClient) => void][] = [
    ['INVALID_OOB_CODE', ({ standIn }) => standIn.accounts.delete('alice')],
    ['USER_DISABLED', ({ standIn }) => standIn.accounts.disable('alice')],
    ['INVALID_OOB_CODE', ({ standIn }) => standIn.accounts.update('alice', { email: 'other@example.com' })]
  ]
  for (const [message, change] of changes) {
    const client = await start(t)
    const oobCode = await requestReset(client)
    change(client)
    t.match(await client.post('/v1/accounts:resetPassword', { oobCode }), refusal(message))
    const whole = { oobCode, newPassword: 'secret-2' }
    t.match(await client.post('/v1/accounts:resetPassword', whole), refusal(message))
  }
})

t.test('stand-in reset: password under the policy, refused and the code stays good', async (t) => {
  const client = await start(t, { passwordPolicy: { minPasswordLength: 10, containsNumericCharacter: true } })
  const oobCode = await requestReset(client)
  const reset = (newPassword: string) => client.post('/v1/accounts:resetPassword', { oobCode, newPassword })
  t.match(await reset('short'), refusal('WEAK_PASSWORD : Password should be at least 6 characters'))
  const missing = 'Password must contain at least 10 characters, Password must contain a numeric character'
  t.match(
    await reset('too-short'),
    refusal(`PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: [${missing}]`)
  )
  t.equal((await reset('long-enough-1')).status, 200)
})

t.test(
  'stand-in verify: code from the mail of an id token, verifies once and keeps the session',
  async (t) => {
    const client = await start(t)
    const { body } = await client.signIn('alice@example.com')
    const oobCode = await requestCode(client, { requestType: 'VERIFY_EMAIL', idToken: body.idToken })
    t.equal(client.standIn.accounts.get('alice')?.emailVerified, false)
    t.match(await client.post('/v1/accounts:update', { oobCode }), {
      status: 200,
      body: { localId: 'alice', email: 'alice@example.com', emailVerified: true }
    })
    const refreshed = await client.refresh(body.refreshToken)
    t.match(decodeJwt(refreshed.body.id_token), { email_verified: true })
    t.match(await client.post('/v1/accounts:update', { oobCode }), refusal('INVALID_OOB_CODE'))
  }
)

t.test('stand-in change of email: verified at the new address, and undone from the old one', async (t) => {
  const client = await start(t)
  const idToken = await idTokenOf(client)
  const change = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: 'New@example.com' }
  const oobCode = await requestCode(client, change)
  const names = { email: 'alice@example.com', newEmail: 'new@example.com' }
  const checked = await client.post('/v1/accounts:resetPassword', { oobCode })
  t.match(checked.body, { requestType: 'VERIFY_AND_CHANGE_EMAIL', ...names })
  t.equal(client.standIn.accounts.get('alice')?.email, 'alice@example.com', 'a check changes nothing')
  const applied = await client.post('/v1/accounts:update', { oobCode })
  t.match(applied.body, { email: 'new@example.com', newEmail: 'new@example.com' })
  t.match(client.standIn.accounts.get('alice'), { email: 'new@example.com', emailVerified: true })
  const [recovery] = client.standIn.mail.list()
  t.match(recovery, { requestType: 'RECOVER_EMAIL', ...names })
  t.notOk(client.standIn.mail.list()[1], 'the used code is gone')
  const back = { oobCode: recovery?.oobCode }
  t.match((await client.post('/v1/accounts:resetPassword', back)).body, names)
  t.match((await client.post('/v1/accounts:update', back)).body, { email: 'alice@example.com' })
  t.match(client.standIn.accounts.get('alice'), { email: 'alice@example.com', emailVerified: true })
  t.strictSame(client.standIn.mail.list(), [], 'going back makes no further code')
})

t.test('stand-in change of email: taken address, refused when asked for and when applied', async (t) => {
  const client = await start(t)
  const idToken = await idTokenOf(client)
  const ask = { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken, newEmail: 'new@example.com' }
  const oobCode = await requestCode(client, ask)
  client.standIn.accounts.create({ uid: 'bob', email: 'new@example.com' })
  t.match(await client.post('/v1/accounts:sendOobCode', ask), refusal('EMAIL_EXISTS'))
  t.match(await client.post('/v1/accounts:update', { oobCode }), refusal('EMAIL_EXISTS'))
})

t.test('stand-in send: requests that are not in order, refused', async (t) => {
  const client = await start(t, { authorizedDomains: ['app.example.com'], tenants: ['acme'] })
  const idToken = await idTokenOf(client)
  const guest = await client.post('/v1/accounts:signUp', {})
  const email = 'alice@example.com'
  const rows: [string, Record<string, unknown>][] = [
    ['MISSING_REQ_TYPE', { email }],
    ['INVALID_REQ_TYPE', { requestType: 'RECOVER_EMAIL', email }],
    ['MISSING_EMAIL', { requestType: 'PASSWORD_RESET' }],
    ['INVALID_EMAIL', { requestType: 'EMAIL_SIGNIN', email: 'alice' }],
    ['MISSING_ID_TOKEN', { requestType: 'VERIFY_EMAIL', email }],
    ['INVALID_ID_TOKEN', { requestType: 'VERIFY_EMAIL', idToken: 'x' }],
    ['MISSING_EMAIL', { requestType: 'VERIFY_EMAIL', idToken: guest.body.idToken }],
    ['TENANT_ID_MISMATCH', { requestType: 'VERIFY_EMAIL', idToken, tenantId: 'acme' }],
    ['TENANT_NOT_FOUND', { requestType: 'PASSWORD_RESET', email, tenantId: 'none' }],
    ['MISSING_NEW_EMAIL', { requestType: 'VERIFY_AND_CHANGE_EMAIL', idToken }],
    [
      'INVALID_CONTINUE_URI : ((expected an absolute URI with valid scheme and host))',
      { requestType: 'PASSWORD_RESET', email, continueUrl: '/reports' }
    ],
    [
      'UNAUTHORIZED_DOMAIN : Domain not allowlisted by project',
      { requestType: 'PASSWORD_RESET', email, continueUrl: 'https://evil.example.net/' }
    ]
  ]
  for (const [message, body] of rows) {
    t.match(await client.post('/v1/accounts:sendOobCode', body), refusal(message), message)
  }
  t.strictSame(client.standIn.mail.list(), [])
  const good = { requestType: 'PASSWORD_RESET', email, continueUrl: 'https://app.example.com/reports' }
  t.equal((await client.post('/v1/accounts:sendOobCode', good)).status, 200)
})

t.test('stand-in links: action page, mode, key, continue URL and tenant', async (t) => {
  const actionUrl = 'http://localhost:8080/login/action'
  const client = await start(t, { actionUrl, tenants: ['acme'], apiKey: 'the-key' })
  const continueUrl = 'http://localhost:8080/reports?a=1&b=2'
  const email = 'alice@example.com'
  await requestCode(client, { requestType: 'EMAIL_SIGNIN', email, continueUrl, canHandleCodeInApp: true })
  await requestCode(client, { requestType: 'EMAIL_SIGNIN', email, tenantId: 'acme' })
  const [first, second] = client.standIn.mail.list().map(({ oobCode, oobLink }) => ({ oobCode, oobLink }))
  const url = new URL(first?.oobLink ?? '')
  t.equal(url.origin + url.pathname, actionUrl)
  t.strictSame(Object.fromEntries(url.searchParams), {
    mode: 'signIn',
    lang: 'en',
    oobCode: first?.oobCode,
    apiKey: 'the-key',
    continueUrl
  })
  const other = new URL(second?.oobLink ?? '').searchParams
  t.equal(other.get('tenantId'), 'acme')
  t.notOk(other.has('continueUrl'))
})

t.test('stand-in links: without an action page, they lead to the stand-in', async (t) => {
  const client = await start(t)
  await requestReset(client)
  const { url, mail } = client.standIn
  t.ok(mail.list()[0]?.oobLink.startsWith(`${url}/emulator/action?mode=resetPassword&`))
})

t.test('stand-in codes: of a tenant, good in that tenant only', async (t) => {
  const client = await start(t, { tenants: ['acme', 'other'] })
  const email = 'new@example.com'
  const oobCode = await requestCode(client, { requestType: 'EMAIL_SIGNIN', email, tenantId: 'acme' })
  const signIn = (pool: Record<string, string>) =>
    client.post('/v1/accounts:signInWithEmailLink', { email, oobCode, ...pool })
  t.match(await signIn({}), refusal('INVALID_OOB_CODE'))
  t.match(await signIn({ tenantId: 'other' }), refusal('INVALID_OOB_CODE'))
  const { body } = await signIn({ tenantId: 'acme' })
  t.match(decodeJwt(body.idToken), { firebase: { tenant: 'acme' } })
})

t.test('stand-in emulator listing: codes of one pool, newest last, the latest fifty', async (t) => {
  const client = await start(t, { tenants: ['acme'] })
  const list = async (path: string) => {
    const answer = await fetch(`${client.standIn.url}/emulator/v1/projects/${path}/oobCodes`)
    return { status: answer.status, body: (await answer.json()) as { oobCodes: Record<string, string>[] } }
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

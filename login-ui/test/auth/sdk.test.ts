import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { OAuthProvider } from '@firebase/auth'
import t from 'tap'
import { problemByStatus } from '../../src/auth/password-policy.ts'
import { connect } from '../../src/auth/sdk.ts'
import type { Account, Challenge } from '../../src/auth/sdk-contract.ts'
import { configWith } from '../fixtures/flows.ts'

/** `body`: sent as JSON unless it is a string. `hangUp`: the connection ends without a response. */
type Answer = { status?: number; body: object | string; hangUp?: true }
/** Responses of the provider by part of the path. */
const answers = new Map<string, Answer>()
const seen: { path: string; body: Record<string, unknown>; language: string | undefined }[] = []

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text.startsWith('{') ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))
}

const server = createServer(async (request, response) => {
  const body = await readBody(request)
  const path = new URL(request.url ?? '', 'http://x').pathname.replace(/^\/[^/]+\/v\d\//, '')
  seen.push({ path, body, language: request.headers['x-firebase-locale']?.toString() })
  const { status = 200, body: content, hangUp } = answers.get(path) ?? { status: 404, body: {} }
  if (hangUp) return void response.destroy()
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
t.teardown(() => {
  server.closeAllConnections()
  server.close()
})

const emulatorUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const provider = {
  apiKey: 'key',
  projectId: 'demo-x',
  authDomain: 'x.example',
  emulatorUrl,
  recaptcha: false,
  appCheck: null
}
const sdk = connect(configWith({ provider }))
sdk.setLanguage('zh-TW')

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const inAnHour = Math.floor(Date.now() / 1000) + 3600
const tokenOf = (facts: object) =>
  `${part({ alg: 'none' })}.${part({ sub: 'u1', user_id: 'u1', iat: inAnHour - 3600, exp: inAnHour, ...facts })}.`
const tokens = (facts: object = {}) => ({
  localId: 'u1',
  idToken: tokenOf(facts),
  refreshToken: 'refresh-token',
  expiresIn: '3600'
})
const fails = (message: string): Answer => ({ status: 400, body: { error: { code: 400, message } } })
const user = { localId: 'u1', email: 'ada@example.com', emailVerified: true }
const lookUp = (changes: object = {}): Answer => ({ body: { users: [{ ...user, ...changes }] } })

t.beforeEach(() => {
  seen.length = 0
  answers.clear()
  answers.set('accounts:lookup', lookUp())
})

async function signIn(): Promise<Account> {
  answers.set('accounts:signInWithPassword', { body: tokens() })
  const answer = await sdk.signInWithPassword({ email: 'ada@example.com', password: 'secret' })
  if (answer.kind !== 'signed-in') throw new Error(answer.kind)
  return answer.account
}

t.test('SDK: connecting makes no request', async (t) => {
  t.same(seen, [])
})

t.test('SDK: right password returns account and tokens in the language and tenant of the page', async (t) => {
  answers.set('accounts:lookup', lookUp({ tenantId: 'a' }))
  answers.set('accounts:signInWithPassword', { body: tokens({ firebase: { tenant: 'a' } }) })
  sdk.setTenant('a')
  const answer = await sdk.signInWithPassword({ email: 'ada@example.com', password: 'secret' })
  sdk.setTenant(null)
  t.match(answer, { kind: 'signed-in', account: { email: 'ada@example.com', emailVerified: true } })
  t.match(seen[0], { path: 'accounts:signInWithPassword', body: { tenantId: 'a' }, language: 'zh-TW' })
})

t.test('SDK: tokens are those of the sign-in', async (t) => {
  const account = await signIn()
  t.same(await account.tokens(), { kind: 'tokens', idToken: tokenOf({}), refreshToken: 'refresh-token' })
})

t.test('SDK: wrong password is a rejection, not an exception', async (t) => {
  answers.set('accounts:signInWithPassword', fails('INVALID_LOGIN_CREDENTIALS'))
  const answer = await sdk.signInWithPassword({ email: 'ada@example.com', password: 'secret' })
  t.match(answer, { kind: 'refused', code: 'auth/invalid-credential' })
})

async function challenge(mfaInfo: object[]): Promise<Challenge> {
  answers.set('accounts:signInWithPassword', { body: { mfaPendingCredential: 'pending', mfaInfo } })
  const answer = await sdk.signInWithPassword({ email: 'ada@example.com', password: 'secret' })
  if (answer.kind !== 'second-factor') throw new Error(answer.kind)
  return answer.challenge
}

const totpInfo = {
  mfaEnrollmentId: 'f1',
  displayName: 'Phone',
  enrolledAt: '2026-11-20T12:00:00Z',
  totpInfo: {}
}

const smsInfo = { mfaEnrollmentId: 'f2', enrolledAt: '2026-11-20T12:00:00Z', phoneInfo: '+*******4567' }

t.test('SDK: required second factor returns the factors that the page supports', async (t) => {
  t.same((await challenge([totpInfo, smsInfo])).factors, [
    { id: 'f1', kind: 'totp', name: 'Phone', hint: null, enrolledAt: 1795176000 },
    { id: 'f2', kind: 'sms', name: null, hint: '+*******4567', enrolledAt: 1795176000 }
  ])
})

t.test('SDK: right code signs in with the tokens of the second step', async (t) => {
  const asked = await challenge([totpInfo])
  answers.set('accounts/mfaSignIn:finalize', { body: tokens({ second: true }) })
  const answer = await asked.answer('f1', '123456')
  t.equal(answer.kind, 'signed-in')
  if (answer.kind === 'signed-in')
    t.match(await answer.account.tokens(), { idToken: tokenOf({ second: true }) })
  t.match(seen.find(({ path }) => path === 'accounts/mfaSignIn:finalize')?.body, {
    mfaPendingCredential: 'pending',
    mfaEnrollmentId: 'f1',
    totpVerificationInfo: { verificationCode: '123456' }
  })
})

t.test('SDK: wrong code is rejected and the next code still works', async (t) => {
  const asked = await challenge([totpInfo])
  answers.set('accounts/mfaSignIn:finalize', fails('INVALID_CODE'))
  t.match(await asked.answer('f1', '000000'), { kind: 'refused', code: 'auth/invalid-verification-code' })
  answers.set('accounts/mfaSignIn:finalize', { body: tokens() })
  t.equal((await asked.answer('f1', '123456')).kind, 'signed-in')
})

const byPasskey = { kind: 'tokens', idToken: tokenOf({}), refreshToken: 'refresh-token' } as const

t.test('SDK: sign-in by an unknown call becomes an account with one lookup', async (t) => {
  const answer = await sdk.continueSignIn(byPasskey)
  if (answer.kind !== 'signed-in') throw new Error(answer.kind)
  t.match(await answer.account.tokens(), byPasskey)
  t.equal(answer.account.email, 'ada@example.com')
  const found = seen.map(({ path }) => path)
  t.same(found, ['accounts:lookup'])
})

t.test('SDK: sign-in with a token that the provider rejects is rejected', async (t) => {
  answers.set('accounts:lookup', fails('TOKEN_EXPIRED'))
  t.match(await sdk.continueSignIn(byPasskey), { kind: 'refused', code: 'auth/user-token-expired' })
})

t.test(
  'SDK: an unknown sign-in continues with its second step in the page’s language and tenant',
  async (t) => {
    const pending = { mfaPendingCredential: 'pending', mfaInfo: [totpInfo] }
    sdk.setTenant('a')
    t.teardown(() => sdk.setTenant(null))
    const asked = await sdk.continueSignIn({ kind: 'pending', answer: pending })
    if (asked.kind !== 'second-factor') throw new Error(asked.kind)
    t.same(asked.challenge.factors, [
      { id: 'f1', kind: 'totp', name: 'Phone', hint: null, enrolledAt: 1795176000 }
    ])
    const facts = { second: true, firebase: { tenant: 'a' } }
    answers.set('accounts:lookup', lookUp({ tenantId: 'a' }))
    answers.set('accounts/mfaSignIn:finalize', { body: tokens(facts) })
    const answer = await asked.challenge.answer('f1', '123456')
    if (answer.kind !== 'signed-in') throw new Error(answer.kind)
    t.match(await answer.account.tokens(), { idToken: tokenOf(facts) })
    t.match(seen[0], { path: 'accounts/mfaSignIn:finalize', language: 'zh-TW' })
    t.match(seen[0]?.body, { tenantId: 'a', mfaPendingCredential: 'pending' })
  }
)

t.test('SDK: credential of another account is rejected despite status 200', async (t) => {
  const held = new OAuthProvider('google.com').credential({ idToken: 'of-google' })
  for (const [errorMessage, code] of [
    ['FEDERATED_USER_ID_ALREADY_LINKED', 'auth/credential-already-in-use'],
    ['EMAIL_EXISTS', 'auth/email-already-in-use']
  ] as const) {
    const account = await signIn()
    answers.set('accounts:signInWithIdp', { body: { errorMessage, providerId: 'google.com' } })
    t.match(await account.connect({ held }), { kind: 'refused', code })
  }
})

t.test('SDK: credential of a provider is linked to the account', async (t) => {
  const account = await signIn()
  answers.set('accounts:signInWithIdp', { body: { ...tokens(), providerId: 'google.com' } })
  const held = new OAuthProvider('google.com').credential({ idToken: 'of-google' })
  t.same(await account.connect({ held }), { kind: 'done' })
  const call = seen.find(({ path }) => path === 'accounts:signInWithIdp')
  t.match(call?.body, { idToken: tokenOf({}), postBody: /id_token=of-google/ })
})

t.test('SDK: a credential not created by the SDK is rejected without a request', async (t) => {
  const account = await signIn()
  seen.length = 0
  t.match(await account.connect({ held: { providerId: 'google.com' } }), {
    kind: 'refused',
    code: 'auth/argument-error'
  })
  t.same(seen, [])
})

t.test('SDK: enrolment returns an escaped URI, and then tokens with the factor', async (t) => {
  const account = await signIn()
  const totpSessionInfo = {
    sharedSecretKey: 'SECRET',
    hashingAlgorithm: 'SHA1',
    verificationCodeLength: 6,
    periodSec: 30,
    sessionInfo: 'session',
    finalizeEnrollmentTime: '2026-11-20T12:00:00Z'
  }
  answers.set('accounts/mfaEnrollment:start', { body: { totpSessionInfo } })
  const enrolment = await account.startEnrolment('A & B')
  if (enrolment.kind !== 'enrolment') throw new Error(enrolment.code)
  t.equal(enrolment.secret, 'SECRET')
  t.equal(
    enrolment.uri,
    'otpauth://totp/A%20%26%20B:ada%40example.com?secret=SECRET&issuer=A%20%26%20B&algorithm=SHA1&digits=6&period=30'
  )
  answers.set('accounts/mfaEnrollment:finalize', fails('INVALID_CODE'))
  t.match(await enrolment.finish('000000'), { code: 'auth/invalid-verification-code' })
  const withFactor = { firebase: { sign_in_second_factor: 'totp' } }
  answers.set('accounts/mfaEnrollment:finalize', { body: tokens(withFactor) })
  t.same(await enrolment.finish('123456'), { kind: 'done' })
  t.match(await account.tokens(), { idToken: tokenOf(withFactor) })
})

t.test('SDK: refresh of a meanwhile verified account returns new tokens', async (t) => {
  answers.set('accounts:lookup', lookUp({ emailVerified: false }))
  const account = await signIn()
  t.equal(account.emailVerified, false)
  t.same(await account.refresh(), { kind: 'done' })
  t.notOk(
    seen.some(({ path }) => path === 'token'),
    'nothing new, no new token'
  )
  answers.set('accounts:lookup', lookUp())
  const fresh = tokenOf({ email_verified: true })
  answers.set('token', {
    body: { access_token: fresh, id_token: fresh, refresh_token: 'r2', expires_in: '3600' }
  })
  t.same(await account.refresh(), { kind: 'done' })
  t.equal(account.emailVerified, true)
  t.match(await account.tokens(), { idToken: fresh, refreshToken: 'r2' })
})

t.test('SDK: from an unauthorized host, the reset email is sent without the way back', async (t) => {
  answers.set('accounts:sendOobCode', fails('UNAUTHORIZED_DOMAIN : Domain not whitelisted'))
  t.match(await sdk.sendReset('ada@example.com', 'https://app.example/login'), {
    code: 'auth/unauthorized-continue-uri'
  })
  t.match(seen[0]?.body, { requestType: 'PASSWORD_RESET', continueUrl: 'https://app.example/login' })
  t.equal(seen[1]?.body.continueUrl, undefined)
  t.equal(seen.length, 2)
})

t.test('SDK: sign-in link says that the page can complete it', async (t) => {
  answers.set('accounts:sendOobCode', { body: {} })
  t.same(await sdk.sendLink('ada@example.com', 'https://app.example/login/action'), { kind: 'done' })
  t.match(seen[0]?.body, {
    requestType: 'EMAIL_SIGNIN',
    canHandleCodeInApp: true,
    continueUrl: 'https://app.example/login/action'
  })
})

t.test('SDK: link of an email is a sign-in link by its mode', async (t) => {
  const link = (mode: string) => `https://app.example/login/action?apiKey=key&mode=${mode}&oobCode=c`
  t.equal(sdk.isSignInLink(link('signIn')), true)
  t.equal(sdk.isSignInLink(link('verifyEmail')), false)
})

t.test('SDK: a code that does what its link says is valid', async (t) => {
  answers.set('accounts:resetPassword', { body: { requestType: 'VERIFY_EMAIL', email: 'ada@example.com' } })
  t.same(await sdk.checkAction('verifyEmail', 'c'), {
    kind: 'good',
    email: 'ada@example.com',
    newEmail: null
  })
  t.same(seen[0]?.body, { oobCode: 'c' })
})

t.test('SDK: a code that would do something else is rejected', async (t) => {
  answers.set('accounts:resetPassword', { body: { requestType: 'RECOVER_EMAIL', email: 'ada@example.com' } })
  t.match(await sdk.checkAction('verifyEmail', 'c'), { kind: 'refused', code: 'auth/invalid-action-code' })
})

t.test('SDK: change of address returns the old and the new one', async (t) => {
  const body = {
    requestType: 'VERIFY_AND_CHANGE_EMAIL',
    email: 'old@example.com',
    newEmail: 'new@example.com'
  }
  answers.set('accounts:resetPassword', { body })
  t.match(await sdk.checkAction('verifyAndChangeEmail', 'c'), {
    email: 'old@example.com',
    newEmail: 'new@example.com'
  })
})

t.test('SDK: an unreadable policy gives no result for a password', async (t) => {
  t.equal(await sdk.checkPassword('x'), null)
})

t.test('SDK: policy returns what is missing', async (t) => {
  const customStrengthOptions = { minPasswordLength: 12, containsUppercaseCharacter: true }
  answers.set('passwordPolicy', {
    body: { customStrengthOptions, enforcementState: 'ENFORCE', schemaVersion: 1 }
  })
  const missing = problemByStatus('short', await sdk.checkPassword('short'))
  t.same(missing?.details, ['problem.policy.min', 'problem.policy.upper'])
  t.same(missing?.slots, { min: '12' })
  const met = await sdk.checkPassword('Long enough for it')
  t.equal(met?.isValid, true)
  t.equal(problemByStatus('Long enough for it', met), null)
})

t.test('SDK: if the name of a new account is rejected, the account still exists', async (t) => {
  answers.set('accounts:signUp', { body: tokens() })
  answers.set('accounts:update', fails('INTERNAL_ERROR'))
  const answer = await sdk.signUp({ email: 'ada@example.com', password: 'secret', name: 'Ada' })
  t.equal(answer.kind, 'signed-in')
  t.match(seen.find(({ path }) => path === 'accounts:update')?.body, { displayName: 'Ada' })
})

t.test('SDK: App Check enforcement has its own code instead of one made up by the SDK', async (t) => {
  const message = 'Firebase App Check token is invalid.'
  answers.set('accounts:signInWithPassword', { status: 401, body: { error: { code: 401, message } } })
  const answer = await sdk.signInWithPassword({ email: 'ada@example.com', password: 'secret' })
  t.match(answer, { kind: 'refused', code: 'page/closed' })
})

const inTrouble = (status: number, message: string): Answer => ({
  status,
  body: { error: { code: status, message } }
})
for (const [what, answer, code] of [
  ['503 with a status', inTrouble(503, 'UNAVAILABLE'), 'PROVIDER_UNAVAILABLE'],
  ['503 with a sentence', inTrouble(503, 'The service is currently unavailable.'), 'PROVIDER_UNAVAILABLE'],
  ['503 with a number', inTrouble(503, 'Error code: 39'), 'PROVIDER_UNAVAILABLE'],
  ['500', inTrouble(500, 'Internal error encountered.'), 'PROVIDER_UNAVAILABLE'],
  ['504', inTrouble(504, 'Deadline expired before operation could complete.'), 'PROVIDER_UNAVAILABLE'],
  ['503 with a page', { status: 503, body: '<html>' }, 'PROVIDER_UNAVAILABLE'],
  ['no response', { body: {}, hangUp: true }, 'auth/network-request-failed'],
  ['unknown error', fails('SOMETHING_NEW'), 'auth/something-new'],
  ['error caused by the SDK', fails('MISSING_REQ_TYPE'), 'auth/internal-error']
] as const)
  t.test(`SDK: provider result ${what} becomes ${code}`, async (t) => {
    answers.set('accounts:signInWithPassword', answer)
    const signedIn = await sdk.signInWithPassword({ email: 'ada@example.com', password: 'secret' })
    t.match(signedIn, { kind: 'refused', code })
  })

t.test('SDK: custom token signs in', async (t) => {
  answers.set('accounts:signInWithCustomToken', { body: tokens() })
  t.equal((await sdk.signInWithCustomToken('{"uid":"u1"}')).kind, 'signed-in')
  t.match(seen[0], { path: 'accounts:signInWithCustomToken', body: { token: '{"uid":"u1"}' } })
})

t.test('SDK: invalid custom token is rejected', async (t) => {
  answers.set('accounts:signInWithCustomToken', fails('INVALID_CUSTOM_TOKEN'))
  t.match(await sdk.signInWithCustomToken('{}'), { kind: 'refused', code: 'auth/invalid-custom-token' })
})

import { deleteApp, initializeApp } from '@firebase/app'
import {
  ActionCodeURL,
  type Auth,
  applyActionCode,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  fetchSignInMethodsForEmail,
  getMultiFactorResolver,
  initializeAuth,
  initializeRecaptchaConfig,
  inMemoryPersistence,
  isSignInWithEmailLink,
  type MultiFactorError,
  multiFactor,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signOut,
  TotpMultiFactorGenerator,
  type User,
  updatePassword,
  updateProfile,
  validatePassword,
  verifyBeforeUpdateEmail,
  verifyPasswordResetCode
} from '@firebase/auth'
import t, { type Test } from 'tap'
import { totpCode } from '../../stand-in/second-factors/totp.ts'
import type { StandIn } from '../../stand-in/stand-in.ts'
import type { StandInOptions } from '../../stand-in/state.ts'
import { startTestStandIn } from '../fixtures/provider/stand-in.ts'

// The SDK checks token expiry with the real clock, so the stand-in uses a fixed time near it.
const NOW = Math.floor(Date.now() / 1000)
const EMAIL = 'alice@example.com'
const PASSWORD = 'secret-1'
const ACTION_URL = 'http://localhost:8080/login/action'
const CONTINUE = { url: 'http://localhost:8080/reports', handleCodeInApp: true }

interface Sdk {
  standIn: StandIn
  auth: Auth
}

let apps = 0

async function start(t: Test, options: Partial<StandInOptions> = {}): Promise<Sdk> {
  const own = { projectId: 'demo-gate', now: () => NOW, actionUrl: ACTION_URL }
  const standIn = await startTestStandIn(t, { ...own, ...options })
  standIn.accounts.create({ uid: 'alice', email: EMAIL, password: PASSWORD, emailVerified: true })
  apps += 1
  const app = initializeApp({ apiKey: standIn.apiKey, projectId: 'demo-gate' }, `app-${apps}`)
  t.teardown(() => deleteApp(app))
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  connectAuthEmulator(auth, standIn.url, { disableWarnings: true })
  return { standIn, auth }
}

const lastLink = ({ standIn }: Sdk): string => standIn.mail.list().at(-1)?.oobLink ?? ''
const lastCode = (sdk: Sdk): string => ActionCodeURL.parseLink(lastLink(sdk))?.code ?? ''

async function signInAsAlice({ auth }: Sdk): Promise<User> {
  return (await signInWithEmailAndPassword(auth, EMAIL, PASSWORD)).user
}

async function claimsOf(user: User): Promise<Record<string, unknown>> {
  return (await user.getIdTokenResult()).claims.firebase as Record<string, unknown>
}

async function enrolTotp(user: User): Promise<string> {
  const secret = await TotpMultiFactorGenerator.generateSecret(await multiFactor(user).getSession())
  const code = totpCode(secret.secretKey, NOW)
  const assertion = TotpMultiFactorGenerator.assertionForEnrollment(secret, code)
  await multiFactor(user).enroll(assertion, 'My phone')
  return secret.secretKey
}

t.test('firebase SDK: sign-up and profile create an account, a taken address is rejected', async (t) => {
  const { auth, standIn } = await start(t)
  const { user } = await createUserWithEmailAndPassword(auth, 'bob@example.com', PASSWORD)
  await updateProfile(user, { displayName: 'Bob' })
  t.match(standIn.accounts.get(user.uid), { email: 'bob@example.com', displayName: 'Bob' })
  await t.rejects(createUserWithEmailAndPassword(auth, EMAIL, PASSWORD), {
    code: 'auth/email-already-in-use'
  })
  await t.rejects(createUserWithEmailAndPassword(auth, 'c@example.com', 'seven-7'), {
    code: 'auth/password-does-not-meet-requirements'
  })
})

t.test('firebase SDK: email link signs in its new address and rejects another address', async (t) => {
  const sdk = await start(t)
  const { auth } = sdk
  await sendSignInLinkToEmail(auth, 'new@example.com', CONTINUE)
  const link = lastLink(sdk)
  t.ok(isSignInWithEmailLink(auth, link))
  t.equal(ActionCodeURL.parseLink(link)?.continueUrl, CONTINUE.url)
  await t.rejects(signInWithEmailLink(auth, EMAIL, link), { code: 'auth/invalid-email' })
  const { user } = await signInWithEmailLink(auth, 'new@example.com', link)
  t.match(user, { email: 'new@example.com', emailVerified: true, isAnonymous: false })
  await t.rejects(signInWithEmailLink(auth, 'new@example.com', link), { code: 'auth/invalid-action-code' })
})

t.test('firebase SDK: email link of a tenant signs in to that tenant', async (t) => {
  const sdk = await start(t, { tenants: ['acme'] })
  sdk.auth.tenantId = 'acme'
  await sendSignInLinkToEmail(sdk.auth, 'new@example.com', CONTINUE)
  const { user } = await signInWithEmailLink(sdk.auth, 'new@example.com', lastLink(sdk))
  t.equal(user.tenantId, 'acme')
  sdk.auth.tenantId = null
  const wrong = signInWithEmailLink(sdk.auth, 'new@example.com', lastLink(sdk))
  await t.rejects(wrong, { code: 'auth/argument-error' })
})

t.test('firebase SDK: password reset, the new password signs in and the code works only once', async (t) => {
  const sdk = await start(t)
  const { auth } = sdk
  await sendPasswordResetEmail(auth, EMAIL)
  const code = lastCode(sdk)
  t.equal(await verifyPasswordResetCode(auth, code), EMAIL)
  await t.rejects(confirmPasswordReset(auth, code, 'short'), { code: 'auth/weak-password' })
  await confirmPasswordReset(auth, code, 'secret-2')
  await t.rejects(signInWithEmailAndPassword(auth, EMAIL, PASSWORD), { code: 'auth/invalid-credential' })
  t.equal((await signInWithEmailAndPassword(auth, EMAIL, 'secret-2')).user.uid, 'alice')
  await t.rejects(confirmPasswordReset(auth, code, 'secret-3'), { code: 'auth/invalid-action-code' })
})

t.test('firebase SDK: password reset of an unknown address succeeds without an email', async (t) => {
  const sdk = await start(t)
  await sendPasswordResetEmail(sdk.auth, 'nobody@example.com')
  t.strictSame(sdk.standIn.mail.list(), [])
  t.strictSame(await fetchSignInMethodsForEmail(sdk.auth, EMAIL), [])
})

t.test('firebase SDK: code expires after an hour', async (t) => {
  let now = NOW
  const sdk = await start(t, { now: () => now })
  await sendPasswordResetEmail(sdk.auth, EMAIL)
  now += 3600
  await t.rejects(verifyPasswordResetCode(sdk.auth, lastCode(sdk)), { code: 'auth/expired-action-code' })
  now -= 1
  t.equal(await verifyPasswordResetCode(sdk.auth, lastCode(sdk)), EMAIL)
})

t.test('firebase SDK: email verification shows after a reload', async (t) => {
  const sdk = await start(t)
  const { user } = await createUserWithEmailAndPassword(sdk.auth, 'bob@example.com', PASSWORD)
  await sendEmailVerification(user, { url: CONTINUE.url })
  const { data, operation } = await checkActionCode(sdk.auth, lastCode(sdk))
  t.match({ data, operation }, { data: { email: 'bob@example.com' }, operation: 'VERIFY_EMAIL' })
  await user.reload()
  t.equal(user.emailVerified, false)
  await applyActionCode(sdk.auth, lastCode(sdk))
  await user.reload()
  t.equal(user.emailVerified, true)
})

t.test('firebase SDK: email can be changed and restored', async (t) => {
  const sdk = await start(t)
  const user = await signInAsAlice(sdk)
  await verifyBeforeUpdateEmail(user, 'new@example.com')
  const change = await checkActionCode(sdk.auth, lastCode(sdk))
  t.match(change.data, { email: 'new@example.com', previousEmail: EMAIL })
  await applyActionCode(sdk.auth, lastCode(sdk))
  t.equal(sdk.standIn.accounts.get('alice')?.email, 'new@example.com')
  const back = await checkActionCode(sdk.auth, lastCode(sdk))
  t.match(back, { operation: 'RECOVER_EMAIL', data: { email: EMAIL, previousEmail: 'new@example.com' } })
  await applyActionCode(sdk.auth, lastCode(sdk))
  t.equal(sdk.standIn.accounts.get('alice')?.email, EMAIL)
})

t.test('firebase SDK: a new password keeps the user signed in', async (t) => {
  let now = NOW
  const sdk = await start(t, { now: () => now })
  const user = await signInAsAlice(sdk)
  // Within the same second the id token would not change, and the SDK would ignore the new tokens.
  now += 1
  await updatePassword(user, 'secret-2')
  await user.reload()
  t.ok(await user.getIdToken(true))
  await t.rejects(updatePassword(user, 'seven-7'), { code: 'auth/password-does-not-meet-requirements' })
})

t.test('firebase SDK: TOTP enrols, is required at the next sign-in and rejects a wrong code', async (t) => {
  const sdk = await start(t)
  const user = await signInAsAlice(sdk)
  const secret = await enrolTotp(user)
  t.match(multiFactor(user).enrolledFactors, [{ factorId: 'totp', displayName: 'My phone' }])
  const uid = multiFactor(user).enrolledFactors[0]?.uid ?? ''
  const second = { sign_in_second_factor: 'totp', second_factor_identifier: uid }
  t.match(await claimsOf(user), second)
  await signOut(sdk.auth)

  const error = await signInAsAlice(sdk).catch((err: unknown) => err as MultiFactorError)
  t.match(error, { code: 'auth/multi-factor-auth-required' })
  const resolver = getMultiFactorResolver(sdk.auth, error as MultiFactorError)
  t.match(resolver.hints, [{ uid, factorId: 'totp', displayName: 'My phone' }])
  const code = totpCode(secret, NOW)
  const resolve = (otp: string) =>
    resolver.resolveSignIn(TotpMultiFactorGenerator.assertionForSignIn(uid, otp))
  const wrong = code === '000000' ? '000001' : '000000'
  await t.rejects(resolve(wrong), { code: 'auth/invalid-verification-code' })
  t.equal(sdk.auth.currentUser, null)
  const signedIn = await resolve(code)
  t.equal(signedIn.user.uid, 'alice')
  t.match(await claimsOf(signedIn.user), second)
})

t.test('firebase SDK: TOTP without a verified address is rejected', async (t) => {
  const { auth } = await start(t)
  const { user } = await createUserWithEmailAndPassword(auth, 'bob@example.com', PASSWORD)
  const session = await multiFactor(user).getSession()
  await t.rejects(TotpMultiFactorGenerator.generateSecret(session), { code: 'auth/unverified-email' })
})

t.test('firebase SDK: TOTP can be removed by the user or by the code in the email', async (t) => {
  const sdk = await start(t)
  const user = await signInAsAlice(sdk)
  await enrolTotp(user)
  await multiFactor(user).unenroll(multiFactor(user).enrolledFactors[0]?.uid ?? '')
  const again = await signInAsAlice(sdk)
  t.notOk((await claimsOf(again)).sign_in_second_factor)
  await enrolTotp(again)
  await t.rejects(signInAsAlice(sdk), { code: 'auth/multi-factor-auth-required' })
  const { operation, data } = await checkActionCode(sdk.auth, lastCode(sdk))
  t.match(
    { operation, data },
    {
      operation: 'REVERT_SECOND_FACTOR_ADDITION',
      data: { email: EMAIL, multiFactorInfo: { factorId: 'totp' } }
    }
  )
  await applyActionCode(sdk.auth, lastCode(sdk))
  t.equal((await signInAsAlice(sdk)).uid, 'alice')
})

t.test('firebase SDK: password policy and reCAPTCHA configuration can be read and applied', async (t) => {
  const { auth } = await start(t, { passwordPolicy: { containsNumericCharacter: true } })
  t.match(await validatePassword(auth, 'seven-7'), { isValid: false, meetsMinPasswordLength: false })
  t.match(await validatePassword(auth, 'no-digits'), { isValid: false, containsNumericCharacter: false })
  t.match(await validatePassword(auth, 'eight-88'), { isValid: true })
  await t.resolves(initializeRecaptchaConfig(auth))
})

t.test('firebase SDK: unsigned custom token is accepted only with the flag', async (t) => {
  const token = JSON.stringify({ uid: 'alice' })
  const { auth } = await start(t, { acceptEmulatorCallers: true })
  t.equal((await signInWithCustomToken(auth, token)).user.email, EMAIL)
  const strict = await start(t)
  await t.rejects(signInWithCustomToken(strict.auth, token), { code: 'auth/invalid-custom-token' })
})

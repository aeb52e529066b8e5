import { FirebaseError, initializeApp } from 'firebase/app'
import {
  type ActionCodeInfo,
  type Auth,
  AuthCredential,
  applyActionCode,
  browserPopupRedirectResolver,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  getMultiFactorResolver,
  getRedirectResult,
  initializeAuth,
  initializeRecaptchaConfig,
  inMemoryPersistence,
  isSignInWithEmailLink,
  linkWithCredential,
  type MultiFactorError,
  type MultiFactorInfo,
  multiFactor,
  PhoneAuthProvider,
  type PhoneInfoOptions,
  PhoneMultiFactorGenerator,
  sendEmailVerification,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithCredential,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signInWithPopup,
  signInWithRedirect,
  signOut,
  TotpMultiFactorGenerator,
  type TotpSecret,
  type User,
  type UserCredential,
  updateProfile,
  validatePassword
} from 'firebase/auth'
import type { Factor } from '../machine.ts'
import type { ActionMode, PageConfig } from '../page-config.ts'
import { otherMethod, providerOf } from './providers.ts'
import type { Account, Challenge, Done, Enrolment, Refusal, Sdk, SignInAnswer } from './sdk-contract.ts'

/** Mode of a link -> operation of its code. A code for another operation would do something else than the page says. */
const operations: Readonly<Record<ActionMode, ActionCodeInfo['operation']>> = {
  resetPassword: 'PASSWORD_RESET',
  verifyEmail: 'VERIFY_EMAIL',
  recoverEmail: 'RECOVER_EMAIL',
  verifyAndChangeEmail: 'VERIFY_AND_CHANGE_EMAIL',
  revertSecondFactorAddition: 'REVERT_SECOND_FACTOR_ADDITION',
  signIn: 'EMAIL_SIGNIN'
}

/** Gives the SDK set up for the project; makes no request. To be called once per page. */
export function connect(config: PageConfig): Sdk {
  const { apiKey, projectId, authDomain, emulatorUrl, recaptcha } = config.provider
  const app = initializeApp({ apiKey, projectId, authDomain })
  // No popup resolver: one given here loads Google's scripts and a frame before the visitor has done anything.
  const auth = initializeAuth(app, { persistence: inMemoryPersistence })
  auth.tenantId = config.tenant.id
  if (emulatorUrl !== null) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
  // Only saves time: where it fails, the SDK asks again when a call needs it.
  if (recaptcha) void initializeRecaptchaConfig(auth).catch(() => {})
  const signIn = (call: () => Promise<UserCredential>) => answerOf(auth, call)

  return {
    setLanguage(code) {
      auth.languageCode = code
    },

    setTenant(tenantId) {
      auth.tenantId = tenantId
    },

    signInWithPassword: ({ email, password }) =>
      signIn(() => signInWithEmailAndPassword(auth, email, password)),

    signUp: ({ email, password, name }) =>
      signIn(async () => {
        const credential = await createUserWithEmailAndPassword(auth, email, password)
        if (name !== null) await rename(credential.user, name)
        return credential
      }),

    isSignInLink: (link) => isSignInWithEmailLink(auth, link),
    signInWithLink: (email, link) => signIn(() => signInWithEmailLink(auth, email, link)),

    sendPhoneCode: (number) =>
      ask(async () => {
        const id = await sendCode(auth, number)
        return {
          kind: 'done',
          signIn: (code) => signIn(() => signInWithCredential(auth, PhoneAuthProvider.credential(id, code)))
        }
      }),

    async signInWithPopup(provider) {
      const { standInWindow } = config.federated
      if (standInWindow === null)
        return signIn(() => signInWithPopup(auth, providerOf(provider), browserPopupRedirectResolver))
      const { askProviderWindow } = await import('../dev-drawer/dev-drawer.tsx')
      const choice = await askProviderWindow(standInWindow, provider, auth.tenantId)
      return choice.kind === 'refused' ? choice : signIn(() => signInWithCustomToken(auth, choice.token))
    },

    redirectTo: (provider) =>
      ask(() => signInWithRedirect(auth, providerOf(provider), browserPopupRedirectResolver)),

    async redirectAnswer() {
      const found = await ask(() => getRedirectResult(auth, browserPopupRedirectResolver), auth)
      return found === null ? { kind: 'nothing' } : signedIn(auth, found)
    },

    async checkPassword(password) {
      try {
        return await validatePassword(auth, password)
      } catch {
        return null
      }
    },

    sendReset: (email, url) => sendWith(url, (settings) => sendPasswordResetEmail(auth, email, settings)),
    sendLink: (email, url) => done(() => sendSignInLinkToEmail(auth, email, { url, handleCodeInApp: true })),

    async checkAction(mode, code) {
      const info = await ask(() => checkActionCode(auth, code))
      if ('kind' in info) return info
      const { operation, data } = info
      if (operation !== operations[mode]) return refusal('auth/invalid-action-code', operation)
      const { email = null, previousEmail = null } = data
      // The SDK calls the new address `email` here, and the account's own one the previous.
      return mode === 'verifyAndChangeEmail'
        ? { kind: 'good', email: previousEmail, newEmail: email }
        : { kind: 'good', email, newEmail: null }
    },

    applyAction: (code) => done(() => applyActionCode(auth, code)),
    resetPassword: (code, newPassword) => done(() => confirmPasswordReset(auth, code, newPassword)),
    signInWithCustomToken: (token) => signIn(() => signInWithCustomToken(auth, token))
  }
}

async function answerOf(auth: Auth, call: () => Promise<UserCredential>): Promise<SignInAnswer> {
  return signedIn(auth, await ask(call, auth))
}

function signedIn(auth: Auth, answer: UserCredential | SignInAnswer): SignInAnswer {
  return 'kind' in answer ? answer : { kind: 'signed-in', account: accountOf(auth, answer.user) }
}

/** Calls the SDK and gives its errors as answers; with `auth` also those errors that a sign-in continues from. */
async function ask<T>(call: () => Promise<T>): Promise<T | Refusal>
async function ask<T>(call: () => Promise<T>, auth: Auth): Promise<T | SignInAnswer>
async function ask<T>(call: () => Promise<T>, auth?: Auth): Promise<T | SignInAnswer> {
  try {
    return await call()
  } catch (err) {
    if (!(err instanceof FirebaseError)) throw err
    if (auth !== undefined && isMultiFactorError(err))
      return { kind: 'second-factor', challenge: challengeOf(auth, err) }
    if (auth !== undefined && err.code === 'auth/account-exists-with-different-credential')
      return otherMethod(err)
    return refusal(err.code, err.message)
  }
}

async function done(call: () => Promise<unknown>): Promise<Done | Refusal> {
  const answer = await ask(async () => {
    await call()
    return null
  })
  return answer ?? { kind: 'done' }
}

/** The SDK has no class for it: the code tells. */
function isMultiFactorError(err: FirebaseError): err is MultiFactorError {
  return err.code === 'auth/multi-factor-auth-required'
}

function refusal(code: string, message: string): Refusal {
  return { kind: 'refused', code, message }
}

/** Sends a mail whose page leads on to `url`; without `url` where the project has not authorised our host yet. */
async function sendWith(
  url: string,
  send: (settings?: { url: string }) => Promise<void>
): Promise<Done | Refusal> {
  const answer = await done(() => send({ url }))
  return answer.kind === 'refused' && answer.code === 'auth/unauthorized-continue-uri'
    ? done(() => send())
    : answer
}

function accountOf(auth: Auth, user: User): Account {
  return {
    get email() {
      return user.email
    },
    get emailVerified() {
      return user.emailVerified
    },
    tokens: () =>
      ask(async () => {
        const idToken = await user.getIdToken()
        return { kind: 'tokens', idToken, refreshToken: user.refreshToken } as const
      }),
    refresh: () =>
      done(async () => {
        await user.reload()
        if (user.emailVerified) await user.getIdToken(true)
      }),
    sendVerification: (url) => sendWith(url, (settings) => sendEmailVerification(user, settings)),
    startEnrolment: (issuer) =>
      ask(async () => {
        const session = await multiFactor(user).getSession()
        return enrolmentOf(user, await TotpMultiFactorGenerator.generateSecret(session), issuer)
      }),
    connect: async ({ held }) =>
      held instanceof AuthCredential
        ? done(() => linkWithCredential(user, held))
        : refusal('auth/argument-error', ''),
    async forget() {
      if (auth.currentUser === user) await signOut(auth)
    }
  }
}

/** A failure is ignored: the account is usable without a name. */
async function rename(user: User, displayName: string): Promise<void> {
  try {
    await updateProfile(user, { displayName })
    await user.getIdToken(true)
  } catch (err) {
    if (!(err instanceof FirebaseError)) throw err
  }
}

function enrolmentOf(user: User, secret: TotpSecret, issuer: string): Enrolment {
  // The SDK's own function puts names into the URI as they are, and leaves out the period.
  const [account, label] = [user.email ?? user.uid, issuer].map(encodeURIComponent)
  const uri = secret.generateQrCodeUrl(account, label).replace(/(algorithm=SHA)-/, '$1')
  return {
    kind: 'enrolment',
    secret: secret.secretKey,
    uri: `${uri}&period=${secret.codeIntervalSeconds}`,
    finish: (code) =>
      done(() => multiFactor(user).enroll(TotpMultiFactorGenerator.assertionForEnrollment(secret, code)))
  }
}

function challengeOf(auth: Auth, err: MultiFactorError): Challenge {
  const resolver = getMultiFactorResolver(auth, err)
  const sent = new Map<string, string>()
  return {
    factors: resolver.hints.flatMap(factorOf),
    sendCode: (factorId) =>
      done(async () => {
        const multiFactorHint = resolver.hints.find(({ uid }) => uid === factorId)
        if (multiFactorHint === undefined) throw new RangeError()
        const { session } = resolver
        sent.set(factorId, await sendCode(auth, { multiFactorHint, session }))
      }),
    answer: (factorId, code) =>
      answerOf(auth, () => {
        const verificationId = sent.get(factorId)
        return resolver.resolveSignIn(
          verificationId === undefined
            ? TotpMultiFactorGenerator.assertionForSignIn(factorId, code)
            : PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(verificationId, code))
        )
      })
  }
}

/** Sends a text message, and gives what names it in the call that brings its code back. */
async function sendCode(auth: Auth, to: string | PhoneInfoOptions): Promise<string> {
  const errorOf = (code: string) => new FirebaseError(code, code)
  const { verifierOf } = await import('../second-step-parts.ts').catch(() => {
    throw errorOf('auth/network-request-failed')
  })
  return new PhoneAuthProvider(auth).verifyPhoneNumber(to, verifierOf({ auth, errorOf }))
}

function factorOf({ uid: id, factorId, displayName, ...rest }: MultiFactorInfo): Factor[] {
  if (factorId === 'totp') return [{ id, kind: 'totp', label: displayName || null }]
  if (factorId !== 'phone') return []
  const phoneNumber = 'phoneNumber' in rest ? String(rest.phoneNumber) : ''
  return [{ id, kind: 'sms', label: displayName || phoneNumber.slice(-4) || null }]
}

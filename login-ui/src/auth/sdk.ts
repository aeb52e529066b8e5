import { type FirebaseApp, FirebaseError, initializeApp } from '@firebase/app'
import {
  type ActionCodeInfo,
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
  type MultiFactorError,
  type MultiFactorInfo,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  sendPasswordResetEmail,
  sendSignInLinkToEmail,
  signInWithCredential,
  signInWithCustomToken,
  signInWithEmailAndPassword,
  signInWithEmailLink,
  signInWithPopup,
  signInWithRedirect,
  TotpMultiFactorGenerator,
  type User,
  type UserCredential,
  updateProfile,
  validatePassword
} from '@firebase/auth'
import type { Factor } from '../account/contract.ts'
import type { ActionMode, PageConfig } from '../page-config.ts'
import { appCheckHeaders } from './app-check.ts'
import {
  accountOf,
  ask,
  askStandIn,
  type Connection,
  done,
  otherMethod,
  providerOf,
  refusal,
  sendCode,
  sendWith
} from './sdk-calls.ts'
import type { Challenge, PendingSignIn, Sdk, SignInAnswer, Tokens } from './sdk-contract.ts'

/**
 * Wraps the provider's response to a call made by the page as an SDK credential. Overrides a method that the
 * SDK's types omit; a test detects if it changes.
 */
class BegunSignIn extends AuthCredential {
  readonly #begun: Tokens | PendingSignIn

  constructor(begun: Tokens | PendingSignIn) {
    super()
    this.#begun = begun
  }

  async _getIdTokenResponse(): Promise<object> {
    if (this.#begun.kind === 'tokens') return { ...this.#begun }
    const code = 'auth/multi-factor-auth-required'
    throw new FirebaseError(code, code, { _serverResponse: { ...this.#begun.answer } })
  }
}

/** Mode of a link -> operation its code must have, so it cannot do something else than the page says. */
const operations: Readonly<Record<ActionMode, ActionCodeInfo['operation']>> = {
  resetPassword: 'PASSWORD_RESET',
  verifyEmail: 'VERIFY_EMAIL',
  recoverEmail: 'RECOVER_EMAIL',
  verifyAndChangeEmail: 'VERIFY_AND_CHANGE_EMAIL',
  revertSecondFactorAddition: 'REVERT_SECOND_FACTOR_ADDITION',
  signIn: 'EMAIL_SIGNIN'
}

/** Sets up the SDK for the project without any request. Call once per page. */
export function connect(config: PageConfig): Sdk {
  const { emulatorUrl, recaptcha } = config.provider
  // No popup resolver: passing one here loads Google's scripts and an iframe before any interaction.
  const auth = initializeAuth(openApp(config.provider), { persistence: inMemoryPersistence })
  auth.tenantId = config.tenant.id
  if (emulatorUrl !== null) connectAuthEmulator(auth, emulatorUrl, { disableWarnings: true })
  // On failure the SDK retries when a call needs it. A call that did not wait would be made twice, first without a proof.
  const protection = recaptcha ? initializeRecaptchaConfig(auth).catch(() => {}) : Promise.resolve()
  const whenProtected = <T>(call: () => Promise<T>) => protection.then(call)
  const { standInWindow } = config.federated
  const connection = { auth, standInWindow, headers: () => appCheckHeaders(config) }
  const signIn = (call: () => Promise<UserCredential>) => answerOf(connection, call)

  return {
    setLanguage(code) {
      auth.languageCode = code
    },

    setTenant(tenantId) {
      auth.tenantId = tenantId
    },

    signInWithPassword: ({ email, password }) =>
      signIn(() => whenProtected(() => signInWithEmailAndPassword(auth, email, password))),

    signUp: ({ email, password, name }) =>
      signIn(async () => {
        const credential = await whenProtected(() => createUserWithEmailAndPassword(auth, email, password))
        if (name !== null) await rename(credential.user, name)
        return credential
      }),

    isSignInLink: (link) => isSignInWithEmailLink(auth, link),
    signInWithLink: (email, link) => signIn(() => signInWithEmailLink(auth, email, link)),

    sendPhoneCode: (number) => ask(async () => ({ kind: 'done', id: await sendCode(connection, number) })),
    signInWithPhoneCode: (id, code) =>
      signIn(() => signInWithCredential(auth, PhoneAuthProvider.credential(id, code))),

    async signInWithPopup(provider) {
      if (standInWindow === null)
        return signIn(() => signInWithPopup(auth, providerOf(provider), browserPopupRedirectResolver))
      const choice = await askStandIn(standInWindow, provider, auth)
      return choice.kind === 'refused' ? choice : signIn(() => signInWithCustomToken(auth, choice.token))
    },

    redirectTo: (provider) =>
      ask(() => signInWithRedirect(auth, providerOf(provider), browserPopupRedirectResolver)),

    async redirectAnswer() {
      const found = await askForSignIn(connection, () =>
        getRedirectResult(auth, browserPopupRedirectResolver)
      )
      if (found === null) return { kind: 'nothing' }
      return 'kind' in found ? found : signedIn(connection, found)
    },

    async checkPassword(password) {
      try {
        return await validatePassword(auth, password)
      } catch {
        return null
      }
    },

    sendReset: (email, url) =>
      sendWith(url, (settings) => whenProtected(() => sendPasswordResetEmail(auth, email, settings))),
    sendLink: (email, url) =>
      done(() => whenProtected(() => sendSignInLinkToEmail(auth, email, { url, handleCodeInApp: true }))),

    async checkAction(mode, code) {
      const info = await ask(() => checkActionCode(auth, code))
      if ('kind' in info) return info
      const { operation, data } = info
      if (operation !== operations[mode]) return refusal('auth/invalid-action-code', operation)
      const { email = null, previousEmail = null } = data
      // Here the SDK's `email` is the new address, and the account's own the previous one.
      return mode === 'verifyAndChangeEmail'
        ? { kind: 'good', email: previousEmail, newEmail: email }
        : { kind: 'good', email, newEmail: null }
    },

    applyAction: (code) => done(() => applyActionCode(auth, code)),
    resetPassword: (code, newPassword) => done(() => confirmPasswordReset(auth, code, newPassword)),
    continueSignIn: (begun) => signIn(() => signInWithCredential(auth, new BegunSignIn(begun))),
    signInWithCustomToken: (token) => signIn(() => signInWithCustomToken(auth, token))
  }
}

/** Calls the SDK for a sign-in; recoverable errors are results too. */
async function answerOf(connection: Connection, call: () => Promise<UserCredential>): Promise<SignInAnswer> {
  const answer = await askForSignIn(connection, call)
  return 'kind' in answer ? answer : signedIn(connection, answer)
}

function signedIn(connection: Connection, { user }: UserCredential): SignInAnswer {
  return { kind: 'signed-in', account: accountOf(connection, user) }
}

function askForSignIn<T>(connection: Connection, call: () => Promise<T>): Promise<T | SignInAnswer> {
  return ask<T | SignInAnswer>(() =>
    call().catch((err: unknown) => {
      if (!(err instanceof FirebaseError)) throw err
      if (isMultiFactorError(err)) return { kind: 'second-factor', challenge: challengeOf(connection, err) }
      if (err.code === 'auth/account-exists-with-different-credential') return otherMethod(err)
      throw err
    })
  )
}

/** The SDK has no class for it, only the code. */
function isMultiFactorError(err: FirebaseError): err is MultiFactorError {
  return err.code === 'auth/multi-factor-auth-required'
}

/** Ignores failures: the account is usable without a name. */
async function rename(user: User, displayName: string): Promise<void> {
  try {
    await updateProfile(user, { displayName })
    await user.getIdToken(true)
  } catch (err) {
    if (!(err instanceof FirebaseError)) throw err
  }
}

function challengeOf(connection: Connection, err: MultiFactorError): Challenge {
  const { auth } = connection
  const resolver = getMultiFactorResolver(auth, err)
  const sent = new Map<string, string>()
  return {
    factors: resolver.hints.flatMap(factorOf),
    sendCode: (factorId) =>
      done(async () => {
        const multiFactorHint = resolver.hints.find(({ uid }) => uid === factorId)
        if (multiFactorHint === undefined) throw new RangeError()
        const { session } = resolver
        sent.set(factorId, await sendCode(connection, { multiFactorHint, session }))
      }),
    answer: (factorId, code) =>
      answerOf(connection, () => {
        const verificationId = sent.get(factorId)
        return resolver.resolveSignIn(
          verificationId === undefined
            ? TotpMultiFactorGenerator.assertionForSignIn(factorId, code)
            : PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(verificationId, code))
        )
      })
  }
}

function factorOf({ uid: id, factorId, displayName, enrollmentTime, ...rest }: MultiFactorInfo): Factor[] {
  if (factorId !== 'totp' && factorId !== 'phone') return []
  const kind = factorId === 'totp' ? 'totp' : 'sms'
  const hint = 'phoneNumber' in rest ? String(rest.phoneNumber) : null
  const enrolledAt = Date.parse(enrollmentTime) / 1000 || null
  return [{ id, kind, name: displayName || null, hint, enrolledAt }]
}

/** The page's only app; the same object when called again. */
export function openApp({ apiKey, projectId, authDomain, appCheck }: PageConfig['provider']): FirebaseApp {
  return initializeApp({ apiKey, projectId, authDomain, ...(appCheck !== null && { appId: appCheck.appId }) })
}

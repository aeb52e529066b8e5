import { FirebaseError } from '@firebase/app'
import {
  type Auth,
  AuthCredential,
  browserPopupRedirectResolver,
  linkWithCredential,
  linkWithPopup,
  multiFactor,
  OAuthProvider,
  PhoneAuthProvider,
  type PhoneInfoOptions,
  PhoneMultiFactorGenerator,
  SAMLAuthProvider,
  sendEmailVerification,
  signOut,
  TotpMultiFactorGenerator,
  type TotpSecret,
  type User
} from '@firebase/auth'
import type { WindowChoice } from '../dev-drawer/provider-window.ts'
import type { Provider } from '../page-config.ts'
import type { Account, Done, Enrolment, Refusal, SignInAnswer } from './sdk-contract.ts'

export function refusal(code: string, message: string): Refusal {
  return { kind: 'refused', code, message }
}

/** Calls the SDK and returns its errors as refusals; rejects with all others. */
export async function ask<T>(call: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await call()
  } catch (err) {
    if (isOfRecaptcha(err)) return refusal('page/recaptcha', String(err))
    if (!(err instanceof FirebaseError)) throw err
    return refusal(codeOf(err), err.message)
  }
}

/** Error codes of Google outages as the SDK spells them, since it drops the response status. */
const ofTrouble =
  /^auth\/(?:unavailable|internal|backend-error|deadline-exceeded|error-code:-\d+|internal-error-encountered\.|the-service-is-\S+-unavailable\.|deadline-expired-before-operation-could-complete\.)$/

/** The SDK derives a code from unknown words or sentences, and treats a non-JSON response as none. */
function codeOf({ code, customData, message }: FirebaseError): string {
  if (code.startsWith('auth/firebase-app-check')) return 'page/closed'
  // "SMS unable to be sent until this region enabled by the app developer."
  if (/SMS.*region/.test(message)) return 'page/phone-region'
  const isUnreadable =
    code === 'auth/network-request-failed' && String(customData?.message).startsWith('SyntaxError')
  return isUnreadable || ofTrouble.test(code) ? 'PROVIDER_UNAVAILABLE' : code
}

/**
 * Whether the SDK failed to load reCAPTCHA Enterprise, which it does if the project requires it. The CSP
 * blocks the script, or Trusted Types its URL, unless provider scripts are allowed.
 */
function isOfRecaptcha(err: unknown): boolean {
  if (!(err instanceof FirebaseError))
    return err instanceof TypeError && err.message.includes('TrustedScript')
  const { target }: { target?: unknown } = Object(err.customData)
  return String(Object(target).src).includes('/recaptcha/enterprise.js')
}

/** The same for a call without a result. */
export async function done(call: () => Promise<unknown>): Promise<Done | Refusal> {
  const answer = await ask(async () => {
    await call()
    return null
  })
  return answer ?? { kind: 'done' }
}

/** Sends a mail whose page continues at `url`; without `url` if the project has not authorized our host yet. */
export async function sendWith(
  url: string,
  send: (settings?: { url: string }) => Promise<void>
): Promise<Done | Refusal> {
  const answer = await done(() => send({ url }))
  return answer.kind === 'refused' && answer.code === 'auth/unauthorized-continue-uri'
    ? done(() => send())
    : answer
}

/** Sends a text message and returns the id for verifying its code. Throws the SDK's errors. */
export async function sendCode(
  { auth, headers }: Connection,
  to: string | PhoneInfoOptions
): Promise<string> {
  const errorOf = (code: string) => new FirebaseError(code, code)
  const { verifierOf } = await import('../second-step-parts.ts').catch(() => {
    throw errorOf('auth/network-request-failed')
  })
  return new PhoneAuthProvider(auth).verifyPhoneNumber(to, verifierOf({ auth, headers, errorOf }))
}

/** The SDK's provider object. `OAuthProvider` works for all OAuth providers, even those with a class of their own. */
export function providerOf({ id, scopes, params }: Provider): OAuthProvider | SAMLAuthProvider {
  if (id.startsWith('saml.')) return new SAMLAuthProvider(id)
  const provider = new OAuthProvider(id)
  for (const scope of scopes) provider.addScope(scope)
  provider.setCustomParameters({ ...params })
  return provider
}

/** Parses the SDK's error for an address whose account uses another sign-in method. */
export function otherMethod(err: FirebaseError): SignInAnswer {
  const held = OAuthProvider.credentialFromError(err) ?? SAMLAuthProvider.credentialFromError(err)
  const email = err.customData?.email
  return {
    kind: 'other-method',
    email: typeof email === 'string' ? email : null,
    credential: held === null ? null : { held }
  }
}

/** The initialized SDK. `standInWindow`: path of the mock provider window; null: real ones. */
export interface Connection {
  auth: Auth
  standInWindow: string | null
  /** Further headers of calls without the SDK. */
  headers: () => Promise<HeadersInit>
}

/** The choice made in a test provider's window. */
export async function askStandIn(
  path: string,
  provider: Provider,
  { tenantId }: Auth
): Promise<WindowChoice> {
  const { askProviderWindow } = await import('../dev-drawer/dev-drawer.tsx')
  return askProviderWindow(path, provider, tenantId)
}

/** The account of the SDK's user. */
export function accountOf(connection: Connection, user: User): Account {
  const { auth, standInWindow } = connection
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
    startPhoneEnrolment: (phoneNumber) =>
      ask(async () => {
        const session = await multiFactor(user).getSession()
        const id = await sendCode(connection, { phoneNumber, session })
        const assertionOf = (code: string) =>
          PhoneMultiFactorGenerator.assertion(PhoneAuthProvider.credential(id, code))
        return { kind: 'done', finish: (code) => done(() => multiFactor(user).enroll(assertionOf(code))) }
      }),
    connect: async ({ held }) =>
      held instanceof AuthCredential
        ? done(() => linkWithCredential(user, held))
        : refusal('auth/argument-error', ''),
    async link(provider) {
      if (standInWindow === null)
        return done(() => linkWithPopup(user, providerOf(provider), browserPopupRedirectResolver))
      const choice = await askStandIn(standInWindow, provider, auth)
      if (choice.kind === 'refused') return choice
      const { idToken } = choice
      return done(() => linkWithCredential(user, new OAuthProvider(provider.id).credential({ idToken })))
    },
    async forget() {
      if (auth.currentUser === user) await signOut(auth)
    }
  }
}

function enrolmentOf(user: User, secret: TotpSecret, issuer: string): Enrolment {
  // The SDK neither escapes names in the URI nor includes the period.
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

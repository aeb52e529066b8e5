import {
  type Auth,
  AuthCredential,
  browserPopupRedirectResolver,
  linkWithCredential,
  linkWithPopup,
  multiFactor,
  OAuthProvider,
  PhoneAuthProvider,
  PhoneMultiFactorGenerator,
  sendEmailVerification,
  signOut,
  TotpMultiFactorGenerator,
  type TotpSecret,
  type User
} from '@firebase/auth'
import type { WindowChoice } from '../dev-drawer/provider-window.ts'
import type { Provider } from '../page-config.ts'
import { ask, done, providerOf, refusal, sendCode, sendWith } from './sdk-calls.ts'
import type { Account, Enrolment } from './sdk-contract.ts'

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

import type { Factor } from '../account/contract.ts'
import type { ActionMode, Provider } from '../page-config.ts'
import type { PasswordStatus } from './password-policy.ts'

/** The visitor's input. The password is never changed, not even trimmed. */
export interface Credentials {
  email: string
  password: string
}

/** `code`: the SDK's (`auth/…`), or `PROVIDER_UNAVAILABLE` during an outage. `message`: the SDK's own, never shown. */
export interface Refusal {
  kind: 'refused'
  code: string
  message: string
}

export interface Done {
  kind: 'done'
}

/** In memory only. */
export interface Tokens {
  kind: 'tokens'
  idToken: string
  refreshToken: string
}

/** The first factor succeeded in a call outside the SDK. `answer`: the provider's, with the available factors. */
export interface PendingSignIn {
  kind: 'pending'
  answer: object
}

/** A freshly signed-in account with all required factors. */
export interface Account {
  readonly email: string | null
  readonly emailVerified: boolean
  tokens(): Promise<Tokens | Refusal>
  /** Reloads the account and its tokens; otherwise neither reflects a newly verified address. */
  refresh(): Promise<Done | Refusal>
  /** `continueUrl`: where the page behind the mail's link continues. */
  sendVerification(continueUrl: string): Promise<Done | Refusal>
  startEnrolment(issuer: string): Promise<Enrolment | Refusal>
  /** Sends a code to a number in E.164 that is to become a second factor. Loads Google's reCAPTCHA. */
  startPhoneEnrolment(number: string): Promise<PhoneEnrolment | Refusal>
  /** Links the credential: a sign-in at the other provider then opens this account too. */
  connect(held: HeldCredential): Promise<Done | Refusal>
  /** The same through a provider's popup. */
  link(provider: Provider): Promise<Done | Refusal>
  /** Signs the SDK out, if it still holds this account. */
  forget(): Promise<void>
}

/** A new authenticator. After `finish`, the account's tokens include the second factor. */
export interface Enrolment {
  kind: 'enrolment'
  /** Base32. */
  secret: string
  /** `otpauth://…` */
  uri: string
  finish(code: string): Promise<Done | Refusal>
}

/** A code was sent to a new phone number. After `finish`, the account's tokens include the second factor. */
export interface PhoneEnrolment extends Done {
  finish(code: string): Promise<Done | Refusal>
}

/** The first factor succeeded; a second one is required. */
export interface Challenge {
  factors: readonly Factor[]
  /** For factors of kind `sms`. */
  sendCode(factorId: string): Promise<Done | Refusal>
  answer(factorId: string, code: string): Promise<SignInAnswer>
}

/** A provider credential for an account with another sign-in method. Opaque except to `sdk.ts`. */
export interface HeldCredential {
  readonly held: unknown
}

/** A code was sent by text message. `id`: of the message; worth nothing without the code. */
export interface SentCode extends Done {
  id: string
}

export type SignInAnswer =
  | { kind: 'signed-in'; account: Account }
  | { kind: 'second-factor'; challenge: Challenge }
  /** `credential`: null if the provider gave none that can be connected later. */
  | { kind: 'other-method'; email: string | null; credential: HeldCredential | null }
  | Refusal

/** The used part of the SDK. Only rejects with errors that are not the SDK's. */
export interface Sdk {
  /** Set before each call. Null: the project's own accounts. */
  setTenant(tenantId: string | null): void
  /** For mails and text messages of later calls; `code`: see `providerLanguage`. */
  setLanguage(code: string): void
  signInWithPassword(credentials: Credentials): Promise<SignInAnswer>
  signUp(account: Credentials & { name: string | null }): Promise<SignInAnswer>
  isSignInLink(link: string): boolean
  signInWithLink(email: string, link: string): Promise<SignInAnswer>
  /** Sends a code to a number in E.164. Loads Google's reCAPTCHA. */
  sendPhoneCode(number: string): Promise<SentCode | Refusal>
  /** `id`: of the message with the code, perhaps from before a reload. */
  signInWithPhoneCode(id: string, code: string): Promise<SignInAnswer>
  signInWithPopup(provider: Provider): Promise<SignInAnswer>
  /** Leaves the page; resolves only on failure. */
  redirectTo(provider: Provider): Promise<Refusal>
  /** Result of a provider redirect back to this page. */
  redirectAnswer(): Promise<SignInAnswer | { kind: 'nothing' }>
  /** Null: the project's policy is unavailable. */
  checkPassword(password: string): Promise<PasswordStatus | null>
  sendReset(email: string, continueUrl: string): Promise<Done | Refusal>
  sendLink(email: string, continueUrl: string): Promise<Done | Refusal>
  /** Does not consume the code. `email`, `newEmail`: null if the provider omits them. */
  checkAction(mode: ActionMode, code: string): Promise<ActionFacts | Refusal>
  applyAction(code: string): Promise<Done | Refusal>
  resetPassword(code: string, newPassword: string): Promise<Done | Refusal>
  /** Continues a sign-in started outside the SDK: with a passkey, or with a password sent by the page. */
  continueSignIn(signIn: Tokens | PendingSignIn): Promise<SignInAnswer>
  /** Only test providers accept a token made by the page. */
  signInWithCustomToken(token: string): Promise<SignInAnswer>
}

export interface ActionFacts {
  kind: 'good'
  email: string | null
  newEmail: string | null
}

/** Loads the SDK on the first call; rejects if its file cannot be loaded. */
export type LoadSdk = () => Promise<Sdk>

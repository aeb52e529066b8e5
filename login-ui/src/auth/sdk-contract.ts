import type { Factor } from '../machine.ts'
import type { ActionMode, Provider } from '../page-config.ts'
import type { PasswordStatus } from './password-policy.ts'

/** What the visitor typed. The password is never changed, not even trimmed. */
export interface Credentials {
  email: string
  password: string
}

/** Why not. `code`: the SDK's (`auth/…`), or `PROVIDER_UNAVAILABLE` where the provider is in trouble. `message`: the SDK's own words, never to be shown. */
export interface Refusal {
  kind: 'refused'
  code: string
  message: string
}

export interface Done {
  kind: 'done'
}

/** Kept in memory only. */
export interface Tokens {
  kind: 'tokens'
  idToken: string
  refreshToken: string
}

/** The first factor was right in a call that the SDK does not know. `answer`: the provider's, with the factors to choose from. */
export interface PendingSignIn {
  kind: 'pending'
  answer: object
}

/** An account that has just signed in, with every factor it was asked for. */
export interface Account {
  readonly email: string | null
  readonly emailVerified: boolean
  tokens(): Promise<Tokens | Refusal>
  /** Fetches the account and new tokens: without that, neither shows an address that was just verified. */
  refresh(): Promise<Done | Refusal>
  /** `continueUrl`: where the page behind the mail's link leads on to. */
  sendVerification(continueUrl: string): Promise<Done | Refusal>
  startEnrolment(issuer: string): Promise<Enrolment | Refusal>
  /** Sends a code by text message to a number in E.164, which is to become a second factor. Loads Google's reCAPTCHA. */
  startPhoneEnrolment(number: string): Promise<PhoneEnrolment | Refusal>
  /** Links the credential: from now on a sign-in at the other provider opens this account too. */
  connect(held: HeldCredential): Promise<Done | Refusal>
  /** The same with whoever signs in at the provider now, in a window of its own. */
  link(provider: Provider): Promise<Done | Refusal>
  /** Signs the SDK out, if it still holds this account. */
  forget(): Promise<void>
}

/** A new authenticator. After `finish` the account's tokens carry the second factor. */
export interface Enrolment {
  kind: 'enrolment'
  /** Base32. */
  secret: string
  /** `otpauth://…` */
  uri: string
  finish(code: string): Promise<Done | Refusal>
}

/** A code was sent to a new phone number. After `finish` the account's tokens carry the second factor. */
export interface PhoneEnrolment extends Done {
  finish(code: string): Promise<Done | Refusal>
}

/** The first factor was right; a second one is asked for. */
export interface Challenge {
  factors: readonly Factor[]
  /** For factors of the kind `sms`. */
  sendCode(factorId: string): Promise<Done | Refusal>
  answer(factorId: string, code: string): Promise<SignInAnswer>
}

/** A provider's credential for an account that signs in another way. Only `sdk.ts` reads it. */
export interface HeldCredential {
  readonly held: unknown
}

/** A code was sent by text message. */
export interface SentCode extends Done {
  signIn(code: string): Promise<SignInAnswer>
}

export type SignInAnswer =
  | { kind: 'signed-in'; account: Account }
  | { kind: 'second-factor'; challenge: Challenge }
  /** `credential`: null when the provider gave none that can be connected later. */
  | { kind: 'other-method'; email: string | null; credential: HeldCredential | null }
  | Refusal

/** What the page needs of the SDK. Rejects only with what is not the SDK's own error. */
export interface Sdk {
  /** To be set before each call. Null: the project's own accounts. */
  setTenant(tenantId: string | null): void
  /** For the mails and text messages of later calls; `code`: see `providerLanguage`. */
  setLanguage(code: string): void
  signInWithPassword(credentials: Credentials): Promise<SignInAnswer>
  signUp(account: Credentials & { name: string | null }): Promise<SignInAnswer>
  isSignInLink(link: string): boolean
  signInWithLink(email: string, link: string): Promise<SignInAnswer>
  /** Sends a code by text message to a number in E.164. Loads Google's reCAPTCHA. */
  sendPhoneCode(number: string): Promise<SentCode | Refusal>
  signInWithPopup(provider: Provider): Promise<SignInAnswer>
  /** Leaves the page; answers only when that did not work. */
  redirectTo(provider: Provider): Promise<Refusal>
  /** The result of a redirect to a provider that has led back to this page. */
  redirectAnswer(): Promise<SignInAnswer | { kind: 'nothing' }>
  /** Null when the project's policy cannot be read. */
  checkPassword(password: string): Promise<PasswordStatus | null>
  sendReset(email: string, continueUrl: string): Promise<Done | Refusal>
  sendLink(email: string, continueUrl: string): Promise<Done | Refusal>
  /** Uses nothing up. `email`, `newEmail`: null when the provider does not say. */
  checkAction(mode: ActionMode, code: string): Promise<ActionFacts | Refusal>
  applyAction(code: string): Promise<Done | Refusal>
  resetPassword(code: string, newPassword: string): Promise<Done | Refusal>
  /** Goes on with a sign-in by a call that the SDK does not know: with a passkey, or with a password that the page sent itself. */
  continueSignIn(signIn: Tokens | PendingSignIn): Promise<SignInAnswer>
  /** For test providers only: no other accepts a token that the page made. */
  signInWithCustomToken(token: string): Promise<SignInAnswer>
}

export interface ActionFacts {
  kind: 'good'
  email: string | null
  newEmail: string | null
}

/** Gives the SDK, loaded at the first call and kept; rejects when its file cannot be loaded. */
export type LoadSdk = () => Promise<Sdk>

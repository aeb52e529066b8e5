import type { Address } from '../page-config.ts'

/** What the visitor typed. The password is never changed, not even trimmed. */
export interface Credentials {
  email: string
  password: string
}

/** What a link from a mail needs besides the press of a button. */
export interface ActionInput {
  /** For `resetPassword`. */
  newPassword?: string
  /** For `signIn`, where nobody knows who asked for the link. */
  email?: string
}

/** An account of a test provider; `tenantId`: null for the project's own accounts. */
export interface TestUser {
  uid: string
  tenantId: string | null
}

/** Everything a screen can ask for. Each answers by a change of the state; none throws; none does anything while busy. */
export interface Actions {
  /** A control was touched or focused: loads the SDK. May be called often. */
  warmUp(): void
  signInWithPassword(credentials: Credentials): void
  signUp(account: Credentials & { name: string | null }): void
  requestReset(email: string): void
  requestLink(email: string): void
  /** By `mode`, or as configured. Provider ids are those of the configuration. */
  signInWith(providerId: string, mode?: 'redirect' | 'popup'): void
  /** Stops waiting for a provider's window. */
  cancel(): void
  chooseTenant(tenantId: string): void
  sendVerification(): void
  /** The visitor says that the address is verified now. */
  checkVerification(): void
  chooseFactor(factorId: string): void
  /** Sends the code of the chosen factor by text message. */
  sendFactorCode(): void
  answerFactor(code: string): void
  /** Asks for the secret of a new authenticator. */
  startEnrolment(): void
  finishEnrolment(code: string): void
  /** Where a second factor is optional. */
  skipEnrolment(): void
  /** Whether the provider tried before opens the same account from now on. */
  connect(yes: boolean): void
  applyAction(input: ActionInput): void
  /** On to the redirect target: as who is signed in, or after a finished action. */
  proceed(): void
  /** Shows another screen and changes the address; Back works. */
  go(address: Address): void
  /** Begins again at sign-in, with the e-mail address kept. */
  startOver(): void
  /** For the drawer of a test provider; elsewhere it does nothing. */
  signInAs(user: TestUser): void
}

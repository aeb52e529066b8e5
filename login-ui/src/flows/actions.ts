import type { DirectAnswer } from '../auth/direct-sign-in.ts'
import type { Credentials } from '../auth/sdk-contract.ts'
import type { Address } from '../page-config.ts'

/** Input required for a mail link. */
export interface ActionInput {
  /** For `resetPassword`. */
  newPassword?: string
  /** For `signIn`, if the address that requested the link is unknown. */
  email?: string
}

/** An account of a test provider; `tenantId` null: the project's own accounts. */
export interface TestUser {
  uid: string
  tenantId: string | null
}

/** Actions and their arguments. */
export interface ActionInputs {
  /** A control was touched or focused: loads the SDK. Idempotent. */
  warmUp: []
  /** `early`: the result of an attempt with these credentials that began before hydration. */
  signInWithPassword: [credentials: Credentials & { early?: Promise<DirectAnswer> }]
  signUp: [account: Credentials & { name: string | null }]
  /** Checks the rules for a new password while it is typed. */
  checkNewPassword: [password: string]
  requestReset: [email: string]
  requestLink: [email: string]
  /** Shows the phone number form, with any number given before. */
  askForPhone: []
  /** Sends a code by text message. `number`: as typed. */
  sendPhoneCode: [number: string]
  answerPhoneCode: [code: string]
  /** Prefetches what the passkey button needs, before it is pressed. Idempotent. */
  preparePasskey: []
  signInWithPasskey: []
  /** Adds a passkey after a sign-in. */
  addPasskey: []
  declinePasskey: []
  /** By `mode`, or as configured, with a configured provider id. */
  signInWith: [providerId: string, mode?: 'redirect' | 'popup']
  /** Stops waiting for a provider's window. */
  cancel: []
  chooseTenant: [tenantId: string]
  /** Shows the choice of organization again. */
  changeTenant: []
  sendVerification: []
  /** Checks whether the address has been verified. */
  checkVerification: []
  chooseFactor: [factorId: string]
  /** Sends the code of the chosen factor by text message. */
  sendFactorCode: []
  answerFactor: [code: string]
  /** Requests the secret of a new authenticator. */
  startEnrolment: []
  finishEnrolment: [code: string]
  /** If the second factor is optional. */
  skipEnrolment: []
  /** Whether the provider tried before should open the same account. */
  connect: [yes: boolean]
  applyAction: [input: ActionInput]
  /** Continues to the redirect target, with the current account or after a finished action. */
  proceed: []
  /** Shows another screen and changes the address; Back works. */
  go: [address: Address]
  /** If the account is known: lets the visitor type another address. */
  useOtherAccount: []
  /** Changes the language of the page in place. */
  speak: [locale: string]
  /** Forgets the last used sign-in method on this device. */
  forgetLastUsed: []
  /** Restarts at sign-in, keeping the email address. */
  startOver: []
  /** For the dev drawer; no effect without a test provider. */
  signInAs: [user: TestUser]
}

export type ActionName = keyof ActionInputs

export type Actions = { [Name in ActionName]: (...input: ActionInputs[Name]) => void }

/** Runs an action, whose result is a state change. Never throws; does nothing while the page is busy. */
export type Act = <Name extends ActionName>(name: Name, ...input: ActionInputs[Name]) => void

import type { DirectAnswer } from '../auth/direct-sign-in.ts'
import type { Credentials } from '../auth/sdk-contract.ts'
import type { Address } from '../page-config.ts'

/** What the visitor has to enter for a link from a mail. */
export interface ActionInput {
  /** For `resetPassword`. */
  newPassword?: string
  /** For `signIn`, where the address that asked for the link is not known. */
  email?: string
}

/** An account of a test provider; `tenantId`: null for the project's own accounts. */
export interface TestUser {
  uid: string
  tenantId: string | null
}

/** Name of each action -> its arguments. */
export interface ActionInputs {
  /** A control was touched or focused: loads the SDK. May be asked for often. */
  warmUp: []
  /** `early`: the answer to an attempt with these credentials that began before the page could be used. */
  signInWithPassword: [credentials: Credentials & { early?: Promise<DirectAnswer> }]
  signUp: [account: Credentials & { name: string | null }]
  /** Says which rules a new password meets, while it is typed. */
  checkNewPassword: [password: string]
  requestReset: [email: string]
  requestLink: [email: string]
  /** Shows the form for a phone number, with the one that was given before. */
  askForPhone: []
  /** Sends a code to a phone number by text message. `number`: as it was typed. */
  sendPhoneCode: [number: string]
  answerPhoneCode: [code: string]
  /** Asks for what the button for a passkey needs, when it is about to be pressed. May be asked for often. */
  preparePasskey: []
  signInWithPasskey: []
  /** Adds a passkey after a sign-in. `label`: what the visitor will know it by. */
  addPasskey: [label: string]
  declinePasskey: []
  /** By `mode`, or as configured. Provider ids are those of the configuration. */
  signInWith: [providerId: string, mode?: 'redirect' | 'popup']
  /** Stops waiting for a provider's window. */
  cancel: []
  chooseTenant: [tenantId: string]
  /** Asks again which organization it is. */
  changeTenant: []
  sendVerification: []
  /** Checks whether the address is verified by now. */
  checkVerification: []
  chooseFactor: [factorId: string]
  /** Sends the code of the chosen factor by text message. */
  sendFactorCode: []
  answerFactor: [code: string]
  /** Asks for the secret of a new authenticator. */
  startEnrolment: []
  finishEnrolment: [code: string]
  /** Where a second factor is optional. */
  skipEnrolment: []
  /** Whether the provider that was tried before shall open the same account from now on. */
  connect: [yes: boolean]
  applyAction: [input: ActionInput]
  /** On to the redirect target: as who is signed in, or after a finished action. */
  proceed: []
  /** Shows another screen and changes the address; Back works. */
  go: [address: Address]
  /** Where the account is known: lets the visitor type another address. */
  useOtherAccount: []
  /** Changes the language of the page, wherever the visitor is in it. */
  speak: [locale: string]
  /** Forgets which way was used last on this device. */
  forgetLastUsed: []
  /** Begins again at sign-in, with the email address kept. */
  startOver: []
  /** For the dev drawer; without a test provider it does nothing. */
  signInAs: [user: TestUser]
}

export type ActionName = keyof ActionInputs

/** The actions as functions, each under its name. */
export type Actions = { [Name in ActionName]: (...input: ActionInputs[Name]) => void }

/** Runs an action. Its result is a change of the state. Never throws; does nothing while the page is busy. */
export type Act = <Name extends ActionName>(name: Name, ...input: ActionInputs[Name]) => void

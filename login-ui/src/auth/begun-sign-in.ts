import { FirebaseError } from 'firebase/app'
import { AuthCredential } from 'firebase/auth'
import type { PendingSignIn, Tokens } from './sdk-contract.ts'

/**
 * The provider's answer to a sign-in by a call of the page, as a credential of the SDK, which has none for a call that was made.
 * It asks a credential for the answer to its call, by a method that its types leave out; a test says so when that changes.
 */
export class BegunSignIn extends AuthCredential {
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

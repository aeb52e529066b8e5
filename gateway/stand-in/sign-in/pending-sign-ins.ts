import { randomBytes } from 'node:crypto'
import type { Account } from '../accounts/account.ts'
import { ProviderError } from '../server/errors.ts'
import type { SignInDetails } from '../tokens/token-issuer.ts'

const PENDING_TTL_SECONDS = 600

/** A sign-in that has passed its first factor and waits for the second. */
export interface PendingSignIn {
  /** `mfaPendingCredential`. */
  credential: string
  account: Account
  details: SignInDetails
  credentialVersion: number
  /** Epoch seconds. */
  expiresAtSeconds: number
}

/** The sign-ins that wait for their second factor, ten minutes at most. */
export class PendingSignIns {
  readonly #options: { now: () => number; isCurrent: (account: Account) => boolean }
  readonly #pending = new Map<string, PendingSignIn>()

  constructor(options: { now: () => number; isCurrent: (account: Account) => boolean }) {
    this.#options = options
  }

  add(account: Account, details: SignInDetails): PendingSignIn {
    const now = this.#options.now()
    for (const [credential, { expiresAtSeconds }] of this.#pending) {
      if (expiresAtSeconds + PENDING_TTL_SECONDS < now) this.#pending.delete(credential)
    }
    const credential = randomBytes(96).toString('base64url')
    const { credentialVersion } = account
    const expiresAtSeconds = now + PENDING_TTL_SECONDS
    const pending = { credential, account, details, credentialVersion, expiresAtSeconds }
    this.#pending.set(credential, pending)
    return pending
  }

  /**
   * The sign-in of a credential, which stays valid: the visitor may mistype the code.
   * A credential that is unknown, or whose account is gone or has another password since, is INVALID_MFA_PENDING_CREDENTIAL;
   * one that is too old is `whenExpired`.
   */
  open(credential: string | undefined, whenExpired: string): PendingSignIn {
    if (!credential) throw new ProviderError(400, 'MISSING_MFA_PENDING_CREDENTIAL')
    const pending = this.#pending.get(credential)
    if (!pending || !this.#isCurrent(pending)) throw new ProviderError(400, 'INVALID_MFA_PENDING_CREDENTIAL')
    if (this.#options.now() >= pending.expiresAtSeconds) throw new ProviderError(400, whenExpired)
    if (pending.account.disabled) throw new ProviderError(400, 'USER_DISABLED')
    return pending
  }

  /** Invalidates the credential. */
  use({ credential }: PendingSignIn): void {
    this.#pending.delete(credential)
  }

  #isCurrent({ account, credentialVersion }: PendingSignIn): boolean {
    return this.#options.isCurrent(account) && account.credentialVersion === credentialVersion
  }
}

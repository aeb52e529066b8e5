import { randomBytes } from 'node:crypto'
import type { Account } from '../accounts/account.ts'
import { ProviderError } from '../server/errors.ts'
import { LatestEntries } from '../server/latest-entries.ts'
import { createTotpSecret, isTotpCode } from './totp.ts'

const ENROLMENT_TTL_SECONDS = 600

/** A secret that was handed out and waits for its first code. */
export interface TotpEnrolment {
  /** Opaque; names the enrolment in the call that brings the first code. */
  sessionInfo: string
  /** Base32. */
  secret: string
  account: Account
  /** Epoch seconds. */
  expiresAtSeconds: number
}

/** The authenticator applications being enrolled, the latest 50, each for ten minutes. */
export class TotpEnrolments {
  readonly #now: () => number
  readonly #enrolments = new LatestEntries<TotpEnrolment>()

  constructor(now: () => number) {
    this.#now = now
  }

  start(account: Account): TotpEnrolment {
    const sessionInfo = randomBytes(48).toString('base64url')
    const expiresAtSeconds = this.#now() + ENROLMENT_TTL_SECONDS
    const enrolment = { sessionInfo, secret: createTotpSecret(), account, expiresAtSeconds }
    this.#enrolments.add(sessionInfo, enrolment)
    return enrolment
  }

  /** The secret proved by a code, whose enrolment is over; throws the provider's refusals, after which it stays open. */
  finish(account: Account, sessionInfo: string | undefined, code: string | undefined): string {
    if (!sessionInfo) throw new ProviderError(400, 'MISSING_SESSION_INFO')
    if (!code) throw new ProviderError(400, 'MISSING_CODE')
    const enrolment = this.#enrolments.get(sessionInfo)
    if (!enrolment || enrolment.account !== account) throw new ProviderError(400, 'INVALID_SESSION_INFO')
    if (this.#now() >= enrolment.expiresAtSeconds) throw new ProviderError(400, 'SESSION_EXPIRED')
    if (!isTotpCode(enrolment.secret, code, this.#now())) throw new ProviderError(400, 'INVALID_CODE')
    this.#enrolments.delete(sessionInfo)
    return enrolment.secret
  }
}

import { claimsOf } from '../../auth/id-token.ts'
import type { Account, Tokens } from '../../auth/sdk-contract.ts'
import type { AccountOwner } from '../same-owner.ts'

/** Five minutes are what the provider calls recent, as reported; half a minute is for the way. */
const PROOF_MS = 270_000

/** A fresh sign-in of whoever is at the page. In memory only. */
export interface Proof extends AccountOwner {
  idToken: string
  refreshToken: string
  /** What the SDK holds; null after a sign-in without it, by a passkey. */
  account: Account | null
  /** How long it counts, in epoch milliseconds by the device's clock. */
  untilMs: number
}

/**
 * Reads the tokens of a sign-in that has just been made. It counts from the `auth_time` of the id token; the device's clock,
 * which may be wrong, measures no more than the time from now on. Null: these are no tokens of the provider.
 */
export function readProof(
  { idToken, refreshToken }: Tokens,
  account: Account | null,
  nowMs: number
): Proof | null {
  try {
    const { sub, firebase, auth_time: signedIn, iat } = claimsOf(idToken)
    const { tenant }: { tenant?: unknown } = Object.assign({}, firebase)
    if (typeof sub !== 'string' || typeof signedIn !== 'number' || typeof iat !== 'number') return null
    const untilMs = nowMs + PROOF_MS - Math.max(0, iat - signedIn) * 1000
    return {
      uid: sub,
      tenant: typeof tenant === 'string' ? tenant : null,
      idToken,
      refreshToken,
      account,
      untilMs
    }
  } catch {
    return null
  }
}

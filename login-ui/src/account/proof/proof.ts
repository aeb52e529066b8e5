import { claimsOf } from '../../auth/id-token.ts'
import type { Account, Tokens } from '../../auth/sdk-contract.ts'

/** Five minutes are what the provider calls recent, as reported; half a minute is for the way. */
const PROOF_MS = 270_000

/** Whose sign-in it was. */
export interface ProvedOwner {
  uid: string
  /** Null: the project's own accounts. */
  tenant: string | null
}

/** A fresh sign-in of whoever is at the page. In memory only. */
export interface Proof extends ProvedOwner {
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

/** Are both the same account? The same uid in another tenant is somebody else. */
export function isSameOwner(a: ProvedOwner, b: ProvedOwner): boolean {
  return a.uid === b.uid && a.tenant === b.tenant
}

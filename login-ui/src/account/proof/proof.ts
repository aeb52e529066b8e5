import { claimsOf } from '../../auth/id-token.ts'
import { dropRedirect, isRedirectPending } from '../../auth/pending-redirect.ts'
import type { Account, Tokens } from '../../auth/sdk-contract.ts'
import { type TabStorage, takeNote, writeNote } from '../../lib/tab-storage.ts'
import type { AccountAction } from '../account-state.ts'
import type { AccountOwner } from '../contract.ts'

/** The provider reportedly accepts five minutes as recent; half a minute is reserved for the call. */
const PROOF_MS = 270_000

/** A fresh sign-in of the visitor. In memory only. */
export interface Proof extends AccountOwner {
  idToken: string
  refreshToken: string
  /** The SDK's account; null after a passkey sign-in without the SDK. */
  account: Account | null
  /** Expiry, in epoch milliseconds by the device's clock. */
  untilMs: number
}

/**
 * Reads the tokens of a sign-in just made. It counts from the id token's `auth_time`; the device's clock,
 * which may be wrong, only measures the time from now. Null: not tokens of the provider.
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

const KEY = 'gatehouse:proving'

/** Records what a sign-in is for before leaving this page for a provider. Contains no token and no name. */
export function noteProving(storage: TabStorage, action: AccountAction, nowMs: number): void {
  writeNote(storage, KEY, { action }, nowMs)
}

/** Deletes the note: no provider response is awaited any more. */
export function forgetProving(storage: TabStorage): void {
  storage.remove(KEY)
  dropRedirect(storage)
}

/** The purpose of the provider sign-in that just returned; null: none for `action` on this page. Drops any other. */
export function takeReturn(
  storage: TabStorage,
  action: AccountAction | null,
  nowMs: number
): AccountAction | null {
  const note = takeNote(storage, KEY, nowMs)
  if (action !== null && note?.action === action && isRedirectPending(storage)) return action
  dropRedirect(storage)
  return null
}

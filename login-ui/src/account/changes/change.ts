import { readBlocking } from '../../auth/blocking.ts'
import { type Problem, problemOf } from '../../auth/errors.ts'
import type { Refusal, Tokens } from '../../auth/sdk-contract.ts'
import type { Proof } from '../proof/proof.ts'

export type ChangeAnswer =
  /**
   * Done; the gateway needs new tokens. `tokens`: null if the call returned none. `endsSession`: it ended all
   * sessions of the account, including the current one.
   */
  | { kind: 'changed'; tokens: Tokens | null; endsSession: boolean }
  /** Done or in progress; does not affect the session. */
  | { kind: 'done' }
  /** The account is deleted. */
  | { kind: 'deleted' }
  /** The provider requires a newer sign-in. */
  | { kind: 'too-old' }
  | { kind: 'refused'; problem: Problem }

/** A change at the provider with the tokens of a fresh sign-in. Does not reject with provider errors. */
export type Change = (proof: Proof) => Promise<ChangeAnswer>

/** Errors that a new sign-in to the same account may fix. */
const outOfDate: ReadonlySet<string> = new Set([
  'auth/requires-recent-login',
  'auth/user-token-expired',
  'auth/invalid-user-token'
])

/** Maps a provider error. `special`: problems with wording specific to the change, by SDK code. */
export function refusedChange(
  refusal: Refusal,
  special: Readonly<Record<string, Problem>> = {}
): ChangeAnswer {
  const { code } = refusal
  const blocking = readBlocking(refusal)
  if (blocking !== null) {
    const named = blocking.kind === 'refused' ? 'page/not-allowed' : 'PROVIDER_UNAVAILABLE'
    return { kind: 'refused', problem: problemOf(named) }
  }
  if (outOfDate.has(code)) return { kind: 'too-old' }
  return { kind: 'refused', problem: special[code] ?? problemOf(code) }
}

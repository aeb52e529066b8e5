import { type Problem, problemOf } from '../../auth/errors.ts'
import type { Refusal, Tokens } from '../../auth/sdk-contract.ts'
import type { Proof } from '../proof/proof.ts'

/** How a change at the provider ended. */
export type ChangeAnswer =
  /**
   * It is made, and the gateway is to have new tokens: `tokens`, or null where the call brought none. `endsSession`: it has ended every
   * session of the account, the present one too.
   */
  | { kind: 'changed'; tokens: Tokens | null; endsSession: boolean }
  /** It is made, or on its way, and the session has nothing to do with it. */
  | { kind: 'done' }
  /** The account is gone. */
  | { kind: 'deleted' }
  /** The provider wants a newer sign-in. */
  | { kind: 'too-old' }
  | { kind: 'refused'; problem: Problem }

/** A change at the provider with the tokens of a fresh sign-in. Never rejects with what the provider says. */
export type Change = (proof: Proof) => Promise<ChangeAnswer>

/** What a new sign-in of the same account may put right. */
const outOfDate: ReadonlySet<string> = new Set([
  'auth/requires-recent-login',
  'auth/user-token-expired',
  'auth/invalid-user-token'
])

/** Sorts what the provider says against a change. `special`: problems in words of that change, by the SDK's codes. */
export function refusedChange(
  { code }: Refusal,
  special: Readonly<Record<string, Problem>> = {}
): ChangeAnswer {
  if (outOfDate.has(code)) return { kind: 'too-old' }
  return { kind: 'refused', problem: special[code] ?? problemOf(code) }
}

import { readBlocking } from '../../auth/blocking.ts'
import { type Problem, problemOf } from '../../auth/errors.ts'
import type { PasskeyClient } from '../../auth/passkeys.ts'
import type { Account, LoadSdk, Refusal, Tokens } from '../../auth/sdk-contract.ts'
import type { PageConfig } from '../../page-config.ts'
import type { GatewayClient } from '../gateway-client.ts'
import type { Proof } from '../proof/proof.ts'
import type { Renew } from '../renew.ts'
import type { ProviderCalls } from './provider-calls.ts'

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

/** What changes use besides the proof. */
export interface ChangeTools {
  config: PageConfig
  calls: ProviderCalls
  gateway: Pick<GatewayClient, 'end'>
  /** The page's only SDK, set to the account's tenant. */
  loadSdk: LoadSdk
  /** Rejects if its file cannot be fetched. */
  loadPasskeys(): Promise<PasskeyClient>
  /** Hands the gateway the newest tokens of a proof. */
  renew: Renew
  /** Whether this device's clock is so far off that codes are rejected, by the gateway's time; false if that is unknown. */
  isClockOff(): Promise<boolean>
  /** The provider's code for the page's current language, for mails. */
  mailLanguage(): string
}

/** A change at the provider with the tokens of a fresh sign-in. Does not reject with provider errors. */
export type Change = (proof: Proof, tools: ChangeTools) => Promise<ChangeAnswer>

/** Errors that a new sign-in to the same account may fix. */
const outOfDate: ReadonlySet<string> = new Set([
  'auth/requires-recent-login',
  'auth/user-token-expired',
  'auth/invalid-user-token'
])

/** Maps a provider error, or one of the page. `special`: problems with wording specific to the change, by SDK code. */
export function refusedChange(
  { code, message = '' }: { code: string; message?: string },
  special: Readonly<Record<string, Problem>> = {}
): ChangeAnswer {
  const blocking = readBlocking({ code, message })
  if (blocking !== null) {
    const named = blocking.kind === 'refused' ? 'page/not-allowed' : 'PROVIDER_UNAVAILABLE'
    return { kind: 'refused', problem: problemOf(named) }
  }
  if (outOfDate.has(code)) return { kind: 'too-old' }
  return { kind: 'refused', problem: special[code] ?? problemOf(code) }
}

/**
 * The SDK's account for the tokens of a proof. Always created again: the SDK's own may be outdated since the proof,
 * and a passkey proof does not use the SDK.
 */
export async function freshAccount(
  { loadSdk }: Pick<ChangeTools, 'loadSdk'>,
  { idToken, refreshToken }: Proof
): Promise<{ kind: 'account'; account: Account } | Refusal> {
  const sdk = await loadSdk().catch(() => null)
  if (sdk === null) return { kind: 'refused', code: 'page/unreachable', message: '' }
  const answer = await sdk.continueSignIn({ kind: 'tokens', idToken, refreshToken })
  if (answer.kind === 'signed-in') return { kind: 'account', account: answer.account }
  return answer.kind === 'refused' ? answer : { kind: 'refused', code: 'auth/internal-error', message: '' }
}

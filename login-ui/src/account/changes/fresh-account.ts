import type { Account, LoadSdk, Refusal, Tokens } from '../../auth/sdk-contract.ts'

/**
 * The SDK's account for these tokens. Always created again: the SDK's own may be outdated since the proof,
 * and a passkey proof does not use the SDK.
 */
export async function freshAccount(
  loadSdk: LoadSdk,
  { idToken, refreshToken }: Pick<Tokens, 'idToken' | 'refreshToken'>
): Promise<{ kind: 'account'; account: Account } | Refusal> {
  const sdk = await loadSdk().catch(() => null)
  if (sdk === null) return { kind: 'refused', code: 'page/unreachable', message: '' }
  const answer = await sdk.continueSignIn({ kind: 'tokens', idToken, refreshToken })
  if (answer.kind === 'signed-in') return { kind: 'account', account: answer.account }
  return answer.kind === 'refused' ? answer : { kind: 'refused', code: 'auth/internal-error', message: '' }
}

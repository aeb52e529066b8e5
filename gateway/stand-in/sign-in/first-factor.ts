import type { Account } from '../accounts/account.ts'
import { describeFactorHint } from '../second-factors/second-factor.ts'
import { ProviderError } from '../server/errors.ts'
import type { SignInDetails, TokenIssuer } from '../tokens/token-issuer.ts'
import type { PendingSignIns } from './pending-sign-ins.ts'

/** Dependencies of the end of a sign-in. */
export interface FirstFactorDeps {
  issuer: TokenIssuer
  pending: PendingSignIns
}

/** The members of a new session in an answer; throws USER_DISABLED. */
export function startSession(
  issuer: TokenIssuer,
  account: Account,
  details: SignInDetails
): Record<string, string> {
  if (account.disabled) throw new ProviderError(400, 'USER_DISABLED')
  const tokens = issuer.startSession(account, details)
  return { ...tokens, expiresIn: String(issuer.idTokenTtlSeconds) }
}

/** The answer to a correct first factor: a session, or for an account with second factors `mfaPendingCredential` and hints. */
export function completeFirstFactor(
  { issuer, pending }: FirstFactorDeps,
  account: Account,
  details: SignInDetails
): Record<string, unknown> {
  if (account.disabled) throw new ProviderError(400, 'USER_DISABLED')
  if (account.secondFactors.length === 0) return startSession(issuer, account, details)
  const { credential } = pending.add(account, details)
  return { mfaPendingCredential: credential, mfaInfo: account.secondFactors.map(describeFactorHint) }
}

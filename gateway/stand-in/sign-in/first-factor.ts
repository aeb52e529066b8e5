import type { Account } from '../accounts/account.ts'
import { runBlockingFunction } from '../project/blocking-functions.ts'
import { describeFactorHint } from '../second-factors/second-factor.ts'
import { ProviderError } from '../server/errors.ts'
import type { Provider } from '../state.ts'
import type { SignInDetails } from '../tokens/token-issuer.ts'

/** Sign-ins that run no blocking function. */
const UNBLOCKED = ['anonymous', 'custom']

/** Runs the function for a sign-in. Gives back the sign-in with the claims that the function sets. */
export function runBeforeSignIn(deps: Provider, account: Account, details: SignInDetails): SignInDetails {
  if (UNBLOCKED.includes(details.provider)) return details
  const { customClaims, sessionClaims } = runBlockingFunction(deps, 'beforeSignIn')
  if (customClaims !== undefined) account.customClaims = customClaims
  return { ...details, developerClaims: { ...details.developerClaims, ...sessionClaims } }
}

/** The members of a new session in an answer; throws USER_DISABLED, and the refusal of a blocking function. */
export function startSession(
  deps: Provider,
  account: Account,
  details: SignInDetails
): Record<string, string> {
  if (account.disabled) throw new ProviderError(400, 'USER_DISABLED')
  const { issuer } = deps
  const tokens = issuer.startSession(account, runBeforeSignIn(deps, account, details))
  return { ...tokens, expiresIn: String(issuer.idTokenTtlSeconds) }
}

/** The answer to a correct first factor: a session, or for an account with second factors `mfaPendingCredential` and hints. */
export function completeFirstFactor(
  deps: Provider,
  account: Account,
  details: SignInDetails
): Record<string, unknown> {
  if (account.disabled) throw new ProviderError(400, 'USER_DISABLED')
  if (account.secondFactors.length === 0) return startSession(deps, account, details)
  const { credential } = deps.pending.add(account, details)
  return { mfaPendingCredential: credential, mfaInfo: account.secondFactors.map(describeFactorHint) }
}

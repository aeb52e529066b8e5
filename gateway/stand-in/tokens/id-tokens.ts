import type { Account } from '../accounts/account.ts'
import { ProviderError } from '../server/errors.ts'
import { type Fields, textMember } from '../server/fields.ts'
import type { Provider } from '../state.ts'
import type { SecondFactorFacts, SignInDetails } from './token-issuer.ts'

/** The account that an id token belongs to, and the sign-in it came from. */
export interface Bearer {
  account: Account
  signIn: SignInDetails & { authTimeSeconds: number }
}

function readSecondFactor(claims: Record<string, unknown>): SecondFactorFacts | undefined {
  const kind = textMember(claims.firebase, 'sign_in_second_factor')
  const id = textMember(claims.firebase, 'second_factor_identifier')
  return (kind === 'phone' || kind === 'totp') && id !== undefined ? { kind, id } : undefined
}

/** The owner of a valid id token in `idToken`; throws the provider's refusals, TENANT_ID_MISMATCH for a `tenantId` not its own. */
export async function openIdToken(fields: Fields, deps: Provider): Promise<Bearer> {
  const idToken = fields.text('idToken')
  if (idToken === undefined || idToken === '') throw new ProviderError(400, 'MISSING_ID_TOKEN')
  const claims = await deps.keys.verify(idToken)
  const uid = textMember(claims, 'sub')
  if (claims === null || uid === undefined) throw new ProviderError(400, 'INVALID_ID_TOKEN')
  if (Number(claims.exp) <= deps.now()) throw new ProviderError(400, 'TOKEN_EXPIRED')
  const account = deps.accounts.find(uid, textMember(claims.firebase, 'tenant'))
  if (!account) throw new ProviderError(400, 'USER_NOT_FOUND')
  if ((fields.text('tenantId') ?? account.tenantId) !== account.tenantId)
    throw new ProviderError(400, 'TENANT_ID_MISMATCH')
  if (account.disabled) throw new ProviderError(400, 'USER_DISABLED')
  const authTimeSeconds = Number(claims.auth_time)
  if (authTimeSeconds < (account.validSinceSeconds ?? 0)) throw new ProviderError(400, 'TOKEN_EXPIRED')
  const provider = textMember(claims.firebase, 'sign_in_provider') ?? 'custom'
  return { account, signIn: { provider, authTimeSeconds, secondFactor: readSecondFactor(claims) } }
}

/** How old a sign-in may be for a change that the provider asks a recent one for; reported as five minutes, not documented. */
const RECENT_SECONDS = 300

/** The same as `openIdToken`, for a change that needs a recent sign-in; a refresh makes none. */
export async function openRecentIdToken(fields: Fields, deps: Provider): Promise<Bearer> {
  const bearer = await openIdToken(fields, deps)
  if (deps.now() - bearer.signIn.authTimeSeconds > RECENT_SECONDS)
    throw new ProviderError(400, 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
  return bearer
}

import { type CustomTokenGrant, refuseReservedClaims } from '../credentials/service-account.ts'
import { CLIENT_MEMBERS } from '../server/api-key-calls.ts'
import { ProviderError } from '../server/errors.ts'
import { Fields, isRecord, textMember } from '../server/fields.ts'
import type { Provider } from '../state.ts'
import { startSession } from './first-factor.ts'

function parseUnsigned(token: string): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(token)
    if (isRecord(claims)) return claims
  } catch {
    // Refused below, like JSON of another kind.
  }
  throw new ProviderError(400, 'INVALID_CUSTOM_TOKEN : Invalid assertion format')
}

// The emulator takes the pool from the request; a token that names another one is refused here all the same.
function openUnsigned(token: string, wantedTenantId: string | undefined): CustomTokenGrant {
  const claims = parseUnsigned(token)
  const uid = textMember(claims, 'uid') ?? textMember(claims, 'user_id')
  if (uid === undefined || uid === '') throw new ProviderError(400, 'MISSING_IDENTIFIER')
  const developerClaims = claims.claims ?? {}
  if (!isRecord(developerClaims)) throw new ProviderError(400, 'INVALID_CUSTOM_TOKEN')
  refuseReservedClaims(developerClaims)
  const named = textMember(claims, 'tenantId') ?? textMember(claims, 'tenant_id')
  return { uid, tenantId: named ?? wantedTenantId, developerClaims }
}

/** A session for a custom token. A signed one of an unknown uid makes the account; second factors are not asked for. */
export async function exchangeCustomToken(body: unknown, deps: Provider): Promise<Record<string, unknown>> {
  const fields = new Fields(body, [...CLIENT_MEMBERS, 'token'])
  const token = fields.text('token')
  const wantedTenantId = fields.text('tenantId')
  if (token === undefined || token === '') throw new ProviderError(400, 'MISSING_CUSTOM_TOKEN')
  const isUnsigned = deps.acceptEmulatorCallers && token.startsWith('{')
  const { uid, tenantId, developerClaims } = isUnsigned
    ? openUnsigned(token, wantedTenantId)
    : await deps.serviceAccount.openCustomToken(token)
  if (wantedTenantId !== tenantId) throw new ProviderError(400, 'TENANT_ID_MISMATCH')
  deps.accounts.requireTenant(tenantId)
  const known = deps.accounts.find(uid, tenantId)
  if (!known && isUnsigned) throw new ProviderError(400, 'USER_NOT_FOUND')
  const account = known ?? deps.accounts.add({ uid, tenantId })
  const session = startSession(deps, account, { provider: 'custom', developerClaims })
  return { kind: 'identitytoolkit#VerifyCustomTokenResponse', isNewUser: known === undefined, ...session }
}

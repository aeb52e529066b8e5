import { decodeJwt } from 'jose'
import { ProviderError } from '../server/errors.ts'
import { dropUndefined, type Fields, isRecord, textMember } from '../server/fields.ts'

/** Who somebody is at a federated provider. */
export interface ProviderIdentity {
  /** Such as `google.com`. */
  providerId: string
  /** The user's id there. */
  rawId: string
  email: string | undefined
  emailVerified: boolean
  displayName: string | undefined
  /** The provider's id token as it was given. */
  idToken: string
}

// As the official emulator: JSON as it is, or a JWT whose signature is not checked.
function readClaims(idToken: string): Record<string, unknown> {
  try {
    const claims: unknown = idToken.startsWith('{') ? JSON.parse(idToken) : decodeJwt(idToken)
    if (isRecord(claims)) return claims
  } catch {
    // Refused below, like JSON of another kind.
  }
  throw new ProviderError(400, 'INVALID_IDP_RESPONSE : Unable to parse id_token.')
}

/** The identity that `postBody` brings from a provider, made up as for the official emulator; throws the provider's refusals. */
export function readProviderIdentity(fields: Fields): ProviderIdentity {
  const postBody = new URLSearchParams(fields.text('postBody'))
  const providerId = postBody.get('providerId')?.toLowerCase() ?? ''
  const idToken = postBody.get('id_token')
  if (!/^(saml|oidc)\..|\.com$/.test(providerId) || idToken === null)
    throw new ProviderError(400, 'INVALID_CREDENTIAL_OR_PROVIDER_ID : Invalid IdP response/credential.')
  const claims = readClaims(idToken)
  const rawId = textMember(claims, 'sub') ?? ''
  if (rawId === '') throw new ProviderError(400, 'INVALID_IDP_RESPONSE : The ID Token has no sub.')
  const email = textMember(claims, 'email')?.toLowerCase()
  const emailVerified = claims.email_verified === true
  return { providerId, rawId, email, emailVerified, displayName: textMember(claims, 'name'), idToken }
}

/** What every answer says of the identity. */
export function describeIdentity(identity: ProviderIdentity): Record<string, unknown> {
  const { providerId, rawId, email, emailVerified, displayName, idToken } = identity
  return {
    kind: 'identitytoolkit#VerifyAssertionResponse',
    providerId,
    federatedId: rawId,
    rawUserInfo: JSON.stringify(dropUndefined({ id: rawId, email, name: displayName })),
    oauthIdToken: idToken,
    oauthAccessToken: `StandInAccessToken_${providerId}`,
    ...dropUndefined({ email, displayName }),
    emailVerified
  }
}

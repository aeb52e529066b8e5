import { importJWK } from 'jose/key/import'
import { type Application, issuerOf, originOfHost, resourceOf } from '../config/applications.ts'
import type { BearerIssuer, Config } from '../config/schema/schema.ts'
import type { Claims } from '../identity-platform/tokens/id-token.ts'
import { importStrongKey } from '../identity-platform/tokens/published-keys.ts'
import type { IssuerKeys } from '../machines/issuer-keys.ts'
import type { KnownIssuer } from '../machines/token-verifier.ts'
import { createSealedClaims } from './sealed-claims.ts'
import { deriveTokenKeys } from './signing-keys.ts'
import { ownerOfSubject } from './subject.ts'

/** Account and sign-in, in access tokens. */
export const ACCOUNT_CLAIM = 'gatehouse'

/**
 * The gateway as an issuer of access tokens: one entry for each application that is a resource, which accepts only tokens for
 * itself. Empty if the authorization server is off.
 */
export function listOwnIssuers(
  config: Pick<Config, 'authorizationServer' | 'publicUrl' | 'cookie'>,
  applications: readonly Application[]
): readonly KnownIssuer[] {
  if (!config.authorizationServer.enabled) return []
  const keys = createOwnKeys(config)
  const sealed = createSealedClaims(config)
  const accountClaims = (claims: Claims) => readAccountClaims(claims, sealed)
  const { origin } = new URL(config.publicUrl)
  return applications.flatMap((application): KnownIssuer[] => {
    const { resource, name, host } = application
    if (resource === null) return []
    const entry: BearerIssuer = {
      issuer: issuerOf(config.publicUrl),
      audiences: [resourceOf(application, originOfHost(host, origin))],
      applications: name === null ? [] : [name],
      headers: [],
      claims: {},
      jwksUri: null
    }
    return [{ entry, keys, accountClaims }]
  })
}

/** The claims of a token of the gateway as those of the account's own id token, with the scopes of the token alone. */
function readAccountClaims(claims: Claims, sealed: ReturnType<typeof createSealedClaims>): Claims {
  const { subject, tenantId } = ownerOfSubject(claims.sub)
  const { [ACCOUNT_CLAIM]: text, ...own } = claims
  const { account, provider, secondFactor } = sealed.open(text, claims.sub)
  const firebase = {
    sign_in_provider: provider,
    ...(typeof secondFactor === 'string' && { sign_in_second_factor: secondFactor }),
    ...(tenantId !== null && { tenant: tenantId })
  }
  return { ...Object(account), ...own, scope: claims.scope, sub: subject, firebase }
}

/** The public halves of the derived keys; no call is needed. */
function createOwnKeys(config: Pick<Config, 'publicUrl' | 'cookie'>): IssuerKeys {
  const deriving = deriveTokenKeys(config)
  // Handled by `find`.
  deriving.catch(() => {})
  return {
    async warm() {},
    async find(keyId, algorithm) {
      const pair = (await deriving).find((one) => one.keyId === keyId)
      if (pair === undefined || algorithm !== 'ES256') return { kind: 'unknown' }
      const key = await importStrongKey(() => importJWK(pair.publicJwk, algorithm))
      return key === null ? { kind: 'unknown' } : { kind: 'key', key }
    }
  }
}

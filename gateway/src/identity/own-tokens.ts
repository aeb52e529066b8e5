import { importJWK } from 'jose/key/import'
import { type Application, issuerOf, originOfHost, resourceOf } from '../config/applications.ts'
import { parseJsonObject } from '../config/json-members.ts'
import type { BearerIssuer, Config } from '../config/schema/schema.ts'
import { createEncryption, deriveKey } from '../encryption.ts'
import type { Claims } from '../identity-platform/tokens/id-token.ts'
import { importStrongKey } from '../identity-platform/tokens/published-keys.ts'
import type { IssuerKeys } from '../machines/issuers.ts'
import type { KnownIssuer } from '../machines/token-verifier.ts'
import type { AccountId } from '../session/session.ts'
import { deriveTokenKeys } from './signing-keys.ts'

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
  if (!config.authorizationServer?.enabled) return []
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

/**
 * What the gateway knows of the account, in an access token that its client can read but need not know: encrypted, and bound
 * to the subject. The first signature key encrypts, all decrypt.
 */
export function createSealedClaims({ cookie }: Pick<Config, 'cookie'>) {
  const encryptions = cookie.signatureKeys.map((secret) =>
    createEncryption(deriveKey(secret, 'gatehouse authorization server claims 1'))
  )
  return {
    seal: (claims: object, subject: string): string | undefined =>
      encryptions[0]?.encrypt(JSON.stringify(claims), subject),
    /** Empty for anything but the text of one of the keys for this subject. */
    open(text: unknown, subject: string): Record<string, unknown> {
      if (typeof text !== 'string') return {}
      for (const encryption of encryptions) {
        const opened = encryption.open(text, subject)
        if (opened !== null) return parseJsonObject(opened) ?? {}
      }
      return {}
    }
  }
}

/**
 * @public `sub` of an account: its uid, after the tenant where there is one. A uid may contain a slash, which is escaped: no two
 * accounts have the same subject.
 */
export function subjectOf({ subject, tenantId }: AccountId): string {
  const uid = subject.replaceAll('%', '%25').replaceAll('/', '%2F')
  return tenantId === null ? uid : `${tenantId}/${uid}`
}

/** @public The account of a subject that `subjectOf` made. */
export function ownerOfSubject(sub: string): AccountId {
  const slash = sub.indexOf('/')
  const uid = sub
    .slice(slash + 1)
    .replaceAll('%2F', '/')
    .replaceAll('%25', '%')
  return { subject: uid, tenantId: slash === -1 ? null : sub.slice(0, slash) }
}

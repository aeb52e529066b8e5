import { SignJWT } from 'jose'
import type { ServiceAccount } from '../config/service-account.ts'
import { Fault } from '../errors.ts'
import { isUid } from './id-token.ts'

const AUDIENCE = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
/** The longest life that the provider takes. */
const LIFE_SECONDS = 3600
const EMULATOR_ISSUER = 'firebase-auth-emulator@example.com'

/** Names that cannot be custom claims: the provider answers `FORBIDDEN_CLAIM` to all sixteen. */
export const RESERVED_CLAIMS: ReadonlySet<string> = new Set([
  'acr',
  'amr',
  'at_hash',
  'aud',
  'auth_time',
  'azp',
  'cnf',
  'c_hash',
  'exp',
  'firebase',
  'iat',
  'iss',
  'jti',
  'nbf',
  'nonce',
  'sub'
])

export interface CustomTokenContent {
  uid: string
  /** Null: the project's own pool. */
  tenantId: string | null
  /**
   * Developer claims. They stay in every later id token of the session and win over the account's own claims: put
   * nothing here that authorises.
   */
  claims?: Record<string, unknown>
}

/** Signs custom tokens; without an account it makes the unsigned ones that only the emulator takes. */
export type SignCustomToken = (content: CustomTokenContent) => Promise<string>

/**
 * A signer of custom tokens that live 3600 s.
 * Source: https://firebase.google.com/docs/auth/admin/create-custom-tokens.
 * The signer throws a `Fault` `INVALID_ARGUMENT` for a uid that is not 1 to 128 characters or a reserved claim name.
 */
export function createCustomTokenSigner(account: ServiceAccount | null, now: () => number): SignCustomToken {
  return async ({ uid, tenantId, claims = {} }) => {
    if (!isUid(uid)) throw new Fault('INVALID_ARGUMENT', { detail: 'the uid must be 1 to 128 characters' })
    const reserved = Object.keys(claims).filter((name) => RESERVED_CLAIMS.has(name))
    if (reserved.length > 0) {
      throw new Fault('INVALID_ARGUMENT', { detail: `reserved claim names: ${reserved.join(', ')}` })
    }
    const issuer = account?.clientEmail ?? EMULATOR_ISSUER
    // Read once and in whole seconds: a tick in between would make a token that lives too long.
    const issuedAt = Math.floor(now())
    const payload = {
      aud: AUDIENCE,
      iat: issuedAt,
      exp: issuedAt + LIFE_SECONDS,
      iss: issuer,
      sub: issuer,
      uid,
      ...(tenantId === null ? {} : { tenant_id: tenantId }),
      ...(Object.keys(claims).length === 0 ? {} : { claims })
    }
    if (account === null) return unsigned(payload)
    return await new SignJWT(payload)
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .sign(account.privateKey)
  }
}

function unsigned(payload: object): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(payload)}.`
}

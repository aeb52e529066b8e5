import { type Problem, problemText } from '../../problem.ts'
import { checkUid } from '../accounts/account-fields.ts'
import { badArgument, type ProviderFailure } from '../client/error-sorting.ts'
import { checkClaims, claimsProblem } from './claims.ts'
import type { TokenSigner } from './signer.ts'

const AUDIENCE = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
/** The longest life that the provider takes. */
const LIFE_SECONDS = 3600
const EMULATOR_ISSUER = 'firebase-auth-emulator@example.com'

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

export type CustomTokenResult =
  | { kind: 'signed'; token: string }
  | { kind: 'failed'; failure: ProviderFailure }

/**
 * Signs custom tokens. A uid that is not 1 to 128 characters, a reserved claim name and claims that are no plain object
 * are failures of kind `caller` with code `INVALID_ARGUMENT`, whose `detail` says which and why.
 */
export type SignCustomToken = (content: CustomTokenContent) => Promise<CustomTokenResult>

/**
 * A signer of custom tokens that live 3600 s; without `signer` it makes the unsigned ones that only the emulator takes.
 * Source: https://firebase.google.com/docs/auth/admin/create-custom-tokens.
 */
export function createCustomTokenSigner(signer: TokenSigner | null, now: () => number): SignCustomToken {
  return async ({ uid, tenantId, claims = {} }) => {
    const problem = checkUid(uid) ?? checkClaims(claims) ?? checkJson(claims)
    if (problem !== null) return { kind: 'failed', failure: badArgument(problemText(problem)) }
    const issuer = signer === null ? EMULATOR : await signer.issuer()
    if (issuer.kind === 'failed') return issuer
    // Read once and in whole seconds: a tick in between would make a token that lives too long.
    const issuedAt = Math.floor(now())
    const payload = {
      aud: AUDIENCE,
      iat: issuedAt,
      exp: issuedAt + LIFE_SECONDS,
      iss: issuer.email,
      sub: issuer.email,
      uid,
      ...(tenantId === null ? {} : { tenant_id: tenantId }),
      ...(Object.keys(claims).length === 0 ? {} : { claims })
    }
    const signingInput = `${encode({ alg: signer === null ? 'none' : 'RS256', typ: 'JWT' })}.${encode(payload)}`
    if (signer === null) return { kind: 'signed', token: `${signingInput}.` }
    const signed = await signer.sign(signingInput)
    return signed.kind === 'signed'
      ? { kind: 'signed', token: `${signingInput}.${signed.signature}` }
      : signed
  }
}

function checkJson(claims: Record<string, unknown>): Problem | null {
  try {
    JSON.stringify(claims)
    return null
  } catch {
    return claimsProblem('hold a value that JSON cannot')
  }
}

const EMULATOR = { kind: 'issuer', email: EMULATOR_ISSUER } as const

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

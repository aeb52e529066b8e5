import { type KeyObject, randomBytes, sign } from 'node:crypto'
import { compactVerify, errors } from 'jose'
import { ProviderError } from '../server/errors.ts'
import { isRecord, textMember } from '../server/fields.ts'
import { type MakeRsaKey, type RsaKeyPair, signJwt } from '../tokens/signing-keys.ts'

const CUSTOM_TOKEN_AUDIENCE =
  'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'
const APP_CHECK_AUDIENCE =
  'https://firebaseappcheck.googleapis.com/google.firebase.appcheck.v1.TokenExchangeService'
const GOOGLE_TOKEN_AUDIENCE = 'https://oauth2.googleapis.com/token'
const MAX_TTL_SECONDS = 3600
const MAX_SKEW_SECONDS = 300
const RESERVED_CLAIMS =
  'acr amr at_hash aud auth_time azp cnf c_hash exp firebase iat iss jti nbf nonce sub'.split(' ')

/** The JSON of a service account key file. */
export interface ServiceAccountKey {
  type: 'service_account'
  project_id: string
  private_key_id: string
  /** PKCS#8 PEM. */
  private_key: string
  client_email: string
  token_uri: string
}

/** What an accepted custom token asks for. */
export interface CustomTokenGrant {
  uid: string
  tenantId: string | undefined
  developerClaims: Record<string, unknown>
}

type Assertion =
  | { kind: 'good'; claims: Record<string, unknown> }
  | { kind: 'malformed' }
  | { kind: 'forged' }

/** The project's service account: makes its key file, signs with the key, and verifies what was signed with it. */
export class ServiceAccount {
  readonly key: Omit<ServiceAccountKey, 'token_uri'>
  readonly #publicKey: KeyObject
  readonly #privateKey: KeyObject
  readonly #now: () => number

  private constructor(projectId: string, now: () => number, pair: RsaKeyPair) {
    this.#now = now
    this.#publicKey = pair.publicKey
    this.#privateKey = pair.privateKey
    this.key = {
      type: 'service_account',
      project_id: projectId,
      private_key_id: randomBytes(20).toString('hex'),
      private_key: pair.privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(),
      client_email: `gatehouse@${projectId}.iam.gserviceaccount.com`
    }
  }

  static async create(projectId: string, now: () => number, makeKey: MakeRsaKey): Promise<ServiceAccount> {
    return new ServiceAccount(projectId, now, await makeKey())
  }

  /** Signs RS256 with the account's key. */
  sign(input: Buffer): Buffer {
    return sign('RSA-SHA256', input, this.#privateKey)
  }

  /** An id token of the account, in the shape of Google's own but signed with the account's key. */
  mintIdToken(audience: string): string {
    const issuedAt = Math.floor(this.#now())
    const claims = {
      iss: 'https://accounts.google.com',
      aud: audience,
      azp: this.key.client_email,
      sub: this.key.client_email,
      email: this.key.client_email,
      email_verified: true,
      iat: issuedAt,
      exp: issuedAt + MAX_TTL_SECONDS
    }
    return signJwt({ alg: 'RS256', kid: this.key.private_key_id, typ: 'JWT' }, claims, this.#privateKey)
  }

  /**
   * What an assertion (RFC 7523) asks for: scopes, or an id token for an audience. `ownAudience` is accepted
   * beside Google's own address.
   */
  async openAssertion(
    assertion: string,
    ownAudience: string
  ): Promise<{ scopes: string[]; targetAudience: string | undefined }> {
    const opened = await this.#open(assertion)
    if (opened.kind === 'malformed') throw refuseGrant('Invalid JWT: Failed to parse JWT.')
    if (opened.kind === 'forged') throw refuseGrant('Invalid JWT Signature.')
    const { claims } = opened
    if (claims.iss !== this.key.client_email) throw refuseGrant('Invalid grant: account not found')
    if (claims.aud !== ownAudience && claims.aud !== GOOGLE_TOKEN_AUDIENCE)
      throw refuseGrant('Invalid JWT: Failed audience check.')
    if (!this.#isTimely(claims))
      throw refuseGrant(
        'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe. ' +
          'Check your iat and exp values in the JWT claim.'
      )
    const scopes = (textMember(claims, 'scope') ?? '').split(' ').filter((scope) => scope !== '')
    const targetAudience = textMember(claims, 'target_audience')
    if (scopes.length === 0 && targetAudience === undefined)
      throw new ProviderError(400, 'invalid_scope', {
        description: 'Invalid OAuth scope or ID token audience provided.'
      })
    return { scopes, targetAudience }
  }

  /** What a custom token asks for; throws the provider's refusals. */
  async openCustomToken(token: string): Promise<CustomTokenGrant> {
    const opened = await this.#open(token)
    if (opened.kind === 'malformed')
      throw new ProviderError(400, 'INVALID_CUSTOM_TOKEN : Invalid assertion format')
    if (opened.kind === 'forged') throw new ProviderError(400, 'INVALID_CUSTOM_TOKEN')
    const { claims } = opened
    const { client_email: email } = this.key
    if (claims.aud !== CUSTOM_TOKEN_AUDIENCE) {
      const audience = `((Invalid aud (audience): ${JSON.stringify(claims.aud)}))`
      throw new ProviderError(400, `INVALID_CUSTOM_TOKEN : ${audience}`)
    }
    if (claims.iss !== email || claims.sub !== email) throw new ProviderError(400, 'CREDENTIAL_MISMATCH')
    if (!this.#isTimely(claims)) throw new ProviderError(400, 'INVALID_CUSTOM_TOKEN')
    const uid = claims.uid
    if (uid === undefined || uid === '') throw new ProviderError(400, 'MISSING_IDENTIFIER')
    if (typeof uid !== 'string' || uid.length > 128) throw new ProviderError(400, 'INVALID_CUSTOM_TOKEN')
    const developerClaims = claims.claims ?? {}
    if (!isRecord(developerClaims)) throw new ProviderError(400, 'INVALID_CUSTOM_TOKEN')
    refuseReservedClaims(developerClaims)
    return { uid, tenantId: textMember(claims, 'tenant_id'), developerClaims }
  }

  /** The app that a custom token of App Check is for; throws the provider's refusals. */
  async openAppCheckToken(token: string): Promise<string> {
    const opened = await this.#open(token)
    const claims = opened.kind === 'good' ? opened.claims : {}
    const { client_email: email } = this.key
    const isOurs = claims.aud === APP_CHECK_AUDIENCE && claims.iss === email && claims.sub === email
    const { app_id: appId } = claims
    if (!isOurs || !this.#isTimely(claims) || typeof appId !== 'string')
      throw new ProviderError(403, 'App attestation failed.')
    return appId
  }

  async #open(token: string): Promise<Assertion> {
    try {
      const { payload } = await compactVerify(token, this.#publicKey, { algorithms: ['RS256'] })
      const claims: unknown = JSON.parse(Buffer.from(payload).toString('utf8'))
      return isRecord(claims) ? { kind: 'good', claims } : { kind: 'malformed' }
    } catch (err) {
      return err instanceof errors.JWSSignatureVerificationFailed ? { kind: 'forged' } : { kind: 'malformed' }
    }
  }

  #isTimely({ iat, exp }: Record<string, unknown>): boolean {
    if (typeof iat !== 'number' || typeof exp !== 'number') return false
    const now = this.#now()
    return iat <= now + MAX_SKEW_SECONDS && exp > now && exp > iat && exp - iat <= MAX_TTL_SECONDS
  }
}

/** Throws FORBIDDEN_CLAIM when a name at top level is one of the 16 reserved ones. */
export function refuseReservedClaims(claims: Record<string, unknown>): void {
  const reserved = Object.keys(claims).find((name) => RESERVED_CLAIMS.includes(name))
  if (reserved !== undefined) throw new ProviderError(400, `FORBIDDEN_CLAIM : ${reserved}`)
}

function refuseGrant(description: string): ProviderError {
  return new ProviderError(400, 'invalid_grant', { description })
}

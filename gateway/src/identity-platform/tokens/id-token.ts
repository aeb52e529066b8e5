import { isPlainObject } from '../../config/json-members.ts'
import type { DoctorId, ErrorCode } from '../../errors.ts'
import type { ProviderFailure } from '../client/error-sorting.ts'
import { isSignedByRs256, readCompactToken } from './claims.ts'
import type { Certificates } from './key-set.ts'

/** Tolerated clock difference, in seconds. */
export const CLOCK_SKEW_SECONDS = 300
/** Max lifetime in seconds. The provider issues tokens for an hour. */
export const MAX_TTL_SECONDS = 24 * 3600

/** Verified claims of an id token. Only the named ones are validated. */
export interface Claims {
  sub: string
  iat: number
  exp: number
  auth_time: number
  email?: unknown
  email_verified?: unknown
  name?: unknown
  picture?: unknown
  firebase: Record<string, unknown>
  [claim: string]: unknown
}

export type IdTokenResult =
  | { kind: 'valid'; claims: Claims }
  /** Genuine but expired. */
  | { kind: 'expired'; claims: Claims }
  /** Key not published (any more): refresh the session. `claims`: unverified. */
  | { kind: 'unknown-key'; claims: Claims }
  /** `doctor`: the check of `gatehouse doctor` to run, if the token may be valid. */
  | { kind: 'refused'; code: ErrorCode; detail: string; doctor?: DoctorId }
  /**
   * The key is missing and newer certificates are unavailable; says nothing about the token. `claims`:
   * unverified. `hasCertificates`: other keys are available, so a newer token may be verifiable.
   */
  | { kind: 'unavailable'; failure: ProviderFailure; claims: Claims; hasCertificates: boolean }

export interface IdTokenOptions {
  projectId: string
  /** Accepted tenants; null: the project itself, whose tokens have no tenant. */
  tenantIds: readonly (string | null)[]
  allowAnonymous: boolean
  /** Accept only unsigned tokens, as the official emulator issues. */
  emulator: boolean
  certificates: Pick<Certificates, 'find'>
  /** Called with the time, in epoch seconds, of a genuine id token from the future. */
  onFutureToken?: (issuedAtSeconds: number) => void
  /** Epoch seconds. */
  now: () => number
}

type RefusedToken = Extract<IdTokenResult, { kind: 'refused' }>
type ReadClaims = { kind: 'claims'; claims: Claims } | RefusedToken

export type VerifyIdToken = (token: string) => Promise<IdTokenResult>

/**
 * Verifies id tokens: shape and content, then signature, then expiry. Rules:
 * https://firebase.google.com/docs/auth/admin/verify-id-tokens, but stricter (times required and in the past,
 * no `crit`, canonical base64url, configured tenants only). Does not check whether the account exists or was
 * revoked, which takes a lookup.
 */
export function createIdTokenVerifier(options: IdTokenOptions): VerifyIdToken {
  return async (token) => {
    const parts = readCompactToken(token, { isUnsigned: options.emulator })
    if (parts === null) return refused('not a token')
    const header = checkHeader(parts.header, options.emulator)
    if (header !== null) return header
    // Checked first, because tokens of other issuers fail later checks too.
    const foreign = findForeignClaim(parts.payload, options.projectId)
    if (foreign !== null) return refused(foreign)
    const read = readClaims(parts.payload)
    if (read.kind === 'refused') return read
    const { claims } = read
    const mismatch = checkClaims(claims, options)
    if (mismatch !== null) {
      await noteFutureToken(token, { claims, keyId: String(parts.header.kid) }, options)
      return mismatch
    }

    if (!options.emulator) {
      const found = await options.certificates.find(String(parts.header.kid))
      if (found.kind === 'unknown') return { kind: 'unknown-key', claims }
      if (found.kind === 'unavailable') return { ...found, claims }
      if (!isSignedByRs256(token, found.key)) return refused('signature', 'INVALID_TOKEN_SIGNATURE')
    }
    return options.now() >= claims.exp ? { kind: 'expired', claims } : { kind: 'valid', claims }
  }
}

/** A genuine token from the future shows that our clock is wrong. */
async function noteFutureToken(
  token: string,
  { claims, keyId }: { claims: Claims; keyId: string },
  { certificates, emulator, onFutureToken, now }: IdTokenOptions
): Promise<void> {
  if (emulator || onFutureToken === undefined || claims.iat <= now() + CLOCK_SKEW_SECONDS) return
  const found = await certificates.find(keyId)
  if (found.kind === 'key' && isSignedByRs256(token, found.key)) onFutureToken(claims.iat)
}

/** Decodes an id token without verifying it; null if malformed. Only for trusted tokens. */
export function decodeClaims(token: string): Claims | null {
  const parts = readCompactToken(token, { isUnsigned: token.endsWith('.') })
  const read = parts === null ? null : readClaims(parts.payload)
  return read?.kind === 'claims' ? read.claims : null
}

function refused(detail: string, code: ErrorCode = 'INVALID_ARGUMENT'): RefusedToken {
  return { kind: 'refused', code, detail }
}

function ofTheFuture(claim: 'iat' | 'auth_time'): RefusedToken {
  return { ...refused(`${claim} lies in the future`), doctor: 'CLOCK' }
}

function checkHeader(header: Record<string, unknown>, emulator: boolean): RefusedToken | null {
  if (emulator) return header.alg === 'none' ? null : refused('alg: the emulator signs nothing')
  if (header.alg !== 'RS256') return refused('alg is not RS256')
  if ('crit' in header || 'b64' in header || 'cty' in header) return refused('crit, b64 or cty')
  if (header.typ !== undefined && header.typ !== 'JWT') return refused('typ is not JWT')
  if (typeof header.kid !== 'string' || header.kid === '') return refused('no kid', 'NO_KEY_ID')
  return null
}

/** The claim that marks a token of another project; otherwise null. */
function findForeignClaim({ aud, iss }: Record<string, unknown>, projectId: string): string | null {
  if (aud !== projectId) return 'aud'
  return iss === `https://securetoken.google.com/${projectId}` ? null : 'iss'
}

/** The claims, or a refusal naming the invalid one. */
function readClaims(payload: Record<string, unknown>): ReadClaims {
  const { sub, iat, exp, auth_time, firebase } = payload
  if (typeof sub !== 'string' || !isUid(sub)) return refused('sub')
  if (!isFiniteNumber(iat)) return refused('iat')
  if (!isFiniteNumber(exp)) return refused('exp')
  if (!isFiniteNumber(auth_time)) return refused('auth_time')
  if (firebase !== undefined && !isPlainObject(firebase)) return refused('firebase')
  return { kind: 'claims', claims: { ...payload, sub, iat, exp, auth_time, firebase: firebase ?? {} } }
}

export type ClaimRules = Pick<IdTokenOptions, 'tenantIds' | 'allowAnonymous' | 'now'>

/** The claims of a token, or why it is not accepted. Does not check signature, issuer, audience or expiry. */
export function readAcceptedClaims(payload: Record<string, unknown>, rules: ClaimRules): ReadClaims {
  const read = readClaims(payload)
  return read.kind === 'refused' ? read : (checkClaims(read.claims, rules) ?? read)
}

/** Tenant of verified claims; null: the project itself. */
export function tenantOf({ firebase }: Claims): string | null {
  return typeof firebase.tenant === 'string' ? firebase.tenant : null
}

/** True for a valid uid: 1 to 128 UTF-16 units, without lone surrogates. */
export function isUid(value: string): boolean {
  return value.length >= 1 && value.length <= 128 && value.isWellFormed()
}

/** True for a finite number. JSON parses `1e999` as infinity. */
export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

function checkClaims(claims: Claims, options: ClaimRules): RefusedToken | null {
  const latest = options.now() + CLOCK_SKEW_SECONDS
  if (claims.iat > latest) return ofTheFuture('iat')
  if (claims.auth_time > latest) return ofTheFuture('auth_time')
  if (claims.exp - claims.iat > MAX_TTL_SECONDS) return refused('exp')
  if (claims.nbf !== undefined && !(isFiniteNumber(claims.nbf) && claims.nbf <= latest)) {
    return refused('nbf')
  }
  const { tenant = null } = claims.firebase
  if (!options.tenantIds.some((tenantId) => tenantId === tenant)) return refused('firebase.tenant')
  if (claims.firebase.sign_in_provider === 'anonymous' && !options.allowAnonymous) {
    return refused('anonymous account', 'FORBIDDEN')
  }
  return null
}

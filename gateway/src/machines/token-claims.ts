import type { BearerIssuer } from '../config/schema/schema.ts'
import { type ErrorCode, Fault } from '../errors.ts'
import {
  CLOCK_SKEW_SECONDS,
  type Claims,
  isFiniteNumber,
  MAX_TTL_SECONDS
} from '../identity-platform/tokens/id-token.ts'
import { isSignatureAlgorithm } from '../identity-platform/tokens/published-keys.ts'
import { findClaim } from '../session/session.ts'
import { hasVerifiedEmail } from '../session/sign-in/rules.ts'

/** Id tokens and access tokens (RFC 9068, 2.1); other kinds of JWTs have types of their own (RFC 8725, 3.11). */
const TYPE = /^(?:application\/)?(?:at\+)?jwt$/i
const ACCESS_TOKEN_TYPE = /^(?:application\/)?at\+jwt$/i
const MAX_SUBJECT_CHARS = 255
const CONTROL = /[\p{Cc}\u2028\u2029]/u
const GOOGLE = 'https://accounts.google.com'

/** Reads key id and algorithm of a token's header, or why it is rejected. Ignores embedded keys. */
export function readTokenHeader(
  header: Readonly<Record<string, unknown>>
): { kind: 'header'; keyId: string; algorithm: string } | RefusedToken {
  const { alg, kid, typ = 'JWT' } = header
  if (!isSignatureAlgorithm(alg)) return refuseToken('algorithm')
  if ('crit' in header || 'b64' in header || 'cty' in header || 'zip' in header)
    return refuseToken('algorithm', 'crit, b64, cty or zip')
  if (typeof typ !== 'string' || !TYPE.test(typ)) return refuseToken('malformed', 'typ')
  if (typeof kid !== 'string' || kid === '') return refuseToken('key', 'no kid')
  return { kind: 'header', keyId: kid, algorithm: alg }
}

/** Whether a header is that of an access token and of nothing else (RFC 9068, 4). */
export function isAccessToken({ typ }: Readonly<Record<string, unknown>>): boolean {
  return typeof typ === 'string' && ACCESS_TOKEN_TYPE.test(typ)
}

/** A foreign token's claims as those of a session. Does not check signature, issuer, audience or expiry. */
export function readTokenClaims(
  payload: Readonly<Record<string, unknown>>,
  now: () => number
): { kind: 'claims'; claims: Claims } | RefusedToken {
  const { iss, sub, iat, exp, nbf = iat, auth_time: authTime } = payload
  const latest = now() + CLOCK_SKEW_SECONDS
  if (typeof sub !== 'string' || !isSubject(sub)) return refuseToken('claims', 'sub')
  if (!isFiniteNumber(iat)) return refuseToken('claims', 'iat')
  if (!isFiniteNumber(exp) || exp - iat > MAX_TTL_SECONDS) return refuseToken('claims', 'exp')
  if (!isFiniteNumber(nbf)) return refuseToken('claims', 'nbf')
  if (iat > latest || nbf > latest) return refuseToken('early', iat > latest ? 'iat' : 'nbf')
  if (iss === GOOGLE && !isOfGoogle(payload)) return refuseToken('claims', 'azp or email_verified')
  const signedInAt = isFiniteNumber(authTime) && authTime <= iat ? authTime : iat
  // Overrides a `firebase` claim of the issuer, which is not the project's.
  const firebase = { sign_in_provider: iss }
  return { kind: 'claims', claims: { ...payload, sub, iat, exp, auth_time: signedInAt, firebase } }
}

/** Google sets `azp`; an address must be one that Google has verified. */
function isOfGoogle({ azp, email, email_verified: isVerified }: Readonly<Record<string, unknown>>): boolean {
  return typeof azp === 'string' && azp !== '' && (email === undefined || isVerified === true)
}

function isSubject(text: string): boolean {
  return text !== '' && text.length <= MAX_SUBJECT_CHARS && text.isWellFormed() && !CONTROL.test(text)
}

/** Whether the token's audience is one of these. */
export function isMeantFor(claims: Readonly<Record<string, unknown>>, audiences: readonly string[]): boolean {
  const named = Array.isArray(claims.aud) ? claims.aud : [claims.aud]
  return named.some((one) => typeof one === 'string' && audiences.includes(one))
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean'])

/** Whether the token has the claims required of this issuer. */
export function saysAll(claims: Claims, { claims: required }: Pick<BearerIssuer, 'claims'>): boolean {
  return Object.entries(required).every(([name, accepted]) => {
    if (name === 'email' && !hasVerifiedEmail(claims)) return false
    const value = findClaim(claims, name)
    return [value].flat().some((one) => SCALARS.has(typeof one) && accepted.includes(String(one)))
  })
}

/** A bearer token that fails the request, whatever else it holds. `description`: public, with nothing from the token. */
export interface RefusedToken {
  kind: 'token-refused'
  problem: TokenProblem
  fault: Fault
  description: string
}

/** Public descriptions of what is wrong with a token. */
const DESCRIPTIONS = {
  malformed: 'the token cannot be read',
  issuer: 'the token has an issuer that is not accepted here',
  audience: 'the token has another audience',
  algorithm: 'the token has a signature algorithm that is not accepted',
  key: 'the token is signed with a key that its issuer does not publish',
  signature: 'the signature of the token is wrong',
  claims: 'the token lacks a claim, or one of them is not accepted',
  early: 'the token is not valid yet',
  expired: 'the token has expired',
  account: 'the account of the token is no longer accepted'
} as const

export type TokenProblem = keyof typeof DESCRIPTIONS

/** `detail`: more for the log, without the token. */
export function refuseToken(
  problem: TokenProblem,
  detail?: string,
  code: ErrorCode = 'INVALID_TOKEN'
): RefusedToken {
  const description = DESCRIPTIONS[problem]
  const fault = new Fault(code, { detail: detail === undefined ? description : `${description}: ${detail}` })
  return { kind: 'token-refused', problem, fault, description }
}

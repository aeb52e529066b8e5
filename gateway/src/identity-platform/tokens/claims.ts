import { KeyObject, verify } from 'node:crypto'
import type { CryptoKey } from 'jose'
import { compactVerify } from 'jose/jws/compact/verify'
import { isPlainObject } from '../../config/json-members.ts'
import type { Problem } from '../../problem.ts'

/** Names that cannot be custom claims: the provider answers `FORBIDDEN_CLAIM` to all sixteen. Names inside values are free. */
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

/** What the provider takes for all custom claims of an account, in UTF-16 units of their JSON text. */
const MAX_CLAIMS_CHARS = 1000
/** The documentation of the provider speaks of bytes, its libraries count characters: between the two it may refuse. */
export const SAFE_CLAIMS_BYTES = 1000

/** A plain object without reserved names, whatever its size. */
export function checkClaims(claims: unknown): Problem | null {
  if (!isPlainObject(claims)) return claimsProblem('must be an object')
  const reserved = Object.keys(claims).filter((name) => RESERVED_CLAIMS.has(name))
  return reserved.length === 0 ? null : claimsProblem(`reserved names: ${reserved.join(', ')}`)
}

/** The same for the claims of an account, which have a bound. */
export function checkAccountClaims(claims: unknown): Problem | null {
  const problem = checkClaims(claims)
  if (problem !== null) return problem
  const chars = countJsonChars(claims)
  if (chars === null) return claimsProblem('hold a value that JSON cannot')
  return chars <= MAX_CLAIMS_CHARS
    ? null
    : claimsProblem(`${chars} characters of JSON, ${MAX_CLAIMS_CHARS} are allowed`)
}

/** Claims that cannot be sent. */
export function claimsProblem(message: string): Problem {
  return { path: 'custom claims', message, hint: '' }
}

/** Null: JSON cannot hold it, as a `bigint` or a circle. */
function countJsonChars(value: unknown): number | null {
  try {
    return JSON.stringify(value).length
  } catch {
    return null
  }
}

const MAX_TOKEN_CHARS = 12 * 1024
/** Three non-empty base64url segments; `$` alone would also accept a final newline. */
const TOKEN_SHAPE = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+(?![\s\S])/
const UNSIGNED_TOKEN_SHAPE = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.(?![\s\S])/

/** What a token says, unverified. */
export interface TokenParts {
  header: Record<string, unknown>
  payload: Record<string, unknown>
}

/**
 * Header and payload of a JWT in the compact form (RFC 7515, 3.1); null: it is none, is longer than 12 kB, or is not in
 * canonical base64url. `isUnsigned`: the signature must be empty, else there must be one. The signature is not checked.
 */
export function readCompactToken(token: string, { isUnsigned = false } = {}): TokenParts | null {
  if (token.length > MAX_TOKEN_CHARS) return null
  if (!(isUnsigned ? UNSIGNED_TOKEN_SHAPE : TOKEN_SHAPE).test(token)) return null
  const segments = token.split('.')
  if (!segments.every(isCanonical)) return null
  const [header, payload] = segments.slice(0, 2).map(decodeSegment)
  return isPlainObject(header) && isPlainObject(payload) ? { header, payload } : null
}

/**
 * The `iss` of a token, unverified and read as leniently as can be; null: it is no JWT, or names none. Only for telling that a token
 * cannot be of an issuer.
 */
export function peekIssuer(token: string): string | null {
  const payload = decodeSegment(token.split('.')[1] ?? '')
  return isPlainObject(payload) && typeof payload.iss === 'string' ? payload.iss : null
}

/**
 * Whether the signature of a token is that of this RSA key, by RS256 (RFC 7518, 3.3). In the same turn: some 30 µs, where
 * WebCrypto's thread pool takes over 100. Not checked: the header.
 */
export function isSignedByRs256(token: string, key: CryptoKey): boolean {
  const end = token.lastIndexOf('.')
  const signature = Buffer.from(token.slice(end + 1), 'base64url')
  return verify('RSA-SHA256', Buffer.from(token.slice(0, end)), KeyObject.from(key), signature)
}

/** Is the signature of the token that of this key, by this algorithm alone? */
export async function isSignedBy(token: string, key: CryptoKey, algorithm: string): Promise<boolean> {
  try {
    await compactVerify(token, key, { algorithms: [algorithm] })
    return true
  } catch {
    return false
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Other spellings of the same bytes would make two tokens out of one. */
function isCanonical(segment: string): boolean {
  return Buffer.from(segment, 'base64url').toString('base64url') === segment
}

function decodeSegment(segment: string): unknown {
  try {
    return JSON.parse(utf8.decode(Buffer.from(segment, 'base64url')))
  } catch {
    return null
  }
}

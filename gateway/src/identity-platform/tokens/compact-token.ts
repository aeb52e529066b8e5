import type { CryptoKey } from 'jose'
import { compactVerify } from 'jose/jws/compact/verify'
import { isPlainObject } from '../../config/json-object.ts'

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

import { KeyObject, verify } from 'node:crypto'
import type { CryptoKey } from 'jose'
import { compactVerify } from 'jose/jws/compact/verify'
import { RESERVED_CLAIMS } from '../../config/defaults.ts'
import { isPlainObject } from '../../config/json-members.ts'
import { orNull } from '../../errors.ts'
import type { Problem } from '../../problem.ts'

/** Requires a JSON object without reserved names. Null if valid. `maxChars`: UTF-16 units of its JSON. */
export function checkClaims(claims: unknown, maxChars = Number.POSITIVE_INFINITY): Problem | null {
  if (!isPlainObject(claims)) return claimsProblem('must be an object')
  const reserved = Object.keys(claims).filter((name) => RESERVED_CLAIMS.has(name))
  if (reserved.length > 0) return claimsProblem(`reserved names: ${reserved.join(', ')}`)
  // No `bigint`, and no cycle.
  const chars = orNull(() => JSON.stringify(claims).length)
  if (chars === null) return claimsProblem('hold a value that JSON cannot')
  return chars <= maxChars ? null : claimsProblem(`${chars} characters of JSON, ${maxChars} are allowed`)
}

function claimsProblem(message: string): Problem {
  return { path: 'custom claims', message, hint: '' }
}

const MAX_TOKEN_CHARS = 12 * 1024
/** Three non-empty base64url segments; `$` would accept a trailing newline. */
const TOKEN_SHAPE = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+(?![\s\S])/
const UNSIGNED_TOKEN_SHAPE = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.(?![\s\S])/

/**
 * Parses a compact JWT (RFC 7515, 3.1) without verifying it. Null if malformed, over 12 kB or not in
 * canonical base64url. `isUnsigned`: requires an empty signature; otherwise one must be present.
 */
export function readCompactToken(token: string, { isUnsigned = false } = {}) {
  if (token.length > MAX_TOKEN_CHARS) return null
  if (!(isUnsigned ? UNSIGNED_TOKEN_SHAPE : TOKEN_SHAPE).test(token)) return null
  const segments = token.split('.')
  if (!segments.every(isCanonical)) return null
  const [header, payload] = segments.slice(0, 2).map(decodeSegment)
  return isPlainObject(header) && isPlainObject(payload) ? { header, payload } : null
}

/** The unverified `iss` of a token; null if there is none. Only for ruling out an issuer. */
export function peekIssuer(token: string): string | null {
  const payload = decodeSegment(token.split('.')[1] ?? '')
  return isPlainObject(payload) && typeof payload.iss === 'string' ? payload.iss : null
}

/** Verifies an RS256 signature (RFC 7518, 3.3), not the header. */
export function isSignedByRs256(token: string, key: CryptoKey): boolean {
  const end = token.lastIndexOf('.')
  const signature = Buffer.from(token.slice(end + 1), 'base64url')
  return verify('RSA-SHA256', Buffer.from(token.slice(0, end)), KeyObject.from(key), signature)
}

/** Verifies the signature, allowing only this algorithm. */
export async function isSignedBy(token: string, key: CryptoKey, algorithm: string): Promise<boolean> {
  try {
    await compactVerify(token, key, { algorithms: [algorithm] })
    return true
  } catch {
    return false
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Rejects alternative encodings, which would make two tokens out of one. */
function isCanonical(segment: string): boolean {
  return Buffer.from(segment, 'base64url').toString('base64url') === segment
}

function decodeSegment(segment: string): unknown {
  return orNull(() => JSON.parse(utf8.decode(Buffer.from(segment, 'base64url'))))
}

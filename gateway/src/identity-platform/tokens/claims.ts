import { isPlainObject } from '../../config/json-object.ts'
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

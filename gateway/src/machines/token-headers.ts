import type { IncomingHttpHeaders } from 'node:http'
import { bearerOf, isBearer } from '../http/bearer.ts'

/** The header of every request that may hold a token (RFC 6750, 2.1). */
export const AUTHORIZATION = 'authorization'

/** What the headers of a request say of bearer tokens. */
export type TokenReading =
  | { kind: 'absent' }
  /** `header`: where it stood. */
  | { kind: 'token'; token: string; header: string }
  /** A header that should hold a token holds none. */
  | { kind: 'malformed' }
  /** More than one header holds a token (RFC 6750, 2, forbids it). */
  | { kind: 'several' }

const ABSENT: TokenReading = { kind: 'absent' }

/** Reads the token of a request. `names`: lower-case names of the headers that may hold one beside `Authorization`. */
export function readToken(headers: IncomingHttpHeaders, names: readonly string[]): TokenReading {
  let found = readAuthorization(headers)
  for (const name of names) {
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined
    if (value === undefined) continue
    if (found.kind !== 'absent') return { kind: 'several' }
    // Of a header that came twice Node makes a list, which no token is.
    const isToken = typeof value === 'string' && /^\S+$/.test(value)
    found = isToken ? { kind: 'token', token: value, header: name } : { kind: 'malformed' }
  }
  return found
}

function readAuthorization(headers: IncomingHttpHeaders): TokenReading {
  if (!isBearer(headers)) return ABSENT
  const token = bearerOf(headers)
  return token === null ? { kind: 'malformed' } : { kind: 'token', token, header: AUTHORIZATION }
}

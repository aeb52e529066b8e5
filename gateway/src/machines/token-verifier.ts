import type { IncomingHttpHeaders } from 'node:http'
import type { BearerIssuer } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import { bearerOf, isBearer } from '../http/hop-by-hop.ts'
import type { ProviderFailure } from '../identity-platform/client/error-sorting.ts'
import { isSignedBy, readCompactToken } from '../identity-platform/tokens/claims.ts'
import type { Claims, IdTokenResult, VerifyIdToken } from '../identity-platform/tokens/id-token.ts'
import type { IssuerKeys } from './issuer-keys.ts'
import {
  isMeantFor,
  type RefusedToken,
  readTokenClaims,
  readTokenHeader,
  refuseToken,
  saysAll
} from './token-claims.ts'

const RETRY_AFTER_SECONDS = 5
const MAX_QUOTE_CHARS = 200

/** One issuer of the configuration, and what verifies its tokens. */
export interface KnownIssuer {
  entry: BearerIssuer
  /** Null: the project itself, whose id tokens have certificates of their own. */
  keys: IssuerKeys | null
}

/** What became of a token. `failed`: its issuer's keys cannot be had, which says nothing about it. */
export type TokenResult =
  | { kind: 'verified'; claims: Claims; isOfProject: boolean }
  | RefusedToken
  | { kind: 'failed'; fault: Fault }

export interface TokenVerifierOptions {
  verifyIdToken: VerifyIdToken
  /** Epoch seconds. */
  now: () => number
}

/** Verifies a token by those of these issuers that it may be of. */
export type VerifyToken = (token: string, issuers: readonly KnownIssuer[]) => Promise<TokenResult>

/**
 * A function that verifies bearer tokens: what costs least comes first, the signature before expiry, so that nobody learns
 * of a token that he forged whether it would have expired. No key is looked for that is not its issuer's own.
 * Rules: RFC 7519, 7.2; RFC 8725, 3; RFC 9068, 4.
 */
export function createTokenVerifier({ verifyIdToken, now }: TokenVerifierOptions): VerifyToken {
  return async (token, issuers) => {
    const parts = readCompactToken(token, { isUnsigned: token.endsWith('.') })
    if (parts === null) return refuseToken('malformed')
    const ofIssuer = issuers.filter(({ entry }) => entry.issuer === parts.payload.iss)
    const [first] = ofIssuer
    if (first === undefined) return refuseToken('issuer', quote(parts.payload.iss))
    const meant = ofIssuer.filter(({ entry }) => isMeantFor(parts.payload, entry.audiences))
    if (meant.length === 0) return refuseToken('audience', quote(parts.payload.aud))
    // Whoever holds such a token must prove more than that (RFC 7800).
    if ('cnf' in parts.payload) return refuseToken('claims', 'cnf: the token is bound to a key')
    const result =
      first.keys === null
        ? checkIdToken(await verifyIdToken(token))
        : await verifyForeign(token, parts, first.keys)
    return result.kind !== 'verified' || meant.some(({ entry }) => saysAll(result.claims, entry))
      ? result
      : refuseToken('claims', `none of ${first.entry.issuer} that \`claims\` asks for`)
  }

  async function verifyForeign(
    token: string,
    { header, payload }: NonNullable<ReturnType<typeof readCompactToken>>,
    keys: IssuerKeys
  ): Promise<TokenResult> {
    const head = readTokenHeader(header)
    if (head.kind !== 'header') return head
    const read = readTokenClaims(payload, now)
    if (read.kind !== 'claims') return read
    const { keyId, algorithm } = head.signedBy
    const found = await keys.find(keyId, algorithm)
    if (found.kind === 'unavailable') return unavailable(`issuer ${quote(payload.iss)}`, found.failure)
    if (found.kind === 'unknown') return refuseToken('key')
    if (!(await isSignedBy(token, found.key, algorithm))) return refuseToken('signature')
    const { claims } = read
    return now() < claims.exp ? { kind: 'verified', claims, isOfProject: false } : expired()
  }
}

/** The refusal of a token that was good. */
export function expired(): RefusedToken {
  return refuseToken('expired', undefined, 'TOKEN_EXPIRED')
}

function checkIdToken(result: IdTokenResult): TokenResult {
  switch (result.kind) {
    case 'valid':
      return { kind: 'verified', claims: result.claims, isOfProject: true }
    case 'expired':
      return expired()
    case 'unknown-key':
      return refuseToken('key')
    case 'unavailable':
      return unavailable('certificates of the project', result.failure)
    case 'refused':
      return result.code === 'INVALID_TOKEN_SIGNATURE'
        ? refuseToken('signature')
        : refuseToken('claims', result.detail)
  }
}

function unavailable(whose: string, { detail, cause }: ProviderFailure): TokenResult {
  const fault = new Fault('PROVIDER_UNAVAILABLE', {
    detail: `${whose}: ${detail}`,
    cause,
    call: 'certificates',
    doctor: 'ISSUERS',
    retryAfterSeconds: RETRY_AFTER_SECONDS
  })
  return { kind: 'failed', fault }
}

/** A value of a token that nobody vouches for, for the log. */
function quote(value: unknown): string {
  return (JSON.stringify(value) ?? 'none').slice(0, MAX_QUOTE_CHARS)
}

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

import type { IncomingHttpHeaders } from 'node:http'
import type { BearerIssuer } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import { bearerOf, isBearer } from '../http/message.ts'
import type { ProviderFailure } from '../identity-platform/client/error-sorting.ts'
import { isSignedBy, readCompactToken } from '../identity-platform/tokens/claims.ts'
import type { Claims, IdTokenResult, VerifyIdToken } from '../identity-platform/tokens/id-token.ts'
import type { IssuerKeys } from './issuers.ts'
import {
  isAccessToken,
  isMeantFor,
  type RefusedToken,
  readTokenClaims,
  readTokenHeader,
  refuseToken,
  saysAll
} from './token-claims.ts'

const RETRY_AFTER_SECONDS = 5
const MAX_QUOTE_CHARS = 200

/** A configured issuer and the keys for its tokens. */
export interface KnownIssuer {
  entry: BearerIssuer
  /** Null: the project itself, whose id tokens have certificates. */
  keys: IssuerKeys | null
  /** Set for an issuer of tokens for accounts of the project: their claims as those of an id token. */
  accountClaims?: (claims: Claims) => Claims
}

/** `failed`: the issuer's keys are unavailable, which says nothing about the token. */
export type TokenResult =
  | { kind: 'verified'; claims: Claims; isOfProject: boolean }
  | RefusedToken
  | { kind: 'failed'; fault: Fault }

/**
 * Verifies bearer tokens: cheap checks first, and the signature before expiry, so a forged token reveals nothing about its
 * expiry. Only the issuer's own keys are used. Rules: RFC 7519, 7.2; RFC 8725, 3; RFC 9068, 4. `now`: epoch seconds.
 */
export function createTokenVerifier(verifyIdToken: VerifyIdToken, now: () => number) {
  /** `issuers`: those that may have issued it. */
  return async (token: string, issuers: readonly KnownIssuer[]): Promise<TokenResult> => {
    const parts = readCompactToken(token, { isUnsigned: token.endsWith('.') })
    if (parts === null) return refuseToken('malformed')
    const ofIssuer = issuers.filter(({ entry }) => entry.issuer === parts.payload.iss)
    const [first] = ofIssuer
    if (first === undefined) return refuseToken('issuer', quote(parts.payload.iss))
    const meant = ofIssuer.filter(({ entry }) => isMeantFor(parts.payload, entry.audiences))
    if (meant.length === 0) return refuseToken('audience', quote(parts.payload.aud))
    // Such a token requires proof of possession (RFC 7800).
    if ('cnf' in parts.payload) return refuseToken('claims', 'cnf: the token is bound to a key')
    const { keys } = first
    const result =
      keys === null
        ? checkIdToken(await verifyIdToken(token))
        : await verifyForeign(token, parts, { ...first, keys })
    return result.kind !== 'verified' || meant.some(({ entry }) => saysAll(result.claims, entry))
      ? result
      : refuseToken('claims', `none of ${first.entry.issuer} that \`claims\` asks for`)
  }

  async function verifyForeign(
    token: string,
    { header, payload }: NonNullable<ReturnType<typeof readCompactToken>>,
    { keys, accountClaims }: KnownIssuer & { keys: IssuerKeys }
  ): Promise<TokenResult> {
    const head = readTokenHeader(header)
    if (head.kind !== 'header') return head
    const read = readTokenClaims(payload, now)
    if (read.kind !== 'claims') return read
    const { keyId, algorithm } = head
    // An id token of the gateway is for its client, even if that names itself like an application.
    if (accountClaims !== undefined && !isAccessToken(header)) return refuseToken('malformed', 'typ')
    const found = await keys.find(keyId, algorithm)
    if (found.kind === 'unavailable') return unavailable(`issuer ${quote(payload.iss)}`, found.failure)
    if (found.kind === 'unknown') return refuseToken('key')
    if (!(await isSignedBy(token, found.key, algorithm))) return refuseToken('signature')
    const { claims } = read
    if (now() >= claims.exp) return expired()
    return accountClaims === undefined
      ? { kind: 'verified', claims, isOfProject: false }
      : { kind: 'verified', claims: accountClaims(claims), isOfProject: true }
  }
}

/** For a token that used to be valid. */
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

/** An untrusted value of a token, for the log. */
function quote(value: unknown): string {
  return (JSON.stringify(value) ?? 'none').slice(0, MAX_QUOTE_CHARS)
}

/** The standard header for tokens (RFC 6750, 2.1). */
export const AUTHORIZATION = 'authorization'

export type TokenReading =
  | { kind: 'absent' }
  /** `header`: the header it came in. */
  | { kind: 'token'; token: string; header: string }
  /** A header that should hold a token holds none. */
  | { kind: 'malformed' }
  /** More than one header holds a token, which RFC 6750, 2, forbids. */
  | { kind: 'several' }

const ABSENT: TokenReading = { kind: 'absent' }

/** Reads the token of a request. `names`: lower-case names of additional token headers. */
export function readToken(headers: IncomingHttpHeaders, names: readonly string[]): TokenReading {
  let found = readAuthorization(headers)
  for (const name of names) {
    const value = Object.hasOwn(headers, name) ? headers[name] : undefined
    if (value === undefined) continue
    if (found.kind !== 'absent') return { kind: 'several' }
    // Node turns a repeated header into a list, which is not a token.
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

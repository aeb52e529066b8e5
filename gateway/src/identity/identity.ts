/**
 * Tells the application who is signed in: identity headers and signed assertions. It owns their format and
 * the assertion keys. It must not know how the session was established or whether the request may pass.
 */

import { SignJWT } from 'jose/jwt/sign'
import { DEFAULT_IDENTITY_HEADERS, listIdentityHeaders } from '../config/defaults.ts'
import type { Config } from '../config/schema/schema.ts'
import { findClaim, foreignIssuerOf, type Session } from '../session/session.ts'
import { hasVerifiedEmail, readSignInFacts } from '../session/sign-in/rules.ts'
import { ASSERTION_KEYS, deriveKeyPair, importKeyPair } from './signing-keys.ts'

/** Scope of the uid: the same uid in two tenants means two people. */
const TENANT_HEADER = 'x-gatehouse-tenant'
/** Scope of a bearer token's subject: the same subject of two issuers means two clients. */
const ISSUER_HEADER = 'x-gatehouse-issuer'
/** Seconds since the id token expired, for sessions accepted during an outage. */
const EXPIRED_HEADER = 'x-gatehouse-expired'

/** Lowercase header name -> value. */
export type HeaderMap = Record<string, string | string[] | undefined>

/** Identity headers for the application. All but the assertion are cached for the lifetime of the session's id token. */
export function createIdentityHeaders(options: {
  /** Header name -> source of its value; null disables the header. */
  identityHeaders: Config['identityHeaders']
  /** The signed assertion; undefined if there is none. */
  assertionOf: (session: Session, audience?: string) => string | undefined
}) {
  const configured = listIdentityHeaders(options.identityHeaders)
  const assertionNames = configured.filter(([, source]) => source === '$assertion').map(([name]) => name)
  const claimSources = configured.filter(([, source]) => source !== '$assertion')
  const known = new WeakMap<Session, HeaderMap>()

  /** All but the assertion. */
  function lastingHeaders(session: Session): HeaderMap {
    const { tenantId, expiredForSeconds } = session
    const built: HeaderMap = {}
    if (tenantId !== null) built[TENANT_HEADER] = encodeHeaderValue(tenantId)
    const issuer = foreignIssuerOf(session)
    if (issuer !== null) built[ISSUER_HEADER] = encodeHeaderValue(issuer)
    if (expiredForSeconds > 0) built[EXPIRED_HEADER] = String(expiredForSeconds)
    for (const [name, source] of claimSources) {
      const value = encodeClaim(readSource(session, source))
      if (value !== undefined) built[name] = value
    }
    known.set(session, built)
    return built
  }

  return {
    /** Lowercase names of all headers that may carry identity. A client's own copies must never reach the application. */
    headerNames: [
      ...Object.keys(DEFAULT_IDENTITY_HEADERS),
      ...configured.map(([name]) => name),
      TENANT_HEADER,
      ISSUER_HEADER,
      EXPIRED_HEADER
    ],
    /** Headers of a session; those without a value are omitted. Includes the assertion after `prepare`. */
    headersOf(session: Session, audience?: string): HeaderMap {
      const built: HeaderMap = Object.assign({}, known.get(session) ?? lastingHeaders(session))
      const assertion = assertionNames.length === 0 ? undefined : options.assertionOf(session, audience)
      if (assertion !== undefined) for (const name of assertionNames) built[name] = assertion
      return built
    }
  }
}

/** Reads a configured source: a session fact or a claim. */
function readSource(session: Session, source: string): unknown {
  switch (source) {
    case '$idToken':
      return `Bearer ${session.idToken}`
    case '$signInProvider':
      return readSignInFacts(session.claims).provider
    case '$secondFactor':
      return readSignInFacts(session.claims).secondFactor
    case '$emailUnverified':
      return findClaim(session.claims, 'email')
    case '$iapEmail':
      return prefixForIap(readSource(session, 'email'))
    case '$iapUserId':
      return prefixForIap(session.subject)
    case 'email':
      return hasVerifiedEmail(session.claims) ? findClaim(session.claims, 'email') : undefined
    default:
      return findClaim(session.claims, source)
  }
}

/** The namespace of Identity-Aware Proxy: https://cloud.google.com/iap/docs/identity-howto */
function prefixForIap(value: unknown): string | undefined {
  return typeof value === 'string' ? `accounts.google.com:${value}` : undefined
}

function encodeClaim(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value))
    return value.map((member) => encodeHeaderValue(toText(member)).replaceAll(',', '%2C')).join(',')
  return encodeHeaderValue(toText(value))
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Encodes a header value reversibly for `decodeURIComponent`. `%`, anything outside printable ASCII, and
 * leading and trailing spaces (which parsers drop) are percent-encoded.
 */
export function encodeHeaderValue(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\x20-\x24\x26-\x7e]+/g, encodeURIComponent)
    .replace(/^ +| +$/g, (spaces) => '%20'.repeat(spaces.length))
}

const TTL_SECONDS = 300
/** Renew assertions with less than this left, so that none expires on the way. */
const MIN_TTL_SECONDS = 120
/** Claims copied from the id token. */
const REPEATED_CLAIMS = ['email', 'email_verified', 'name'] as const
const REGISTERED_CLAIMS = ['iss', 'sub', 'aud', 'iat', 'exp', 'auth_time']
const OWN_CLAIMS = ['tenant', 'issuer', 'expired_for']
/** Where the issuer's own paths begin, below the origin of `publicUrl`. */
const ISSUER_PATH = '/_auth'

/**
 * Issues JWTs valid for five minutes. Without keys of its own, ES256 key pairs derive from the signature keys, so
 * replicas share them, rotation publishes old and new, and nothing else needs configuring. Derivation begins
 * here; see `deriveKeyPair`. `audience`: `aud`, default the origin of `publicUrl`; an assertion is valid for one audience
 * only. `now`: epoch seconds.
 */
export function createAssertions(
  { assertion, cookie, publicUrl }: Pick<Config, 'assertion' | 'cookie' | 'publicUrl'>,
  now: () => number
) {
  const { algorithm, privateKeys } = assertion
  const { origin: publicOrigin } = new URL(publicUrl)
  const issuer = `${publicOrigin}${ISSUER_PATH}`
  const pairs =
    privateKeys.length > 0
      ? privateKeys.map((pem) => importKeyPair(pem, algorithm))
      : cookie.signatureKeys.map((secret) => deriveKeyPair(ASSERTION_KEYS, secret, publicOrigin))
  const [signing] = pairs
  if (signing === undefined) throw new Error('assertions need a signature key')
  const all = Promise.all(pairs)
  // Handled by `jwks` and `prepare`; avoids an unhandled rejection before they run.
  all.catch(() => {})
  const made = new WeakMap<Session, Map<string, { token: string; renewAt: number }>>()

  const sign = async (session: Session, audience: string): Promise<void> => {
    const { keyId, privateKey } = await signing
    const issuedAt = Math.floor(now())
    const claims = Object.fromEntries(
      REPEATED_CLAIMS.flatMap((name) =>
        session.claims[name] === undefined ? [] : [[name, session.claims[name]]]
      )
    )
    // An exchanged id token has the time of the exchange.
    claims.auth_time = Math.min(session.startedAtSeconds, session.claims.auth_time)
    if (session.tenantId !== null) claims.tenant = session.tenantId
    const tokenIssuer = foreignIssuerOf(session)
    if (tokenIssuer !== null) claims.issuer = tokenIssuer
    if (session.expiredForSeconds > 0) claims.expired_for = session.expiredForSeconds
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, kid: keyId, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(session.subject)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TTL_SECONDS)
      .sign(privateKey)
    const ofSession = made.get(session) ?? new Map()
    made.set(session, ofSession.set(audience, { token, renewAt: issuedAt + TTL_SECONDS - MIN_TTL_SECONDS }))
  }

  return {
    /** Public keys as a JWK set (RFC 7517), the signing one first. Rejects if they could not be derived. */
    jwks: async () => ({ keys: (await all).map(({ publicJwk }) => publicJwk) }),
    /** OpenID Connect Discovery 1.0, 3: no endpoints, since the issuer has no sign-in of its own. */
    discovery: {
      issuer,
      jwks_uri: `${issuer}/jwks.json`,
      id_token_signing_alg_values_supported: [algorithm],
      // Required; an application that is sent an assertion never requests one.
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      claims_supported: [...REGISTERED_CLAIMS, ...REPEATED_CLAIMS, ...OWN_CLAIMS]
    },
    /** The cached assertion; undefined before `prepare`. */
    of: (session: Session, audience = publicOrigin) => made.get(session)?.get(audience)?.token,
    /** Signs an assertion unless a valid one is cached. Null if there is nothing to wait for. */
    prepare(session: Session, audience = publicOrigin): Promise<void> | null {
      const known = made.get(session)?.get(audience)
      return known !== undefined && now() < known.renewAt ? null : sign(session, audience)
    }
  }
}

export type Identities = ReturnType<typeof createIdentities>

/** Begins deriving the keys. `now`: epoch seconds. */
export function createIdentities(
  config: Pick<Config, 'assertion' | 'cookie' | 'publicUrl'>,
  now: () => number
) {
  const { of: assertionOf, prepare, jwks, discovery } = createAssertions(config, now)
  const create = (identityHeaders: Config['identityHeaders']) => ({
    ...createIdentityHeaders({ identityHeaders, assertionOf }),
    prepare
  })
  const known = new Map<Config['identityHeaders'], ReturnType<typeof create>>()
  return {
    /** The identity for a header config; the same config object yields the same identity. */
    as(identityHeaders: Config['identityHeaders']) {
      const identity = known.get(identityHeaders) ?? create(identityHeaders)
      known.set(identityHeaders, identity)
      return identity
    },
    jwks,
    discovery
  }
}

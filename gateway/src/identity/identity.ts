/**
 * Tells the application who is signed in: identity headers and signed assertions. It owns their format and
 * the assertion keys. It must not know how the session was established or whether the request may pass.
 */

import { createECDH, createHash, scrypt } from 'node:crypto'
import type { CryptoKey, JWK } from 'jose'
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint'
import { SignJWT } from 'jose/jwt/sign'
import { importJWK } from 'jose/key/import'
import { LRUCache } from 'lru-cache'
import { DEFAULT_IDENTITY_HEADERS, listIdentityHeaders } from '../config/defaults.ts'
import type { Config } from '../config/schema/schema.ts'
import { deriveKey } from '../encryption/encryption.ts'
import { findClaim, foreignIssuerOf, type Session } from '../session/session.ts'
import { readSignInFacts } from '../session/sign-in/facts.ts'
import { hasVerifiedEmail } from '../session/sign-in/rules.ts'

/** Scope of the uid: the same uid in two tenants means two people. */
const TENANT_HEADER = 'x-gatehouse-tenant'
/** Scope of a bearer token's subject: the same subject of two issuers means two clients. */
const ISSUER_HEADER = 'x-gatehouse-issuer'
/** Seconds since the id token expired, for sessions accepted during an outage. */
const EXPIRED_HEADER = 'x-gatehouse-expired'

/** Lowercase header name -> value. */
export type HeaderMap = Record<string, string | string[] | undefined>

/** Identity headers for the application. */
export interface IdentityHeaders {
  /** Lowercase names of all headers that may carry identity, including disabled defaults. */
  readonly names: readonly string[]
  /** Headers of a session; those without a value are omitted. `audience`: see `Assertions`. */
  of(session: Session, audience: string): HeaderMap
}

export interface IdentityHeadersOptions {
  /** Header name -> source of its value; null disables the header. */
  identityHeaders: Config['identityHeaders']
  /** The signed assertion; undefined if there is none. */
  assertionOf: (session: Session, audience: string) => string | undefined
}

/** Claim headers are cached for the lifetime of the session's id token. */
export function createIdentityHeaders(options: IdentityHeadersOptions): IdentityHeaders {
  const configured = listIdentityHeaders(options.identityHeaders)
  const assertionNames = configured.filter(([, source]) => source === '$assertion').map(([name]) => name)
  const claimSources = configured.filter(([, source]) => source !== '$assertion')
  const memory = new WeakMap<Session, HeaderMap>()

  function claimHeaders(session: Session): HeaderMap {
    const known = memory.get(session)
    if (known !== undefined) return known
    const built: HeaderMap = {}
    for (const [name, source] of claimSources) {
      const value = encodeClaim(readSource(session, source))
      if (value !== undefined) built[name] = value
    }
    memory.set(session, built)
    return built
  }

  return {
    names: [
      ...Object.keys(DEFAULT_IDENTITY_HEADERS),
      ...configured.map(([name]) => name),
      TENANT_HEADER,
      ISSUER_HEADER,
      EXPIRED_HEADER
    ],
    of(session, audience) {
      const { tenantId, expiredForSeconds } = session
      const built: HeaderMap = {}
      if (tenantId !== null) built[TENANT_HEADER] = encodeHeaderValue(tenantId)
      const issuer = foreignIssuerOf(session)
      if (issuer !== null) built[ISSUER_HEADER] = encodeHeaderValue(issuer)
      if (expiredForSeconds > 0) built[EXPIRED_HEADER] = String(expiredForSeconds)
      Object.assign(built, claimHeaders(session))
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
    case 'email':
      return hasVerifiedEmail(session.claims) ? findClaim(session.claims, 'email') : undefined
    default:
      return findClaim(session.claims, source)
  }
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

/**
 * `audience`: the application's origin, default that of `publicUrl`. An assertion is valid for one audience
 * only.
 */
export interface Identity {
  /** Lowercase names of all identity headers. A client's own copies must never reach the application. */
  readonly headerNames: readonly string[]
  /** Identity headers of a session. Includes the assertion after `prepare`. */
  headersOf(session: Session, audience?: string): HeaderMap
  /** Signs a new assertion unless a valid one is cached. Null if there is nothing to wait for. */
  prepare(session: Session, audience?: string): Promise<void> | null
}

export interface Identities {
  /** The identity for a header config; the same config object yields the same identity. */
  as(identityHeaders: Config['identityHeaders']): Identity
  /** Public keys of the assertions (RFC 7517). Rejects if they could not be derived. */
  jwks(): Promise<object>
}

/** Begins deriving the keys. `now`: epoch seconds. */
export function createIdentities(
  { cookie, publicUrl }: Pick<Config, 'cookie' | 'publicUrl'>,
  now: () => number
): Identities {
  const { origin: publicOrigin } = new URL(publicUrl)
  const assertions = createAssertions({ secrets: cookie.signatureKeys, publicOrigin, now })
  const known = new Map<Config['identityHeaders'], Identity>()

  function create(identityHeaders: Config['identityHeaders']): Identity {
    const headers = createIdentityHeaders({ identityHeaders, assertionOf: assertions.of })
    return {
      headerNames: headers.names,
      headersOf: (session, audience = publicOrigin) => headers.of(session, audience),
      prepare: (session, audience = publicOrigin) => assertions.prepare(session, audience)
    }
  }

  return {
    as(identityHeaders) {
      const identity = known.get(identityHeaders) ?? create(identityHeaders)
      known.set(identityHeaders, identity)
      return identity
    },
    jwks: assertions.jwks
  }
}

const TTL_SECONDS = 300
/** Renew assertions with less than this left, so that none expires on the way. */
const MIN_TTL_SECONDS = 120
/** Claims copied from the id token. */
const REPEATED_CLAIMS = ['email', 'email_verified', 'name'] as const

interface Assertions {
  /** Public keys as a JWK set (RFC 7517), the signing one first. Rejects if they could not be derived. */
  jwks(): Promise<{ keys: JWK[] }>
  /** The cached assertion; undefined before `prepare`. */
  of(session: Session, audience: string): string | undefined
  /** Signs an assertion if there is none or it is about to expire. Null if there is nothing to wait for. */
  prepare(session: Session, audience: string): Promise<void> | null
}

interface AssertionsOptions {
  /** Signature keys of the config; the first one signs. */
  secrets: readonly string[]
  /** The issuer. */
  publicOrigin: string
  /** Epoch seconds. */
  now: () => number
}

/**
 * Issues ES256 JWTs valid for five minutes. Key pairs derive from the signature keys, so replicas share them,
 * rotation publishes old and new, and nothing else needs configuring. Derivation begins here; see
 * `deriveAssertionKeyPair`.
 */
export function createAssertions({ secrets, publicOrigin, now }: AssertionsOptions): Assertions {
  const pairs = secrets.map((secret) => deriveAssertionKeyPair(secret, publicOrigin))
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
    // An exchanged id token has the time of the exchange; sessions of earlier versions began after their
    // sign-in.
    claims.auth_time = Math.min(session.startedAtSeconds, session.claims.auth_time)
    if (session.tenantId !== null) claims.tenant = session.tenantId
    const issuer = foreignIssuerOf(session)
    if (issuer !== null) claims.issuer = issuer
    if (session.expiredForSeconds > 0) claims.expired_for = session.expiredForSeconds
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: keyId, typ: 'gatehouse+jwt' })
      .setIssuer(publicOrigin)
      .setAudience(audience)
      .setSubject(session.subject)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TTL_SECONDS)
      .sign(privateKey)
    const ofSession = made.get(session) ?? new Map()
    made.set(session, ofSession.set(audience, { token, renewAt: issuedAt + TTL_SECONDS - MIN_TTL_SECONDS }))
  }

  return {
    jwks: async () => ({ keys: (await all).map(({ publicJwk }) => publicJwk) }),
    of: (session, audience) => made.get(session)?.get(audience)?.token,
    prepare(session, audience) {
      const known = made.get(session)?.get(audience)
      return known !== undefined && now() < known.renewAt ? null : sign(session, audience)
    }
  }
}

/** About 100 ms of one core and 32 MiB per guess (RFC 7914). */
const STRETCHING = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 }
const STRETCHED_BYTES = 32
/** More than anyone rotates. */
const MAX_CACHED = 16

interface AssertionKeyPair {
  /** Thumbprint of the public key (RFC 7638). */
  keyId: string
  privateKey: CryptoKey
  publicJwk: JWK
}

const cached = new LRUCache<string, Promise<AssertionKeyPair>>({ max: MAX_CACHED })

/**
 * The P-256 key pair of a signature key at an origin, identical in every process, cached. The secret is
 * stretched first, off the main thread: since the public key is published, it must not allow guessing the
 * secret.
 */
export function deriveAssertionKeyPair(secret: string, publicOrigin: string): Promise<AssertionKeyPair> {
  const name = createHash('sha256').update(`${publicOrigin} ${secret}`).digest('base64url')
  const known = cached.get(name)
  if (known !== undefined) return known
  const making = makeKeyPair(secret, publicOrigin)
  cached.set(name, making)
  making.catch(() => cached.delete(name))
  return making
}

async function makeKeyPair(secret: string, publicOrigin: string): Promise<AssertionKeyPair> {
  const stretched = await stretch(secret, `gatehouse identity assertion ${publicOrigin}`)
  const d = deriveKey(stretched, 'gatehouse identity assertion P-256 2')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(d)
  const point = curve.getPublicKey()
  const jwk: JWK = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url')
  }
  const keyId = await calculateJwkThumbprint(jwk)
  const privateKey = await importJWK({ ...jwk, d: d.toString('base64url') }, 'ES256')
  if (privateKey instanceof Uint8Array) throw new Error('not an asymmetric key')
  return { keyId, privateKey, publicJwk: { ...jwk, kid: keyId, alg: 'ES256', use: 'sig' } }
}

function stretch(secret: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(secret, salt, STRETCHED_BYTES, STRETCHING, (err, stretched) =>
      err === null ? resolve(stretched) : reject(err)
    )
  )
}

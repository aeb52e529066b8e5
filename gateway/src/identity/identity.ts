import { createECDH, createHash, scrypt } from 'node:crypto'
import type { CryptoKey, JWK } from 'jose'
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint'
import { SignJWT } from 'jose/jwt/sign'
import { importJWK } from 'jose/key/import'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config/schema/schema.ts'
import { deriveKey } from '../encryption/box.ts'
import { foreignIssuerOf, type Session } from '../session/session.ts'
import { createIdentityHeaders, type HeaderMap } from './identity-headers.ts'

/**
 * What the application is told about a visitor, and what it can check that with; see `createIdentities`. `audience`: the origin
 * by which the application is known, that of `publicUrl` when left out; an assertion for one is worth nothing at another.
 */
export interface Identity {
  /** Lower-case names of all headers that can carry it: a client's copy of none may reach the application. */
  readonly headerNames: readonly string[]
  /** The identity headers of a session: all that are set for it. The assertion is among them after `prepare`. */
  headersOf(session: Session, audience?: string): HeaderMap
  /** Makes the assertion of a session where there is none that holds for a while. Null: nothing to wait for. */
  prepare(session: Session, audience?: string): Promise<void> | null
}

/** The identity of sessions, for one application or several; see `createIdentities`. */
export interface Identities {
  /** As these headers tell it; the same for the same object. */
  as(identityHeaders: Config['identityHeaders']): Identity
  /** Public keys of the assertions (RFC 7517), the same for all. Rejects where none could be derived. */
  jwks(): Promise<object>
}

/** The identity of sessions as a configuration wants it told. `now`: epoch seconds. Deriving the keys begins here. */
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
/** A new one is made when less than this is left, so that no upstream meets one that is about to end. */
const MIN_TTL_SECONDS = 120
/** Claims of the id token that are repeated. */
const REPEATED_CLAIMS = ['email', 'email_verified', 'name'] as const

/** The signed word of the gateway about who is signed in; see `createAssertions`. */
interface Assertions {
  /** Public keys, that of the signing one first, as a JWK set (RFC 7517). Rejects where no keys could be derived. */
  jwks(): Promise<{ keys: JWK[] }>
  /** The assertion made for this session and audience; undefined before `prepare`. */
  of(session: Session, audience: string): string | undefined
  /** Makes one when there is none, or when it is about to end. Null: nothing to wait for. */
  prepare(session: Session, audience: string): Promise<void> | null
}

interface AssertionsOptions {
  /** The signature keys of the configuration; the first signs. */
  secrets: readonly string[]
  /** The issuer. */
  publicOrigin: string
  /** Epoch seconds. */
  now: () => number
}

/**
 * Assertions: ES256 JWTs of five minutes. The key pair is derived from the signature keys, so all replicas share it,
 * rotation publishes old and new side by side, and nothing more has to be configured. Deriving takes a moment (see
 * `deriveAssertionKeyPair`) and begins here.
 */
export function createAssertions({ secrets, publicOrigin, now }: AssertionsOptions): Assertions {
  const pairs = secrets.map((secret) => deriveAssertionKeyPair(secret, publicOrigin))
  const [signing] = pairs
  if (signing === undefined) throw new Error('assertions need a signature key')
  const all = Promise.all(pairs)
  // Who waits for the keys meets the failure: before anybody does, it must not count as one that nobody caught.
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
    // That of an exchanged id token is the time of the exchange; sessions of earlier versions began later than their sign-in.
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

/** About 100 ms of one core and 32 MiB for each guess of a secret (RFC 7914). */
const STRETCHING = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 }
const STRETCHED_BYTES = 32
/** More signature keys than anybody rotates. */
const MAX_CACHED = 16

/** A key pair for assertions. */
interface AssertionKeyPair {
  /** Thumbprint of the public key (RFC 7638). */
  keyId: string
  privateKey: CryptoKey
  publicJwk: JWK
}

const cached = new LRUCache<string, Promise<AssertionKeyPair>>({ max: MAX_CACHED })

/**
 * The P-256 key pair of one signature key at one origin: the same in every process, so that replicas share it. The secret
 * is stretched first, in a thread of its own: the public key is there for everybody, and must be of no use for finding
 * the secret by trial. A pair that was made once is remembered.
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

import { createECDH, createHash, createPrivateKey, createPublicKey, scrypt } from 'node:crypto'
import type { CryptoKey, JWK } from 'jose'
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint'
import { SignJWT } from 'jose/jwt/sign'
import { importJWK } from 'jose/key/import'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config/schema/schema.ts'
import { deriveKey } from '../encryption/encryption.ts'
import { foreignIssuerOf, type Session } from '../session/session.ts'

type AssertionAlgorithm = Config['assertion']['algorithm']

const TTL_SECONDS = 300
/** Renew assertions with less than this left, so that none expires on the way. */
const MIN_TTL_SECONDS = 120
/** Claims copied from the id token. */
const REPEATED_CLAIMS = ['email', 'email_verified', 'name'] as const
const REGISTERED_CLAIMS = ['iss', 'sub', 'aud', 'iat', 'exp', 'auth_time']
const OWN_CLAIMS = ['tenant', 'issuer', 'expired_for']
/** Where the issuer's own paths begin, below the origin of `publicUrl`. */
const ISSUER_PATH = '/_auth'

export interface Assertions {
  /** Public keys as a JWK set (RFC 7517), the signing one first. Rejects if they could not be derived. */
  jwks(): Promise<{ keys: JWK[] }>
  /** OpenID Connect Discovery 1.0, 3: no endpoints, since the issuer has no sign-in of its own. */
  readonly discovery: object
  /** The cached assertion; undefined before `prepare`. */
  of(session: Session, audience: string): string | undefined
  /** Signs an assertion if there is none or it is about to expire. Null if there is nothing to wait for. */
  prepare(session: Session, audience: string): Promise<void> | null
}

/**
 * Issues JWTs valid for five minutes. Without keys of its own, ES256 key pairs derive from the signature keys, so
 * replicas share them, rotation publishes old and new, and nothing else needs configuring. Derivation begins
 * here; see `deriveAssertionKeyPair`. `now`: epoch seconds.
 */
export function createAssertions(
  { assertion, cookie, publicUrl }: Pick<Config, 'assertion' | 'cookie' | 'publicUrl'>,
  now: () => number
): Assertions {
  const { algorithm, format, privateKeys } = assertion
  const { origin: publicOrigin } = new URL(publicUrl)
  const issuer = `${publicOrigin}${ISSUER_PATH}`
  const { iss, typ } =
    format === 'previous' ? { iss: publicOrigin, typ: 'gatehouse+jwt' } : { iss: issuer, typ: 'JWT' }
  const pairs =
    privateKeys.length > 0
      ? privateKeys.map((pem) => importKeyPair(pem, algorithm))
      : cookie.signatureKeys.map((secret) => deriveAssertionKeyPair(secret, publicOrigin))
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
    const tokenIssuer = foreignIssuerOf(session)
    if (tokenIssuer !== null) claims.issuer = tokenIssuer
    if (session.expiredForSeconds > 0) claims.expired_for = session.expiredForSeconds
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, kid: keyId, typ })
      .setIssuer(iss)
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
    discovery: {
      issuer,
      jwks_uri: `${issuer}/jwks.json`,
      id_token_signing_alg_values_supported: [algorithm],
      // Required; an application that is sent an assertion never requests one.
      response_types_supported: ['id_token'],
      subject_types_supported: ['public'],
      claims_supported: [...REGISTERED_CLAIMS, ...REPEATED_CLAIMS, ...OWN_CLAIMS]
    },
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
  const publicJwk: JWK = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url')
  }
  return keyPairOf({ ...publicJwk, d: d.toString('base64url') }, publicJwk, 'ES256')
}

/** A checked key of the configuration, see `checkAssertion`. */
async function importKeyPair(pem: string, algorithm: AssertionAlgorithm): Promise<AssertionKeyPair> {
  const key = createPrivateKey(pem)
  const [jwk, publicJwk] = [key, createPublicKey(key)].map((one) => one.export({ format: 'jwk' }))
  return keyPairOf(jwk ?? {}, publicJwk ?? {}, algorithm)
}

async function keyPairOf(jwk: JWK, publicJwk: JWK, algorithm: AssertionAlgorithm): Promise<AssertionKeyPair> {
  const keyId = await calculateJwkThumbprint(publicJwk)
  const privateKey = await importJWK(jwk, algorithm)
  if (privateKey instanceof Uint8Array) throw new Error('not an asymmetric key')
  return { keyId, privateKey, publicJwk: { ...publicJwk, kid: keyId, alg: algorithm, use: 'sig' } }
}

function stretch(secret: string, salt: string): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    scrypt(secret, salt, STRETCHED_BYTES, STRETCHING, (err, stretched) =>
      err === null ? resolve(stretched) : reject(err)
    )
  )
}

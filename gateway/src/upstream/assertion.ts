import { createECDH } from 'node:crypto'
import { type CryptoKey, calculateJwkThumbprint, importJWK, type JWK, SignJWT } from 'jose'
import { deriveKey } from '../session/keys.ts'
import type { Session } from '../session/session.ts'

const LIFE_SECONDS = 300
/** A new one is made when less than this is left, so that no upstream meets one that is about to end. */
const LEAST_LIFE_SECONDS = 120
/** Claims of the id token that are repeated. */
const REPEATED_CLAIMS = ['email', 'email_verified', 'name'] as const

/** The signed word of the gateway about who is signed in; see `createAssertions`. */
export interface Assertions {
  /** Public keys, newest first, as a JWK set (RFC 7517). */
  readonly jwks: { keys: JWK[] }
  /** The assertion made for this session; undefined before `prepare`. */
  of(session: Session): string | undefined
  /** Makes one when there is none, or when it is about to end. Null: nothing to wait for. */
  prepare(session: Session): Promise<void> | null
}

export interface AssertionsOptions {
  /** The signature keys of the configuration; the first signs. */
  secrets: readonly string[]
  /** Issuer and audience: the application is known by its public address. */
  publicOrigin: string
  /** Epoch seconds. */
  now: () => number
}

/**
 * Assertions: ES256 JWTs of five minutes. The key pair is derived from the signature keys, so all replicas share it,
 * rotation publishes old and new side by side, and nothing more has to be configured.
 */
export async function createAssertions({
  secrets,
  publicOrigin,
  now
}: AssertionsOptions): Promise<Assertions> {
  const pairs = await Promise.all(secrets.map(deriveKeyPair))
  const [signing] = pairs
  if (signing === undefined) throw new Error('assertions need a signature key')
  const made = new WeakMap<Session, { token: string; renewAt: number }>()

  async function sign(session: Session): Promise<void> {
    const issuedAt = Math.floor(now())
    const claims = Object.fromEntries(
      REPEATED_CLAIMS.flatMap((name) =>
        session.claims[name] === undefined ? [] : [[name, session.claims[name]]]
      )
    )
    // That of an exchanged id token is the time of the exchange; sessions of earlier versions began later than their sign-in.
    claims.auth_time = Math.min(session.startedAtSeconds, session.claims.auth_time)
    if (session.tenantId !== null) claims.tenant = session.tenantId
    if (session.expiredForSeconds > 0) claims.expired_for = session.expiredForSeconds
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'ES256', kid: signing?.keyId ?? '', typ: 'gatehouse+jwt' })
      .setIssuer(publicOrigin)
      .setAudience(publicOrigin)
      .setSubject(session.subject)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + LIFE_SECONDS)
      .sign(signing?.privateKey as CryptoKey)
    made.set(session, { token, renewAt: issuedAt + LIFE_SECONDS - LEAST_LIFE_SECONDS })
  }

  return {
    jwks: { keys: pairs.map((pair) => pair.publicJwk) },
    of: (session) => made.get(session)?.token,
    prepare(session) {
      const known = made.get(session)
      return known !== undefined && now() < known.renewAt ? null : sign(session)
    }
  }
}

interface KeyPair {
  keyId: string
  privateKey: CryptoKey
  publicJwk: JWK
}

async function deriveKeyPair(secret: string): Promise<KeyPair> {
  const d = deriveKey(secret, 'gatehouse identity assertion P-256 1')
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

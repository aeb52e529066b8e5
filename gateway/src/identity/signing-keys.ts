import { createECDH, createPrivateKey, createPublicKey, hash, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { CryptoKey, JWK } from 'jose'
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint'
import { importJWK } from 'jose/key/import'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config/schema/schema.ts'
import { deriveKey } from '../encryption.ts'

type Algorithm = Config['assertion']['algorithm']

/** What a derived key pair signs. Another name or version gives another pair. */
interface KeyPurpose {
  name: string
  version: number
}

export const ASSERTION_KEYS: KeyPurpose = { name: 'identity assertion', version: 2 }
const TOKEN_KEYS: KeyPurpose = { name: 'authorization server', version: 1 }

/** About 100 ms of one core and 32 MiB per guess (RFC 7914). */
const STRETCHING = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 }
const STRETCHED_BYTES = 32
/** More than anyone rotates. */
const MAX_CACHED = 16

export interface SigningKeyPair {
  /** Thumbprint of the public key (RFC 7638). */
  keyId: string
  privateKey: CryptoKey
  /** Secret. */
  privateJwk: JWK
  publicJwk: JWK
}

const cached = new LRUCache<string, Promise<SigningKeyPair>>({ max: MAX_CACHED })

/**
 * The P-256 key pair of a signature key at an origin, identical in every process, cached. The secret is
 * stretched first, off the main thread: since the public key is published, it must not allow guessing the
 * secret.
 */
export function deriveKeyPair(
  purpose: KeyPurpose,
  secret: string,
  publicOrigin: string
): Promise<SigningKeyPair> {
  const name = hash('sha256', `${purpose.name} ${publicOrigin} ${secret}`, 'base64url')
  const known = cached.get(name)
  if (known !== undefined) return known
  const making = makeKeyPair(purpose, secret, publicOrigin)
  cached.set(name, making)
  making.catch(() => cached.delete(name))
  return making
}

/** The pairs of the authorization server's tokens, one for each signature key. The first one signs. */
export function deriveTokenKeys({
  cookie,
  publicUrl
}: Pick<Config, 'cookie' | 'publicUrl'>): Promise<SigningKeyPair[]> {
  const { origin } = new URL(publicUrl)
  return Promise.all(cookie.signatureKeys.map((secret) => deriveKeyPair(TOKEN_KEYS, secret, origin)))
}

async function makeKeyPair(
  { name, version }: KeyPurpose,
  secret: string,
  publicOrigin: string
): Promise<SigningKeyPair> {
  const stretched = await stretch(secret, `gatehouse ${name} ${publicOrigin}`, STRETCHED_BYTES, STRETCHING)
  const d = deriveKey(stretched, `gatehouse ${name} P-256 ${version}`)
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
export async function importKeyPair(pem: string, algorithm: Algorithm): Promise<SigningKeyPair> {
  const key = createPrivateKey(pem)
  const [jwk, publicJwk] = [key, createPublicKey(key)].map((one) => one.export({ format: 'jwk' }))
  return keyPairOf(jwk ?? {}, publicJwk ?? {}, algorithm)
}

async function keyPairOf(jwk: JWK, publicJwk: JWK, algorithm: Algorithm): Promise<SigningKeyPair> {
  const keyId = await calculateJwkThumbprint(publicJwk)
  const privateKey = await importJWK(jwk, algorithm)
  if (privateKey instanceof Uint8Array) throw new Error('not an asymmetric key')
  const facts = { kid: keyId, alg: algorithm, use: 'sig' }
  return { keyId, privateKey, privateJwk: { ...jwk, ...facts }, publicJwk: { ...publicJwk, ...facts } }
}

const stretch = promisify<string, string, number, typeof STRETCHING, Buffer>(scrypt)

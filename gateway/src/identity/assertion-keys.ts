import { createECDH, createHash, scrypt } from 'node:crypto'
import type { CryptoKey, JWK } from 'jose'
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint'
import { importJWK } from 'jose/key/import'
import { LRUCache } from 'lru-cache'
import { deriveKey } from '../sealing/box.ts'

/** About 100 ms of one core and 32 MiB for each guess of a secret (RFC 7914). */
const STRETCHING = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 }
const STRETCHED_BYTES = 32
/** More signature keys than anybody rotates. */
const MOST_REMEMBERED = 16

/** A key pair for assertions. */
export interface AssertionKeyPair {
  /** Thumbprint of the public key (RFC 7638). */
  keyId: string
  privateKey: CryptoKey
  publicJwk: JWK
}

const remembered = new LRUCache<string, Promise<AssertionKeyPair>>({ max: MOST_REMEMBERED })

/**
 * The P-256 key pair of one signature key at one origin: the same in every process, so that replicas share it. The secret
 * is stretched first, in a thread of its own: the public key is there for everybody, and must be of no use for finding
 * the secret by trial. A pair that was made once is remembered.
 */
export function deriveAssertionKeyPair(secret: string, publicOrigin: string): Promise<AssertionKeyPair> {
  const name = createHash('sha256').update(`${publicOrigin} ${secret}`).digest('base64url')
  const known = remembered.get(name)
  if (known !== undefined) return known
  const making = makeKeyPair(secret, publicOrigin)
  remembered.set(name, making)
  making.catch(() => remembered.delete(name))
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

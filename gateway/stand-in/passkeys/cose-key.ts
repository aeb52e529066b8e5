import { createPublicKey, type JsonWebKey, type KeyObject, verify } from 'node:crypto'
import type { CborMap } from './cbor.ts'
import { refuseResponse } from './cbor.ts'

/** COSE's numbers of the algorithms that are taken: ES256, RS256, EdDSA. */
export const ALGORITHMS = [-7, -257, -8] as const
type Algorithm = (typeof ALGORITHMS)[number]

const MIN_RSA_BITS = 2048

/** A public key of an authenticator, with the one algorithm that it signs by. */
export interface CoseKey {
  algorithm: Algorithm
  key: KeyObject
}

function isAlgorithm(value: unknown): value is Algorithm {
  return ALGORITHMS.some((algorithm) => algorithm === value)
}

function encode(value: unknown): string {
  if (!Buffer.isBuffer(value)) throw refuseResponse()
  return value.toString('base64url')
}

// RFC 9053, 7.1 and 7.2; RFC 8230, 4. Labels: 1 kty, 3 alg, -1 crv or n, -2 x or e, -3 y.
function toJwk(cose: CborMap, algorithm: Algorithm): JsonWebKey {
  const isOf = (keyType: number, curve?: number) =>
    cose.get(1) === keyType && (curve === undefined || cose.get(-1) === curve)
  if (algorithm === -7 && isOf(2, 1))
    return { kty: 'EC', crv: 'P-256', x: encode(cose.get(-2)), y: encode(cose.get(-3)) }
  if (algorithm === -257 && isOf(3)) return { kty: 'RSA', n: encode(cose.get(-1)), e: encode(cose.get(-2)) }
  if (algorithm === -8 && isOf(1, 6)) return { kty: 'OKP', crv: 'Ed25519', x: encode(cose.get(-2)) }
  throw refuseResponse()
}

/** Reads a COSE key; throws the refusal for a key type, curve, size or algorithm that is not taken. */
export function readCoseKey(cose: CborMap): CoseKey {
  const algorithm = cose.get(3)
  if (!isAlgorithm(algorithm)) throw refuseResponse()
  const jwk = toJwk(cose, algorithm)
  try {
    const key = createPublicKey({ format: 'jwk', key: jwk })
    const bits = key.asymmetricKeyDetails?.modulusLength
    if (bits !== undefined && bits < MIN_RSA_BITS) throw refuseResponse()
    return { algorithm, key }
  } catch {
    throw refuseResponse()
  }
}

/** Throws the refusal unless the signature of `data` is the key's. */
export function requireSignature({ algorithm, key }: CoseKey, data: Buffer, signature: Buffer): void {
  if (!isSignature(algorithm, key, data, signature)) throw refuseResponse()
}

function isSignature(algorithm: Algorithm, key: KeyObject, data: Buffer, signature: Buffer): boolean {
  try {
    return verify(algorithm === -8 ? null : 'sha256', data, key, signature)
  } catch {
    return false
  }
}

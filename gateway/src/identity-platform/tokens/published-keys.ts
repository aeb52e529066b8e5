import type { CryptoKey, JWK } from 'jose'
import { importJWK } from 'jose/key/import'
import { isPlainObject } from '../../config/json-members.ts'

/** Allowed algorithms (RFC 7518, 3.1; RFC 8037, 3.1; RFC 9864, 2.2). Not `none`, nor HMAC, whose key would be public. */
const KEY_KINDS = new Map<string, { kty: 'RSA' | 'EC' | 'OKP'; crv?: string }>([
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'].map((name) => [name, { kty: 'RSA' }] as const),
  ['ES256', { kty: 'EC', crv: 'P-256' }],
  ['ES384', { kty: 'EC', crv: 'P-384' }],
  ['ES512', { kty: 'EC', crv: 'P-521' }],
  ['EdDSA', { kty: 'OKP', crv: 'Ed25519' }],
  ['Ed25519', { kty: 'OKP', crv: 'Ed25519' }]
])

/** Members of a public key by type. */
const PUBLIC_MEMBERS = { RSA: ['n', 'e'], EC: ['crv', 'x', 'y'], OKP: ['crv', 'x'] } as const
/** Private members (RFC 7518, 6): a key published with them is compromised. */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']
/** Minimum accepted by jose. */
const MIN_MODULUS_BITS = 2048
/** FIPS 186-5, 5.4. With an exponent of 1 anyone could sign. */
const MIN_EXPONENT = 65_537

/** A published key (RFC 7517) for verifying signatures. */
export interface PublishedKey {
  kid: string
  /** The only algorithm it is for; null if not stated. */
  alg: string | null
  /** Public members only. */
  jwk: JWK
}

export function isSignatureAlgorithm(name: unknown): name is string {
  return typeof name === 'string' && KEY_KINDS.has(name)
}

/** Reads a named public signature key; null if unsuitable. Validity only shows on import. */
export function readPublishedKey(entry: unknown): PublishedKey | null {
  if (!isPlainObject(entry)) return null
  const { kid, kty, alg, use = 'sig', key_ops: operations = ['verify'] } = entry
  if (typeof kid !== 'string' || kid === '' || use !== 'sig') return null
  if (!(alg === undefined || typeof alg === 'string')) return null
  if (!Array.isArray(operations) || !operations.includes('verify')) return null
  if (PRIVATE_MEMBERS.some((name) => Object.hasOwn(entry, name))) return null
  if (kty !== 'RSA' && kty !== 'EC' && kty !== 'OKP') return null
  const members: Record<string, string> = {}
  for (const name of PUBLIC_MEMBERS[kty]) {
    const value = entry[name]
    if (typeof value !== 'string') return null
    members[name] = value
  }
  return { kid, alg: alg ?? null, jwk: { kty, ...members } }
}

export function isKeyFor({ alg, jwk }: PublishedKey, algorithm: string): boolean {
  const kind = KEY_KINDS.get(algorithm)
  if (kind === undefined || kind.kty !== jwk.kty || kind.crv !== jwk.crv) return false
  return alg === null || alg === algorithm || (isEd25519(alg) && isEd25519(algorithm))
}

/** Two names of the same algorithm. */
function isEd25519(algorithm: string): boolean {
  return algorithm === 'EdDSA' || algorithm === 'Ed25519'
}

/** Imports a key; null if invalid or too weak. */
export function importPublishedKey({ jwk }: PublishedKey, algorithm: string): Promise<CryptoKey | null> {
  return importStrongKey(() => importJWK(jwk, algorithm))
}

/** Imports by `read`; null if it throws, or if the key is secret or too weak. */
export async function importStrongKey(
  read: () => Promise<CryptoKey | Uint8Array>
): Promise<CryptoKey | null> {
  try {
    const key = await read()
    return key instanceof Uint8Array || !isStrong(key) ? null : key
  } catch {
    return null
  }
}

function isStrong({ algorithm }: CryptoKey): boolean {
  if (!('modulusLength' in algorithm && 'publicExponent' in algorithm))
    return algorithm.name === 'ECDSA' || algorithm.name === 'Ed25519'
  const { modulusLength, publicExponent } = algorithm
  if (!(publicExponent instanceof Uint8Array) || Number(modulusLength) < MIN_MODULUS_BITS) return false
  return Number(`0x${Buffer.from(publicExponent).toString('hex')}`) >= MIN_EXPONENT
}

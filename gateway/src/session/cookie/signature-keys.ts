import { hash, randomBytes } from 'node:crypto'
import type { Problem } from '../../problem.ts'

const KEY_BYTES = 32
const PREFIX = 'ghk1_'
/** Of checksums and fingerprints. 32 bits: misses one damaged key in four billion. */
const DIGEST_DIGITS = 8
const GENERATED = new RegExp(`^${PREFIX}[0-9a-f]{${2 * KEY_BYTES + DIGEST_DIGITS}}$`)
/** Domain separation from checksums, signatures and derived keys. */
const FINGERPRINT_CONTEXT = 'gatehouse signature key fingerprint\n'
/** A generated key, however damaged its prefix. */
const MEANT_AS_GENERATED = /^ghk\d*_/i

/** Hexadecimal digits, optionally grouped. */
const HEX = /^[0-9a-f-]+$/i
const BASE64 = /^[a-z0-9+/_-]+={0,2}$/i

/** A prefix that secret scanners can find, 32 random bytes in hex, and a checksum that detects truncation and typos. */
export function generateSignatureKey(): string {
  const text = `${PREFIX}${randomBytes(KEY_BYTES).toString('hex')}`
  return `${text}${digestOf(text)}`
}

/** Returns why a text cannot be a signature key, without any part of it; null if it can. Does not check that it is random. */
export function checkSignatureKey(key: string, path: string): Problem | null {
  if (MEANT_AS_GENERATED.test(key) ? isWhole(key) : countBytes(key) >= KEY_BYTES) return null
  const message = MEANT_AS_GENERATED.test(key)
    ? 'is an incomplete or mistyped key of `gatehouse keys generate`'
    : `is not the hex or base64 of at least ${KEY_BYTES} bytes`
  return { path, message, hint: 'Make one with `gatehouse keys generate`.' }
}

/** 8 hexadecimal digits for comparing keys. They cannot reveal 32 random bytes. */
export function keyFingerprintOf(key: string): string {
  return digestOf(`${FINGERPRINT_CONTEXT}${key}`)
}

/** The number of bytes that a key encodes; 0: it is neither hexadecimal nor base64. */
function countBytes(key: string): number {
  if (HEX.test(key)) return Buffer.from(key.replaceAll('-', ''), 'hex').length
  return BASE64.test(key) ? Buffer.from(key, 'base64').length : 0
}

function isWhole(key: string): boolean {
  return GENERATED.test(key) && key.endsWith(digestOf(key.slice(0, -DIGEST_DIGITS)))
}

/** The first digits of a SHA-256. As a checksum no secret: it only detects accidents. */
function digestOf(text: string): string {
  return hash('sha256', text, 'hex').slice(0, DIGEST_DIGITS)
}

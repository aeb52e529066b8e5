import { createHash, randomBytes } from 'node:crypto'
import type { Problem } from '../problem.ts'

const KEY_BYTES = 32
const MIN_TEXT_BYTES = 32
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
const MIN_HEX_DIGITS = 2 * KEY_BYTES
/** Fewer distinct characters occur once in 10^12 random hex keys (64 digits), or 10^13 base64 keys (43 characters). */
const MIN_DIFFERENT_HEX_DIGITS = 10
const MIN_DIFFERENT = 16
/** Random keys have about 50 unpredictable hex digits of 64, or about 41 base64 characters of 43. */
const MIN_NEW = 24

/** Base64 of either alphabet. Texts that only look like it are also checked decoded, and pass. */
const BASE64 = /^[a-z0-9+/_-]+={0,2}$/i

/** At least six letters, as shorter words occur in random keys. Compared without separators. */
const WORDS =
  'changeme changethis default example gatehouse insecure letmein passphrase password placeholder qwerty replaceme secret signaturekey testkey yourkey'.split(
    ' '
  )

/** A prefix that secret scanners can find, 32 random bytes in hex, and a checksum that detects truncation and typos. */
export function generateSignatureKey(): string {
  const text = `${PREFIX}${randomBytes(KEY_BYTES).toString('hex')}`
  return `${text}${digestOf(text)}`
}

/**
 * Returns why a text cannot be a signature key; null if it can. Generated keys and at least 32 random bytes
 * in hex or base64 always pass. Others are checked for typical human choices, so passing does not prove
 * randomness. Messages contain no part of the key.
 */
export function checkSignatureKey(key: string, path: string): Problem | null {
  const message = findWeakness(key)
  return message === null ? null : { path, message, hint: 'Make one with `gatehouse keys generate`.' }
}

/**
 * 8 hexadecimal digits for comparing keys. They cannot reveal 32 random bytes, but would help to verify a guessed passphrase.
 */
export function keyFingerprintOf(key: string): string {
  return digestOf(`${FINGERPRINT_CONTEXT}${key}`)
}

function findWeakness(key: string): string | null {
  if (MEANT_AS_GENERATED.test(key))
    return isWhole(key) ? null : 'is an incomplete or mistyped key of `gatehouse keys generate`'
  if (Buffer.byteLength(key) < MIN_TEXT_BYTES) return `is shorter than ${MIN_TEXT_BYTES} bytes`
  if (containsWord(key)) return 'is guessable: it contains a word common in keys'
  const isHex = HEX.test(key)
  if (new Set(key).size < (isHex ? MIN_DIFFERENT_HEX_DIGITS : MIN_DIFFERENT))
    return 'can be guessed: too few of its characters differ'
  if (isHex && key.replaceAll('-', '').length < MIN_HEX_DIGITS)
    return `is shorter than ${MIN_HEX_DIGITS} hexadecimal digits`
  if (countNew(key) < MIN_NEW) return 'is guessable: it repeats itself, or counts up or down'
  return isGuessableInside(key, isHex) ? 'is guessable: it does not encode random bytes' : null
}

/** True if it encodes common words, or repeating or counting bytes. */
function isGuessableInside(key: string, isHex: boolean): boolean {
  if (!isHex && !BASE64.test(key)) return false
  const bytes = isHex ? Buffer.from(key.replaceAll('-', ''), 'hex') : Buffer.from(key, 'base64')
  if (bytes.length < KEY_BYTES) return false
  const encoded = bytes.toString('latin1')
  return containsWord(encoded) || countNew(encoded) < MIN_NEW
}

function isWhole(key: string): boolean {
  return GENERATED.test(key) && key.endsWith(digestOf(key.slice(0, -DIGEST_DIGITS)))
}

/** The first digits of a SHA-256. As a checksum no secret: it only detects accidents. */
function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, DIGEST_DIGITS)
}

function containsWord(key: string): boolean {
  const letters = key.toLowerCase().replace(/[^a-z0-9]/g, '')
  return WORDS.some((word) => letters.includes(word))
}

/** Counts characters that neither equal or adjoin the previous one nor complete a group of three seen before. */
function countNew(key: string): number {
  const groups = new Set<string>()
  let count = 0
  for (let index = 0; index < key.length; index++) {
    const group = key.slice(Math.max(0, index - 2), index + 1)
    const step = index === 0 ? Number.POSITIVE_INFINITY : key.charCodeAt(index) - key.charCodeAt(index - 1)
    if (Math.abs(step) > 1 && !groups.has(group)) count += 1
    groups.add(group)
  }
  return count
}

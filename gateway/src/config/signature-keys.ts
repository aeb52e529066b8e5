import { createHash, randomBytes } from 'node:crypto'
import type { Problem } from '../problem.ts'

const KEY_BYTES = 32
/** Least length of any key, in bytes of its text. */
const MIN_TEXT_BYTES = 32
const PREFIX = 'ghk1_'
/** Hexadecimal digits of a checksum: 32 bits, so that one damaged key in four thousand million is missed. */
const CHECKSUM_DIGITS = 8
const GENERATED = new RegExp(`^${PREFIX}[0-9a-f]{${2 * KEY_BYTES + CHECKSUM_DIGITS}}$`)
const FINGERPRINT_DIGITS = 8
/** Nothing else is made from a key with this text: a fingerprint is no checksum, signature or derived key. */
const FINGERPRINT_CONTEXT = 'gatehouse signature key fingerprint\n'
/** What was meant to be a generated key, however its beginning was damaged. */
const MEANT_AS_GENERATED = /^ghk\d*_/i

/** Hexadecimal digits alone, in groups or not: four bits each. */
const HEX = /^[0-9a-f-]+$/i
const MIN_HEX_DIGITS = 2 * KEY_BYTES
/** Of 64 random digits fewer differ once in 10^12 keys, of 43 random base64 characters fewer than 16 once in 10^13. */
const MIN_DIFFERENT_HEX_DIGITS = 10
const MIN_DIFFERENT = 16
/** Of 64 random hexadecimal digits about 50 are new, of 43 random base64 characters about 41. */
const MIN_NEW = 24

/** Base64 of either alphabet. Texts that only look like it are judged as what they would encode too, and pass. */
const BASE64 = /^[a-z0-9+/_-]+={0,2}$/i

/** Six letters and more: shorter ones are found in random keys too. Written without what stands between words. */
const WORDS = [
  'changeme',
  'changethis',
  'default',
  'example',
  'gatehouse',
  'insecure',
  'letmein',
  'passphrase',
  'password',
  'placeholder',
  'qwerty',
  'replaceme',
  'secret',
  'signaturekey',
  'testkey',
  'yourkey'
]

/**
 * A new signature key: 32 random bytes in hexadecimal digits between the prefix `ghk1_`, which scanners for secrets can look
 * for, and a checksum, by which a key that was cut off or mistyped is found; 77 characters.
 */
export function generateSignatureKey(): string {
  const text = `${PREFIX}${randomBytes(KEY_BYTES).toString('hex')}`
  return `${text}${checksumOf(text)}`
}

/**
 * What keeps the text at a key path from being a signature key; null: it can be one. Keys of `generateSignatureKey` and 32
 * random bytes and more in hexadecimal digits or base64 always can. Others are looked at for what people type: chosen
 * well, a passphrase passes, so this does not prove that a key is random. Gives no part of the key.
 */
export function checkSignatureKey(key: string, path: string): Problem | null {
  const message = findWeakness(key)
  return message === null ? null : { path, message, hint: 'Make one with `gatehouse keys generate`.' }
}

/**
 * 8 hexadecimal digits by which people compare keys without seeing them: of SHA-256 over a fixed text and the key. 32 random
 * bytes cannot be found from them. They do help to recognise a passphrase that somebody guesses: a reason more to generate keys.
 */
export function keyFingerprintOf(key: string): string {
  return createHash('sha256')
    .update(`${FINGERPRINT_CONTEXT}${key}`)
    .digest('hex')
    .slice(0, FINGERPRINT_DIGITS)
}

function findWeakness(key: string): string | null {
  if (MEANT_AS_GENERATED.test(key))
    return isWhole(key) ? null : 'is not a whole key of `gatehouse keys generate`: cut off or mistyped'
  if (Buffer.byteLength(key) < MIN_TEXT_BYTES) return `is shorter than ${MIN_TEXT_BYTES} bytes`
  if (containsWord(key)) return 'can be guessed: it holds a word that is often found in keys'
  const isHex = HEX.test(key)
  if (new Set(key).size < (isHex ? MIN_DIFFERENT_HEX_DIGITS : MIN_DIFFERENT))
    return 'can be guessed: too few of its characters differ'
  if (isHex && key.replaceAll('-', '').length < MIN_HEX_DIGITS)
    return `is shorter than ${MIN_HEX_DIGITS} hexadecimal digits`
  if (countNew(key) < MIN_NEW) return 'can be guessed: it repeats itself, or counts up or down'
  return isGuessableInside(key, isHex) ? 'can be guessed: what it encodes is no random bytes' : null
}

/** Is it the encoded form of a text with such words, or of bytes that repeat themselves or count? */
function isGuessableInside(key: string, isHex: boolean): boolean {
  if (!isHex && !BASE64.test(key)) return false
  const bytes = isHex ? Buffer.from(key.replaceAll('-', ''), 'hex') : Buffer.from(key, 'base64')
  if (bytes.length < KEY_BYTES) return false
  const encoded = bytes.toString('latin1')
  return containsWord(encoded) || countNew(encoded) < MIN_NEW
}

function isWhole(key: string): boolean {
  return GENERATED.test(key) && key.endsWith(checksumOf(key.slice(0, -CHECKSUM_DIGITS)))
}

/** No secret protects it: it finds accidents, and who knows the key could make it anyway. */
function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, CHECKSUM_DIGITS)
}

function containsWord(key: string): boolean {
  const letters = key.toLowerCase().replace(/[^a-z0-9]/g, '')
  return WORDS.some((word) => letters.includes(word))
}

/**
 * Characters that nothing before them foretells: they neither repeat the one before or stand beside it in the alphabet,
 * nor end a group of three that was there already.
 */
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

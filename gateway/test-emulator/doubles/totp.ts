import { createHmac, randomBytes } from 'node:crypto'

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const SECRET_BYTES = 20
/** Seconds that a code lives. */
export const PERIOD_SECONDS = 30
export const CODE_LENGTH = 6
/** So many periods a clock may be off, as at the provider's default. */
const ADJACENT_PERIODS = 1

/** A new secret in base32, as authenticator apps take it. */
export function createSecret(): string {
  return toBase32(randomBytes(SECRET_BYTES))
}

/** The code of a second. Epoch seconds. https://www.rfc-editor.org/rfc/rfc6238 */
export function codeAt(secret: string, seconds: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / PERIOD_SECONDS)))
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = mac.readUInt8(mac.length - 1) & 0xf
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** CODE_LENGTH).padStart(CODE_LENGTH, '0')
}

/** Whether a code is right at this second, give or take one period. */
export function isCode(secret: string, code: string, seconds: number): boolean {
  for (let away = -ADJACENT_PERIODS; away <= ADJACENT_PERIODS; away += 1) {
    if (codeAt(secret, seconds + away * PERIOD_SECONDS) === code) return true
  }
  return false
}

/** A code of six digits that is not right now. */
export function wrongCode(secret: string, seconds: number): string {
  for (let number = 0; ; number += 1) {
    const code = String(number).padStart(CODE_LENGTH, '0')
    if (!isCode(secret, code, seconds)) return code
  }
}

/** Bytes in base32 without padding. https://www.rfc-editor.org/rfc/rfc4648#section-6 */
export function toBase32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  const groups = bits.match(/.{1,5}/g) ?? []
  return groups.map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)))
}

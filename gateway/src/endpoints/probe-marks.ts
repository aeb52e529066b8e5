import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config/schema/schema.ts'
import { deriveKey } from '../encryption/encryption.ts'

/** Validity of a mark in seconds, also the allowed clock difference. */
const TTL_SECONDS = 300
const FORM = /^(\d{1,12})\.([\w-]{43})$/

/** Marks by which an operator's tool proves that it holds the signature keys. */
export interface ProbeMarks {
  make(): string
  /**
   * True if made with one of the keys for this gateway within the last five minutes. Constant time for
   * well-formed marks.
   */
  isGenuine(mark: string): boolean
}

/**
 * `<epoch seconds>.<base64url HMAC-SHA256>`, with a derived key and bound to the origin of `publicUrl`. A
 * leaked mark only reveals how its holder's own requests arrive, until it expires.
 */
export function createProbeMarks(
  { cookie, publicUrl }: Pick<Config, 'cookie' | 'publicUrl'>,
  now: () => number
): ProbeMarks {
  const { origin } = new URL(publicUrl)
  const digest = (secret: string, seconds: string) =>
    createHmac('sha256', deriveKey(secret, 'gatehouse probe mark 1')).update(`${seconds} ${origin}`).digest()

  return {
    make() {
      const [secret] = cookie.signatureKeys
      if (secret === undefined) throw new Error('a mark needs a signature key')
      const seconds = String(Math.floor(now()))
      return `${seconds}.${digest(secret, seconds).toString('base64url')}`
    },

    isGenuine(mark) {
      const [, seconds = '', signature = ''] = FORM.exec(mark) ?? []
      if (seconds === '' || Math.abs(now() - Number(seconds)) > TTL_SECONDS) return false
      const given = Buffer.from(signature, 'base64url')
      return cookie.signatureKeys.some((secret) => timingSafeEqual(digest(secret, seconds), given))
    }
  }
}

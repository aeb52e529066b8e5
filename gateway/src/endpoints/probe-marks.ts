import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Config } from '../config/schema/schema.ts'
import { deriveKey } from '../encryption/box.ts'

/** How long a mark counts, in seconds, also when the clocks of the two sides differ by as much. */
const TTL_SECONDS = 300
const FORM = /^(\d{1,12})\.([\w-]{43})$/

/** Marks of requests by which an operator's program shows that it holds the signature keys; see `createProbeMarks`. */
export interface ProbeMarks {
  make(): string
  /** Was the mark made with one of the keys, for this gateway, in the last five minutes? In constant time for a mark of the right form. */
  isGenuine(mark: string): boolean
}

/**
 * Marks in the form `<epoch seconds>.<HMAC-SHA256 as base64url>`, under keys of their own and bound to the origin of
 * `publicUrl`. A mark that somebody else sees serves until its end, and only to learn how his own requests arrive.
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

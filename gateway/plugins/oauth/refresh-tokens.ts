import { createHmac, randomBytes } from 'node:crypto'
import type { Config } from '../../src/config/schema/schema.ts'
import { deriveKey } from '../../src/encryption.ts'

/** Names for what the gateway knows, which say nothing about it. */
export function createDigest(signatureKey: string): (text: string) => string {
  const key = deriveKey(signatureKey, 'gatehouse authorization server session 1')
  return (text) => createHmac('sha256', key).update(text).digest('base64url')
}

const FAMILY_BYTES = 16
const FAMILY_CHARS = 22
const DIGEST_CHARS = 43

/**
 * The values of refresh tokens. Each has one successor, so that two uses at the same moment give the same one, and names its family:
 * those that were made from one another. Only this issuer can make them.
 */
export function createTokenNames({ signatureKeys }: Pick<Config['cookie'], 'signatureKeys'>) {
  const digests = signatureKeys.map((key) => createDigest(key))

  function name(family: string, count: number, digest = digests[0]): string {
    return `${family}${digest?.(`refresh token ${family} ${count}`)}${count}`
  }

  /** Null: not one of this issuer. */
  function read(token: string): { family: string; count: number } | null {
    const family = token.slice(0, FAMILY_CHARS)
    const count = Number(token.slice(FAMILY_CHARS + DIGEST_CHARS))
    return digests.some((digest) => name(family, count, digest) === token) ? { family, count } : null
  }

  return {
    /** Null: not one of this issuer. */
    familyOf: (token: string): string | null => read(token)?.family ?? null,
    /** The successor of a token; the first of a family without one. */
    next(token?: string): string {
      const known = token === undefined ? null : read(token)
      return known === null
        ? name(randomBytes(FAMILY_BYTES).toString('base64url'), 0)
        : name(known.family, known.count + 1)
    }
  }
}

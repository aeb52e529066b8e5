import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Box, createBox, deriveKey } from '../../encryption/box.ts'

/** One configured secret, split into the keys it is used for. */
export interface SessionKey {
  /** HMAC-SHA256 as base64url. `parts` are joined without ambiguity: each is preceded by its length. */
  sign(parts: readonly string[]): string
  /** Is `signature` that of `parts`? In constant time for a signature of the right length. */
  verify(parts: readonly string[], signature: string): boolean
  /** Seals refresh tokens. */
  encrypt: Box['encrypt']
  open: Box['open']
  /** Seals sessions on their way to another origin. */
  handOver: Box
}

/** Derives the keys of one secret (HKDF-SHA256, RFC 5869); signing and sealing never share a key. */
export function deriveSessionKey(secret: string): SessionKey {
  const signingKey = deriveKey(secret, 'gatehouse session cookie signature 1')

  const digest = (parts: readonly string[]) => {
    const hmac = createHmac('sha256', signingKey)
    for (const part of parts) hmac.update(`${part.length}:`).update(part)
    return hmac.digest()
  }

  return {
    sign: (parts) => digest(parts).toString('base64url'),

    verify(parts, signature) {
      const given = Buffer.from(signature, 'base64url')
      const expected = digest(parts)
      // A second spelling of the same bytes is refused too.
      return (
        given.length === expected.length &&
        timingSafeEqual(given, expected) &&
        given.toString('base64url') === signature
      )
    },

    ...createBox(deriveKey(secret, 'gatehouse refresh token seal 1')),
    handOver: createBox(deriveKey(secret, 'gatehouse session hand-over seal 1'))
  }
}

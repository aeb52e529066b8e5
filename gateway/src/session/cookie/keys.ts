import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual
} from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** One configured secret, split into the keys it is used for. */
export interface SessionKey {
  /** HMAC-SHA256 as base64url. `parts` are joined without ambiguity: each is preceded by its length. */
  sign(parts: readonly string[]): string
  /** Is `signature` that of `parts`? In constant time for a signature of the right length. */
  verify(parts: readonly string[], signature: string): boolean
  /** Seals refresh tokens. */
  seal: Box['seal']
  open: Box['open']
  /** Seals sessions on their way to another origin. */
  handOver: Box
}

/** Encryption with one key. */
export interface Box {
  /** AES-256-GCM, bound to `context`; base64url. */
  seal(secret: string, context: string): string
  /** The secret, or null when it was sealed by another key, for another context, or tampered with. */
  open(sealed: string, context: string): string | null
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

function createBox(sealingKey: Buffer): Box {
  return {
    seal(secret, context) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
    },

    open(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
      const decipher = createDecipheriv('aes-256-gcm', sealingKey, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES
      })
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        const opened = [decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]
        return Buffer.concat(opened).toString('utf8')
      } catch {
        return null
      }
    }
  }
}

/** 32 bytes of key material for one purpose. */
export function deriveKey(secret: string | Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}

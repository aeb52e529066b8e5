/** Authenticated encryption and key derivation. Owns the cipher and the wire format. */

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** AES-256-GCM with a 32-byte key. */
export function createEncryption(encryptionKey: Buffer) {
  return {
    /** Encrypts `secret`, bound to `context`. Returns base64url. */
    encrypt(secret: string, context: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce).setAAD(Buffer.from(context))
      const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url')
    },

    /** The secret; null for a wrong key or context, or a modified or non-canonically encoded text. */
    open(encrypted: string, context: string): string | null {
      const bytes = Buffer.from(encrypted, 'base64url')
      // Node ignores characters that are not base64url.
      if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== encrypted) return null
      const decipher = createDecipheriv('aes-256-gcm', encryptionKey, bytes.subarray(0, NONCE_BYTES), {
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

export type Encryption = ReturnType<typeof createEncryption>

/** Derives a 32-byte key for one purpose. */
export function deriveKey(secret: string | Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}

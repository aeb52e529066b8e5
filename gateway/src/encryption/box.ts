import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encryption with a key of 32 bytes. */
export function createBox(encryptionKey: Buffer) {
  return {
    /** AES-256-GCM, bound to `context`; base64url. */
    encrypt(secret: string, context: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', encryptionKey, nonce).setAAD(Buffer.from(context))
      const encrypted = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString('base64url')
    },

    /** The secret, or null when it was sealed by another key, for another context, tampered with, or spelled in another way. */
    open(encrypted: string, context: string): string | null {
      const bytes = Buffer.from(encrypted, 'base64url')
      // Node skips what is not base64url.
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

/** Encryption with one key. */
export type Box = ReturnType<typeof createBox>

/** 32 bytes of key material for one purpose. */
export function deriveKey(secret: string | Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}

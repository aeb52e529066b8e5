import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Encryption with a key of 32 bytes. */
export function createBox(sealingKey: Buffer) {
  return {
    /** AES-256-GCM, bound to `context`; base64url. */
    seal(secret: string, context: string): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(context))
      const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, sealed, cipher.getAuthTag()]).toString('base64url')
    },

    /** The secret, or null when it was sealed by another key, for another context, tampered with, or spelled in another way. */
    open(sealed: string, context: string): string | null {
      const bytes = Buffer.from(sealed, 'base64url')
      // Node skips what is not base64url.
      if (bytes.length < NONCE_BYTES + TAG_BYTES || bytes.toString('base64url') !== sealed) return null
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

/** Encryption with one key. */
export type Box = ReturnType<typeof createBox>

/** 32 bytes of key material for one purpose. */
export function deriveKey(secret: string | Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))
}

import { randomBytes } from 'node:crypto'

/** A new signature key: 32 random bytes as base64url, 43 characters. */
export function generateKey(): string {
  return randomBytes(32).toString('base64url')
}

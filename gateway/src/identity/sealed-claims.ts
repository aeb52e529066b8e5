import { parseJsonObject } from '../config/json-members.ts'
import type { Config } from '../config/schema/schema.ts'
import { createEncryption, deriveKey } from '../encryption.ts'

/**
 * What the gateway knows of the account, in an access token that its client can read but need not know: encrypted, and bound
 * to the subject. The first signature key encrypts, all decrypt.
 */
export function createSealedClaims({ cookie }: Pick<Config, 'cookie'>) {
  const encryptions = cookie.signatureKeys.map((secret) =>
    createEncryption(deriveKey(secret, 'gatehouse authorization server claims 1'))
  )
  return {
    seal: (claims: object, subject: string): string | undefined =>
      encryptions[0]?.encrypt(JSON.stringify(claims), subject),
    /** Empty for anything but the text of one of the keys for this subject. */
    open(text: unknown, subject: string): Record<string, unknown> {
      if (typeof text !== 'string') return {}
      for (const encryption of encryptions) {
        const opened = encryption.open(text, subject)
        if (opened !== null) return parseJsonObject(opened) ?? {}
      }
      return {}
    }
  }
}

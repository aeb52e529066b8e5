import { LRUCache } from 'lru-cache'
import { atMost } from '../cache-bounds.ts'
import { keyOf, type Owner } from '../session.ts'

/**
 * Accounts whose sign-ins were revoked here. Read on the warm path, so without I/O: a store that several processes share
 * answers from a copy that messages keep up to date. Writing may take its time.
 */
export interface Revocations {
  /**
   * Ends every sign-in of an account before `validSinceSeconds` (epoch seconds). This process knows it when the call
   * returns; the promise settles when the others can know it too, and rejects when they cannot.
   */
  revoke(owner: Owner, validSinceSeconds: number): Promise<void>
  /** Sign-ins of the account before this time are revoked, epoch seconds; 0: none is. */
  validSinceSeconds(owner: Owner): number
}

const MOST_REMEMBERED = 100_000

/**
 * Revocations in the memory of this process, about the accounts revoked last. What is forgotten is found out by the next
 * look-up of the account, since the provider knows it too.
 */
export function createRevocations(): Revocations {
  const validSince = new LRUCache<string, number>(atMost(MOST_REMEMBERED))
  return {
    async revoke(owner, validSinceSeconds) {
      const key = keyOf(owner)
      validSince.set(key, Math.max(Math.floor(validSinceSeconds), validSince.get(key) ?? 0))
    },
    // Mostly there is none, and then no key is made.
    validSinceSeconds: (owner) => (validSince.size === 0 ? 0 : (validSince.get(keyOf(owner)) ?? 0))
  }
}

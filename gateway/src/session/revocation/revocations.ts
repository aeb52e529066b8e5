import { LRUCache } from 'lru-cache'
import type { SharedState } from '../../shared-state/shared-state.ts'
import { keyOf, type Owner } from '../session.ts'
import { atMost } from '../session-cache.ts'

/**
 * Accounts whose sign-ins were revoked at this gateway, at whichever process. Read on the warm path, so without I/O: each
 * process has its own copy, which messages keep up to date.
 */
export interface Revocations {
  /**
   * Ends every sign-in of an account before `validSinceSeconds`. `expiresAtSeconds`: when the last of their sessions would be over
   * by itself (epoch seconds, both). This process knows it when the call returns; the promise settles with whether the
   * others can know it too.
   */
  revoke(owner: Owner, validSinceSeconds: number, expiresAtSeconds: number): Promise<boolean>
  /** Sign-ins of the account before this time are revoked, epoch seconds; 0: none is. */
  validSinceSeconds(owner: Owner): number
}

export interface RevocationsOptions {
  shared: Pick<SharedState, 'publish' | 'subscribe'>
  /** Told of each account whose sign-ins were revoked, here or elsewhere; perhaps more than once. */
  onRevoked?: (owner: Owner) => void
}

const MAX_CACHED = 100_000
const TOPIC = 'accounts.revoked'

/**
 * Revocations in memory, about the accounts revoked last. What is forgotten is found out by the next look-up of the account,
 * since the provider knows it too.
 */
export function createRevocations({ shared, onRevoked = () => {} }: RevocationsOptions): Revocations {
  const validSince = new LRUCache<string, number>(atMost(MAX_CACHED))
  shared.subscribe(TOPIC, (text) => {
    const [subject, tenantId, seconds] = readFields(text)
    if (typeof subject !== 'string' || typeof seconds !== 'number') return
    const owner = { subject, tenantId: typeof tenantId === 'string' ? tenantId : null }
    const key = keyOf(owner)
    validSince.set(key, Math.max(seconds, validSince.get(key) ?? 0))
    onRevoked(owner)
  })
  return {
    revoke({ subject, tenantId }, validSinceSeconds, expiresAtSeconds) {
      const text = JSON.stringify([subject, tenantId, Math.floor(validSinceSeconds)])
      return shared.publish(TOPIC, text, expiresAtSeconds)
    },
    // Mostly there is none, and then no key is made.
    validSinceSeconds: (owner) => (validSince.size === 0 ? 0 : (validSince.get(keyOf(owner)) ?? 0))
  }
}

/** The fields of a message, a JSON list; none where it is anything else. */
export function readFields(text: string): readonly unknown[] {
  try {
    const fields: unknown = JSON.parse(text)
    return Array.isArray(fields) ? fields : []
  } catch {
    return []
  }
}

import { LRUCache } from 'lru-cache'
import type { SharedState } from '../../shared-state/shared-state.ts'
import { keyOf, type Owner } from '../session.ts'
import { atMost } from '../session-cache.ts'

/**
 * Accounts whose sign-ins were revoked at any process of this gateway. Read on the hot path, so without I/O:
 * each process has its own copy, updated by messages.
 */
export interface Revocations {
  /**
   * Ends all sign-ins of an account before `validSinceSeconds`. `expiresAtSeconds`: when the last of their
   * sessions would expire anyway (both epoch seconds). Takes effect in this process before the call returns;
   * resolves to whether the others were notified.
   */
  revoke(owner: Owner, validSinceSeconds: number, expiresAtSeconds: number): Promise<boolean>
  /** Earlier sign-ins of the account are revoked, epoch seconds; 0: none. */
  validSinceSeconds(owner: Owner): number
}

export interface RevocationsOptions {
  shared: Pick<SharedState, 'publish' | 'subscribe'>
  /** Receives each account whose sign-ins were revoked, from any process, possibly more than once. */
  onRevoked?: (owner: Owner) => void
}

const MAX_CACHED = 100_000
const TOPIC = 'accounts.revoked'

/**
 * The most recent revocations, in memory. The next lookup of the account finds those evicted, since the provider knows them.
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
    // Avoids building the key.
    validSinceSeconds: (owner) => (validSince.size === 0 ? 0 : (validSince.get(keyOf(owner)) ?? 0))
  }
}

/** The fields of a message, a JSON list; empty for anything else. */
export function readFields(text: string): readonly unknown[] {
  try {
    const fields: unknown = JSON.parse(text)
    return Array.isArray(fields) ? fields : []
  } catch {
    return []
  }
}

import type { CryptoKey } from 'jose'
import { createSingleFlight } from '../../async/single-flight.ts'
import { createStateSince, type KeysCondition } from '../../operations/condition.ts'
import { type ProviderFailure, wrongShape } from '../client/error-sorting.ts'

const MAX_TTL_SECONDS = 24 * 3600
/** How long a set may still serve when nothing newer can be had. */
const STALE_TTL_SECONDS = 24 * 3600
/** Shortest pause between two fetches: for a key id that nobody knows, and after a failure. */
const PAUSE_SECONDS = 30
/** Share of a set's life after which it is renewed in the background. */
const RENEW_AFTER_SHARE = 0.8

/** No set, and no attempt that could have failed. */
const NOTHING_FETCHED: ProviderFailure = {
  ...wrongShape('certificates not fetched yet'),
  call: 'certificates'
}

/** A key for a key id, or why there is none. */
export type KeyLookup<K = CryptoKey> =
  | { kind: 'key'; key: K }
  | { kind: 'unknown' }
  /** A newer set cannot be had. `hasCertificates`: another is at hand, this key is not in it. */
  | { kind: 'unavailable'; failure: ProviderFailure; hasCertificates: boolean }

/** A published set by key id, and for how long it may serve. */
export interface FetchedKeys<K> {
  keys: ReadonlyMap<string, K>
  ttlSeconds: number
}

/** The keys that somebody publishes; see `createKeptKeys`. */
export interface KeptKeys<K = CryptoKey> {
  find(keyId: string): Promise<KeyLookup<K>>
  /** Fetches the set if there is none, so that the first visitor does not wait. Never throws. */
  warm(): Promise<void>
  condition(): KeysCondition
}

export interface KeptKeysOptions<K> {
  /** Never throws. A set without a key is a failure. */
  fetchKeys: () => Promise<FetchedKeys<K> | { failure: ProviderFailure }>
  /** Pause after a failed fetch while there is no set at all; 0, the default: whoever needs one may ask. */
  firstPauseSeconds?: number
  /** Epoch seconds. */
  now: () => number
}

interface KeySet<K> {
  keys: ReadonlyMap<string, K>
  fetchedAt: number
  renewAt: number
  expiresAt: number
}

/**
 * Published keys, kept for their life. One fetch at a time; renewed in the background; an older set serves for another
 * 24 hours when nothing newer can be had; an unknown key id leads to one fetch in 30 s.
 */
export function createKeptKeys<K>(options: KeptKeysOptions<K>): KeptKeys<K> {
  const { fetchKeys, firstPauseSeconds = 0, now } = options
  let current: KeySet<K> | null = null
  const fetches = createSingleFlight<void>()
  let lastAttemptAt = Number.NEGATIVE_INFINITY
  let lastFailure: ProviderFailure | null = null
  const failing = createStateSince(now)

  const renew = () => fetches.run('', fetchSet)

  async function fetchSet(): Promise<void> {
    lastAttemptAt = now()
    const fetched = await fetchKeys()
    failing.set('failure' in fetched)
    if ('failure' in fetched) {
      lastFailure = fetched.failure
      return
    }
    const { keys, ttlSeconds } = fetched
    const fetchedAt = now()
    const renewAt = fetchedAt + ttlSeconds * RENEW_AFTER_SHARE
    current = { keys, fetchedAt, renewAt, expiresAt: fetchedAt + ttlSeconds }
    lastFailure = null
  }

  function isAuthProxy(): boolean {
    const pauseSeconds = current === null ? firstPauseSeconds : PAUSE_SECONDS
    return fetches.isUnderWay('') || now() - lastAttemptAt >= pauseSeconds
  }

  async function usableSet(): Promise<KeySet<K> | null> {
    if (current === null || now() >= current.expiresAt) {
      // Without any set a visitor waits anyway: one fetch serves all that wait.
      if (isAuthProxy()) await renew()
    } else if (now() >= current.renewAt && isAuthProxy()) {
      void renew()
    }
    return servingSet()
  }

  function servingSet(): KeySet<K> | null {
    return current !== null && now() < current.expiresAt + STALE_TTL_SECONDS ? current : null
  }

  return {
    async find(keyId) {
      const set = await usableSet()
      const known = set?.keys.get(keyId)
      if (known !== undefined) return { kind: 'key', key: known }
      if (set !== null && isAuthProxy()) {
        await renew()
        const fetched = current?.keys.get(keyId)
        if (fetched !== undefined) return { kind: 'key', key: fetched }
      }
      // A failed fetch says nothing about the key id.
      if (set === null || lastFailure !== null)
        return { kind: 'unavailable', failure: lastFailure ?? NOTHING_FETCHED, hasCertificates: set !== null }
      return { kind: 'unknown' }
    },
    async warm() {
      await usableSet()
    },
    condition() {
      const set = servingSet()
      return {
        keys: set?.keys.size ?? 0,
        fetchedAtSeconds: set?.fetchedAt ?? null,
        isFailing: failing.isSo,
        sinceSeconds: failing.sinceSeconds
      }
    }
  }
}

/**
 * For how long an answer may be kept by its `Cache-Control`, less its `Age`: `shortest` to 24 hours, `unsaid` where it does
 * not say.
 */
export function readTtlSeconds(
  headers: Readonly<Record<string, string>>,
  { shortest, unsaid }: { shortest: number; unsaid: number }
): number {
  const said = /max-age=(\d+)/i.exec(headers['cache-control'] ?? '')?.[1]
  const age = Number(headers.age ?? 0)
  const life = Number(said ?? unsaid) - (Number.isFinite(age) && age > 0 ? age : 0)
  return Math.min(Math.max(life, shortest), MAX_TTL_SECONDS)
}

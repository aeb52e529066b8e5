import type { CryptoKey } from 'jose'
import { createSingleFlight } from '../../async/single-flight.ts'
import { createStateSince, type KeysCondition } from '../../operations/condition.ts'
import type { EventSink } from '../../operations/events.ts'
import { describeCall, NO_SPANS, type SpanNotes, type Spans } from '../../operations/spans.ts'
import { type ProviderFailure, wrongShape } from '../client/error-sorting.ts'
import { resultOfCall } from '../client/provider-calls.ts'

const MAX_TTL_SECONDS = 24 * 3600
/** How long an expired set is used while no newer one is available. */
const STALE_TTL_SECONDS = 24 * 3600
/** Min interval between fetches for an unknown key id or after a failure. */
const PAUSE_SECONDS = 30
/** Fraction of the lifetime after which to renew in the background. */
const RENEW_AFTER_SHARE = 0.8

const NOTHING_FETCHED: ProviderFailure = {
  ...wrongShape('certificates not fetched yet'),
  call: 'certificates'
}

export type KeyLookup<K = CryptoKey> =
  | { kind: 'key'; key: K }
  | { kind: 'unknown' }
  /** No newer set is available. `hasCertificates`: there is a set, but without this key. */
  | { kind: 'unavailable'; failure: ProviderFailure; hasCertificates: boolean }

export interface FetchedKeys<K> {
  keys: ReadonlyMap<string, K>
  ttlSeconds: number
}

export type CachedKeys<K = CryptoKey> = ReturnType<typeof createCachedKeys<K>>

interface CachedKeysOptions<K> {
  /** Of the first call, for its span. */
  url: string
  /** Never throws. A set without any key is a failure. */
  fetchKeys: (notes: SpanNotes) => Promise<FetchedKeys<K> | { failure: ProviderFailure }>
  /** Called after every failed fetch. */
  onFailed: (failure: ProviderFailure) => void
  /** Min interval after a failed fetch while there is no set. Default: 0, any caller retries. */
  firstPauseSeconds?: number
  /** Default: no spans. */
  spans?: Spans | undefined
  /** Receives `provider.call`. */
  report: EventSink
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
 * Caches keys for their lifetime: one fetch at a time, background renewal, up to 24 hours beyond expiry if
 * the fetch fails, and at most one fetch per 30 s for unknown key ids.
 */
export function createCachedKeys<K>(options: CachedKeysOptions<K>) {
  const { url, fetchKeys, onFailed, firstPauseSeconds = 0, spans = NO_SPANS, report, now } = options
  let current: KeySet<K> | null = null
  const fetches = createSingleFlight<void>()
  let lastAttemptAt = Number.NEGATIVE_INFINITY
  let lastFailure: ProviderFailure | null = null
  const failing = createStateSince(now)

  const renew = () => fetches.run('', fetchSet)

  async function fetchSet(): Promise<void> {
    lastAttemptAt = now()
    const startedAtMs = performance.now()
    const fetched = await spans.run(describeCall('certificates', { method: 'GET', url }), async (notes) => {
      const keys = await fetchKeys(notes)
      if ('failure' in keys) notes.failed(keys.failure.code)
      return keys
    })
    lastFailure = 'failure' in fetched ? fetched.failure : null
    const durationMs = performance.now() - startedAtMs
    report({ kind: 'provider.call', call: 'certificates', result: resultOfCall(lastFailure), durationMs })
    failing.set(lastFailure !== null)
    if ('failure' in fetched) return onFailed(fetched.failure)
    const { keys, ttlSeconds } = fetched
    const fetchedAt = now()
    const renewAt = fetchedAt + ttlSeconds * RENEW_AFTER_SHARE
    current = { keys, fetchedAt, renewAt, expiresAt: fetchedAt + ttlSeconds }
  }

  function mayFetch(): boolean {
    const pauseSeconds = current === null ? firstPauseSeconds : PAUSE_SECONDS
    return fetches.isUnderWay('') || now() - lastAttemptAt >= pauseSeconds
  }

  async function usableSet(): Promise<KeySet<K> | null> {
    if (current === null || now() >= current.expiresAt) {
      // Without any set a visitor waits anyway: one fetch serves all that wait.
      if (mayFetch()) await renew()
    } else if (now() >= current.renewAt && mayFetch()) {
      void renew()
    }
    return servingSet()
  }

  function servingSet(): KeySet<K> | null {
    return current !== null && now() < current.expiresAt + STALE_TTL_SECONDS ? current : null
  }

  return {
    async find(keyId: string): Promise<KeyLookup<K>> {
      const set = await usableSet()
      const known = set?.keys.get(keyId)
      if (known !== undefined) return { kind: 'key', key: known }
      if (set !== null && mayFetch()) {
        await renew()
        const fetched = current?.keys.get(keyId)
        if (fetched !== undefined) return { kind: 'key', key: fetched }
      }
      // After a failed fetch the key id may still be valid.
      if (set === null || lastFailure !== null)
        return { kind: 'unavailable', failure: lastFailure ?? NOTHING_FETCHED, hasCertificates: set !== null }
      return { kind: 'unknown' }
    },
    /** Fetches the set if there is none, so that the first visitor does not wait. Never throws. */
    async warm(): Promise<void> {
      await usableSet()
    },
    condition(): KeysCondition {
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

/** Cache lifetime from `Cache-Control` minus `Age`, between `shortest` and 24 hours; default: `unsaid`. */
export function readTtlSeconds(
  headers: Readonly<Record<string, string>>,
  { shortest, unsaid }: { shortest: number; unsaid: number }
): number {
  const said = /max-age=(\d+)/i.exec(headers['cache-control'] ?? '')?.[1]
  const age = Number(headers.age ?? 0)
  const life = Number(said ?? unsaid) - (Number.isFinite(age) && age > 0 ? age : 0)
  return Math.min(Math.max(life, shortest), MAX_TTL_SECONDS)
}

import type { CryptoKey, JWK } from 'jose'
import { importJWK } from 'jose/key/import'
import { createSingleFlight } from '../../async.ts'
import { isPlainObject } from '../../config/json-members.ts'
import { createTimedFlag, type KeysCondition } from '../../operations/condition.ts'
import type { EventSink } from '../../operations/events.ts'
import { describeCall, NO_SPANS, type SpanNotes, type Spans } from '../../operations/spans.ts'
import { type ProviderFailure, wrongShape } from '../client/error-sorting.ts'
import { resultOfCall } from '../client/provider-calls.ts'

interface KeyKind {
  kty: 'RSA' | 'EC' | 'OKP'
  crv?: string
}

/** Allowed algorithms (RFC 7518, 3.1; RFC 8037, 3.1; RFC 9864, 2.2). Not `none`, nor HMAC, whose key would be public. */
const KEY_KINDS: ReadonlyMap<string, KeyKind> = new Map([
  ['RS256', { kty: 'RSA' }],
  ['RS384', { kty: 'RSA' }],
  ['RS512', { kty: 'RSA' }],
  ['PS256', { kty: 'RSA' }],
  ['PS384', { kty: 'RSA' }],
  ['PS512', { kty: 'RSA' }],
  ['ES256', { kty: 'EC', crv: 'P-256' }],
  ['ES384', { kty: 'EC', crv: 'P-384' }],
  ['ES512', { kty: 'EC', crv: 'P-521' }],
  ['EdDSA', { kty: 'OKP', crv: 'Ed25519' }],
  ['Ed25519', { kty: 'OKP', crv: 'Ed25519' }]
])

/** Members of a public key by type. */
const PUBLIC_MEMBERS = { RSA: ['n', 'e'], EC: ['crv', 'x', 'y'], OKP: ['crv', 'x'] } as const
/** Private members (RFC 7518, 6): a key published with them is compromised. */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']
/** Minimum accepted by jose. */
const MIN_MODULUS_BITS = 2048
/** FIPS 186-5, 5.4. With an exponent of 1 anyone could sign. */
const MIN_EXPONENT = 65_537

/** A published key (RFC 7517) for verifying signatures. */
export interface PublishedKey {
  kid: string
  /** The only algorithm it is for; null if not stated. */
  alg: string | null
  /** Public members only. */
  jwk: JWK
}

export function isSignatureAlgorithm(name: unknown): name is string {
  return typeof name === 'string' && KEY_KINDS.has(name)
}

/** Reads a named public signature key; null if unsuitable. Validity only shows on import. */
export function readPublishedKey(entry: unknown): PublishedKey | null {
  if (!isPlainObject(entry)) return null
  const { kid, kty, alg, use = 'sig', key_ops: operations = ['verify'] } = entry
  if (typeof kid !== 'string' || kid === '' || use !== 'sig') return null
  if (!(alg === undefined || typeof alg === 'string')) return null
  if (!Array.isArray(operations) || !operations.includes('verify')) return null
  if (PRIVATE_MEMBERS.some((name) => Object.hasOwn(entry, name))) return null
  if (kty !== 'RSA' && kty !== 'EC' && kty !== 'OKP') return null
  const members: Record<string, string> = {}
  for (const name of PUBLIC_MEMBERS[kty]) {
    const value = entry[name]
    if (typeof value !== 'string') return null
    members[name] = value
  }
  return { kid, alg: alg ?? null, jwk: { kty, ...members } }
}

export function isKeyFor({ alg, jwk }: PublishedKey, algorithm: string): boolean {
  const kind = KEY_KINDS.get(algorithm)
  if (kind === undefined || kind.kty !== jwk.kty || kind.crv !== jwk.crv) return false
  return alg === null || alg === algorithm || (isEd25519(alg) && isEd25519(algorithm))
}

/** Two names of the same algorithm. */
function isEd25519(algorithm: string): boolean {
  return algorithm === 'EdDSA' || algorithm === 'Ed25519'
}

/** Imports a key; null if invalid or too weak. */
export function importPublishedKey({ jwk }: PublishedKey, algorithm: string): Promise<CryptoKey | null> {
  return importStrongKey(() => importJWK(jwk, algorithm))
}

/** Imports by `read`; null if it throws, or if the key is secret or too weak. */
export async function importStrongKey(
  read: () => Promise<CryptoKey | Uint8Array>
): Promise<CryptoKey | null> {
  try {
    const key = await read()
    return key instanceof Uint8Array || !isStrong(key) ? null : key
  } catch {
    return null
  }
}

function isStrong({ algorithm }: CryptoKey): boolean {
  if (!('modulusLength' in algorithm && 'publicExponent' in algorithm))
    return algorithm.name === 'ECDSA' || algorithm.name === 'Ed25519'
  const { modulusLength, publicExponent } = algorithm
  if (!(publicExponent instanceof Uint8Array) || Number(modulusLength) < MIN_MODULUS_BITS) return false
  return Number(`0x${Buffer.from(publicExponent).toString('hex')}`) >= MIN_EXPONENT
}

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
export function createCachedKeys<K>(options: {
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
}) {
  const { url, fetchKeys, onFailed, firstPauseSeconds = 0, spans = NO_SPANS, report, now } = options
  let current: KeySet<K> | null = null
  const fetches = createSingleFlight<void>()
  let lastAttemptAt = Number.NEGATIVE_INFINITY
  let lastFailure: ProviderFailure | null = null
  const failing = createTimedFlag(now)

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
        changedAtSeconds: failing.changedAtSeconds
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

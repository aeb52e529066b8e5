import type { CryptoKey } from 'jose'
import { importX509 } from 'jose/key/import'
import { createSingleFlight } from '../../async.ts'
import { parseJsonObject } from '../../config/json-members.ts'
import { createTimedFlag, type KeysCondition } from '../../operations/condition.ts'
import type { Runtime } from '../../operations/runtime.ts'
import { describeCall, type SpanNotes } from '../../operations/tracing.ts'
import { type ProviderFailure, unusableResponse, wrongShape } from '../client/error-sorting.ts'
import { type ProviderHttp, type ProviderResponse, resultOfCall } from '../client/http.ts'
import { importPublishedKey, importStrongKey, isKeyFor, readPublishedKey } from './published-keys.ts'

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

/** What was read, or why it could not be. */
export type Read<T> = T | { failure: ProviderFailure }

export type KeyLookup<K = CryptoKey> =
  | { kind: 'key'; key: K }
  | { kind: 'unknown' }
  /** No newer set is available. `hasCertificates`: there is a set, but without this key. */
  | { kind: 'unavailable'; failure: ProviderFailure; hasCertificates: boolean }

export type KeySet<K> = ReturnType<typeof createKeySet<K>>

/**
 * Caches published keys according to `Cache-Control`: one fetch at a time, background renewal, up to 24 hours beyond expiry if
 * the fetch fails, and at most one fetch per 30 s for unknown key ids.
 */
export function createKeySet<K>(
  { now, report, spans }: Runtime,
  options: {
    /** Of the first call, for its span. */
    url: string
    /** Fetches the keys by their ids. Never throws. A set without any key is a failure. */
    read: (notes: SpanNotes) => Promise<Read<{ keys: ReadonlyMap<string, K>; headers: Headers }>>
    /** Shortest lifetime of a set, and its lifetime without `Cache-Control`, in seconds. */
    life: { shortest: number; unsaid: number }
    /** Called after every failed fetch. */
    onFailed: (failure: ProviderFailure) => void
    /** Min interval after a failed fetch while there is no set. Default: 0, any caller retries. */
    firstPauseSeconds?: number
  }
) {
  const { url, read, life, onFailed, firstPauseSeconds = 0 } = options
  let current: { keys: ReadonlyMap<string, K>; fetchedAt: number; ttlSeconds: number } | null = null
  const fetches = createSingleFlight<void>()
  let lastAttemptAt = Number.NEGATIVE_INFINITY
  let lastFailure: ProviderFailure | null = null
  const failing = createTimedFlag(now)

  const renew = () => fetches.run('', fetchSet)

  async function fetchSet(): Promise<void> {
    lastAttemptAt = now()
    const startedAtMs = performance.now()
    const fetched = await spans.run(describeCall('certificates', { method: 'GET', url }), async (notes) => {
      const keys = await read(notes)
      if ('failure' in keys) notes.failed(keys.failure.code)
      return keys
    })
    lastFailure = 'failure' in fetched ? { ...fetched.failure, call: 'certificates' } : null
    const durationMs = performance.now() - startedAtMs
    report({ kind: 'provider.call', call: 'certificates', result: resultOfCall(lastFailure), durationMs })
    failing.set(lastFailure !== null)
    if (lastFailure !== null) onFailed(lastFailure)
    if (!('failure' in fetched))
      current = { keys: fetched.keys, fetchedAt: now(), ttlSeconds: readTtlSeconds(fetched.headers, life) }
  }

  function mayFetch(): boolean {
    const pauseSeconds = current === null ? firstPauseSeconds : PAUSE_SECONDS
    return fetches.isUnderWay('') || now() - lastAttemptAt >= pauseSeconds
  }

  /** The current set, if its lifetime and so many seconds are not over. */
  function youngerThan(extraSeconds: number, share = 1) {
    const isYoung = current !== null && now() < current.fetchedAt + current.ttlSeconds * share + extraSeconds
    return isYoung ? current : null
  }

  async function usableKeys(): Promise<ReadonlyMap<string, K> | null> {
    if (youngerThan(0) === null) {
      // Without any set a visitor waits anyway: one fetch serves all that wait.
      if (mayFetch()) await renew()
    } else if (youngerThan(0, RENEW_AFTER_SHARE) === null && mayFetch()) {
      void renew()
    }
    return youngerThan(STALE_TTL_SECONDS)?.keys ?? null
  }

  return {
    async find(keyId: string): Promise<KeyLookup<K>> {
      const keys = await usableKeys()
      const known = keys?.get(keyId)
      if (known !== undefined) return { kind: 'key', key: known }
      if (keys !== null && mayFetch()) {
        await renew()
        const fetched = current?.keys.get(keyId)
        if (fetched !== undefined) return { kind: 'key', key: fetched }
      }
      // After a failed fetch the key id may still be valid.
      return keys === null || lastFailure !== null
        ? { kind: 'unavailable', failure: lastFailure ?? NOTHING_FETCHED, hasCertificates: keys !== null }
        : { kind: 'unknown' }
    },
    /** Fetches the set if there is none, so that the first visitor does not wait. Never throws. */
    async warm(): Promise<void> {
      await usableKeys()
    },
    condition(): KeysCondition {
      const set = youngerThan(STALE_TTL_SECONDS)
      return {
        keys: set?.keys.size ?? 0,
        fetchedAtSeconds: set?.fetchedAt ?? null,
        isFailing: failing.value,
        changedAtSeconds: failing.changedAtSeconds
      }
    }
  }
}

type Headers = Readonly<Record<string, string>>

/** Cache lifetime from `Cache-Control` minus `Age`, between `shortest` and 24 hours. */
function readTtlSeconds(
  headers: Headers,
  { shortest, unsaid }: { shortest: number; unsaid: number }
): number {
  const said = /max-age=(\d+)/i.exec(headers['cache-control'] ?? '')?.[1]
  const age = Number(headers.age ?? 0)
  const life = Number(said ?? unsaid) - (Number.isFinite(age) && age > 0 ? age : 0)
  return Math.min(Math.max(life, shortest), MAX_TTL_SECONDS)
}

/** The JSON object of a successful response. */
export function readObject(
  response: ProviderResponse
): Read<{ body: Record<string, unknown>; headers: Headers }> {
  const isOk = response.kind === 'response' && response.status === 200
  const body = isOk ? parseJsonObject(response.text) : null
  return body === null || !isOk
    ? { failure: unusableResponse(response) }
    : { body, headers: response.headers }
}

const ALGORITHM = 'RS256'
/** For certificates, in seconds. */
const CERTIFICATE_LIFE = { shortest: 60, unsaid: 60 }

/** The provider's public keys, for RS256. */
export type Certificates = KeySet<CryptoKey>

/**
 * Certificates that sign id tokens, from an x509 map or a JWK set (RFC 7517, 5). Unusable entries are skipped, and
 * reported once until they change; a set without any usable key does not replace another. Validity dates are
 * not checked: like Google's libraries, we trust what is published.
 */
export function createCertificates(runtime: Runtime, http: ProviderHttp, url: string): Certificates {
  const { report } = runtime
  let ignoredBefore = ''
  return createKeySet(runtime, {
    url,
    life: CERTIFICATE_LIFE,
    async read(notes) {
      const response = await http.send({ method: 'GET', url })
      if (response.kind === 'response') notes.set('http.response.status_code', response.status)
      const object = readObject(response)
      if ('failure' in object) return object
      const { body, headers } = object
      const { keys, ignored } = Array.isArray(body.keys)
        ? await readJwkSet(body.keys)
        : await readCertificateMap(body)
      if (keys.size === 0)
        return { failure: { ...wrongShape('200 without a key that can verify'), status: 200 } }
      if (ignored.length > 0 && ignored.join() !== ignoredBefore)
        report({ kind: 'certificates.ignored', keyIds: ignored })
      ignoredBefore = ignored.join()
      return { keys, headers }
    },
    onFailed: (failure) => report({ kind: 'certificates.unavailable', failure })
  })
}

/** `ignored`: names of unusable entries, in alphabetical order. */
async function readCertificateMap(map: Record<string, unknown>) {
  const keys = new Map<string, CryptoKey>()
  const ignored: string[] = []
  for (const [keyId, pem] of Object.entries(map)) {
    const key = typeof pem === 'string' ? await importStrongKey(() => importX509(pem, ALGORITHM)) : null
    if (key === null) ignored.push(keyId)
    else keys.set(keyId, key)
  }
  return { keys, ignored: ignored.sort() }
}

/** JWK sets may contain keys of other kinds (RFC 7517, 5), so skipping them is not reported. */
async function readJwkSet(set: readonly unknown[]) {
  const keys = new Map<string, CryptoKey>()
  for (const entry of set) {
    const published = readPublishedKey(entry)
    if (published === null || !isKeyFor(published, ALGORITHM)) continue
    const key = await importPublishedKey(published, ALGORITHM)
    if (key !== null) keys.set(published.kid, key)
  }
  return { keys, ignored: [] }
}

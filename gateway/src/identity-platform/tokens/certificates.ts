import type { CryptoKey } from 'jose'
import { importX509 } from 'jose/key/import'
import { parseJsonObject } from '../../config/json-members.ts'
import type { EventSink } from '../../operations/events.ts'
import type { Spans } from '../../operations/spans.ts'
import { type ProviderFailure, unusableResponse, wrongShape } from '../client/error-sorting.ts'
import type { ProviderHttp, ProviderResponse } from '../client/http.ts'
import {
  type CachedKeys,
  createCachedKeys,
  type FetchedKeys,
  importPublishedKey,
  importStrongKey,
  isKeyFor,
  readPublishedKey,
  readTtlSeconds
} from './published-keys.ts'

const ALGORITHM = 'RS256'
const MIN_TTL_SECONDS = 60

/** The provider's public keys. */
export type Certificates = CachedKeys

/** Usable RS256 keys, and names of unusable entries. */
interface PublishedKeys {
  keys: Map<string, CryptoKey>
  /** In alphabetical order. */
  ignored: string[]
}

/**
 * Certificates that sign id tokens, cached according to `Cache-Control` (1 minute to 24 hours, minus `Age`).
 * Unusable entries are skipped, and a set without any usable key does not replace another. Validity dates are
 * not checked: like Google's libraries, we trust what is published.
 */
export function createCertificates(options: {
  http: ProviderHttp
  /** URL of the x509 map or JWK set (RFC 7517, 5). */
  url: string
  /** Epoch seconds. */
  now: () => number
  /** Default: no spans. */
  spans?: Spans | undefined
  /** Receives every failed fetch, and skipped entries once until they change. */
  report: EventSink
}): Certificates {
  const { http, url, report } = options
  let ignoredBefore = ''

  return createCachedKeys({
    ...options,
    async fetchKeys(notes) {
      const response = await http.send({ method: 'GET', url })
      if (response.kind === 'response') notes.set('http.response.status_code', response.status)
      const read = await readKeySet(response)
      if ('failure' in read) return { failure: { ...read.failure, call: 'certificates' } }
      const { ignored } = read
      if (ignored.length > 0 && ignored.join() !== ignoredBefore)
        report({ kind: 'certificates.ignored', keyIds: ignored })
      ignoredBefore = ignored.join()
      return read
    },
    onFailed: (failure) => report({ kind: 'certificates.unavailable', failure })
  })
}

type FetchedSet = (FetchedKeys<CryptoKey> & PublishedKeys) | { failure: ProviderFailure }

async function readKeySet(response: ProviderResponse): Promise<FetchedSet> {
  const body = response.kind === 'response' && response.status === 200 ? parseJsonObject(response.text) : null
  if (response.kind === 'unreachable' || body === null) return { failure: unusableResponse(response) }
  const published = Array.isArray(body.keys) ? await readJwkSet(body.keys) : await readCertificateMap(body)
  if (published.keys.size === 0)
    return { failure: { ...wrongShape('200 without a key that can verify'), status: 200 } }
  const life = { shortest: MIN_TTL_SECONDS, unsaid: MIN_TTL_SECONDS }
  return { ...published, ttlSeconds: readTtlSeconds(response.headers, life) }
}

async function readCertificateMap(map: Record<string, unknown>): Promise<PublishedKeys> {
  const published: PublishedKeys = { keys: new Map(), ignored: [] }
  for (const [keyId, pem] of Object.entries(map)) {
    const key = typeof pem === 'string' ? await importStrongKey(() => importX509(pem, ALGORITHM)) : null
    if (key === null) published.ignored.push(keyId)
    else published.keys.set(keyId, key)
  }
  published.ignored.sort()
  return published
}

/** JWK sets may contain keys of other kinds (RFC 7517, 5), so skipping them is not reported. */
async function readJwkSet(set: readonly unknown[]): Promise<PublishedKeys> {
  const keys = new Map<string, CryptoKey>()
  for (const entry of set) {
    const published = readPublishedKey(entry)
    if (published === null || !isKeyFor(published, ALGORITHM)) continue
    const key = await importPublishedKey(published, ALGORITHM)
    if (key !== null) keys.set(published.kid, key)
  }
  return { keys, ignored: [] }
}

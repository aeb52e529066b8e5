import type { CryptoKey } from 'jose'
import { parseUrl } from '../config/addresses/urls.ts'
import { isKeyAddress } from '../config/bearer-issuers.ts'
import { parseJsonObject } from '../config/json-members.ts'
import {
  type ProviderFailure,
  unusableResponse,
  wrongShape
} from '../identity-platform/client/error-sorting.ts'
import type { ProviderHttp } from '../identity-platform/client/http.ts'
import {
  type CachedKeys,
  createCachedKeys,
  type FetchedKeys,
  importPublishedKey,
  isKeyFor,
  type KeyLookup,
  type PublishedKey,
  readPublishedKey,
  readTtlSeconds
} from '../identity-platform/tokens/published-keys.ts'
import type { EventSink } from '../operations/events.ts'
import type { Spans } from '../operations/spans.ts'

/** For discovery and keys together. */
const BUDGET_MS = 5000
/** Bounds of the keys' ttl: below the shortest the issuer is called too often; default without `Cache-Control`. */
const LIFE = { shortest: 300, unsaid: 3600 }
/** Without any key, callers cannot make the gateway fetch more often. */
const FIRST_PAUSE_SECONDS = 5

/** The keys of one issuer. */
export interface IssuerKeys extends Pick<CachedKeys, 'warm'> {
  /** The key with this id, if it fits the algorithm. */
  find(keyId: string, algorithm: string): Promise<KeyLookup>
}

export interface IssuerKeysOptions {
  http: ProviderHttp
  issuer: string
  /** Null: from the discovery document. */
  jwksUri: string | null
  spans?: Spans | undefined
  /** Receives every failed fetch. */
  report: EventSink
  /** Epoch seconds. */
  now: () => number
}

/** A published key and its imported forms. */
interface CachedKey {
  published: PublishedKey
  imported: Map<string, Promise<CryptoKey | null>>
}

type Fetched<T> = T | { failure: ProviderFailure }

/**
 * The keys an OpenID provider publishes (OpenID Connect Discovery 1.0, 4; RFC 7517, 5), cached per
 * `Cache-Control` (5 minutes to 24 hours; default one hour). Keys are imported when a token first names them,
 * so a set of thousands costs no more than its text.
 */
export function createIssuerKeys(options: IssuerKeysOptions): IssuerKeys & Pick<CachedKeys, 'condition'> {
  const { issuer, jwksUri, spans, report, now } = options
  const kept = createCachedKeys<readonly CachedKey[]>({
    url: jwksUri ?? issuer,
    firstPauseSeconds: FIRST_PAUSE_SECONDS,
    fetchKeys: () => fetchKeys(options),
    onFailed: (failure) => report({ kind: 'issuer.unavailable', issuer, failure }),
    spans,
    report,
    now
  })

  return {
    warm: kept.warm,
    condition: kept.condition,
    async find(keyId, algorithm) {
      const found = await kept.find(keyId)
      if (found.kind !== 'key') return found
      const fitting = found.key.find(({ published }) => isKeyFor(published, algorithm))
      const key = fitting === undefined ? null : await importOnce(fitting, algorithm)
      return key === null ? { kind: 'unknown' } : { kind: 'key', key }
    }
  }
}

function importOnce({ published, imported }: CachedKey, algorithm: string): Promise<CryptoKey | null> {
  const known = imported.get(algorithm)
  if (known !== undefined) return known
  const importing = importPublishedKey(published, algorithm)
  imported.set(algorithm, importing)
  return importing
}

type FetchObject = (
  url: string
) => Promise<Fetched<{ body: Record<string, unknown>; headers: Record<string, string> }>>

async function fetchKeys({
  http,
  issuer,
  jwksUri
}: IssuerKeysOptions): Promise<Fetched<FetchedKeys<readonly CachedKey[]>>> {
  const signal = AbortSignal.timeout(BUDGET_MS)
  const fetchObject: FetchObject = async (url) => {
    const response = await http.send({ method: 'GET', url, headers: { accept: 'application/json' }, signal })
    if (response.kind === 'unreachable') return { failure: unusableResponse(response) }
    const body = response.status === 200 ? parseJsonObject(response.text) : null
    return body === null ? { failure: unusableResponse(response) } : { body, headers: response.headers }
  }
  const address = jwksUri === null ? await discover(issuer, fetchObject) : { url: jwksUri }
  if ('failure' in address) return address
  const response = await fetchObject(address.url)
  if ('failure' in response) return response
  const keys = readKeys(response.body.keys)
  if (keys.size === 0) return { failure: wrongShape('no key in the set that can verify') }
  return { keys, ttlSeconds: readTtlSeconds(response.headers, LIFE) }
}

/** Finds the key set. The document's issuer must match exactly (OpenID Connect Discovery 1.0, 4.3). */
async function discover(issuer: string, fetchObject: FetchObject): Promise<Fetched<{ url: string }>> {
  const url = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const response = await fetchObject(url)
  if ('failure' in response) return response
  const { issuer: named, jwks_uri: address } = response.body
  if (named !== issuer) return { failure: wrongShape('the discovery document names another issuer') }
  const parsed = typeof address === 'string' ? parseUrl(address) : null
  if (parsed === null || !isKeyAddress(parsed) || (isHttps(issuer) && !isHttps(parsed.href)))
    return { failure: wrongShape('the discovery document has no jwks_uri with https') }
  return { url: parsed.href }
}

function isHttps(url: string): boolean {
  return url.startsWith('https://')
}

/** By key id: keys of different types may share one (RFC 7517, 4.5). */
function readKeys(set: unknown): ReadonlyMap<string, readonly CachedKey[]> {
  const keys = new Map<string, CachedKey[]>()
  for (const entry of Array.isArray(set) ? set : []) {
    const published = readPublishedKey(entry)
    if (published === null) continue
    const known = keys.get(published.kid) ?? []
    known.push({ published, imported: new Map() })
    keys.set(published.kid, known)
  }
  return keys
}

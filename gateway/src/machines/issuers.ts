import type { CryptoKey } from 'jose'
import { isLoopback, parseUrl } from '../config/addresses/urls.ts'
import type { Config } from '../config/schema/schema.ts'
import { wrongShape } from '../identity-platform/client/error-sorting.ts'
import type { ProviderHttp } from '../identity-platform/client/http.ts'
import { createKeySet, type KeyLookup, type Read, readObject } from '../identity-platform/tokens/key-set.ts'
import {
  importPublishedKey,
  isKeyFor,
  type PublishedKey,
  readPublishedKey
} from '../identity-platform/tokens/published-keys.ts'
import type { Runtime } from '../operations/runtime.ts'

const PROJECT_ISSUER = 'https://securetoken.google.com/'

/** Issuers that give anyone a token for any audience, so further claims must identify the client. */
const PUBLIC_ISSUERS: ReadonlySet<string> = new Set([
  'https://accounts.google.com',
  'https://token.actions.githubusercontent.com',
  'https://gitlab.com',
  'https://oidc.circleci.com'
])

/** `iss` of the project's id tokens. */
export function projectIssuer({ projectId }: Pick<Config['identityPlatform'], 'projectId'>): string {
  return `${PROJECT_ISSUER}${projectId}`
}

/** True if anyone can get a token of this issuer for any audience. */
export function isPublicIssuer(issuer: string): boolean {
  return PUBLIC_ISSUERS.has(issuer)
}

/** True if keys may be fetched from this URL: https, or http on this machine. */
export function isKeyAddress(url: URL): boolean {
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** The number in an app id, such as `1:1234567890:web:0123abcd`. */
const NUMBER_IN_APP_ID = /^\d+:(\d+):/

/** The project's number: as configured, or the one that all accepted app ids have. Null: unknown. */
export function projectNumberOf({
  appIds,
  projectNumber
}: Config['identityPlatform']['appCheck']): string | null {
  if (projectNumber !== null) return projectNumber
  const numbers = new Set(appIds.map((appId) => NUMBER_IN_APP_ID.exec(appId)?.[1] ?? null))
  const [only = null] = numbers
  return numbers.size === 1 ? only : null
}

/** For discovery and keys together. */
const BUDGET_MS = 5000
/** Bounds of the keys' ttl: below the shortest the issuer is called too often; default without `Cache-Control`. */
const LIFE = { shortest: 300, unsaid: 3600 }
/** Without any key, callers cannot make the gateway fetch more often. */
const FIRST_PAUSE_SECONDS = 5

/** The keys of one issuer. */
export interface IssuerKeys {
  /** The key with this id, if it fits the algorithm. */
  find(keyId: string, algorithm: string): Promise<KeyLookup>
  /** Fetches the keys if there are none. Never throws. */
  warm(): Promise<void>
}

/** A published key and its imported forms. */
interface CachedKey {
  published: PublishedKey
  imported: Map<string, Promise<CryptoKey | null>>
}

/**
 * The keys an OpenID provider publishes (OpenID Connect Discovery 1.0, 4; RFC 7517, 5), cached per
 * `Cache-Control` (5 minutes to 24 hours; default one hour). Keys are imported when a token first names them,
 * so a set of thousands costs no more than its text. `jwksUri`: null: from the discovery document.
 */
export function createIssuerKeys(
  runtime: Runtime,
  { http, issuer, jwksUri }: { http: ProviderHttp; issuer: string; jwksUri: string | null }
) {
  const { find, warm, condition } = createKeySet<readonly CachedKey[]>(runtime, {
    url: jwksUri ?? issuer,
    life: LIFE,
    firstPauseSeconds: FIRST_PAUSE_SECONDS,
    onFailed: (failure) => runtime.report({ kind: 'issuer.unavailable', issuer, failure }),
    async read() {
      const signal = AbortSignal.timeout(BUDGET_MS)
      const headers = { accept: 'application/json' }
      const getObject: GetObject = async (url) =>
        readObject(await http.send({ method: 'GET', url, headers, signal }))
      const address = jwksUri === null ? await discover(issuer, getObject) : { url: jwksUri }
      if ('failure' in address) return address
      const object = await getObject(address.url)
      if ('failure' in object) return object
      const keys = readKeys(object.body.keys)
      if (keys.size === 0) return { failure: wrongShape('no key in the set that can verify') }
      return { keys, headers: object.headers }
    }
  })

  return {
    warm,
    condition,
    async find(keyId: string, algorithm: string): Promise<KeyLookup> {
      const found = await find(keyId)
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

type GetObject = (url: string) => Promise<ReturnType<typeof readObject>>

/** Finds the key set. The document's issuer must match exactly (OpenID Connect Discovery 1.0, 4.3). */
async function discover(issuer: string, getObject: GetObject): Promise<Read<{ url: string }>> {
  const object = await getObject(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
  if ('failure' in object) return object
  const { issuer: named, jwks_uri: address } = object.body
  if (named !== issuer) return { failure: wrongShape('the discovery document names another issuer') }
  const parsed = typeof address === 'string' ? parseUrl(address) : null
  const isSafe = parsed !== null && (parsed.protocol === 'https:' || !issuer.startsWith('https://'))
  return isSafe && isKeyAddress(parsed)
    ? { url: parsed.href }
    : { failure: wrongShape('the discovery document has no jwks_uri with https') }
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

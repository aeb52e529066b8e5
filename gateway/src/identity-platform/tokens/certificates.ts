import type { CryptoKey } from 'jose'
import { importJWK, importX509 } from 'jose/key/import'
import { createSingleFlight } from '../../async/single-flight.ts'
import { isPlainObject, parseJsonObject } from '../../config/json-object.ts'
import { type CertificatesCondition, createStateSince } from '../../operations/condition.ts'
import type { EventSink } from '../../operations/events.ts'
import { describeCall, NO_SPANS, type SpanNotes, type Spans } from '../../operations/tracing/spans.ts'
import { resultOfFailure } from '../client/call-results.ts'
import { type ProviderFailure, unusableAnswer, wrongShape } from '../client/error-sorting.ts'
import type { ProviderAnswer, ProviderHttp } from '../client/http.ts'

const SHORTEST_LIFE_SECONDS = 60
const LONGEST_LIFE_SECONDS = 24 * 3600
/** How long a set may still serve when nothing newer can be had. */
const STALE_LIFE_SECONDS = 24 * 3600
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
export type KeyLookup =
  | { kind: 'key'; key: CryptoKey }
  | { kind: 'unknown' }
  /** Newer certificates cannot be had. `hasCertificates`: others are at hand, this key is not among them. */
  | { kind: 'unavailable'; failure: ProviderFailure; hasCertificates: boolean }

/** The provider's public keys; see `createCertificates`. */
export interface Certificates {
  find(keyId: string): Promise<KeyLookup>
  /** Fetches the set if there is none, so that the first visitor does not wait. Never throws. */
  warm(): Promise<void>
  condition(): CertificatesCondition
}

export interface CertificatesOptions {
  http: ProviderHttp
  /** Address of the x509 map or of the JWK set (RFC 7517, 5). */
  url: string
  /** Epoch seconds. */
  now: () => number
  /** Records fetches; nobody does when left out. */
  spans?: Spans | undefined
  /** Takes every fetch that failed, and the entries of a set that are left out, once until they change. */
  report: EventSink
}

interface KeySet {
  keys: ReadonlyMap<string, CryptoKey>
  /** Names of entries that cannot verify, in alphabetical order. */
  leftOut: readonly string[]
  fetchedAt: number
  renewAt: number
  expiresAt: number
}

/**
 * The certificates that sign id tokens, kept for as long as `Cache-Control` says (1 minute to 24 hours, less `Age`).
 * One fetch at a time; renewed in the background; an older set serves for another 24 hours when the provider is
 * away; an unknown key id leads to one fetch in 30 s; entries that cannot verify are left out, and only a set with at least
 * one key that can replaces another.
 * The dates inside the certificates are not checked: published means trusted, as with the provider's own libraries.
 */
export function createCertificates(options: CertificatesOptions): Certificates {
  const { url, now, report } = options
  let current: KeySet | null = null
  const fetches = createSingleFlight<void>()
  let lastAttemptAt = Number.NEGATIVE_INFINITY
  let lastFailure: ProviderFailure | null = null
  const failing = createStateSince(now)

  const renew = () => fetches.run(url, fetchSet)

  async function fetchSet(): Promise<void> {
    lastAttemptAt = now()
    const fetched = await fetchKeySet(options)
    failing.set('failure' in fetched)
    if ('failure' in fetched) {
      lastFailure = fetched.failure
      report({ kind: 'certificates.unavailable', failure: fetched.failure })
      return
    }
    const before = current?.leftOut.join() ?? ''
    current = fetched
    lastFailure = null
    const { leftOut } = fetched
    if (leftOut.length > 0 && leftOut.join() !== before)
      report({ kind: 'certificates.ignored', keyIds: leftOut })
  }

  const mayAsk = () => fetches.isUnderWay(url) || now() - lastAttemptAt >= PAUSE_SECONDS

  async function usableSet(): Promise<KeySet | null> {
    if (current === null || now() >= current.expiresAt) {
      // Without any set a visitor waits anyway: every one may ask, one fetch serves all that wait.
      if (current === null || mayAsk()) await renew()
    } else if (now() >= current.renewAt && mayAsk()) {
      void renew()
    }
    return servingSet()
  }

  function servingSet(): KeySet | null {
    return current !== null && now() < current.expiresAt + STALE_LIFE_SECONDS ? current : null
  }

  return {
    async find(keyId) {
      const set = await usableSet()
      const known = set?.keys.get(keyId)
      if (known !== undefined) return { kind: 'key', key: known }
      if (set !== null && mayAsk()) {
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

type FetchedSet = KeySet | { failure: ProviderFailure }

async function fetchKeySet(options: CertificatesOptions): Promise<FetchedSet> {
  const { spans = NO_SPANS, url } = options
  const call = { method: 'GET', url } as const
  return await spans.run(describeCall('certificates', call), (notes) => askForKeySet(options, notes))
}

async function askForKeySet(
  { http, url, now, report }: CertificatesOptions,
  notes: SpanNotes
): Promise<FetchedSet> {
  const startedAtMs = performance.now()
  const answer = await http.send({ method: 'GET', url })
  if (answer.kind === 'answer') notes.set('http.response.status_code', answer.status)
  const durationMs = performance.now() - startedAtMs
  const read = await readKeySet(answer, now)
  const result = 'failure' in read ? resultOfFailure(read.failure) : 'ok'
  report({ kind: 'provider.call', call: 'certificates', result, durationMs })
  if (!('failure' in read)) return read
  notes.failed(read.failure.code)
  return { failure: { ...read.failure, call: 'certificates' } }
}

async function readKeySet(answer: ProviderAnswer, now: () => number): Promise<FetchedSet> {
  const body = answer.kind === 'answer' && answer.status === 200 ? parseJsonObject(answer.text) : null
  if (answer.kind === 'unreachable' || body === null) return { failure: unusableAnswer(answer) }
  const published = Array.isArray(body.keys) ? await readJwkSet(body.keys) : await readCertificateMap(body)
  if (published.keys.size === 0)
    return { failure: { ...wrongShape('200 without a key that can verify'), status: 200 } }
  const lifeSeconds = readLifeSeconds(answer.headers)
  const fetchedAt = now()
  const renewAt = fetchedAt + lifeSeconds * RENEW_AFTER_SHARE
  return { ...published, fetchedAt, renewAt, expiresAt: fetchedAt + lifeSeconds }
}

/** The keys of a published set that verify RS256, and the names of the entries that do not. */
interface PublishedKeys {
  keys: Map<string, CryptoKey>
  leftOut: string[]
}

async function readCertificateMap(map: Record<string, unknown>): Promise<PublishedKeys> {
  const published: PublishedKeys = { keys: new Map(), leftOut: [] }
  for (const [keyId, pem] of Object.entries(map)) {
    const key = typeof pem === 'string' ? await importKey(() => importX509(pem, 'RS256')) : null
    if (key === null) published.leftOut.push(keyId)
    else published.keys.set(keyId, key)
  }
  published.leftOut.sort()
  return published
}

/** Keys of other kinds have a place in such a set (RFC 7517, 5), so nothing is said of them. */
async function readJwkSet(set: readonly unknown[]): Promise<PublishedKeys> {
  const keys = new Map<string, CryptoKey>()
  for (const entry of set) {
    const jwk = readVerifyingJwk(entry)
    if (jwk === null) continue
    const { kid, n, e } = jwk
    const key = await importKey(() => importJWK({ kty: 'RSA', n, e }, 'RS256'))
    if (key !== null) keys.set(kid, key)
  }
  return { keys, leftOut: [] }
}

/** jose verifies with nothing less. */
const LEAST_MODULUS_BITS = 2048
/** FIPS 186-5, 5.4. Under an exponent of 1 anybody could sign. */
const LEAST_EXPONENT = 65_537
/** Members of an RSA key that only its owner knows (RFC 7518, 6.3.2): who publishes them gave the key away. */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth']

function readVerifyingJwk(entry: unknown): { kid: string; n: string; e: string } | null {
  if (!isPlainObject(entry)) return null
  const { kid, kty, alg = 'RS256', use = 'sig', key_ops: operations = ['verify'], n, e } = entry
  if (kty !== 'RSA' || alg !== 'RS256' || use !== 'sig') return null
  if (!Array.isArray(operations) || !operations.includes('verify')) return null
  if (typeof kid !== 'string' || kid === '' || typeof n !== 'string' || typeof e !== 'string') return null
  return PRIVATE_MEMBERS.some((name) => Object.hasOwn(entry, name)) ? null : { kid, n, e }
}

/** The key of such an entry; null when it is none, or too weak to verify with. */
async function importKey(read: () => Promise<CryptoKey | Uint8Array>): Promise<CryptoKey | null> {
  try {
    const key = await read()
    return key instanceof Uint8Array || !isStrong(key) ? null : key
  } catch {
    return null
  }
}

function isStrong({ algorithm }: CryptoKey): boolean {
  if (!('modulusLength' in algorithm && 'publicExponent' in algorithm)) return false
  const { modulusLength, publicExponent } = algorithm
  if (!(publicExponent instanceof Uint8Array) || Number(modulusLength) < LEAST_MODULUS_BITS) return false
  return Number(`0x${Buffer.from(publicExponent).toString('hex')}`) >= LEAST_EXPONENT
}

function readLifeSeconds(headers: Record<string, string>): number {
  const maxAge = Number(/max-age=(\d+)/i.exec(headers['cache-control'] ?? '')?.[1] ?? 0)
  const age = Number(headers.age ?? 0)
  const life = maxAge - (Number.isFinite(age) && age > 0 ? age : 0)
  return Math.min(Math.max(life, SHORTEST_LIFE_SECONDS), LONGEST_LIFE_SECONDS)
}

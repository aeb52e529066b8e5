import { LRUCache } from 'lru-cache'
import type { EventSink } from '../../operations/events.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'
import { type AccountId, keyOf, type Session } from '../session.ts'
import { atMost } from '../session-cache.ts'

export type Revocations = ReturnType<typeof createRevocations>

export interface RevocationsOptions {
  shared: Pick<SharedState, 'publish' | 'subscribe'>
  /** Receives each account whose sign-ins were revoked, from any process, possibly more than once. */
  onRevoked?: (owner: AccountId) => void
}

const MAX_CACHED = 100_000
const REVOKED_TOPIC = 'accounts.revoked'

/**
 * Accounts whose sign-ins were revoked at any process of this gateway, the most recent ones. Read on the hot path, so without
 * I/O: each process has its own copy, updated by messages. The next lookup of the account finds those evicted, since the
 * provider knows them.
 */
export function createRevocations({ shared, onRevoked = () => {} }: RevocationsOptions) {
  const validSince = new LRUCache<string, number>(atMost(MAX_CACHED))
  shared.subscribe(REVOKED_TOPIC, (text) => {
    const [subject, tenantId, seconds] = readFields(text)
    if (typeof subject !== 'string' || typeof seconds !== 'number') return
    const owner = { subject, tenantId: typeof tenantId === 'string' ? tenantId : null }
    const key = keyOf(owner)
    validSince.set(key, Math.max(seconds, validSince.get(key) ?? 0))
    onRevoked(owner)
  })
  return {
    /**
     * Ends all sign-ins of an account before `validSinceSeconds`. `expiresAtSeconds`: when the last of their
     * sessions would expire anyway (both epoch seconds). Takes effect in this process before the call returns;
     * resolves to whether the others were notified.
     */
    revoke(
      { subject, tenantId }: AccountId,
      validSinceSeconds: number,
      expiresAtSeconds: number
    ): Promise<boolean> {
      const text = JSON.stringify([subject, tenantId, Math.floor(validSinceSeconds)])
      return shared.publish(REVOKED_TOPIC, text, expiresAtSeconds)
    },
    /** Earlier sign-ins of the account are revoked, epoch seconds; 0: none. */
    // Avoids building the key.
    validSinceSeconds: (owner: AccountId) => (validSince.size === 0 ? 0 : (validSince.get(keyOf(owner)) ?? 0))
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

/** An id that is no longer valid. Times in epoch seconds. */
export interface SupersededId {
  id: string
  /** When what the id names began. */
  beganAtSeconds: number
  /** When it would expire anyway. */
  overAtSeconds: number
}

export interface SupersededIdsOptions {
  /** Account limit; about 450 bytes for each account with one superseded id. */
  mostAccounts: number
  /** Called on overflow: everything that began up to this time (epoch seconds) now counts as superseded. */
  onFull: (beganUntilSeconds: number) => void
  /** Epoch seconds. */
  now: () => number
}

/** Limit per account, beyond which all its older ids count as superseded. */
const MAX_OF_ACCOUNT = 32
/** Share of the accounts evicted together on overflow. */
const FORGOTTEN_SHARE = 0.25

interface AccountIds {
  superseded: Pick<SupersededId, 'id' | 'beganAtSeconds'>[]
  /** When all of them have expired, epoch seconds. */
  overAtSeconds: number
  /** Everything begun up to this time is superseded, epoch seconds. */
  beganUntilSeconds: number
}

const NO_IDS = { overAtSeconds: Number.NEGATIVE_INFINITY, beganUntilSeconds: Number.NEGATIVE_INFINITY }

/**
 * Superseded ids in bounded memory; overflow never makes one valid again. An account with more than 32 only
 * loses its own older ids. If there are too many accounts, everything as old as the oldest quarter counts as
 * superseded, for all accounts: an attacker needs as many accounts as the limit, and still revives nothing.
 */
export function createSupersededIds({ mostAccounts, onFull, now }: SupersededIdsOptions) {
  const accounts = new Map<string, AccountIds>()
  let allBeganUntilSeconds = Number.NEGATIVE_INFINITY

  /** Start of the newest superseded id of an account. */
  const newestOf = ({ superseded, beganUntilSeconds }: AccountIds) =>
    Math.max(beganUntilSeconds, ...superseded.map(({ beganAtSeconds }) => beganAtSeconds))

  function dropOver(): void {
    for (const [key, ids] of accounts) {
      if (now() < ids.overAtSeconds) continue
      accounts.delete(key)
      // Everything begun earlier has expired too; a longer lifetime configured later must not revive it.
      allBeganUntilSeconds = Math.max(allBeganUntilSeconds, newestOf(ids))
    }
  }

  /** Evicts the accounts with the oldest ids, and treats everything as old as those as superseded. */
  function makeRoom(): void {
    dropOver()
    if (accounts.size < mostAccounts) return
    const begins = Float64Array.from(accounts.values(), newestOf).sort()
    const oldest = begins[Math.floor(begins.length * FORGOTTEN_SHARE)] ?? now()
    // What was evicted before stays superseded.
    allBeganUntilSeconds = Math.max(allBeganUntilSeconds, oldest)
    for (const [key, ids] of accounts) if (newestOf(ids) <= allBeganUntilSeconds) accounts.delete(key)
    onFull(allBeganUntilSeconds)
  }

  return {
    retire(owner: AccountId, { id, beganAtSeconds, overAtSeconds }: SupersededId): void {
      const key = keyOf(owner)
      if (!accounts.has(key) && accounts.size >= mostAccounts) makeRoom()
      const ids = accounts.get(key) ?? { ...NO_IDS, superseded: [] }
      accounts.set(key, ids)
      ids.overAtSeconds = Math.max(ids.overAtSeconds, overAtSeconds)
      if (ids.superseded.some((known) => known.id === id)) return
      ids.superseded.push({ id, beganAtSeconds })
      if (ids.superseded.length > MAX_OF_ACCOUNT) foldOldest(ids)
    },

    /** `beganAtSeconds`: of what the id names, epoch seconds. */
    isSuperseded(owner: AccountId, id: string, beganAtSeconds: number): boolean {
      if (beganAtSeconds <= allBeganUntilSeconds) return true
      if (accounts.size === 0) return false
      const ids = accounts.get(keyOf(owner))
      if (ids === undefined) return false
      return beganAtSeconds <= ids.beganUntilSeconds || ids.superseded.some((known) => known.id === id)
    }
  }
}

/** Collapses the older half into one time. */
function foldOldest(ids: AccountIds): void {
  const superseded = ids.superseded.toSorted((one, other) => one.beganAtSeconds - other.beganAtSeconds)
  const folded = superseded.splice(0, Math.ceil(superseded.length / 2))
  ids.superseded = superseded
  ids.beganUntilSeconds = Math.max(ids.beganUntilSeconds, folded.at(-1)?.beganAtSeconds ?? 0)
}

export interface EndedSession extends Pick<Session, 'id' | 'subject' | 'tenantId' | 'startedAtSeconds'> {
  /** Whether a newer session of the account took its place, see `session.maxPerAccount`. */
  isReplaced?: boolean
}

export type EndedSessions = ReturnType<typeof createEndedSessions>

const MAX_ACCOUNTS = 200_000
const MAX_REPLACED = 10_000
const ENDED_TOPIC = 'sessions.ended'

/**
 * Sessions ended early, by a sign-out or by another sign-in of the same browser, at any process. Read on the hot path, so
 * without I/O: each process has its own copy, updated by messages. In bounded memory; overflow never revives one, see
 * `createSupersededIds`. Repeated sign-outs only end older sessions of the same account.
 */
export function createEndedSessions(options: {
  shared: Pick<SharedState, 'publish' | 'subscribe'>
  /** Receives each ended session, from any process, possibly more than once. */
  onEnded?: (session: EndedSession) => void
  /** Account limit; default 200,000, about 50 MiB with one ended session each. */
  mostAccounts?: number
  /** Receives `ended-sessions.full`. */
  report: EventSink
  /** Epoch seconds. */
  now: () => number
}) {
  const { shared, onEnded = () => {}, mostAccounts = MAX_ACCOUNTS, report, now } = options
  const { retire, isSuperseded } = createSupersededIds({
    mostAccounts,
    onFull: (beganUntilSeconds) => report({ kind: 'ended-sessions.full', beganUntilSeconds }),
    now
  })
  const replaced = new LRUCache<string, true>(atMost(MAX_REPLACED))
  shared.subscribe(ENDED_TOPIC, (text) => {
    const message = readMessage(text)
    if (message === null) return
    const { session, expiresAtSeconds } = message
    if (session.isReplaced) replaced.set(session.id, true)
    retire(session, {
      id: session.id,
      beganAtSeconds: session.startedAtSeconds,
      overAtSeconds: expiresAtSeconds
    })
    onEnded(session)
  })
  return {
    /**
     * Ends a session. `expiresAtSeconds`: when it would expire anyway (epoch seconds). Takes effect in this
     * process before the call returns; resolves to whether the others were notified.
     */
    end: (session: EndedSession, expiresAtSeconds: number): Promise<boolean> =>
      shared.publish(ENDED_TOPIC, writeMessage(session, expiresAtSeconds), expiresAtSeconds),
    isEnded: (session: EndedSession) => isSuperseded(session, session.id, session.startedAtSeconds),
    /** Of an ended session: whether a newer one took its place. For the words only: it may be forgotten. */
    isReplaced: ({ id }: Pick<EndedSession, 'id'>) => replaced.has(id)
  }
}

function writeMessage(
  { subject, tenantId, id, startedAtSeconds, isReplaced }: EndedSession,
  expiresAtSeconds: number
): string {
  return JSON.stringify([subject, tenantId, id, startedAtSeconds, expiresAtSeconds, isReplaced === true])
}

/** Null: written by a version with other fields. */
function readMessage(text: string): { session: EndedSession; expiresAtSeconds: number } | null {
  const [subject, tenantId, id, startedAtSeconds, expiresAtSeconds, isReplaced] = readFields(text)
  const isWhole =
    typeof subject === 'string' &&
    (typeof tenantId === 'string' || tenantId === null) &&
    typeof id === 'string' &&
    typeof startedAtSeconds === 'number' &&
    typeof expiresAtSeconds === 'number'
  if (!isWhole) return null
  const session = { subject, tenantId, id, startedAtSeconds, isReplaced: isReplaced === true }
  return { session, expiresAtSeconds }
}

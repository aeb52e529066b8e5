import { LRUCache } from 'lru-cache'
import { parseJson } from '../../config/json-members.ts'
import type { ErrorCode } from '../../errors.ts'
import type { Runtime } from '../../operations/runtime.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'
import { type AccountId, keyOf, type Session } from '../session.ts'
import { atMost } from '../session-cache.ts'

export interface EndedSession extends AccountId, Pick<Session, 'id' | 'startedAtSeconds'> {
  /** Whether a newer session of the account took its place, see `session.maxPerAccount`. */
  isReplaced?: boolean
}

/** Of a session, what tells whether this gateway has ended it. */
export type EndableSession = EndedSession & { claims: Pick<Session['claims'], 'auth_time'> }

export type Revocations = ReturnType<typeof createRevocations>

const MAX_ACCOUNTS = 200_000
const MAX_REVOKED = 100_000
const MAX_REPLACED = 10_000
const ENDED_TOPIC = 'sessions.ended'
const REVOKED_TOPIC = 'accounts.revoked'

/**
 * What ended early at any process of this gateway: sessions, by a sign-out or another sign-in of the same browser, and all earlier
 * sign-ins of an account. Read on the hot path, so without I/O: each process has its own copy in bounded memory, updated by messages.
 * Overflow never revives an ended session, see `createSupersededIds`; revoked accounts that were evicted are found by their next
 * lookup, since the provider knows them.
 */
export function createRevocations(
  { report, now }: Pick<Runtime, 'report' | 'now'>,
  options: {
    shared: Pick<SharedState, 'publish' | 'subscribe'>
    /** Receive what ended at any process, possibly more than once. */
    onEnded: (sessionId: string) => void
    onRevoked: (owner: AccountId) => void
    /** Accounts with ended sessions; default 200,000, about 50 MiB with one each. */
    mostAccounts?: number
  }
) {
  const { shared, onEnded, onRevoked, mostAccounts = MAX_ACCOUNTS } = options
  const ended = createSupersededIds({
    mostAccounts,
    onFull: (beganUntilSeconds) => report({ kind: 'ended-sessions.full', beganUntilSeconds }),
    now
  })
  /** For the code only, so it may be forgotten. */
  const replaced = new LRUCache<string, true>(atMost(MAX_REPLACED))
  /** Epoch seconds: earlier sign-ins are revoked. */
  const validSince = new LRUCache<string, number>(atMost(MAX_REVOKED))

  shared.subscribe(ENDED_TOPIC, (text) => {
    const [subject, tenantId, id, beganAtSeconds, overAtSeconds, isReplaced] = readFields(text)
    const owner = readOwner(subject, tenantId)
    if (owner === null || typeof id !== 'string') return
    if (typeof beganAtSeconds !== 'number' || typeof overAtSeconds !== 'number') return
    if (isReplaced === true) replaced.set(id, true)
    ended.retire(owner, { id, beganAtSeconds, overAtSeconds })
    onEnded(id)
  })
  shared.subscribe(REVOKED_TOPIC, (text) => {
    const [subject, tenantId, seconds] = readFields(text)
    const owner = readOwner(subject, tenantId)
    if (owner === null || typeof seconds !== 'number') return
    validSince.set(keyOf(owner), Math.max(seconds, validSince.get(keyOf(owner)) ?? 0))
    onRevoked(owner)
  })

  // Both end something in this process before the call returns, and resolve to whether the others were notified.
  return {
    /** Ends a session. `expiresAtSeconds`: when it would expire anyway (epoch seconds). */
    endSession(session: EndedSession, expiresAtSeconds: number): Promise<boolean> {
      const { subject, tenantId, id, startedAtSeconds, isReplaced = false } = session
      const fields = [subject, tenantId, id, startedAtSeconds, expiresAtSeconds, isReplaced]
      return shared.publish(ENDED_TOPIC, JSON.stringify(fields), expiresAtSeconds)
    },

    /** Ends all sign-ins of an account before a time. `expiresAtSeconds`: when the last of their sessions would expire (both epoch seconds). */
    revokeAccount({ subject, tenantId }: AccountId, validSinceSeconds: number, expiresAtSeconds: number) {
      const text = JSON.stringify([subject, tenantId, Math.floor(validSinceSeconds)])
      return shared.publish(REVOKED_TOPIC, text, expiresAtSeconds)
    },

    /** Why this gateway ended the session; null: it did not. Two look-ups, and no key while there is nothing to find. */
    codeOf(session: EndableSession): ErrorCode | null {
      if (ended.has(session, session.id, session.startedAtSeconds))
        return replaced.has(session.id) ? 'SESSION_REPLACED' : 'SESSION_ENDED'
      const validSinceSeconds = validSince.size === 0 ? undefined : validSince.get(keyOf(session))
      return validSinceSeconds !== undefined && session.claims.auth_time < validSinceSeconds
        ? 'TOKEN_REVOKED'
        : null
    }
  }
}

/** The fields of a message, a JSON list; empty for anything else. */
export function readFields(text: string): readonly unknown[] {
  const fields = parseJson(text)
  return Array.isArray(fields) ? fields : []
}

/** Null: of another type, as a version with other fields may write. */
function readOwner(subject: unknown, tenantId: unknown): AccountId | null {
  const isOwner = typeof subject === 'string' && (typeof tenantId === 'string' || tenantId === null)
  return isOwner ? { subject, tenantId } : null
}

/** More of one account are merged into one time. */
const MAX_OF_ACCOUNT = 32
/** Share of the accounts evicted together on overflow. */
const FORGOTTEN_SHARE = 0.25

/** Ids of an account that are no longer valid. Times in epoch seconds. */
interface SupersededOfAccount {
  ids: { id: string; beganAtSeconds: number }[]
  /** When all of them have expired. */
  overAtSeconds: number
  /** Everything that began up to this time is superseded. */
  beganUntilSeconds: number
}

/**
 * Superseded ids in bounded memory; overflow never makes one valid again. An account with more than 32 only
 * loses its own older ids. If there are too many accounts, everything as old as the oldest quarter counts as
 * superseded, for all accounts: an attacker needs as many accounts as the limit, and still revives nothing.
 */
export function createSupersededIds(options: {
  /** Account limit; about 450 bytes for each account with one superseded id. */
  mostAccounts: number
  /** Called on overflow: everything that began up to this time (epoch seconds) now counts as superseded. */
  onFull: (beganUntilSeconds: number) => void
  now: () => number
}) {
  const { mostAccounts, onFull, now } = options
  const accounts = new Map<string, SupersededOfAccount>()
  let allBeganUntilSeconds = Number.NEGATIVE_INFINITY

  const newestOf = ({ ids, beganUntilSeconds }: SupersededOfAccount) =>
    Math.max(beganUntilSeconds, ...ids.map(({ beganAtSeconds }) => beganAtSeconds))

  function dropExpired(): void {
    for (const [key, ofAccount] of accounts) {
      if (now() < ofAccount.overAtSeconds) continue
      accounts.delete(key)
      // Everything begun earlier has expired too; a longer lifetime configured later must not revive it.
      allBeganUntilSeconds = Math.max(allBeganUntilSeconds, newestOf(ofAccount))
    }
  }

  /** Evicts the accounts with the oldest ids, and treats everything as old as those as superseded. */
  function makeRoom(): void {
    dropExpired()
    if (accounts.size < mostAccounts) return
    const begins = Float64Array.from(accounts.values(), newestOf).sort()
    const oldest = begins[Math.floor(begins.length * FORGOTTEN_SHARE)] ?? now()
    // What was evicted before stays superseded.
    allBeganUntilSeconds = Math.max(allBeganUntilSeconds, oldest)
    for (const [key, ofAccount] of accounts)
      if (newestOf(ofAccount) <= allBeganUntilSeconds) accounts.delete(key)
    onFull(allBeganUntilSeconds)
  }

  function addAccount(key: string): SupersededOfAccount {
    if (accounts.size >= mostAccounts) makeRoom()
    const never = Number.NEGATIVE_INFINITY
    const ofAccount = { ids: [], overAtSeconds: never, beganUntilSeconds: never }
    accounts.set(key, ofAccount)
    return ofAccount
  }

  return {
    /** `beganAtSeconds`: of what the id names. `overAtSeconds`: when it would expire anyway (both epoch seconds). */
    retire(
      owner: AccountId,
      { id, beganAtSeconds, overAtSeconds }: { id: string; beganAtSeconds: number; overAtSeconds: number }
    ): void {
      const key = keyOf(owner)
      const ofAccount = accounts.get(key) ?? addAccount(key)
      ofAccount.overAtSeconds = Math.max(ofAccount.overAtSeconds, overAtSeconds)
      if (ofAccount.ids.some((known) => known.id === id)) return
      ofAccount.ids.push({ id, beganAtSeconds })
      if (ofAccount.ids.length > MAX_OF_ACCOUNT) mergeOldest(ofAccount)
    },

    has(owner: AccountId, id: string, beganAtSeconds: number): boolean {
      if (beganAtSeconds <= allBeganUntilSeconds) return true
      const ofAccount = accounts.size === 0 ? undefined : accounts.get(keyOf(owner))
      if (ofAccount === undefined) return false
      return beganAtSeconds <= ofAccount.beganUntilSeconds || ofAccount.ids.some((known) => known.id === id)
    }
  }
}

function mergeOldest(ofAccount: SupersededOfAccount): void {
  const ids = ofAccount.ids.toSorted((one, other) => one.beganAtSeconds - other.beganAtSeconds)
  const merged = ids.splice(0, Math.ceil(ids.length / 2))
  ofAccount.ids = ids
  ofAccount.beganUntilSeconds = Math.max(ofAccount.beganUntilSeconds, merged.at(-1)?.beganAtSeconds ?? 0)
}

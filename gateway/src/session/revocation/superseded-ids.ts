import { keyOf, type Owner } from '../session.ts'

/** An id that is no longer valid. Times in epoch seconds. */
export interface SupersededId {
  id: string
  /** When what the id names began. */
  beganAtSeconds: number
  /** When it would expire anyway. */
  overAtSeconds: number
}

export interface SupersededIds {
  retire(owner: Owner, superseded: SupersededId): void
  /** `beganAtSeconds`: of what the id names, epoch seconds. `alias`: its other id, computed only if needed. */
  isSuperseded(owner: Owner, id: string, beganAtSeconds: number, alias?: () => string): boolean
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
export function createSupersededIds({ mostAccounts, onFull, now }: SupersededIdsOptions): SupersededIds {
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
    retire(owner, { id, beganAtSeconds, overAtSeconds }) {
      const key = keyOf(owner)
      if (!accounts.has(key) && accounts.size >= mostAccounts) makeRoom()
      const ids = accounts.get(key) ?? { ...NO_IDS, superseded: [] }
      accounts.set(key, ids)
      ids.overAtSeconds = Math.max(ids.overAtSeconds, overAtSeconds)
      if (ids.superseded.some((known) => known.id === id)) return
      ids.superseded.push({ id, beganAtSeconds })
      if (ids.superseded.length > MAX_OF_ACCOUNT) foldOldest(ids)
    },

    isSuperseded(owner, id, beganAtSeconds, alias) {
      if (beganAtSeconds <= allBeganUntilSeconds) return true
      if (accounts.size === 0) return false
      const ids = accounts.get(keyOf(owner))
      if (ids === undefined) return false
      const hasSuperseded = (one: string) => ids.superseded.some((known) => known.id === one)
      if (beganAtSeconds <= ids.beganUntilSeconds || hasSuperseded(id)) return true
      return alias !== undefined && hasSuperseded(alias())
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

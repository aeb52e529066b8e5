import { keyOf, type Owner } from '../session.ts'

/** An id that counts no more. Times in epoch seconds. */
export interface SupersededId {
  id: string
  /** When that began for which the id stands. */
  beganAtSeconds: number
  /** When it is over by itself: until then it must be remembered. */
  overAtSeconds: number
}

/** Ids of accounts that count no more; see `createSupersededIds`. */
export interface SupersededIds {
  retire(owner: Owner, superseded: SupersededId): void
  /** `beganAtSeconds`: of what the id stands for, epoch seconds. `alias`: another id of the same, asked for only when needed. */
  isSuperseded(owner: Owner, id: string, beganAtSeconds: number, alias?: () => string): boolean
}

export interface SupersededIdsOptions {
  /** Accounts that are remembered at most; about 450 bytes for each that has retired one id. */
  mostAccounts: number
  /** Told when there was no room: what began up to this time (epoch seconds) counts as retired from now on. */
  onFull: (beganUntilSeconds: number) => void
  /** Epoch seconds. */
  now: () => number
}

/** Retired ids of one account, beyond which all its older ones are taken as retired. */
const MAX_OF_ACCOUNT = 32
/** Share of the accounts that are forgotten together when there is no room. */
const FORGOTTEN_SHARE = 0.25

/** What is remembered of one account. */
interface AccountIds {
  superseded: Pick<SupersededId, 'id' | 'beganAtSeconds'>[]
  /** When all of them are over, epoch seconds. */
  overAtSeconds: number
  /** What began up to this time is retired, epoch seconds. */
  beganUntilSeconds: number
}

const NO_IDS = { overAtSeconds: Number.NEGATIVE_INFINITY, beganUntilSeconds: Number.NEGATIVE_INFINITY }

/**
 * Retired ids in memory, bounded, and never forgotten in anybody's favour. Whoever retires id after id fills the list of
 * their own account alone: beyond 32, everything older of that account counts as retired. Where there is no room for
 * another account, everything as old as the oldest quarter of what is remembered counts as retired, whoever's it is:
 * filling the memory takes as many accounts as there is room for, and gives no retired id back.
 */
export function createSupersededIds({ mostAccounts, onFull, now }: SupersededIdsOptions): SupersededIds {
  const accounts = new Map<string, AccountIds>()
  let allBeganUntilSeconds = Number.NEGATIVE_INFINITY

  /** When the newest that is remembered of an account began. */
  const newestOf = ({ superseded, beganUntilSeconds }: AccountIds) =>
    Math.max(beganUntilSeconds, ...superseded.map(({ beganAtSeconds }) => beganAtSeconds))

  function dropOver(): void {
    for (const [key, ids] of accounts) {
      if (now() < ids.overAtSeconds) continue
      accounts.delete(key)
      // Over as well is whatever began before; a life that is made longer later must not bring it back.
      allBeganUntilSeconds = Math.max(allBeganUntilSeconds, newestOf(ids))
    }
  }

  /** Forgets the accounts whose remembered ids are the oldest, and takes everything as old as those as retired. */
  function makeRoom(): void {
    dropOver()
    if (accounts.size < mostAccounts) return
    const begins = Float64Array.from(accounts.values(), newestOf).sort()
    const oldest = begins[Math.floor(begins.length * FORGOTTEN_SHARE)] ?? now()
    // What was forgotten before stays retired, however old the ids are that were retired since.
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

/** The older half becomes one time. */
function foldOldest(ids: AccountIds): void {
  const superseded = ids.superseded.toSorted((one, other) => one.beganAtSeconds - other.beganAtSeconds)
  const folded = superseded.splice(0, Math.ceil(superseded.length / 2))
  ids.superseded = superseded
  ids.beganUntilSeconds = Math.max(ids.beganUntilSeconds, folded.at(-1)?.beganAtSeconds ?? 0)
}

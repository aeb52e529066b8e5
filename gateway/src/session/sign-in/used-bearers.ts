import type { EventSink } from '../../operations/events.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'
import { createSupersededIds } from '../revocation/revocations.ts'
import { keyOf, type Owner } from '../session.ts'

/** The identifying parts of a sign-in's id token. */
export interface Bearer extends Owner {
  /** Digest of what its signature covers: the same for every spelling of the token. */
  id: string
  /** Its `auth_time`, in epoch seconds. */
  signedInAtSeconds: number
}

/** Bearers that have begun a session. */
export type UsedBearers = ReturnType<typeof createUsedBearers>

export interface UsedBearersOptions {
  /** Counts uses across the gateway's processes. */
  shared: Pick<SharedState, 'countCall'>
  /** Account limit; default 100,000, about 45 MiB with one used bearer each. */
  mostAccounts?: number
  /** Receives `used-sign-ins.full`. */
  report: EventSink
  /** Epoch seconds. */
  now: () => number
}

const MAX_ACCOUNTS = 100_000

/**
 * Used bearers in bounded memory, 32 per account. Only verified bearers that began a session are stored, so filling it takes
 * accounts. Many bearers of one account (refreshes of one sign-in give any number) can only expire older sign-ins of that
 * account; too many accounts expire the oldest sign-ins in progress. Those affected sign in again: no bearer becomes usable
 * again, and no new sign-in is rejected. Other processes, and this one after a restart, learn of uses through the shared state:
 * with a store until the bearer is stale, between workers without one for the last 5,000 bearers. If it cannot be reached, this
 * process decides alone, because a sign-in must not fail for lack of a store: a fresh bearer may then begin one session per
 * process.
 */
export function createUsedBearers(options: UsedBearersOptions) {
  const { shared, mostAccounts = MAX_ACCOUNTS, report, now } = options
  const { retire, isSuperseded } = createSupersededIds({
    mostAccounts,
    onFull: (signedInUntilSeconds) => report({ kind: 'used-sign-ins.full', signedInUntilSeconds }),
    now
  })
  /** Whether this process knows it is used. Another process may know more: `use` decides. */
  const isUsed = ({ id, signedInAtSeconds, ...owner }: Bearer) => isSuperseded(owner, id, signedInAtSeconds)
  return {
    isUsed,
    /**
     * Marks a bearer as used at all reachable processes. `expiresAtSeconds`: when it can no longer begin a
     * session (epoch seconds). False: it was used before. Never rejects.
     */
    async use(bearer: Bearer, expiresAtSeconds: number): Promise<boolean> {
      if (isUsed(bearer)) return false
      const { id, signedInAtSeconds } = bearer
      retire(bearer, { id, beganAtSeconds: signedInAtSeconds, overAtSeconds: expiresAtSeconds })
      const lifeMs = (expiresAtSeconds - signedInAtSeconds) * 1000
      const { calls } = await shared.countCall('bearer', `${keyOf(bearer)} ${id}`, lifeMs)
      return calls === 1
    }
  }
}

import type { EventSink } from '../../operations/events.ts'
import type { SharedState } from '../../shared-state/shared-state.ts'
import { createSupersededIds } from '../revocation/superseded-ids.ts'
import { keyOf, type Owner } from '../session.ts'

/** The id token of a sign-in, as far as it must be known again. */
export interface Bearer extends Owner {
  /** Digest of everything that its signature covers: no other spelling of the token has another one. */
  id: string
  /** Its `auth_time`, in epoch seconds. */
  signedInAtSeconds: number
}

/** Bearers that have begun a session. */
export interface UsedBearers {
  /** Is it known here to be used? Another process may know more: `use` decides. */
  isUsed(bearer: Bearer): boolean
  /**
   * Marks a bearer as used, over all processes that can be reached. `expiresAtSeconds`: when it can begin no session any more
   * (epoch seconds). False: it was used before. Never rejects.
   */
  use(bearer: Bearer, expiresAtSeconds: number): Promise<boolean>
}

export interface UsedBearersOptions {
  /** Where the processes of the gateway count uses. */
  shared: Pick<SharedState, 'countCall'>
  /** Accounts that are remembered at most; default 100,000, about 45 MiB when each has used one bearer. */
  mostAccounts?: number
  /** Takes `used-sign-ins.full`. */
  report: EventSink
  /** Epoch seconds. */
  now: () => number
}

const MAX_ACCOUNTS = 100_000

/**
 * Used bearers in the memory of this process, 32 for each account. Only verified bearers come here, and only those that
 * began a session, so nobody without an account can fill it. Somebody with many bearers of one account (refreshes of one
 * sign-in give as many as one likes) can make older sign-ins of that account count as used; filling the memory takes as
 * many accounts as there is room for, and makes the oldest sign-ins under way count as used, whoever's they are. Whoever
 * is refused in this way signs in again and passes: no bearer becomes usable again, and no new sign-in is refused.
 *
 * Other processes, and this one after a restart, know of them by the shared state: with a store until the bearer is stale, among
 * workers without one for the 5,000 bearers used last. Where the shared state cannot be reached, this process decides alone,
 * because a sign-in must not fail for want of a store: a fresh bearer may then begin one session at each process.
 */
export function createUsedBearers(options: UsedBearersOptions): UsedBearers {
  const { shared, mostAccounts = MAX_ACCOUNTS, report, now } = options
  const { retire, isSuperseded } = createSupersededIds({
    mostAccounts,
    onFull: (signedInUntilSeconds) => report({ kind: 'used-sign-ins.full', signedInUntilSeconds }),
    now
  })
  const isUsed = ({ id, signedInAtSeconds, ...owner }: Bearer) => isSuperseded(owner, id, signedInAtSeconds)
  return {
    isUsed,
    async use(bearer, expiresAtSeconds) {
      if (isUsed(bearer)) return false
      const { id, signedInAtSeconds } = bearer
      retire(bearer, { id, beganAtSeconds: signedInAtSeconds, overAtSeconds: expiresAtSeconds })
      const lifeMs = (expiresAtSeconds - signedInAtSeconds) * 1000
      const { calls } = await shared.countCall('bearer', `${keyOf(bearer)} ${id}`, lifeMs)
      return calls === 1
    }
  }
}

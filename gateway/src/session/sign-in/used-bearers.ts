import type { EventSink } from '../../operations/events.ts'
import { createRetiredIds } from '../revocation/retired-ids.ts'
import type { Owner } from '../session.ts'

/** The id token of a sign-in, as far as it must be known again. */
export interface Bearer extends Owner {
  /** Digest of everything that its signature covers: no other spelling of the token has another one. */
  id: string
  /** Its `auth_time`, in epoch seconds. */
  signedInAtSeconds: number
}

/**
 * Bearers that have begun a session. Asked at sign-in alone, so a store that several processes share may answer over the
 * network; `use` must then be one step there.
 */
export interface UsedBearers {
  isUsed(bearer: Bearer): Promise<boolean>
  /**
   * Marks a bearer as used. `untilSeconds`: when it can begin no session any more, and need not be remembered (epoch
   * seconds). False: somebody was first.
   */
  use(bearer: Bearer, untilSeconds: number): Promise<boolean>
}

export interface UsedBearersOptions {
  /** Accounts that are remembered at most; default 100,000, about 45 MiB when each has used one bearer. */
  mostAccounts?: number
  /** Takes `used-sign-ins.full`. */
  report: EventSink
  /** Epoch seconds. */
  now: () => number
}

const MOST_ACCOUNTS = 100_000

/**
 * Used bearers in the memory of this process, 32 for each account. Only verified bearers come here, and only those that
 * began a session, so nobody without an account can fill it. Somebody with many bearers of one account (refreshes of one
 * sign-in give as many as one likes) can make older sign-ins of that account count as used; filling the memory takes as
 * many accounts as there is room for, and makes the oldest sign-ins under way count as used, whoever's they are. Whoever
 * is refused in this way signs in again and passes: no bearer becomes usable again, and no new sign-in is refused.
 *
 * Another process does not know of them, nor does this one after a restart: there a bearer that is still fresh begins one
 * more session.
 */
export function createUsedBearers(options: UsedBearersOptions): UsedBearers {
  const { mostAccounts = MOST_ACCOUNTS, report, now } = options
  const { retire, isRetired } = createRetiredIds({
    mostAccounts,
    onFull: (signedInUntilSeconds) => report({ kind: 'used-sign-ins.full', signedInUntilSeconds }),
    now
  })
  const isUsed = ({ id, signedInAtSeconds, ...owner }: Bearer) => isRetired(owner, id, signedInAtSeconds)
  return {
    isUsed: async (bearer) => isUsed(bearer),
    async use(bearer, untilSeconds) {
      if (isUsed(bearer)) return false
      const { id, signedInAtSeconds } = bearer
      retire(bearer, { id, beganAtSeconds: signedInAtSeconds, overAtSeconds: untilSeconds })
      return true
    }
  }
}

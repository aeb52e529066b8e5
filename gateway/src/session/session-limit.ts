import type { Config } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import type { EndedSession } from './revocation/revocations.ts'
import type { Owner, Session } from './session.ts'
import type { ListedSession, SessionList } from './session-list.ts'

export interface SessionLimitOptions extends Pick<Config['session'], 'maxPerAccount' | 'atMaxPerAccount'> {
  list: SessionList['list']
  /** Ends a session in favour of a newer one. */
  replace(session: EndedSession): Promise<unknown>
}

/**
 * At most `session.maxPerAccount` sessions of an account. While the list of sessions cannot be read, sign-ins
 * succeed: a limit is no reason to keep visitors out. Two sign-ins at the same moment may both succeed, at two
 * replicas for example; the next one ends the surplus.
 */
export function createSessionLimit({ list, replace, maxPerAccount, atMaxPerAccount }: SessionLimitOptions) {
  /** The account's sessions, oldest first, but those of the same browser. */
  async function listOthers(owner: Owner, ownIds: readonly string[]): Promise<readonly ListedSession[]> {
    const listing = await list(owner)
    return listing.kind === 'listed' ? listing.sessions.filter(({ id }) => !ownIds.includes(id)) : []
  }

  return {
    /** Why an account may not begin another session; null: it may. `ownIds`: sessions that the new one replaces in its browser. */
    async refuse(owner: Owner, ownIds: readonly string[]): Promise<Fault | null> {
      if (maxPerAccount === 0 || atMaxPerAccount !== 'refuse') return null
      const { length } = await listOthers(owner, ownIds)
      if (length < maxPerAccount) return null
      return new Fault('TOO_MANY_SESSIONS', { detail: `${length} of ${maxPerAccount} sessions` })
    },

    /** Ends the oldest sessions beyond the limit, and returns them. `session`: the new one, which stays. */
    async makeRoom(session: Session, ownIds: readonly string[]): Promise<readonly ListedSession[]> {
      if (maxPerAccount === 0 || atMaxPerAccount === 'refuse') return []
      const others = await listOthers(session, [...ownIds, session.id])
      const surplus = others.slice(0, Math.max(0, others.length + 1 - maxPerAccount))
      await Promise.all(surplus.map(replace))
      return surplus
    }
  }
}

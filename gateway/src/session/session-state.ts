import { createReuse } from '../config/reuse.ts'
import type { CacheCondition } from '../operations/condition.ts'
import { type EventSink, ignoreEvents } from '../operations/events.ts'
import { type ActivityNotes, createActivityMemory } from './activity.ts'
import { createRefreshMemory, createRefusals, type RefreshMemory } from './refresh-memory.ts'
import { createCacheLookups, createRememberedSessions, type RememberedSessions } from './remembered.ts'
import { type AccountFindings, createAccountFindings } from './revocation/account-findings.ts'
import { createEndedSessions, type EndedSessions } from './revocation/ended-sessions.ts'
import { createRevocations, type Revocations } from './revocation/revocations.ts'
import { type BegunSessions, createBegunSessions } from './sign-in/bearer-sessions.ts'
import { createUsedBearers, type UsedBearers } from './sign-in/used-bearers.ts'

/** What the session room keeps from one configuration to the next; see `createSessionState`. */
export interface SessionState {
  readonly ended: EndedSessions
  readonly revocations: Revocations
  readonly used: UsedBearers
  readonly findings: AccountFindings
  /**
   * What was verified and sealed by one configuration. `fingerprint`: of all that it depends on; with another one nothing
   * is known, so that nobody passes by rules or keys that hold no more. `cacheBytes`: bound of the remembered sessions.
   */
  verifiedBy(fingerprint: string, cacheBytes: number): VerifiedMemory
  /** The memory of verified sessions, that of the latest configuration. */
  cacheCondition(): CacheCondition
  /** Ends the connections of stores that have any, after the last app that works with them. */
  close(): Promise<void>
}

/** Sessions that were verified, and cookies that were sealed. */
export interface VerifiedMemory {
  readonly remembered: RememberedSessions
  readonly refreshes: RefreshMemory
  readonly notes: ActivityNotes
  readonly begun: BegunSessions
}

export interface SessionStateOptions {
  /** Takes `ended-sessions.full` and `used-sign-ins.full`; nobody does when left out. */
  report?: EventSink
  /** Epoch seconds. */
  now: () => number
}

/** The memory of sessions in this process. Sets no timers and opens no connections. */
export function createSessionState({ report = ignoreEvents, now }: SessionStateOptions): SessionState {
  const refusals = createRefusals()
  const reuse = createReuse<VerifiedMemory>()
  const lookups = createCacheLookups()
  let latest: RememberedSessions | null = null
  return {
    ended: createEndedSessions({ report, now }),
    revocations: createRevocations(),
    used: createUsedBearers({ report, now }),
    findings: createAccountFindings(now),
    verifiedBy(fingerprint, cacheBytes) {
      const memory = reuse(`${fingerprint} ${cacheBytes}`, () => ({
        remembered: createRememberedSessions(cacheBytes, lookups),
        refreshes: createRefreshMemory(refusals, now),
        notes: createActivityMemory(now),
        begun: createBegunSessions(now)
      }))
      latest = memory.remembered
      return memory
    },
    cacheCondition: () => ({ ...lookups, ...(latest?.size() ?? { entries: 0, bytes: 0 }) }),
    close: async () => {}
  }
}

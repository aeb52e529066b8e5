import { type Schedule, scheduleOnTimer } from '../async/schedule.ts'
import type { CacheCondition } from '../operations/condition.ts'
import { type EventSink, ignoreEvents } from '../operations/events.ts'
import { createMemoryState } from '../shared-state/memory.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import { type ActivityNotes, createActivityMemory } from './activity.ts'
import { type Connections, createConnections } from './connections/connections.ts'
import { createHandedOver, type HandedOver } from './hand-over.ts'
import { createRefreshMemory, createRefusals, type RefreshMemory } from './refresh-memory.ts'
import { type AccountFindings, createAccountFindings } from './revocation/account-findings.ts'
import { createEndedSessions, type EndedSessions } from './revocation/ended-sessions.ts'
import { createRevocations, type Revocations } from './revocation/revocations.ts'
import { createCacheLookups, createSessionCache, type SessionCache } from './session-cache.ts'
import { type BegunSessions, createBegunSessions } from './sign-in/bearer-sessions.ts'
import { createUsedBearers, type UsedBearers } from './sign-in/used-bearers.ts'

const SIGNED_OUT = { reason: 'signed-out', code: 'SESSION_ENDED', by: null } as const

/** What the session room keeps from one configuration to the next; see `createSessionState`. */
export interface SessionState {
  readonly ended: EndedSessions
  readonly revocations: Revocations
  readonly used: UsedBearers
  readonly findings: AccountFindings
  readonly connections: Connections
  /** What the processes of the gateway know together. */
  readonly shared: SharedState
  /** Sessions that were handed over a moment ago. */
  readonly handedOver: HandedOver
  /** What was verified and sealed under these conditions. When they are others than before, nothing is known. */
  verifiedBy(conditions: VerifiedConditions): VerifiedMemory
  /** The memory of verified sessions, that of the latest configuration. */
  cacheCondition(): CacheCondition
  /** Ends the connections of stores that have any, after the last app that works with them. */
  close(): Promise<void>
}

/** What the memory of verified sessions depends on. */
export interface VerifiedConditions {
  /** Of all settings that matter but the keys: nobody shall pass by rules that hold no more. */
  fingerprint: string
  /** Digests of the keys that verify cookies. One more forgets nothing; one that is gone takes its sessions along. */
  keyDigests: readonly string[]
  /** Bound of the remembered sessions. */
  cacheBytes: number
}

/** Sessions that were verified, and cookies that were sealed. */
export interface VerifiedMemory {
  readonly cached: SessionCache
  readonly refreshes: RefreshMemory
  readonly notes: ActivityNotes
  readonly begun: BegunSessions
}

export interface SessionStateOptions {
  /** What the processes of the gateway know together; left out: this one is alone. */
  shared?: SharedState
  /** Processes that share the bound of remembered sessions, each with its own; default 1. */
  processes?: number
  /** Takes `ended-sessions.full` and `used-sign-ins.full`; nobody does when left out. */
  report?: EventSink
  /** When connections are looked at; by the real clock when left out. */
  schedule?: Schedule
  /** Epoch seconds. */
  now: () => number
}

/** The memory of sessions in this process. Has no timers while there are no connections. */
export function createSessionState(options: SessionStateOptions): SessionState {
  const { report = ignoreEvents, schedule = scheduleOnTimer, now } = options
  const { shared = createMemoryState(now), processes = 1 } = options
  const connections = createConnections({ schedule, now })
  const refusals = createRefusals()
  let kept: { conditions: VerifiedConditions; memory: VerifiedMemory } | null = null
  const lookups = createCacheLookups()
  return {
    shared,
    ended: createEndedSessions({
      shared,
      onEnded: ({ id }) => connections.endSession(id, SIGNED_OUT),
      report,
      now
    }),
    revocations: createRevocations({ shared, onRevoked: connections.checkAccount }),
    used: createUsedBearers({ shared, report, now }),
    findings: createAccountFindings(now),
    connections,
    handedOver: createHandedOver(now),
    verifiedBy(conditions) {
      const memory =
        kept !== null && staysVerified(kept.conditions, conditions)
          ? kept.memory
          : {
              cached: createSessionCache(Math.floor(conditions.cacheBytes / processes), lookups),
              refreshes: createRefreshMemory(refusals, now),
              notes: createActivityMemory(now),
              begun: createBegunSessions(now)
            }
      kept = { conditions, memory }
      return memory
    },
    cacheCondition: () => ({ ...lookups, ...(kept?.memory.cached.size() ?? { entries: 0, bytes: 0 }) }),
    close: async () => connections.close()
  }
}

function staysVerified(before: VerifiedConditions, after: VerifiedConditions): boolean {
  return (
    before.fingerprint === after.fingerprint &&
    before.cacheBytes === after.cacheBytes &&
    before.keyDigests.every((digest) => after.keyDigests.includes(digest))
  )
}

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

/** State of the session module that survives a config reload. */
export interface SessionState {
  readonly ended: EndedSessions
  readonly revocations: Revocations
  readonly used: UsedBearers
  readonly findings: AccountFindings
  readonly connections: Connections
  readonly shared: SharedState
  /** Recently handed-over sessions. */
  readonly handedOver: HandedOver
  /** The caches for these conditions; empty if the conditions have changed. */
  verifiedBy(conditions: VerifiedConditions): VerifiedMemory
  /** Size of the session cache of the latest configuration. */
  cacheCondition(): CacheCondition
  /** Ends the connections, after the last app that uses them. */
  close(): Promise<void>
}

/** Conditions under which cached sessions are valid. */
export interface VerifiedConditions {
  /** Of all relevant settings except the keys: a session must not pass by outdated rules. */
  fingerprint: string
  /** Digests of the verifying keys. An added key keeps the cache; a removed one drops its sessions. */
  keyDigests: readonly string[]
  /** Session cache limit. */
  cacheBytes: number
}

/** Caches of verified sessions and encrypted cookies. */
export interface VerifiedMemory {
  readonly cached: SessionCache
  readonly refreshes: RefreshMemory
  readonly notes: ActivityNotes
  readonly begun: BegunSessions
}

export interface SessionStateOptions {
  /** Default: this process is alone. */
  shared?: SharedState
  /** Processes that share the session cache limit; default 1. */
  processes?: number
  /** Receives `ended-sessions.full` and `used-sign-ins.full`; optional. */
  report?: EventSink
  /** Timer for connection scans; default: the real clock. */
  schedule?: Schedule
  /** Epoch seconds. */
  now: () => number
}

/** The session state of this process. No timers run while there are no connections. */
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

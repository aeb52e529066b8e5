import { type Schedule, scheduleOnTimer } from '../async.ts'
import type { CacheCondition } from '../operations/condition.ts'
import { type EventSink, ignoreEvents } from '../operations/events.ts'
import { createMemoryState, type SharedState } from '../shared-state/shared-state.ts'
import { createConnections } from './connections/connections.ts'
import { createHandedOver } from './hand-over.ts'
import { createRefreshMemory, createRefusals } from './refresh.ts'
import { createAccountFindings } from './revocation/account-findings.ts'
import { createEndedSessions, createRevocations } from './revocation/revocations.ts'
import { createActivityNotes, createCacheLookups, createSessionCache } from './session-cache.ts'
import { createBegunSessions, createUsedBearers } from './sign-in/bearer-sessions.ts'

const SIGNED_OUT = { reason: 'signed-out', code: 'SESSION_ENDED', by: null } as const

/** State of the session module that survives a config reload. */
export type SessionState = ReturnType<typeof createSessionState>

/** Conditions under which cached sessions are valid. */
export interface VerifiedConditions {
  /** Of all relevant settings except the keys: a session must not pass by outdated rules. */
  fingerprint: string
  /** Digests of the verifying keys. An added key keeps the cache; a removed one drops its sessions. */
  keyDigests: readonly string[]
  cacheBytes: number
}

/** The session state of this process. No timers run while there are no connections. */
export function createSessionState(options: {
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
}) {
  const { report = ignoreEvents, schedule = scheduleOnTimer, now } = options
  const { shared = createMemoryState(now), processes = 1 } = options
  const connections = createConnections({ schedule, now })
  const refusals = createRefusals()
  const lookups = createCacheLookups()
  const createVerified = (cacheBytes: number) => ({
    cached: createSessionCache(Math.floor(cacheBytes / processes), lookups),
    refreshes: createRefreshMemory(refusals, now),
    notes: createActivityNotes(now),
    begun: createBegunSessions(now)
  })
  let kept: { conditions: VerifiedConditions; memory: ReturnType<typeof createVerified> } | null = null
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
    /** The caches of verified sessions and encrypted cookies for these conditions; empty if the conditions have changed. */
    verifiedBy(conditions: VerifiedConditions): ReturnType<typeof createVerified> {
      const known = kept !== null && staysVerified(kept.conditions, conditions) ? kept.memory : null
      const memory = known ?? createVerified(conditions.cacheBytes)
      kept = { conditions, memory }
      return memory
    },
    /** Size of the session cache of the latest configuration. */
    cacheCondition: (): CacheCondition => ({
      ...lookups,
      ...(kept?.memory.cached.size() ?? { entries: 0, bytes: 0 })
    }),
    /** Ends the connections, after the last app that uses them. */
    close: async (): Promise<void> => connections.close()
  }
}

function staysVerified(before: VerifiedConditions, after: VerifiedConditions): boolean {
  return (
    before.fingerprint === after.fingerprint &&
    before.cacheBytes === after.cacheBytes &&
    before.keyDigests.every((digest) => after.keyDigests.includes(digest))
  )
}

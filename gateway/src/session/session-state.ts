import type { CacheCondition } from '../operations/condition.ts'
import type { Runtime } from '../operations/runtime.ts'
import { createMemoryState } from '../shared-state/memory.ts'
import type { SharedState } from '../shared-state/shared-state.ts'
import { createConnections } from './connections/connections.ts'
import { type BoundSessions, createBoundSessions } from './device-binding.ts'
import { createCompletedHandOvers } from './hand-over.ts'
import { createRefreshMemory, createRejections } from './refresh.ts'
import { createAccountFindings } from './revocation/account-findings.ts'
import { createRevocations } from './revocation/revocations.ts'
import { createActivityCookies, createSessionCache } from './session-cache.ts'
import { createRepeatableSessions, createUsedSignIns } from './sign-in/replay-guard.ts'

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
export function createSessionState(
  runtime: Runtime,
  options: {
    /** Default: this process is alone. */
    shared?: SharedState
    /** Processes that share the session cache limit; default 1. */
    processes?: number
  } = {}
) {
  const { now } = runtime
  const { shared = createMemoryState(now), processes = 1 } = options
  const connections = createConnections(runtime)
  const rejections = createRejections()
  const lookups = { hits: 0, misses: 0, evictions: 0 }
  const createVerified = (cacheBytes: number) => ({
    cached: createSessionCache(Math.floor(cacheBytes / processes), lookups),
    refreshes: createRefreshMemory(rejections, now),
    activityCookies: createActivityCookies(now),
    repeatable: createRepeatableSessions(now)
  })
  let bound: BoundSessions | null = null
  let latest: { conditions: VerifiedConditions; memory: ReturnType<typeof createVerified> } | null = null
  return {
    shared,
    revocations: createRevocations(runtime, {
      shared,
      onEnded: (id) => connections.endSession(id, SIGNED_OUT),
      onRevoked: connections.checkAccount
    }),
    usedSignIns: createUsedSignIns(runtime, { shared }),
    findings: createAccountFindings(now),
    connections,
    completedHandOvers: createCompletedHandOvers(now),
    /** From the first call on: only a configuration that binds sessions needs them. */
    bound(): BoundSessions {
      bound ??= createBoundSessions(shared, now)
      return bound
    },
    /** The caches of verified sessions and encrypted cookies for these conditions; empty if the conditions have changed. */
    verifiedBy(conditions: VerifiedConditions): ReturnType<typeof createVerified> {
      const former = latest !== null && staysVerified(latest.conditions, conditions) ? latest.memory : null
      const memory = former ?? createVerified(conditions.cacheBytes)
      latest = { conditions, memory }
      return memory
    },
    cacheCondition: (): CacheCondition => ({
      ...lookups,
      ...(latest?.memory.cached.size() ?? { entries: 0, bytes: 0 })
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

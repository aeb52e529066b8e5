import { LRUCache } from 'lru-cache'
import { createReuse } from '../config/changes.ts'
import type { BearerIssuer } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import { networkOf } from '../http/origin.ts'
import { createProviderHttp, type ProviderHttp } from '../identity-platform/client/http.ts'
import type { Runtime } from '../operations/runtime.ts'
import { atMost, createSessionCache, type SessionCache } from '../session/session-cache.ts'
import { createCallWindows } from '../shared-state/shared-state.ts'
import { createIssuerKeys, type IssuerKeys } from './issuers.ts'

/** About five thousand tokens of the usual size. */
const REMEMBERED_BYTES = 16 * 1024 * 1024

export type MachineState = ReturnType<typeof createMachineState>

/** Caches of issuers and tokens that survive a config reload. Opens no connection until keys are needed. */
export function createMachineState(runtime: Runtime) {
  const known = new Map<string, IssuerKeys>()
  const reuseCached = createReuse<SessionCache>()
  const reuseAttested = createReuse<ReturnType<typeof createVerifiedTokens>>()
  let http: ProviderHttp | null = null
  return {
    /** The keys of an issuer, reused if the entry is unchanged. */
    keysOf({ issuer, jwksUri }: Pick<BearerIssuer, 'issuer' | 'jwksUri'>): IssuerKeys {
      const id = JSON.stringify([issuer, jwksUri])
      http ??= createProviderHttp()
      const keys = known.get(id) ?? createIssuerKeys(runtime, { http, issuer, jwksUri })
      known.set(id, keys)
      return keys
    },
    /** Tokens verified under the same conditions. */
    cachedBy: (fingerprint: string) => reuseCached(fingerprint, () => createSessionCache(REMEMBERED_BYTES)),
    /** App Check tokens verified under the same conditions. */
    attestedBy: (fingerprint: string) => reuseAttested(fingerprint, createVerifiedTokens),
    wrongTokens: createWrongTokens(runtime.now),
    /** Closes connections to issuers. */
    async close(): Promise<void> {
      await http?.close()
    }
  }
}

/** About a kilobyte each. */
const MAX_ATTESTED = 10_000

/** When verified tokens end, in epoch seconds. */
export function createVerifiedTokens(): LRUCache<string, number> {
  return new LRUCache(atMost(MAX_ATTESTED))
}

const WINDOW_MS = 60_000
/** Far above the rate of a client with a stale key, far below what costs a core to verify. */
const MAX_A_WINDOW = 300

/** Limits tokens with a wrong signature to 300 a minute per client address; an IPv6 /64 counts as one. `now`: epoch seconds. */
export function createWrongTokens(now: () => number) {
  const windows = createCallWindows(WINDOW_MS, now)
  return {
    /** Why new tokens of this client are not verified now; null: they are. */
    limitOf(client: string): Fault | null {
      const window = windows.find(networkOf(client))
      if (window === null || window.calls < MAX_A_WINDOW) return null
      const detail = `${window.calls} bearer tokens with a wrong signature`
      return new Fault('RATE_LIMITED', { detail, retryAfterSeconds: Math.ceil(window.endsInMs / 1000) })
    },
    /** Records a token with a wrong signature. */
    note(client: string): void {
      windows.count(networkOf(client))
    }
  }
}

import { createReuse } from '../config/reuse.ts'
import type { BearerIssuer } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import { networkOf } from '../http/origin.ts'
import { createProviderHttp, type ProviderHttp } from '../identity-platform/client/http.ts'
import type { EventSink } from '../operations/events.ts'
import type { Spans } from '../operations/tracing/spans.ts'
import { createSessionCache, type SessionCache } from '../session/session-cache.ts'
import { createCallWindows } from '../shared-state/shared-state.ts'
import { createIssuerKeys, type IssuerKeys } from './issuer-keys.ts'

/** About five thousand tokens of the usual size. */
const REMEMBERED_BYTES = 16 * 1024 * 1024

/** Caches of issuers and tokens that survive a config reload. */
export interface MachineState {
  /** The keys of an issuer, reused if the entry is unchanged. */
  keysOf(entry: Pick<BearerIssuer, 'issuer' | 'jwksUri'>): IssuerKeys
  /** Tokens verified under the same conditions. */
  cachedBy(fingerprint: string): SessionCache
  wrongTokens: WrongTokens
  /** Closes connections to issuers. */
  close(): Promise<void>
}

export interface MachineStateOptions {
  /** Optional tracing. */
  spans?: Spans | undefined
  report: EventSink
  /** Epoch seconds. */
  now: () => number
}

/** Opens no connection until keys are needed. */
export function createMachineState({ spans, report, now }: MachineStateOptions): MachineState {
  const known = new Map<string, IssuerKeys>()
  const reuseCached = createReuse<SessionCache>()
  let http: ProviderHttp | null = null
  return {
    keysOf({ issuer, jwksUri }) {
      const id = JSON.stringify([issuer, jwksUri])
      http ??= createProviderHttp()
      const keys = known.get(id) ?? createIssuerKeys({ http, issuer, jwksUri, spans, report, now })
      known.set(id, keys)
      return keys
    },
    cachedBy: (fingerprint) => reuseCached(fingerprint, () => createSessionCache(REMEMBERED_BYTES)),
    wrongTokens: createWrongTokens(now),
    async close() {
      await http?.close()
    }
  }
}

const WINDOW_MS = 60_000
/** Far above the rate of a client with a stale key, far below what costs a core to verify. */
const MAX_A_WINDOW = 300

/** Clients that recently sent forged tokens. */
export type WrongTokens = ReturnType<typeof createWrongTokens>

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

import { createReuse } from '../config/reuse.ts'
import type { BearerIssuer } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import { networkOf } from '../http/sites.ts'
import { createProviderHttp, type ProviderHttp } from '../identity-platform/client/http.ts'
import type { EventSink } from '../operations/events.ts'
import type { Spans } from '../operations/tracing/spans.ts'
import { createSessionCache, type SessionCache } from '../session/session-cache.ts'
import { createCallWindows } from '../shared-state/shared-state.ts'
import { createIssuerKeys, type IssuerKeys } from './issuer-keys.ts'

/** Some five thousand tokens of the usual size. */
const REMEMBERED_BYTES = 16 * 1024 * 1024

/** What is kept of issuers and tokens from one configuration to the next; see `createMachineState`. */
export interface MachineState {
  /** The keys of an issuer, those that are known already where the entry says the same of them as before. */
  keysOf(entry: Pick<BearerIssuer, 'issuer' | 'jwksUri'>): IssuerKeys
  /** The tokens that were verified under the same conditions. */
  cachedBy(fingerprint: string): SessionCache
  wrongTokens: WrongTokens
  /** Ends connections to issuers. */
  close(): Promise<void>
}

export interface MachineStateOptions {
  /** Records fetches; nobody does when left out. */
  spans?: Spans | undefined
  report: EventSink
  /** Epoch seconds. */
  now: () => number
}

/** The memory of bearer tokens and of their issuers' keys. Opens no connection by itself. */
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
/** Far above what one machine with a stale key asks for, far below what verifying signatures costs a core. */
const MAX_A_WINDOW = 300

/** Who sent forged tokens lately; see `createWrongTokens`. */
export interface WrongTokens {
  /** Why no token of this client that is not known yet is verified now; null: it is. */
  limitOf(client: string): Fault | null
  /** A token of this client whose signature was wrong. */
  note(client: string): void
}

/**
 * The limit of tokens with a wrong signature: 300 a minute for each client address, an IPv6 /64 counts as one. `now`: epoch
 * seconds.
 */
export function createWrongTokens(now: () => number): WrongTokens {
  const windows = createCallWindows(WINDOW_MS, now)
  return {
    limitOf(client) {
      const window = windows.find(networkOf(client))
      if (window === null || window.calls < MAX_A_WINDOW) return null
      const detail = `${window.calls} bearer tokens with a wrong signature`
      return new Fault('RATE_LIMITED', { detail, retryAfterSeconds: Math.ceil(window.endsInMs / 1000) })
    },
    note(client) {
      windows.count(networkOf(client))
    }
  }
}

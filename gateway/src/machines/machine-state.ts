import { LRUCache } from 'lru-cache'
import { createReuse } from '../config/reuse.ts'
import type { BearerIssuer } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import { networkOf } from '../http/origin.ts'
import { createProviderHttp, type ProviderHttp } from '../identity-platform/client/http.ts'
import type { EventSink } from '../operations/events.ts'
import type { Spans } from '../operations/tracing/spans.ts'
import {
  atMost,
  copyText,
  createSessionCache,
  type SessionCache,
  signatureOf
} from '../session/session-cache.ts'
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
  /** App Check tokens verified under the same conditions. */
  attestedBy(fingerprint: string): VerifiedTokens
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
  const reuseAttested = createReuse<VerifiedTokens>()
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
    attestedBy: (fingerprint) => reuseAttested(fingerprint, createVerifiedTokens),
    wrongTokens: createWrongTokens(now),
    async close() {
      await http?.close()
    }
  }
}

/** Verified tokens by their exact text, with the time they end, in epoch seconds. */
export interface VerifiedTokens {
  remember(token: string, endsAtSeconds: number): void
  /** Undefined: not verified yet, or forgotten. */
  recall(token: string): number | undefined
}

/** lru-cache allocates an object for each call without options. */
const NO_OPTIONS = {}
/** About a kilobyte each. */
const MAX_ATTESTED = 10_000

/** Bounded, LRU. */
export function createVerifiedTokens(): VerifiedTokens {
  const tokens = new LRUCache<string, { token: string; endsAtSeconds: number }>(atMost(MAX_ATTESTED))
  return {
    remember(token, endsAtSeconds) {
      tokens.set(copyText(signatureOf(token)), { token: copyText(token), endsAtSeconds })
    },
    // The signature is a short key; the whole token must match.
    recall(token) {
      const known = tokens.get(signatureOf(token), NO_OPTIONS)
      return known?.token === token ? known.endsAtSeconds : undefined
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

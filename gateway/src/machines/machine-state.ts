import { createReuse } from '../config/reuse.ts'
import type { BearerIssuer } from '../config/schema/schema.ts'
import { createProviderHttp, type ProviderHttp } from '../identity-platform/client/http.ts'
import type { EventSink } from '../operations/events.ts'
import type { Spans } from '../operations/tracing/spans.ts'
import { createSessionCache, type SessionCache } from '../session/session-cache.ts'
import { createIssuerKeys, type IssuerKeys } from './issuer-keys.ts'
import { createWrongTokens, type WrongTokens } from './wrong-tokens.ts'

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

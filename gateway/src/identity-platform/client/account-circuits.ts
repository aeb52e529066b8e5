import { LRUCache } from 'lru-cache'
import {
  type CallOutcome,
  type CallPermit,
  type Circuit,
  type CircuitChange,
  createCircuit
} from './circuit.ts'
import type { ProviderFailure } from './error-sorting.ts'

/** An account of the project, or of a tenant. */
export interface AccountName {
  uid: string
  /** Null: of the project itself. */
  tenantId: string | null
}

/** Accounts whose failures are kept for each line, LRU. One beyond them is called as if it had not failed. */
const MAX_ACCOUNTS = 1000
/** After this long without a call, an account counts as one that has not failed. */
const KEPT_MS = 600_000

interface Failing {
  circuit: Circuit
  failure: ProviderFailure
}

/** Circuits of accounts, each from its first failure to its next response. `now`: epoch seconds. `random`: 0 to 1. */
export function createAccountCircuits(options: { now: () => number; random: () => number }) {
  const failing = new LRUCache<string, Failing>({
    max: MAX_ACCOUNTS,
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: { now: () => options.now() * 1000 }
  })
  return {
    /** Undefined: its last call did not fail. */
    find: (account: AccountName): Failing | undefined => failing.get(keyOf(account)),

    /** Notes the end of a call. `permit`: of the account's circuit; null: it had none when the call began. */
    settle(
      account: AccountName,
      permit: CallPermit | null,
      { outcome, failure }: { outcome: CallOutcome; failure?: ProviderFailure | undefined }
    ): CircuitChange | null {
      const key = keyOf(account)
      if (outcome === 'answered') failing.delete(key)
      if (outcome === 'answered' || outcome === 'neither' || failure === undefined)
        return permit?.settle(outcome) ?? null
      const circuit = failing.get(key)?.circuit ?? createCircuit(options)
      failing.set(key, { circuit, failure })
      const counted = permit ?? circuit.enter()
      return 'settle' in counted ? counted.settle(outcome, failure.retryAfterSeconds) : null
    },

    /** Ends all pauses. The accounts still count as ones that have failed. */
    endPauses(): void {
      for (const one of failing.values()) one.circuit = createCircuit(options)
    }
  }
}

/** An account of a line, as text. */
export function keyOf({ uid, tenantId }: AccountName): string {
  return `${tenantId ?? ''}/${uid}`
}

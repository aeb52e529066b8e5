import { Fault } from '../errors.ts'
import { networkOf } from '../http/address.ts'
import { createCallWindows } from '../http/call-windows.ts'

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

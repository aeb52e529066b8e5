import { LRUCache } from 'lru-cache'

/** Callers that are remembered; who has not called for longest is forgotten first. */
const MAX_CALLERS = 5000

/** Calls since the window of a caller began. */
export interface CallWindow {
  readonly calls: number
  readonly endsInMs: number
}

/** How often who called lately; see `createCallWindows`. */
export interface CallWindows {
  /** Counts a call: the first one begins a window. */
  count(caller: string): CallWindow
  /** The window of a caller; null: there is none. */
  find(caller: string): CallWindow | null
}

/** Windows of a fixed length, each of which begins with a call. `now`: epoch seconds. */
export function createCallWindows(windowMs: number, now: () => number): CallWindows {
  const windows = new LRUCache<string, { calls: number; endsAtMs: number }>({ max: MAX_CALLERS })

  function find(caller: string): CallWindow | null {
    const known = windows.get(caller)
    const endsInMs = (known?.endsAtMs ?? 0) - now() * 1000
    return known === undefined || endsInMs <= 0 ? null : { calls: known.calls, endsInMs }
  }

  return {
    find,
    count(caller) {
      const { calls, endsInMs } = find(caller) ?? { calls: 0, endsInMs: windowMs }
      windows.set(caller, { calls: calls + 1, endsAtMs: now() * 1000 + endsInMs })
      return { calls: calls + 1, endsInMs }
    }
  }
}

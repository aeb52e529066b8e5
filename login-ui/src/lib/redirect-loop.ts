import type { TabStorage } from './tab-storage.ts'

const KEY = 'gatehouse:redirects'
/** A visitor who is back sooner has not reached the application. */
const windowMs = 30_000
const limit = 3

/** Counts this tab's sign-ins that led straight back to the login page. */
export type RedirectCounter = ReturnType<typeof createRedirectCounter>

/** Stored as `{count, sinceMs}`; `sinceMs`: when the visitor last left, 0 once the return was counted. */
export function createRedirectCounter(storage: TabStorage) {
  function read(): { count: number; sinceMs: number } {
    const { count, sinceMs }: Record<string, unknown> = Object(storage.read(KEY))
    return typeof count === 'number' && typeof sinceMs === 'number'
      ? { count, sinceMs }
      : { count: 0, sinceMs: 0 }
  }
  return {
    /**
     * Records the page's start; true: a sign-in of this tab led straight back. `sinceSignOut`: a sign-out explains the return.
     */
    noteArrival(nowMs: number, sinceSignOut: boolean): boolean {
      const { count, sinceMs } = read()
      // Already counted: this is a reload.
      if (sinceMs === 0 && !sinceSignOut) return false
      const isBack = !sinceSignOut && Math.abs(nowMs - sinceMs) <= windowMs
      if (isBack) storage.write(KEY, { count: count + 1, sinceMs: 0 })
      else storage.remove(KEY)
      return isBack
    },
    /** Records that a sign-in sends the visitor on. */
    noteLeaving: (nowMs: number) => storage.write(KEY, { count: read().count, sinceMs: nowMs }),
    /** Whether leaving would lead back once more. */
    isLoop: () => read().count >= limit,
    reset: () => storage.remove(KEY)
  }
}

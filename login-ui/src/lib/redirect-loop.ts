import type { TabStorage } from './tab-storage.ts'

const KEY = 'gatehouse:redirects'
/** A visitor who is back sooner than this has not reached the application. */
const windowMs = 30_000
const limit = 3

/** Counts the sign-ins of this tab that led straight back to the login page. */
export interface RedirectCounter {
  /**
   * Notes that the page begins; true: a sign-in of this tab has just led back. `sinceSignOut`: the visitor has just
   * signed out, so that being back means nothing.
   */
  noteArrival(nowMs: number, sinceSignOut: boolean): boolean
  /** Notes that a sign-in sends the visitor on. */
  noteLeaving(nowMs: number): void
  /** Would leaving once more only lead back again? */
  isLoop(): boolean
  reset(): void
}

/** The count is kept as `{count, sinceMs}`; `sinceMs`: when the visitor last left, 0 once the return was counted. */
export function createRedirectCounter(storage: TabStorage): RedirectCounter {
  function read(): { count: number; sinceMs: number } {
    const value = storage.read(KEY)
    const { count, sinceMs }: { count?: unknown; sinceMs?: unknown } =
      typeof value === 'object' && value !== null ? value : {}
    return typeof count === 'number' && typeof sinceMs === 'number'
      ? { count, sinceMs }
      : { count: 0, sinceMs: 0 }
  }
  return {
    noteArrival(nowMs, sinceSignOut) {
      const { count, sinceMs } = read()
      // Counted already: this is a reload.
      if (sinceMs === 0 && !sinceSignOut) return false
      const isBack = !sinceSignOut && Math.abs(nowMs - sinceMs) <= windowMs
      if (isBack) storage.write(KEY, { count: count + 1, sinceMs: 0 })
      else storage.remove(KEY)
      return isBack
    },
    noteLeaving: (nowMs) => storage.write(KEY, { count: read().count, sinceMs: nowMs }),
    isLoop: () => read().count >= limit,
    reset: () => storage.remove(KEY)
  }
}

import type { TabStorage } from './tab-storage.ts'

const KEY = 'gatehouse:bounces'
/** Who is back sooner has not arrived. */
const windowMs = 30_000
const limit = 3

/** Counts the sign-ins of this tab that led straight back to the login page. */
export interface Bounces {
  /**
   * The page begins; `sinceSignOut`: the visitor has just signed out, so that being here is no wonder.
   * True: a sign-in of this tab has just led back.
   */
  arrive(nowMs: number, sinceSignOut: boolean): boolean
  /** A sign-in sends the visitor on. */
  leave(nowMs: number): void
  /** Would leaving once more only lead back again? */
  isLoop(): boolean
  reset(): void
}

/** The count is kept as `{count, sinceMs}`; `sinceMs` is the time of the last leave, 0 once it has been judged. */
export function createBounces(storage: TabStorage): Bounces {
  function read(): { count: number; sinceMs: number } {
    const value = storage.read(KEY)
    const { count, sinceMs }: { count?: unknown; sinceMs?: unknown } =
      typeof value === 'object' && value !== null ? value : {}
    return typeof count === 'number' && typeof sinceMs === 'number'
      ? { count, sinceMs }
      : { count: 0, sinceMs: 0 }
  }
  return {
    arrive(nowMs, sinceSignOut) {
      const { count, sinceMs } = read()
      // Judged already: this is a reload.
      if (sinceMs === 0 && !sinceSignOut) return false
      const isBack = !sinceSignOut && Math.abs(nowMs - sinceMs) <= windowMs
      if (isBack) storage.write(KEY, { count: count + 1, sinceMs: 0 })
      else storage.remove(KEY)
      return isBack
    },
    leave: (nowMs) => storage.write(KEY, { count: read().count, sinceMs: nowMs }),
    isLoop: () => read().count >= limit,
    reset: () => storage.remove(KEY)
  }
}

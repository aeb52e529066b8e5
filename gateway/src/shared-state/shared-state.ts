import { LRUCache } from 'lru-cache'
import type { StoreCondition } from '../operations/condition.ts'

/**
 * What the processes of a gateway know together. Everything crosses between them as plain text and numbers. Nothing here
 * rejects for want of the others, or makes anybody wait longer than the maker says: who cannot be reached is done without.
 */
export interface SharedState {
  /**
   * Does some work once for all processes: whoever asks while it is under way, or within `keepSeconds` after it, gets the same
   * text, as far as it can be read. Otherwise the work is done here. Rejects with what `make` rejects with.
   *
   * `name`: what the work is; at most 1 kB. `keepSeconds`: 0: for those that wait alone.
   */
  once<Result>(name: string, keepSeconds: number, work: SharedWork<Result>): Promise<Result>

  /**
   * Counts a call of this caller under a limit, over all processes that can be reached; the first call begins a window.
   * `windowMs`: the same for all calls of a limit.
   */
  countCall(limit: string, caller: string, windowMs: number): Promise<CallWindow>

  /**
   * Tells all subscribers to a topic something that counts until a time (epoch seconds). Those of this process are told before
   * the call returns; those of others within a second, or as soon as they can be reached again. Settles when the others can
   * know, with true, or when it is clear that they cannot know yet, with false: then they are told when they can be reached.
   *
   * `text`: at most 4 kB.
   */
  publish(topic: string, text: string, expiresAtSeconds: number): Promise<boolean>

  /**
   * From now on `listener` takes what is published about a topic, by whichever process, and what was published before and still
   * counts, as far as it is kept. The same text may come more than once, and in another order than it was published. It must
   * not throw.
   */
  subscribe(topic: string, listener: (text: string) => void): void

  /**
   * Adds a text to a list that is kept beside the processes, until a time (epoch seconds), where there is such a place. The
   * newest 64 of a list are kept. Settles when it is there, or when it is clear that it cannot be yet: then it is added when the
   * place can be reached.
   */
  addToList(list: string, text: string, expiresAtSeconds: number): Promise<void>

  /** What was added to a list and still counts, the oldest first. */
  readList(list: string): Promise<ListReading>

  /**
   * Settles when what others published before is known here, or when it is clear that it cannot be known yet. Never rejects.
   */
  ready(): Promise<void>

  /** How the store is that it is kept in; null: there is none. */
  condition(): StoreCondition | null

  /** Ends its connections and timers. What was not passed on by then is lost. */
  close(): Promise<void>
}

/** What reading a list gave. */
export type ListReading =
  | { kind: 'list'; texts: readonly string[] }
  /** There is no place for lists. */
  | { kind: 'not-kept' }
  /** It cannot be reached. */
  | { kind: 'unavailable'; detail: string }

/** Work that one process does for all. */
export interface SharedWork<Result> {
  make(): Promise<Result>
  /** As text, at most 64 kB; null: it is not for others, who do the work themselves. */
  write(result: Result): string | null
  /** What another process wrote. Null: it is of no use, and counts as if it had not come. Must not reject. */
  read(text: string): Promise<Result | null>
}

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

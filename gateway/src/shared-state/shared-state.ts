/**
 * State shared by the processes of a gateway: single flight, call counts, messages and lists, as plain text and numbers. The
 * implementations use memory, a store, or the primary of workers. It knows nothing of what the texts mean.
 */

import { EventEmitter } from 'node:events'
import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../async.ts'
import type { StoreCondition } from '../operations/condition.ts'

/** Nothing here rejects because others are unreachable, or waits for them longer than documented: it continues without them. */
export interface SharedState {
  /**
   * Does work once for all processes: callers during the work, or within `keepSeconds` after it, get the same
   * text if they can read it, and otherwise do the work themselves. Rejects if `make` does. `name`: at most 1
   * kB. `keepSeconds` 0: only for those already waiting.
   */
  singleFlight<Result>(name: string, keepSeconds: number, work: SharedWork<Result>): Promise<Result>

  /**
   * Does work while no other process does any of this name, in turn. Where others cannot be asked, or their work takes longer than 5
   * seconds, only this process is in turn. Rejects if the work does. `name`: at most 1 kB.
   */
  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result>

  /** Counts a call at all reachable processes; the first begins a window. `windowMs`: the same for all calls of a limit. */
  countCall(limit: string, caller: string, windowMs: number): Promise<CallWindow>

  /**
   * Publishes a text to all subscribers of a topic, valid until a time (epoch seconds). Subscribers in this process receive it
   * before the call returns, others within a second or once they are reachable. Resolves to true once the others can receive
   * it, to false if they cannot yet; then it is delivered later. `text`: at most 4 kB.
   */
  publish(topic: string, text: string, expiresAtSeconds: number): Promise<boolean>

  /**
   * Subscribes to a topic at all processes, including what was published before and is still valid and
   * stored. A text may arrive more than once and out of order. `listener` must not throw.
   */
  subscribe(topic: string, listener: (text: string) => void): void

  /**
   * Adds an entry to a list, in place of the one with the same key. Keeps the 128 entries that expire last. Resolves once it
   * is stored, or cannot be yet; then it is added when the store is reachable. Workers without a store keep no lists.
   */
  addToList(list: string, entry: ListEntry): Promise<void>

  /** The unexpired texts of a list, by their expiry. */
  readList(list: string): Promise<ListReading>

  /** Resolves once earlier messages of others have arrived, or cannot be had yet. Never rejects. */
  ready(): Promise<void>

  /**
   * Null while messages of others arrive as documented. After a time without a processor, resolves once those of that time have
   * arrived, or cannot be had within the store's timeout. Never rejects. Undefined: nothing can be missed, or noticed.
   */
  syncAfterPause?: () => Promise<void> | null

  /** Takes over the signature keys of a new configuration, in its order. Undefined: nothing is stored under them. */
  setSignatureKeys?: (signatureKeys: readonly string[]) => void

  /** Condition of the store; null: there is none. */
  condition(): StoreCondition | null

  /** Closes connections and timers. Undelivered texts are lost. */
  close(): Promise<void>
}

export interface ListEntry {
  key: string
  text: string
  /** Epoch seconds. */
  expiresAtSeconds: number
}

export type ListReading =
  /** `isShared`: of all processes, in the store; otherwise of this process alone, since its start. */
  | { kind: 'list'; texts: readonly string[]; isShared: boolean }
  /** Workers without a store. */
  | { kind: 'not-kept' }
  /** The store is unreachable. */
  | { kind: 'unavailable'; detail: string }

export interface SharedWork<Result> {
  make(): Promise<Result>
  /** As text, at most 64 kB; null: not shareable, others do the work themselves. */
  write(result: Result): string | null
  /** Reads another process's text. Null: unusable, as if it had not come. Must not reject. */
  read(text: string): Promise<Result | null>
}

/** Entries of a list, the rest is dropped. */
export const MAX_OF_LIST = 128
/** Callers tracked; LRU. */
const MAX_CALLERS = 5000

/** Calls since a caller's window began. */
export interface CallWindow {
  readonly calls: number
  readonly endsInMs: number
  /** The store could not be asked: other processes may count the same call as their first. */
  readonly isLocal?: true
}

export type CallWindows = ReturnType<typeof createCallWindows>

/** Fixed-length windows, each begun by a call. `now`: epoch seconds. */
export function createCallWindows(windowMs: number, now: () => number) {
  const windows = new LRUCache<string, { calls: number; endsAtMs: number }>({ max: MAX_CALLERS })

  /** Null: no open window. */
  function find(caller: string): CallWindow | null {
    const known = windows.get(caller)
    const endsInMs = (known?.endsAtMs ?? 0) - now() * 1000
    return known === undefined || endsInMs <= 0 ? null : { calls: known.calls, endsInMs }
  }

  return {
    find,
    /** Counts a call; the first one begins a window. */
    count(caller: string): CallWindow {
      const { calls, endsInMs } = find(caller) ?? { calls: 0, endsInMs: windowMs }
      windows.set(caller, { calls: calls + 1, endsAtMs: now() * 1000 + endsInMs })
      return { calls: calls + 1, endsInMs }
    }
  }
}

/** The shared state of a single process, without timers. `now`: epoch seconds. */
export function createMemoryState(now: () => number): SharedState {
  const join = createJoin()
  const { keep, recall } = createKeptTexts(now)
  const limits = new Map<string, CallWindows>()
  const topics = new EventEmitter<Record<string, [text: string]>>()
  const last = new Map<string, Promise<unknown>>()

  return {
    async alone(name, work) {
      const turn = (last.get(name) ?? Promise.resolve()).then(work, work)
      last.set(name, turn)
      return await turn.finally(() => {
        if (last.get(name) === turn) last.delete(name)
      })
    },
    async singleFlight(name, keepSeconds, work) {
      const known = recall(name)
      const readable = known === null ? null : await work.read(known)
      if (readable !== null) return readable
      return await join(name, work, async () => {
        const result = await work.make()
        const text = keepSeconds > 0 ? work.write(result) : null
        if (text !== null) keep(name, text, keepSeconds)
        return result
      })
    },
    async countCall(limit, caller, windowMs) {
      // Created lazily: each preallocates for all its callers.
      const windows = limits.get(limit) ?? createCallWindows(windowMs, now)
      limits.set(limit, windows)
      return windows.count(caller)
    },
    async publish(topic, text) {
      topics.emit(topic, text)
      return true
    },
    subscribe: (topic, listener) => void topics.on(topic, listener),
    ...createLists(now),
    ready: async () => {},
    condition: () => null,
    close: async () => {}
  }
}

const MAX_KEPT_BYTES = 32 * 1024 * 1024
const MAX_LISTED_BYTES = 16 * 1024 * 1024
/** Approximate size of an entry without its characters, in bytes. */
const ENTRY_OVERHEAD_BYTES = 500

/**
 * Lists of this process, up to 16 MiB of each kind, which is the first word of a name, so that none of them can displace
 * another; the lists that were longest without a new entry are dropped.
 */
function createLists(now: () => number): Pick<SharedState, 'addToList' | 'readList'> {
  const kinds = new Map<string, LRUCache<string, readonly ListEntry[]>>()
  const listsLike = (name: string) => {
    const kind = name.slice(0, name.indexOf(' '))
    const known = kinds.get(kind) ?? createListsOfKind()
    kinds.set(kind, known)
    return known
  }
  const readValid = (list: string) =>
    (listsLike(list).get(list) ?? []).filter((one) => now() < one.expiresAtSeconds)
  return {
    async addToList(list, entry) {
      const others = readValid(list).filter(({ key }) => key !== entry.key)
      const entries = [...others, entry].sort((one, other) => one.expiresAtSeconds - other.expiresAtSeconds)
      listsLike(list).set(list, entries.slice(-MAX_OF_LIST))
    },
    readList: async (list) => ({
      kind: 'list',
      texts: readValid(list).map(({ text }) => text),
      isShared: false
    })
  }
}

function createListsOfKind() {
  return new LRUCache<string, readonly ListEntry[]>({
    maxSize: MAX_LISTED_BYTES,
    sizeCalculation: (entries, list) =>
      entries.reduce(
        (bytes, { key, text }) => bytes + key.length + text.length,
        list.length + ENTRY_OVERHEAD_BYTES
      )
  })
}

/** Texts by name in memory, each with a ttl, up to 32 MiB, without timers. `now`: epoch seconds. */
export function createKeptTexts(now: () => number) {
  const kept = new LRUCache<string, { text: string; expiresAtSeconds: number }>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ text }, name) => text.length + name.length + ENTRY_OVERHEAD_BYTES
  })
  return {
    keep(name: string, text: string, seconds: number): void {
      kept.set(name, { text, expiresAtSeconds: now() + seconds })
    },
    /** Null: none, or expired. */
    recall(name: string): string | null {
      const known = kept.get(name)
      return known !== undefined && now() < known.expiresAtSeconds ? known.text : null
    }
  }
}

/** Runs `act` for the first of concurrent callers; the others read its text, or do the work themselves if they cannot. */
export function createJoin() {
  const flights = createSingleFlight<string | null>()
  return async <Result>(
    name: string,
    work: SharedWork<Result>,
    act: () => Promise<Result>
  ): Promise<Result> => {
    const own: Result[] = []
    const text = await flights.run(name, async () => {
      const result = await act()
      own.push(result)
      return work.write(result)
    })
    const [result] = own
    if (result !== undefined) return result
    return (text === null ? null : await work.read(text)) ?? (await work.make())
  }
}

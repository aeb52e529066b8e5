import { EventEmitter } from 'node:events'
import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../async/single-flight.ts'
import {
  type CallWindows,
  createCallWindows,
  type ListEntry,
  MAX_OF_LIST,
  type SharedState,
  type SharedWork
} from './shared-state.ts'

/** The shared state of a single process, without timers. `now`: epoch seconds. */
export function createMemoryState(now: () => number): SharedState {
  const join = createJoin()
  const { keep, recall } = createKeptTexts(now)
  const limits = new Map<string, CallWindows>()
  const topics = new EventEmitter<Record<string, [text: string]>>()

  return {
    async once(name, keepSeconds, work) {
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
    sizeCalculation: (entries) =>
      entries.reduce((bytes, { key, text }) => bytes + key.length + text.length, ENTRY_OVERHEAD_BYTES)
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

import { EventEmitter } from 'node:events'
import { LRUCache } from 'lru-cache'
import {
  createSharedState,
  type ListEntry,
  MAX_OF_LIST,
  type SharedClient,
  type SharedState
} from './shared-state.ts'

const MAX_KEPT_BYTES = 32 * 1024 * 1024
/** Of each kind of list. */
const MAX_LISTED_BYTES = 16 * 1024 * 1024
/** Approximate size of an entry without its characters, in bytes. */
const ENTRY_OVERHEAD_BYTES = 500
/** A process that works for longer loses its lock: a provider call and its retry are over by then. */
const LOCK_SECONDS = 5

/** The shared state of a single process, without timers. `now`: epoch seconds. */
export function createMemoryState(now: () => number): SharedState {
  return createSharedState(
    (): SharedClient => ({
      ...createMemoryTexts(now),
      publish: async () => true,
      publishedBefore() {},
      ...createMemoryLists(now),
      ready: async () => {},
      condition: () => null,
      close: async () => {}
    }),
    now
  )
}

/** Texts and locks by name in memory, up to 32 MiB, the least recently used are dropped. `now`: epoch seconds. */
export function createMemoryTexts(now: () => number) {
  const texts = new LRUCache<string, { text: string; expiresAtSeconds: number }>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ text }, name) => text.length + name.length + ENTRY_OVERHEAD_BYTES
  })
  const locks = new Map<string, { token: string; expiresAtSeconds: number }>()
  const releases = new EventEmitter<Record<string, []>>().setMaxListeners(0)

  function release(name: string, token: string): void {
    if (locks.get(name)?.token !== token) return
    locks.delete(name)
    releases.emit(` ${name}`)
  }

  return {
    async claim(name, token, how) {
      const kept = texts.get(name)
      const text = kept !== undefined && now() < kept.expiresAtSeconds ? kept.text : null
      const lock = locks.get(name)
      let holder = lock !== undefined && now() < lock.expiresAtSeconds ? lock.token : null
      if (holder === null && (how === 'useless' || text === null)) {
        locks.set(name, { token, expiresAtSeconds: now() + LOCK_SECONDS })
        holder = token
      }
      return { text, holder }
    },
    async release(name, token, text, ttlSeconds) {
      if (text !== null) texts.set(name, { text, expiresAtSeconds: now() + ttlSeconds })
      release(name, token)
    },
    released: (name) => new Promise<void>((resolve) => releases.once(` ${name}`, resolve)),
    /** Releases the locks of a process that is gone. */
    releaseAllOf(pid: number): void {
      for (const [name, { token }] of locks) if (token.startsWith(`${pid} `)) release(name, token)
    }
  } satisfies Pick<SharedClient, 'claim' | 'release' | 'released'> & { releaseAllOf(pid: number): void }
}

/** Lists of this process. Each kind (the first word of a name) has room of its own; those that were longest without a new entry are dropped. */
function createMemoryLists(now: () => number): Pick<SharedClient, 'addToList' | 'readList'> {
  const kinds = new Map<string, ReturnType<typeof createListsOfKind>>()
  const listsLike = (name: string) => {
    const kind = name.slice(0, name.indexOf(' '))
    const lists = kinds.get(kind) ?? createListsOfKind()
    kinds.set(kind, lists)
    return lists
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

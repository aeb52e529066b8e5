import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../async/single-flight.ts'
import { type CallWindows, createCallWindows, type SharedState, type SharedWork } from './shared-state.ts'

/** The state of a process that is alone. `now`: epoch seconds. Has no timers. */
export function createMemoryState(now: () => number): SharedState {
  const join = createJoin()
  const { keep, recall } = createKeptTexts(now)
  const limits = new Map<string, CallWindows>()
  const { tell, subscribe } = createSubscribers()

  // Not at the start: each of them takes room for all its callers at once.
  function windowsOf(limit: string, windowMs: number): CallWindows {
    const windows = limits.get(limit) ?? createCallWindows(windowMs, now)
    limits.set(limit, windows)
    return windows
  }

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
    countCall: async (limit, caller, windowMs) => windowsOf(limit, windowMs).count(caller),
    async publish(topic, text) {
      tell(topic, text)
      return true
    },
    subscribe,
    addToList: async () => {},
    readList: async () => ({ kind: 'not-kept' }),
    ready: async () => {},
    condition: () => null,
    close: async () => {}
  }
}

const MAX_KEPT_BYTES = 32 * 1024 * 1024
/** Rough size of a kept text beside its characters, in bytes. */
const ENTRY_OVERHEAD_BYTES = 500

/** Texts by name, each for a while; see `createKeptTexts`. */
export interface KeptTexts {
  keep(name: string, text: string, seconds: number): void
  /** Null: there is none, or its time is over. */
  recall(name: string): string | null
}

/** Texts in the memory of this process, 32 MiB of them at most. `now`: epoch seconds. Has no timers. */
export function createKeptTexts(now: () => number): KeptTexts {
  const kept = new LRUCache<string, { text: string; expiresAtSeconds: number }>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: ({ text }, name) => text.length + name.length + ENTRY_OVERHEAD_BYTES
  })
  return {
    keep: (name, text, seconds) => void kept.set(name, { text, expiresAtSeconds: now() + seconds }),
    recall(name) {
      const known = kept.get(name)
      return known !== undefined && now() < known.expiresAtSeconds ? known.text : null
    }
  }
}

type Listener = (text: string) => void

/** Who in this process listens to which topic; see `createSubscribers`. */
export interface Subscribers {
  subscribe(topic: string, listener: Listener): void
  tell(topic: string, text: string): void
}

/** The listeners of this process. A topic may have several. */
export function createSubscribers(): Subscribers {
  const listeners = new Map<string, Listener[]>()
  return {
    subscribe: (topic, listener) => listeners.set(topic, [...(listeners.get(topic) ?? []), listener]),
    tell(topic, text) {
      for (const listener of listeners.get(topic) ?? []) listener(text)
    }
  }
}

/**
 * Does work once for all callers of this process: `act` for the first of them, whose text the others read. Who cannot use the
 * text does the work by itself.
 */
export type Join = <Result>(
  name: string,
  work: SharedWork<Result>,
  act: () => Promise<Result>
) => Promise<Result>

/** Joins callers by the name of their work. */
export function createJoin(): Join {
  const flights = createSingleFlight<string | null>()
  return async (name, work, act) => {
    const own: Awaited<ReturnType<typeof act>>[] = []
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

import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../async/single-flight.ts'
import { type CallWindows, createCallWindows } from '../http/call-windows.ts'
import type { SharedState, SharedWork } from './shared-state.ts'
import { createSubscribers } from './subscribers.ts'

const MOST_KEPT_BYTES = 32 * 1024 * 1024
/** Rough size of a kept text beside its characters, in bytes. */
const ENTRY_OVERHEAD_BYTES = 500

/** The state of a process that is alone. `now`: epoch seconds. Has no timers. */
export function createMemoryState(now: () => number): SharedState {
  const flights = createSingleFlight<string | null>()
  const kept = new LRUCache<string, { text: string; untilSeconds: number }>({
    maxSize: MOST_KEPT_BYTES,
    sizeCalculation: ({ text }, name) => text.length + name.length + ENTRY_OVERHEAD_BYTES
  })
  const limits = new Map<string, CallWindows>()
  const { tell, subscribe } = createSubscribers()

  // Not at the start: each of them takes room for all its callers at once.
  function windowsOf(limit: string, windowMs: number): CallWindows {
    const windows = limits.get(limit) ?? createCallWindows(windowMs, now)
    limits.set(limit, windows)
    return windows
  }

  function recall(name: string): string | null {
    const known = kept.get(name)
    return known !== undefined && now() < known.untilSeconds ? known.text : null
  }

  async function once<Result>(name: string, keepSeconds: number, work: SharedWork<Result>): Promise<Result> {
    const known = recall(name)
    const readable = known === null ? null : await work.read(known)
    if (readable !== null) return readable
    const made: Result[] = []
    const text = await flights.run(name, async () => {
      const result = await work.make()
      made.push(result)
      const text = work.write(result)
      if (text !== null && keepSeconds > 0) kept.set(name, { text, untilSeconds: now() + keepSeconds })
      return text
    })
    const [own] = made
    if (own !== undefined) return own
    return (text === null ? null : await work.read(text)) ?? (await work.make())
  }

  return {
    once,
    countCall: async (limit, caller, windowMs) => windowsOf(limit, windowMs).count(caller),
    publish: async (topic, text) => tell(topic, text),
    subscribe,
    close: async () => {}
  }
}

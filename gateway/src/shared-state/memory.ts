import { type CallWindows, createCallWindows } from '../http/call-windows.ts'
import { createJoin } from './joining.ts'
import { createKeptTexts } from './kept-texts.ts'
import type { SharedState } from './shared-state.ts'
import { createSubscribers } from './subscribers.ts'

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

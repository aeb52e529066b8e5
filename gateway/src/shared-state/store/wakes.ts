import type { StoreClient } from './clients.ts'

/** Who waits for a word of other processes; see `createWakes`. */
export interface Wakes {
  /** Settles when others say this word, or after so many milliseconds. */
  wait(word: string, atMostMs: number): Promise<void>
  close(): void
}

export interface WakesOptions {
  /** A connection of its own: one that listens can ask nothing. */
  client: StoreClient
  channel: string
  /** Told of every word, and each time that it listens anew: words said meanwhile are lost. */
  onWord: (word: string | null) => void
}

/** Listens to words that processes say to each other. They hold nothing: whoever hears one looks into the store. */
export function createWakes({ client, channel, onWord }: WakesOptions): Wakes {
  const waiting = new Map<string, Set<() => void>>()

  client.on('ready', () => {
    client.subscribe(channel).then(
      () => onWord(null),
      // Another attempt follows the next connection, and what is missed is looked for in any case.
      () => {}
    )
  })
  client.on('message', (_channel: string, word: string) => {
    onWord(word)
    for (const wake of waiting.get(word) ?? []) wake()
  })
  client.connect().catch(() => {})

  return {
    wait: (word, atMostMs) =>
      new Promise((resolve) => {
        const waiters = waiting.get(word) ?? new Set()
        waiting.set(word, waiters)
        const wake = () => {
          clearTimeout(timer)
          waiters.delete(wake)
          if (waiters.size === 0) waiting.delete(word)
          resolve()
        }
        const timer = setTimeout(wake, atMostMs)
        waiters.add(wake)
      }),
    close() {
      for (const waiters of [...waiting.values()]) for (const wake of [...waiters]) wake()
    }
  }
}

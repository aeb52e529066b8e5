import { describeStoreError, PROTOCOL_ERROR, type StoreClient, verifyStore } from './clients.ts'

/** Who waits for a word of other processes; see `createSubscription`. */
export interface Subscription {
  /** Settles when others say this word, or after so many milliseconds. */
  wait(word: string, atMostMs: number): Promise<void>
  close(): void
}

export interface SubscriptionOptions {
  /** A connection of its own: one that listens can ask nothing. */
  client: StoreClient
  channel: string
  /** Name in the store that is written before it is listened to. */
  probeName: string
  /** Told of every word, and each time that it listens anew: words said meanwhile are lost. */
  onWord: (word: string | null) => void
}

/** Listens to words that processes say to each other. They hold nothing: whoever hears one looks into the store. */
export function createSubscription({
  client,
  channel,
  probeName,
  onWord
}: SubscriptionOptions): Subscription {
  const waiting = new Map<string, Set<() => void>>()

  async function listen(): Promise<void> {
    const why = await verifyStore(client, probeName).then(() => null, describeStoreError)
    // The library throws, out of reach of its callers, when the reply to this command is none.
    if (why === PROTOCOL_ERROR) return client.disconnect(true)
    await client.subscribe(channel)
    onWord(null)
  }

  // Another attempt follows the next connection, and what is missed is looked for in any case.
  client.on('ready', () => void listen().catch(() => {}))
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

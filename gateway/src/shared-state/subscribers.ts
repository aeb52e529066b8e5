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

const MAX_ENTRIES = 50

/** The latest 50 entries of a memory, so that callers cannot fill it. */
export class LatestEntries<Entry> {
  readonly #entries = new Map<string, Entry>()

  /** Adds an entry under a new key; drops the oldest when there are more than 50. */
  add(key: string, entry: Entry): void {
    this.#entries.set(key, entry)
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined && this.#entries.size > MAX_ENTRIES) this.#entries.delete(oldest)
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key)
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  /** All of them, newest last. */
  list(): Entry[] {
    return [...this.#entries.values()]
  }
}

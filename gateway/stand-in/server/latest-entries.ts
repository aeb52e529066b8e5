const MAX_ENTRIES = 50

/** An entry with its end, in epoch seconds. */
export type Lasting<Entry> = Entry & { expiresAtSeconds: number }

/** The latest 50 entries of a memory, so that callers cannot fill it, each valid for the same time. */
export class LatestEntries<Entry extends object> {
  readonly #now: () => number
  readonly #ttlSeconds: number
  readonly #entries = new Map<string, Lasting<Entry>>()

  constructor(now: () => number, ttlSeconds: number) {
    this.#now = now
    this.#ttlSeconds = ttlSeconds
  }

  /** Adds an entry under a new key; drops the oldest when there are more than 50. */
  add(key: string, entry: Entry): Lasting<Entry> {
    const lasting = { ...entry, expiresAtSeconds: this.#now() + this.#ttlSeconds }
    this.#entries.set(key, lasting)
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined && this.#entries.size > MAX_ENTRIES) this.#entries.delete(oldest)
    return lasting
  }

  /** Also one that has expired. */
  get(key: string): Lasting<Entry> | undefined {
    return this.#entries.get(key)
  }

  isExpired({ expiresAtSeconds }: Lasting<Entry>): boolean {
    return this.#now() >= expiresAtSeconds
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  /** All of them, newest last; expired ones are among them. */
  list(): Lasting<Entry>[] {
    return [...this.#entries.values()]
  }
}

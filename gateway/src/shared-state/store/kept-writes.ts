import type { StoreOperation } from '../../operations/events.ts'
import type { StoreClient } from './clients.ts'

/** Writes of one operation that are kept at most; the oldest go first. */
const MAX_OF_OPERATION = 10_000
/** Writes that are sent without waiting for the answers to those before. */
const MAX_AT_ONCE = 100

/** A write that must not be lost. Written twice it means the same as once. */
export interface KeptWrite {
  op: StoreOperation
  /** From then on it need not be written any more, epoch seconds. */
  expiresAtSeconds: number
  ask(client: StoreClient): Promise<unknown>
}

/** Writes that the store has not taken yet; see `createKeptWrites`. */
export interface KeptWrites {
  keep(write: KeptWrite): void
  /** Is there any? */
  isAny(): boolean
  /**
   * Writes them by `take`, which says whether the store took one. True: it took all of them, but perhaps those that were kept
   * meanwhile. One run at a time.
   */
  offer(take: Take): Promise<boolean>
}

type Take = (write: KeptWrite) => Promise<boolean>

/**
 * Writes in memory until the store takes them. Of each operation the oldest go first, and the rest waits where one is not taken;
 * no operation waits for another. `now`: epoch seconds.
 */
export function createKeptWrites(now: () => number): KeptWrites {
  const kept = new Map<StoreOperation, Set<KeptWrite>>()
  let offering: Promise<boolean> | null = null

  async function offerAll(take: Take): Promise<boolean> {
    let isTaken = true
    for (const writes of kept.values()) isTaken = (await offerInTurn(writes, take)) && isTaken
    return isTaken
  }

  async function offerInTurn(writes: Set<KeptWrite>, take: Take): Promise<boolean> {
    // The first one alone: where it is not taken, the others are not asked for.
    for (let most = 1; writes.size > 0; most = MAX_AT_ONCE) {
      const offered = await Promise.all(
        firstOf(writes, most).map(async (write) => {
          const isDone = now() >= write.expiresAtSeconds || (await take(write))
          if (isDone) writes.delete(write)
          return isDone
        })
      )
      if (offered.includes(false)) return false
    }
    return true
  }

  return {
    keep(write) {
      const writes = kept.get(write.op) ?? new Set()
      kept.set(write.op, writes.add(write))
      const [oldest] = writes
      if (oldest !== undefined && writes.size > MAX_OF_OPERATION) writes.delete(oldest)
    },
    isAny: () => [...kept.values()].some(({ size }) => size > 0),
    offer(take) {
      offering ??= offerAll(take).finally(() => {
        offering = null
      })
      return offering
    }
  }
}

function firstOf<Item>(items: Iterable<Item>, most: number): Item[] {
  const first: Item[] = []
  for (const item of items) if (first.push(item) === most) break
  return first
}

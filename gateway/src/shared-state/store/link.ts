import { type Schedule, untilAborted } from '../../async/schedule.ts'
import { createStateSince, type StoreCondition } from '../../operations/condition.ts'
import type { EventSink, StoreOperation, StoreResult } from '../../operations/events.ts'
import {
  CONNECTION_CLOSED,
  describeStoreError,
  PROTOCOL_ERROR,
  type StoreClient,
  verifyStore
} from './clients.ts'

/** Failures in a row after which nobody waits for the store any more. */
const MAX_FAILURES = 3
/** Pauses between looks at a store that is away, in seconds: each twice as long as the one before. */
const FIRST_PAUSE_SECONDS = 0.1
/** What waits is told within a second after the store is back. */
const MAX_PAUSE_SECONDS = 0.9
/** Share of a pause that is left to chance: replicas do not come back all at once. */
const JITTER = 0.5
/** How often one that is there is looked at, in seconds. */
const LOOK_SECONDS = 5
const NOT_YET = 'not connected yet'
/** Answers of a store that takes nothing at all, however often it is asked: full, a replica, unable to save, still loading, or no store. */
const TAKES_NOTHING = new RegExp(
  `^(OOM|READONLY|MISCONF|NOREPLICAS|LOADING|MASTERDOWN|CLUSTERDOWN|${PROTOCOL_ERROR})$`
)

/** The store, as long as it answers in time; see `createStoreLink`. */
export interface StoreLink {
  /** What the store says; null: it said nothing of use in time, or is away. Never rejects. */
  run<Reply>(op: StoreOperation, ask: (client: StoreClient) => Promise<Reply>): Promise<Reply | null>
  /**
   * Writes now. False: the store did not take it, or it is not known whether it did; then it is written within a second after the
   * store takes something again, unless its time is over by then. So it may be written twice. Never rejects.
   */
  write(write: KeptWrite): Promise<boolean>
  /** Something was missed: looks at the store within a second. */
  lookSoon(): void
  /** Begins to connect. Settles when it is known whether the store can be used; never rejects. */
  start(): Promise<void>
  condition(): StoreCondition
  /** What the connection said last when it failed. */
  noteError(detail: string): void
  close(): void
}

export interface StoreLinkOptions {
  client: StoreClient
  /** Name in the store that is written to find out whether it takes anything. */
  probeName: string
  timeoutMs: number
  /** Told that the store is there, again and again while it stays. `wasAway`: something may have been missed. */
  onThere: (wasAway: boolean) => Promise<void>
  report: EventSink
  schedule: Schedule
  /** 0 to 1; by chance when left out. */
  random?: () => number
  /** Epoch seconds. */
  now: () => number
}

/**
 * Asks the store while it answers in time. One that is gone or takes nothing, or has failed three times in a row, is not asked
 * any more, but tried within a second, again and again: a store that is slow would cost each visitor the time that it is meant to
 * save. It is back when it takes a write, and all writes that were kept for it.
 */
export function createStoreLink(options: StoreLinkOptions): StoreLink {
  const { client, probeName, timeoutMs, onThere, report, schedule, random = Math.random, now } = options
  const kept = createKeptWrites(now)
  const away = createStateSince(now)
  away.set(true)
  let detail = NOT_YET
  let failures = 0
  let isReported = false
  let lostAtMs = performance.now()
  let isClosed = false
  let cancel: (() => void) | null = null
  let isLookSoon = false
  /** Pauses since the store was last found well twice in a row. */
  let pauses = 0

  function lose(why: string): void {
    if (isClosed || (away.isSo && isReported)) return
    detail = why
    if (!away.isSo) lostAtMs = performance.now()
    away.set(true)
    isReported = true
    report({ kind: 'store.lost', detail })
    plan(pauseSeconds())
  }

  function noteError(why: string): void {
    // A refusal closes the connection too, and says more.
    if (why !== CONNECTION_CLOSED || detail === NOT_YET) detail = why
  }

  function plan(seconds: number): void {
    cancel?.()
    cancel = isClosed ? null : schedule(seconds, () => void probe())
  }

  function pauseSeconds(): number {
    const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** pauses, MAX_PAUSE_SECONDS)
    pauses += 1
    return pause * (1 - JITTER * random())
  }

  function lookSoon(): void {
    // One that is away is looked at soon in any case.
    if (away.isSo || isLookSoon) return
    isLookSoon = true
    plan(pauseSeconds())
  }

  async function run<Reply>(
    op: StoreOperation,
    work: (client: StoreClient) => Promise<Reply>
  ): Promise<Reply | null> {
    if (!away.isSo && !isClosed) return await ask(op, work)
    report({ kind: 'store.request', op, result: 'not_asked', durationMs: null })
    return null
  }

  async function ask<Reply>(
    op: StoreOperation,
    work: (client: StoreClient) => Promise<Reply>
  ): Promise<Reply | null> {
    const beganAtMs = performance.now()
    const tell = (result: StoreResult) =>
      report({ kind: 'store.request', op, result, durationMs: performance.now() - beganAtMs })
    try {
      const reply = await untilAborted(work(client), AbortSignal.timeout(timeoutMs))
      failures = 0
      tell('ok')
      return reply
    } catch (err) {
      const why = describeStoreError(err)
      const result = sort(why)
      tell(result)
      failures += 1
      if (result !== 'network') detail = why
      if (result === 'network') lose(detailOf(why))
      else if (failures >= MAX_FAILURES || TAKES_NOTHING.test(why)) lose(why)
      return null
    }
  }

  /** A connection that is gone says less than why it cannot be had again. */
  const detailOf = (why: string) => (away.isSo ? detail : why)

  /** Writes, because a store that is full reads as well as ever. */
  async function probe(): Promise<void> {
    isLookSoon = false
    const isResponse = (await ask('probe', (client) => verifyStore(client, probeName))) !== null
    const isTaken =
      isResponse && (await kept.offer(async ({ op, ask: work }) => (await ask(op, work)) !== null))
    if (isClosed) return
    const wasAway = away.isSo
    // What it refuses for the second time while it takes everything else would else wait unheard of.
    if (!isTaken && (wasAway || isResponse)) lose(detail)
    if (isTaken) find()
    isLookSoon = kept.isAny()
    plan(away.isSo || isLookSoon ? pauseSeconds() : LOOK_SECONDS)
    if (!away.isSo) await onThere(wasAway)
    // Else the pauses grow: it comes and goes, or does not give what is read.
    if (isTaken && !wasAway && !isLookSoon) pauses = 0
  }

  function find(): void {
    if (!away.isSo) return
    away.set(false)
    if (isReported)
      report({ kind: 'store.found', seconds: Math.round((performance.now() - lostAtMs) / 1000) })
    isReported = false
    detail = CONNECTION_CLOSED
  }

  client.on('ready', () => void probe())
  client.on('close', () => lose(detail))
  return {
    run,
    async write(write) {
      if ((await run(write.op, write.ask)) !== null) return true
      kept.keep(write)
      lookSoon()
      return false
    },
    lookSoon,
    async start() {
      await client.connect().catch((err: unknown) => noteError(describeStoreError(err)))
      await probe()
    },
    condition: () => ({
      isUp: !away.isSo,
      sinceSeconds: away.sinceSeconds,
      detail: away.isSo ? detail : null
    }),
    noteError,
    close() {
      isClosed = true
      cancel?.()
      cancel = null
    }
  }
}

function sort(why: string): Exclude<StoreResult, 'ok' | 'not_asked'> {
  if (why === 'timeout') return 'timeout'
  if (why === 'OOM') return 'full'
  // `ERR` is an answer, the other words with E are codes of Node.
  const isNetwork = why === CONNECTION_CLOSED || (why !== 'ERR' && /^E[A-Z]+$/.test(why))
  return isNetwork ? 'network' : 'refused'
}

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

import { untilAborted } from '../../async/deadline.ts'
import type { Schedule } from '../../async/schedule.ts'
import { createStateSince, type StoreCondition } from '../../operations/condition.ts'
import type { EventSink, StoreOperation, StoreResult } from '../../operations/events.ts'
import { CONNECTION_CLOSED, describeStoreError, type StoreClient } from './clients.ts'

/** Failures in a row after which nobody waits for the store any more. */
const MOST_FAILURES = 3
/** How often a store that is away is tried, in seconds. */
const PROBE_SECONDS = 1
/** How often one that is there is looked at, in seconds. */
const LOOK_SECONDS = 5
const PROBE_LIFE_MS = 1000
const NOT_YET = 'not connected yet'

/** The store, as long as it answers in time; see `createStoreLink`. */
export interface StoreLink {
  /** What the store says; null: it said nothing of use in time, or is away. Never rejects. */
  run<Reply>(op: StoreOperation, ask: (client: StoreClient) => Promise<Reply>): Promise<Reply | null>
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
  /** Epoch seconds. */
  now: () => number
}

/**
 * Asks the store while it answers in time. One that is slower than the limit, full or gone three times in a row is not asked
 * any more, but tried once a second: a store that is slow would cost each visitor the time that it is meant to save.
 */
export function createStoreLink(options: StoreLinkOptions): StoreLink {
  const { client, probeName, timeoutMs, onThere, report, schedule, now } = options
  const away = createStateSince(now)
  away.set(true)
  let detail = NOT_YET
  let failures = 0
  let isReported = false
  let lostAtMs = performance.now()
  let isClosed = false
  let cancel: (() => void) | null = null

  function lose(why: string): void {
    if (isClosed || (away.isSo && isReported)) return
    detail = why
    if (!away.isSo) lostAtMs = performance.now()
    away.set(true)
    isReported = true
    report({ kind: 'store.lost', detail })
    plan(PROBE_SECONDS)
  }

  function noteError(why: string): void {
    // A refusal closes the connection too, and says more.
    if (why !== CONNECTION_CLOSED || detail === NOT_YET) detail = why
  }

  function plan(seconds: number): void {
    cancel?.()
    cancel = isClosed ? null : schedule(seconds, () => void probe())
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
      if (failures >= MOST_FAILURES || result === 'network') lose(result === 'network' ? detailOf(why) : why)
      return null
    }
  }

  /** A connection that is gone says less than why it cannot be had again. */
  const detailOf = (why: string) => (away.isSo ? detail : why)

  /** Writes, because a store that is full reads as well as ever. */
  async function probe(): Promise<void> {
    const reply = await ask('probe', (client) => client.set(probeName, '1', 'PX', PROBE_LIFE_MS))
    if (isClosed) return
    const wasAway = away.isSo
    if (reply === null) {
      if (wasAway) lose(detail)
    } else if (wasAway) {
      away.set(false)
      if (isReported)
        report({ kind: 'store.found', seconds: Math.round((performance.now() - lostAtMs) / 1000) })
      isReported = false
      detail = CONNECTION_CLOSED
    }
    plan(away.isSo ? PROBE_SECONDS : LOOK_SECONDS)
    if (!away.isSo) await onThere(wasAway)
  }

  client.on('ready', () => void probe())
  client.on('close', () => lose(detail))
  return {
    async run(op, work) {
      if (!away.isSo && !isClosed) return await ask(op, work)
      report({ kind: 'store.request', op, result: 'not_asked', durationMs: null })
      return null
    },
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
  return why === CONNECTION_CLOSED || /^E[A-Z]+$/.test(why) ? 'network' : 'refused'
}

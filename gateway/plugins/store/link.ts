import { type Schedule, untilLate } from '../../src/async.ts'
import { createTimedFlag, type StoreCondition } from '../../src/operations/condition.ts'
import type { EventSink } from '../../src/operations/events.ts'
import type { StoreOperation, StoreResult } from '../../src/operations/provider-events.ts'
import {
  CONNECTION_CLOSED,
  describeStoreError,
  type StoreClient
} from '../../src/shared-state/store-client.ts'
import { PROTOCOL_ERROR, verifyStore } from './commands.ts'

/** Consecutive failures after which the store is bypassed. */
const MAX_FAILURES = 3
/** Pauses between probes of an unavailable store, in seconds, doubling each time. */
const FIRST_PAUSE_SECONDS = 0.1
/** So waiting writes are sent within a second after the store is back. */
const MAX_PAUSE_SECONDS = 0.9
/** Random share of a pause, so replicas do not reconnect all at once. */
const JITTER = 0.5
/** Probe interval of an available store, in seconds. */
const LOOK_SECONDS = 5
const NOT_YET = 'not connected yet'
/** Errors of a store that accepts no command at all: full, a replica, unable to save, still loading, or not a store. */
const TAKES_NOTHING = new RegExp(
  `^(OOM|READONLY|MISCONF|NOREPLICAS|LOADING|MASTERDOWN|CLUSTERDOWN|${PROTOCOL_ERROR})$`
)

export type StoreLink = ReturnType<typeof createStoreLink>

type Work<Reply> = (client: StoreClient) => Promise<Reply>

/**
 * Uses the store while it responds in time. After three failures in a row, or when it accepts no writes,
 * bypass it and probe it every second: a slow store would cost each visitor the time it is meant to save. It
 * is back once it has accepted a probe and all pending writes.
 */
export function createStoreLink(options: {
  client: StoreClient
  /** Name in the store that probes write. */
  probeName: string
  timeoutMs: number
  /** Called after each successful probe. `wasAway`: messages may have been missed. */
  onThere: (wasAway: boolean) => Promise<void>
  report: EventSink
  schedule: Schedule
  /** Between 0 and 1; default: random. */
  random?: () => number
  /** Epoch seconds. */
  now: () => number
}) {
  const { client, probeName, timeoutMs, onThere, report, schedule, random = Math.random, now } = options
  const kept = createKeptWrites(now)
  const away = createTimedFlag(now)
  away.set(true)
  let detail = NOT_YET
  let failures = 0
  let isReported = false
  /** Reasons reported since it was last there. */
  const reasons = new Set<string>()
  let lostAtMs = performance.now()
  let isClosed = false
  let cancel: (() => void) | null = null
  let isLookSoon = false
  /** Pauses since two probes in a row last succeeded. */
  let pauses = 0

  function lose(why: string): void {
    // A rejection says more than that the connection is gone, once for each reason.
    const isKnown = away.value && isReported && (sort(why) === 'network' || reasons.has(why))
    if (isClosed || isKnown) return
    reasons.add(why)
    detail = why
    if (!away.value) lostAtMs = performance.now()
    away.set(true)
    isReported = true
    report({ kind: 'store.lost', detail })
    plan(pauseSeconds())
  }

  /** Records the connection's last error. */
  function noteError(why: string): void {
    // A rejection closes the connection too, and says more.
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

  /** Something was missed: probes the store within a second. */
  function lookSoon(): void {
    // An unavailable store is probed soon anyway.
    if (away.value || isLookSoon) return
    isLookSoon = true
    plan(pauseSeconds())
  }

  /** The store's reply; null: none of use in time, or the store is unavailable. Never rejects. */
  async function run<Reply>(op: StoreOperation, work: Work<Reply>): Promise<Reply | null> {
    if (!away.value && !isClosed) return await ask(op, work)
    report({ kind: 'store.request', op, result: 'not_asked', durationMs: null })
    return null
  }

  const inTime = <Reply>(work: Promise<Reply>) =>
    untilLate(work, timeoutMs, () => Promise.reject(new Error('timed out')))

  async function ask<Reply>(op: StoreOperation, work: Work<Reply>): Promise<Reply | null> {
    const beganAtMs = performance.now()
    const reportResult = (result: StoreResult) =>
      report({ kind: 'store.request', op, result, durationMs: performance.now() - beganAtMs })
    try {
      const reply = await inTime(work(client))
      failures = 0
      reportResult('ok')
      return reply
    } catch (err) {
      const why = describeStoreError(err)
      const result = sort(why)
      reportResult(result)
      failures += 1
      if (result !== 'network') detail = why
      // Why it cannot reconnect says more than that the connection is gone.
      if (result === 'network') lose(away.value ? detail : why)
      else if (failures >= MAX_FAILURES || TAKES_NOTHING.test(why)) lose(why)
      return null
    }
  }

  /** Writes, because a full store can still be read. */
  async function probe(): Promise<void> {
    isLookSoon = false
    const isResponse = (await ask('probe', (client) => verifyStore(client, probeName))) !== null
    const isTaken =
      isResponse && (await kept.offer(async ({ op, ask: work }) => (await ask(op, work)) !== null))
    if (isClosed) return
    const wasAway = away.value
    // A store that keeps rejecting one kind of write would otherwise go unnoticed.
    if (!isTaken && (wasAway || isResponse)) lose(detail)
    if (isTaken) find()
    isLookSoon = kept.isAny()
    plan(away.value || isLookSoon ? pauseSeconds() : LOOK_SECONDS)
    if (!away.value) await onThere(wasAway)
    // Otherwise the pauses grow: the store flaps, or rejects a pending write.
    if (isTaken && !wasAway && !isLookSoon) pauses = 0
  }

  function find(): void {
    if (!away.value) return
    away.set(false)
    if (isReported)
      report({ kind: 'store.found', seconds: Math.round((performance.now() - lostAtMs) / 1000) })
    isReported = false
    reasons.clear()
    detail = CONNECTION_CLOSED
  }

  client.on('ready', () => void probe())
  client.on('close', () => lose(detail))
  return {
    run,
    /** Writes now. False: not confirmed; then retried until it expires, so it may be written twice. Never rejects. */
    async write(write: KeptWrite): Promise<boolean> {
      if ((await run(write.op, write.ask)) !== null) return true
      kept.add(write)
      lookSoon()
      return false
    },
    lookSoon,
    /** Begins to connect. Resolves once it is known whether the store is usable; never rejects. */
    async start(): Promise<void> {
      await inTime(client.connect()).catch((err: unknown) => noteError(describeStoreError(err)))
      await probe()
    },
    condition: (): StoreCondition => ({
      isUp: !away.value,
      changedAtSeconds: away.changedAtSeconds,
      detail: away.value ? detail : null
    }),
    noteError,
    close(): void {
      isClosed = true
      cancel?.()
      cancel = null
    }
  }
}

function sort(why: string): Exclude<StoreResult, 'ok' | 'not_asked'> {
  if (why === 'timeout') return 'timeout'
  if (why === 'OOM') return 'full'
  // `ERR` is a reply, the other codes with E are Node's.
  const isNetwork = why === CONNECTION_CLOSED || (why !== 'ERR' && /^E[A-Z]+$/.test(why))
  return isNetwork ? 'network' : 'refused'
}

/** Pending writes per operation; the oldest are dropped. */
const MAX_OF_OPERATION = 10_000
/** Writes sent without awaiting the replies to earlier ones. */
const MAX_AT_ONCE = 100

/** A write that must not be lost. Idempotent. */
export interface KeptWrite {
  op: StoreOperation
  /** Epoch seconds. */
  expiresAtSeconds: number
  ask: Work<unknown>
}

type Take = (write: KeptWrite) => Promise<boolean>

/** Queues writes until the store accepts them. If one fails, only the rest of its operation waits. `now`: epoch seconds. */
export function createKeptWrites(now: () => number) {
  const kept = new Map<StoreOperation, Set<KeptWrite>>()
  let offering: Promise<boolean> | null = null

  async function offerAll(take: Take): Promise<boolean> {
    let isTaken = true
    for (const writes of kept.values()) isTaken = (await offerInTurn(writes, take)) && isTaken
    return isTaken
  }

  async function offerInTurn(writes: Set<KeptWrite>, take: Take): Promise<boolean> {
    // Start with one: if it fails, the others are not tried.
    for (let most = 1; writes.size > 0; most = MAX_AT_ONCE) {
      const offered = await Promise.all(
        [...writes].slice(0, most).map(async (write) => {
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
    add(write: KeptWrite): void {
      const writes = kept.get(write.op) ?? new Set()
      kept.set(write.op, writes.add(write))
      const [oldest] = writes
      if (oldest !== undefined && writes.size > MAX_OF_OPERATION) writes.delete(oldest)
    },
    isAny: (): boolean => [...kept.values()].some(({ size }) => size > 0),
    /** Writes them with `take`: whether the store accepted. True: all were accepted, except perhaps some added meanwhile. */
    offer(take: Take): Promise<boolean> {
      offering ??= offerAll(take).finally(() => {
        offering = null
      })
      return offering
    }
  }
}

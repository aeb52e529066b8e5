import { LRUCache } from 'lru-cache'
import {
  createJoin,
  createKeptTexts,
  createMemoryState,
  type SharedState,
  type SharedWork
} from '../../src/shared-state/shared-state.ts'
import type { Claim, Link, Message, ToPrimary } from './protocol.ts'

/** Published messages kept; the oldest are dropped. */
const MAX_MESSAGES = 200_000
/** How long a worker waits for another's work: a provider call and its retry. */
const WORK_SECONDS = 5
/** Timeout for counting a call or publishing a message. */
const ANSWER_SECONDS = 0.25

/**
 * State shared by workers, held by their primary. If the primary does not respond in time, the work and the
 * counting are done here, and messages reach only this process. `now`: epoch seconds.
 */
export function createStateByPrimary(link: Pick<Link<ToPrimary>, 'ask'>, now: () => number) {
  const local = createMemoryState(now)
  const join = createJoin()
  /** Messages of topics without a subscriber yet; no more than the primary keeps. */
  const early = new Set<Message>()
  const topics = new Set<string>()
  let isClosed = false

  async function workForAll<Result>(
    name: string,
    keepSeconds: number,
    { make, write, read }: SharedWork<Result>
  ): Promise<Result> {
    const claim = await link.ask('claim', { name, isUseless: false }, WORK_SECONDS)
    if (claim.kind === 'response' && claim.value.kind === 'text') {
      const known = await read(claim.value.text)
      if (known !== null) return known
      await link.ask('claim', { name, isUseless: true }, ANSWER_SECONDS)
    }
    let text: string | null = null
    try {
      const result = await make()
      text = write(result)
      return result
    } finally {
      void link.ask('finish', { name, text, keepSeconds }, ANSWER_SECONDS)
    }
  }

  const state: SharedState = {
    ...local,
    addToList: async () => {},
    readList: async () => ({ kind: 'not-kept' }),
    singleFlight: async (name, keepSeconds, work) =>
      isClosed ? await work.make() : await join(name, work, () => workForAll(name, keepSeconds, work)),
    async countCall(limit, caller, windowMs) {
      const counted = isClosed
        ? null
        : await link.ask('countCall', { limit, caller, windowMs }, ANSWER_SECONDS)
      return counted?.kind === 'response' ? counted.value : await local.countCall(limit, caller, windowMs)
    },
    async publish(topic, text, expiresAtSeconds) {
      await local.publish(topic, text, expiresAtSeconds)
      if (isClosed) return false
      const published = await link.ask('publish', { topic, text, expiresAtSeconds }, ANSWER_SECONDS)
      return published.kind === 'response'
    },
    subscribe(topic, listener) {
      topics.add(topic)
      local.subscribe(topic, listener)
      for (const message of early) {
        if (message.topic !== topic) continue
        early.delete(message)
        listener(message.text)
      }
    },
    async close() {
      isClosed = true
    }
  }
  return {
    ...state,
    /** Receives what another worker has published. */
    tell(message: Message): void {
      if (topics.has(message.topic)) void local.publish(message.topic, message.text, 0)
      else if (early.size < MAX_MESSAGES) early.add(message)
    }
  }
}

export type SharedHost<Worker> = ReturnType<typeof createSharedHost<Worker>>

/** Work in progress. */
interface Flight<Worker> {
  worker: Worker
  /** Epoch seconds. */
  changedAtSeconds: number
  waiting: { worker: Worker; settle: (claim: Claim) => void }[]
}

/**
 * State shared by workers, in their primary's memory. The first worker does the work for those that ask
 * meanwhile; if it has not finished after 5 s, the next one does it. `tell`: sends a message to all workers
 * except the publisher. `now`: epoch seconds.
 */
export function createSharedHost<Worker>(tell: (from: Worker, message: Message) => void, now: () => number) {
  const { countCall } = createMemoryState(now)
  const { keep, recall } = createKeptTexts(now)
  const flights = new Map<string, Flight<Worker>>()
  const messages = new LRUCache<string, Message & { expiresAtSeconds: number }>({ max: MAX_MESSAGES })

  return {
    countCall,
    /** Resolves once it is clear who does the work. `isUseless`: this worker cannot read the stored text, and does it itself. */
    async claim(worker: Worker, name: string, isUseless: boolean): Promise<Claim> {
      const text = isUseless ? null : recall(name)
      if (text !== null) return { kind: 'text', text }
      const flight = flights.get(name)
      const isStuck = flight !== undefined && now() - flight.changedAtSeconds >= WORK_SECONDS
      if (flight !== undefined && flight.worker !== worker && !isStuck)
        return await new Promise((settle) => void flight.waiting.push({ worker, settle }))
      flights.set(name, { worker, changedAtSeconds: now(), waiting: flight?.waiting ?? [] })
      return { kind: 'yours' }
    },
    /** The work is done. `text`: null: it failed or is not shareable. */
    finish(worker: Worker, { name, text, keepSeconds }: ToPrimary['finish']['ask']): void {
      if (text !== null && keepSeconds > 0) keep(name, text, keepSeconds)
      const flight = flights.get(name)
      if (flight?.worker !== worker) return
      flights.delete(name)
      for (const { settle } of flight.waiting)
        settle(text === null ? { kind: 'yours' } : { kind: 'text', text })
    },
    /** `expiresAtSeconds`: epoch seconds. */
    publish(worker: Worker, message: Message, expiresAtSeconds: number): void {
      if (expiresAtSeconds > now()) messages.set(JSON.stringify(message), { ...message, expiresAtSeconds })
      tell(worker, message)
    },
    /** Published messages that are still valid. */
    published: (): Message[] =>
      [...messages.values()].flatMap(({ topic, text, expiresAtSeconds }) =>
        expiresAtSeconds > now() ? [{ topic, text }] : []
      ),
    /** A worker is gone: others take over its work. */
    leave(worker: Worker): void {
      for (const [name, flight] of flights) {
        const waiting = flight.waiting.filter((one) => one.worker !== worker)
        if (flight.worker !== worker) {
          flight.waiting = waiting
          continue
        }
        const [next, ...others] = waiting
        if (next === undefined) flights.delete(name)
        else {
          flights.set(name, { worker: next.worker, changedAtSeconds: now(), waiting: others })
          next.settle({ kind: 'yours' })
        }
      }
    }
  }
}

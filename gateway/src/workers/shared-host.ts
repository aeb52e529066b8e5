import { LRUCache } from 'lru-cache'
import { createKeptTexts, createMemoryState } from '../shared-state/memory.ts'
import type { CallWindow } from '../shared-state/shared-state.ts'

/** What is kept of what was published; beyond, the oldest are forgotten. */
export const MAX_MESSAGES = 200_000
/** Longest that a worker waits for what another one does: a call of the provider and its second attempt. */
export const WORK_SECONDS = 5

/** Something that was published. */
export interface Message {
  topic: string
  text: string
}

/** What a worker that wants some work done is told: its result, or to do it. */
export type Claim = { kind: 'text'; text: string } | { kind: 'yours' }

/** What the primary knows for all workers; see `createSharedHost`. */
export interface SharedHost<Worker> {
  /**
   * Settles when it is clear who does the work. `isUseless`: the text that is kept cannot be read by this worker, which does the
   * work in any case.
   */
  claim(worker: Worker, name: string, isUseless: boolean): Promise<Claim>
  /** The work is done; `text`: null: it failed, or is not for others. */
  finish(worker: Worker, done: { name: string; text: string | null; keepSeconds: number }): void
  countCall(limit: string, caller: string, windowMs: number): Promise<CallWindow>
  /** `expiresAtSeconds`: epoch seconds. */
  publish(worker: Worker, message: Message, expiresAtSeconds: number): void
  /** What was published and still counts. */
  published(): Message[]
  /** A worker is gone: others do the work that it had begun with. */
  leave(worker: Worker): void
}

/** Work under way. */
interface Flight<Worker> {
  worker: Worker
  /** Epoch seconds. */
  sinceSeconds: number
  waiting: { worker: Worker; settle: (claim: Claim) => void }[]
}

/**
 * The shared state of workers, in the memory of their primary. Whoever does some work first does it for those that ask meanwhile;
 * whoever asks after 5 s does it in place of one that has not ended.
 * `tell`: hands a message to all workers but the one that published it. `now`: epoch seconds.
 */
export function createSharedHost<Worker>(
  tell: (from: Worker, message: Message) => void,
  now: () => number
): SharedHost<Worker> {
  const { countCall } = createMemoryState(now)
  const { keep, recall } = createKeptTexts(now)
  const flights = new Map<string, Flight<Worker>>()
  const messages = new LRUCache<string, Message & { expiresAtSeconds: number }>({ max: MAX_MESSAGES })

  return {
    countCall,
    claim(worker, name, isUseless) {
      const text = isUseless ? null : recall(name)
      if (text !== null) return Promise.resolve({ kind: 'text', text })
      const flight = flights.get(name)
      const isStuck = flight !== undefined && now() - flight.sinceSeconds >= WORK_SECONDS
      if (flight !== undefined && flight.worker !== worker && !isStuck)
        return new Promise((settle) => void flight.waiting.push({ worker, settle }))
      flights.set(name, { worker, sinceSeconds: now(), waiting: flight?.waiting ?? [] })
      return Promise.resolve({ kind: 'yours' })
    },
    finish(worker, { name, text, keepSeconds }) {
      if (text !== null && keepSeconds > 0) keep(name, text, keepSeconds)
      const flight = flights.get(name)
      if (flight?.worker !== worker) return
      flights.delete(name)
      for (const { settle } of flight.waiting)
        settle(text === null ? { kind: 'yours' } : { kind: 'text', text })
    },
    publish(worker, message, expiresAtSeconds) {
      if (expiresAtSeconds > now()) messages.set(JSON.stringify(message), { ...message, expiresAtSeconds })
      tell(worker, message)
    },
    published: () =>
      [...messages.values()].flatMap(({ topic, text, expiresAtSeconds }) =>
        expiresAtSeconds > now() ? [{ topic, text }] : []
      ),
    leave(worker) {
      for (const [name, flight] of flights) {
        const waiting = flight.waiting.filter((one) => one.worker !== worker)
        if (flight.worker !== worker) {
          flight.waiting = waiting
          continue
        }
        const [next, ...others] = waiting
        if (next === undefined) flights.delete(name)
        else {
          flights.set(name, { worker: next.worker, sinceSeconds: now(), waiting: others })
          next.settle({ kind: 'yours' })
        }
      }
    }
  }
}

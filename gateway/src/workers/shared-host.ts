import { LRUCache } from 'lru-cache'
import { createKeptTexts, createMemoryState } from '../shared-state/memory.ts'
import type { CallWindow } from '../shared-state/shared-state.ts'

/** Published messages kept; the oldest are dropped. */
export const MAX_MESSAGES = 200_000
/** How long a worker waits for another's work: a provider call and its retry. */
export const WORK_SECONDS = 5

export interface Message {
  topic: string
  text: string
}

/** Response to a worker that requests some work: the result, or an order to do it. */
export type Claim = { kind: 'text'; text: string } | { kind: 'yours' }

export interface SharedHost<Worker> {
  /**
   * Resolves when it is clear who does the work. `isUseless`: this worker cannot read the stored text, and
   * does the work itself.
   */
  claim(worker: Worker, name: string, isUseless: boolean): Promise<Claim>
  /** The work is done. `text`: null: it failed or is not shareable. */
  finish(worker: Worker, done: { name: string; text: string | null; keepSeconds: number }): void
  countCall(limit: string, caller: string, windowMs: number): Promise<CallWindow>
  /** `expiresAtSeconds`: epoch seconds. */
  publish(worker: Worker, message: Message, expiresAtSeconds: number): void
  /** Published messages that are still valid. */
  published(): Message[]
  /** A worker is gone: others take over its work. */
  leave(worker: Worker): void
}

/** Work in progress. */
interface Flight<Worker> {
  worker: Worker
  /** Epoch seconds. */
  sinceSeconds: number
  waiting: { worker: Worker; settle: (claim: Claim) => void }[]
}

/**
 * State shared by workers, in their primary's memory. The first worker does the work for those that ask
 * meanwhile; if it has not finished after 5 s, the next one does it. `tell`: sends a message to all workers
 * except the publisher. `now`: epoch seconds.
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

import { LRUCache } from 'lru-cache'
import { createKeptTexts, createMemoryState } from '../shared-state/memory.ts'
import type { Claim, Message, ToPrimary } from './protocol.ts'

/** Published messages kept; the oldest are dropped. */
export const MAX_MESSAGES = 200_000
/** How long a worker waits for another's work: a provider call and its retry. */
export const WORK_SECONDS = 5

export type SharedHost<Worker> = ReturnType<typeof createSharedHost<Worker>>

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
      const isStuck = flight !== undefined && now() - flight.sinceSeconds >= WORK_SECONDS
      if (flight !== undefined && flight.worker !== worker && !isStuck)
        return await new Promise((settle) => void flight.waiting.push({ worker, settle }))
      flights.set(name, { worker, sinceSeconds: now(), waiting: flight?.waiting ?? [] })
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
          flights.set(name, { worker: next.worker, sinceSeconds: now(), waiting: others })
          next.settle({ kind: 'yours' })
        }
      }
    }
  }
}

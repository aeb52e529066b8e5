import type { EventEmitter } from 'node:events'
import { type Schedule, scheduleOnTimer } from '../async.ts'

/** A connection in use. */
export interface Slot {
  release(): void
}

/** A request waiting for a connection. */
interface Applicant {
  /** Whom its connection counts for. */
  caller: string
  /** Emits `close` when the response is no longer awaited. */
  client: EventEmitter
  /** Uses a connection. */
  run(slot: Slot): void
  /** Timed out, the queue is full, or `run` failed. */
  refuse(error: unknown): void
}

/**
 * Limits concurrent connections; further requests queue in order. So that no caller takes all of them, one gets at most half of the
 * second half. In a full queue, the latest request of the caller with most there makes room for another caller's.
 */
export function createConnectionLimit({
  max,
  maxWaiting,
  waitMs,
  buildTimeout,
  buildOverflow,
  schedule = scheduleOnTimer
}: {
  max: number
  /** Maximum queue length. */
  maxWaiting: number
  /** Maximum wait for a connection. */
  waitMs: number
  buildTimeout: () => Error
  buildOverflow: () => Error
  schedule?: Schedule
}) {
  const waiting: { caller: string; start(): boolean; giveUp(error: Error): void }[] = []
  const half = Math.floor(max / 2)
  const share = Math.ceil((max - half) / 2)
  /** In use of the first half, by any caller. */
  let common = 0
  /** In use of the other half, by caller. */
  const counted = new Map<string, number>()
  let beyond = 0

  /** Gives a free connection to the request that has waited longest, of those whose caller may have it. */
  function startNext(): void {
    for (const { start } of waiting) if (start()) return
  }

  const commonSlot: Slot = {
    release() {
      common -= 1
      startNext()
    }
  }

  /** A free connection; null: none for this caller. */
  function acquire<Of>(of: Of, callerOf: (of: Of) => string): Slot | null {
    if (common < half) {
      common += 1
      return commonSlot
    }
    if (beyond === max - half) return null
    const caller = callerOf(of)
    const before = counted.get(caller) ?? 0
    if (before === share) return null
    beyond += 1
    counted.set(caller, before + 1)
    return {
      release() {
        beyond -= 1
        const left = (counted.get(caller) ?? 1) - 1
        if (left === 0) counted.delete(caller)
        else counted.set(caller, left)
        startNext()
      }
    }
  }

  /** Whether there is room in the queue for one more request of this caller. */
  function makeRoom(caller: string): boolean {
    if (waiting.length < maxWaiting) return true
    const requests = new Map<string, number>()
    for (const one of waiting) requests.set(one.caller, (requests.get(one.caller) ?? 0) + 1)
    const most = Math.max(...requests.values())
    if (most <= (requests.get(caller) ?? 0) + 1) return false
    waiting.findLast((one) => requests.get(one.caller) === most)?.giveUp(buildOverflow())
    return true
  }

  return {
    acquire,
    /** Calls `run` when a connection is free, or `refuse` on timeout; neither if the client leaves before. */
    wait({ caller, client, run, refuse }: Applicant): void {
      if (!makeRoom(caller)) {
        refuse(buildOverflow())
        return
      }
      const stopWaiting = () => {
        const index = waiting.indexOf(applicant)
        if (index !== -1) waiting.splice(index, 1)
        cancel()
        client.off('close', stopWaiting)
      }
      const giveUp = (error: Error) => {
        stopWaiting()
        refuse(error)
      }
      const start = () => {
        const slot = acquire(caller, String)
        if (slot === null) return false
        stopWaiting()
        // Runs at the end of another request, which must not fail with this one.
        try {
          run(slot)
        } catch (err) {
          slot.release()
          refuse(err)
        }
        return true
      }
      const applicant = { caller, start, giveUp }
      const cancel = schedule(waitMs / 1000, () => giveUp(buildTimeout()))
      client.once('close', stopWaiting)
      waiting.push(applicant)
    }
  }
}

import type { EventEmitter } from 'node:events'
import { type Schedule, scheduleOnTimer } from '../async.ts'

/** A connection in use. */
export interface Slot {
  release(): void
}

interface Applicant {
  caller: string
  /** Emits `close` when the response is no longer awaited. */
  client: EventEmitter
  run(slot: Slot): void
  refuse(error: unknown): void
}

/** Limits concurrent connections. One caller gets at most half of the second half; in a full queue the caller with most makes room for others. */
export function createConnectionLimit({
  max,
  maxWaiting,
  waitMs,
  buildTimeout,
  buildOverflow,
  schedule = scheduleOnTimer
}: {
  max: number
  maxWaiting: number
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

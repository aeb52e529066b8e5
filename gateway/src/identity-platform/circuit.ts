/** Failures in a row that open the circuit. */
const FAILURES_TO_OPEN = 5
const FIRST_PAUSE_SECONDS = 2
const LONGEST_PAUSE_SECONDS = 30
/** A provider may ask for more patience than we would have, but one answer must not keep everybody away for long. */
export const LONGEST_ASKED_PAUSE_SECONDS = 60
/** Share of a pause that chance decides, so that several gateways do not come back in step. */
const JITTER = 0.2

/**
 * How a call went. `answered`: the provider is there, whatever it said. `failed`: the way every call would have failed
 * now. `neither`: it says nothing about other calls.
 */
export type CallOutcome = 'answered' | 'failed' | 'neither'

/** `opened`: the provider is left alone from now on. `closed`: it answers again. */
export type CircuitChange = 'opened' | 'closed'

/** One call that may be made. */
export interface CallPermit {
  /**
   * Once, when the call is over; gives what changed by it. `askedPauseSeconds`: how long the provider wants to be left
   * alone.
   */
  settle(outcome: CallOutcome, askedPauseSeconds?: number): CircuitChange | null
}

/** Keeps calls away from a provider that fails; see `createCircuit`. */
export interface Circuit {
  /** A permit for one call, or how many seconds to leave the provider alone. */
  enter(): CallPermit | { pauseSeconds: number }
  /** Is the provider thought to answer? */
  isClosed(): boolean
}

export interface CircuitOptions {
  /** Epoch seconds. */
  now: () => number
  /** 0 to 1. */
  random: () => number
}

/**
 * A circuit that opens after five failures in a row, or as soon as the provider asks for a pause; then lets one call
 * through after 2 s, 4 s, … 30 s, and closes with the first that is answered. Calls that began before it opened neither
 * lengthen the pause nor end it.
 */
export function createCircuit({ now, random }: CircuitOptions): Circuit {
  let failures = 0
  /** Since it was last closed. */
  let openings = 0
  let openUntil = Number.NEGATIVE_INFINITY
  let isProbing = false
  /** Goes up with every opening. */
  let period = 0

  function open(askedPauseSeconds: number): void {
    const own = Math.min(FIRST_PAUSE_SECONDS * 2 ** openings, LONGEST_PAUSE_SECONDS)
    const jittered = own * (1 + JITTER * (2 * random() - 1))
    openUntil = now() + Math.max(jittered, Math.min(askedPauseSeconds, LONGEST_ASKED_PAUSE_SECONDS))
    openings += 1
    period += 1
    isProbing = false
  }

  function close(): void {
    failures = 0
    openings = 0
    openUntil = Number.NEGATIVE_INFINITY
  }

  return {
    isClosed: () => openings === 0,
    enter() {
      const left = openUntil - now()
      if (left > 0) return { pauseSeconds: left }
      if (isProbing) return { pauseSeconds: FIRST_PAUSE_SECONDS }
      isProbing = openings > 0
      const begunIn = period
      return {
        settle(outcome, askedPauseSeconds = 0) {
          if (begunIn !== period) return null
          isProbing = false
          const wasOpen = openings > 0
          if (outcome === 'answered') {
            close()
            return wasOpen ? 'closed' : null
          }
          if (outcome === 'neither') return null
          failures += 1
          if (failures < FAILURES_TO_OPEN && !wasOpen && askedPauseSeconds === 0) return null
          open(askedPauseSeconds)
          return wasOpen ? null : 'opened'
        }
      }
    }
  }
}

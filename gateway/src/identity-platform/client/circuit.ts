/** Failures in a row that open the circuit. */
const FAILURES_TO_OPEN = 5
const FIRST_PAUSE_SECONDS = 2
/** Longest pause by itself, by how the provider fails: with jitter, somebody looks again within 5 s after an outage. */
const MAX_PAUSE_SECONDS = { away: 4, failed: 30 } as const
/** A provider may ask for a longer pause than ours, but one answer must not keep everybody away for long. */
export const MAX_ASKED_PAUSE_SECONDS = 60
/** Share of a pause that chance decides, so that several gateways do not come back in step. */
const JITTER = 0.2

/**
 * How a call went. `answered`: the provider is there, whatever it said. `away`: no answer or a broken one, as every call
 * would have got now. `failed`: refused in a way that more calls only make worse or cannot change, such as quota.
 * `neither`: it says nothing about other calls.
 */
export type CallOutcome = 'answered' | 'away' | 'failed' | 'neither'

/** `opened`: calls are kept back from now on. `closed`: the provider answers again. */
export type CircuitChange = 'opened' | 'closed'

/** One call that may be made. */
export interface CallPermit {
  /** Once, when the call is over; gives what changed by it. `askedPauseSeconds`: the pause that the provider asks for. */
  settle(outcome: CallOutcome, askedPauseSeconds?: number): CircuitChange | null
}

/** Keeps calls away from a provider that fails; see `createCircuit`. */
export interface Circuit {
  /** A permit for one call, or in how many seconds to ask again. */
  enter(): CallPermit | { pauseSeconds: number }
  /** Is the provider thought to answer? */
  isClosed(): boolean
  /** Seconds until the next probe is due while the provider is away; null: closed, or in a pause that is not ours to shorten. */
  probeDueSeconds(): number | null
}

export interface CircuitOptions {
  /** Epoch seconds. */
  now: () => number
  /** 0 to 1. */
  random: () => number
}

/**
 * A circuit that opens after five failures in a row, or as soon as the provider asks for a pause. Then one call is let
 * through, the probe, after 2 s and every 4 s while the provider is away; after 2 s, 4 s, … 30 s when it refuses; or after
 * the pause that it asks for. It closes with the first that is answered. A probe that hangs does not hold up the next one.
 * Calls that began before it opened neither lengthen the pause nor end it.
 */
export function createCircuit({ now, random }: CircuitOptions): Circuit {
  let state: 'closed' | 'away' | 'failed' = 'closed'
  let failures = 0
  /** Pauses begun since it was last closed. */
  let pauses = 0
  let pauseEndsAt = Number.NEGATIVE_INFINITY
  /** The latest probe, until it is settled; older ones may still wait for their answer. */
  let probe: { startedAt: number } | null = null
  /** Goes up when what earlier calls find out no longer counts. */
  let period = 0

  /** Of the present pause. */
  function ownPauseSeconds(): number {
    const longest = MAX_PAUSE_SECONDS[state === 'failed' ? 'failed' : 'away']
    const own = Math.min(FIRST_PAUSE_SECONDS * 2 ** (pauses - 1), longest)
    return own * (1 + JITTER * (2 * random() - 1))
  }

  function beginPause(): void {
    pauses += 1
    pauseEndsAt = now() + ownPauseSeconds()
  }

  function startProbe(call: { startedAt: number }): void {
    probe = call
    // From its beginning: the next one must not wait for an answer that never comes.
    beginPause()
  }

  function close(): CircuitChange | null {
    const wasOpen = state !== 'closed'
    failures = 0
    pauses = 0
    pauseEndsAt = Number.NEGATIVE_INFINITY
    probe = null
    state = 'closed'
    if (wasOpen) period += 1
    return wasOpen ? 'closed' : null
  }

  function open(outcome: 'away' | 'failed', askedSeconds: number): CircuitChange | null {
    failures += 1
    if (failures < FAILURES_TO_OPEN && askedSeconds === 0) return null
    state = outcome
    period += 1
    beginPause()
    pauseEndsAt = Math.max(pauseEndsAt, now() + askedSeconds)
    return 'opened'
  }

  function failProbe(call: { startedAt: number }, outcome: 'away' | 'failed', askedSeconds: number): void {
    const isLatest = call === probe
    if (isLatest) probe = null
    if (outcome === 'failed') {
      state = 'failed'
      period += 1
      pauseEndsAt = now() + Math.max(ownPauseSeconds(), askedSeconds)
    } else if (state === 'failed' && isLatest) {
      state = 'away'
      pauseEndsAt = call.startedAt + ownPauseSeconds()
    }
  }

  function cancelProbe(call: { startedAt: number }): void {
    if (call !== probe) return
    probe = null
    pauses -= 1
    pauseEndsAt = now()
  }

  return {
    isClosed: () => state === 'closed',
    probeDueSeconds: () => (state === 'away' ? Math.max(0, pauseEndsAt - now()) : null),
    enter() {
      const left = pauseEndsAt - now()
      if (left > 0) return { pauseSeconds: probe === null ? left : Math.min(left, FIRST_PAUSE_SECONDS) }
      const call = { startedAt: now() }
      if (state !== 'closed') startProbe(call)
      const begunIn = period
      let isSettled = false
      return {
        settle(outcome, askedPauseSeconds = 0) {
          if (isSettled || begunIn !== period) return null
          isSettled = true
          if (outcome === 'answered') return close()
          const askedSeconds = Math.min(askedPauseSeconds, MAX_ASKED_PAUSE_SECONDS)
          if (outcome === 'neither') cancelProbe(call)
          else if (state === 'closed') return open(outcome, askedSeconds)
          else failProbe(call, outcome, askedSeconds)
          return null
        }
      }
    }
  }
}

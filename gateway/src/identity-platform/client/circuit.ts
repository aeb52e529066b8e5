import { LRUCache } from 'lru-cache'
import type { ProviderFailure } from './error-sorting.ts'

/** Consecutive failures that open the circuit. */
const FAILURES_TO_OPEN = 5
/** With so many accounts that fail in a row, what fails is hardly the accounts. */
const ACCOUNTS_TO_OPEN = 10
/** How long calls in flight may still prove the opposite: failures often arrive before responses. */
const AWAITED_SECONDS = 1
/** With fewer, but at least this many, it is when nothing has been answered for a while. */
const SEVERAL_ACCOUNTS = 2
const SILENCE_SECONDS = 10
const FIRST_PAUSE_SECONDS = 2
/** Max pause in seconds by kind of failure. With jitter, an outage's end is noticed within 5 s. */
const MAX_PAUSE_SECONDS = { away: 4, failed: 30 } as const
/** Cap for a pause requested by the provider. */
export const MAX_ASKED_PAUSE_SECONDS = 60
/** Jitter, so that gateways do not retry in step. */
const JITTER = 0.2

/**
 * Result of a call for the circuit. `answered`: the provider works, whatever its response. `away`: no
 * response or a broken one. `failed`: refused such that further calls are pointless or harmful, such as
 * quota. `neither`: says nothing about other calls.
 */
export type CallOutcome = 'answered' | 'away' | 'failed' | 'neither'

/** `opened`: calls are withheld. `closed`: the provider works again. */
export type CircuitChange = 'opened' | 'closed'

/**
 * Which call a failure is of. `any`: of the gateway; one says something about the next. `account`: of one account, whose
 * earlier calls did not fail. `failing-account`: of one that has failed before, which says nothing about others.
 */
export type CallOrigin = 'any' | 'account' | 'failing-account'

/** Permission for one call. */
export interface CallPermit {
  /** Call once when done; returns the change it caused. `askedPauseSeconds`: requested by the provider. `origin`: default `any`. */
  settle(outcome: CallOutcome, askedPauseSeconds?: number, origin?: CallOrigin): CircuitChange | null
}

export type Circuit = ReturnType<typeof createCircuit>

/**
 * Circuit breaker for the provider. `now`: epoch seconds. `random`: 0 to 1.
 *
 * Opens after five consecutive failures, or at once if the provider requests a pause. Failures of accounts open it only
 * when ten accounts fail in a row and no call is in flight any more, or a second later; or when several fail over ten
 * seconds. Then one more account may call at once. A failure of a
 * call that began before the latest response does not count. While open, single probe calls are permitted: after 2 s and every 4 s while it is unavailable; after 2 s, 4 s, … 30 s if it refuses; or
 * after the requested pause. The first with a response closes the circuit. A hanging probe does not delay the
 * next one, and calls begun before the opening neither extend nor end the pause.
 */
export function createCircuit({ now, random }: { now: () => number; random: () => number }) {
  let state: 'closed' | 'away' | 'failed' = 'closed'
  let run = beginRun()
  let inFlight = 0
  /** Whether an account that has not failed may call before the first pause is over. */
  let isOneMoreAllowed = false
  /** Pauses since the circuit was last closed. */
  let pauses = 0
  let pauseEndsAt = Number.NEGATIVE_INFINITY
  /** The latest unsettled probe; older ones may still be pending. */
  let probe: { startedAt: number } | null = null
  /** Incremented when results of earlier calls become irrelevant. */
  let period = 0

  /** Length of the current pause. */
  function ownPauseSeconds(): number {
    const longest = MAX_PAUSE_SECONDS[state === 'failed' ? 'failed' : 'away']
    const own = Math.min(FIRST_PAUSE_SECONDS * 2 ** (pauses - 1), longest)
    return own * (1 + JITTER * (2 * random() - 1))
  }

  function beginPause(): void {
    pauses += 1
    pauseEndsAt = now() + ownPauseSeconds()
  }

  function close(): CircuitChange | null {
    const wasOpen = state !== 'closed'
    run = beginRun()
    isOneMoreAllowed = false
    pauses = 0
    pauseEndsAt = Number.NEGATIVE_INFINITY
    probe = null
    state = 'closed'
    if (wasOpen) period += 1
    return wasOpen ? 'closed' : null
  }

  /** Counts a failure: whether it opens the circuit. */
  function count(origin: CallOrigin, askedSeconds: number): boolean {
    run.beganAt ??= now()
    run.failures += 1
    if (origin === 'account') run.accounts += 1
    if (origin === 'any') run.others += 1
    if (run.others >= FAILURES_TO_OPEN || (origin === 'any' && askedSeconds > 0)) return true
    if (run.accounts >= ACCOUNTS_TO_OPEN) {
      run.awaitedSince ??= now()
      if (inFlight === 0 || now() - run.awaitedSince >= AWAITED_SECONDS) return true
    }
    const isSilent = run.failures >= FAILURES_TO_OPEN && now() - run.beganAt >= SILENCE_SECONDS
    return isSilent && run.accounts >= SEVERAL_ACCOUNTS
  }

  function open(outcome: 'away' | 'failed', askedSeconds: number, origin: CallOrigin): CircuitChange | null {
    if (!count(origin, askedSeconds)) return null
    state = outcome
    isOneMoreAllowed = origin !== 'any' && askedSeconds === 0
    period += 1
    beginPause()
    pauseEndsAt = Math.max(pauseEndsAt, now() + askedSeconds)
    return 'opened'
  }

  function failProbe(call: { startedAt: number }, outcome: 'away' | 'failed', askedSeconds: number): void {
    const isLatest = call === probe
    if (isLatest) probe = null
    if (outcome === 'failed') {
      isOneMoreAllowed = false
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
    isClosed: (): boolean => state === 'closed',
    /** Seconds until the next probe of an unavailable provider; null if closed, or in a pause to be kept. */
    probeDueSeconds: (): number | null => (state === 'away' ? Math.max(0, pauseEndsAt - now()) : null),
    /** A permit for one call, or the seconds until the next try. `origin`: default `any`. */
    enter(origin: CallOrigin = 'any'): CallPermit | { pauseSeconds: number } {
      const left = pauseEndsAt - now()
      const isOneMore = left > 0 && isOneMoreAllowed && origin === 'account'
      if (left > 0 && !isOneMore)
        return { pauseSeconds: probe === null ? left : Math.min(left, FIRST_PAUSE_SECONDS) }
      const call = { startedAt: now() }
      const begunInRun = run
      if (origin === 'account') isOneMoreAllowed = false
      if (state !== 'closed') {
        probe = call
        // From the start of the probe, which may never get a response.
        if (!isOneMore) beginPause()
      }
      const begunIn = period
      inFlight += 1
      return {
        settle(outcome, askedPauseSeconds = 0, origin = 'any') {
          inFlight -= 1
          if (begunIn !== period) return null
          if (outcome === 'answered') return close()
          const askedSeconds = Math.min(askedPauseSeconds, MAX_ASKED_PAUSE_SECONDS)
          if (outcome === 'neither') cancelProbe(call)
          else if (state === 'closed') {
            // Since it began, another call was answered.
            if (begunInRun !== run && askedSeconds === 0) return null
            return open(outcome, askedSeconds, origin)
          } else failProbe(call, outcome, askedSeconds)
          return null
        }
      }
    }
  }
}

interface Run {
  beganAt: number | null
  failures: number
  /** Distinct ones. */
  accounts: number
  /** When ten accounts had failed. */
  awaitedSince: number | null
  /** Of calls that are of no account. */
  others: number
}

/** Failures since the last response. */
function beginRun(): Run {
  return { beganAt: null, failures: 0, accounts: 0, awaitedSince: null, others: 0 }
}

/** An account of the project, or of a tenant. */
export interface AccountName {
  uid: string
  /** Null: of the project itself. */
  tenantId: string | null
}

/** Accounts whose failures are kept for each line, LRU. One beyond them is called as if it had not failed. */
const MAX_ACCOUNTS = 1000
/** After this long without a call, an account counts as one that has not failed. */
const KEPT_MS = 600_000

interface Failing {
  circuit: Circuit
  failure: ProviderFailure
}

/** Circuits of accounts, each from its first failure to its next response. `now`: epoch seconds. `random`: 0 to 1. */
export function createAccountCircuits(options: { now: () => number; random: () => number }) {
  const failing = new LRUCache<string, Failing>({
    max: MAX_ACCOUNTS,
    ttl: KEPT_MS,
    ttlResolution: 0,
    perf: { now: () => options.now() * 1000 }
  })
  return {
    /** Undefined: its last call did not fail. */
    find: (account: AccountName): Failing | undefined => failing.get(keyOf(account)),

    /** Notes the end of a call. `permit`: of the account's circuit; null: it had none when the call began. */
    settle(
      account: AccountName,
      permit: CallPermit | null,
      { outcome, failure }: { outcome: CallOutcome; failure?: ProviderFailure | undefined }
    ): CircuitChange | null {
      const key = keyOf(account)
      if (outcome === 'answered') failing.delete(key)
      if (outcome === 'answered' || outcome === 'neither' || failure === undefined)
        return permit?.settle(outcome) ?? null
      const circuit = failing.get(key)?.circuit ?? createCircuit(options)
      failing.set(key, { circuit, failure })
      const counted = permit ?? circuit.enter()
      return 'settle' in counted ? counted.settle(outcome, failure.retryAfterSeconds) : null
    },

    /** Ends all pauses. The accounts still count as ones that have failed. */
    endPauses(): void {
      for (const one of failing.values()) one.circuit = createCircuit(options)
    }
  }
}

/** An account of a line, as text. */
export function keyOf({ uid, tenantId }: AccountName): string {
  return `${tenantId ?? ''}/${uid}`
}

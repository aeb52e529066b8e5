import type { Schedule } from '../../async/schedule.ts'
import type { Circuit } from './circuit.ts'
import type { ProviderCall } from './http.ts'

/** How long probing continues without any caller. */
const UNWANTED_SECONDS = 60
/** A timer this late, in seconds, was not delayed by load. */
const LATE_SECONDS = 3
/** By then a request that came first has made its call. */
const ASKED_BY_THEN_SECONDS = 0.5

export type Prober = ReturnType<typeof createProber>

/** Repeats the last failed call while the provider is unavailable, once per pause, until a minute after the last caller. */
export function createProber(options: {
  circuit: Circuit
  /** Epoch seconds. */
  now: () => number
  /** Null: no probes. */
  schedule: Schedule | null
  /** Makes the call if the circuit permits. */
  probe: (call: ProviderCall) => void
}) {
  const { circuit, now, schedule, probe } = options
  let call: ProviderCall | null = null
  let cancel: (() => void) | null = null
  let wantedAt = Number.NEGATIVE_INFINITY
  let dueAt = Number.POSITIVE_INFINITY
  let isStopped = schedule === null

  function forget(): void {
    call = null
    cancel?.()
    cancel = null
  }

  /** Call whenever the circuit may have changed. */
  function watch(): void {
    const seconds = circuit.probeDueSeconds()
    if (circuit.isClosed() || isStopped) forget()
    else if (call !== null && seconds !== null && cancel === null) plan(seconds)
  }

  function plan(seconds: number): void {
    dueAt = now() + seconds
    cancel = schedule?.(seconds, fire) ?? null
  }

  function fire(): void {
    cancel = null
    // The process had no processor. The request that gave it back makes the call itself, instead of being refused during it.
    if (now() - dueAt > LATE_SECONDS) plan(ASKED_BY_THEN_SECONDS)
    else if (now() - wantedAt > UNWANTED_SECONDS) forget()
    else if (call !== null && circuit.probeDueSeconds() === 0) probe(call)
    watch()
  }

  return {
    /** Notes that a caller needs this line, whether or not a call is made. */
    want(): void {
      wantedAt = now()
    },
    /** Stores a read-only call that failed because the provider is unavailable, for probing. */
    remember(failed: ProviderCall): void {
      // Its caller has gone, and its signal has fired.
      const { signal: _, mayRepeat: __, ...rest } = failed
      call = rest
    },
    watch,
    stop(): void {
      isStopped = true
      forget()
    }
  }
}

import type { Schedule } from '../../async/schedule.ts'
import type { Circuit } from './circuit.ts'
import type { ProviderCall } from './http.ts'

/** Longest that probes go on while nobody asks for anything. */
const UNWANTED_SECONDS = 60

/** Finds out by itself when an outage is over; see `createProber`. */
export interface Prober {
  /** Somebody needs an answer of this line, whether or not a call is made. */
  want(): void
  /** A call that failed because the provider is away, to be made again. Only one that changes nothing. */
  remember(call: ProviderCall): void
  /** To be called whenever the circuit may have changed. */
  watch(): void
  stop(): void
}

export interface ProberOptions {
  circuit: Circuit
  /** Epoch seconds. */
  now: () => number
  /** Null: never probes. */
  schedule: Schedule | null
  /** Makes the call if the circuit has a permit for it. */
  probe: (call: ProviderCall) => void
}

/**
 * While a circuit is open because the provider is away, repeats the last call that failed each time the circuit has a
 * permit, so that no visitor has to be the one who finds out. At most one call a pause (2 s, then every 4 s, a fifth more or
 * less), until a minute after the last visitor; then, and when the circuit closes, the call is forgotten.
 */
export function createProber({ circuit, now, schedule, probe }: ProberOptions): Prober {
  let call: ProviderCall | null = null
  let cancel: (() => void) | null = null
  let wantedAt = Number.NEGATIVE_INFINITY
  let isStopped = schedule === null

  function forget(): void {
    call = null
    cancel?.()
    cancel = null
  }

  function watch(): void {
    const seconds = circuit.probeDueSeconds()
    if (circuit.isClosed() || isStopped) forget()
    else if (call !== null && seconds !== null) cancel ??= schedule?.(seconds, fire) ?? null
  }

  function fire(): void {
    cancel = null
    if (now() - wantedAt > UNWANTED_SECONDS) forget()
    else if (call !== null && circuit.probeDueSeconds() === 0) probe(call)
    watch()
  }

  return {
    want() {
      wantedAt = now()
    },
    remember(failed) {
      // Whoever waited for it has gone, and its signal is over.
      const { signal: _, mayRepeat: __, ...rest } = failed
      call = rest
    },
    watch,
    stop() {
      isStopped = true
      forget()
    }
  }
}

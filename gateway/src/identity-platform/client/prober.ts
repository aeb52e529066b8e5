import type { Schedule } from '../../async.ts'
import type { Circuit } from './circuit.ts'
import type { ProviderCall } from './http.ts'

/** How long a call is repeated for its caller, who may have left. */
const UNWANTED_SECONDS = 60
/** Calls that take turns as the probe. */
const MAX_CALLS = 5
/** A timer this late, in seconds, was not delayed by load. */
const LATE_SECONDS = 3
/** By then a request that came first has made its call. */
const ASKED_BY_THEN_SECONDS = 0.5

/**
 * Repeats calls while the provider is unavailable, one per pause. Those of different accounts take turns, first the ones that
 * have not been sent; each until a minute after its caller last asked.
 */
export function createProber(options: {
  circuit: Circuit
  /** Epoch seconds. */
  now: () => number
  schedule: Schedule
  /** Makes the call if the circuit permits. */
  probe: (call: ProviderCall) => void
}) {
  const { circuit, now, schedule, probe } = options
  /** By account. */
  const calls = new Map<string, { call: ProviderCall; lastUsedAt: number; sent: number }>()
  let cancel: (() => void) | null = null
  let dueAt = Number.POSITIVE_INFINITY
  let isStopped = false

  function forget(): void {
    calls.clear()
    cancel?.()
    cancel = null
  }

  /** Call whenever the circuit may have changed. */
  function watch(): void {
    const seconds = circuit.probeDueSeconds()
    if (circuit.isClosed() || isStopped) forget()
    else if (calls.size > 0 && seconds !== null && cancel === null) plan(seconds)
  }

  function plan(seconds: number): void {
    dueAt = now() + seconds
    cancel = schedule(seconds, fire)
  }

  function fire(): void {
    cancel = null
    for (const [account, { lastUsedAt }] of calls)
      if (now() - lastUsedAt > UNWANTED_SECONDS) calls.delete(account)
    // The process had no processor. The request that gave it back makes the call itself, instead of being refused during it.
    if (now() - dueAt > LATE_SECONDS) plan(ASKED_BY_THEN_SECONDS)
    else if (circuit.probeDueSeconds() === 0) sendNext()
    watch()
  }

  function sendNext(): void {
    const [next] = [...calls.values()].sort((one, other) => one.sent - other.sent)
    if (next === undefined) return
    next.sent += 1
    probe(next.call)
  }

  return {
    /** Stores a read-only call that failed or was withheld, for probing. `account`: its key; empty: of none. `isSent`: it failed. */
    remember(account: string, { call, isSent }: { call: ProviderCall; isSent: boolean }): void {
      // Its caller has gone, and its signal has fired.
      const { signal: _, mayRepeat: __, ...rest } = call
      const sent = calls.get(account)?.sent ?? (isSent ? 1 : 0)
      calls.delete(account)
      calls.set(account, { call: rest, lastUsedAt: now(), sent })
      if (calls.size <= MAX_CALLS) return
      const most = Math.max(...[...calls.values()].map((one) => one.sent))
      const [dropped] = [...calls].find(([, one]) => one.sent === most) ?? []
      if (dropped !== undefined) calls.delete(dropped)
    },
    watch,
    stop(): void {
      isStopped = true
      forget()
    }
  }
}

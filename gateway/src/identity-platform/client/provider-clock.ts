import { type ClockCondition, createStateSince } from '../../operations/condition.ts'
import type { EventSink } from '../../operations/events.ts'
import type { ProviderResponse } from './http.ts'

const MAX_SAMPLES = 8
/** Some seconds are usual; beyond a minute a clock is not being kept. */
const MAX_OFFSET_SECONDS = 60
/** Shortest time between two reports of a clock that stays wrong. */
const REPORT_SECONDS = 600

/** The provider's clock against our own; see `createProviderClock`. */
export interface ProviderClock {
  /** Takes the `Date` of an answer that has just come. */
  noteResponse(response: ProviderResponse): void
  /** Takes a time, in epoch seconds, that has surely passed at the provider and lies in our future: our clock is behind now. */
  noteFuture(providerSeconds: number): void
  condition(): ClockCondition
}

export interface ProviderClockOptions {
  /** Takes `clock.off`. */
  report: EventSink
  /** Epoch seconds. */
  now: () => number
}

/** Compares the clocks: the offset is the median of the last eight times, so that no single answer decides. */
export function createProviderClock({ report, now }: ProviderClockOptions): ProviderClock {
  const samples: number[] = []
  const off = createStateSince(now)
  let reportedAtSeconds = Number.NEGATIVE_INFINITY

  function noteTime(providerSeconds: number): void {
    samples.push(providerSeconds - now())
    if (samples.length > MAX_SAMPLES) samples.shift()
    const offsetSeconds = median(samples)
    off.set(Math.abs(offsetSeconds) > MAX_OFFSET_SECONDS)
    // The clock that is wrong may jump: the time since the last report counts in both directions.
    if (!off.isSo || Math.abs(now() - reportedAtSeconds) < REPORT_SECONDS) return
    reportedAtSeconds = now()
    report({ kind: 'clock.off', offsetSeconds })
  }

  return {
    noteFuture(providerSeconds) {
      // Where the clock was right before, it has been set since.
      if (providerSeconds - now() > median(samples)) samples.splice(0)
      noteTime(providerSeconds)
    },
    noteResponse(response) {
      const sentAtSeconds = response.kind === 'response' ? readDate(response.headers) : null
      if (sentAtSeconds !== null) noteTime(sentAtSeconds)
    },
    condition: () => ({
      offsetSeconds: samples.length === 0 ? null : median(samples),
      isOff: off.isSo,
      sinceSeconds: off.sinceSeconds
    })
  }
}

/** `Date`, and the time that the answer spent in caches since (RFC 9110, 6.6.1; RFC 9111, 5.1). Null: not said. */
function readDate(headers: Readonly<Record<string, string>>): number | null {
  const sentAtSeconds = Date.parse(headers.date ?? '') / 1000
  const ageSeconds = Number(headers.age ?? 0)
  return Number.isFinite(sentAtSeconds + ageSeconds) ? sentAtSeconds + ageSeconds : null
}

function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const upper = sorted[sorted.length >> 1] ?? 0
  const lower = sorted[(sorted.length - 1) >> 1] ?? 0
  return (lower + upper) / 2
}

import { type ClockCondition, createStateSince } from '../../operations/condition.ts'
import type { EventSink } from '../../operations/events.ts'
import type { ProviderResponse } from './http.ts'

const MAX_SAMPLES = 8
/** Some seconds are normal; more than a minute means the clock is not synchronized. */
const MAX_OFFSET_SECONDS = 60
/** Min interval between reports of a wrong clock, in seconds. */
const REPORT_SECONDS = 600

/** Offset between the provider's clock and ours. */
export interface ProviderClock {
  /** Samples the `Date` of a response just received. */
  noteResponse(response: ProviderResponse): void
  /**
   * Samples a time (epoch seconds) that has passed at the provider but is in our future: our clock is behind.
   */
  noteFuture(providerSeconds: number): void
  condition(): ClockCondition
}

export interface ProviderClockOptions {
  /** Receives `clock.off`. */
  report: EventSink
  /** Epoch seconds. */
  now: () => number
}

/** The offset is the median of eight samples, so that no single response decides. */
export function createProviderClock({ report, now }: ProviderClockOptions): ProviderClock {
  const samples: number[] = []
  const off = createStateSince(now)
  let reportedAtSeconds = Number.NEGATIVE_INFINITY

  function noteTime(providerSeconds: number): void {
    samples.push(providerSeconds - now())
    if (samples.length > MAX_SAMPLES) samples.shift()
    const offsetSeconds = median(samples)
    off.set(Math.abs(offsetSeconds) > MAX_OFFSET_SECONDS)
    // A wrong clock may jump, so compare the time since the last report in both directions.
    if (!off.isSo || Math.abs(now() - reportedAtSeconds) < REPORT_SECONDS) return
    reportedAtSeconds = now()
    report({ kind: 'clock.off', offsetSeconds })
  }

  return {
    noteFuture(providerSeconds) {
      // A larger offset than before: the clock was changed, so drop older samples.
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

/** `Date` plus `Age` of a response (RFC 9110, 6.6.1; RFC 9111, 5.1); null if absent. */
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

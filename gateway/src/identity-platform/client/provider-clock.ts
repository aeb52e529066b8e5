import { type ClockCondition, createTimedFlag } from '../../operations/condition.ts'
import type { Runtime } from '../../operations/runtime.ts'
import type { ProviderResponse } from './http.ts'

const MAX_SAMPLES = 8
/** Some seconds are normal; more than a minute means the clock is not synchronized. */
const MAX_OFFSET_SECONDS = 60
/** Id tokens live for an hour: by a clock that is off by more, a fresh one has expired, or was issued far in the future. */
const MAX_USABLE_SECONDS = 3600 - MAX_OFFSET_SECONDS
/** Min interval between reports of a wrong clock, in seconds. */
const REPORT_SECONDS = 600
/** While the clock is off, the provider is asked for its time if no response is younger. */
const MAX_AGE_MS = 10_000

/** What the provider's clock showed at a time of our monotonic clock. */
interface Sample {
  providerSeconds: number
  atMs: number
}

/**
 * Offset between the provider's clock and ours: the median of eight samples, so that no single response decides. Each goes on
 * by the monotonic clock, so the offset follows a step of our own clock at once, without another response. `ask`: makes any call to the
 * provider, whose response gets noted.
 */
export function createProviderClock({ report, now, nowMs }: Runtime, ask: () => void) {
  let samples: Sample[] = []
  const off = createTimedFlag(now)
  let reportedAtSeconds = Number.NEGATIVE_INFINITY
  let askedAtMs = Number.NEGATIVE_INFINITY

  const offsetSeconds = () =>
    median(samples.map(({ providerSeconds, atMs }) => providerSeconds + (nowMs() - atMs) / 1000 - now()))

  function update(): number {
    const offset = offsetSeconds()
    off.set(Math.abs(offset) > MAX_OFFSET_SECONDS)
    // A wrong clock may jump, so compare the time since the last report in both directions.
    if (off.value && Math.abs(now() - reportedAtSeconds) >= REPORT_SECONDS) {
      reportedAtSeconds = now()
      report({ kind: 'clock.off', offsetSeconds: offset })
    }
    return offset
  }

  function noteTime(providerSeconds: number): void {
    samples = [...samples, { providerSeconds, atMs: nowMs() }].slice(-MAX_SAMPLES)
    update()
  }

  /** The monotonic clock stands still while a virtual machine is suspended: only a response shows that ours is right. */
  function askAgain(): void {
    const sinceMs = Math.max(askedAtMs, samples.at(-1)?.atMs ?? 0)
    if (nowMs() - sinceMs < MAX_AGE_MS) return
    askedAtMs = nowMs()
    ask()
  }

  return {
    /** Samples a time (epoch seconds) that has passed at the provider but not here: our clock is behind. */
    noteFuture(providerSeconds: number): void {
      // A larger offset than before: the clock was changed, so drop older samples.
      if (providerSeconds - now() > offsetSeconds()) samples = []
      noteTime(providerSeconds)
    },
    /** Samples the `Date` of a response just received. */
    noteResponse(response: ProviderResponse): void {
      const sentAtSeconds = response.kind === 'response' ? readDate(response.headers) : null
      if (sentAtSeconds !== null) noteTime(sentAtSeconds)
    },
    condition(): ClockCondition {
      const offset = update()
      if (off.value) askAgain()
      return {
        offsetSeconds: samples.length === 0 ? null : offset,
        isOff: off.value,
        isUnusable: Math.abs(offset) > MAX_USABLE_SECONDS,
        changedAtSeconds: off.changedAtSeconds
      }
    }
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

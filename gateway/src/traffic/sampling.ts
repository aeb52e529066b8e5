import type { LineLevel } from '../operations/line-writer.ts'
import type { RequestRecord } from './record.ts'

/** Which requests get a line in the log. */
export interface SamplingRules {
  /** `refused`: those that did not pass or did not work. `none`: failures alone, which are warnings and errors. */
  requests: 'all' | 'refused' | 'none'
  /** Share of the others that get one, 0 to 1. */
  sample: number
  /** Requests that take at least so long always get one, in milliseconds. */
  slowMs: number
}

/** Says whether a request gets its line; see `createSampling`. */
type IsWritten = (record: RequestRecord, level: LineLevel, status: number, durationMs: number) => boolean

/**
 * Chooses the requests that get a line. Of those that are neither refused nor slow, a share: not by chance, so that the
 * lines of a quiet gateway are as many as asked for.
 */
export function createSampling({ requests, sample, slowMs }: SamplingRules): IsWritten {
  let owed = 0

  function isSampled(): boolean {
    owed += sample
    if (owed < 1) return false
    owed -= 1
    return true
  }

  return (record, level, status, durationMs) => {
    if (level === 'warn' || level === 'error') return true
    if (requests === 'none') return false
    if (isRefused(record, status)) return true
    // A line that says that a stream was opened wants one that says that it was closed; its length is not slowness.
    if (record.stream !== null) return requests === 'all'
    return durationMs >= slowMs || (requests === 'all' && (sample === 1 || isSampled()))
  }
}

function isRefused({ decision, fault, upstreamHeadMs }: RequestRecord, status: number): boolean {
  if (fault !== null || (decision !== null && decision.outcome !== 'allow')) return true
  // What the application says of its own pages is no refusal of ours, but its failures are to be seen.
  return upstreamHeadMs === null ? status >= 400 || status === 0 : status >= 500
}

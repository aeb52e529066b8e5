/** How much is measured. */
export interface Plan {
  /** Before the first round: code that runs often has been compiled then. */
  warmUpRequests: number
  rounds: number
  warmUpSeconds: number
  roundSeconds: number
  connections: number
  /** Checks of remembered sessions. */
  warmChecks: number
  /** Sessions that are seen for the first time. */
  coldChecks: number
  /** Requests of each kind whose garbage is counted. */
  garbageRequests: number
  /** Requests between two looks at the gateway's heap. */
  memoryRequests: number
  /** Sessions that are put through one session check. */
  memorySessions: number
  /** Sessions that are put through a cache which holds fewer. */
  sizingSessions: number
  starts: number
  /** Of each format of the configuration. */
  reloads: number
  streamBytes: number
}

/** One figure; `value` is the median of its samples. */
export interface Figure {
  what: string
  unit: string
  value: number
  lowest: number
  highest: number
  budget?: { atLeast: number } | { under: number }
  /** What others measured elsewhere, to compare with by eye. */
  beside?: string
}

export const MEBIBYTE = 1024 * 1024

/** A figure of one or more samples. */
export function figure(
  what: string,
  unit: string,
  samples: readonly number[],
  budget?: Figure['budget']
): Figure {
  const range = { lowest: Math.min(...samples), highest: Math.max(...samples) }
  return { what, unit, value: median(samples), ...range, ...(budget === undefined ? {} : { budget }) }
}

/** A figure with what others measured elsewhere. */
export function comparedTo(beside: string, figure: Figure): Figure {
  return { ...figure, beside }
}

/** Does a figure keep its budget? Null: it has none. */
export function isWithin({ value, budget }: Figure): boolean | null {
  if (budget === undefined) return null
  return 'atLeast' in budget ? value >= budget.atLeast : value < budget.under
}

/** The middle of the samples; NaN without any. */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const [lower = Number.NaN, upper = lower] = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return (lower + upper) / 2
}

/** The value that `share` (0 to 1) of the samples do not exceed, by nearest rank; NaN without samples. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

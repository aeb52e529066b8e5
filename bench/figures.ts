/** How much is measured. */
export interface Plan {
  rounds: number
  warmUpSeconds: number
  roundSeconds: number
  connections: number
  /** Checks of remembered sessions. */
  warmChecks: number
  /** Sessions that are seen for the first time. */
  coldChecks: number
  /** Requests between two looks at the gateway's heap. */
  memoryRequests: number
  /** Sessions that are put through one session check. */
  memorySessions: number
  starts: number
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

function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b)
  const [lower = Number.NaN, upper = lower] = sorted.slice((sorted.length - 1) >> 1, (sorted.length >> 1) + 1)
  return (lower + upper) / 2
}

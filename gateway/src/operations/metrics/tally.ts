/** Label values by the names of their labels. */
export type Labels = Readonly<Record<string, string>>

/** One number with its labels; `name`: where it is not that of its metric, as with the parts of a histogram. */
export interface Reading {
  name?: string
  labels: Labels
  value: number
}

/** Numbers by the values of up to three labels; see `createTally`. */
export interface Tally {
  /** Adds to the number with these label values, in the order of the labels. */
  add(amount: number, first?: string, second?: string, third?: string): void
  /** Forgets the numbers with this value of the first label. */
  end(first: string): void
  read(): Reading[]
}

interface Cell {
  labels: Labels
  value: number
}

/**
 * Numbers that are added to without an allocation once their label values are known: three look-ups, some 50 ns. Values that
 * are added first become new numbers, so a caller must give no value that a visitor makes up.
 */
export function createTally(labelNames: readonly string[]): Tally {
  const cells = new Map<string, Map<string, Map<string, Cell>>>()

  function labelsOf(values: readonly string[]): Labels {
    return Object.fromEntries(labelNames.map((name, index) => [name, values[index] ?? '']))
  }

  function createCell(first: string, second: string, third: string): Cell {
    const ofFirst = cells.get(first) ?? new Map<string, Map<string, Cell>>()
    const ofSecond = ofFirst.get(second) ?? new Map<string, Cell>()
    const cell = { labels: labelsOf([first, second, third]), value: 0 }
    cells.set(first, ofFirst)
    ofFirst.set(second, ofSecond)
    ofSecond.set(third, cell)
    return cell
  }

  return {
    add(amount, first = '', second = '', third = '') {
      const cell = cells.get(first)?.get(second)?.get(third) ?? createCell(first, second, third)
      cell.value += amount
    },
    end: (first) => void cells.delete(first),
    read: () =>
      [...cells.values()].flatMap((ofFirst) =>
        [...ofFirst.values()].flatMap((ofSecond) => [...ofSecond.values()].map((cell) => ({ ...cell })))
      )
  }
}

/** Durations by the value of one label; see `createDurations`. */
export interface Durations {
  /** `label`: one of those that were given or have begun; durations of others are not kept. */
  observe(durationMs: number, label?: string): void
  /** Lets the series of a value of the label begin, where they have not. */
  begin(value: string): void
  /** Forgets the series of a value of the label. */
  end(value: string): void
  read(): Reading[]
}

export interface DurationsOptions {
  /** Name of the metric. */
  name: string
  /** Upper bounds in seconds, ascending, each inclusive. */
  bounds: readonly number[]
  /** Left out: no label. */
  label?: { name: string; values: readonly string[] }
}

/** The place of the sum, and of the durations beyond the last bound, behind the counts of the buckets. */
const SUM = 0
const FIRST_BUCKET = 1

/**
 * A histogram of durations in arrays of numbers: an observation costs some 50 ns, a fifth of what the client library takes.
 */
export function createDurations({ name, bounds, label }: DurationsOptions): Durations {
  const createCell = () => new Float64Array(bounds.length + 2)
  const cells = new Map((label?.values ?? ['']).map((value) => [value, createCell()]))

  function readOne(value: string, numbers: Float64Array): Reading[] {
    const labels: Labels = label === undefined ? {} : { [label.name]: value }
    let count = 0
    const buckets = [...bounds.map(String), '+Inf'].map((le, index) => {
      count += numbers[FIRST_BUCKET + index] ?? 0
      return { name: `${name}_bucket`, labels: { ...labels, le }, value: count }
    })
    const sum = { name: `${name}_sum`, labels, value: numbers[SUM] ?? 0 }
    return [...buckets, sum, { name: `${name}_count`, labels, value: count }]
  }

  return {
    observe(durationMs, value = '') {
      const numbers = cells.get(value)
      if (numbers === undefined) return
      const seconds = durationMs / 1000
      let bucket = 0
      while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1
      numbers[SUM] = (numbers[SUM] ?? 0) + seconds
      numbers[FIRST_BUCKET + bucket] = (numbers[FIRST_BUCKET + bucket] ?? 0) + 1
    },
    begin(value) {
      if (!cells.has(value)) cells.set(value, createCell())
    },
    end: (value) => void cells.delete(value),
    read: () => [...cells].flatMap(([value, numbers]) => readOne(value, numbers))
  }
}

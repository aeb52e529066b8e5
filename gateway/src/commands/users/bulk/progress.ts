import { SingleBar } from 'cli-progress'
import type { Io } from '../../io.ts'

/** Progress interval without a terminal. */
const LINE_EVERY = 10_000

/** Reports progress on stderr. */
export interface Progress {
  /** `done` of `total`; `note`: what it is waiting for. */
  update(done: number, note?: string): void
  /** Removes the bar. Idempotent. */
  stop(): void
}

interface ProgressOptions {
  /** Unit, such as `accounts`. */
  noun: string
  /** Omitted: unknown. */
  total?: number
  /** Done by earlier runs. Default 0. */
  start?: number
  /** Whether the terminal is free for a bar. Default true. */
  hasRoom?: boolean
}

/** A bar on a terminal, a counter if the total is unknown, otherwise one line per 10,000. */
export function startProgress(io: Io, options: ProgressOptions): Progress {
  const { noun, total, start = 0, hasRoom = true } = options
  if (!io.isTTY.stderr) return startLines(io, noun, total, start)
  if (!hasRoom) return { update: () => {}, stop: () => {} }
  const format = total === undefined ? `{value} ${noun} {note}` : `[{bar}] {value}/{total} ${noun} {note}`
  const bar = new SingleBar({
    stream: io.stderr,
    format,
    barsize: 30,
    clearOnComplete: true,
    hideCursor: true
  })
  // 0 for an unknown total: the format has no bar then.
  bar.start(total ?? 0, start, { note: '' })
  return { update: (done, note = '') => bar.update(done, { note }), stop: () => bar.stop() }
}

function startLines({ stderr }: Io, noun: string, total: number | undefined, start: number): Progress {
  const of = total === undefined ? '' : ` of ${total}`
  let written = Math.floor(start / LINE_EVERY)
  return {
    update(done, note) {
      if (note !== undefined && note !== '') stderr.write(`${note}\n`)
      if (Math.floor(done / LINE_EVERY) <= written) return
      written = Math.floor(done / LINE_EVERY)
      stderr.write(`${written * LINE_EVERY}${of} ${noun}\n`)
    },
    stop: () => {}
  }
}

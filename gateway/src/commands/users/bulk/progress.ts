import { SingleBar } from 'cli-progress'
import type { Io } from '../../io.ts'

/** How often progress is told where there is no terminal. */
const LINE_EVERY = 10_000

/** Tells on stderr how far a long command is. */
export interface Progress {
  /** `done` of `total`; `note`: what it is waiting for. */
  update(done: number, note?: string): void
  /** Takes the bar away. May be called again. */
  stop(): void
}

export interface ProgressOptions {
  /** What is counted, such as `accounts`. */
  noun: string
  /** Left out: nobody knows. */
  total?: number
  /** What was done before this run. Default 0. */
  start?: number
  /** Is the terminal free for a bar? Default true. */
  hasRoom?: boolean
}

/** A bar on a terminal, a counter where the total is not known, else one line each 10,000. */
export function startProgress(io: Io, options: ProgressOptions): Progress {
  const { hasRoom = true } = options
  if (io.isTTY.stderr) return hasRoom ? startBar(io, options) : { update: () => {}, stop: () => {} }
  return startLines(io, options)
}

function startBar(io: Io, { noun, total, start = 0 }: ProgressOptions): Progress {
  const format = total === undefined ? `{value} ${noun} {note}` : `[{bar}] {value}/{total} ${noun} {note}`
  const bar = new SingleBar({
    stream: io.stderr,
    format,
    barsize: 30,
    clearOnComplete: true,
    hideCursor: true
  })
  // 0 stands for a total that nobody knows: the format has no bar then.
  bar.start(total ?? 0, start, { note: '' })
  return {
    update: (done, note = '') => bar.update(done, { note }),
    stop: () => bar.stop()
  }
}

function startLines(io: Io, { noun, total, start = 0 }: ProgressOptions): Progress {
  const of = total === undefined ? '' : ` of ${total}`
  let told = Math.floor(start / LINE_EVERY)
  return {
    update(done, note) {
      if (note !== undefined && note !== '') io.stderr.write(`${note}\n`)
      if (Math.floor(done / LINE_EVERY) <= told) return
      told = Math.floor(done / LINE_EVERY)
      io.stderr.write(`${told * LINE_EVERY}${of} ${noun}\n`)
    },
    stop: () => {}
  }
}

import { SingleBar } from 'cli-progress'
import type { Io } from '../../io.ts'

/** Progress interval without a terminal. */
const LINE_EVERY = 10_000

/** `done` of the total; `note`: what it is waiting for. */
export type Progress = (done: number, note?: string) => void

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

/** Work that reports to stderr: a bar on a terminal, a counter if the total is unknown, otherwise one line per 10,000. */
export async function withProgress(
  io: Io,
  { noun, total, start = 0, hasRoom = true }: ProgressOptions,
  run: (progress: Progress) => Promise<void>
): Promise<void> {
  if (!io.isTTY.stderr) return await run(createLines(io, noun, total, start))
  if (!hasRoom) return await run(() => {})
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
  try {
    await run((done, note = '') => bar.update(done, { note }))
  } finally {
    bar.stop()
  }
}

function createLines({ stderr }: Io, noun: string, total: number | undefined, start: number): Progress {
  const of = total === undefined ? '' : ` of ${total}`
  let written = Math.floor(start / LINE_EVERY)
  return (done, note) => {
    if (note !== undefined && note !== '') stderr.write(`${note}\n`)
    if (Math.floor(done / LINE_EVERY) <= written) return
    written = Math.floor(done / LINE_EVERY)
    stderr.write(`${written * LINE_EVERY}${of} ${noun}\n`)
  }
}

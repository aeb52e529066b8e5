import { SingleBar } from 'cli-progress'
import type { Io } from '../../src/commands/io.ts'

/** Progress interval without a terminal. */
const LINE_EVERY = 10_000

type Progress = (done: number) => void

interface ProgressOptions {
  /** Unit, such as `accounts`. */
  noun: string
  /** Omitted: unknown. */
  total?: number
  /** Whether the terminal is free for a bar. Default true. */
  hasRoom?: boolean
}

/** Work that reports to stderr: a bar on a terminal, a counter if the total is unknown, otherwise one line per 10,000. */
export async function withProgress(
  io: Io,
  { noun, total, hasRoom = true }: ProgressOptions,
  run: (progress: Progress) => Promise<void>
): Promise<void> {
  if (!io.isTTY.stderr) return await run(createLines(io, noun, total))
  if (!hasRoom) return await run(() => {})
  const format = total === undefined ? `{value} ${noun}` : `[{bar}] {value}/{total} ${noun}`
  const bar = new SingleBar({
    stream: io.stderr,
    format,
    barsize: 30,
    clearOnComplete: true,
    hideCursor: true
  })
  // 0 for an unknown total: the format has no bar then.
  bar.start(total ?? 0, 0)
  try {
    await run((done) => bar.update(done))
  } finally {
    bar.stop()
  }
}

function createLines({ stderr }: Io, noun: string, total: number | undefined): Progress {
  const of = total === undefined ? '' : ` of ${total}`
  let written = 0
  return (done) => {
    if (Math.floor(done / LINE_EVERY) <= written) return
    written = Math.floor(done / LINE_EVERY)
    stderr.write(`${written * LINE_EVERY}${of} ${noun}\n`)
  }
}

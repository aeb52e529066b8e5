import type { Readable, Writable } from 'node:stream'
import { CommandError, EXIT } from './command-error.ts'

/** What a command has of the process: streams, environment, time and the wish to end. */
export interface Io {
  stdin: Readable
  stdout: Writable
  stderr: Writable
  /** Which of the three is a terminal. */
  isTTY: { stdin: boolean; stdout: boolean; stderr: boolean }
  /** Width of the terminal; undefined when there is none. */
  columns?: number | undefined
  env: Readonly<Record<string, string | undefined>>
  /** Where file names begin. */
  cwd: string
  /** Aborted at Ctrl-C. */
  signal: AbortSignal
  /** Epoch seconds. */
  now: () => number
  /** Settles after so many seconds, or early when `signal` is aborted. */
  wait: (seconds: number) => Promise<void>
}

/** Writes and waits until it is taken, which keeps memory flat. A reader who has gone ends the command without a word. */
export function write(stream: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (err) => {
      if (err === null || err === undefined) return resolve()
      const code = Reflect.get(err, 'code')
      const isGone = code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED'
      reject(
        isGone
          ? new CommandError(EXIT.done, '')
          : new CommandError(EXIT.failed, `cannot write (${String(code)})`)
      )
    })
  })
}

/** Writes what nobody has to read: a reader who has gone keeps nothing from being done. */
export function tell(stream: Writable, text: string): Promise<void> {
  return write(stream, text).catch(() => {})
}

/** Says something to the person, beside the output. */
export function say(io: Io, text: string): Promise<void> {
  return tell(io.stderr, `${text}\n`)
}

/** The error for a file that cannot be read or written. `err`: what the file system said. */
export function fileError(err: unknown, path: string, exitCode: 1 | 2): CommandError {
  const code = err instanceof Error && 'code' in err ? String(err.code) : 'unknown reason'
  return new CommandError(
    exitCode,
    `${path}: cannot be ${exitCode === EXIT.usage ? 'read' : 'written'} (${code})`
  )
}

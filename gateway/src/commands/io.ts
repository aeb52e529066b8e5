import type { Readable, Writable } from 'node:stream'
import { CommandError, EXIT } from './command-error.ts'

/** A command's view of the process, injectable for tests. */
export interface Io {
  stdin: Readable
  stdout: Writable
  stderr: Writable
  /** Which of the three is a terminal. */
  isTTY: { stdin: boolean; stdout: boolean; stderr: boolean }
  /** Width of the terminal; undefined without one. */
  columns?: number | undefined
  env: Readonly<Record<string, string | undefined>>
  /** Base of relative file names. */
  cwd: string
  /** Aborted at Ctrl-C. */
  signal: AbortSignal
  /** Epoch seconds. */
  now: () => number
  /** Resolves after that many seconds, or early when `signal` aborts. */
  wait: (seconds: number) => Promise<void>
}

/** Writes with backpressure, which keeps memory flat. A closed pipe ends the command silently. */
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

/** Writes optional output: a closed pipe does not end the command. */
export function tell(stream: Writable, text: string): Promise<void> {
  return write(stream, text).catch(() => {})
}

/** Prints a message to the user, separate from the output. */
export function say(io: Io, text: string): Promise<void> {
  return tell(io.stderr, `${text}\n`)
}

/** The error for a file that cannot be read or written. `err`: from the file system. */
export function fileError(err: unknown, path: string, exitCode: 1 | 2): CommandError {
  const code = err instanceof Error && 'code' in err ? String(err.code) : 'unknown reason'
  return new CommandError(
    exitCode,
    `${path}: cannot be ${exitCode === EXIT.usage ? 'read' : 'written'} (${code})`
  )
}

/** C0 and C1 controls, which terminals obey, and bidirectional marks. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
/** Characters that `JSON.stringify` does not escape, but terminals or line readers obey. */
const UNESCAPED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Removes terminal controls from untrusted text: a display name must not move the cursor. */
export function stripControls(text: string): string {
  return text.replace(CONTROLS, '')
}

/** One-line JSON that is safe to print. */
export function safeJson(value: unknown, indent = 0): string {
  return (JSON.stringify(value, null, indent) ?? 'null').replace(
    UNESCAPED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
}

import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
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
      if (code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') reject(new CommandError(EXIT.done, ''))
      else reject(new CommandError(EXIT.failed, `cannot write (${String(code)})`))
    })
  })
}

/** Writes optional output: a closed pipe does not end the command. */
export const writeQuietly = (stream: Writable, text: string): Promise<void> =>
  write(stream, text).catch(() => {})

/** Prints a message to the user, separate from the output. */
export const writeStderr = (io: Io, text: string): Promise<void> => writeQuietly(io.stderr, `${text}\n`)

/** The error for a file that cannot be read or written. `err`: from the file system. */
export function fileError(err: unknown, path: string, exitCode: 1 | 2): CommandError {
  const code = err instanceof Error && 'code' in err ? String(err.code) : 'unknown reason'
  const what = exitCode === EXIT.usage ? 'read' : 'written'
  return new CommandError(exitCode, `${path}: cannot be ${what} (${code})`)
}

/** C0 and C1 controls, which terminals obey, and bidirectional marks. */
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g
/** Characters that `JSON.stringify` does not escape, but terminals or line readers obey. */
const UNESCAPED = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g

/** Removes terminal controls from untrusted text: a display name must not move the cursor. */
export const stripControls = (text: string): string => text.replace(CONTROLS, '')

/** One-line JSON that is safe to print. */
export function safeJson(value: unknown, indent = 0): string {
  return (JSON.stringify(value, null, indent) ?? 'null').replace(
    UNESCAPED,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`
  )
}

/** A file's name, or a stream. */
type Source = string | AsyncIterable<Buffer | string>

/** The chunks of a source. Throws a `CommandError` for an unreadable file. */
async function* readChunks(source: Source): AsyncGenerator<Buffer, void> {
  try {
    for await (const chunk of typeof source === 'string' ? createReadStream(source) : source)
      yield Buffer.from(chunk)
  } catch (err) {
    throw typeof source === 'string' ? fileError(err, source, EXIT.usage) : err
  }
}

/** Whole chunks until there are at least that many bytes, and no further: a device may never end. */
export async function readBeginning(source: Source, bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let count = 0
  for await (const chunk of readChunks(source)) {
    chunks.push(chunk)
    count += chunk.length
    if (count >= bytes) break
  }
  return Buffer.concat(chunks)
}

const NEWLINE = 0x0a
const BYTE_ORDER_MARK = /^\ufeff/

/** Lines, ended by `\n` or `\r\n`: `node:readline` also breaks at U+2028, which JSON allows. Throws a `CommandError` for an unreadable file. `text`: null: not UTF-8. */
export async function* readLines(source: Source) {
  let number = 0
  // Joined once per line, which may be long.
  let pieces: Buffer[] = []
  for await (const bytes of readChunks(source)) {
    let start = 0
    for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
      pieces.push(bytes.subarray(start, end))
      yield decodeLine(++number, pieces)
      pieces = []
      start = end + 1
    }
    if (start < bytes.length) pieces.push(bytes.subarray(start))
  }
  if (pieces.length > 0) yield decodeLine(++number, pieces)
}

function decodeLine(number: number, pieces: readonly Buffer[]) {
  const bytes = Buffer.concat(pieces)
  if (!isUtf8(bytes)) return { number, text: null }
  const text = bytes.toString('utf8').replace(/\r$/, '')
  return { number, text: number === 1 ? text.replace(BYTE_ORDER_MARK, '') : text }
}

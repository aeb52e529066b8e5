import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { EXIT } from '../../command-error.ts'
import { fileError } from '../../io.ts'

/** One line, without its line break. */
export interface Line {
  /** From 1. */
  number: number
  /** Null: not UTF-8. */
  text: string | null
}

const NEWLINE = 0x0a
const BYTE_ORDER_MARK = /^\ufeff/

/**
 * Streams the lines of a file or stream, ended by `\n` or `\r\n` only: `node:readline` would also break at
 * U+2028, which is valid in JSON. Throws a `CommandError` for an unreadable file.
 */
export async function* readLines(source: string | Readable): AsyncGenerator<Line, void> {
  const stream = typeof source === 'string' ? createReadStream(source) : source
  let number = 0
  // Joined once per line, which may be long.
  let pieces: Buffer[] = []
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk)
      let start = 0
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        pieces.push(bytes.subarray(start, end))
        yield readLine(++number, pieces)
        pieces = []
        start = end + 1
      }
      if (start < bytes.length) pieces.push(bytes.subarray(start))
    }
  } catch (err) {
    if (typeof source === 'string' && err instanceof Error && 'code' in err)
      throw fileError(err, source, EXIT.usage)
    throw err
  }
  if (pieces.length > 0) yield readLine(++number, pieces)
}

function readLine(number: number, pieces: readonly Buffer[]): Line {
  const bytes = Buffer.concat(pieces)
  if (!isUtf8(bytes)) return { number, text: null }
  const text = bytes.toString('utf8').replace(/\r$/, '')
  return { number, text: number === 1 ? text.replace(BYTE_ORDER_MARK, '') : text }
}

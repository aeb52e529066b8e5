import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { EXIT } from '../../command-error.ts'
import { fileError } from '../../io.ts'

/** One line of a text, without its end. */
export interface Line {
  /** Counted from 1. */
  number: number
  /** Null: it is not UTF-8. */
  text: string | null
}

const NEWLINE = 0x0a
const BYTE_ORDER_MARK = /^\ufeff/

/**
 * The lines of a file or a stream, as they are read. They end at `\n` or `\r\n` alone: `node:readline` would also break
 * at U+2028, which may stand inside JSON. Throws a `CommandError` for a file that cannot be read.
 */
export async function* readLines(source: string | Readable): AsyncGenerator<Line, void> {
  const stream = typeof source === 'string' ? createReadStream(source) : source
  let number = 0
  // Put together once, at the end of the line: a line may be long.
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

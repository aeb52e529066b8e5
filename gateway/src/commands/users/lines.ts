import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { EXIT } from './ending.ts'
import { fileEnding } from './io.ts'

/** One line of a text, without its end. */
export interface Line {
  /** Counted from 1. */
  number: number
  text: string
}

/**
 * The lines of a file or a stream, as they are read. They end at `\n` or `\r\n` alone: `node:readline` would also break
 * at U+2028, which may stand inside JSON. Throws an `Ending` for
 * a file that cannot be read or is not UTF-8.
 */
export async function* readLines(source: string | Readable): AsyncGenerator<Line, void> {
  const stream = typeof source === 'string' ? createReadStream(source) : source
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let number = 0
  let rest = ''
  try {
    for await (const chunk of stream) {
      const pieces = (rest + decoder.decode(Buffer.from(chunk), { stream: true })).split('\n')
      rest = pieces.pop() ?? ''
      for (const text of pieces) yield { number: ++number, text: text.replace(/\r$/, '') }
    }
    rest += decoder.decode()
  } catch (err) {
    if (typeof source === 'string' && err instanceof Error && 'code' in err)
      throw fileEnding(err, source, EXIT.usage)
    throw err
  }
  if (rest !== '') yield { number: ++number, text: rest.replace(/\r$/, '') }
}

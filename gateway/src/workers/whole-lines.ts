import { StringDecoder } from 'node:string_decoder'

/** A line that is longer has no end, as far as the log is concerned. */
const LONGEST_LINE = 16 * 1024 * 1024

/**
 * Takes what a process writes, in pieces of any length, and hands on whole lines, several at once where there are. What comes
 * after the last line break when the process ends is half a line and no use to anybody.
 */
export function createWholeLines(write: (lines: string) => void): (piece: Buffer) => void {
  const decoder = new StringDecoder('utf8')
  /** The beginning of a line, in pieces: joined once, however long it is. */
  let begun: string[] = []
  let length = 0
  return (piece) => {
    const text = decoder.write(piece)
    const end = text.lastIndexOf('\n') + 1
    if (end > 0) {
      write(`${begun.join('')}${text.slice(0, end)}`)
      begun = []
      length = 0
    }
    const rest = text.slice(end)
    if (rest === '') return
    begun.push(rest)
    length += rest.length
    if (length > LONGEST_LINE) {
      begun = []
      length = 0
    }
  }
}

import { EXIT, type ExitCode, interrupted } from '../../command-error.ts'
import { type Io, write } from '../../io.ts'
import { stripControls } from '../../safe-text.ts'
import { readLines } from '../bulk/lines.ts'
import { readImportLine } from './line.ts'

/** Lists every bad line of a file; calls nothing. */
export async function checkLines(io: Io, path: string): Promise<ExitCode> {
  const firstLines = new Map<string, number>()
  let good = 0
  let bad = 0
  for await (const { number, text } of readLines(path)) {
    if (io.signal.aborted) throw interrupted()
    if (text?.trim() === '') continue
    const read = readImportLine(text)
    const uid = 'line' in read ? read.line.account.uid : null
    const earlier = uid === null ? undefined : firstLines.get(uid)
    if (uid !== null && earlier === undefined) firstLines.set(uid, number)
    const complaint = 'complaint' in read ? read.complaint : null
    const repeated = earlier === undefined ? null : `uid: is that of line ${earlier} too`
    const reason = complaint ?? repeated
    if (reason === null) good += 1
    else {
      bad += 1
      await write(io.stdout, `line ${number}: ${stripControls(reason)}\n`)
    }
  }
  await write(io.stdout, `${good} good lines, ${bad} bad ones; nothing was called\n`)
  return bad === 0 ? EXIT.done : EXIT.usage
}

import { describeProblem } from '../../../problem.ts'
import { EXIT, type ExitCode, interrupted } from '../../command-error.ts'
import { type Io, write } from '../../io.ts'
import { stripControls } from '../../safe-text.ts'
import { readLines } from '../bulk/lines.ts'
import { parseImportLine } from './line.ts'

/** Lists every bad line of a file; calls nothing. */
export async function checkLines(io: Io, path: string): Promise<ExitCode> {
  const checkLine = createLineCheck()
  let good = 0
  let bad = 0
  for await (const { number, text } of readLines(path)) {
    if (io.signal.aborted) throw interrupted()
    if (text?.trim() === '') continue
    const reason = checkLine(number, text)
    if (reason === null) good += 1
    else {
      bad += 1
      await write(io.stdout, `line ${number}: ${stripControls(reason)}\n`)
    }
  }
  await write(io.stdout, `${good} good lines, ${bad} bad ones; nothing was called\n`)
  return bad === 0 ? EXIT.done : EXIT.usage
}

/** Tells line by line what is wrong; null when nothing is. It remembers uids: each may come once. */
function createLineCheck(): (number: number, text: string | null) => string | null {
  const firstLines = new Map<string, number>()
  return (number, text) => {
    const parsed = parseImportLine(text)
    if (parsed.kind === 'invalid') return parsed.problems.map(describeProblem).join('; ')
    const { uid } = parsed.line.account
    const earlier = firstLines.get(uid)
    if (earlier !== undefined) return `uid: is that of line ${earlier} too`
    firstLines.set(uid, number)
    return null
  }
}

import { readFileSync } from 'node:fs'
import type { Problem } from '../../problem.ts'

/** The text of a file; null, and one more problem at `path`, when it cannot be read. */
export function readText(file: string, path: string, problems: Problem[]): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (err) {
    const reason = err instanceof Error && 'code' in err ? String(err.code) : 'unknown reason'
    problems.push({
      path,
      message: `names a file that cannot be read (${reason})`,
      hint: `Looked for ${file}.`
    })
    return null
  }
}

import type { Problem } from '../problem.ts'

/** A problem in a sentence: where, what, and on a line of its own what to write instead. */
export function describeProblem({ path, message, hint }: Problem): string {
  return `${path === '' ? '' : `${path}: `}${message}${hint === '' ? '' : `\n${hint}`}`
}

import type { InvalidConfig } from '../config/load.ts'
import { type Problem, problemText } from '../problem.ts'
import { CommandError, EXIT } from './command-error.ts'

/** What `load` gives back, such as a whole configuration, or what is opened by it. Throws a `CommandError` that lists every problem. */
export function requireLoaded<Loaded extends { kind: 'loaded' | 'opened' }>(
  loaded: Loaded | InvalidConfig | { kind: 'invalid'; problems: readonly Problem[] }
): Loaded {
  if (loaded.kind === 'invalid') throw new CommandError(EXIT.usage, describeProblems(loaded.problems))
  return loaded
}

/** All problems in words, without a final line break. */
export function describeProblems(problems: readonly Problem[]): string {
  const lines = problems.map(
    (problem) => `\n  ${problemText(problem)}${problem.hint === '' ? '' : `\n      ${problem.hint}`}`
  )
  return `the configuration has ${problems.length} problem${problems.length === 1 ? '' : 's'}:${lines.join('')}`
}

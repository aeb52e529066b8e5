/** One thing wrong with input. Never contains the offending value, which may be a secret. */
export interface Problem {
  /** A key path such as `access.rules[0].path`, a variable, an option, or a file. */
  path: string
  /** That supplied the value; omitted for other sources. */
  variable?: string
  application?: string
  message: string
  /** What to write instead, or which command helps. Empty if the message says it all. */
  hint: string
}

/** The candidates that are problems. */
export function listProblems(...candidates: readonly (Problem | false | null)[]): Problem[] {
  return candidates.filter((candidate) => candidate !== false && candidate !== null)
}

/** A candidate of `listProblems`: the problem if the condition holds, otherwise null. */
export function when(condition: boolean, problem: Problem): Problem | null {
  return condition ? problem : null
}

/** The candidates that are warnings: each is a line with its key path, consequence and alternative. */
export function listTexts(...candidates: readonly (string | false)[]): string[] {
  return candidates.filter((candidate) => candidate !== false)
}

/** One line without the hint; only the message if there is no path. */
export function problemText({ path, variable, application, message }: Problem): string {
  if (path === '') return message
  const source = variable ?? application
  return source === undefined ? `${path}: ${message}` : `${path} (${source}): ${message}`
}

/** A problem followed by its hint on a line of its own. */
export function describeProblem(problem: Problem): string {
  return problem.hint === '' ? problemText(problem) : `${problemText(problem)}\n${problem.hint}`
}

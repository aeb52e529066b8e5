/**
 * One thing wrong with input: a configuration, a credential file, command arguments, an account to import. Never contains the
 * offending value, which may be a secret. Checks return `Problem null` or `Problem[]`; parsers return a union with `{ kind:
 * 'invalid'; problems: Problem[] }`. A rejected visitor gets a `Fault` (errors.ts), a failed provider call is a
 * `ProviderFailure` (identity-platform/client/error-sorting.ts).
 */
export interface Problem {
  /** A key path such as `access.rules[0].path`, a variable, an option, or a file. */
  path: string
  /** The environment variable that supplied the value; omitted for other sources. */
  variable?: string
  /** Name of the entry of `applications` that the path is in. */
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

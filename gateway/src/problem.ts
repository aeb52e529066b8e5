/**
 * One thing that is wrong with what somebody wrote: a configuration, a credential file, the arguments of a command,
 * an account to import. Never holds the value that was found: it may be a secret.
 *
 * A check gives back `Problem | null` or all of them as `Problem[]`; a parser gives back a union with a
 * member `{ kind: 'invalid'; problems: Problem[] }`. What a visitor is refused for is a `Fault` (errors.ts), what the
 * provider did not do is a `ProviderFailure` (identity-platform/client/error-sorting.ts).
 */
export interface Problem {
  /** Where: a key path such as `access.rules[0].path`, the name of a variable, an option, or a file. */
  path: string
  /** The environment variable that the value at `path` came from; left out: another source. */
  variable?: string
  message: string
  /** What to write instead, or which command helps. Empty where the message says it all. */
  hint: string
  /** A value that would be good there, computed from the one that was found; left out: there is none. */
  suggestion?: string
}

/** Of several things that may be wrong those that are. */
export function listProblems(...candidates: readonly (Problem | false | null)[]): Problem[] {
  return candidates.filter((candidate) => candidate !== false && candidate !== null)
}

/** A problem in one line without its hint: the message alone where there is no path. */
export function problemText({ path, variable, message }: Problem): string {
  if (path === '') return message
  return variable === undefined ? `${path}: ${message}` : `${path} (${variable}): ${message}`
}

/** A problem with its hint, which has a line of its own. */
export function describeProblem(problem: Problem): string {
  return problem.hint === '' ? problemText(problem) : `${problemText(problem)}\n${problem.hint}`
}

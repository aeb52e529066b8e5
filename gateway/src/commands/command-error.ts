import { untilAborted } from '../async.ts'
import type { InvalidConfig } from '../config/load.ts'
import { type Problem, problemText } from '../problem.ts'

/** Exit codes; the help of each command explains what they mean there. */
export const EXIT = {
  done: 0,
  /** Could not run: a port in use, a provider that is unreachable or refuses, a file that cannot be written. */
  failed: 1,
  /** Wrong usage, wrong configuration, or an argument that the provider does not accept. */
  usage: 2,
  /** No such user, or no such claim. */
  notFound: 3,
  notConfirmed: 4,
  /** Partial failure. */
  partly: 5,
  /** 128 + SIGINT. */
  interrupted: 130
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Ends a command from anywhere. An empty message ends it silently. */
export class CommandError extends Error {
  readonly exitCode: ExitCode
  /** Whether to point to the command's help. */
  readonly seeHelp: boolean

  constructor(exitCode: ExitCode, message: string, { seeHelp = false } = {}) {
    super(message)
    this.exitCode = exitCode
    this.seeHelp = seeHelp
  }
}

/** A command line that makes no sense as written. `message` says what to write instead. */
export const wrongUsage = (message: string) => new CommandError(EXIT.usage, message, { seeHelp: true })

/** The error after Ctrl-C. */
export const interrupted = () => new CommandError(EXIT.interrupted, 'interrupted')

/** Awaits a promise unless Ctrl-C comes first or came before: that throws `interrupted()` at once. */
export async function orInterrupted<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  await Promise.allSettled([untilAborted(promise, signal)])
  if (signal.aborted) throw interrupted()
  return await promise
}

/** Unwraps a loaded or opened result. Throws a `CommandError` that lists all problems. */
export function unwrapOrExit<Loaded extends { kind: 'loaded' | 'opened' }>(
  loaded: Loaded | InvalidConfig | { kind: 'invalid'; problems: readonly Problem[] }
): Loaded {
  if (loaded.kind === 'invalid') throw new CommandError(EXIT.usage, describeProblems(loaded.problems))
  return loaded
}

/** All problems as text, without a final line break. */
export function describeProblems(problems: readonly Problem[]): string {
  const lines = problems.map(
    (problem) => `\n  ${problemText(problem)}${problem.hint === '' ? '' : `\n      ${problem.hint}`}`
  )
  return `the configuration has ${problems.length} problem${problems.length === 1 ? '' : 's'}:${lines.join('')}`
}

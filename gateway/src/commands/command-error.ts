import type { ProviderFailure } from '../identity-platform/client/error-sorting.ts'
import { stripControls } from './safe-text.ts'

/** Exit codes of the account commands; the help texts and the README name them. */
export const EXIT = {
  done: 0,
  /** The provider could not be reached or refused, or a file could not be written. */
  failed: 1,
  /** Wrong usage, wrong configuration, or an argument that the provider does not take. */
  usage: 2,
  /** No such user, or no such claim. */
  notFound: 3,
  notConfirmed: 4,
  /** Some of several could not be done. */
  partly: 5,
  /** 128 + SIGINT. */
  interrupted: 130
} as const

export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** The exit codes in words, for help texts. */
export const EXIT_CODES_TEXT = `Exit codes: 0 done; 1 the provider could not be reached or refused; 2 wrong usage, configuration or argument;
3 no such user (or claim); 4 not confirmed; 5 partly done; 130 interrupted.
`

/** Ends a command from wherever it stands. An empty message ends it without a word. */
export class CommandError extends Error {
  readonly exitCode: ExitCode
  /** Does the help text of the command help? */
  readonly seeHelp: boolean

  constructor(exitCode: ExitCode, message: string, { seeHelp = false } = {}) {
    super(message)
    this.exitCode = exitCode
    this.seeHelp = seeHelp
  }
}

/** The ending for a command line that cannot be meant like this. `message` says what to write instead. */
export function wrongUsage(message: string): CommandError {
  return new CommandError(EXIT.usage, message, { seeHelp: true })
}

/** The ending after Ctrl-C. */
export function interrupted(hint = ''): CommandError {
  return new CommandError(EXIT.interrupted, `interrupted${hint === '' ? '' : `; ${hint}`}`)
}

/** What a promise gives, unless Ctrl-C comes first or has come by then: that throws `interrupted(hint)` at once. */
export async function orInterrupted<T>(signal: AbortSignal, promise: Promise<T>, hint?: string): Promise<T> {
  let stop = () => {}
  const interruption = new Promise<never>((_resolve, reject) => {
    stop = () => reject(interrupted(hint))
  })
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    const result = await Promise.race([interruption, promise])
    if (signal.aborted) throw interrupted(hint)
    return result
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The ending for a call that failed. `doing`: what was tried, such as `reading alice`. */
export function providerError(failure: ProviderFailure, doing: string): CommandError {
  return new CommandError(exitCodeOf(failure), `${doing}: ${describeFailure(failure)}`)
}

/** A failed call in words; the provider's own are made safe for a terminal. */
export function describeFailure(failure: ProviderFailure): string {
  const { advice, retryAfterSeconds } = failure
  const lines = [`${subjectOf(failure)}: ${stripControls(failure.detail)}`]
  if (advice !== undefined) {
    lines.push(
      `  probable cause: ${stripControls(advice.cause)}`,
      `  what to do: ${stripControls(advice.fix)}`
    )
  }
  if (retryAfterSeconds !== undefined) lines.push(`  try again in ${retryAfterSeconds} s`)
  return lines.join('\n')
}

function exitCodeOf({ kind, code }: ProviderFailure): ExitCode {
  if (code === 'USER_NOT_FOUND') return EXIT.notFound
  return kind === 'caller' ? EXIT.usage : EXIT.failed
}

function subjectOf({ kind, code }: ProviderFailure): string {
  if (code === 'USER_NOT_FOUND') return 'no such user'
  if (kind === 'temporary') return 'the provider is away or over its quota'
  if (kind === 'configuration') return 'the provider refuses these credentials or this project'
  return kind === 'caller' ? 'wrong argument' : 'the provider refuses'
}

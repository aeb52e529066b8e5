import type { ProviderFailure } from '../../../identity-platform/client/error-sorting.ts'
import { CommandError, EXIT, type ExitCode } from '../../command-error.ts'
import { stripControls } from '../../safe-text.ts'

/** The error for a call that failed. `doing`: what was tried, such as `reading alice`. */
export function providerError(failure: ProviderFailure, doing: string): CommandError {
  return new CommandError(exitCodeOf(failure), `${doing}: ${describeFailure(failure)}`)
}

/** A failed call in words; the provider's own are made safe for a terminal. */
export function describeFailure(failure: ProviderFailure): string {
  const { hint, retryAfterSeconds } = failure
  const lines = [`${subjectOf(failure)}: ${stripControls(failure.detail)}`]
  if (hint !== undefined) {
    lines.push(`  probable cause: ${stripControls(hint.cause)}`, `  what to do: ${stripControls(hint.fix)}`)
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

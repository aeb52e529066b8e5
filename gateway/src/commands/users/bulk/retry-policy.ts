import type { ProviderFailure } from '../../../identity-platform/client/error-sorting.ts'
import { CommandError, EXIT, interrupted, orInterrupted, providerError } from '../../command-error.ts'
import type { Io } from '../../io.ts'
import { stripControls } from '../../safe-text.ts'

/** Tries after the first; with growing pauses that is about three minutes beside the calls themselves. */
const MOST_REPEATS = 8
const LONGEST_PAUSE_SECONDS = 60

type Result = { kind: string } | { kind: 'failed'; failure: ProviderFailure }

/** Makes a call until it is answered for good; see `createRetryPolicy`. */
export type Retry = <R extends Result>(ask: (repeat: number) => Promise<R>) => Promise<R>

export interface RetryPolicyOptions {
  /** Told before every pause. */
  onPause: (note: string) => void
  /** What helps after giving up, for the ending. */
  hint: string
}

/**
 * Calls that wait out what passes (quota, a provider that is away): as long as `Retry-After` says, at least 1, 2, 4 …
 * 60 s. Of calls that fail at once, one finds out when it is over and the others wait for it. Throws a `CommandError` when it
 * does not pass, at Ctrl-C without waiting for answers, and at once when only the operator can help; all calls after that
 * throw it too. What is wrong with the account itself comes back.
 */
export function createRetryPolicy(io: Io, { onPause, hint }: RetryPolicyOptions): Retry {
  let recovery: Promise<void> | null = null
  let stopped: CommandError | null = null

  function stop(ending: CommandError): CommandError {
    stopped ??= ending
    return stopped
  }

  function giveUp(failure: ProviderFailure): CommandError {
    const { exitCode, message } = providerError(failure, 'stopped')
    return stop(new CommandError(exitCode, `${message}\n${hint}`))
  }

  async function askOnce<R>(ask: () => Promise<R>): Promise<R> {
    try {
      return await orInterrupted(io.signal, ask(), hint)
    } catch (err) {
      if (err instanceof CommandError && err.exitCode === EXIT.interrupted) throw stop(err)
      throw err
    }
  }

  /** Null: the result is one to come back with. */
  function trouble(result: Result): ProviderFailure | null {
    if (!('failure' in result)) return null
    if (result.failure.kind === 'configuration') throw giveUp(result.failure)
    return result.failure.kind === 'temporary' ? result.failure : null
  }

  async function recover<R extends Result>(
    ask: (repeat: number) => Promise<R>,
    first: ProviderFailure
  ): Promise<R> {
    let failure = first
    for (let repeat = 1; repeat <= MOST_REPEATS; repeat++) {
      const ownSeconds = Math.min(LONGEST_PAUSE_SECONDS, 2 ** (repeat - 1))
      const seconds = Math.max(failure.retryAfterSeconds ?? 0, ownSeconds)
      onPause(`waiting ${seconds} s (${stripControls(failure.detail)})`)
      await io.wait(seconds)
      if (io.signal.aborted) throw stop(interrupted(hint))
      const result = await askOnce(() => ask(repeat))
      const again = trouble(result)
      if (again === null) return result
      failure = again
    }
    throw giveUp(failure)
  }

  return async (ask) => {
    for (let repeat = 0; ; repeat++) {
      while (recovery !== null) await recovery
      if (stopped !== null) throw stopped
      const result = await askOnce(() => ask(repeat))
      const failure = trouble(result)
      if (failure === null) return result
      if (recovery !== null) continue
      const recovering = recover((more) => ask(repeat + more), failure)
      recovery = recovering.then(ignore, ignore).finally(() => {
        recovery = null
      })
      return await recovering
    }
  }
}

function ignore(): void {}

import type { ProviderFailure } from '../../../identity-platform/client/error-sorting.ts'
import { CommandError, EXIT, interrupted, orInterrupted } from '../../command-error.ts'
import type { Io } from '../../io.ts'
import { stripControls } from '../../safe-text.ts'
import { providerError } from '../account/account.ts'

/** Tries after the first; with growing pauses that is about three minutes beside the calls themselves. */
const MAX_REPEATS = 8
const MAX_PAUSE_SECONDS = 60

type Result = { kind: string } | { kind: 'failed'; failure: ProviderFailure }

/** Makes a call until its result is final; see `createRetryPolicy`. `repeat`: how often it was made before. */
export type Retry = <R extends Result>(ask: (repeat: number) => Promise<R>) => Promise<R>

export interface RetryPolicyOptions {
  /** Told before every pause. */
  onPause: (note: string) => void
  /** How to go on after giving up, for the error. */
  hint: string
}

/**
 * Calls that wait out what is temporary (quota, an outage of the provider): as long as `Retry-After` says, at least 1, 2,
 * 4 … 60 s. Of calls that fail at once, one finds out when the provider is back and the others wait for it. Throws a
 * `CommandError` when it does not come back, at Ctrl-C without waiting for answers, and at once when only the operator can
 * help; all calls after that throw it too. A failure that is the account's own is given back.
 */
export function createRetryPolicy(io: Io, { onPause, hint }: RetryPolicyOptions): Retry {
  let recovery: Promise<void> | null = null
  let stopped: CommandError | null = null

  function stop(error: CommandError): CommandError {
    stopped ??= error
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

  /** The failure that may pass; null when the result is final. */
  function temporaryFailureOf(result: Result): ProviderFailure | null {
    if (!('failure' in result)) return null
    if (result.failure.kind === 'configuration') throw giveUp(result.failure)
    return result.failure.kind === 'temporary' ? result.failure : null
  }

  async function recover<R extends Result>(
    ask: (repeat: number) => Promise<R>,
    first: ProviderFailure
  ): Promise<R> {
    let failure = first
    for (let repeat = 1; repeat <= MAX_REPEATS; repeat++) {
      const ownSeconds = Math.min(MAX_PAUSE_SECONDS, 2 ** (repeat - 1))
      const seconds = Math.max(failure.retryAfterSeconds ?? 0, ownSeconds)
      onPause(`waiting ${seconds} s (${stripControls(failure.detail)})`)
      await io.wait(seconds)
      if (io.signal.aborted) throw stop(interrupted(hint))
      const result = await askOnce(() => ask(repeat))
      const next = temporaryFailureOf(result)
      if (next === null) return result
      failure = next
    }
    throw giveUp(failure)
  }

  return async (ask) => {
    for (let repeat = 0; ; repeat++) {
      while (recovery !== null) await recovery
      if (stopped !== null) throw stopped
      const result = await askOnce(() => ask(repeat))
      const failure = temporaryFailureOf(result)
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

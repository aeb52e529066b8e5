import type { ProviderFailure } from '../../../identity-platform/client/error-sorting.ts'
import { CommandError, interrupted, orInterrupted } from '../../command-error.ts'
import { type Io, stripControls } from '../../io.ts'
import { providerError } from '../account.ts'

/** Retries; with growing pauses about three minutes, plus the calls themselves. */
const MAX_REPEATS = 8
const MAX_PAUSE_SECONDS = 60

type Result = { kind: string } | { kind: 'failed'; failure: ProviderFailure }

/** Makes a call until its result is final. `repeat`: number of earlier attempts. */
export type Retry = <R extends Result>(ask: (repeat: number) => Promise<R>) => Promise<R>

interface RetryPolicyOptions {
  onPause: (note: string) => void
  /** How to resume after giving up, for the error. */
  hint: string
}

/**
 * Retries temporary failures (quota, outage): after `Retry-After`, at least 1, 2, 4 … 60 s. Of concurrent
 * failures, one call probes the provider and the others wait for it. Throws a `CommandError` when it does not
 * recover, at Ctrl-C without awaiting responses, and at once if only the operator can help; all later calls
 * throw it too. A failure of the account itself is returned.
 */
export function createRetryPolicy(io: Io, { onPause, hint }: RetryPolicyOptions): Retry {
  let recovery: Promise<void> | null = null
  let stopped: CommandError | null = null

  function giveUp(failure: ProviderFailure): CommandError {
    const { exitCode, message } = providerError(failure, 'stopped')
    stopped ??= new CommandError(exitCode, `${message}\n${hint}`)
    return stopped
  }

  /** The temporary failure; null if the result is final. */
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
      if (io.signal.aborted) throw interrupted(hint)
      const result = await orInterrupted(io.signal, ask(repeat), hint)
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
      if (io.signal.aborted) throw interrupted(hint)
      const result = await orInterrupted(io.signal, ask(repeat), hint)
      const failure = temporaryFailureOf(result)
      if (failure === null) return result
      if (recovery !== null) continue
      const recovering = recover((more) => ask(repeat + more), failure)
      recovery = Promise.allSettled([recovering]).then(() => {
        recovery = null
      })
      return await recovering
    }
  }
}

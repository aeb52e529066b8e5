import type { CallEvent } from '../../operations/events.ts'
import type { ProviderFailure } from './error-sorting.ts'
import { describeSilence } from './failure-messages.ts'

/** How a call went that was made. */
export type CallResultName = Exclude<CallEvent['result'], 'not_asked'>

/** As `readResponse` gives it at the beginning of `detail`. */
const QUOTA = /^\d+ (QUOTA_EXCEEDED|RESOURCE_EXHAUSTED|TOO_MANY_ATTEMPTS_TRY_LATER)\b/

/** How a failed call went, in one of few words. */
export function resultOfFailure({ status, detail, cause }: ProviderFailure): CallResultName {
  if (status === undefined) return resultOfSilence(cause)
  return QUOTA.test(detail) ? 'quota' : resultOfStatus(status)
}

/** Why there was no answer. */
function resultOfSilence(cause: unknown): CallResultName {
  const words = describeSilence(cause)
  if (words === 'timeout') return 'timeout'
  return words.startsWith('not HTTP') ? 'protocol' : 'network'
}

/** What an answer with this status is that cannot be used: one below 400 has another shape than promised. */
function resultOfStatus(status: number): CallResultName {
  if (status === 429) return 'quota'
  if (status >= 500) return 'server'
  return status < 400 ? 'protocol' : 'refused'
}

import { Fault } from '../errors.ts'
import { MAX_ASKED_PAUSE_SECONDS } from '../identity-platform/client/circuit.ts'
import type { ProviderFailure } from '../identity-platform/client/error-sorting.ts'

/** What a visitor is told to wait when the provider did not say, in seconds. */
const RETRY_AFTER_SECONDS = 5

/**
 * A failed provider call as the fault that a visitor meets: its own code when the account or session is over, else 503
 * with `Retry-After`. Whose matter it was goes to the log.
 */
export function providerFault({
  kind,
  code,
  call,
  detail,
  cause,
  isHeldByConfiguration,
  retryAfterSeconds
}: ProviderFailure): Fault {
  const whose = isHeldByConfiguration === true ? 'configuration' : kind
  const doctor = call === 'certificates' ? 'CERTIFICATES' : undefined
  const forTheLog = { call, detail: `${whose}: ${detail}`, cause, doctor } as const
  if (kind === 'permanent') return new Fault(code, forTheLog)
  return new Fault('PROVIDER_UNAVAILABLE', {
    ...forTheLog,
    // The provider may name a day; it is asked again sooner.
    retryAfterSeconds: Math.min(retryAfterSeconds ?? RETRY_AFTER_SECONDS, MAX_ASKED_PAUSE_SECONDS)
  })
}

import { ProviderError } from '../server/errors.ts'

/** What production answers to a response of an authenticator that it cannot read or does not believe. */
export function refuseResponse(): ProviderError {
  return new ProviderError(400, 'INVALID_AUTHENTICATOR_RESPONSE')
}

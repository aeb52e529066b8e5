import { isPlainObject } from '../../config/json-object.ts'
import type { ProviderFailure } from '../client/error-sorting.ts'
import type { CallResult, ProviderCalls } from '../client/provider-calls.ts'

/** A circuit of its own: a failure here says nothing about the calls that sign-in needs. */
const LINE = { line: 'passkeys' }

/** A call that failed. */
export interface Failed {
  kind: 'failed'
  failure: ProviderFailure
}

/**
 * Begins passkey ceremonies, in the pool of a tenant or of the project (null), with the API key. Nothing changes at the
 * provider: an unanswered challenge expires. The calls belong to a preview and are not in the public reference.
 */
export interface PasskeyCeremonies {
  /** `rpId`: the host name that passkeys belong to; null: the response has none. */
  beginSignIn(tenantId: string | null): Promise<{ kind: 'begun'; rpId: string | null } | Failed>
  beginEnrolment(tenantId: string | null, idToken: string): Promise<{ kind: 'begun' } | Failed>
}

export interface PasskeyCeremonyOptions {
  calls: ProviderCalls
  apiKeyHeaders: Record<string, string>
  /** Base URL without a final slash. */
  identityToolkitUrl: string
}

/** The ceremonies at the provider. */
export function createPasskeyCeremonies(options: PasskeyCeremonyOptions): PasskeyCeremonies {
  const { calls, apiKeyHeaders, identityToolkitUrl } = options
  const start = (ceremony: string, tenantId: string | null, body: object): Promise<CallResult> =>
    calls.ask(
      'account',
      {
        method: 'POST',
        url: `${identityToolkitUrl}/v2/accounts/${ceremony}:start`,
        isRepeatable: true,
        headers: { 'content-type': 'application/json', ...apiKeyHeaders },
        body: JSON.stringify({ ...body, ...(tenantId !== null && { tenantId }) })
      },
      LINE
    )

  return {
    async beginSignIn(tenantId) {
      const response = await start('passkeySignIn', tenantId, {})
      if (response.kind === 'failed') return response
      const { credentialRequestOptions } = response.body
      const rpId = isPlainObject(credentialRequestOptions) ? readText(credentialRequestOptions.rpId) : null
      return { kind: 'begun', rpId }
    },

    async beginEnrolment(tenantId, idToken) {
      const response = await start('passkeyEnrollment', tenantId, { idToken })
      return response.kind === 'failed' ? response : { kind: 'begun' }
    }
  }
}

/** A text that is not empty; null for anything else. */
export function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

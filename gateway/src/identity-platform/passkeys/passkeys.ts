import { isPlainObject } from '../../config/json-object.ts'
import type { ProviderFailure } from '../client/error-sorting.ts'
import { createProjectCalls } from '../client/project-calls.ts'
import type { CallResult, ProviderCalls } from '../client/provider-calls.ts'
import type { AccessTokens } from '../credentials/access-tokens.ts'

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
function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

const SETTINGS_SCOPE = 'https://www.googleapis.com/auth/identitytoolkit'

/** What administrators have set for passkeys. */
export interface PasskeyConfig {
  /** Host name that passkeys belong to; null: the answer does not say. It can never be changed. */
  rpId: string | null
  /** Origins of pages that may use them; how the provider writes them, with their scheme or without, is not documented. */
  expectedOrigins: readonly string[]
}

/** Reads how passkeys are set up, of the project (`tenantId` null) or of a tenant. */
export type ReadPasskeySettings = (
  tenantId: string | null
) => Promise<{ kind: 'found'; config: PasskeyConfig } | Failed>

export interface PasskeySettingsOptions {
  calls: ProviderCalls
  projectId: string
  /** Base URL without a final slash. */
  identityToolkitUrl: string
  accessTokens: AccessTokens
  /** Does a visitor wait for the answers? */
  visitorWaits: boolean
}

/** Reads in the name of the project, with the permission `firebaseauth.configs.get`. */
export function createPasskeySettings(options: PasskeySettingsOptions): ReadPasskeySettings {
  const project = `${options.identityToolkitUrl}/v2/projects/${encodeURIComponent(options.projectId)}`
  return async (tenantId) => {
    const ask = createProjectCalls(options)
    const parent = tenantId === null ? project : `${project}/tenants/${encodeURIComponent(tenantId)}`
    const answer = await ask('account', {
      method: 'GET',
      url: `${parent}/passkeyConfig`,
      scope: SETTINGS_SCOPE
    })
    return answer.kind === 'failed' ? answer : { kind: 'found', config: readConfig(answer.body) }
  }
}

function readConfig({ rpId, expectedOrigins }: Record<string, unknown>): PasskeyConfig {
  const origins: unknown[] = Array.isArray(expectedOrigins) ? expectedOrigins : []
  return { rpId: readText(rpId), expectedOrigins: origins.filter((origin) => typeof origin === 'string') }
}

import { createProjectCalls } from '../client/project-calls.ts'
import type { ProviderCalls } from '../client/provider-calls.ts'
import type { AccessTokens } from '../credentials/access-tokens.ts'
import { type Failed, readText } from './passkey-ceremonies.ts'

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

import { isPlainObject } from '../config/json-object.ts'
import type { ProviderFailure } from './client/error-sorting.ts'
import { createProjectCalls } from './client/project-calls.ts'
import type { CallResult, ProviderCalls } from './client/provider-calls.ts'
import type { AccessTokens } from './credentials/access-tokens.ts'

const SETTINGS_SCOPE = 'https://www.googleapis.com/auth/identitytoolkit'
/** Circuits of their own: what is asked here says nothing of the calls that visitors need. */
const LINE = { line: 'passkey settings' }
/** No id token, so no account is asked about. */
const NO_ID_TOKEN = 'gatehouse-doctor'

interface Failed {
  kind: 'failed'
  failure: ProviderFailure
}

/** What administrators have set for passkeys. */
export interface PasskeyConfig {
  /** Host name that passkeys belong to; null: the answer does not say. It can never be changed. */
  rpId: string | null
  /** Origins of pages that may use them; how the provider writes them, with their scheme or without, is not documented. */
  expectedOrigins: readonly string[]
}

/**
 * How passkeys are set up at the provider, of the project (`tenantId` null) or of a tenant. No call changes anything: what
 * is begun here is not gone on with, and its challenge runs out.
 */
export interface PasskeySettings {
  /** Begins a sign-in, by the API key. `rpId`: null when the answer does not say. */
  beginSignIn(tenantId: string | null): Promise<{ kind: 'begun'; rpId: string | null } | Failed>
  /** Asks to enrol without an id token, by the API key. `reachable`: the token alone was refused. */
  tryEnrolment(tenantId: string | null): Promise<{ kind: 'reachable' } | Failed>
  /** In the name of the project, with the permission `firebaseauth.configs.get`. Null: there are no credentials. */
  read: ((tenantId: string | null) => Promise<{ kind: 'found'; config: PasskeyConfig } | Failed>) | null
}

export interface PasskeySettingsOptions {
  calls: ProviderCalls
  apiKeyHeaders: Record<string, string>
  projectId: string
  /** Base URL without a final slash. */
  identityToolkitUrl: string
  /** Null: there are no credentials. */
  accessTokens: AccessTokens | null
  /** Does a visitor wait for the answers? */
  visitorWaits: boolean
}

/** The settings for passkeys of a project. The calls are those of a preview, which public references do not list. */
export function createPasskeySettings(options: PasskeySettingsOptions): PasskeySettings {
  const { calls, apiKeyHeaders, identityToolkitUrl: base, accessTokens } = options
  const project = `${base}/v2/projects/${encodeURIComponent(options.projectId)}`
  const post = (step: string, tenantId: string | null, body: object): Promise<CallResult> =>
    calls.ask(
      'account',
      {
        method: 'POST',
        url: `${base}/v2/accounts/${step}`,
        headers: { 'content-type': 'application/json', ...apiKeyHeaders },
        body: JSON.stringify({ ...body, ...(tenantId !== null && { tenantId }) })
      },
      LINE
    )

  return {
    async beginSignIn(tenantId) {
      const answer = await post('passkeySignIn:start', tenantId, {})
      if (answer.kind === 'failed') return answer
      const { credentialRequestOptions: asked } = answer.body
      return { kind: 'begun', rpId: isPlainObject(asked) ? readText(asked.rpId) : null }
    },

    async tryEnrolment(tenantId) {
      const answer = await post('passkeyEnrollment:start', tenantId, { idToken: NO_ID_TOKEN })
      return answer.kind === 'ok' || answer.failure.kind === 'permanent' ? { kind: 'reachable' } : answer
    },

    read:
      accessTokens === null
        ? null
        : async (tenantId) => {
            const ask = createProjectCalls({ ...options, accessTokens })
            const parent = tenantId === null ? project : `${project}/tenants/${encodeURIComponent(tenantId)}`
            const answer = await ask('account', {
              method: 'GET',
              url: `${parent}/passkeyConfig`,
              scope: SETTINGS_SCOPE
            })
            return answer.kind === 'failed' ? answer : { kind: 'found', config: readConfig(answer.body) }
          }
  }
}

function readConfig({ rpId, expectedOrigins }: Record<string, unknown>): PasskeyConfig {
  const origins: unknown[] = Array.isArray(expectedOrigins) ? expectedOrigins : []
  return { rpId: readText(rpId), expectedOrigins: origins.filter((origin) => typeof origin === 'string') }
}

function readText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

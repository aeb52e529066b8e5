import type { Credentials } from '../../config/credentials/credentials.ts'
import type { Config } from '../../config/schema/schema.ts'
import { type Failed, failed, wrongShape } from '../client/error-sorting.ts'
import { createTokenSlots, type TokenResult, type TokenSlotsOptions } from './token-slot.ts'

/** OAuth access tokens for calls with the project's credentials. */
export interface AccessTokens {
  /**
   * `scope`: a URL such as `https://www.googleapis.com/auth/cloud-platform`. `refused`: a token that the
   * provider refused, never returned again. Never throws.
   */
  get(scope: string, refused?: string): Promise<TokenResult>
  /** Value of `x-goog-user-project`, needed for credentials of a person; otherwise null. */
  readonly quotaProject: string | null
}

interface ServiceTokensOptions extends Omit<TokenSlotsOptions, 'name' | 'call' | 'load'> {
  credentials: Credentials
  endpoints: Config['identityPlatform']['endpoints']
}

/** Keeps one token per scope, see `createTokenSlot`. */
export function createAccessTokens(options: ServiceTokensOptions & { projectId: string }): AccessTokens {
  const { credentials, endpoints, projectId, ...slotsOptions } = options
  const slotOf = createTokenSlots({
    ...slotsOptions,
    name: 'access token',
    call: 'oauth',
    load: async () => (await import('./google-credentials.ts')).createTokenSource(credentials, endpoints)
  })
  return {
    get: (scope, refused) => slotOf(scope).get(refused),
    quotaProject: findQuotaProject(credentials, projectId)
  }
}

/** The failure for a token that has not come in time. */
export function lateToken(): Failed {
  return failed(wrongShape('no access token in time'))
}

/** https://cloud.google.com/docs/quotas/set-quota-project */
function findQuotaProject(credentials: Credentials, projectId: string): string | null {
  if (credentials.kind !== 'file') return null
  const { type, json } = credentials
  if (typeof json.quota_project_id === 'string') return json.quota_project_id
  const isPerson = type === 'authorized_user' || type === 'external_account_authorized_user'
  return isPerson ? projectId : null
}

export type IdTokens = ReturnType<typeof createIdTokens>

/** Id tokens of the gateway's own service account, for applications that admit no other caller. Keeps one per audience. */
export function createIdTokens(options: ServiceTokensOptions & { accessTokens: Pick<AccessTokens, 'get'> }) {
  const { credentials, endpoints, accessTokens, ...slotsOptions } = options
  const { now } = options
  return {
    /** The token for an audience, such as the origin of a Cloud Run service. */
    of: createTokenSlots({
      ...slotsOptions,
      name: 'id token',
      call: 'id_token',
      load: async () => {
        const { createIdTokenSource } = await import('./google-id-tokens.ts')
        return createIdTokenSource({ credentials, endpoints, accessTokens, now })
      }
    })
  }
}

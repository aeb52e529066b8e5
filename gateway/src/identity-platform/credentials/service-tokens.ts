import type { Credentials } from '../../config/credentials/credentials.ts'
import type { Config } from '../../config/schema/schema.ts'
import { NO_SPANS, type Spans } from '../../operations/tracing/spans.ts'
import { type Failed, failed, type ProviderFailure, wrongShape } from '../client/error-sorting.ts'
import type { FetchToken } from './google-credentials.ts'
import { createTokenSlot, type FetchedToken, type TokenResult, type TokenSlot } from './token-slot.ts'

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

interface AccessTokensOptions {
  credentials: Credentials
  projectId: string
  endpoints: Config['identityPlatform']['endpoints']
  /** Epoch seconds. */
  now: () => number
  /** Called after every fetch; null for success. */
  onFetched?: (failure: ProviderFailure | null, durationMs: number) => void
  /** Default: no spans. */
  spans?: Spans | undefined
  /** Timeout of a fetch in milliseconds. Default: 4000. */
  fetchTimeoutMs?: number
}

/** Keeps one token per scope, see `createTokenSlot`. */
export function createAccessTokens(options: AccessTokensOptions): AccessTokens {
  const { credentials, endpoints, now, onFetched, fetchTimeoutMs } = options
  const { spans = NO_SPANS } = options
  let source: Promise<FetchToken> | null = null
  const slots = new Map<string, TokenSlot>()

  async function fetchToken(scope: string, signal: AbortSignal): Promise<FetchedToken> {
    const startedAtMs = performance.now()
    const fetched = await spans.run(FETCH_SPAN, async (notes) => {
      // Lazy: the library is large and would delay startup.
      source ??= import('./google-credentials.ts').then(({ createTokenSource }) =>
        createTokenSource(credentials, endpoints)
      )
      const result = await (await source)(scope, signal)
      if (result.kind === 'failed') notes.failed(result.failure.code)
      return result
    })
    onFetched?.(fetched.kind === 'failed' ? fetched.failure : null, performance.now() - startedAtMs)
    return fetched
  }

  return {
    get(scope, refused) {
      const fetch = (signal: AbortSignal) => fetchToken(scope, signal)
      const slot = slots.get(scope) ?? createTokenSlot({ fetch, now, name: 'access token', fetchTimeoutMs })
      slots.set(scope, slot)
      return slot.get(refused)
    },
    quotaProject: findQuotaProject(credentials, options.projectId)
  }
}

/** The span has no URL: the library chooses where to fetch from. */
const FETCH_SPAN = { name: 'provider.oauth', call: null } as const

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

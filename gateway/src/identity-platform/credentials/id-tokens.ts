import type { Credentials } from '../../config/credentials/credentials.ts'
import type { Config } from '../../config/schema/schema.ts'
import { NO_SPANS, type Spans } from '../../operations/tracing/spans.ts'
import type { ProviderFailure } from '../client/error-sorting.ts'
import type { AccessTokens } from './service-tokens.ts'
import type { FetchToken } from './google-credentials.ts'
import { createTokenSlot, type FetchedToken, type TokenSlot } from './token-slot.ts'

/** Id tokens of the gateway's own service account, for applications that admit no other caller. */
export interface IdTokens {
  /** The token for an audience, such as the origin of a Cloud Run service. */
  of(audience: string): TokenSlot
}

interface IdTokensOptions {
  credentials: Credentials
  /** Of the same credentials. */
  accessTokens: Pick<AccessTokens, 'get'>
  endpoints: Config['identityPlatform']['endpoints']
  /** Epoch seconds. */
  now: () => number
  /** Called after every fetch; null for success. */
  onFetched?: (audience: string, failure: ProviderFailure | null, durationMs: number) => void
  /** Default: no spans. */
  spans?: Spans | undefined
  /** Timeout of a fetch in milliseconds. Default: 4000. */
  fetchTimeoutMs?: number
}

/** Keeps one token per audience, see `createTokenSlot`. Makes no call until a token is needed. */
export function createIdTokens(options: IdTokensOptions): IdTokens {
  const { now, onFetched, fetchTimeoutMs, spans = NO_SPANS } = options
  let source: Promise<FetchToken> | null = null
  const slots = new Map<string, TokenSlot>()

  async function fetchToken(audience: string, signal: AbortSignal): Promise<FetchedToken> {
    const startedAtMs = performance.now()
    const fetched = await spans.run(FETCH_SPAN, async (notes) => {
      // Lazy: the library is large, and most gateways need no id token.
      source ??= import('./google-id-tokens.ts').then(({ createIdTokenSource }) =>
        createIdTokenSource(options)
      )
      const result = await (await source)(audience, signal)
      if (result.kind === 'failed') notes.failed(result.failure.code)
      return result
    })
    const failure = fetched.kind === 'failed' ? fetched.failure : null
    onFetched?.(audience, failure, performance.now() - startedAtMs)
    return fetched
  }

  return {
    of(audience) {
      const fetch = (signal: AbortSignal) => fetchToken(audience, signal)
      const slot = slots.get(audience) ?? createTokenSlot({ fetch, now, name: 'id token', fetchTimeoutMs })
      slots.set(audience, slot)
      return slot
    }
  }
}

/** The span has no URL: the kind of credentials determines where the token comes from. */
const FETCH_SPAN = { name: 'provider.id_token', call: null } as const

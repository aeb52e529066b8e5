import { JWT } from 'google-auth-library'
import type { ServiceAccount } from '../config/service-account.ts'

const SCOPE = 'https://www.googleapis.com/auth/identitytoolkit'
/** A cached access token is renewed when less than this is left. */
const RENEW_BEFORE_END_MS = 300_000
/** Shortest pause between two tries to renew while the old token lives. */
const RENEWAL_PAUSE_MS = 30_000
const TOKEN_TIMEOUT_MS = 4000
/** What the library always asks, whatever the key file says. */
const LIBRARY_TOKEN_URL = 'https://oauth2.googleapis.com/token'

/** Gives an OAuth access token for account calls. */
export interface ServiceCredential {
  /**
   * `refused`: a token that the provider did not take; it is not given again.
   * Throws what the token endpoint or the network gave, when there is no older token that still lives.
   */
  accessToken(refused?: string): Promise<string>
}

export interface ServiceCredentialOptions {
  account: ServiceAccount
  /** The OAuth endpoint. The `token_uri` of the key file is not used: whoever wrote the file chose it. */
  tokenUrl: string
  /** Epoch seconds. */
  now: () => number
}

interface AccessToken {
  token: string
  endsAtMs: number
}

/**
 * The credential of a service account key. One token at a time, renewed in the background when less than five minutes
 * remain, and used until it really ends while it cannot be renewed.
 */
export function createServiceCredential({
  account,
  tokenUrl,
  now
}: ServiceCredentialOptions): ServiceCredential {
  let current: AccessToken | null = null
  let fetching: Promise<string> | null = null
  let lastTryAtMs = Number.NEGATIVE_INFINITY
  const nowMs = () => now() * 1000

  function renew(): Promise<string> {
    fetching ??= fetchCurrent().finally(() => {
      fetching = null
    })
    return fetching
  }

  async function fetchCurrent(): Promise<string> {
    lastTryAtMs = nowMs()
    const { token, lifeMs } = await fetchToken(account, tokenUrl)
    current = { token, endsAtMs: nowMs() + lifeMs }
    return token
  }

  return {
    async accessToken(refused) {
      if (current === null || current.token === refused || nowMs() >= current.endsAtMs) return await renew()
      const isEnding = current.endsAtMs - nowMs() < RENEW_BEFORE_END_MS
      // A failure is told when the old token has ended; until then it serves.
      if (isEnding && nowMs() - lastTryAtMs >= RENEWAL_PAUSE_MS) renew().catch(() => {})
      return current.token
    }
  }
}

async function fetchToken(
  account: ServiceAccount,
  tokenUrl: string
): Promise<{ token: string; lifeMs: number }> {
  // One deadline over everything: a visitor waits.
  const signal = AbortSignal.timeout(TOKEN_TIMEOUT_MS)
  const client = new JWT({
    email: account.clientEmail,
    key: account.privateKeyPem,
    ...(account.privateKeyId === null ? {} : { keyId: account.privateKeyId }),
    scopes: [SCOPE],
    transporterOptions: {
      fetchImplementation: (input, init) =>
        fetch(String(input) === LIBRARY_TOKEN_URL ? tokenUrl : input, { ...init, redirect: 'error', signal })
    }
  })
  // The library's own request asks for retries; this is the last word.
  client.transporter.interceptors.request.add({
    resolved: async (options) => ({
      ...options,
      retry: false,
      retryConfig: { retry: 0, noResponseRetries: 0 }
    })
  })
  const { access_token: token, expiry_date: expiry } = await client.authorize()
  if (typeof token !== 'string' || token === '') throw new Error('the token endpoint gave no access token')
  return { token, lifeMs: typeof expiry === 'number' ? expiry - Date.now() : 0 }
}

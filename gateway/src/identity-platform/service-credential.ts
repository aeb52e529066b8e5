import { JWT } from 'google-auth-library'
import type { ServiceAccount } from '../config/service-account.ts'

const SCOPE = 'https://www.googleapis.com/auth/identitytoolkit'
/** A cached access token is renewed when less than this is left. */
const RENEW_BEFORE_END_MS = 300_000
const TOKEN_TIMEOUT_MS = 4000
/** What the library always asks, whatever the key file says. */
const DEFAULT_TOKEN_URL = 'https://oauth2.googleapis.com/token'

/** Gives an OAuth access token for account calls. */
export interface ServiceCredential {
  /**
   * `refused`: a token that the provider did not take; it is not given again.
   * Throws what the token endpoint or the network gave.
   */
  accessToken(refused?: string): Promise<string>
}

/**
 * The credential of a service account key. Tokens are cached until less than five minutes remain.
 * `tokenUrl`: the OAuth endpoint; the `token_uri` of the key file is not used, since whoever wrote the file chose it.
 */
export function createServiceCredential(account: ServiceAccount, tokenUrl: string): ServiceCredential {
  let client = buildClient(account, tokenUrl)
  return {
    async accessToken(refused) {
      const token = await readToken(client)
      if (token !== refused) return token
      client = buildClient(account, tokenUrl)
      return await readToken(client)
    }
  }
}

function buildClient(account: ServiceAccount, tokenUrl: string): JWT {
  return new JWT({
    email: account.clientEmail,
    key: account.privateKeyPem,
    ...(account.privateKeyId === null ? {} : { keyId: account.privateKeyId }),
    scopes: [SCOPE],
    eagerRefreshThresholdMillis: RENEW_BEFORE_END_MS,
    transporterOptions: {
      retry: false,
      timeout: TOKEN_TIMEOUT_MS,
      fetchImplementation: (input, init) =>
        fetch(String(input) === DEFAULT_TOKEN_URL ? tokenUrl : input, { ...init, redirect: 'error' })
    }
  })
}

async function readToken(client: JWT): Promise<string> {
  const { token } = await client.getAccessToken()
  if (typeof token !== 'string' || token === '') throw new Error('the token endpoint gave no access token')
  return token
}

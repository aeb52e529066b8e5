import { gaxios } from 'google-auth-library'
import { PROVIDER_ENDPOINTS } from '../../config/defaults.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { ProviderAnswer } from '../client/http.ts'

/** Where credentials of an identity pool's persons are refreshed: beside the token exchange. */
const STS_REFRESH_URL = 'https://sts.googleapis.com/v1/oauthtoken'

/** A transport for one token, of whichever client of Google's library. */
export interface GoogleTransport {
  transporter: gaxios.Gaxios
  /** What came back last, before the library judged it; null: nothing was asked. */
  lastAnswer(): ProviderAnswer | null
}

/**
 * Google's transport, made to our measure: the configured endpoints in place of Google's own addresses, no redirects, no
 * retries, and one signal that ends everything. What the library makes of an answer does not matter: it is kept.
 */
export function createGoogleTransport(
  endpoints: Config['identityPlatform']['endpoints'],
  signal: AbortSignal
): GoogleTransport {
  let last: ProviderAnswer | null = null

  async function fetchOnce(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input)
    const { method, headers, body } = init
    try {
      const response = await fetch(configuredUrl(url, endpoints), {
        ...(method === undefined ? {} : { method }),
        ...(headers === undefined ? {} : { headers }),
        ...(body === undefined ? {} : { body }),
        redirect: 'error',
        signal
      })
      const text = await response.text()
      last = {
        kind: 'answer',
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text
      }
      return new Response(text === '' ? null : text, { status: response.status, headers: response.headers })
    } catch (cause) {
      last = { kind: 'unreachable', cause }
      throw cause
    }
  }

  const transporter = new gaxios.Gaxios({ fetchImplementation: fetchOnce })
  // Each request of the library asks for retries; an interceptor has the last word.
  transporter.interceptors.request.add({
    resolved: async (options) => ({
      ...options,
      retry: false,
      retryConfig: { retry: 0, noResponseRetries: 0 }
    })
  })
  return { transporter, lastAnswer: () => last }
}

function configuredUrl(url: URL, endpoints: Config['identityPlatform']['endpoints']): string {
  if (url.href === PROVIDER_ENDPOINTS.oauthToken) return endpoints.oauthToken
  if (url.href === PROVIDER_ENDPOINTS.sts) return endpoints.sts
  if (url.href === STS_REFRESH_URL) return new URL('oauthtoken', endpoints.sts).href
  if (url.origin === PROVIDER_ENDPOINTS.iamCredentials) {
    return `${endpoints.iamCredentials.replace(/\/+$/, '')}${url.pathname}${url.search}`
  }
  return url.href
}

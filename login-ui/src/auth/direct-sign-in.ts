import type { PageConfig } from '../page-config.ts'
import { appCheckHeaders } from './app-check.ts'
import type { Credentials, PendingSignIn } from './sdk-contract.ts'
import { postSession, type SessionRefusal, sessionClientOptions } from './session.ts'

/** Result of a sign-in without the SDK. */
export type DirectAnswer =
  /** The gateway has opened the session. `idToken`: fresh, from the provider. */
  | { kind: 'opened'; idToken: string }
  /** Same, and the browser is loading the redirect target. */
  | { kind: 'left' }
  /** Rejected by the provider. `message`: its own, such as `INVALID_LOGIN_CREDENTIALS`. */
  | { kind: 'refused'; message: string }
  /** The provider is unreachable. */
  | { kind: 'unreachable' }
  /** The password was correct; the SDK continues with the second step. */
  | PendingSignIn
  /** Unknown response: the SDK must start over. */
  | { kind: 'unfinished' }
  /** Signed in at the provider, but the gateway opens no session. */
  | { kind: 'session-refused'; refusal: SessionRefusal }

interface DirectSignIn {
  config: Pick<PageConfig, 'provider' | 'paths' | 'query' | 'redirectTarget'>
  /** Null: the project's own accounts. */
  tenantId: string | null
  /** Whether to keep the session when the browser closes. Null: not asked. */
  remember: boolean | null
  fetch: typeof fetch
  /** Called once the provider has signed the account in. */
  onTokens?: () => void
}

/** Same as the SDK's timeout. */
const providerTimeoutMs = 30_000

/**
 * Whether an accepted password completes the sign-in, as far as is known. With reCAPTCHA the SDK would have to repeat the call.
 */
export function canSignInDirectly({ address, mfa, preview, provider, secondFactor }: PageConfig): boolean {
  return (
    preview === null &&
    address !== 'second-step' &&
    !provider.recaptcha &&
    !secondFactor &&
    mfa.totp !== 'required'
  )
}

/**
 * Signs in with a password by one call to the provider and one to the gateway, without the SDK's account
 * lookup in between, which the gateway does anyway. Never rejects.
 * https://cloud.google.com/identity-platform/docs/reference/rest/v1/accounts/signInWithPassword
 */
export async function signInDirectly(options: DirectSignIn, credentials: Credentials): Promise<DirectAnswer> {
  const { config, fetch, remember, onTokens } = options
  let answer: Record<string, unknown>
  try {
    answer = await askProvider(options, credentials)
  } catch {
    return { kind: 'unreachable' }
  }
  const { idToken, refreshToken, error } = answer
  if (typeof answer.mfaPendingCredential === 'string') return { kind: 'pending', answer }
  if (typeof idToken !== 'string' || typeof refreshToken !== 'string') return readRefusal(error)
  onTokens?.()
  const opening = await postSession(sessionClientOptions(config, fetch), { idToken, refreshToken, remember })
  return opening.kind === 'opened'
    ? { kind: 'opened', idToken }
    : { kind: 'session-refused', refusal: opening }
}

async function askProvider({ config, fetch, tenantId }: DirectSignIn, credentials: Credentials) {
  const { apiKey, emulatorUrl } = config.provider
  const host = 'identitytoolkit.googleapis.com'
  const base = emulatorUrl === null ? `https://${host}` : `${emulatorUrl}/${host}`
  const response = await fetch(`${base}/v1/accounts:signInWithPassword?key=${encodeURIComponent(apiKey)}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(await appCheckHeaders(config)) },
    body: JSON.stringify({
      ...credentials,
      returnSecureToken: true,
      clientType: 'CLIENT_TYPE_WEB',
      ...(tenantId !== null && { tenantId })
    }),
    referrerPolicy: 'strict-origin-when-cross-origin',
    signal: AbortSignal.timeout(providerTimeoutMs)
  })
  // Let the SDK interpret it, so that the page's message is the same either way.
  if (response.status >= 500) return {}
  const body: unknown = await response.json()
  return Object.assign({}, body)
}

function readRefusal(error: unknown): DirectAnswer {
  const { message }: { message?: unknown } = Object.assign({}, error)
  return typeof message === 'string' ? { kind: 'refused', message } : { kind: 'unfinished' }
}

import type { PageConfig } from '../page-config.ts'
import type { Credentials, PendingSignIn } from './sdk-contract.ts'
import { postSession, type SessionRefusal } from './session.ts'

/** How a sign-in without the SDK ended. */
export type DirectAnswer =
  /** The gateway has opened the session. `idToken`: the provider's, which is fresh. */
  | { kind: 'opened'; idToken: string }
  /** The same, and the browser is on its way to the redirect target. */
  | { kind: 'left' }
  /** The provider refuses. `message`: its own, such as `INVALID_LOGIN_CREDENTIALS`. */
  | { kind: 'refused'; message: string }
  /** The provider cannot be reached. */
  | { kind: 'unreachable' }
  /** The password was right; the SDK goes on with the second step. */
  | PendingSignIn
  /** The provider says something unknown: only the SDK can go on, from the beginning. */
  | { kind: 'unfinished' }
  /** The provider has signed the account in, and the gateway opens no session for it. */
  | { kind: 'session-refused'; refusal: SessionRefusal }

interface DirectSignIn {
  config: Pick<PageConfig, 'provider' | 'paths' | 'handover'>
  /** Null: the project's own accounts. */
  tenantId: string | null
  /** Shall the browser keep the session when it is closed? Null: not asked. */
  remember: boolean | null
  fetch: typeof fetch
  /** Called when the provider has signed the account in. */
  onTokens?: () => void
}

/** As long as the SDK waits, in milliseconds. */
const providerTimeoutMs = 30_000

/**
 * Is the sign-in over when the provider has accepted the password, as far as is known? With reCAPTCHA the SDK would have to
 * repeat the call.
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
 * Signs in with a password by one call to the provider and one to the gateway. The SDK asks for the account in between, which
 * the gateway does anyway. Never rejects.
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
  const opening = await postSession(
    { fetch, url: config.paths.session },
    { idToken, refreshToken: config.handover ? refreshToken : null, remember }
  )
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
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      ...credentials,
      returnSecureToken: true,
      clientType: 'CLIENT_TYPE_WEB',
      ...(tenantId !== null && { tenantId })
    }),
    referrerPolicy: 'strict-origin-when-cross-origin',
    signal: AbortSignal.timeout(providerTimeoutMs)
  })
  // The SDK is asked what it makes of that: the page then says one thing, whoever has called.
  if (response.status >= 500) return {}
  const body: unknown = await response.json()
  return Object.assign({}, body)
}

function readRefusal(error: unknown): DirectAnswer {
  const { message }: { message?: unknown } = Object.assign({}, error)
  return typeof message === 'string' ? { kind: 'refused', message } : { kind: 'unfinished' }
}

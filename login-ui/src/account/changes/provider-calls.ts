import { appCheckHeaders } from '../../auth/app-check.ts'
import { BLOCKED } from '../../auth/blocking.ts'
import type { Refusal, Tokens } from '../../auth/sdk-contract.ts'
import type { PageConfig } from '../../page-config.ts'

/** Same as the SDK's timeout. */
const timeoutMs = 30_000

export type ProviderAnswer = { kind: 'answered'; body: Readonly<Record<string, unknown>> } | Refusal

/**
 * Provider calls with the visitor's id token, without the SDK. Never rejects. Error codes are the SDK's
 * (`auth/…`), `page/unreachable` without a response, `PROVIDER_UNAVAILABLE` during an outage.
 */
export type ProviderCalls = ReturnType<typeof createProviderCalls>

interface ProviderCallsOptions {
  config: Pick<PageConfig, 'provider'>
  fetch: typeof fetch
}

/** Sends data only to the provider. */
export function createProviderCalls({ config, fetch }: ProviderCallsOptions) {
  const { apiKey, emulatorUrl } = config.provider

  async function post(
    host: string,
    path: string,
    body: BodyInit,
    headers: Record<string, string>
  ): Promise<ProviderAnswer> {
    const base = emulatorUrl === null ? `https://${host}` : `${emulatorUrl}/${host}`
    try {
      const response = await fetch(`${base}/${path}?key=${encodeURIComponent(apiKey)}`, {
        method: 'POST',
        headers: { ...headers, ...(await appCheckHeaders(config)) },
        body,
        credentials: 'omit',
        referrerPolicy: 'strict-origin-when-cross-origin',
        signal: AbortSignal.timeout(timeoutMs)
      })
      return readAnswer(response, await response.text())
    } catch {
      return refuse('page/unreachable')
    }
  }

  return {
    /** `path`: such as `v1/accounts:update`. `language`: of a mail the call may send. */
    call: (path: string, body: object, language?: string): Promise<ProviderAnswer> =>
      post('identitytoolkit.googleapis.com', path, JSON.stringify(body), {
        'content-type': 'application/json',
        ...(language !== undefined && { 'x-firebase-locale': language })
      }),

    /** New tokens of the same sign-in. */
    async refresh(refreshToken: string): Promise<Tokens | Refusal> {
      const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: refreshToken })
      const answer = await post('securetoken.googleapis.com', 'v1/token', body, {})
      if (answer.kind === 'refused') return answer
      const { id_token: idToken, refresh_token: newest } = answer.body
      return tokensOf({ idToken, refreshToken: newest }) ?? refuse('PROVIDER_UNAVAILABLE')
    }
  }
}

/** The tokens in a response; null: none. */
export function tokensOf({ idToken, refreshToken }: Readonly<Record<string, unknown>>): Tokens | null {
  return typeof idToken === 'string' && typeof refreshToken === 'string' && idToken !== ''
    ? { kind: 'tokens', idToken, refreshToken }
    : null
}

function refuse(code: string, message = ''): Refusal {
  return { kind: 'refused', code, message }
}

/** A response that is not the provider's says nothing about the account. */
function readAnswer({ ok, status }: Response, text: string): ProviderAnswer {
  let body: Record<string, unknown>
  try {
    body = Object.assign({}, JSON.parse(text))
  } catch {
    return refuse('PROVIDER_UNAVAILABLE')
  }
  if (ok) return { kind: 'answered', body }
  const { message }: { message?: unknown } = Object.assign({}, body.error)
  if (status >= 500 || typeof message !== 'string') return refuse('PROVIDER_UNAVAILABLE')
  return refuse(codeOf(message), message)
}

/** Provider messages -> SDK codes, as in `errors.ts`. */
const codes: ReadonlyMap<string, string> = new Map([
  ['EMAIL_EXISTS', 'auth/email-already-in-use'],
  ['INVALID_EMAIL', 'auth/invalid-email'],
  ['INVALID_NEW_EMAIL', 'auth/invalid-email'],
  ['MISSING_NEW_EMAIL', 'auth/missing-email'],
  ['INVALID_RECIPIENT_EMAIL', 'auth/invalid-recipient-email'],
  ['WEAK_PASSWORD', 'auth/weak-password'],
  ['PASSWORD_DOES_NOT_MEET_REQUIREMENTS', 'auth/password-does-not-meet-requirements'],
  ['CREDENTIAL_TOO_OLD_LOGIN_AGAIN', 'auth/requires-recent-login'],
  ['TOKEN_EXPIRED', 'auth/user-token-expired'],
  ['INVALID_ID_TOKEN', 'auth/invalid-user-token'],
  ['USER_NOT_FOUND', 'auth/user-token-expired'],
  ['USER_DISABLED', 'auth/user-disabled'],
  ['ADMIN_ONLY_OPERATION', 'auth/admin-restricted-operation'],
  ['OPERATION_NOT_ALLOWED', 'auth/operation-not-allowed'],
  ['PASSWORD_LOGIN_DISABLED', 'auth/operation-not-allowed'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', 'auth/too-many-requests'],
  ['QUOTA_EXCEEDED', 'auth/quota-exceeded'],
  ['UNAUTHORIZED_DOMAIN', 'auth/unauthorized-continue-uri'],
  ['INVALID_CONTINUE_URI', 'auth/invalid-continue-uri'],
  ['CONFIGURATION_NOT_FOUND', 'auth/configuration-not-found'],
  ['TENANT_ID_MISMATCH', 'auth/tenant-id-mismatch'],
  [BLOCKED, BLOCKED]
])

/** The SDK's code for a provider message such as `WEAK_PASSWORD : Password should be at least 6 characters`. */
export function codeOf(message: string): string {
  const [word] = /^[A-Z][A-Z0-9_]*(?=\s*:|$)/.exec(message) ?? []
  return codes.get(word ?? '') ?? 'auth/internal-error'
}

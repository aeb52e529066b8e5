import type { ProviderFailure } from '../client/error-sorting.ts'
import type { CallResult, ProviderCalls } from '../client/provider-calls.ts'

export type AccountChange = { kind: 'done' } | { kind: 'failed'; failure: ProviderFailure }

/** Calls with the API key and the account's own id token. */
export interface OwnAccountCalls {
  /** `name`: null removes it; not validated here. Id tokens carry it after their next refresh. */
  rename(idToken: string, name: string | null): Promise<AccountChange>
  /** Sends the verification email. `language`: code of the provider; null for the project's. */
  sendVerification(idToken: string, language: string | null): Promise<AccountChange>
}

export interface OwnAccountOptions {
  calls: ProviderCalls
  apiKeyHeaders: Record<string, string>
  /** Base URL without a trailing slash. */
  identityToolkitUrl: string
}

/** https://cloud.google.com/identity-platform/docs/use-rest-api */
export function createOwnAccountCalls({
  calls,
  apiKeyHeaders,
  identityToolkitUrl
}: OwnAccountOptions): OwnAccountCalls {
  async function post(
    action: string,
    body: object,
    more: { headers?: Record<string, string>; isRepeatable?: boolean } = {}
  ): Promise<AccountChange> {
    const response: CallResult = await calls.ask(
      'account',
      {
        method: 'POST',
        url: `${identityToolkitUrl}/v1/accounts:${action}`,
        isRepeatable: more.isRepeatable ?? true,
        headers: { 'content-type': 'application/json', ...apiKeyHeaders, ...more.headers },
        body: JSON.stringify(body)
      },
      // A circuit per action: one account's rate limit must not block account lookups.
      { line: `own account: ${action}` }
    )
    return response.kind === 'ok' ? { kind: 'done' } : response
  }

  return {
    rename: (idToken, name) =>
      post(
        'update',
        name === null ? { idToken, deleteAttribute: ['DISPLAY_NAME'] } : { idToken, displayName: name }
      ),
    sendVerification: (idToken, language) =>
      post(
        'sendOobCode',
        { idToken, requestType: 'VERIFY_EMAIL' },
        { headers: language === null ? {} : { 'x-firebase-locale': language }, isRepeatable: false }
      )
  }
}

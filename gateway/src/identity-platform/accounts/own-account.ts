import type { ProviderFailure } from '../client/error-sorting.ts'
import type { CallResult, ProviderCalls } from '../client/provider-calls.ts'

/** What became of a change. */
export type AccountChange = { kind: 'done' } | { kind: 'failed'; failure: ProviderFailure }

/** What people do with their own accounts, by the API key and their id token. */
export interface OwnAccountCalls {
  /** `name`: null takes it away. Not checked here. The name reaches id tokens with their next refresh. */
  rename(idToken: string, name: string | null): Promise<AccountChange>
  /** Has the provider send the mail that verifies the address of the account. `language`: of the mail, by the provider's code; null: the project's. */
  sendVerification(idToken: string, language: string | null): Promise<AccountChange>
}

export interface OwnAccountOptions {
  calls: ProviderCalls
  apiKeyHeaders: Record<string, string>
  /** Base URL without a final slash. */
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
      // Limits of one account are no reason to look up no other one.
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

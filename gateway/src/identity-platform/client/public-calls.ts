import type { CallResult } from './error-sorting.ts'
import type { CallFamily, ProviderCall } from './http.ts'
import type { ProjectConnection } from './project-calls.ts'
import type { AskOptions } from './provider-calls.ts'

/** https://firebase.google.com/docs/app-check/custom-resource */
const APP_CHECK_HEADER = 'x-firebase-appcheck'

/**
 * Returns the function that makes calls with the API key, as browsers do, with an App Check token if the project
 * has an app. The call fails without being made if there is no such token. Never throws on network or HTTP errors.
 */
export function createPublicCalls({
  calls,
  apiKeyHeaders,
  appCheckTokens
}: Pick<ProjectConnection, 'calls' | 'apiKeyHeaders' | 'appCheckTokens'>) {
  return async (family: CallFamily, call: ProviderCall, options: AskOptions = {}): Promise<CallResult> => {
    const headers: Record<string, string> = { ...apiKeyHeaders, ...call.headers }
    if (appCheckTokens !== null) {
      const attested = await appCheckTokens()
      if (attested.kind === 'failed') return attested
      headers[APP_CHECK_HEADER] = attested.token
    }
    return calls.ask(family, { ...call, headers }, options)
  }
}

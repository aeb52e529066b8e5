import type { FastifyInstance } from 'fastify'
import { nameScope } from '../src/http/routes.ts'
import { registerAdminCalls } from './accounts/admin-calls.ts'
import { SELF_SERVICE_CALLS } from './accounts/self-service-calls.ts'
import { registerAppCheckCalls } from './app-check/app-check-calls.ts'
import { IAM_HOST, registerIamCalls } from './credentials/iam-calls.ts'
import { registerMetadataCalls } from './credentials/metadata-calls.ts'
import { registerOAuthCall, registerStsCall, STS_PATH, TOKEN_PATH } from './credentials/oauth-call.ts'
import { ACTION_CODE_CALLS } from './messages/action-code-calls.ts'
import { registerEmulatorListing } from './messages/emulator-listing.ts'
import { PASSKEY_CALLS } from './passkeys/passkey-calls.ts'
import { registerPasskeyConfigCalls } from './passkeys/passkey-config-calls.ts'
import { SETTINGS_CALLS } from './project/settings-calls.ts'
import { registerSignInConfigCalls } from './project/sign-in-config-calls.ts'
import { ENROLMENT_CALLS } from './second-factors/enrolment-calls.ts'
import { SECOND_STEP_CALLS } from './second-factors/second-step-calls.ts'
import { registerApiKeyCalls } from './server/api-key-calls.ts'
import { PHONE_CALLS } from './sign-in/phone-calls.ts'
import { FEDERATED_CALLS } from './sign-in/provider-calls.ts'
import { SIGN_IN_CALLS } from './sign-in/sign-in-calls.ts'
import type { Provider } from './state.ts'
import { registerPublicKeys, X509_PATH } from './tokens/public-keys.ts'
import { registerRefreshCall } from './tokens/refresh-call.ts'

/** Where the services of a stand-in are, by the names of the gateway's configuration: base URLs, then full ones. */
export function endpointsAt(url: string) {
  return {
    identityToolkit: `${url}/identitytoolkit.googleapis.com`,
    secureToken: `${url}/securetoken.googleapis.com`,
    iamCredentials: `${url}/${IAM_HOST}`,
    appCheck: `${url}/firebaseappcheck.googleapis.com`,
    certificates: `${url}${X509_PATH}`,
    oauthToken: `${url}${TOKEN_PATH}`,
    sts: `${url}${STS_PATH}`
  }
}

function registerCallsOfBrowsers(scope: FastifyInstance, provider: Provider): void {
  registerApiKeyCalls(scope, provider, [
    ...SIGN_IN_CALLS,
    ...PHONE_CALLS,
    ...FEDERATED_CALLS,
    ...PASSKEY_CALLS,
    ...ACTION_CODE_CALLS,
    ...SELF_SERVICE_CALLS,
    ...ENROLMENT_CALLS,
    ...SECOND_STEP_CALLS,
    ...SETTINGS_CALLS
  ])
}

/** Registers every call of the provider's services, each service in a scope of its own. */
export function registerRoutes(app: FastifyInstance, provider: Provider): void {
  for (const register of [
    registerCallsOfBrowsers,
    registerPublicKeys,
    registerEmulatorListing,
    registerRefreshCall,
    registerAdminCalls,
    registerSignInConfigCalls,
    registerPasskeyConfigCalls,
    registerOAuthCall,
    registerStsCall,
    registerIamCalls,
    registerMetadataCalls,
    registerAppCheckCalls
  ]) {
    const service = async (scope: FastifyInstance): Promise<void> => register(scope, provider)
    app.register(nameScope(register.name, service))
  }
}

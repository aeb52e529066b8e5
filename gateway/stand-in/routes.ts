import type { FastifyInstance } from 'fastify'
import { registerAdminCalls } from './accounts/admin-calls.ts'
import { registerSelfServiceCalls } from './accounts/self-service-calls.ts'
import { registerAppCheckCalls } from './app-check/app-check-calls.ts'
import { IAM_HOST, registerIamCalls } from './credentials/iam-calls.ts'
import { registerMetadataCalls } from './credentials/metadata-calls.ts'
import { registerOAuthCall } from './credentials/oauth-call.ts'
import { registerStsCall, STS_PATH } from './credentials/sts-call.ts'
import { registerActionCodeCalls } from './messages/action-code-calls.ts'
import { registerEmulatorListing } from './messages/emulator-listing.ts'
import type { SentMessages } from './messages/sent-messages.ts'
import type { StandInOptions } from './options.ts'
import { registerPasskeyCalls } from './passkeys/passkey-calls.ts'
import { registerPasskeyConfigCalls } from './passkeys/passkey-config-calls.ts'
import { registerSettingsCalls } from './project/settings-calls.ts'
import { registerSignInConfigCalls } from './project/sign-in-config-calls.ts'
import { registerEnrolmentCalls } from './second-factors/enrolment-calls.ts'
import { registerSecondStepCalls } from './second-factors/second-step-calls.ts'
import type { Interceptor } from './server/interceptor.ts'
import { originOf } from './server/server.ts'
import { registerPhoneCalls } from './sign-in/phone-calls.ts'
import { registerProviderCalls } from './sign-in/provider-calls.ts'
import { registerSignInCalls } from './sign-in/sign-in-calls.ts'
import type { ProviderState } from './state.ts'
import { registerPublicKeys, X509_PATH } from './tokens/public-keys.ts'
import { registerRefreshCall } from './tokens/refresh-call.ts'

/** Fastify's name for a plugin. */
const DISPLAY_NAME = Symbol.for('fastify.display-name')
const TOKEN_PATH = '/token'

/** Where the stand-in's services are, by the names of the gateway's configuration. */
export interface StandInEndpoints {
  /** Base URL, without a trailing slash, as those of `secureToken` and `iamCredentials`. */
  identityToolkit: string
  secureToken: string
  iamCredentials: string
  appCheck: string
  /** Full URL, as those of `oauthToken` and `sts`. */
  certificates: string
  oauthToken: string
  sts: string
}

/** The addresses of a stand-in with this origin. */
export function endpointsAt(url: string): StandInEndpoints {
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

/** Dependencies of the calls. */
export interface RouteDeps {
  options: StandInOptions
  state: ProviderState
  mail: SentMessages
  intercept: Interceptor
}

/** Registers every call of the provider's services, each service in a scope of its own. */
export function registerRoutes(app: FastifyInstance, { options, state, mail, intercept }: RouteDeps): void {
  const { apiKey, projectId, authorizedDomains } = options
  const { passwordPolicy = {}, acceptEmulatorCallers = false } = options
  const audience = (): string => `${originOf(app)}${TOKEN_PATH}`
  const user = state.credentialFiles.authorizedUser
  const project = { apiKey, projectId, authorizedDomains, passwordPolicy, acceptEmulatorCallers }
  const deps = { ...state, ...project, mail, intercept, audience, user }
  const registrations = [
    registerPublicKeys,
    registerSignInCalls,
    registerPhoneCalls,
    registerProviderCalls,
    registerPasskeyCalls,
    registerActionCodeCalls,
    registerSelfServiceCalls,
    registerEnrolmentCalls,
    registerSecondStepCalls,
    registerSettingsCalls,
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
  ]
  for (const register of registrations) {
    const service = async (scope: FastifyInstance): Promise<void> => register(scope, deps)
    // Without a name Fastify looks for the plugin in every loaded module, at each start.
    app.register(Object.assign(service, { [DISPLAY_NAME]: register.name }))
  }
}

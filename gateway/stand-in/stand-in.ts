import type { AppCheckOverrides } from './app-check/app-check.ts'
import type { CredentialFiles, Workload } from './credentials/credential-files.ts'
import type { ServiceAccountKey } from './credentials/service-account.ts'
import { openMessages, type SentMessages } from './messages/sent-messages.ts'
import type { StandInOptions } from './options.ts'
import { endpointsAt, registerRoutes, type StandInEndpoints } from './routes.ts'
import { type Calls, createCalls } from './server/calls.ts'
import { createFaultInjection, type Faults } from './server/faults.ts'
import { createInterceptor } from './server/interceptor.ts'
import { createServer, originOf } from './server/server.ts'
import type { ProviderSettings } from './settings.ts'
import { createState } from './state.ts'
import { issueIdToken, openAccounts, type SignInFacts, type StandInAccounts, signIn } from './test-api.ts'
import { type IdTokenOverrides, projectNumberOf, type SessionTokens } from './tokens/token-issuer.ts'

/** A running stand-in for Google Identity Platform. */
export interface StandIn {
  /** Origin, without a trailing slash. */
  url: string
  projectId: string
  /** The key that was given; without one, any key is accepted, this one too. */
  apiKey: string
  endpoints: StandInEndpoints
  /** `host:port`, for `GCE_METADATA_HOST`. */
  metadataHost: string
  serviceAccount: ServiceAccountKey
  credentialFiles: CredentialFiles
  /** What STS exchanges for an access token. */
  workload: Workload
  accounts: StandInAccounts
  /** What was sent by mail and text message. */
  mail: SentMessages
  /** Signs an account in without a password. */
  signIn(uid: string, facts?: SignInFacts): Promise<SessionTokens>
  /** An id token signed with the current key; the account need not exist. */
  issueIdToken(uid: string, overrides?: IdTokenOverrides): Promise<string>
  /** The number that App Check's issuer and audience have. */
  projectNumber: string
  /** A token of App Check for an app, signed with the current key; the app need not be registered. */
  issueAppCheckToken(appId: string, overrides?: AppCheckOverrides): string
  /** How often each call was made. */
  calls: Calls
  /** What goes wrong at the provider. */
  faults: Faults
  settings: ProviderSettings
  /** Signs with a new key from now on; older ones stay published. */
  rotateKeys(): Promise<void>
  /** Takes every key but the current one out of the published set. */
  retireOldKeys(): void
  /** Makes every access token handed out so far invalid, the metadata server's too. */
  expireAccessTokens(): void
  /** Ends the server and every socket at once, waiting ones too. */
  close(): Promise<void>
}

/**
 * Starts a stand-in provider on loopback: real keys and signatures, production's answers, and faults on demand.
 * Rejects when the port is taken.
 */
export async function startStandIn(options: StandInOptions): Promise<StandIn> {
  const state = await createState(options)
  const calls = createCalls()
  const injection = createFaultInjection()
  const app = createServer(state.now)
  const { codes, smsCodes } = state
  const apiKey = options.apiKey ?? 'stand-in-api-key'
  const actionUrl = (): string => options.actionUrl ?? `${originOf(app)}/emulator/action`
  const mail = openMessages({ codes, smsCodes, links: { actionUrl, apiKey } })
  registerRoutes(app, { options, state, mail, intercept: createInterceptor(calls, injection) })
  await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 })
  const url = originOf(app)
  const endpoints = endpointsAt(url)
  return {
    url,
    projectId: options.projectId,
    apiKey,
    endpoints,
    metadataHost: new URL(url).host,
    serviceAccount: { ...state.serviceAccount.key, token_uri: endpoints.oauthToken },
    credentialFiles: state.credentialFiles,
    workload: state.workload,
    accounts: openAccounts(state),
    mail,
    signIn: async (uid, facts = {}) => signIn(state, uid, facts),
    issueIdToken: async (uid, overrides) => issueIdToken(state, uid, overrides),
    projectNumber: projectNumberOf(options.projectId),
    issueAppCheckToken: (appId, overrides) => state.appCheck.issue(appId, overrides),
    calls,
    faults: injection.faults,
    settings: state.settings,
    rotateKeys: () => state.keys.rotate(),
    retireOldKeys: () => state.keys.retireOld(),
    expireAccessTokens: () => state.tokens.expireAll(),
    async close() {
      injection.close()
      await app.close()
    }
  }
}

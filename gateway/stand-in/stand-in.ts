import type { AppCheckOverrides } from './app-check/app-check.ts'
import { endpointsAt, registerRoutes } from './routes.ts'
import { createServer, originOf } from './server/server.ts'
import { ANY_API_KEY, createProvider, type StandInOptions } from './state.ts'
import { issueIdToken, openAccounts, type SignInFacts, signIn } from './test-api.ts'
import { type IdTokenOverrides, projectNumberOf } from './tokens/token-issuer.ts'

/** A running stand-in for Google Identity Platform. */
export type StandIn = Awaited<ReturnType<typeof startStandIn>>

/**
 * Starts a stand-in provider on loopback: real keys and signatures, production's answers, and faults on demand.
 * Rejects when the port is taken.
 */
export async function startStandIn(options: StandInOptions) {
  const provider = await createProvider(options, () => url)
  const { projectId, keys, credentialFiles, workload, mail, calls, injection, settings } = provider
  const app = createServer(provider.now)
  registerRoutes(app, provider)
  await app.listen({ host: options.host ?? '127.0.0.1', port: options.port ?? 0 })
  const url = originOf(app)
  const endpoints = endpointsAt(url)
  return {
    /** Origin, without a trailing slash. */
    url,
    projectId,
    apiKey: provider.apiKey ?? ANY_API_KEY,
    endpoints,
    /** `host:port`, for `GCE_METADATA_HOST`. */
    metadataHost: new URL(url).host,
    serviceAccount: { ...provider.serviceAccount.key, token_uri: endpoints.oauthToken },
    credentialFiles,
    workload,
    accounts: openAccounts(provider),
    mail,
    /** Signs an account in without a password. */
    signIn: async (uid: string, facts: SignInFacts = {}) => signIn(provider, uid, facts),
    /** An id token signed with the current key; the account need not exist. */
    issueIdToken: async (uid: string, overrides?: IdTokenOverrides) => issueIdToken(provider, uid, overrides),
    /** The number that App Check's issuer and audience have. */
    projectNumber: projectNumberOf(projectId),
    /** A token of App Check for an app, signed with the current key; the app need not be registered. */
    issueAppCheckToken: (appId: string, overrides?: AppCheckOverrides) =>
      provider.appCheck.issue(appId, overrides),
    /** How often each call was made. */
    calls,
    faults: injection.faults,
    settings,
    /** Signs with a new key from now on; older ones stay published. */
    rotateKeys: () => keys.rotate(),
    /** Removes every key but the current one from the published set. */
    retireOldKeys: () => keys.retireOld(),
    /** Makes every access token handed out so far invalid, the metadata server's too. */
    expireAccessTokens: () => provider.tokens.expireAll(),
    /** Ends the server and every socket at once, waiting ones too. */
    async close(): Promise<void> {
      injection.close()
      await app.close()
    }
  }
}

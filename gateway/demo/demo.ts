import { readConfiguration } from '../src/config/reading.ts'
import { generateSignatureKey } from '../src/config/signature-keys.ts'
import type { TestExample, TestProvider } from '../src/identity-platform/test-provider.ts'
import type { Log } from '../src/operations/logging.ts'
import { type RunningGateway, startGateway } from '../src/serving/gateway.ts'
import type { NewAccount } from '../stand-in/accounts/account.ts'
import { type StandIn, startStandIn } from '../stand-in/stand-in.ts'
import { startApplications, startProxiedApplication } from './applications.ts'
import { listIssuers, MACHINE_UID, RULES } from './examples.ts'
import type { DemoUpstream } from './upstream/upstream.ts'

/** The account that the demo prints. */
export const DEMO_USER = {
  email: 'demo@example.com',
  password: 'gatehouse-demo',
  displayName: 'Ada Demo'
} as const

/** One account for each way that a sign-in can end; all have the password of `DEMO_USER`. */
const ACCOUNTS: readonly NewAccount[] = [
  {
    uid: 'demo-user',
    email: DEMO_USER.email,
    displayName: DEMO_USER.displayName,
    emailVerified: true,
    customClaims: { groups: ['staff', 'demo'] }
  },
  {
    uid: 'totp-user',
    email: 'totp@example.com',
    displayName: 'Tove Second-Step',
    emailVerified: true,
    secondFactors: [{ id: 'demo-totp', totpSecret: 'GEZDGNBVGY3TQOJQ', enrolledAtSeconds: 1_700_000_000 }]
  },
  { uid: 'new-user', email: 'new@example.com', displayName: 'Nils Unverified' },
  {
    uid: 'disabled-user',
    email: 'disabled@example.com',
    displayName: 'Dora Disabled',
    emailVerified: true,
    disabled: true
  },
  { uid: MACHINE_UID, displayName: 'Build robot' }
]

/** The embedded demo: provider, applications and gateway in one process, on loopback. */
export interface Demo {
  url: string
  provider: StandIn
  /** The application at `url`. */
  upstream: DemoUpstream
  gateway: RunningGateway
  /** Ends them all. */
  close(): Promise<void>
}

/** Where a proxy finds what it needs; ports on loopback. */
export interface ProxyPlaces {
  /** Origin of the proxy, where visitors come in. */
  url: string
  questionsPort: number
  applicationPort: number
}

/** How to start the demo. */
export interface DemoOptions {
  /** Port of the gateway; 0 picks a free one, and then the page's address is not known before the start. */
  port: number
  /** For visitors who come in by a proxy that asks the gateway; left out: they come to the gateway itself. */
  proxy?: ProxyPlaces | null
  log: Log
}

/**
 * Starts the demo. Needs no network, no cloud project and no configuration; every start has new keys.
 * Rejects when the port is taken.
 */
export async function startDemo({ port, proxy = null, log }: DemoOptions): Promise<Demo> {
  const url = proxy?.url ?? `http://localhost:${port}`
  const provider = await startStandIn({
    projectId: 'demo-gatehouse',
    actionUrl: `${url}/login/action`,
    acceptUnsignedCustomTokens: true
  })
  for (const account of ACCOUNTS) provider.accounts.create({ ...account, password: DEMO_USER.password })
  const applications =
    proxy === null ? await startApplications(url, provider) : await startProxiedApplication(url, proxy)
  const env = { ...gatewayVariables({ url, port, provider }), ...applications.variables }
  const read = () => readConfiguration({ file: null, env })
  const first = read()
  const { loaded } = first
  if (loaded.kind === 'invalid')
    throw new Error(`the demo's own configuration is wrong: ${JSON.stringify(loaded.problems)}`)
  const gateway = await startGateway({
    loaded,
    first,
    read,
    log,
    testProvider: openTestProvider(provider, applications.examples)
  })
  return {
    url,
    provider,
    upstream: applications.upstream,
    gateway,
    async close() {
      await gateway.shutdown.begin()
      await Promise.all([provider.close(), applications.close()])
    }
  }
}

interface DemoSetup {
  url: string
  port: number
  provider: StandIn
}

/** The configuration of the demo's gateway, as environment variables. */
function gatewayVariables({ url, port, provider }: DemoSetup): Record<string, string> {
  const { identityToolkit, secureToken, certificates, oauthToken } = provider.endpoints
  return {
    GATEHOUSE_PUBLIC_URL: url,
    GATEHOUSE_LISTEN_HOST: '127.0.0.1',
    GATEHOUSE_LISTEN_PORT: String(port),
    GATEHOUSE_MANAGEMENT_PORT: '0',
    GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: provider.projectId,
    GATEHOUSE_IDENTITY_PLATFORM_API_KEY: provider.apiKey,
    GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_IDENTITY_TOOLKIT: identityToolkit,
    GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_SECURE_TOKEN: secureToken,
    GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_CERTIFICATES: certificates,
    GATEHOUSE_IDENTITY_PLATFORM_ENDPOINTS_OAUTH_TOKEN: oauthToken,
    GATEHOUSE_IDENTITY_HEADERS: '{"x-forwarded-groups":"groups"}',
    GATEHOUSE_COOKIE_SIGNATURE_KEYS: generateSignatureKey(),
    GATEHOUSE_ACCESS_RULES: JSON.stringify(RULES),
    GATEHOUSE_BEARER: JSON.stringify(listIssuers(provider.projectId)),
    GATEHOUSE_LOGIN_BRAND_NAME: 'Gatehouse demo',
    GATEHOUSE_LOGIN_METHODS_EMAIL_LINK: 'true',
    GATEHOUSE_LOGIN_METHODS_SIGNUP: 'true',
    // The dev drawer signs in by custom tokens.
    GATEHOUSE_SESSION_SIGN_IN_PROVIDERS: 'password,custom',
    GATEHOUSE_LOGIN_DESTINATIONS: '{"/reports":"Reports"}'
  }
}

/** The stand-in's accounts and messages, and what there is to try, for the dev drawer of the login page. */
function openTestProvider({ accounts, mail }: StandIn, examples: readonly TestExample[]): TestProvider {
  return {
    examples,
    listUsers: async () =>
      accounts.list().map(({ uid, email, displayName, tenantId, disabled, secondFactors }) => ({
        uid,
        email: email ?? null,
        name: displayName ?? null,
        tenantId: tenantId ?? null,
        disabled,
        secondFactor: secondFactors !== undefined
      })),
    listMails: async () =>
      mail
        .list()
        .reverse()
        .map(({ email, requestType, oobLink }) => ({ email, type: requestType, link: oobLink })),
    listCodes: async () =>
      mail
        .listTexts()
        .reverse()
        .map(({ phoneNumber, code }) => ({ phoneNumber, code }))
  }
}

import { readConfiguration } from '../src/config/reading.ts'
import type { Log } from '../src/operations/logging.ts'
import { type RunningGateway, startGateway } from '../src/serving/gateway.ts'
import { type StandIn, startStandIn } from '../stand-in/stand-in.ts'
import { DEMO_ACCOUNTS, DEMO_USER } from './accounts.ts'
import { startApplications, startProxiedApplication } from './applications.ts'
import { describeConfiguration } from './configuration.ts'
import { ORGANIZATION_ACCOUNTS } from './organizations.ts'
import { openTestProvider } from './test-provider.ts'
import type { DemoUpstream } from './upstream/upstream.ts'

export { DEMO_USER } from './accounts.ts'

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
  forwardAuthPort: number
  applicationPort: number
}

/** How to start the demo. */
export interface DemoOptions {
  /** Port of the gateway; 0 picks a free one, and then the page's address is not known before the start. */
  port: number
  /** For visitors who come through a proxy that sends auth requests; absent: they come to the gateway itself. */
  proxy?: ProxyPlaces | null
  /** A login page with neither brand nor ways in besides the password, for benchmarks; default false. */
  isPlain?: boolean
  log: Log
}

/**
 * Starts the demo. Needs no network, no cloud project and no configuration; every start has new keys.
 * Rejects when the port is taken.
 */
export async function startDemo({ port, proxy = null, isPlain = false, log }: DemoOptions): Promise<Demo> {
  const url = proxy?.url ?? `http://localhost:${port}`
  const provider = await startStandIn({
    projectId: 'demo-gatehouse',
    actionUrl: `${url}/login/action`,
    acceptUnsignedCustomTokens: true
  })
  // Browsers have passkeys at localhost without https.
  provider.settings.passkeys = { rpId: 'localhost', expectedOrigins: [url] }
  const all = proxy === null ? [...DEMO_ACCOUNTS, ...ORGANIZATION_ACCOUNTS] : DEMO_ACCOUNTS
  for (const account of all) provider.accounts.create({ ...account, password: DEMO_USER.password })
  const applications =
    proxy === null ? await startApplications(url, provider) : await startProxiedApplication(url, proxy)
  const env = { ...describeConfiguration({ url, port, provider, isPlain }), ...applications.variables }
  const first = readConfiguration({ file: null, env })
  const { loaded } = first
  if (loaded.kind === 'invalid')
    throw new Error(`the demo's own configuration is wrong: ${JSON.stringify(loaded.problems)}`)
  const gateway = await startGateway({
    loaded,
    first,
    read: async () => first,
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

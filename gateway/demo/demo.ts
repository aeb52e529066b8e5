import { once } from 'node:events'
import { createServer } from 'node:net'
import { readConfiguration } from '../src/config/load.ts'
import type { Log } from '../src/operations/logging.ts'
import { type GatewayOptions, startGateway } from '../src/serving/gateway.ts'
import { UnusableConfig } from '../src/serving/serving.ts'
import { startStandIn } from '../stand-in/stand-in.ts'
import { DEMO_ACCOUNTS, DEMO_USER } from './accounts.ts'
import {
  type DemoApplications,
  ownApplication,
  startApplications,
  startProxiedApplication
} from './applications.ts'
import { describeConfiguration } from './configuration.ts'
import { ORGANIZATION_ACCOUNTS } from './organizations.ts'
import { openTestProvider } from './test-provider.ts'

export { DEMO_USER } from './accounts.ts'

/** The embedded demo: provider, applications and gateway in one process, on loopback. */
export type Demo = Awaited<ReturnType<typeof startDemo>>

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
  /** URL of a running application to put behind the gateway instead of those of the demo; not with `proxy`. */
  upstreamUrl?: string | null
  /** A login page with neither brand nor ways in besides the password, for benchmarks; default false. */
  isPlain?: boolean
  log: Log
  plugins: GatewayOptions['plugins']
}

/**
 * Starts the demo. Needs no network, no cloud project and no configuration; every start has new keys.
 * Rejects when the port is taken, and with `UnusableConfig` for an upstream that the gateway refuses.
 */
export async function startDemo(options: DemoOptions) {
  const { port, proxy = null, upstreamUrl = null, isPlain = false, log, plugins } = options
  await requireFree(port)
  const url = proxy?.url ?? `http://localhost:${port}`
  const provider = await startStandIn({
    projectId: 'demo-gatehouse',
    actionUrl: `${url}/login/action`,
    acceptEmulatorCallers: true
  })
  // Browsers have passkeys at localhost without https.
  provider.settings.passkeys = { rpId: 'localhost', expectedOrigins: [url] }
  const isComplete = proxy === null && upstreamUrl === null
  const all = isComplete ? [...DEMO_ACCOUNTS, ...ORGANIZATION_ACCOUNTS] : DEMO_ACCOUNTS
  for (const account of all) provider.accounts.create({ ...account, password: DEMO_USER.password })
  const applications = await startBehind()
  const isBranded = !isPlain && upstreamUrl === null
  const setup = { url, port, provider, isPlain, isBranded }
  const env = { ...describeConfiguration(setup), ...applications.variables }
  const first = readConfiguration({ file: null, env, plugins })
  const { loaded } = first
  if (loaded.kind === 'invalid') throw new UnusableConfig(loaded.problems)
  const gateway = await startGateway({
    loaded,
    first,
    read: async () => first,
    log,
    plugins,
    testProvider: openTestProvider(provider, applications.examples)
  })
  return {
    url,
    provider,
    gateway,
    /** Ends them all. */
    async close(): Promise<void> {
      await gateway.shutdown.begin()
      await Promise.all([provider.close(), applications.close()])
    }
  }

  async function startBehind(): Promise<DemoApplications> {
    if (upstreamUrl !== null) return ownApplication(upstreamUrl)
    return proxy === null
      ? await startApplications(url, provider)
      : await startProxiedApplication(url, proxy, provider)
  }
}

/** Rejects for a port that is taken, before anything else is started. */
async function requireFree(port: number): Promise<void> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { findFreePort } from '../../../gateway/test/fixtures/wire/ports.ts'
import { compiled, GATEHOUSE, untilAnswered } from '../../fixture/child-process.ts'
import { type BenchProvider, startProvider } from '../../fixture/provider.ts'
import { type Peer, type RunningPeer, type Surroundings, VISITORS_HOST } from '../peer.ts'
import { type RunningProgram, runProgram } from '../program.ts'
import { createBrowser, SCRIPT_CALL } from '../sign-in/browser.ts'

const READY_LIMIT_MS = 60_000

/** How a gateway of the comparison differs from one in one process of this Node.js. */
export interface GatehouseOptions {
  /** Path of another Node.js. */
  node?: string
  /** Variables of its configuration. */
  variables?: Readonly<Record<string, string>>
}

/** Gatehouse in front of the application, as `npm start` runs it. */
export function gatehouse(
  name: string,
  { node = process.execPath, variables = {} }: GatehouseOptions = {}
): Peer {
  return {
    name,
    about: `this repository, Node.js ${versionOfNode(node)}`,
    checks: true,
    noRefresh: null,
    find: () => versionOfNode(node),
    async start(surroundings) {
      const provider = await startOwnProvider(surroundings)
      const options = { node, listenAt: surroundings.port, variables }
      const gateway = await runGateway(provider, surroundings, options)
      return withProvider([gateway], provider, surroundings)
    }
  }
}

function versionOfNode(node: string): string | null {
  const { stdout, status } = spawnSync(node, ['--version'], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}

/** The stand-in of Identity Platform for one gateway, whose visitors come to the peer's port. */
async function startOwnProvider({ port, refreshDelayMs }: Surroundings): Promise<BenchProvider> {
  const provider = await startProvider({ origin: `http://${VISITORS_HOST}:${port}` })
  provider.faults.refresh = {
    kind: 'hold',
    // Read once for each request.
    get until() {
      return wait(refreshDelayMs)
    }
  }
  return provider
}

interface GatewayRun extends GatehouseOptions {
  /** The port for visitors. */
  listenAt: number
}

/** A gateway in a process of its own; settles when it is ready at all its ports. */
async function runGateway(
  provider: BenchProvider,
  { upstreamUrl, folder }: Surroundings,
  { node = process.execPath, listenAt, variables = {} }: GatewayRun
): Promise<RunningProgram> {
  const managementPort = await findFreePort()
  const env = { ...provider.gatewayVariables({ upstreamUrl, port: listenAt, managementPort }), ...variables }
  const args = [compiled(GATEHOUSE), 'start']
  const running = await runProgram({ program: node, args, port: listenAt, folder, env })
  try {
    await untilAnswered(`http://127.0.0.1:${managementPort}/readyz`, {}, READY_LIMIT_MS)
    return running
  } catch (err) {
    await running.close()
    throw err
  }
}

/** A gateway that a proxy on this machine asks, and the ports at which it has its pages and answers questions. */
export async function runAskedGateway(surroundings: Surroundings) {
  const [pages, forwardAuthRequests] = [await findFreePort(), await findFreePort()]
  const provider = await startOwnProvider(surroundings)
  const gateway = await runGateway(provider, surroundings, {
    listenAt: pages,
    variables: {
      GATEHOUSE_TRUSTED_PROXIES: '127.0.0.1/32',
      GATEHOUSE_FORWARD_AUTH_ENABLED: 'true',
      GATEHOUSE_FORWARD_AUTH_LISTEN_PORT: String(forwardAuthRequests)
    }
  })
  return { pages, forwardAuthRequests, provider, gateway }
}

/** A peer of some programs whose visitors sign in at a provider of Gatehouse's. */
export function withProvider(
  programs: readonly RunningProgram[],
  provider: BenchProvider,
  { port }: Surroundings
): RunningPeer {
  const origin = `http://${VISITORS_HOST}:${port}`
  return {
    pids: programs.map(({ pid }) => pid),
    commands: programs.map(({ command }) => command.replace(/\S*\/dist\//, 'dist/')),
    signIn: () => signIn(provider, origin),
    expiredSessions: (count) => provider.buildExpiredCookies(count),
    countRefreshes: () => provider.calls.refresh,
    async close() {
      for (const program of programs.toReversed()) await program.close()
      await provider.close()
    }
  }
}

/** What the login page does when the provider has signed somebody in. */
async function signIn(provider: BenchProvider, origin: string): Promise<string> {
  const [tokens] = await provider.signIn(1)
  const browser = createBrowser()
  const response = await browser.ask(`${origin}/_auth/session`, {
    method: 'POST',
    headers: {
      ...SCRIPT_CALL,
      origin,
      authorization: `Bearer ${tokens?.idToken}`,
      'content-type': 'application/json'
    },
    body: JSON.stringify({ refreshToken: tokens?.refreshToken })
  })
  if (response.status !== 200) throw new Error(`sign-in: ${response.status} ${response.body}`)
  return browser.cookieHeader()
}

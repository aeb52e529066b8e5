import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { findFreePort } from '../../gateway/test/fixtures/wire/ports.ts'
import { compiled, GATEHOUSE, untilAnswered } from '../fixture/child-process.ts'
import type { BenchProvider } from '../fixture/provider.ts'
import type { Place } from './tcp-balancer.ts'

/** The balancer's load goes on meanwhile, on the same cores. */
const START_LIMIT_MS = 60_000

/** A gateway that is started again and again at the same ports. */
export interface Gateway extends Place {
  /** Settles when it is ready. `program`: another one than the gateway of this version. */
  start(program?: GatewayProgram): Promise<void>
  /** Ends it with a signal; settles when it is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** What runs at the ports of a gateway. */
export interface GatewayProgram {
  /** Path of its main file; defaults to this version. */
  main?: string
  /** More of its configuration. */
  variables?: Readonly<Record<string, string>>
}

export interface GatewayOptions {
  provider: BenchProvider
  upstreamUrl: string
  drainSeconds: number
  /** More of its configuration. */
  variables?: Readonly<Record<string, string>>
  /** Its configuration file, if any. */
  configFile?: string
}

/** A gateway that has not been started yet. Its log goes to /dev/null. */
export async function createGateway({
  provider,
  upstreamUrl,
  drainSeconds,
  variables = {},
  configFile
}: GatewayOptions): Promise<Gateway> {
  const port = await findFreePort()
  const managementPort = await findFreePort()
  const env = {
    ...provider.gatewayVariables({ upstreamUrl, port, managementPort }),
    GATEHOUSE_SHUTDOWN_DRAIN_SECONDS: String(drainSeconds),
    ...variables
  }
  let child: ChildProcess | null = null
  process.once('exit', () => child?.kill('SIGKILL'))
  return {
    port,
    managementPort,
    async start({ main: file = compiled(GATEHOUSE), variables: more = {} } = {}) {
      const main = [file, 'start']
      const command = configFile === undefined ? main : [...main, '--config', configFile]
      child = spawn(process.execPath, command, {
        env: { ...env, ...more },
        stdio: ['ignore', 'ignore', 'inherit']
      })
      await untilAnswered(`http://127.0.0.1:${managementPort}/readyz`, {}, START_LIMIT_MS)
    },
    async end(signal) {
      if (child === null) return
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
      child = null
    }
  }
}

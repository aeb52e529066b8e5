import type { GatewayOptions, RunningGateway } from '../serving/gateway.ts'
import type { GatehouseCommand } from './command-line/command.ts'

/** An optional part of the gateway. Its module is loaded at every start, so it imports on demand what it needs for more than to say what it adds. */
export interface Plugin {
  name: string
  /** Adds commands to the command line. */
  addCommands?(program: GatehouseCommand): void
  /** Serves in place of one process. Undefined: the configuration does not ask for it. Rejects like `startGateway`. */
  serve?(options: GatewayOptions): Promise<ServingPlugin> | undefined
}

export interface ServingPlugin extends RunningGateway {
  /** Resolves with the reason when it cannot go on; the process has to exit then. */
  readonly givenUp: Promise<string>
}

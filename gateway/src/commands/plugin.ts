import type { GatewayOptions, RunningGateway } from '../serving/gateway.ts'
import type { AppPlugin } from '../serving/serving.ts'
import type { GatehouseCommand } from './command-line/command.ts'

/** An optional part of the gateway. Its module is loaded at every start, so it imports on demand what it needs for more than to say what it adds. */
export interface Plugin extends AppPlugin {
  name: string
  /** Adds commands to the command line. `plugins`: all of them, for commands that build a gateway. */
  addCommands?(program: GatehouseCommand, plugins: readonly Plugin[]): void
  /** Serves in place of one process. Undefined: the configuration does not ask for it. Rejects like `startGateway`. */
  serve?(options: GatewayOptions): Promise<SupervisedGateway> | undefined
}

export interface SupervisedGateway extends RunningGateway {
  /** Resolves with the reason when it cannot go on; the process has to exit then. */
  readonly givenUp: Promise<string>
}

import { loadConfig } from '../config/load.ts'
import { startGateway } from '../serving/gateway.ts'
import type { ExitCode } from './command-error.ts'
import type { Call } from './command-line/command.ts'
import { requireLoaded } from './load-config.ts'
import { ignoreHangUp, openLog, startOrExplain, waitForShutdown } from './serving/process.ts'
import { withSocketActivation } from './serving/socket-activation.ts'
import { surviveUncaught } from './serving/uncaught.ts'

/** `gatehouse start`. */
export async function start({ io, args }: Call): Promise<ExitCode> {
  const loaded = requireLoaded(
    loadConfig({
      file: args.text('config') ?? null,
      env: withSocketActivation(io.env, process.pid),
      nodeFlags: process.execArgv
    })
  )
  const log = openLog(loaded.config.log.level)
  ignoreHangUp(log)
  const gateway = await startOrExplain(() => startGateway(loaded, log), log)
  surviveUncaught(log)
  return await waitForShutdown(gateway.shutdown, log)
}

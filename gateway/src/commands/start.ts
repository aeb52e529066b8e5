import { readConfiguration } from '../config/reading.ts'
import { startGateway } from '../serving/gateway.ts'
import type { ExitCode } from './command-error.ts'
import type { Call } from './command-line/command.ts'
import { requireLoaded } from './load-config.ts'
import { onHangUp, openLog, startOrExplain, waitForShutdown } from './serving/process.ts'
import { withSocketActivation } from './serving/socket-activation.ts'
import { surviveUncaught } from './serving/uncaught.ts'

/** `gatehouse start`. */
export async function start({ io, args }: Call): Promise<ExitCode> {
  const sources = {
    file: args.text('config') ?? null,
    env: withSocketActivation(io.env, process.pid),
    nodeFlags: process.execArgv
  }
  const read = () => readConfiguration(sources)
  const first = read()
  const loaded = requireLoaded(first.loaded)
  const log = openLog(loaded.config.log.level)
  const hangUp = onHangUp()
  const { listen, management } = loaded.config
  const portKeys = { 'listen.port': listen.port, 'management.port': management.port }
  const gateway = await startOrExplain(() => startGateway({ loaded, first, read, log }), log, portKeys)
  process.once('exit', gateway.writeRest)
  hangUp(gateway.reload)
  surviveUncaught(log)
  return await waitForShutdown(gateway.shutdown, log)
}

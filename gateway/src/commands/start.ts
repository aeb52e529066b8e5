import { scheduleOnTimer } from '../async.ts'
import { readConfiguration, readInThreadIfLarge } from '../config/load.ts'
import type { Config } from '../config/schema/schema.ts'
import { type RunningGateway, startGateway } from '../serving/gateway.ts'
import { CommandError, EXIT, type ExitCode, unwrapOrExit } from './command-error.ts'
import type { Call, SupervisedGateway } from './command-line/command.ts'
import { onHangUp, openLog, startOrExplain, surviveUncaught, waitForShutdown } from './process.ts'

/** `gatehouse start`, by the first plugin that serves in its own way, or in one process. */
export async function start({ io, args, plugins }: Call): Promise<ExitCode> {
  const sources = {
    file: args.text('config') ?? null,
    env: withSocketActivation(io.env, process.pid),
    nodeFlags: process.execArgv,
    plugins
  }
  const first = readConfiguration(sources)
  const loaded = unwrapOrExit(first.loaded)
  const log = openLog(loaded.config.log.level)
  surviveUncaught(log)
  const hangUp = onHangUp()
  const read = (signal: AbortSignal) => readInThreadIfLarge(sources, { signal, schedule: scheduleOnTimer })
  const options = { loaded, first, read, log, plugins }
  const serve = async (): Promise<RunningGateway & Partial<SupervisedGateway>> => {
    for (const plugin of plugins) {
      const served = plugin.serve?.(options)
      if (served !== undefined) return await served
    }
    return await startGateway(options)
  }
  const gateway = await startOrExplain(serve, log, listPortKeys(loaded.config))
  process.once('exit', gateway.writeRest)
  hangUp(gateway.reload)
  return await waitForShutdown(gateway.shutdown, log, gateway.givenUp)
}

/** Ports of all listeners by configuration key. */
function listPortKeys({ listen, management, forwardAuth }: Config): Record<string, number> {
  const { enabled, listen: http, grpc } = forwardAuth
  return {
    'listen.port': listen.port,
    'management.port': management.port,
    ...(enabled && http && { 'forwardAuth.listen.port': http.port }),
    ...(enabled && grpc && { 'forwardAuth.grpc.port': grpc.port })
  }
}

/** The first descriptor that systemd passes (sd_listen_fds(3)). */
const FIRST_FD = 3

/** Sets `listen.fd` to the socket that a systemd socket unit passes to process `pid`; unchanged without one. Throws a `CommandError` for more than one. */
export function withSocketActivation(env: Call['io']['env'], pid: number): Call['io']['env'] {
  // Inherited variables may have been meant for the parent.
  if (env.LISTEN_PID !== String(pid) || env.LISTEN_FDS === undefined || env.LISTEN_FDS === '0') return env
  const tooMany =
    'systemd passes several sockets (LISTEN_FDS), but the gateway takes one: keep one `ListenStream` in the socket unit'
  if (env.LISTEN_FDS !== '1') throw new CommandError(EXIT.usage, tooMany)
  return { ...env, GATEHOUSE_LISTEN_FD: String(FIRST_FD) }
}

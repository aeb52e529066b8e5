import { createApp } from '../../app.ts'
import type { LoadedConfig } from '../../config/load.ts'
import type { TestProvider } from '../../identity-platform/test-provider.ts'
import { portOf } from '../../listeners.ts'
import type { Log } from '../../operations/logging.ts'
import { createManagement } from '../../operations/management.ts'
import { warnAboutOpenFiles } from '../../operations/open-files.ts'
import { createShutdown, type Shutdown } from '../../operations/shutdown.ts'

/** A gateway that listens. */
export interface RunningGateway {
  /** Port that visitors reach. */
  port: number
  managementPort: number
  /** Key of the configuration -> port, of the listeners beside those. */
  ports: Readonly<Record<string, number>>
  shutdown: Shutdown
}

/**
 * Starts the gateway and its management listener. Rejects when a port cannot be bound. `testProvider`: what the login
 * page's dev drawer lists; without it, the emulator's lists where there is an emulator.
 */
export async function startGateway(
  loaded: LoadedConfig,
  log: Log,
  testProvider: TestProvider | null = null
): Promise<RunningGateway> {
  const { config, credentials, warnings } = loaded
  const { logger } = log
  // Whatever the level of the log is: one of them may be that it leaves too much out.
  const warner = logger.child({}, { level: 'warn' })
  for (const warning of [...warnings, warnAboutOpenFiles() ?? []].flat()) warner.warn(warning)
  const app = await createApp({ config, credentials, logger, testProvider })
  const shutdown = createShutdown({
    announce: () => {
      app.lifecycle.ending = true
      for (const listener of app.listeners) listener.announce()
    },
    drainMs: config.shutdown.drainSeconds * 1000,
    endStreams: (overMs, wait) => app.lifecycle.streams.endAll(overMs, wait),
    graceMs: config.shutdown.graceSeconds * 1000,
    async finish() {
      await app.close()
      await management.close()
    },
    abort() {
      app.server.closeAllConnections()
      app.lifecycle.streams.destroyAll()
      for (const listener of app.listeners) listener.abort()
    }
  })
  const management = createManagement(shutdown)

  await app.listen({
    host: config.listen.host,
    port: config.listen.port,
    listenTextResolver: () => 'listening'
  })
  const ports: Record<string, number> = {}
  for (const listener of app.listeners) ports[listener.name] = await listener.listen()
  await management.listen({ host: config.management.host, port: config.management.port })
  const port = portOf(app.server.address())
  const managementPort = portOf(management.server.address())
  logger.info(
    {
      host: config.listen.host,
      port,
      managementPort,
      ...ports,
      publicUrl: config.publicUrl,
      upstream: config.upstream?.url ?? null
    },
    'ready'
  )
  return { port, managementPort, ports, shutdown }
}

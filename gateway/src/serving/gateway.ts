import type { FastifyInstance } from 'fastify'
import { createApp, createAppState } from '../app.ts'
import type { LoadedConfig } from '../config/load.ts'
import { portOf } from '../http/listening-server.ts'
import type { TestProvider } from '../identity-platform/test-provider.ts'
import type { Log } from '../operations/logging.ts'
import { warnAboutOpenFiles } from '../operations/open-files.ts'
import { createShutdown, type Shutdown } from '../operations/shutdown.ts'
import { describePlace } from './listen/plan.ts'
import { createListeners, type Ports } from './listeners.ts'
import { createGatewayManagement } from './management.ts'

/** A gateway that listens. */
export interface RunningGateway extends Ports {
  managementPort: number
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
  const { config, credentials, managementToken, warnings } = loaded
  const { logger } = log
  // Whatever the level of the log is: one of them may be that it leaves too much out.
  const warner = logger.child({}, { level: 'warn' })
  for (const warning of [...warnings, warnAboutOpenFiles() ?? []].flat()) warner.warn(warning)
  const listeners = await createListeners(config, logger)
  const state = createAppState({ config, logger })
  const app = await createApp({ config, credentials, logger, testProvider, state })
  await app.ready()
  listeners.serve(app)
  const shutdown = createShutdown({
    announce: () => announceEnd(app),
    drainMs: config.shutdown.drainSeconds * 1000,
    endStreams: (overMs, wait) => app.lifecycle.streams.endAll(overMs, wait),
    graceMs: config.shutdown.graceSeconds * 1000,
    async finish() {
      await listeners.close()
      await app.close()
      await state.close()
      await management.close()
    },
    abort() {
      listeners.abort()
      app.lifecycle.streams.destroyAll()
    }
  })
  const management = createGatewayManagement({
    state,
    readiness: shutdown,
    listeners,
    log,
    requestsInFlight: () => app.lifecycle.requests.count(),
    config: () => null,
    token: () => managementToken,
    now: () => Date.now() / 1000
  })

  const ports = await listeners.listen()
  await management.listen({ host: config.management.host, port: config.management.port })
  const managementPort = portOf(management.server.address())
  logger.info(
    {
      ...describePlace(config.listen, ports.port),
      managementPort,
      ...ports.ports,
      publicUrl: config.publicUrl,
      upstream: config.upstream?.url ?? null
    },
    'ready'
  )
  return { ...ports, managementPort, shutdown }
}

/** From now on every answer asks its client to close the connection. */
function announceEnd(app: FastifyInstance): void {
  app.lifecycle.ending = true
  if (app.questions.http !== null) app.questions.http.lifecycle.ending = true
}

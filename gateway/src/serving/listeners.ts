import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { realClock } from '../async/schedule.ts'
import type { Config } from '../config/schema/schema.ts'
import { listServerCertificates, type TlsListener } from '../config/tls/certificate-warnings.ts'
import { MAX_AUTH_REQUEST_BYTES } from '../forward-auth/forward-auth.ts'
import type { GrpcListener } from '../forward-auth/grpc/listener.ts'
import { createListeningServer, type ListenPlan, planTcp } from '../http/connections/listening-server.ts'
import { MAX_HEADERS_BYTES, readableHeadersBytes } from '../http/message.ts'
import { createStateSince, type StateReading } from '../operations/condition.ts'
import {
  type CertificatePairs,
  joinServedCertificates,
  type ServedCertificate,
  type ServedCertificates
} from './listen/certificate-reload.ts'
import { planPlace, planSecured } from './listen/plan.ts'

/** Where the listeners of a gateway can be reached. */
export interface Ports {
  /** Port that visitors reach. */
  port: number
  /** Key of the configuration -> port, of the listeners beside that. */
  ports: Readonly<Record<string, number>>
}

/** Everything that listens for visitors and for proxies that ask; see `createListeners`. */
export interface Listeners {
  /** From now on this app answers. */
  serve(app: FastifyInstance): void
  /** Binds all of them. Rejects when one of the addresses cannot be had. */
  listen(): Promise<Ports>
  /** Takes no more connections; settles when the last request is answered. */
  close(): Promise<void>
  /** Cuts every connection but those that were upgraded. */
  abort(): void
  /** Are all of them bound, and not closed yet? */
  readonly listening: StateReading
  /** Connections of clients, all listeners together; those of gRPC are not counted. */
  connections(): number
  /** Those of the listeners with TLS. */
  certificates: ServedCertificates
}

/** One of the listeners. `name`: the key of the configuration that asks for it. */
interface Listener {
  name: string
  serve(app: FastifyInstance): void
  listen(): Promise<number>
  close(): Promise<void>
  abort(): void
  connections(): number
}

const VISITORS = 'listen'
const QUESTIONS = 'forwardAuth.listen'

interface ListenersOptions {
  /** Epoch seconds. */
  now?: () => number
  /** Another process binds for this one, and has looked at the addresses. Default false. */
  isWorker?: boolean
  /** For TLS to begin with; where left out, those of the files. */
  certificates?: CertificatePairs
}

/**
 * The listeners of a configuration. They and their connections outlive it: the next configuration's app takes over by
 * `serve`.
 */
export async function createListeners(
  config: Pick<Config, 'listen' | 'forwardAuth'>,
  logger: FastifyBaseLogger,
  { now = realClock, isWorker = false, certificates: given = {} }: ListenersOptions = {}
): Promise<Listeners> {
  const { enabled, listen, grpc } = config.forwardAuth
  const withTls = listServerCertificates(config)
  const served: { listener: TlsListener; certificate: ServedCertificate }[] = []
  function secure(listener: TlsListener, place: ListenPlan, offersHttp2: boolean): ListenPlan {
    const server = withTls.find((one) => one.listener === listener)
    if (server === undefined) return place
    const { plan, certificate } = planSecured(place, server, { logger, given: given[listener], offersHttp2 })
    served.push({ listener, certificate })
    return plan
  }

  const plan = secure(VISITORS, planPlace(config.listen), false)
  const all: Listener[] = [createVisitorsListener(isWorker ? withoutPreparation(plan) : plan, enabled)]
  const listening = createStateSince(now)
  if (enabled && listen !== null)
    all.push(createForwardAuthListener(secure(QUESTIONS, planTcp(listen), true)))
  if (enabled && grpc !== null) all.push(await createGrpcForwardAuthListener(grpc))
  return {
    serve(app) {
      for (const listener of all) listener.serve(app)
    },
    async listen() {
      const ports: Record<string, number> = {}
      for (const { name, listen } of all) ports[name] = await listen()
      listening.set(true)
      const { [VISITORS]: port = 0, ...others } = ports
      return { port, ports: others }
    },
    async close() {
      listening.set(false)
      await Promise.all(all.map((listener) => listener.close()))
    },
    abort() {
      for (const listener of all) listener.abort()
    },
    listening,
    connections: () => all.reduce((sum, listener) => sum + listener.connections(), 0),
    certificates: joinServedCertificates(served)
  }
}

function withoutPreparation({ prepare: _prepare, creationMask: _mask, ...plan }: ListenPlan): ListenPlan {
  return plan
}

function createVisitorsListener(plan: ListenPlan, mayGetForwardAuth: boolean): Listener {
  const server = createListeningServer({
    plan,
    largestHeadersBytes: readableHeadersBytes(mayGetForwardAuth ? MAX_AUTH_REQUEST_BYTES : MAX_HEADERS_BYTES)
  })
  return { ...server, name: VISITORS, serve: (app) => server.serve(app.server) }
}

function createForwardAuthListener(plan: ListenPlan): Listener {
  const server = createListeningServer({
    plan,
    largestHeadersBytes: readableHeadersBytes(MAX_AUTH_REQUEST_BYTES)
  })
  return {
    ...server,
    name: QUESTIONS,
    serve({ forwardAuthRequests }) {
      if (forwardAuthRequests.http !== null) server.serve(forwardAuthRequests.http.server)
    }
  }
}

async function createGrpcForwardAuthListener(address: { host: string; port: number }): Promise<Listener> {
  // On demand: few set-ups speak gRPC.
  const { createGrpcListener } = await import('../forward-auth/grpc/listener.ts')
  const listener: GrpcListener = createGrpcListener(address)
  return {
    ...listener,
    connections: () => 0,
    name: 'forwardAuth.grpc',
    serve({ forwardAuthRequests }) {
      if (forwardAuthRequests.grpc !== null) listener.serve(forwardAuthRequests.grpc)
    }
  }
}

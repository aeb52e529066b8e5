import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { realClock } from '../async/schedule.ts'
import type { Config } from '../config/schema/schema.ts'
import { listServerCertificates, type TlsListener } from '../config/tls/certificate-warnings.ts'
import { MAX_AUTH_REQUEST_BYTES } from '../forward-auth/forward-auth.ts'
import type { GrpcListener } from '../forward-auth/grpc/listener.ts'
import { createListeningServer, type ListenPlan, planTcp } from '../http/connections/listening-server.ts'
import { MAX_HEADERS_BYTES, readableHeadersBytes } from '../http/message.ts'
import { createStateSince, type StateReading } from '../operations/condition.ts'
import { maxConnectionsFor, readOpenFileLimit } from '../operations/limits.ts'
import {
  type CertificatePairs,
  joinServedCertificates,
  type ServedCertificate,
  type ServedCertificates
} from './listen/certificate-reload.ts'
import { planPlace, planSecured } from './listen/plan.ts'

export interface Ports {
  /** Port for visitors. */
  port: number
  /** Ports of the other listeners by configuration key. */
  ports: Readonly<Record<string, number>>
}

/** The listeners for visitors and for auth requests. */
export interface Listeners {
  /** Directs requests to this app from now on. */
  serve(app: FastifyInstance): void
  /** Binds all of them. Rejects if an address is unavailable. */
  listen(): Promise<Ports>
  /** Stops accepting connections; resolves when the last request is over. */
  close(): Promise<void>
  /** Cuts all connections except upgraded ones. */
  abort(): void
  /** Whether all are bound and not closed. */
  readonly listening: StateReading
  /** Open connections of visitors, and how many are served at a time; Infinity: unlimited. */
  visitors(): { open: number; max: number }
  /** Open connections of all listeners except gRPC. */
  connections(): number
  /** Certificates of the listeners with TLS. */
  certificates: ServedCertificates
}

/** `name`: its configuration key. */
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
  /** The primary binds and has checked the addresses. Default false. */
  isWorker?: boolean
  /** Initial TLS certificates; default: from the files. */
  certificates?: CertificatePairs
}

/** The listeners survive a config reload with their connections: `serve` hands them to the next app. */
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

  const fromFiles = maxConnectionsFor(readOpenFileLimit())
  const maxConnections = Math.min(config.listen.maxConnections ?? fromFiles, fromFiles)
  const plan = secure(VISITORS, planPlace(config.listen), false)
  const visitors = createVisitorsListener(isWorker ? withoutPreparation(plan) : plan, maxConnections, enabled)
  const all: Listener[] = [visitors]
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
    visitors: () => ({ open: visitors.connections(), max: maxConnections }),
    connections: () => all.reduce((sum, listener) => sum + listener.connections(), 0),
    certificates: joinServedCertificates(served)
  }
}

function withoutPreparation({ prepare: _prepare, creationMask: _mask, ...plan }: ListenPlan): ListenPlan {
  return plan
}

function createVisitorsListener(
  plan: ListenPlan,
  maxConnections: number,
  mayGetForwardAuth: boolean
): Listener {
  const server = createListeningServer({
    plan,
    maxConnections,
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
  // Loaded on demand: few setups use gRPC.
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

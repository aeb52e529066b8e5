import { lstatSync, unlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { connect, createServer as createSocketServer } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { realClock } from '../async.ts'
import type { Config } from '../config/schema/schema.ts'
import { MAX_AUTH_REQUEST_BYTES } from '../forward-auth/forward-auth.ts'
import { MAX_HEADERS_BYTES, readableHeadersBytes } from '../http/message.ts'
import { listServerCertificates, type TlsListener } from '../http/tls-files.ts'
import { createTimedFlag, type StateReading } from '../operations/condition.ts'
import { maxConnectionsFor, readOpenFileLimit } from '../operations/limits.ts'
import {
  bind,
  closeServer,
  createListeningServer,
  type ListeningServerOptions,
  type ListenPlan,
  planTcp
} from './connections/listening-server.ts'
import { type CertificatePairs, createServedCertificates, planTls } from './tls.ts'

export interface Ports {
  /** Port for visitors. */
  port: number
  /** Ports of the other listeners by configuration key. */
  ports: Readonly<Record<string, number>>
}

/** The listeners for visitors and for auth requests. */
export type Listeners = Awaited<ReturnType<typeof createListeners>>

const VISITORS = 'listen'
const FORWARD_AUTH_LISTENER = 'forwardAuth.listen'

/** Listeners survive a config reload with their connections. `isWorker`: the primary has checked the addresses. */
export async function createListeners(
  config: Pick<Config, 'listen' | 'forwardAuth'>,
  logger: FastifyBaseLogger,
  options: {
    now?: () => number
    isWorker?: boolean
    certificates?: CertificatePairs
    plugins?: readonly ListenerPlugin[]
  } = {}
) {
  const { now = realClock, isWorker = false, certificates: given = {}, plugins = [] } = options
  const { enabled, listen } = config.forwardAuth
  const { keepAliveTimeoutMs } = config.listen
  const withTls: Partial<Record<TlsListener, ReturnType<typeof planTls>>> = {}
  const certificates = createServedCertificates(listServerCertificates(config), {
    given,
    use: (listener, pair) => withTls[listener]?.useCertificate(pair),
    logger,
    now
  })
  function secure(listener: TlsListener, place: ListenPlan): ListenPlan {
    const pair = certificates.current()[listener]
    if (pair === undefined) return place
    const tls = planTls(place, pair)
    withTls[listener] = tls
    return tls.plan
  }

  const fromFiles = maxConnectionsFor(readOpenFileLimit())
  const maxConnections = Math.min(config.listen.maxConnections ?? fromFiles, fromFiles)
  const plan = secure(VISITORS, planPlace(config.listen))
  const visitors = createHttpListener({
    name: VISITORS,
    plan: isWorker ? withoutPreparation(plan) : plan,
    largestHeadersBytes: readableHeadersBytes(enabled ? MAX_AUTH_REQUEST_BYTES : MAX_HEADERS_BYTES),
    keepAliveTimeoutMs,
    maxConnections,
    serverOf: ({ server }) => server
  })
  const all: Listener[] = [visitors]
  const listening = createTimedFlag(now)
  if (enabled && listen !== null)
    all.push(
      createHttpListener({
        name: FORWARD_AUTH_LISTENER,
        plan: secure(FORWARD_AUTH_LISTENER, planTcp(listen)),
        largestHeadersBytes: readableHeadersBytes(MAX_AUTH_REQUEST_BYTES),
        keepAliveTimeoutMs,
        serverOf: ({ forwardAuthRequests }) => forwardAuthRequests.http?.server
      })
    )
  for (const plugin of plugins) {
    const listener = await plugin.createListener?.(config)
    if (listener !== undefined) all.push(listener)
  }
  return {
    /** Directs requests to this app from now on. */
    serve(app: FastifyInstance): void {
      for (const listener of all) listener.serve(app)
    },
    /** Binds all of them. Rejects if an address is unavailable. */
    async listen(): Promise<Ports> {
      const ports: Record<string, number> = {}
      for (const { name, listen } of all) ports[name] = await listen()
      listening.set(true)
      const { [VISITORS]: port = 0, ...others } = ports
      return { port, ports: others }
    },
    /** Stops accepting connections; resolves when the last request is over. */
    async close(): Promise<void> {
      listening.set(false)
      await Promise.all(all.map((listener) => listener.close()))
    },
    /** Cuts all connections except upgraded ones. */
    abort(): void {
      for (const listener of all) listener.abort()
    },
    /** Whether all are bound and not closed. */
    listening: listening as StateReading,
    /** Open connections of visitors, and how many are served at a time; Infinity: unlimited. */
    visitors: (): { open: number; max: number } => ({ open: visitors.connections(), max: maxConnections }),
    /** Open connections of all listeners that count them. */
    connections: (): number => all.reduce((sum, listener) => sum + listener.connections(), 0),
    /** Certificates of the listeners with TLS. */
    certificates
  }
}

function withoutPreparation({ prepare: _prepare, creationMask: _mask, ...plan }: ListenPlan): ListenPlan {
  return plan
}

/** A listener of the gateway. `name`: its configuration key; `connections`: open ones, 0 if they are not counted. */
export type Listener = ReturnType<typeof createHttpListener>

/** Part of the gateway that listens for requests in a protocol of its own. */
export interface ListenerPlugin {
  /** Undefined: the configuration asks for none. */
  createListener?(config: Pick<Config, 'forwardAuth'>): Promise<Listener> | undefined
}

/** `serverOf`: the server of an app that responds here. */
function createHttpListener({
  name,
  serverOf,
  ...options
}: ListeningServerOptions & { name: string; serverOf: (app: FastifyInstance) => Server | undefined }) {
  const server = createListeningServer(options)
  return {
    ...server,
    name,
    /** Directs requests to this app from now on. */
    serve(app: FastifyInstance): void {
      const target = serverOf(app)
      if (target !== undefined) server.serve(target)
    }
  }
}

/** The visitors' listener, without TLS. */
function planPlace({ host, port, unix, fd }: Config['listen']): ListenPlan {
  // A socket-activated descriptor: its owner keeps it too, so connections queue while this process does not accept.
  if (fd !== null) return { createServer, connectionEvent: 'connection', at: { fd } }
  return unix === null ? planTcp({ host, port }) : planUnixSocket(unix)
}

/** The address, for the log. */
export function describePlace({ host, unix, fd, tls }: Config['listen'], port: number): object {
  const isTls = tls === null ? {} : { tls: true }
  if (fd !== null) return { fd, port, ...isTls }
  return unix === null ? { host, port, ...isTls } : { unix }
}

/** Gives mode 0660: owner and group may connect, which requires write permission (unix(7)). */
const CREATION_MASK = 0o117

/** Listens on a Unix socket, in place of a stale one. Rejects if another process listens there, or the path is something else. */
export function planUnixSocket(path: string): ListenPlan {
  return {
    createServer,
    connectionEvent: 'connection',
    at: { path },
    prepare: () => removeStaleSocket(path),
    creationMask: CREATION_MASK
  }
}

async function removeStaleSocket(path: string): Promise<void> {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat === undefined) return
  if (!stat.isSocket()) throw new Error(`listen.unix: ${path} exists and is not a socket`)
  const code = await connectTo(path)
  if (code === 'ECONNREFUSED') unlinkSync(path)
  else if (code === null) throw new Error(`listen.unix: another process listens on ${path}`)
  // It may have disappeared; any other error leaves open whether another process listens.
  else if (code !== 'ENOENT')
    throw new Error(`listen.unix: cannot tell whether another process listens on ${path} (${code})`)
}

/** Null: connected, so another process listens. Otherwise the error code. */
function connectTo(path: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(null)
    })
    socket.once('error', (err: NodeJS.ErrnoException) => resolve(err.code ?? 'unknown reason'))
  })
}

/** For the primary, as workers would each report it differently: rejects if an address is unavailable. Removes a stale Unix socket, and sets the umask for a new one. */
export async function checkAddresses(config: Pick<Config, 'listen' | 'forwardAuth'>): Promise<void> {
  const { listen, forwardAuth } = config
  const visitors = planPlace(listen)
  await visitors.prepare?.()
  // Permanently: the file is created when the first worker listens.
  if (visitors.creationMask !== undefined) process.umask(visitors.creationMask)
  const others = forwardAuth.enabled ? [forwardAuth.listen, forwardAuth.grpc] : []
  for (const { at } of [visitors, ...others.flatMap((address) => (address === null ? [] : planTcp(address)))])
    if ('port' in at && at.port !== 0) {
      const server = createSocketServer()
      await bind(server, at)
      await closeServer(server)
    }
}

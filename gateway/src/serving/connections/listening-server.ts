/** The listening socket and its connections, which outlive a reload, with their limits on size and time. It must not know what responds to requests. */

import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  ServerResponse
} from 'node:http'
import {
  type AddressInfo,
  createServer as createSocketServer,
  type ListenOptions,
  type Socket,
  type Server as SocketServer
} from 'node:net'
import { UNIX_PEER } from '../../config/addresses/networks.ts'
import { connectionsBeyondLimit, DenseList } from '../../http/connections/open-responses.ts'
import { formatWithoutUpgrade, isWebSocketOffered } from '../../http/connections/upgrades.ts'
import { handleExpectations } from '../../http/message.ts'
import { createPipelining, type PipelinedConnection } from './pipelining.ts'

const HEADERS_TIMEOUT_MS = 15_000
/** How long a connection without data is open until its client is probed. */
const TCP_KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelay: 60_000 }
const CONNECTIONS_CHECK_MS = 5_000
const IDLE_SWEEP_MS = 50
/** Grace period for the first request of a connection accepted just before shutdown. */
const FIRST_REQUEST_MS = 300
/** Clients of `localhost` may try either loopback address only (RFC 6761, 6.3). */
const LOOPBACK = { first: '127.0.0.1', second: '::1' } as const
/** Errors for an address that this machine lacks. */
const NO_ADDRESS: ReadonlySet<string | undefined> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** The differences between TCP, Unix sockets, inherited descriptors and TLS. */
export interface ListenPlan {
  /** `createServer` of `node:http`, or of `node:https` with certificates. */
  createServer: (options: ServerOptions) => Server
  /** Server event of a connection that carries HTTP/1.1. */
  connectionEvent: string
  /** Argument of the server's `listen`. */
  at: ListenOptions | { fd: number }
  /** Second address to listen on with the same port, if this machine has it. */
  secondHost?: string
  /** Runs before `listen`; its rejection fails `listen`. */
  prepare?: () => Promise<void>
  /** umask(2) for a socket file, applied from its creation on. */
  creationMask?: number
  /** Destroys connections still in their handshake. */
  endHandshakes?: () => void
}

export interface ListeningServerOptions {
  plan: ListenPlan
  /** Max size of a request's headers. */
  largestHeadersBytes: number
  /** Idle timeout of a connection between requests. */
  keepAliveTimeoutMs: number
  /** Default: unlimited. Uploads may take as long as they make progress; idle timeouts apply where bodies are read. */
  requestTimeoutMs?: number
  /** Requests on further connections are to be refused; see `connectionsBeyondLimit`. Default: unlimited. */
  maxConnections?: number
}

/** So many connections beyond the limit are accepted at a time, to refuse their requests in order. */
const REFUSABLE_CONNECTIONS = 32
/** Min interval between sweeps of idle connections to make room. */
const MAKE_ROOM_MS = 1000
/** How long such a connection may take to be refused. */
const REFUSAL_MS = 2000

/** Passes requests, upgrades and unparsable input to the server last given to `serve`, as events on that server. */
export function createListeningServer(options: ListeningServerOptions) {
  const { plan, largestHeadersBytes, keepAliveTimeoutMs, requestTimeoutMs = 0 } = options
  const { maxConnections = Number.POSITIVE_INFINITY } = options
  const server = plan.createServer({
    maxHeaderSize: largestHeadersBytes,
    // Node would reject a missing `Host` without our headers and log line; `checkMessage` does it.
    requireHostHeader: false,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: keepAliveTimeoutMs,
    ...TCP_KEEP_ALIVE,
    connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    requestTimeout: requestTimeoutMs
  })
  // By default Node drops headers after the 2000th, so a duplicate could go unnoticed. Their total size is
  // limited above.
  server.maxHeadersCount = 0
  if (Number.isFinite(maxConnections)) server.maxConnections = maxConnections + REFUSABLE_CONNECTIONS
  /** Connections without a request so far. */
  const silent = new DenseList<PipelinedConnection>()
  let target: Server | null = null
  let connections = 0

  /** Clients of a Unix socket have no address. */
  let isTcp = true
  const second = createSocketServer(
    { ...TCP_KEEP_ALIVE, noDelay: true, allowHalfOpen: plan.connectionEvent === 'connection' },
    (socket) => server.emit('connection', socket)
  )

  const refuse = (err: Error & { code?: string }, socket: Socket) => {
    // Browsers connect in advance and may never use the connection: that is no request to answer or count.
    const isUnused = err.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0
    if (isUnused || target?.emit('clientError', err, socket) !== true) socket.destroy()
  }
  const handle = (raw: IncomingMessage, response: ServerResponse) => {
    if (target?.emit('request', raw, response) !== true) raw.socket.destroy()
  }
  const pipelining = createPipelining(handle, refuse, silent)

  server.on('connection', (socket) => {
    if (pipelining.has(socket)) return
    // Node removes its error listener on upgrade; a later reset would crash the process.
    socket.on('error', ignoreReset)
    // Node caches the address once it is read; a connection without one has already been reset.
    if (isTcp && socket.remoteAddress === undefined) socket.destroy()
  })
  server.on(plan.connectionEvent, (socket: Socket) => {
    const isKnown = pipelining.has(socket)
    const connection = pipelining.add(socket)
    if (isKnown) return
    // Peers of a Unix socket get an address that `trustedProxies` can name.
    if (!isTcp) Object.defineProperty(socket, 'remoteAddress', { value: UNIX_PEER })
    silent.add(connection)
    connections += 1
    if (connections > maxConnections) refuseRequests(socket)
    socket.on('close', () => {
      silent.remove(connection)
      connections -= 1
    })
  })
  server.on('request', pipelining.response)
  handleExpectations(server)
  server.on('upgrade', (raw, socket, head) => {
    const read = pipelining.release(raw.socket, head)
    if (target?.listenerCount('upgrade') === 0 || !isWebSocketOffered(raw)) readAgain(raw, read)
    else if (target?.emit('upgrade', raw, socket, read) !== true) socket.destroy()
  })
  server.on('clientError', refuse)

  let madeRoomAtMs = Number.NEGATIVE_INFINITY

  function refuseRequests(socket: Socket): void {
    connectionsBeyondLimit.add(socket)
    setTimeout(() => socket.destroy(), REFUSAL_MS).unref()
    if (performance.now() - madeRoomAtMs < MAKE_ROOM_MS) return
    madeRoomAtMs = performance.now()
    server.closeIdleConnections()
  }

  /** Ignores an `Upgrade` that is not to WebSocket, or not served (RFC 9110, 7.8): Node has released the connection, so a new parser gets the request. */
  function readAgain(raw: IncomingMessage, read: Buffer): void {
    const { socket } = raw
    if (isResponding(raw)) {
      socket.destroy()
      return
    }
    socket.unshift(Buffer.concat([Buffer.from(formatWithoutUpgrade(raw), 'latin1'), read]))
    server.emit(plan.connectionEvent, socket)
  }

  return {
    /** Resolves with the port, 0 if there is none. Rejects if the address is unavailable. */
    async listen(): Promise<number> {
      await plan.prepare?.()
      await bind(server, plan.at, plan.creationMask)
      const address = server.address()
      isTcp = typeof address === 'object' && address !== null
      const port = portOf(address)
      if (plan.secondHost !== undefined) await bindWherePossible(second, { host: plan.secondHost, port })
      return port
    },
    /** Routes all further events to `next`, including those of open connections. `next` never listens. */
    serve(next: Server): void {
      target = next
    },
    /** Stops accepting, closes idle connections, and resolves when the last one is gone. */
    close: (): Promise<void> =>
      new Promise((resolve) => {
        // Node closes only connections that are idle now. Later ones would block shutdown, and so would
        // preconnects without a request, which Node does not count as idle.
        const startedAtMs = performance.now()
        const endIdle = () => {
          server.closeIdleConnections()
          if (performance.now() - startedAtMs < FIRST_REQUEST_MS) return
          for (const { socket } of silent) socket.destroy()
          plan.endHandshakes?.()
        }
        const sweep = setInterval(endIdle, IDLE_SWEEP_MS)
        const closed = [server, second].map(closeServer)
        void Promise.all(closed).then(() => {
          clearInterval(sweep)
          resolve()
        })
        endIdle()
      }),
    /** Destroys every connection except upgraded ones. */
    abort(): void {
      pipelining.endLingering()
      server.closeAllConnections()
    },
    /** Number of open connections, including upgraded ones. */
    connections: (): number => connections
  }
}

/** True if an earlier request of this connection has no response yet. */
function isResponding(raw: IncomingMessage): boolean {
  const response = new ServerResponse(raw)
  try {
    response.assignSocket(raw.socket)
  } catch {
    return true
  }
  response.detachSocket(raw.socket)
  return false
}

/** Listens. Rejects if the address is unavailable. */
export function bind(server: SocketServer, at: ListenPlan['at'], creationMask?: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // umask is process-wide, but Node binds before `listen` returns.
    const usualMask = process.umask()
    if (creationMask !== undefined) process.umask(creationMask)
    try {
      server.listen(at, () => {
        server.removeListener('error', reject)
        resolve()
      })
    } finally {
      if (creationMask !== undefined) process.umask(usualMask)
    }
  })
}

/** Listens if this machine has the address. Rejects for any other error. */
async function bindWherePossible(server: SocketServer, at: ListenOptions): Promise<void> {
  await bind(server, at).catch((err: NodeJS.ErrnoException) => {
    if (!NO_ADDRESS.has(err.code)) throw err
  })
}

/** Resolves when the last connection is gone; immediately if not listening. */
export function closeServer(server: SocketServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

function ignoreReset(): void {}

/** Plain TCP. `localhost` binds both loopback addresses. `port`: 0 picks a free one. */
export function planTcp({ host, port }: { host: string; port: number }): ListenPlan {
  const plan = { createServer, connectionEvent: 'connection' } as const
  return host === 'localhost'
    ? { ...plan, at: { host: LOOPBACK.first, port }, secondHost: LOOPBACK.second }
    : { ...plan, at: { host, port } }
}

/** Port of a TCP server; 0 for other servers. */
export function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}

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
import type { TLSSocket } from 'node:tls'
import { UNIX_PEER } from '../../config/addresses/networks.ts'
import { DenseList } from '../../dense-list.ts'
import { handleExpectations } from '../body.ts'
import { createHttp2Connections, type Http2Connections } from './http2-connections.ts'
import { createPipelining, type PipelinedConnection } from './pipelining.ts'
import { formatWithoutUpgrade, isWebSocketOffered } from './upgrades.ts'

const HEADERS_TIMEOUT_MS = 15_000
const KEEP_ALIVE_TIMEOUT_MS = 72_000
const CONNECTIONS_CHECK_MS = 5_000
const IDLE_SWEEP_MS = 50
/** The request of a connection that was accepted last may still be on its way. */
const FIRST_REQUEST_MS = 300
/** Both names of this machine (RFC 6761, 6.3): what connects to `localhost` may try either alone. */
export const LOOPBACK = { first: '127.0.0.1', second: '::1' } as const
/** This machine has no such address. */
const NO_ADDRESS: ReadonlySet<string | undefined> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/** How a server listens: all that differs between TCP, Unix sockets, inherited descriptors and TLS. */
export interface ListenPlan {
  /** Makes Node's server: `createServer` of `node:http`, or that of `node:https` with its certificates. */
  createServer: (options: ServerOptions) => Server
  /** The event of `createServer`'s server that comes with a connection on which requests of HTTP/1.1 are read. */
  connectionEvent: string
  /** The event that comes with a connection of HTTP/2; left out where that is not offered. */
  http2Event?: string
  /** What the server's `listen` takes. */
  at: ListenOptions | { fd: number }
  /** Another address to listen on, with the same port, where this machine has it. */
  secondHost?: string
  /** Runs before `listen`, which fails with what it rejects with. */
  prepare?: () => Promise<void>
  /** What a file that is made by binding must not allow (umask(2)), from its first moment on. */
  creationMask?: number
  /** Cuts the connections that are not ready for requests yet; left out where they are at once. */
  endHandshakes?: () => void
}

export interface ListeningServerOptions {
  plan: ListenPlan
  /** Largest head of a request that is read. */
  largestHeadersBytes: number
}

/** A server that holds the connections and has requests answered by another one; see `createListeningServer`. */
export interface ListeningServer {
  /** Gives the port; 0 where there is none. Rejects when the address cannot be had. */
  listen(): Promise<number>
  /** From now on `target`, which never listens, answers what comes, on connections that are open already too. */
  serve(target: Server): void
  /** Takes no more connections and ends those that wait for a request; settles when the last one is gone. */
  close(): Promise<void>
  /** Cuts every connection that requests are read on; upgraded ones are not among them. */
  abort(): void
  /** How many are open, upgraded ones too. */
  connections(): number
}

/**
 * Owns a listening socket and its connections, with their limits of size and time. What is answered is not decided here:
 * requests, upgrades and bytes that are no request go to the server that `serve` named last, as events on that server.
 */
export function createListeningServer({
  plan,
  largestHeadersBytes
}: ListeningServerOptions): ListeningServer {
  const server = plan.createServer({
    maxHeaderSize: largestHeadersBytes,
    // Node would refuse a request without a `Host` by itself, without our headers and a line; `checkMessage` does it.
    requireHostHeader: false,
    headersTimeout: HEADERS_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: CONNECTIONS_CHECK_MS,
    // Uploads may take as long as they move; silence is bounded where bodies are read.
    requestTimeout: 0
  })
  // By itself Node drops the headers after the two thousandth: one that must not come twice could come again unseen. Their
  // size is bounded above.
  server.maxHeadersCount = 0
  /** Those without a request so far. */
  const silent = new DenseList<PipelinedConnection>()
  let target: Server | null = null
  let connections = 0

  /** Clients of a Unix socket have no address. */
  let isTcp = true
  const second = createSocketServer(
    { noDelay: true, allowHalfOpen: plan.connectionEvent === 'connection' },
    (socket) => server.emit('connection', socket)
  )

  const pipelining = createPipelining((raw, response) => {
    if (target?.emit('request', raw, response) !== true) raw.socket.destroy()
  })

  server.on('connection', (socket) => {
    if (pipelining.get(socket) === undefined) prepareConnection(socket, isTcp)
  })
  server.on(plan.connectionEvent, (socket: Socket) => {
    const isKnown = pipelining.get(socket) !== undefined
    const connection = pipelining.add(socket)
    if (isKnown) return
    if (!isTcp) nameUnixPeer(socket)
    silent.add(connection)
    connections += 1
    // Emitted once; `once` would wrap and remove the listener for every connection.
    socket.on('close', () => {
      silent.remove(connection)
      connections -= 1
    })
  })
  const hear = (socket: Socket) => {
    const connection = pipelining.get(socket)
    if (connection !== undefined) silent.remove(connection)
  }
  server.on('request', (raw, response) => {
    hear(raw.socket)
    pipelining.response(raw, response)
  })
  handleExpectations(server)
  const http2 = plan.http2Event === undefined ? null : acceptHttp2(plan.http2Event)
  server.on('upgrade', (raw, socket, head) => {
    hear(raw.socket)
    const read = pipelining.release(raw.socket, head)
    if (!isWebSocketOffered(raw)) {
      readAgain(raw, read)
      return
    }
    if (target?.emit('upgrade', raw, socket, read) !== true) socket.destroy()
  })
  server.on('clientError', (err, socket) => {
    if (target?.emit('clientError', err, socket) !== true) socket.destroy()
  })

  /** Connections of HTTP/2 come with this event. */
  function acceptHttp2(event: string): Http2Connections {
    const accepted = createHttp2Connections({
      largestHeadersBytes,
      headersTimeoutMs: HEADERS_TIMEOUT_MS,
      idleTimeoutMs: KEEP_ALIVE_TIMEOUT_MS,
      response: (raw, response) => target?.emit('request', raw, response) === true
    })
    server.on(event, (socket: TLSSocket) => {
      connections += 1
      socket.on('close', () => {
        connections -= 1
      })
      accepted.add(socket)
    })
    return accepted
  }

  /** An `Upgrade` to anything else is ignored (RFC 9110, 7.8), but Node has let go of the connection: it begins anew. */
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
    async listen() {
      await plan.prepare?.()
      await bind(server, plan.at, plan.creationMask)
      const address = server.address()
      isTcp = typeof address === 'object' && address !== null
      const port = portOf(address)
      if (plan.secondHost !== undefined) await bindWherePossible(second, { host: plan.secondHost, port })
      return port
    },
    serve(next) {
      target = next
    },
    close: () =>
      new Promise((resolve) => {
        // Node ends the connections that are idle now; those that become idle later would hold the end up, and so would
        // those that browsers and load balancers open ahead: to Node, one without a whole request is not idle.
        const startedAtMs = performance.now()
        const endIdle = () => {
          server.closeIdleConnections()
          http2?.close()
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
    abort() {
      server.closeAllConnections()
      http2?.abort()
    },
    connections: () => connections
  }
}

/** Does a request before this one, on the same connection, still wait for its response? */
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

function bind(server: SocketServer, at: ListenPlan['at'], creationMask?: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    // The mask is that of the whole process; Node binds before `listen` returns.
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

/** Listens where this machine has the address. Rejects for every other reason. */
export async function bindWherePossible(server: SocketServer, at: ListenOptions): Promise<void> {
  await bind(server, at).catch((err: NodeJS.ErrnoException) => {
    if (!NO_ADDRESS.has(err.code)) throw err
  })
}

/** Settles when its last connection is gone; at once for one that does not listen. */
function closeServer(server: SocketServer): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()))
}

/** What reads the address of a client finds a word in its place that `trustedProxies` can name. */
function nameUnixPeer(socket: Socket): void {
  Object.defineProperty(socket, 'remoteAddress', { value: UNIX_PEER })
}

/**
 * Node takes its own listeners away when a connection is upgraded: a reset after that would end the process. The peer's
 * address is asked for while there is one, Node remembers it then; a connection without has been reset already.
 */
function prepareConnection(socket: Socket, hasAddress: boolean): void {
  socket.on('error', ignoreReset)
  if (hasAddress && socket.remoteAddress === undefined) socket.destroy()
}

function ignoreReset(): void {}

/** The plan for an address of TCP, without TLS. `localhost` is both loopback addresses. `port`: 0 picks a free one. */
export function planTcp({ host, port }: { host: string; port: number }): ListenPlan {
  const plan = { createServer, connectionEvent: 'connection' } as const
  return host === 'localhost'
    ? { ...plan, at: { host: LOOPBACK.first, port }, secondHost: LOOPBACK.second }
    : { ...plan, at: { host, port } }
}

/** The port of a server that listens on TCP; 0 for another one. */
export function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}

import { isIP } from 'node:net'
import type { SecureContext } from 'node:tls'
import { buildConnector, Client, type Dispatcher, Pool } from 'undici'

/** TLS other than by Node's defaults. */
export interface OutboundTls {
  /** Made once for all connections: certificates are costly to read. */
  secureContext: SecureContext
  /** False: every certificate passes. */
  rejectUnauthorized: boolean
}

/** How long a server behind the gateway may take. Times in milliseconds; 0: for ever. */
export interface OutboundPoolOptions {
  /** Null: as many as there are requests. More requests than connections wait for one. */
  connections: number | null
  connectTimeoutMs: number
  /** Longest wait for the head of an answer. */
  headersTimeoutMs: number
  /** Longest silence inside an answer. */
  bodyTimeoutMs: number
  /**
   * Idle timeout of a connection, unless a response says a shorter one (`Keep-Alive: timeout`). 0: each request has a connection of
   * its own. Default: 4 s.
   */
  keepAliveTimeoutMs?: number
  /** Size limit of the headers of a response, and of its trailers; default: 16 KiB. */
  maxHeaderBytes?: number
  /** Unix socket on which the server listens; left out or null: the host and port of its origin. */
  socketPath?: string | null
  /** The name that TLS asks for and verifies; left out: the host of the origin. */
  serverName?: string
  /** Left out or null: Node's defaults. */
  tls?: OutboundTls | null
}

/** A request that learns which connection it goes out on. */
export interface OutboundRequest extends Dispatcher.DispatchOptions {
  /** Written by the pool before it sends the request. */
  connection: OutboundConnection | null
}

/** One place of a pool, with at most one connection at a time. */
export interface OutboundConnection {
  /** To be called once when a request is written: has the open connection carried another one before? */
  countRequest(): boolean
}

/** How long before the server a connection is closed whose `Keep-Alive: timeout` the server has said. */
const KEEP_ALIVE_MARGIN_MS = 500
const KEEP_ALIVE_TIMEOUT_MS = 4000
const MAX_HEADER_BYTES = 16 * 1024

/**
 * Connections to one server behind the gateway: one request at a time on each, none is opened ahead, nothing is retried. Requests
 * with a `Host` of their own have to say `servername`, always the same: undici opens a connection anew where another one is meant.
 */
export function createOutboundPool(origin: string, options: OutboundPoolOptions): Pool {
  const { connections, headersTimeoutMs, bodyTimeoutMs } = options
  const { keepAliveTimeoutMs = KEEP_ALIVE_TIMEOUT_MS, maxHeaderBytes = MAX_HEADER_BYTES } = options
  const isReusing = keepAliveTimeoutMs > 0
  return new Pool(origin, {
    connections,
    pipelining: isReusing ? 1 : 0,
    ...(isReusing && {
      keepAliveTimeout: keepAliveTimeoutMs,
      keepAliveMaxTimeout: keepAliveTimeoutMs,
      keepAliveTimeoutThreshold: KEEP_ALIVE_MARGIN_MS
    }),
    factory: (url, clientOptions) => new CountingClient(url, clientOptions),
    connect: buildConnect(origin, options),
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headersTimeoutMs,
    bodyTimeout: bodyTimeoutMs
  })
}

/** undici does not say whether a request fails on a connection that the server may have given up already. */
class CountingClient extends Client implements OutboundConnection {
  /** Requests on the open connection. */
  #requests = 0

  constructor(url: URL, options: Client.Options) {
    super(url, options)
    this.on('connect', () => {
      this.#requests = 0
    })
  }

  override dispatch(
    options: Dispatcher.DispatchOptions | OutboundRequest,
    handler: Dispatcher.DispatchHandler
  ): boolean {
    if ('connection' in options) options.connection = this
    return super.dispatch(options, handler)
  }

  countRequest(): boolean {
    this.#requests += 1
    return this.#requests > 1
  }
}

/** By itself undici would ask TLS for the name in `Host`, which may be the public one. */
function buildConnect(
  origin: string,
  { connectTimeoutMs, socketPath = null, serverName = hostOf(origin), tls = null }: OutboundPoolOptions
): buildConnector.connector {
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    ...(socketPath === null ? {} : { socketPath }),
    ...tls
  })
  // An address is no name (RFC 6066, 3); without one it is verified as it is.
  const servername = isIP(serverName) === 0 ? serverName : ''
  return (options, callback) =>
    connect({ ...options, servername }, (...made) => {
      const [, socket] = made
      // With TLS 1.3 a server refuses a client certificate after the handshake. The end that follows would hide its reason.
      socket?.once('error', () => socket.destroy())
      callback(...made)
    })
}

/** The host of an origin, an IPv6 address without brackets. */
export function hostOf(origin: string): string {
  return new URL(origin).hostname.replace(/^\[|\]$/g, '')
}

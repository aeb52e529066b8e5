import { isIP } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { buildConnector, Client, type Dispatcher, Pool } from 'undici'

/** TLS settings other than Node's defaults. */
export interface OutboundTls {
  /** Shared by all connections, because parsing certificates is expensive. */
  secureContext: SecureContext
  /** False accepts any certificate. */
  rejectUnauthorized: boolean
}

/** Timeouts in milliseconds; 0 disables one. */
export interface OutboundPoolOptions {
  /** Null: unlimited. Requests queue for a free connection. */
  connections: number | null
  connectTimeoutMs: number
  /** Timeout of a response head. */
  headersTimeoutMs: number
  /** Idle timeout of a response body. */
  bodyTimeoutMs: number
  /**
   * Idle timeout of a connection, or shorter if the server says so (`Keep-Alive: timeout`). 0 disables reuse.
   * Default: 4 s.
   */
  keepAliveTimeoutMs?: number
  /** Max size of response headers and of trailers. Default: 16 KiB. */
  maxHeaderBytes?: number
  /** Unix socket of the server. Default: host and port of the origin. */
  socketPath?: string | null
  /** TLS server name to send and verify. Default: the origin's host. */
  serverName?: string
  /** Default: Node's TLS settings. */
  tls?: OutboundTls | null
  /** Called for each TLS connection with the expiry of the server's certificate, in epoch seconds. */
  onCertificate?: (notAfterSeconds: number) => void
}

/** A request that is assigned its connection. */
export interface OutboundRequest extends Dispatcher.DispatchOptions {
  /** Set by the pool before sending. */
  connection: OutboundConnection | null
}

/** A slot of the pool, with at most one connection at a time. */
export interface OutboundConnection {
  /** Call once per sent request. True if the connection has carried another one before. */
  countRequest(): boolean
}

/** How long before the server's own keep-alive timeout a connection is closed. */
const KEEP_ALIVE_MARGIN_MS = 500
const KEEP_ALIVE_TIMEOUT_MS = 4000
const MAX_HEADER_BYTES = 16 * 1024

/**
 * Connection pool for one server: one request at a time per connection, connected lazily, no retries.
 * Requests with their own `Host` must always set the same `servername`, or undici reconnects.
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

/** Counts requests per connection: undici does not tell whether a failed one had been used before. */
class CountingClient extends Client implements OutboundConnection {
  /** Requests on the current connection. */
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

/** undici would use `Host`, possibly the public one, as TLS server name. */
function buildConnect(origin: string, options: OutboundPoolOptions): buildConnector.connector {
  const { connectTimeoutMs, socketPath = null, serverName = hostOf(origin), tls = null } = options
  const { onCertificate } = options
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    ...(socketPath === null ? {} : { socketPath }),
    ...tls
  })
  // IP addresses are not sent as names (RFC 6066, 3), but still verified.
  const servername = isIP(serverName) === 0 ? serverName : ''
  return (asked, callback) =>
    connect({ ...asked, servername }, (...made) => {
      const [, socket] = made
      // In TLS 1.3 a client certificate is refused after the handshake; the end that follows would hide the
      // reason.
      socket?.once('error', () => socket.destroy())
      if (socket instanceof TLSSocket && onCertificate !== undefined) {
        const notAfterMs = Date.parse(socket.getPeerCertificate().valid_to)
        if (!Number.isNaN(notAfterMs)) onCertificate(notAfterMs / 1000)
      }
      callback(...made)
    })
}

/** The host of an origin, an IPv6 address without brackets. */
export function hostOf(origin: string): string {
  return new URL(origin).hostname.replace(/^\[|\]$/g, '')
}

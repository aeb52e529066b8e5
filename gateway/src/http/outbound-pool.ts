import { isIP } from 'node:net'
import type { SecureContext } from 'node:tls'
import { buildConnector, Pool } from 'undici'

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
  /** Unix socket on which the server listens; left out or null: the host and port of its origin. */
  socketPath?: string | null
  /** The name that TLS asks for and verifies; left out: the host of the origin. */
  serverName?: string
  /** Left out or null: Node's defaults. */
  tls?: OutboundTls | null
}

/**
 * Connections to one server behind the gateway: one request at a time on each, none is opened ahead, nothing is retried. Requests
 * with a `Host` of their own have to say `servername`, always the same: undici opens a connection anew where another one is meant.
 */
export function createOutboundPool(origin: string, options: OutboundPoolOptions): Pool {
  const { connections, headersTimeoutMs, bodyTimeoutMs } = options
  return new Pool(origin, {
    connections,
    pipelining: 1,
    connect: buildConnect(origin, options),
    headersTimeout: headersTimeoutMs,
    bodyTimeout: bodyTimeoutMs
  })
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

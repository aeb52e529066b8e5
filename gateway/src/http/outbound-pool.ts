import { Pool } from 'undici'

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
}

/** Connections to one server behind the gateway: one request at a time on each, none is opened ahead, nothing is retried. */
export function createOutboundPool(origin: string, options: OutboundPoolOptions): Pool {
  const { connections, connectTimeoutMs, headersTimeoutMs, bodyTimeoutMs, socketPath = null } = options
  return new Pool(origin, {
    connections,
    pipelining: 1,
    connect: { timeout: connectTimeoutMs, ...(socketPath === null ? {} : { socketPath }) },
    headersTimeout: headersTimeoutMs,
    bodyTimeout: bodyTimeoutMs
  })
}

import type { Dispatcher } from 'undici'
import { Fault } from '../errors.ts'
import { hasBody } from '../http/body.ts'
import { createOutboundPool, type OutboundRequest } from '../http/outbound-pool.ts'
import { isUpgrade } from '../http/upgrades.ts'
import type { UpstreamConnection } from './connection.ts'
import { type ConnectionLimit, createConnectionLimit } from './connection-limit.ts'
import type { ProxiedRequest } from './open-response.ts'
import type { HeaderList } from './request-headers.ts'
import { createHeadFlush, type Place, type ResponseOptions, UpstreamResponse } from './response.ts'
import { checkSaidLength, passUpload, type UploadLimits } from './upload.ts'

/** Requests that wait for a connection: as many as Envoy lets wait. Each holds its client's connection. */
const MAX_WAITING = 1024

/** Sends requests to the upstream and writes its answers to the client. */
export interface Transport {
  /**
   * `headers`: what the upstream shall see. Failures before the head are answered through `reply.send`. Throws `PAYLOAD_TOO_LARGE`.
   */
  send(proxied: ProxiedRequest, headers: HeaderList): void
  destroy(): Promise<void>
}

export interface TransportOptions extends Omit<ResponseOptions, 'sendAgain' | 'flushSoon'>, UploadLimits {
  connection: UpstreamConnection
  connectTimeoutMs: number
  /** 0: for ever. */
  headersTimeoutMs: number
  /** Longest silence inside an answer; 0: any. */
  idleTimeoutMs: number
  /** Idle timeout of a connection; 0: each request has one of its own. */
  keepAliveTimeoutMs: number
  /** Requests in progress at a time, open streams aside; 0: any number. */
  maxConnections: number
}

/**
 * A transport over undici's `dispatch`: chunks go straight to the client's socket, the request target goes out as it
 * came. What fails because the upstream has just closed an idle connection is sent once more where that is harmless. Upgrades become tunnels.
 */
export function createTransport(options: TransportOptions): Transport {
  const { connection, maxConnections, maxBodyBytes, keepAliveTimeoutMs } = options
  const { origin, serverName: servername } = connection
  const { connectTimeoutMs, headersTimeoutMs, idleTimeoutMs: bodyTimeoutMs } = options
  const limits = { connectTimeoutMs, headersTimeoutMs, bodyTimeoutMs, maxHeaderBytes: options.maxHeaderBytes }
  // Event streams hold one each and do not count in `maxConnections`.
  const connections = null
  const pool = createOutboundPool(origin, { connections, ...connection, ...limits, keepAliveTimeoutMs })
  /** For requests that go out once more: no connection of it is ever reused. */
  const unused = createOutboundPool(origin, {
    connections,
    ...connection,
    ...limits,
    keepAliveTimeoutMs: 0
  })
  const responseOptions = {
    ...options,
    flushSoon: createHeadFlush(),
    sendAgain: unused.dispatch.bind(unused)
  }
  const limit = maxConnections === 0 ? null : limitConnections(options)

  function dispatch(proxied: ProxiedRequest, headers: HeaderList, place: Place | null): void {
    const { request, path } = proxied
    // Nobody would be told of its end: the connection ended while something was waited for, such as a refresh.
    if (request.raw.socket.destroyed) {
      place?.leave()
      return
    }
    const body = hasBody(request.raw) ? passUpload(request.raw, options) : null
    const sent: OutboundRequest & { servername: string } = {
      origin,
      path,
      method: request.method as Dispatcher.HttpMethod,
      headers,
      body,
      servername,
      upgrade: isUpgrade(request.raw) ? 'websocket' : null,
      connection: null
    }
    pool.dispatch(sent, new UpstreamResponse(proxied, responseOptions, sent, place))
  }

  return {
    send(proxied, headers) {
      checkSaidLength(proxied.request.raw, maxBodyBytes)
      if (limit === null) return dispatch(proxied, headers, null)
      if (limit.enter()) return dispatch(proxied, headers, limit)
      limit.wait({
        client: proxied.reply.raw,
        run: () => dispatch(proxied, headers, limit),
        refuse: (error) => refuse(proxied, error)
      })
    },
    async destroy() {
      await Promise.all([pool.destroy(), unused.destroy()])
    }
  }
}

function limitConnections({
  maxConnections: max,
  connectTimeoutMs: waitMs,
  upstreamPath
}: TransportOptions): ConnectionLimit {
  const key = `${upstreamPath}.maxConnections (${max})`
  const busy = (detail: string) => new Fault('UPSTREAM_BUSY', { detail, retryAfterSeconds: 1 })
  return createConnectionLimit({
    max,
    maxWaiting: MAX_WAITING,
    waitMs,
    buildTimeout: () => busy(`no connection free in ${waitMs} ms: ${key} are in use`),
    buildOverflow: () => busy(`${MAX_WAITING} requests wait for a connection: ${key} are in use`)
  })
}

function refuse({ request, reply }: ProxiedRequest, error: unknown): void {
  if (error instanceof Fault)
    request.server.reportEvent({
      kind: 'upstream.failed',
      failure: 'busy',
      application: request.record.application
    })
  reply.send(error)
}

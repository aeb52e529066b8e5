import type { Dispatcher } from 'undici'
import { Fault } from '../errors.ts'
import { hasBody } from '../http/body.ts'
import { createOutboundPool } from '../http/outbound-pool.ts'
import { isUpgrade } from '../http/upgrades.ts'
import { type AnswerOptions, UpstreamAnswer } from './answer.ts'
import type { UpstreamConnection } from './connection.ts'
import { type ConnectionLimit, createConnectionLimit, releaseAtEnd } from './connection-limit.ts'
import type { ProxiedRequest } from './open-answer.ts'
import type { HeaderList } from './request-headers.ts'
import { checkSaidLength, passUpload, type UploadLimits } from './upload.ts'

/** Sends requests to the upstream and writes its answers to the client. */
export interface Transport {
  /**
   * `headers`: what the upstream shall see. Failures before the head are answered through `reply.send`. Throws `PAYLOAD_TOO_LARGE`.
   */
  send(proxied: ProxiedRequest, headers: HeaderList): void
  destroy(): Promise<void>
}

export interface TransportOptions extends AnswerOptions, UploadLimits {
  connection: UpstreamConnection
  connectTimeoutMs: number
  /** 0: for ever. */
  headersTimeoutMs: number
  /** Longest silence inside an answer; 0: any. */
  idleTimeoutMs: number
  /** Connections in use at a time; 0: any number. */
  maxConnections: number
}

/**
 * A transport over undici's `dispatch`: chunks go straight to the client's socket, the request target goes out as it
 * came, nothing is retried. Upgrades become tunnels. Without `maxConnections` the number of connections has no limit, since every
 * event stream holds one.
 */
export function createTransport(options: TransportOptions): Transport {
  const { connection, maxConnections, maxBodyBytes } = options
  const { origin, serverName: servername } = connection
  const { connectTimeoutMs, headersTimeoutMs, idleTimeoutMs: bodyTimeoutMs } = options
  const timeouts = { connectTimeoutMs, headersTimeoutMs, bodyTimeoutMs }
  const connections = maxConnections === 0 ? null : maxConnections
  const pool = createOutboundPool(origin, { connections, ...connection, ...timeouts })
  const limit = maxConnections === 0 ? null : limitConnections(options)

  function dispatch(proxied: ProxiedRequest, headers: HeaderList, release?: () => void): void {
    const { request, path } = proxied
    // Nobody would be told of its end: the connection ended while something was waited for, such as a refresh.
    if (request.raw.socket.destroyed) {
      release?.()
      return
    }
    const answer = new UpstreamAnswer(proxied, options)
    const body = hasBody(request.raw) ? passUpload(request.raw, options) : null
    const sent: Dispatcher.DispatchOptions & { servername: string } = {
      origin,
      path,
      method: request.method as Dispatcher.HttpMethod,
      headers,
      body,
      servername,
      upgrade: isUpgrade(request.raw) ? 'websocket' : null
    }
    pool.dispatch(sent, release === undefined ? answer : releaseAtEnd(answer, release))
  }

  return {
    send(proxied, headers) {
      checkSaidLength(proxied.request.raw, maxBodyBytes)
      if (limit === null) return dispatch(proxied, headers)
      limit.admit({
        client: proxied.reply.raw,
        run: (release) => dispatch(proxied, headers, release),
        refuse: (error) => refuse(proxied, error)
      })
    },
    destroy: () => pool.destroy()
  }
}

function limitConnections({
  maxConnections: most,
  connectTimeoutMs: waitMs,
  upstreamPath
}: TransportOptions): ConnectionLimit {
  const detail = `no connection free in ${waitMs} ms: ${upstreamPath}.maxConnections (${most}) are in use`
  return createConnectionLimit({
    most,
    waitMs,
    buildRefusal: () => new Fault('UPSTREAM_BUSY', { detail, retryAfterSeconds: 1 })
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

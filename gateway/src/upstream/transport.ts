import type { Dispatcher } from 'undici'
import { hasBody } from '../http/body.ts'
import { createOutboundPool } from '../http/outbound-pool.ts'
import { isUpgrade } from '../http/upgrades.ts'
import type { HeaderMap } from '../identity/identity-headers.ts'
import { type ProxiedRequest, UpstreamAnswer } from './answer.ts'
import type { FilterAnswerHeaders } from './answer-headers.ts'
import type { UpstreamConnection } from './connection.ts'
import { passUpload } from './upload.ts'

/** Sends requests to the upstream and writes its answers to the client. */
export interface Transport {
  /** `headers`: what the upstream shall see. Failures before the head are answered through `reply.send`. */
  send(proxied: ProxiedRequest, headers: HeaderMap): void
  destroy(): Promise<void>
}

export interface TransportOptions {
  connection: UpstreamConnection
  connectTimeoutMs: number
  /** 0: for ever. */
  headersTimeoutMs: number
  /** Longest silence inside an answer; 0: any. */
  idleTimeoutMs: number
  /** Longest silence inside a request body; 0: any. */
  uploadIdleTimeoutMs: number
  filterHeaders: FilterAnswerHeaders
}

/**
 * A transport over undici's `dispatch`: chunks go straight to the client's socket, the request target goes out as it
 * came, nothing is retried. Upgrades become tunnels. The number of connections is not limited, since every event stream holds one.
 */
export function createTransport(options: TransportOptions): Transport {
  const { connection, filterHeaders, uploadIdleTimeoutMs } = options
  const { origin, serverName: servername } = connection
  const { connectTimeoutMs, headersTimeoutMs, idleTimeoutMs: bodyTimeoutMs } = options
  const timeouts = { connectTimeoutMs, headersTimeoutMs, bodyTimeoutMs }
  const pool = createOutboundPool(origin, { connections: null, ...connection, ...timeouts })

  return {
    send(proxied, headers) {
      const { request } = proxied
      const answer = new UpstreamAnswer(proxied, filterHeaders)
      const body = hasBody(request.raw) ? passUpload(request.raw, uploadIdleTimeoutMs) : null
      const dispatch: Dispatcher.DispatchOptions & { servername: string } = {
        origin,
        path: request.target?.raw ?? '/',
        method: request.method as Dispatcher.HttpMethod,
        headers,
        body,
        servername,
        ...(isUpgrade(request.raw) ? { upgrade: 'websocket' } : {})
      }
      pool.dispatch(dispatch, answer)
    },
    destroy: () => pool.destroy()
  }
}

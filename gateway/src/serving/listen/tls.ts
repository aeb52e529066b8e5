import { constants } from 'node:crypto'
import { createServer, type Server } from 'node:https'
import type { Socket } from 'node:net'
import type { TLSSocket, TlsOptions } from 'node:tls'
import type { CertificatePair } from '../../config/certificates.ts'
import type { ListenPlan } from '../../http/connections/listening-server.ts'

const HANDSHAKE_TIMEOUT_MS = 10_000
/** Events of a server that offers both. */
const HTTP1_CONNECTION = 'http1Connection'
const HTTP2_CONNECTION = 'http2Connection'

/** Forward secrecy and authenticated encryption only. https://wiki.mozilla.org/Security/Server_Side_TLS (intermediate) */
const CIPHERS = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305'
].join(':')

const CONTEXT: TlsOptions = {
  minVersion: 'TLSv1.2',
  ciphers: CIPHERS,
  secureOptions: constants.SSL_OP_NO_RENEGOTIATION
}

export interface TlsPlanOptions {
  /** Default ten seconds. */
  handshakeTimeoutMs?: number
  /** Offer HTTP/2; default false. */
  offersHttp2?: boolean
}

/** TLS 1.2 and 1.3 with HTTP/1.1 and optionally HTTP/2, over another plan. */
export function planTls(
  beneath: ListenPlan,
  first: CertificatePair,
  { handshakeTimeoutMs = HANDSHAKE_TIMEOUT_MS, offersHttp2 = false }: TlsPlanOptions = {}
) {
  let certificate = contextOf(first)
  let replace = (_context: TlsOptions) => {}
  const handshakes = createHandshakes()
  return {
    plan: {
      ...beneath,
      connectionEvent: offersHttp2 ? HTTP1_CONNECTION : 'secureConnection',
      ...(offersHttp2 ? { http2Event: HTTP2_CONNECTION } : {}),
      endHandshakes: handshakes.endAll,
      createServer(options) {
        const server = createServer({
          ...options,
          ...certificate,
          ALPNProtocols: offersHttp2 ? ['h2', 'http/1.1'] : ['http/1.1'],
          handshakeTimeout: handshakeTimeoutMs
        })
        if (offersHttp2) separateProtocols(server)
        server.on('connection', handshakes.add)
        server.on('secureConnection', handshakes.finish)
        server.on('tlsClientError', (err: NodeJS.ErrnoException, socket) => {
          const plain = handshakes.finish(socket)
          // A plain HTTP request on a connection that still accepts a response.
          if (err.code === 'ERR_SSL_HTTP_REQUEST' && plain !== null) server.emit('clientError', err, plain)
        })
        replace = (context) => server.setSecureContext(context)
        return server
      }
    } satisfies ListenPlan,
    /** For new connections; open ones keep theirs. */
    useCertificate(pair: CertificatePair): void {
      certificate = contextOf(pair)
      replace(certificate)
    }
  }
}

/** Node would read HTTP/1.1 from every connection, whatever was negotiated. */
function separateProtocols(server: Server): void {
  const http1 = server.listeners('secureConnection') as ((socket: TLSSocket) => void)[]
  server.removeAllListeners('secureConnection')
  for (const listener of http1) server.on(HTTP1_CONNECTION, listener)
  server.on('secureConnection', (socket: TLSSocket) =>
    server.emit(socket.alpnProtocol === 'h2' ? HTTP2_CONNECTION : HTTP1_CONNECTION, socket)
  )
}

function contextOf({ cert, key }: CertificatePair): TlsOptions {
  return { ...CONTEXT, cert, key }
}

/** Connections in their TLS handshake. */
function createHandshakes() {
  const open = new Map<string, Socket>()
  return {
    add(socket: Socket): void {
      const peer = peerOf(socket)
      if (peer === null) return
      open.set(peer, socket)
      socket.once('close', () => {
        if (open.get(peer) === socket) open.delete(peer)
      })
    },
    /** Removes and returns the connection under a TLS socket; null: unknown. */
    finish(socket: TLSSocket): Socket | null {
      const peer = peerOf(socket) ?? ''
      const beneath = open.get(peer) ?? null
      open.delete(peer)
      return beneath
    },
    endAll(): void {
      for (const socket of open.values()) socket.destroy()
    }
  }
}

/** Equal for a connection and its TLS socket; null: closed, or a Unix socket. */
function peerOf({ remoteAddress, remotePort }: Socket): string | null {
  return remotePort === undefined ? null : `${remoteAddress} ${remotePort}`
}

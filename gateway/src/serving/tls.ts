/** TLS of the listeners: the handshake, and the certificates that are served and reloaded. It opens no socket itself. */

import { constants } from 'node:crypto'
import { createServer } from 'node:https'
import type { Socket } from 'node:net'
import type { TLSSocket, TlsOptions } from 'node:tls'
import type { FastifyBaseLogger } from 'fastify'
import {
  type CertificatePair,
  readCertificatePair,
  type ServerCertificate,
  type TlsListener,
  warnAboutDates
} from '../http/tls-files.ts'
import type { ListenPlan } from './connections/listening-server.ts'

const HANDSHAKE_TIMEOUT_MS = 10_000

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

/** TLS 1.2 and 1.3 with HTTP/1.1, over another plan. */
export function planTls(
  beneath: ListenPlan,
  first: CertificatePair,
  handshakeTimeoutMs: number = HANDSHAKE_TIMEOUT_MS
) {
  let certificate = contextOf(first)
  let replace = (_context: TlsOptions) => {}
  const handshakes = createHandshakes()
  return {
    plan: {
      ...beneath,
      connectionEvent: 'secureConnection',
      endHandshakes: handshakes.endAll,
      createServer(options) {
        const server = createServer({
          ...options,
          ...certificate,
          ALPNProtocols: ['http/1.1'],
          handshakeTimeout: handshakeTimeoutMs
        })
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

const contextOf = ({ cert, key }: CertificatePair): TlsOptions => ({ ...CONTEXT, cert, key })

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

/** The certificates of the listeners with TLS. */
export type CertificatePairs = Partial<Record<TlsListener, CertificatePair>>

export type ServedCertificates = ReturnType<typeof createServedCertificates>

/** Tracks the certificates of listeners: those given, or of the files at first. Throws if the files of one are not a valid pair. */
export function createServedCertificates(
  servers: readonly ServerCertificate[],
  options: {
    /** Default: from the files. */
    given?: CertificatePairs
    use: (listener: TlsListener, pair: CertificatePair) => void
    logger: FastifyBaseLogger
    /** Epoch seconds. */
    now: () => number
  }
) {
  const { given = {}, use, logger, now } = options
  const served = servers.map((server) => {
    const pair = given[server.listener] ?? readServerCertificate(server)
    return { server, pair, lastRefusal: '' }
  })

  function replace(one: (typeof served)[number], pair: CertificatePair): void {
    one.pair = pair
    use(one.server.listener, pair)
  }

  function reload(one: (typeof served)[number]): void {
    const { files, usage } = one.server
    const read = readCertificatePair(files, usage.section)
    const isWorse = read.kind === 'pair' && read.notAfterSeconds <= now() && now() < one.pair.notAfterSeconds
    if (read.kind === 'invalid' || isWorse) {
      const reasons =
        read.kind === 'pair'
          ? [warnAboutDates(read, now(), usage)]
          : read.problems.map(({ path, message }) => `${path}: ${message}`)
      if (reasons.join() === one.lastRefusal) return
      one.lastRefusal = reasons.join()
      logger.error({ problems: reasons }, 'TLS certificate not reloaded: the previous one stays in use')
      return
    }
    one.lastRefusal = ''
    if (read.cert === one.pair.cert && read.key === one.pair.key) return
    replace(one, read)
    const { fingerprint, notAfterSeconds } = read
    const notAfter = new Date(notAfterSeconds * 1000).toISOString()
    logger.info({ path: usage.section, fingerprint, notAfter }, 'TLS certificate reloaded')
    const warning = warnAboutDates(read, now(), usage)
    if (warning !== null) logger.warn(warning)
  }

  return {
    /** Earliest expiry, in epoch seconds; null: no certificates. */
    notAfterSeconds: (): number | null =>
      served.length === 0 ? null : Math.min(...served.map(({ pair }) => pair.notAfterSeconds)),
    current: (): CertificatePairs =>
      Object.fromEntries(served.map(({ server, pair }) => [server.listener, pair])),
    /** Replaces those that differ. */
    replace(pairs: CertificatePairs): void {
      for (const one of served) {
        const pair = pairs[one.server.listener]
        if (pair !== undefined && pair.cert !== one.pair.cert) replace(one, pair)
      }
    },
    /** Rereads the files and serves new certificates. Invalid files change nothing and are logged once per content. */
    reload: (): void => served.forEach(reload)
  }
}

function readServerCertificate({ files, usage }: ServerCertificate): CertificatePair {
  const read = readCertificatePair(files, usage.section)
  if (read.kind === 'invalid')
    throw new Error(read.problems.map(({ path, message }) => `${path} ${message}`).join('; '))
  return read
}

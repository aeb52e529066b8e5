/**
 * TLS of the listeners: the handshake, and the certificates that are served and reloaded. It opens no socket itself.
 */

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

export interface TlsPlanOptions {
  /** Default ten seconds. */
  handshakeTimeoutMs?: number
}

/** TLS 1.2 and 1.3 with HTTP/1.1, over another plan. */
export function planTls(
  beneath: ListenPlan,
  first: CertificatePair,
  { handshakeTimeoutMs = HANDSHAKE_TIMEOUT_MS }: TlsPlanOptions = {}
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

export type ServedCertificate = ReturnType<typeof createServedCertificate>

/** Tracks the certificate of a listener: `first`, then the one last passed to `use`. Throws if the files are not a valid pair. */
export function createServedCertificate(
  server: ServerCertificate,
  options: {
    /** Default: from the files. */
    first?: CertificatePair | undefined
    use: (pair: CertificatePair) => void
    logger: FastifyBaseLogger
    /** Epoch seconds. */
    now: () => number
  }
) {
  const { listener, files, usage } = server
  const { use, logger, now } = options
  let served = options.first ?? readServerCertificate(server)
  let lastRefusal = ''

  function replace(pair: CertificatePair): void {
    served = pair
    use(pair)
  }

  return {
    listener,
    /** Expiry of the certificate, in epoch seconds. */
    notAfterSeconds: (): number => served.notAfterSeconds,
    current: (): CertificatePair => served,
    replace,
    /** Rereads the files and serves a new certificate. Invalid files change nothing and are logged once per content. */
    reload(): void {
      const read = readCertificatePair(files, usage.section)
      const isWorse = read.kind === 'pair' && read.notAfterSeconds <= now() && now() < served.notAfterSeconds
      if (read.kind === 'invalid' || isWorse) {
        const reasons =
          read.kind === 'pair'
            ? [warnAboutDates(read, now(), usage)]
            : read.problems.map(({ path, message }) => `${path}: ${message}`)
        if (reasons.join() === lastRefusal) return
        lastRefusal = reasons.join()
        logger.error({ problems: reasons }, 'TLS certificate not reloaded: the previous one stays in use')
        return
      }
      lastRefusal = ''
      if (read.cert === served.cert && read.key === served.key) return
      replace(read)
      const { fingerprint, notAfterSeconds } = read
      const notAfter = new Date(notAfterSeconds * 1000).toISOString()
      logger.info({ path: usage.section, fingerprint, notAfter }, 'TLS certificate reloaded')
      const warning = warnAboutDates(read, now(), usage)
      if (warning !== null) logger.warn(warning)
    }
  }
}

function readServerCertificate({ files, usage }: ServerCertificate): CertificatePair {
  const read = readCertificatePair(files, usage.section)
  if (read.kind === 'invalid')
    throw new Error(read.problems.map(({ path, message }) => `${path} ${message}`).join('; '))
  return read
}

/** The certificates of the listeners with TLS. */
export type CertificatePairs = Partial<Record<TlsListener, CertificatePair>>

export type ServedCertificates = ReturnType<typeof joinServedCertificates>

/** The certificates of several listeners as one. */
export function joinServedCertificates(all: readonly ServedCertificate[]) {
  return {
    /** Earliest expiry, in epoch seconds; null: no certificates. */
    notAfterSeconds: (): number | null =>
      all.length === 0 ? null : Math.min(...all.map((one) => one.notAfterSeconds())),
    current: (): CertificatePairs => Object.fromEntries(all.map((one) => [one.listener, one.current()])),
    /** Replaces those that differ. */
    replace(pairs: CertificatePairs): void {
      for (const one of all) {
        const pair = pairs[one.listener]
        if (pair !== undefined && pair.cert !== one.current().cert) one.replace(pair)
      }
    },
    reload(): void {
      for (const one of all) one.reload()
    }
  }
}

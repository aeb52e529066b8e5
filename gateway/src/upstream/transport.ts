import type { IncomingMessage } from 'node:http'
import { PassThrough, type Readable } from 'node:stream'
import { createSecureContext } from 'node:tls'
import type { FastifyRequest } from 'fastify'
import { createTurnEnd } from '../async.ts'
import { readUpstreamAddress, type UpstreamAddress } from '../config/applications.ts'
import type { UpstreamConfig } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import { authRequestOf, describeRequest } from '../http/auth-request.ts'
import {
  createConnector,
  createOutboundPool,
  hostOf,
  type LookUpName,
  type OutboundPoolOptions,
  type OutboundRequest,
  type OutboundTls
} from '../http/connections/outbound-pool.ts'
import { hasBody } from '../http/message.ts'
import { networkOf } from '../http/origin.ts'
import { readUpstreamTls } from '../http/tls-files.ts'
import { problemText } from '../problem.ts'
import {
  AUTHENTICATES_CONNECTION,
  createConnectionLimit,
  createPinnedConnections,
  isBehindProxy
} from './connections.ts'
import {
  createAwaitedHeads,
  type ProxiedRequest,
  type ResponseOptions,
  releaseSlot
} from './open-response.ts'
import { UpstreamResponse } from './response.ts'

/** Requests queued for a connection, as in Envoy. Each holds its client's connection. */
const MAX_WAITING = 1024
const MAX_PINNED = 1024

/** Parts of `ResponseOptions` that are made here. */
type MadeHere = 'awaitedHeads' | 'sendAgain' | 'writeSoon' | 'isPinned' | 'noteConnectionAuthentication'

interface TransportOptions extends Omit<ResponseOptions, MadeHere> {
  connection: UpstreamConnection
  /** Of the application's certificate, in epoch seconds. */
  onCertificate: (notAfterSeconds: number) => void
  lookUp: LookUpName
  isTrustedProxy: (address: string) => boolean
}

/** Sends requests and streams responses with undici's `dispatch`. One that failed on a closed idle connection is retried if that is safe. */
export function createTransport(options: TransportOptions) {
  const { connection, upstream, upstreamPath, lookUp, onCertificate, isTrustedProxy } = options
  const { maxConnections, maxBodyBytes, headersTimeoutMs } = upstream
  const { origin, serverName: servername } = connection
  const poolOptions = {
    ...upstream,
    ...connection,
    bodyTimeoutMs: upstream.idleTimeoutMs,
    // Event streams hold one each and do not count in `maxConnections`.
    connections: null,
    lookUp,
    onCertificate
  }
  const connect = createConnector(origin, poolOptions)
  const openPool = (changes: Partial<OutboundPoolOptions>) =>
    createOutboundPool(origin, { ...poolOptions, connect, ...changes })
  const pool = openPool({ maxAgeMs: upstream.maxConnectionSeconds * 1000 })
  /** Its connections are never reused: for retries, among others. */
  const unused = openPool({ keepAliveTimeoutMs: 0 })
  const pinned = createPinnedConnections({
    open: () => openPool({ connections: 1 }),
    max: maxConnections || MAX_PINNED
  })
  /** Batched: one write wakes the peer once per turn of the event loop. */
  const atTurnEnd = createTurnEnd<ProxiedRequest | { write(): void }>((item) => {
    if ('write' in item) return item.write()
    try {
      dispatch(item)
    } catch (error) {
      releaseSlot(item)
      item.reply.send(error)
    }
  })
  const warnBehindProxy = createProxyWarning(isTrustedProxy)
  const awaitedHeads = createAwaitedHeads(`${upstreamPath}.headersTimeoutMs (${headersTimeoutMs})`)
  const responseOptions = {
    ...options,
    awaitedHeads,
    isPinned: false,
    noteConnectionAuthentication: warnBehindProxy,
    writeSoon: atTurnEnd,
    sendAgain: unused.dispatch.bind(unused)
  }
  const pinnedResponseOptions = { ...responseOptions, isPinned: true }
  const limit = maxConnections === 0 ? null : limitConnections(upstream, upstreamPath)

  function dispatch(proxied: ProxiedRequest): void {
    const { request, path, headers, upgrade } = proxied
    // The client left while something was awaited, such as a refresh, so no event would follow.
    if (request.raw.socket.destroyed) {
      releaseSlot(proxied)
      return
    }
    const { raw } = request
    const kept = pinned.of(request)
    let dispatcher = pool
    if (kept !== null || AUTHENTICATES_CONNECTION.test(raw.headers.authorization ?? '')) {
      warnBehindProxy(request)
      dispatcher = isBehindProxy(request, isTrustedProxy) ? unused : (kept ?? pinned.add(request))
    }
    const body = hasBody(raw) ? (takeArrivedBody(raw) ?? passUpload(raw, upstream)) : null
    const sent: OutboundRequest & { servername: string } = {
      origin,
      path,
      method: request.method,
      headers,
      body,
      servername,
      upgrade,
      connection: null
    }
    const isPinned = dispatcher !== pool
    dispatcher.dispatch(
      sent,
      new UpstreamResponse(proxied, isPinned ? pinnedResponseOptions : responseOptions, sent)
    )
  }

  return {
    /** Errors before the head go through `reply.send`. Throws `PAYLOAD_TOO_LARGE`. */
    send(proxied: ProxiedRequest): void {
      const { 'content-length': length = 0 } = proxied.request.headers
      if (maxBodyBytes !== 0 && Number(length) > maxBodyBytes) throw tooLarge(maxBodyBytes)
      proxied.slot = limit?.acquire(proxied, callerOf) ?? null
      // A body that came in one piece with its head has been parsed by the end of the turn.
      if (limit === null || proxied.slot !== null) atTurnEnd(proxied)
      else
        limit.wait(
          { caller: callerOf(proxied), client: proxied.reply.raw },
          (slot) => {
            proxied.slot = slot
            dispatch(proxied)
          },
          (error) => refuse(proxied, error)
        )
    },
    async destroy(): Promise<void> {
      awaitedHeads.close()
      pinned.close()
      await Promise.all([pool.destroy(), unused.destroy()])
    }
  }
}

function callerOf({ request }: ProxiedRequest): string {
  const { session } = request.admitted.outcome
  return session?.accountKey ?? networkOf(authRequestOf(request).client)
}

function createProxyWarning(isTrustedProxy: (address: string) => boolean) {
  let hasWarned = false
  return (request: FastifyRequest): void => {
    if (hasWarned || !isBehindProxy(request, isTrustedProxy)) return
    hasWarned = true
    request.log.warn(
      describeRequest(authRequestOf(request)),
      'the application authenticates connections (NTLM, Negotiate, Kerberos), and a proxy in front of the gateway shares its connections between visitors: connections to the application are closed after each response, so NTLM fails. Balance TCP in front of the gateway, or turn this sign-in off in the application'
    )
  }
}

function limitConnections(
  { maxConnections: max, connectTimeoutMs: waitMs }: UpstreamConfig,
  upstreamPath: string
) {
  const key = `${upstreamPath}.maxConnections (${max})`
  const busy = (detail: string) => new Fault('UPSTREAM_BUSY', { detail, retryAfterSeconds: 1 })
  return createConnectionLimit({
    max,
    maxWaiting: MAX_WAITING,
    waitMs,
    buildTimeout: () =>
      busy(`no free connection within ${waitMs} ms: ${key} are in use, or the share of this caller`),
    buildOverflow: () => busy(`${MAX_WAITING} requests wait for a connection: ${key} are in use`)
  })
}

function refuse({ request, reply }: ProxiedRequest, error: unknown): void {
  const { application } = request.record
  if (error instanceof Fault)
    request.server.reportEvent({ kind: 'upstream.failed', failure: 'busy', application })
  reply.send(error)
}

/** A body that has arrived in full: sent as one buffer it costs no streams. Null: still arriving, or of unknown length. */
function takeArrivedBody(raw: IncomingMessage): Buffer | null {
  const { complete, headers, readableLength } = raw
  return complete && String(readableLength) === headers['content-length'] ? raw.read() : null
}

/** The body as a stream that can be destroyed without closing the client's socket. Fails with a `Fault` when idle too long or too large. */
export function passUpload(
  raw: Readable,
  { uploadIdleTimeoutMs, maxBodyBytes }: Pick<UpstreamConfig, 'uploadIdleTimeoutMs' | 'maxBodyBytes'>,
  startTimer = (ms: number, expire: () => void): { refresh(): void; clear(): void } => {
    const timer = setTimeout(expire, ms)
    return { refresh: () => timer.refresh(), clear: () => clearTimeout(timer) }
  }
): Readable {
  const body = new PassThrough()
  const onSilence = () => {
    // While the upstream does not read, the client cannot send; `headersTimeoutMs` covers the upstream.
    if (body.writableNeedDrain) silence?.refresh()
    else body.destroy(new Fault('REQUEST_TIMEOUT'))
  }
  const silence = uploadIdleTimeoutMs === 0 ? null : startTimer(uploadIdleTimeoutMs, onSilence)
  let bytes = 0
  raw.on('data', (chunk: Buffer) => {
    silence?.refresh()
    bytes += chunk.length
    if (maxBodyBytes !== 0 && bytes > maxBodyBytes) body.destroy(tooLarge(maxBodyBytes))
  })
  raw.once('end', () => silence?.clear())
  raw.once('error', (error) => body.destroy(error))
  // Readers see the error; without one there is nothing to report.
  body.on('error', () => {})
  body.once('close', () => {
    silence?.clear()
    raw.unpipe(body)
    raw.resume()
  })
  return raw.pipe(body)
}

function tooLarge(maxBodyBytes: number): Fault {
  return new Fault('PAYLOAD_TOO_LARGE', { detail: `more than upstream.maxBodyBytes (${maxBodyBytes})` })
}

interface UpstreamConnection extends UpstreamAddress {
  /** Name expected in the certificate, also sent as SNI. */
  serverName: string
  /** Null: no TLS, or Node's defaults. */
  tls: OutboundTls | null
}

/** Throws if there is no address, or a file is unusable. `path`: config path of the upstream. */
export function planConnection(upstream: UpstreamConfig, path: string): UpstreamConnection {
  const address = readUpstreamAddress(upstream)
  if (address === null) throw new TypeError(`${path}.url is not an address`)
  return {
    ...address,
    serverName: upstream.serverName ?? hostOf(address.origin),
    tls: planTls(upstream, path)
  }
}

function planTls(upstream: UpstreamConfig, path: string): OutboundTls | null {
  const { caFile, certFile, minTlsVersion, insecure } = upstream
  if (caFile === null && certFile === null && minTlsVersion === '1.2' && !insecure) return null
  const read = readUpstreamTls(upstream, path)
  if (read.kind === 'invalid') throw new Error(read.problems.map(problemText).join('; '))
  const { authorities, pair } = read
  const secureContext = createSecureContext({
    minVersion: `TLSv${minTlsVersion}`,
    // Accepts an intermediate or leaf certificate as trust anchor.
    ...(authorities === null ? {} : { ca: authorities.certificates, allowPartialTrustChain: true }),
    ...(pair === null ? {} : { cert: pair.cert, key: pair.key })
  })
  return { secureContext, rejectUnauthorized: !insecure }
}

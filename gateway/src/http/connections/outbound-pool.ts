import { type LookupAddress, lookup as lookUpAddresses } from 'node:dns'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { buildConnector, Client, type Dispatcher, Pool } from 'undici'
import { createSingleFlight, monotonicClock, type Schedule, scheduleOnTimer } from '../../async.ts'

/** Resolves a name to all its addresses. */
export type LookUpAll = (
  hostname: string,
  callback: (err: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void
) => void

/** `limitMs`: how long the caller waits; 0: as long as it takes. */
export type LookUpName = (hostname: string, limitMs: number, callback: Parameters<LookUpAll>[1]) => void

/** Code of a name that the resolver did not resolve in time, as c-ares has it. */
export const LOOK_UP_TIMEOUT = 'ETIMEOUT'
/** https://nodejs.org/docs/latest-v20.x/api/dns.html#error-codes */
const DNS = new Set([LOOK_UP_TIMEOUT, 'ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME'])

/** Whether a name did not resolve. */
export const isLookUpFailure = (code: string): boolean => DNS.has(code)

/** One look-up at a time for each name, shared by its callers: `getaddrinfo` cannot be cancelled, and a dead DNS zone would take all threads of the process. */
export function createNameLookUps(
  lookUp: LookUpAll = (hostname, callback) => lookUpAddresses(hostname, { all: true }, callback),
  schedule: Schedule = scheduleOnTimer
): LookUpName {
  const flights = createSingleFlight<readonly LookupAddress[]>()
  return (hostname, limitMs, callback) => {
    let isOver = false
    const finish: typeof callback = (...result) => {
      if (isOver) return
      isOver = true
      stopTimer()
      callback(...result)
    }
    const giveUp = () => {
      const error = errorOf(LOOK_UP_TIMEOUT, `DNS: ${hostname} did not resolve within ${limitMs} ms`)
      finish(Object.assign(error, { syscall: 'getaddrinfo' }), [])
    }
    const stopTimer = limitMs === 0 ? () => {} : schedule(limitMs / 1000, giveUp)
    const start = () =>
      new Promise<readonly LookupAddress[]>((resolve, reject) => {
        lookUp(hostname, (err, addresses) => (err === null ? resolve(addresses) : reject(err)))
      })
    flights.run(hostname, start).then(
      (addresses) => finish(null, addresses),
      (err) => finish(err, [])
    )
  }
}

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
  /** Idle timeout of a connection, or shorter if the server says so (`Keep-Alive: timeout`). 0 disables reuse. Default: 4 s. */
  keepAliveTimeoutMs?: number
  /** Age after which a connection carries one more request and is closed, to follow a change of addresses. 0, the default: any age. */
  maxAgeMs?: number
  /** Max size of response headers and of trailers. Default: 16 KiB. */
  maxHeaderBytes?: number
  /** Unix socket of the server. Default: host and port of the origin. */
  socketPath?: string | null
  /** TLS server name to send and verify. Default: the origin's host. */
  serverName?: string
  /** Default: Node's TLS settings. */
  tls?: OutboundTls | null
  /** Called for each TLS connection, also a refused one, with the expiry of the server's certificate, in epoch seconds. */
  onCertificate?: (notAfterSeconds: number) => void
  /** Monotonic clock, in milliseconds. Default: the real one. */
  nowMs?: () => number
  /** Resolves the server's name; to be shared by pools. Default: look-ups of this pool alone. */
  lookUp?: LookUpName
  /** To be shared by pools of the same server. Default: made of the options above. */
  connect?: buildConnector.connector
}

/** A request that is assigned its connection. */
export interface OutboundRequest extends Dispatcher.DispatchOptions {
  /** Set by the pool before sending. */
  connection: PooledClient | null
}

/** How long before the server's own keep-alive timeout a connection is closed. */
const KEEP_ALIVE_MARGIN_MS = 500
const KEEP_ALIVE_TIMEOUT_MS = 4000
/** How long an address that did not accept a connection comes after all others of its name. */
const AVOID_MS = 10_000
const MAX_HEADER_BYTES = 16 * 1024
/** Share of `connectTimeoutMs` for DNS, so that it is named as the cause before the connection times out. */
const LOOK_UP_SHARE = 0.5

/** Pool for one server, without retries. Requests with their own `Host` must always set the same `servername`, or undici reconnects. */
export function createOutboundPool(origin: string, options: OutboundPoolOptions): Pool {
  const { connections, headersTimeoutMs, bodyTimeoutMs } = options
  const { keepAliveTimeoutMs = KEEP_ALIVE_TIMEOUT_MS, maxHeaderBytes = MAX_HEADER_BYTES } = options
  const { maxAgeMs = 0, nowMs = monotonicClock, connect = createConnector(origin, options) } = options
  const isReusing = keepAliveTimeoutMs > 0
  const age = { maxMs: maxAgeMs || Number.POSITIVE_INFINITY, nowMs }
  return new Pool(origin, {
    connections,
    pipelining: isReusing ? 1 : 0,
    ...(isReusing && {
      keepAliveTimeout: keepAliveTimeoutMs,
      keepAliveMaxTimeout: keepAliveTimeoutMs,
      keepAliveTimeoutThreshold: KEEP_ALIVE_MARGIN_MS
    }),
    factory: (url, clientOptions) => new PooledClient(url, clientOptions, connect, age),
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: headersTimeoutMs,
    bodyTimeout: bodyTimeoutMs
  })
}

/** Of a connection. `maxMs`: Infinity for any. */
type MaxAge = { maxMs: number; nowMs: () => number }

/** A slot of the pool: one connection at a time, ended when too old. */
class PooledClient extends Client {
  /** The latest connection; null: there was none. */
  socket: Socket | null = null
  #connectedAtMs = Number.POSITIVE_INFINITY
  readonly #age: MaxAge

  constructor(url: URL, options: Client.Options, connect: buildConnector.connector, age: MaxAge) {
    super(url, {
      ...options,
      connect: (asked, callback) =>
        connect(asked, (...made) => {
          this.socket = made[1]
          callback(...made)
        })
    })
    this.#age = age
    this.on('connect', () => {
      if (this.socket !== null) correctParser(this.socket)
      this.#connectedAtMs = age.nowMs()
    })
    this.on('disconnect', () => {
      this.#connectedAtMs = Number.POSITIVE_INFINITY
    })
  }

  override dispatch(
    options: Dispatcher.DispatchOptions | OutboundRequest,
    handler: Dispatcher.DispatchHandler
  ): boolean {
    if ('connection' in options) options.connection = this
    // `reset` closes the connection after the response.
    if (this.#age.nowMs() - this.#connectedAtMs > this.#age.maxMs) options.reset = true
    return super.dispatch(options, handler)
  }
}

/** Of undici, in a property of the socket; paused while its reader wants no more. It skips `102 Processing`. */
interface ResponseParser {
  paused: boolean
  llhttp: { llhttp_resume(parser: number): void }
  ptr: number
  resume(): void
  onHeadersComplete(statusCode: number, upgrade: boolean, keepsAlive: boolean): number
  finish(): Error | null
}

/**
 * Corrects two faults of undici: it breaks the connection for a `100 Continue` sent unasked (RFC 9110, 15.2), and throws if the
 * connection ends while the reader pauses, so that the response never ends (https://github.com/nodejs/undici/issues/5360).
 */
function correctParser(socket: Socket): void {
  const owned = Object.getOwnPropertySymbols(socket).map((key): unknown => Reflect.get(socket, key))
  const parser = owned.find((one): one is ResponseParser => Object(one).onHeadersComplete !== undefined)
  if (parser === undefined) return
  const { onHeadersComplete, finish } = parser
  parser.onHeadersComplete = (statusCode, upgrade, keepsAlive) =>
    onHeadersComplete.call(parser, statusCode === 100 ? 102 : statusCode, upgrade, keepsAlive)
  // By then everything has been read from the socket, and the reader takes it even while it pauses.
  socket.prependListener('end', () => parser.resume())
  parser.finish = () => {
    if (parser.paused && socket.destroyed) return errorOf('ECONNRESET', 'the connection broke')
    if (parser.paused) parser.llhttp.llhttp_resume(parser.ptr)
    parser.paused = false
    return finish.call(parser)
  }
}

/** Opens connections. undici would use `Host`, possibly the public one, as TLS server name. */
export function createConnector(origin: string, options: OutboundPoolOptions): buildConnector.connector {
  const { connectTimeoutMs, socketPath = null, serverName = hostOf(origin), tls = null } = options
  const { onCertificate, lookUp = createNameLookUps(), nowMs = monotonicClock } = options
  const addresses = createAddressOrder(lookUp, connectTimeoutMs * LOOK_UP_SHARE, nowMs)
  const connect = buildConnector({
    timeout: connectTimeoutMs,
    ...(socketPath === null ? {} : { socketPath }),
    lookup: addresses.lookup,
    autoSelectFamily: true,
    ...tls
  })
  // IP addresses are not sent as names (RFC 6066, 3), but still verified.
  const servername = isIP(serverName) === 0 ? serverName : ''
  return (asked, callback) => {
    // undici returns the socket, although its types do not say so.
    const opened: unknown = connect({ ...asked, servername }, (...made) => {
      const [, socket] = made
      if (socket !== null && socket !== undefined) addresses.noteConnected(socket)
      // In TLS 1.3 a client certificate is refused after the handshake; the end that follows would hide why.
      socket?.once('error', () => socket.destroy())
      callback(...made)
    })
    if (opened instanceof TLSSocket && onCertificate !== undefined) noteCertificate(opened, onCertificate)
  }
}

/** Before it is verified: a certificate that has expired is refused, and then no longer there to be read. */
function noteCertificate(socket: TLSSocket, onCertificate: (notAfterSeconds: number) => void): void {
  socket.prependOnceListener('secure', () => {
    const notAfterMs = Date.parse(socket.getPeerCertificate().valid_to)
    if (!Number.isNaN(notAfterMs)) onCertificate(notAfterMs / 1000)
  })
}

/** The addresses of a name, each first in turn. One that did not accept a connection comes last for ten seconds. */
function createAddressOrder(lookUp: LookUpName, limitMs: number, nowMs: () => number) {
  const avoidedUntilMs = new Map<string, number>()
  let turn = 0

  function order(found: readonly LookupAddress[]): LookupAddress[] {
    const first = turn++ % Math.max(1, found.length)
    const rotated = [...found.slice(first), ...found.slice(0, first)]
    const isAvoided = ({ address }: LookupAddress) => (avoidedUntilMs.get(address) ?? 0) > nowMs()
    return [...rotated.filter((one) => !isAvoided(one)), ...rotated.filter(isAvoided)]
  }

  const lookup: LookupFunction = (hostname, { all }, callback) =>
    lookUp(hostname, limitMs, (err, found) => {
      const [first, ...others] = err === null ? order(found) : []
      if (first === undefined) callback(err ?? errorOf('ENOTFOUND', `no address of ${hostname}`), [])
      else if (all === true) callback(null, [first, ...others])
      else callback(null, first.address, first.family)
    })

  return {
    lookup,
    /** Learns which addresses failed before the one that `socket` is connected to. */
    noteConnected({ autoSelectFamilyAttemptedAddresses: attempted = [] }: Socket): void {
      for (const [address, untilMs] of avoidedUntilMs) if (untilMs <= nowMs()) avoidedUntilMs.delete(address)
      for (const text of attempted.slice(0, -1))
        avoidedUntilMs.set(text.slice(0, text.lastIndexOf(':')), nowMs() + AVOID_MS)
    }
  }
}

const errorOf = (code: string, message: string): NodeJS.ErrnoException =>
  Object.assign(new Error(message), { code })

/** The host of an origin, an IPv6 address without brackets. */
export const hostOf = (origin: string): string => new URL(origin).hostname.replace(/^\[|\]$/g, '')

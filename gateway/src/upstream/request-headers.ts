import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { UpstreamConfig } from '../config/schema/schema.ts'
import { authRequestOf } from '../http/auth-request.ts'
import { connectionNames, HOP_BY_HOP, isBearer } from '../http/message.ts'
import { plainAddress } from '../http/origin.ts'
import { TRACE_HEADERS } from '../http/trace-context.ts'
import type { HeaderMap, Identity } from '../identity/identity.ts'
import { buildClientHeaderTest, type ClientHeaderTest } from './client-header-rules.ts'

interface RequestHeadersOptions {
  /** Lower-case names of all headers that can carry the identity. */
  identityNames: readonly string[]
  identity: Pick<Identity, 'headersOf'>
  /** Audience of a request's signed assertion. Undefined: the default. */
  audienceOf: (request: FastifyRequest) => string | undefined
  /** Host of the upstream, for spans. */
  upstreamHost: string
  /** Whose `Host` the upstream sees. */
  hostHeader: UpstreamConfig['hostHeader']
  /** Lower-case names of headers that only hold bearer tokens. */
  tokenHeaders: readonly string[]
  /** Client headers that pass although they are dropped by default. */
  passHeaders: readonly string[]
  stripCookies: (cookieHeader: string) => string | undefined
  isTrustedProxy: (address: string) => boolean
}

/** Builds the upstream's request headers, for plain requests and WebSocket upgrades. */
export type BuildRequestHeaders = (request: FastifyRequest) => HeaderList

/** Alternating names and values, as undici sends them. V8 would turn an object with that many members into a hash table. */
export type HeaderList = string[]

/** Set by the gateway regardless of `passHeaders`, besides identity, traces and the request id. */
const SAID_HERE = ['host', 'content-length', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host']

/** The client header test of one application. */
export function createClientHeaderTest({
  identityNames,
  tokenHeaders,
  passHeaders
}: Pick<RequestHeadersOptions, 'identityNames' | 'tokenHeaders' | 'passHeaders'>): ClientHeaderTest {
  const ownNames = [...SAID_HERE, ...identityNames, ...TRACE_HEADERS, ...tokenHeaders]
  return buildClientHeaderTest({ ownNames, passHeaders })
}

/** Names the gateway rewrites, or that end at each hop: dropping the client's own is no loss. */
const WRITTEN_ANEW: ReadonlySet<string> = new Set([
  ...SAID_HERE,
  ...TRACE_HEADERS,
  ...HOP_BY_HOP,
  'x-request-id'
])

/** The names of a request's headers that `mayPass` drops. */
export function listRemoved(headers: IncomingHttpHeaders, mayPass: ClientHeaderTest): string[] {
  return Object.keys(headers).filter((name) => !mayPass(name) && !WRITTEN_ANEW.has(name))
}

/**
 * Drops whatever the client says about identity, origin, path or method, in any spelling and on all routes,
 * then adds the gateway's own headers once.
 */
export function createRequestHeaders(options: RequestHeadersOptions): BuildRequestHeaders {
  const { identity, audienceOf, stripCookies, isTrustedProxy, hostHeader, upstreamHost } = options
  const mayPass = createClientHeaderTest(options)
  /** Reused and copied: a growing list would leave its former stores to the garbage collector. */
  const scratch: string[] = []
  let used = 0
  /** Origin of the previous request. */
  let site = splitOrigin('')

  /** Several values become several lines. */
  function add(name: string, value: string | string[] | undefined): void {
    if (typeof value === 'string') {
      scratch[used++] = name
      scratch[used++] = value
    } else if (value !== undefined) for (const one of value) add(name, one)
  }

  function addAll(headers: HeaderMap): void {
    for (const name in headers) add(name, headers[name])
  }

  return (request) => {
    used = 0
    const { headers, session, trace, raw } = request
    const peer = plainAddress(raw.socket.remoteAddress)
    const earlier = headers['x-forwarded-for']
    const { origin } = authRequestOf(request)
    if (site.origin !== origin) site = splitOrigin(origin)
    const isChained = earlier !== undefined && isTrustedProxy(peer)
    add('x-forwarded-for', isChained ? `${String(earlier)}, ${peer}` : peer)
    add('x-forwarded-proto', site.scheme)
    add('x-forwarded-host', site.host)
    add('x-request-id', request.id)
    // Otherwise undici sends the upstream's.
    if (hostHeader === 'public') add('host', site.host)
    // An application with the token could call others as the caller.
    const hidesToken = session?.bearer !== undefined && isBearer(headers)
    // Of the client's headers only (RFC 9110, 7.6.1): it must not remove the gateway's own.
    const named = connectionNames(headers.connection)
    for (const name in headers) {
      if (named.has(name) || !mayPass(name, request.log)) continue
      if (hidesToken && name === 'authorization') continue
      add(name, name === 'cookie' ? stripCookies(headers.cookie ?? '') : headers[name])
    }
    if (trace !== null) addAll(trace.passOn({ method: request.method, host: upstreamHost }))
    // Frames the message, so `Connection` must not remove it.
    add('content-length', headers['content-length'])
    if (session !== null) addAll(identity.headersOf(session, audienceOf(request)))
    return scratch.slice(0, used)
  }
}

/** `host`: including the port. */
function splitOrigin(origin: string) {
  const schemeEnd = origin.indexOf('://')
  return { origin, scheme: origin.slice(0, schemeEnd), host: origin.slice(schemeEnd + 3) }
}

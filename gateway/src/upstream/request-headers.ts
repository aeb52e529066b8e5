import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { UpstreamConfig } from '../config/schema/schema.ts'
import { authRequestOf } from '../http/auth-request.ts'
import { HOP_BY_HOP, isBearer } from '../http/hop-by-hop.ts'
import { plainAddress } from '../http/sites.ts'
import { TRACE_HEADERS } from '../http/trace-context.ts'
import type { HeaderMap } from '../identity/identity-headers.ts'
import type { Session } from '../session/session.ts'
import { buildClientHeaderTest, type ClientHeaderTest } from './client-header-rules.ts'

export interface RequestHeadersOptions {
  /** Lower-case names of all headers that can carry the identity. */
  identityNames: readonly string[]
  identityOf: (request: FastifyRequest, session: Session) => HeaderMap
  /** Name of the upstream, for spans. */
  upstreamHost: string
  /** Whose `Host` the upstream sees. */
  hostHeader: UpstreamConfig['hostHeader']
  /** Lower-case names of headers that hold bearer tokens and nothing else. */
  tokenHeaders: readonly string[]
  /** Client headers that pass although the gateway drops them by default. */
  passHeaders: readonly string[]
  stripCookies: (cookieHeader: string) => string | undefined
  isTrustedProxy: (address: string) => boolean
}

/**
 * Builds the headers that the upstream sees, for plain requests and WebSocket upgrades alike. `headers`: those of
 * the client, without what its `Connection` header names.
 */
export type BuildRequestHeaders = (headers: IncomingHttpHeaders, request: FastifyRequest) => HeaderList

/**
 * Header name and value in turn, as undici sends them. No object by name: so many members that come one by one make V8 keep
 * it as a hash table.
 */
export type HeaderList = string[]

/** What the gateway says itself, whatever `passHeaders` names; identity, traces and the request id beside it. */
const SAID_HERE = ['host', 'content-length', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host']

/** The test of client headers at one application. */
export function createClientHeaderTest({
  identityNames,
  tokenHeaders,
  passHeaders
}: Pick<RequestHeadersOptions, 'identityNames' | 'tokenHeaders' | 'passHeaders'>): ClientHeaderTest {
  const ownNames = [...SAID_HERE, ...identityNames, ...TRACE_HEADERS, ...tokenHeaders]
  return buildClientHeaderTest({ ownNames, passHeaders })
}

/** Names that the gateway writes anew, or that end at each hop: that a client's own does not pass is no loss. */
const WRITTEN_ANEW: ReadonlySet<string> = new Set([
  ...SAID_HERE,
  ...TRACE_HEADERS,
  ...HOP_BY_HOP,
  'x-request-id'
])

/** The names of a request's headers that do not reach the application, by `mayPass`. */
export function listRemoved(headers: IncomingHttpHeaders, mayPass: ClientHeaderTest): string[] {
  return Object.keys(headers).filter((name) => !mayPass(name) && !WRITTEN_ANEW.has(name))
}

/**
 * The header builder: whatever the client says about identity, origin, path or method is dropped in every spelling,
 * on every route; then the gateway says it itself, once.
 */
export function createRequestHeaders(options: RequestHeadersOptions): BuildRequestHeaders {
  const { identityOf, stripCookies, isTrustedProxy, hostHeader, upstreamHost } = options
  const mayPass = createClientHeaderTest(options)
  /** Lists are filled here and copied: one that grows leaves two or three former stores to the garbage collector. */
  const scratch: string[] = []
  let used = 0
  /** Of the latest request. */
  let site = splitOrigin('')

  /** Several values are several lines. */
  function add(name: string, value: string | string[] | undefined): void {
    if (typeof value === 'string') {
      scratch[used++] = name
      scratch[used++] = value
    } else if (value !== undefined) for (const one of value) add(name, one)
  }

  function addAll(headers: HeaderMap): void {
    for (const name in headers) add(name, headers[name])
  }

  return (headers, request) => {
    used = 0
    const { session, trace, raw } = request
    const peer = plainAddress(raw.socket.remoteAddress)
    const earlier = request.headers['x-forwarded-for']
    const { origin } = authRequestOf(request)
    if (site.origin !== origin) site = splitOrigin(origin)
    const isChained = earlier !== undefined && isTrustedProxy(peer)
    add('x-forwarded-for', isChained ? `${String(earlier)}, ${peer}` : peer)
    add('x-forwarded-proto', site.scheme)
    add('x-forwarded-host', site.host)
    add('x-request-id', request.id)
    // Without it undici writes the upstream's own.
    if (hostHeader === 'public') add('host', site.host)
    // An application that gets the token could call others in the caller's name.
    const hidesToken = session?.bearer !== undefined && isBearer(headers)
    for (const name in headers) {
      if (!mayPass(name, request.log) || (hidesToken && name === 'authorization')) continue
      add(name, name === 'cookie' ? stripCookies(headers.cookie ?? '') : headers[name])
    }
    if (trace !== null) addAll(trace.passOn({ method: request.method, host: upstreamHost }))
    // A client may name it in `Connection`, but not take it away: it frames the message.
    add('content-length', request.headers['content-length'])
    if (session !== null) addAll(identityOf(request, session))
    return scratch.slice(0, used)
  }
}

interface Site {
  origin: string
  scheme: string
  /** With its port where it has one. */
  host: string
}

function splitOrigin(origin: string): Site {
  const schemeEnd = origin.indexOf('://')
  return { origin, scheme: origin.slice(0, schemeEnd), host: origin.slice(schemeEnd + 3) }
}

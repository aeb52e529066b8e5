import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { UpstreamConfig } from '../config/schema/schema.ts'
import { plainAddress } from '../http/address.ts'
import { isBearer } from '../http/bearer.ts'
import { judgedRequestOf } from '../http/judged-request.ts'
import { TRACE_HEADERS } from '../http/trace-context.ts'
import type { HeaderMap } from '../identity/identity-headers.ts'
import type { Session } from '../session/session.ts'
import { buildClientHeaderTest } from './client-header-rules.ts'

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

/**
 * The header builder: whatever the client says about identity, origin, path or method is dropped in every spelling,
 * on every route; then the gateway says it itself, once.
 */
export function createRequestHeaders(options: RequestHeadersOptions): BuildRequestHeaders {
  const { identityNames, identityOf, passHeaders, stripCookies, isTrustedProxy, hostHeader, upstreamHost } =
    options
  const ownNames = [...SAID_HERE, ...identityNames, ...TRACE_HEADERS, ...options.tokenHeaders]
  const mayPass = buildClientHeaderTest({ ownNames, passHeaders })

  return (headers, request) => {
    const built: HeaderList = []
    // Whoever has it could call others in the caller's name.
    const hidesToken = request.session?.bearer !== undefined && isBearer(headers)
    for (const name in headers) {
      if (!mayPass(name) || (hidesToken && name === 'authorization')) continue
      add(built, name, name === 'cookie' ? stripCookies(headers.cookie ?? '') : headers[name])
    }
    if (request.trace !== null)
      addAll(built, request.trace.passOn({ method: request.method, host: upstreamHost }))
    // A client may name it in `Connection`, but not take it away: it frames the message.
    add(built, 'content-length', request.headers['content-length'])

    const peer = plainAddress(request.raw.socket.remoteAddress)
    const chain = isTrustedProxy(peer) ? request.headers['x-forwarded-for'] : undefined
    add(built, 'x-forwarded-for', chain === undefined ? peer : `${String(chain)}, ${peer}`)
    const [proto, host] = judgedRequestOf(request).origin.split('://')
    add(built, 'x-forwarded-proto', proto)
    add(built, 'x-forwarded-host', host)
    add(built, 'x-request-id', request.id)
    // Left out, it is the upstream's own.
    if (hostHeader === 'public') add(built, 'host', host)
    if (request.session !== null) addAll(built, identityOf(request, request.session))
    return built
  }
}

function addAll(list: HeaderList, headers: HeaderMap): void {
  for (const name in headers) add(list, name, headers[name])
}

/** Several values are several lines. */
function add(list: HeaderList, name: string, value: string | string[] | undefined): void {
  if (typeof value === 'string') list.push(name, value)
  else if (value !== undefined) for (const one of value) list.push(name, one)
}

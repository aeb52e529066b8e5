import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type handleUnaryCall, type Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js'
import { toFault } from '../../src/errors.ts'
import { type Facts, invalid, type RefusedForwardAuth } from '../../src/forward-auth/adapters.ts'
import type { ForwardAuthTarget, Reply } from '../../src/forward-auth/evaluate.ts'
import { type AuthRequest, isRequestId } from '../../src/http/auth-request.ts'
import { checkFields } from '../../src/http/message.ts'
import { plainAddress } from '../../src/http/origin.ts'
import type { OwnHeaders, OwnResponse } from '../../src/http/own-response.ts'
import { TRACE_HEADERS } from '../../src/http/trace-context.ts'
import type { Listener } from '../../src/serving/listeners.ts'
import {
  APPEND_IF_EXISTS_OR_ADD,
  type CheckRequest,
  type CheckResponse,
  type HeaderValue,
  type HeaderValueOption,
  loadAuthorizationService,
  OVERWRITE_IF_EXISTS_OR_ADD
} from './protocol.ts'

type Check = handleUnaryCall<CheckRequest, CheckResponse>

/** Max message size: a request's headers and Envoy's attributes. */
const MAX_MESSAGE_BYTES = 256 * 1024

/** Envoy opens another connection beyond this. */
const MAX_STREAMS = 256

const GRPC_METHOD = 'POST'
const GRPC_END = { method: GRPC_METHOD, bytesIn: undefined, bytesOut: undefined } as const

/** A gRPC listener without TLS. Calls fail until `serve`. */
export function createGrpcListener({ host, port }: { host: string; port: number }): Listener {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_concurrent_streams': MAX_STREAMS,
    // Its diagnostics, which no service here exposes, cost two kilobytes for each request.
    'grpc.enable_channelz': 0
  })
  let check: Check = (_call, callback) => callback({ code: status.UNAVAILABLE, details: 'not ready' })
  server.addService(loadAuthorizationService(), {
    Check: ((call, callback) => check(call, callback)) satisfies Check
  })
  return {
    name: 'forwardAuth.grpc',
    listen: () =>
      new Promise<number>((resolve, reject) => {
        const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
        server.bindAsync(authority, ServerCredentials.createInsecure(), (err, bound) =>
          err === null ? resolve(bound) : reject(err)
        )
      }),
    serve({ forwardAuthRequests: { target } }): void {
      if (target !== null) check = buildCheck(target)
    },
    connections: () => 0,
    /** Sends GOAWAY and resolves when the last call is done. */
    close: () => new Promise<void>((resolve) => server.tryShutdown(() => resolve())),
    abort: (): void => server.forceShutdown()
  }
}

/** Handles a call. Exceptions become gRPC errors, which deny access: a response without a status would grant it. */
function buildCheck({ forwardAuthRequests, responses, traffic, tracing }: ForwardAuthTarget): Check {
  const { ownHeaders } = responses

  function ask(request: CheckRequest, peer: string, metadata: Metadata) {
    const headers = traceHeadersOf(metadata)
    const trace = tracing.begin({ headers, socket: { remoteAddress: peer } }, forwardAuthRequests.isAuthProxy)
    const http = request.attributes?.request?.http ?? null
    const fields = http === null ? [] : fieldsOf(http)
    const reference = { id: readRequestId(http, fields), trace }
    const record = traffic.begin('verify')
    const settle = (status: number) =>
      traffic.settle(record, record.forwardAuthRequest ?? unread(reference, peer), { ...GRPC_END, status })
    const write = (reply: Reply): CheckResponse => {
      if (reply.kind === 'pass') {
        const response = allowed(reply.headers, reply.setCookies)
        settle(200)
        return response
      }
      const answer = reply.kind === 'refuse' ? reply.response : responses.plainFault(reference, reply.fault)
      const response = denied(answer, { ownHeaders, requestId: reference.id })
      settle(answer.statusCode)
      return response
    }
    function fail(err: unknown): never {
      record.fault = toFault(err)
      settle(500)
      throw err
    }
    try {
      const context = { record, isRepeated: false, successIsPass: false }
      const read = () => readCheckRequest(request, fields, reference)
      const answer = () => forwardAuthRequests.answer(peer, read, context)
      const reply = trace === null ? answer() : trace.within(answer)
      return reply instanceof Promise ? reply.then(write).catch(fail) : write(reply)
    } catch (err) {
      return fail(err)
    }
  }

  return (call, callback) => {
    const fail = () => callback({ code: status.INTERNAL, details: 'no decision' })
    try {
      const answer = ask(call.request, addressOf(call.getPeer()), call.metadata)
      if (answer instanceof Promise) answer.then((settled) => callback(null, settled)).catch(fail)
      else callback(null, answer)
    } catch {
      fail()
    }
  }
}

/** Placeholder for an unreadable auth request, for its log line. */
function unread(reference: Pick<AuthRequest, 'id' | 'trace'>, client: string): AuthRequest {
  const nothing = { hostname: '', origin: '', target: null, isPageLoad: false, headers: {} }
  return { ...reference, client, method: GRPC_METHOD, ...nothing }
}

/** Envoy sends its trace context in the call's metadata; the headers in the message are the visitor's. */
function traceHeadersOf(metadata: Metadata): IncomingHttpHeaders {
  const headers: IncomingHttpHeaders = {}
  for (const name of TRACE_HEADERS) {
    const values = metadata.get(name)
    if (values.length > 0) headers[name] = values.join(', ')
  }
  return headers
}

/** Address part of `127.0.0.1:50412` or `[::1]:50412`. */
function addressOf(peer: string): string {
  return plainAddress(
    peer
      .replace(/^ipv[46]:/, '')
      .replace(/:\d+$/, '')
      .replace(/^\[|\]$/g, '')
  )
}

/**
 * Id of the visitor's request: `X-Request-Id`, which Envoy generates and shares with its log and the
 * application. Envoy's `id` field is a stream number. Falls back to a random id.
 */
function readRequestId(http: HttpRequest | null, fields: readonly string[]): string {
  const named = fields.find((_text, index) => index % 2 === 1 && fields[index - 1] === 'x-request-id')
  return [named, http?.id].find(isRequestId) ?? randomUUID()
}

function readCheckRequest(
  { attributes }: CheckRequest,
  fields: readonly string[],
  { id, trace }: Pick<Facts, 'id' | 'trace'>
): Facts | RefusedForwardAuth {
  const http = attributes?.request?.http ?? null
  if (http === null) return invalid('no HTTP request')
  const fault = checkFields(fields)
  if (fault !== null)
    return fault.code === 'HEADERS_TOO_LARGE' ? { fault, hint: null } : invalid(String(fault.detail))
  // Impossible in HTTP/1.1 and HTTP/2, so no proxy received such a request.
  if (fields.some((text) => CONTROL.test(text))) return invalid('control characters in a header')
  const headers = joinHeaders(fields)
  const source = attributes?.source?.address?.socket_address?.address ?? ''
  return {
    id,
    trace,
    method: http.method,
    proto: http.scheme,
    host: http.host,
    uri: http.path,
    forwardedFor: String(headers['x-forwarded-for'] ?? source),
    headers
  }
}

type HttpRequest = NonNullable<NonNullable<NonNullable<CheckRequest['attributes']>['request']>['http']>

const CONTROL = /[\0\r\n]/

/** Names and values in turn, without the pseudo-headers of HTTP/2. Bytes are decoded as Node does on a socket. */
function fieldsOf({ header_map, headers }: HttpRequest): string[] {
  const all: readonly Partial<HeaderValue>[] = header_map?.headers ?? headers
  const fields: string[] = []
  for (const { key = '', value = '', raw_value } of all)
    if (!key.startsWith(':')) fields.push(key, raw_value?.length ? raw_value.toString('latin1') : value)
  return fields
}

/** Joins repeated headers as Node does (https://nodejs.org/api/http.html#messageheaders). */
function joinHeaders(fields: readonly string[]): IncomingHttpHeaders {
  const joined: IncomingHttpHeaders = Object.create(null)
  for (let index = 0; index < fields.length; index += 2) {
    const name = (fields[index] ?? '').toLowerCase()
    const value = fields[index + 1]
    const before = joined[name]
    joined[name] = before === undefined ? value : `${before}${name === 'cookie' ? '; ' : ', '}${value}`
  }
  return joined
}

const PERMISSION_DENIED = 7
const UNAUTHENTICATED = 16

/** `headers`: name and value alternating; empty values remove the visitor's copy. */
function allowed(headers: readonly string[], setCookies: readonly string[]): CheckResponse {
  const kept: HeaderValueOption[] = []
  const removed: string[] = []
  for (let index = 0; index < headers.length; index += 2) {
    const name = headers[index] ?? ''
    const value = headers[index + 1] ?? ''
    if (value === '') removed.push(name)
    else kept.push(overwrite(name, value))
  }
  const forVisitor =
    setCookies.length === 0
      ? []
      : [
          ...setCookies.map((cookie) => append('set-cookie', cookie)),
          overwrite('cache-control', 'private, no-store')
        ]
  return {
    status: { code: 0 },
    ok_response: { headers: kept, headers_to_remove: removed, response_headers_to_add: forVisitor }
  }
}

/** `ownHeaders`: common to all responses of the gateway. */
function denied(
  { statusCode, headers, body }: OwnResponse,
  { ownHeaders, requestId }: { ownHeaders: OwnHeaders; requestId: string }
): CheckResponse {
  const all: OwnResponse['headers'] = { ...ownHeaders, 'x-request-id': requestId, ...headers }
  return {
    status: { code: statusCode < 400 || statusCode === 401 ? UNAUTHENTICATED : PERMISSION_DENIED },
    denied_response: {
      status: { code: statusCode },
      headers: Object.entries(all).flatMap(([name, value]) =>
        typeof value === 'string' ? [overwrite(name, value)] : value.map((one) => append(name, one))
      ),
      body: body ?? ''
    }
  }
}

function overwrite(key: string, value: string): HeaderValueOption {
  return { header: { key, value }, append_action: OVERWRITE_IF_EXISTS_OR_ADD }
}

function append(key: string, value: string): HeaderValueOption {
  return { header: { key, value }, append_action: APPEND_IF_EXISTS_OR_ADD }
}

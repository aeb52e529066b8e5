import type { IncomingHttpHeaders } from 'node:http'
import { type handleUnaryCall, type Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js'
import type { Responses } from '../../access/responses.ts'
import { toFault } from '../../errors.ts'
import { plainAddress } from '../../http/address.ts'
import type { AuthRequest } from '../../http/auth-request.ts'
import type { Tracing } from '../../operations/tracing.ts'
import type { Traffic } from '../../traffic/traffic.ts'
import type { ForwardAuthRequests, Reply } from '../forward-auth-requests.ts'
import { readCheckRequest, readRequestId } from './check-request.ts'
import { allowed, denied } from './check-response.ts'
import { type CheckRequest, type CheckResponse, loadAuthorizationService } from './protocol.ts'

type Check = handleUnaryCall<CheckRequest, CheckResponse>

/** Largest question: the headers of a request and what is told about it. */
const MAX_MESSAGE_BYTES = 256 * 1024

/** Envoy opens another connection beyond it. */
const MAX_STREAMS = 256

/** That of every call (gRPC over HTTP/2, requests). */
const GRPC_METHOD = 'POST'
const GRPC_END = { method: GRPC_METHOD, bytesIn: undefined, bytesOut: undefined } as const

/** Who asks. */
interface Caller {
  peer: string
  metadata: Metadata
}

/** What answers questions, and says what is wrong with them. */
export interface GrpcTarget {
  forwardAuthRequests: ForwardAuthRequests
  responses: Responses
  traffic: Traffic
  tracing: Tracing
  /** Is this the address of a proxy that may ask? */
  isAuthProxy(address: string): boolean
}

/** A listener for questions by gRPC; see `createGrpcListener`. */
export interface GrpcListener {
  /** Gives the port. Rejects when the address cannot be had. */
  listen(): Promise<number>
  /** From now on `target` answers, on connections that are open already too. */
  serve(target: GrpcTarget): void
  /** Settles when the last question is answered. Its clients learn of the end by GOAWAY, which this begins with. */
  close(): Promise<void>
  abort(): void
}

/** The listener for questions by gRPC, without TLS. Until it is told what answers, every question fails. */
export function createGrpcListener({ host, port }: { host: string; port: number }): GrpcListener {
  const server = new Server({
    'grpc.max_receive_message_length': MAX_MESSAGE_BYTES,
    'grpc.max_concurrent_streams': MAX_STREAMS
  })
  let check: Check = (_call, callback) => callback({ code: status.UNAVAILABLE, details: 'not ready' })
  server.addService(loadAuthorizationService(), {
    Check: ((call, callback) => check(call, callback)) satisfies Check
  })
  return {
    listen: () =>
      new Promise((resolve, reject) => {
        const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
        server.bindAsync(authority, ServerCredentials.createInsecure(), (err, bound) =>
          err === null ? resolve(bound) : reject(err)
        )
      }),
    serve(target) {
      check = buildCheck(target)
    },
    close: () => new Promise((resolve) => server.tryShutdown(() => resolve())),
    abort: () => server.forceShutdown()
  }
}

/**
 * The handler of one question. Whatever is thrown becomes an error of gRPC, which is no pass: an answer without a status
 * would be one.
 */
function buildCheck({ forwardAuthRequests, responses, traffic, tracing, isAuthProxy }: GrpcTarget): Check {
  const { ownHeaders } = responses

  function open(request: CheckRequest, { peer, metadata }: Caller) {
    const requestId = readRequestId(request)
    const trace = tracing.begin(
      { headers: traceHeadersOf(metadata), socket: { remoteAddress: peer } },
      isAuthProxy
    )
    const record = traffic.begin('verify', trace)
    const settle = (status: number) => {
      const authRequest = record.forwardAuthRequest ?? unread({ id: requestId, trace }, peer)
      traffic.settle(record, authRequest, { ...GRPC_END, status })
    }
    return { reference: { id: requestId, trace }, record, settle }
  }

  function ask(request: CheckRequest, caller: Caller): CheckResponse | Promise<CheckResponse> {
    const { peer } = caller
    const { reference, record, settle } = open(request, caller)
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
      const fault = forwardAuthRequests.refusePeer(peer, record)
      if (fault !== null) return write({ kind: 'unanswerable', fault })
      const asking = { record, isRepeated: false, successIsPass: false }
      const answer = () => forwardAuthRequests.response(peer, readCheckRequest(request, reference), asking)
      const { trace } = reference
      const reply = trace === null ? answer() : trace.within(answer)
      return reply instanceof Promise ? reply.then(write).catch(fail) : write(reply)
    } catch (err) {
      return fail(err)
    }
  }

  return (call, callback) => {
    const fail = () => callback({ code: status.INTERNAL, details: 'no verdict' })
    try {
      const answer = ask(call.request, { peer: addressOf(call.getPeer()), metadata: call.metadata })
      if (answer instanceof Promise) answer.then((settled) => callback(null, settled)).catch(fail)
      else callback(null, answer)
    } catch {
      fail()
    }
  }
}

/** A question that could not be read, for its line. */
function unread(reference: Pick<AuthRequest, 'id' | 'trace'>, client: string): AuthRequest {
  const nothing = { hostname: '', origin: '', target: null, isPageLoad: false, headers: {} }
  return { ...reference, client, method: GRPC_METHOD, ...nothing }
}

/** Envoy tells of its trace beside the question; what is in the question is the visitor's. */
function traceHeadersOf(metadata: Metadata): IncomingHttpHeaders {
  const read = (name: string) => metadata.get(name).map(String).join(', ') || undefined
  return { traceparent: read('traceparent'), tracestate: read('tracestate'), baggage: read('baggage') }
}

/** `127.0.0.1:50412`, `[::1]:50412` -> the address. */
function addressOf(peer: string): string {
  return plainAddress(
    peer
      .replace(/^ipv[46]:/, '')
      .replace(/:\d+$/, '')
      .replace(/^\[|\]$/g, '')
  )
}

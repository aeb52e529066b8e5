import { type handleUnaryCall, Server, ServerCredentials, status } from '@grpc/grpc-js'
import type { FastifyBaseLogger } from 'fastify'
import type { Answers } from '../../access/answers.ts'
import { toFault } from '../../errors.ts'
import { plainAddress } from '../../http/address.ts'
import type { Questions, Reply } from '../questions.ts'
import { readCheckRequest, readRequestId } from './check-request.ts'
import { allowed, denied } from './check-response.ts'
import { type CheckRequest, type CheckResponse, loadAuthorizationService } from './protocol.ts'

/** Largest question: the headers of a request and what is told about it. */
const LARGEST_MESSAGE_BYTES = 256 * 1024

export interface GrpcListenerOptions {
  questions: Questions
  answers: Answers
  logger: FastifyBaseLogger
  address: { host: string; port: number }
}

/** The listener for questions by gRPC, without TLS; see `Listener` in listeners.ts. */
export function createGrpcListener({ questions, answers, logger, address }: GrpcListenerOptions) {
  const server = new Server({ 'grpc.max_receive_message_length': LARGEST_MESSAGE_BYTES })
  server.addService(loadAuthorizationService(), { Check: buildCheck({ questions, answers, logger }) })
  return {
    name: 'forwardAuth.grpc',
    listen: () =>
      new Promise<number>((resolve, reject) => {
        const { host, port } = address
        const authority = `${host.includes(':') ? `[${host}]` : host}:${port}`
        server.bindAsync(authority, ServerCredentials.createInsecure(), (err, bound) =>
          err === null ? resolve(bound) : reject(err)
        )
      }),
    // Its clients learn it from the end of the connection (GOAWAY), which `close` begins with.
    announce() {},
    close: () => new Promise<void>((resolve) => server.tryShutdown(() => resolve())),
    abort: () => server.forceShutdown()
  }
}

/**
 * The handler of one question. Whatever is thrown becomes an error of gRPC, which is no pass: an answer without a status
 * would be one.
 */
function buildCheck({
  questions,
  answers,
  logger
}: Omit<GrpcListenerOptions, 'address'>): handleUnaryCall<CheckRequest, CheckResponse> {
  const { ownHeaders } = answers

  return (call, callback) => {
    const fail = (err: unknown) => {
      logger.error({ code: 'INTERNAL_ERROR', err: toFault(err).cause }, 'question by gRPC failed')
      callback({ code: status.INTERNAL, details: 'no verdict' })
    }
    try {
      const peer = addressOf(call.getPeer())
      const requestId = readRequestId(call.request)
      const log = logger.child({ requestId })
      const untrusted = questions.refusePeer(peer, log)
      const write = (reply: Reply): CheckResponse => {
        if (reply.kind === 'pass') return allowed(reply.headers, reply.setCookies)
        const answer = reply.kind === 'refuse' ? reply.answer : answers.plainFault(requestId, reply.fault)
        return denied(answer, { ownHeaders, requestId })
      }
      const reply: Reply | Promise<Reply> =
        untrusted === null
          ? questions.answer(peer, readCheckRequest(call.request, requestId), { log, isRepeated: false })
          : { kind: 'unanswerable', fault: untrusted }
      if (reply instanceof Promise) reply.then((settled) => callback(null, write(settled))).catch(fail)
      else callback(null, write(reply))
    } catch (err) {
      fail(err)
    }
  }
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

import { type handleUnaryCall, Server, ServerCredentials, status } from '@grpc/grpc-js'
import type { FastifyBaseLogger } from 'fastify'
import type { Answers } from '../../access/answers.ts'
import { toFault } from '../../errors.ts'
import { plainAddress } from '../../http/address.ts'
import type { Questions, Reply } from '../questions.ts'
import { readCheckRequest, readRequestId } from './check-request.ts'
import { allowed, denied } from './check-response.ts'
import { type CheckRequest, type CheckResponse, loadAuthorizationService } from './protocol.ts'

type Check = handleUnaryCall<CheckRequest, CheckResponse>

/** Largest question: the headers of a request and what is told about it. */
const LARGEST_MESSAGE_BYTES = 256 * 1024

/** What answers questions, and says what is wrong with them. */
export interface GrpcTarget {
  questions: Questions
  answers: Answers
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
export function createGrpcListener(
  { host, port }: { host: string; port: number },
  logger: FastifyBaseLogger
): GrpcListener {
  const server = new Server({ 'grpc.max_receive_message_length': LARGEST_MESSAGE_BYTES })
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
      check = buildCheck(target, logger)
    },
    close: () => new Promise((resolve) => server.tryShutdown(() => resolve())),
    abort: () => server.forceShutdown()
  }
}

/**
 * The handler of one question. Whatever is thrown becomes an error of gRPC, which is no pass: an answer without a status
 * would be one.
 */
function buildCheck({ questions, answers }: GrpcTarget, logger: FastifyBaseLogger): Check {
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

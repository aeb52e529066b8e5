import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CallName, Calls } from './calls.ts'
import { ProviderError, sendHtml } from './errors.ts'
import type { FaultInjection, InjectedFault } from './faults.ts'

/** The hook of one call: counts it, then answers with the fault injected into it, if any. */
export type Interceptor = (
  call: CallName
) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>

const JSON_TYPE = 'application/json; charset=UTF-8'
const HALF_A_BODY = '{"kind":"identitytoolkit#'
const MISSING_BYTES = 1000

function sendHalf(request: FastifyRequest, reply: FastifyReply, status: number, body: string): FastifyReply {
  reply.hijack()
  const length = Buffer.byteLength(body) + MISSING_BYTES
  reply.raw.writeHead(status, { 'content-type': JSON_TYPE, 'content-length': length })
  reply.raw.write(body, () => request.raw.socket.destroySoon())
  return reply
}

type AnsweredFault = Exclude<InjectedFault, { kind: 'ok' | 'hang' | 'hold' }>

function sendFault(request: FastifyRequest, reply: FastifyReply, fault: AnsweredFault): FastifyReply {
  switch (fault.kind) {
    case 'error':
      reply.headers(fault.headers ?? {})
      // The error handler of the call's service gives it its shape.
      throw new ProviderError(fault.status, fault.message, fault)
    case 'html':
      return sendHtml(reply, fault.status)
    case 'empty':
      return reply.code(fault.status).send()
    case 'body':
      return reply
        .code(fault.status)
        .type(JSON_TYPE)
        .headers(fault.headers ?? {})
        .send(fault.body)
    case 'truncated':
      return sendHalf(request, reply, fault.status ?? 200, fault.body ?? HALF_A_BODY)
    case 'reset':
      request.raw.socket.destroy()
      return reply.hijack()
  }
}

/** Builds the hooks that count calls and answer with the faults, before a body is read. */
export function createInterceptor(calls: Calls, injection: FaultInjection): Interceptor {
  return (call) => async (request, reply) => {
    calls[call] += 1
    for (;;) {
      const fault = injection.pick(call)
      if (fault === undefined) return undefined
      if (fault.kind === 'hold') {
        await fault.until
        return undefined
      }
      if (fault.kind !== 'hang') return sendFault(request, reply, fault)
      await injection.changed()
    }
  }
}

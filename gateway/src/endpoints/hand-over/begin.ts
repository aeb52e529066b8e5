import type { FastifyReply, FastifyRequest } from 'fastify'
import { BEGIN_TARGET_PARAMETER } from '../../access/begin-address.ts'
import { Fault } from '../../errors.ts'
import { judgedRequestOf } from '../../http/judged-request.ts'
import { isWholePage } from '../../http/navigation.ts'
import { sendOwnAnswer } from '../../http/own-answer.ts'
import { parameterOf } from '../../http/query.ts'
import type { HandOverEnd } from './end.ts'

/**
 * The handler at origins with a cookie of their own that begins a new attempt, whatever session is there: the one that arrives takes its
 * place. It can only be that of the same browser at the sign-in origin, wherever the visitor comes from.
 */
export function createBegin({ attempts, redirectTargetAt }: HandOverEnd) {
  return async function begin(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { origin, headers } = judgedRequestOf(request)
    // Attempts of pictures and frames would push out those of pages.
    if (!isWholePage(headers)) throw new Fault('FORBIDDEN', { detail: 'hand-over: no page load' })
    const raw = redirectTargetAt(origin, parameterOf(request, BEGIN_TARGET_PARAMETER))
    const { location, setCookies } = attempts.begin({ origin, headers, target: { raw } })
    return sendOwnAnswer(request, reply, {
      statusCode: 302,
      headers: { location, 'set-cookie': [...setCookies] },
      body: null
    })
  }
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Answers } from '../access/answers.ts'
import { Fault, toFault } from '../errors.ts'
import { plainAddress } from '../http/address.ts'
import { nameScope } from '../http/named-scope.ts'
import { nameRoutes } from '../traffic/route-names.ts'
import { answerFault, answerVerdict } from './answers.ts'
import { DIALECTS, type Dialect } from './dialects.ts'
import type { Questions, Reply } from './questions.ts'

export interface QuestionRouteOptions {
  /** Path of the endpoint. */
  path: string
  questions: Questions
  answers: Answers
}

/** The endpoint in a scope of its own; see `registerRoutes`. */
export function registerQuestions(app: FastifyInstance, options: QuestionRouteOptions): void {
  void app.register(
    nameScope('verify', async (scope) => {
      nameRoutes(scope, 'verify')
      registerRoutes(scope, options)
    })
  )
}

/**
 * Registers the endpoint, every dialect below a path of its own. Questions are answered at `onRequest`: some come with
 * the visitor's `Content-Type` and no body. Paths count byte for byte, since the router would decode them.
 */
function registerRoutes(app: FastifyInstance, options: QuestionRouteOptions): void {
  const { path, questions, answers } = options

  for (const dialect of DIALECTS) {
    app.route({
      method: app.supportedMethods,
      url: `${path}${dialect.suffix}`,
      config: { sameOrigin: false },
      onRequest: (request, reply) => ask(request, reply, dialect),
      handler: () => {
        throw new Fault('INTERNAL_ERROR', { detail: 'a question that nobody answered' })
      }
    })
  }
  app.all(`${path}/*`, { config: { sameOrigin: false } }, () => {
    throw new Fault('NOT_FOUND')
  })

  function ask(request: FastifyRequest, reply: FastifyReply, dialect: Dialect): void {
    const ownPath = matchPath(request.raw.url ?? '', `${path}${dialect.suffix}`)
    if (ownPath === null) throw new Fault('NOT_FOUND')
    const peer = plainAddress(request.raw.socket.remoteAddress)
    const { style } = dialect
    const refuse = (fault: Fault) => answerFault(request, reply, { fault, style, answers })
    const untrusted = questions.refusePeer(peer, request.record)
    if (untrusted !== null) {
      refuse(untrusted)
      return
    }
    const send = (answer: Reply) => {
      if (answer.kind === 'unanswerable') refuse(answer.fault)
      else answerVerdict(request, reply, { verdict: answer, style, answers })
    }
    const fail = (err: unknown) => void reply.send(toFault(err))
    const answer = questions.answer(peer, dialect.read(request, ownPath), {
      record: request.record,
      // It is asked why another question was refused.
      isRepeated: style === 'refusal',
      successIsPass: dialect.successIsPass
    })
    if (answer instanceof Promise) answer.then(send).catch(fail)
    else send(answer)
  }
}

/** Our part of a request target, where the pattern matches it as it came; null: it does not. */
function matchPath(url: string, pattern: string): string | null {
  if (!pattern.endsWith('/*')) return url.split('?', 1)[0] === pattern ? pattern : null
  const folder = pattern.slice(0, -1)
  return url.startsWith(folder) ? folder.slice(0, -1) : null
}

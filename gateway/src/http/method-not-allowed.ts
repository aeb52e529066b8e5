import type { FastifyContextConfig, FastifyInstance, HTTPMethods } from 'fastify'
import { Fault } from '../errors.ts'
import { hasRoute } from './sites.ts'

/**
 * Answers 405 for every method that has no route at this URL so far: our own addresses are never the application's,
 * whatever the method. `config`: of those routes.
 */
export function refuseOtherMethods(
  app: FastifyInstance,
  url: string,
  config: FastifyContextConfig = {}
): void {
  const [known, unknown]: [HTTPMethods[], HTTPMethods[]] = [[], []]
  for (const method of app.supportedMethods as HTTPMethods[])
    (hasRoute(app, { url, method }) ? known : unknown).push(method)
  app.route({
    url,
    method: unknown,
    config,
    handler: async (_request, reply) => {
      reply.header('allow', known.join(', '))
      throw new Fault('METHOD_NOT_ALLOWED')
    }
  })
}

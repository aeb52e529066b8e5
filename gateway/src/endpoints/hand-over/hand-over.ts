import type { FastifyInstance } from 'fastify'
import { BEGIN_PATH } from '../../access/begin-address.ts'
import { CONTINUE_PATH, type HandOverAttempts } from '../../access/hand-over.ts'
import { resolveRedirectTarget } from '../../access/redirect-target.ts'
import { ARRIVE_PATH } from '../../config/hand-over.ts'
import { refuseOtherMethods } from '../../http/method-not-allowed.ts'
import { createArrive } from './arrive.ts'
import { createBegin } from './begin.ts'
import { createContinue } from './continue.ts'
import type { HandOverEnd, HandOverOptions } from './end.ts'

/** Room for a sealed session: that of its cookies, and a third more for the way it is written. In bytes. */
const LARGEST_ARRIVAL_BYTES = 32 * 1024

/**
 * Registers both ends of the way that sessions take to origins with a cookie of their own: the sign-in origin seals, the other one
 * takes. Each is at its own origins alone, which is looked at before: see `HandOverAttempts`.
 */
export async function registerHandOver(
  app: FastifyInstance,
  options: HandOverOptions,
  attempts: HandOverAttempts
): Promise<void> {
  const { paths } = options.config
  const end: HandOverEnd = {
    ...options,
    attempts,
    redirectTargetAt: (origin, wanted) =>
      resolveRedirectTarget(wanted, {
        publicOrigin: origin,
        reserved: ['/_auth', paths.logout],
        home: paths.home
      })
  }
  app.get(BEGIN_PATH, createBegin(end))
  app.get(CONTINUE_PATH, createContinue(end))
  const arrive = createArrive(end)
  app.get(ARRIVE_PATH, arrive.explain)
  await app.register(async (scope) => {
    // Everywhere else nobody reads the fields of a form.
    scope.removeContentTypeParser('application/x-www-form-urlencoded')
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, fields, done) => done(null, fields)
    )
    // It comes from the sign-in origin: looked at by itself.
    const route = { bodyLimit: LARGEST_ARRIVAL_BYTES, config: { sameOrigin: false } }
    scope.post(ARRIVE_PATH, route, arrive.take)
  })
  for (const url of [BEGIN_PATH, CONTINUE_PATH, ARRIVE_PATH])
    refuseOtherMethods(app, url, { sameOrigin: true })
}

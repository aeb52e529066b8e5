import type { FastifyInstance } from 'fastify'
import { FORM_PATH, FORM_TARGET_PARAMETER } from '../access/kept-forms/form-address.ts'
import { sendPage } from '../access/kept-forms/form-page.ts'
import { resolveRedirectTarget } from '../access/redirect-target.ts'
import { authRequestOf } from '../http/auth-request.ts'
import { refuseOtherMethods } from '../http/method-not-allowed.ts'
import { sendOwnResponse } from '../http/own-response.ts'
import { parameterOf } from '../http/query.ts'
import type { EndpointOptions } from './options.ts'
import { createSessionLookup } from './session-lookup.ts'

/** The page that sends a kept form, which is in the browser. It says who is signed in. */
export function registerKeptForm(
  app: FastifyInstance,
  { config, responses, sessions }: Pick<EndpointOptions, 'config' | 'responses' | 'sessions'>
): void {
  const { home } = config.paths
  const findSession = createSessionLookup(config, sessions)
  app.get(FORM_PATH, async (request, reply) => {
    const authRequest = authRequestOf(request)
    const session = await findSession(request, reply)
    const rules = { publicOrigin: authRequest.origin, reserved: ['/_auth', '/__'], home }
    const back = resolveRedirectTarget(parameterOf(request, FORM_TARGET_PARAMETER), rules)
    return sendOwnResponse(request, reply, responses.page(authRequest, 200, sendPage(back, session)))
  })
  refuseOtherMethods(app, FORM_PATH, { sameOrigin: true })
}

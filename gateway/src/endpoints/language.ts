import type { FastifyInstance } from 'fastify'
import { LANGUAGE_PARAMETERS, LANGUAGE_PATH } from '../access/language-address.ts'
import { resolveRedirectTarget } from '../access/redirect-target.ts'
import { authRequestOf } from '../http/auth-request.ts'
import { refuseOtherMethods } from '../http/method-not-allowed.ts'
import { markOwnResponse } from '../http/own-response.ts'
import { parameterOf } from '../http/query.ts'
import type { EndpointOptions } from './options.ts'
import { createPageCookie, LANGUAGE_SECONDS } from './page-cookie.ts'

/**
 * Remembers a language of the configuration for this host, as the login page does, and leads back to a path of the same origin. Any
 * site can lead a visitor here: it changes the language of pages, and nothing else.
 */
export function registerLanguage(app: FastifyInstance, { config }: Pick<EndpointOptions, 'config'>): void {
  const { enabled } = config.login.locales
  const cookie = createPageCookie(config, 'lang')
  app.get(LANGUAGE_PATH, async (request, reply) => {
    const chosen = parameterOf(request, LANGUAGE_PARAMETERS.language)
    const language = enabled.find((id) => id === chosen)
    if (language !== undefined) cookie.set(reply, language, LANGUAGE_SECONDS)
    const back = resolveRedirectTarget(parameterOf(request, LANGUAGE_PARAMETERS.target), {
      publicOrigin: authRequestOf(request).origin,
      reserved: ['/_auth', '/__'],
      home: config.paths.home
    })
    return markOwnResponse(request, reply).redirect(back, 303)
  })
  refuseOtherMethods(app, LANGUAGE_PATH, { sameOrigin: true })
}

import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { markOwnAnswer } from '../access/answers.ts'
import { LONGEST_TARGET_CHARS } from '../access/redirect-target.ts'
import { ACTION_PATH } from '../auth-helper/action-path.ts'
import type { Config } from '../config/schema/schema.ts'
import { Fault } from '../errors.ts'
import { createLoginHandlers, type LoginPageOptions } from './handlers.ts'
import { ADDRESSES, CHANGE_PASSWORD_PATH, isOffered, SCREEN_PATHS } from './visit/addresses.ts'

const SCREEN_METHODS = 'GET, HEAD, POST'
/** Time from listening to rendering ahead, in milliseconds. */
const WARM_AFTER_MS = 250
/** A redirect target, each of whose characters may be percent-encoded, and room for other parameters. */
const LONGEST_SEARCH_CHARS = 4 * LONGEST_TARGET_CHARS

/**
 * The login page with its screens, below `paths.login`; the one for links from mails at the provider's usual path too;
 * and the well-known way to a new password. Screens that the configuration has no use for lead to the first one. Once the
 * server listens, the page is rendered ahead.
 */
export function registerLoginPage(app: FastifyInstance, options: LoginPageOptions): void {
  const { config } = options
  const { login: loginPath } = config.paths
  const handlers = createLoginHandlers(options)

  for (const address of ADDRESSES) {
    const url = `${loginPath}${SCREEN_PATHS[address]}`
    app.get(url, async (request, reply) =>
      isOffered(address, config.login)
        ? handlers.show(request, reply, address)
        : markOwnAnswer(request, reply).redirect(`${loginPath}${searchOf(request)}`, 302)
    )
    app.post(url, handlers.throwAway)
  }
  app.get(ACTION_PATH, async (request, reply) => handlers.show(request, reply, 'action'))
  const screens = new Set(ADDRESSES.map((address) => `${loginPath}${SCREEN_PATHS[address]}`))
  // Methods that the screens do not take come here too: a route for each would be a good part of the start.
  app.all(`${loginPath}/*`, async (request, reply) => {
    if (!screens.has(request.target?.path ?? '')) throw new Fault('NOT_FOUND')
    reply.header('allow', SCREEN_METHODS)
    throw new Fault('METHOD_NOT_ALLOWED')
  })
  if (isOffered('forgot', config.login)) {
    app.get(CHANGE_PASSWORD_PATH, async (request, reply) =>
      markOwnAnswer(request, reply).redirect(`${loginPath}${SCREEN_PATHS.forgot}`, 302)
    )
  }

  const over = new AbortController()
  const { signal } = over
  app.addHook('onListen', () => {
    // An unfinished start comes first; a visitor who is quicker gets the page rendered at once.
    setTimeout(WARM_AFTER_MS, undefined, { signal, ref: false })
      .then(() => handlers.warm(() => signal.aborted))
      .catch((error: unknown) => {
        if (!signal.aborted) app.log.error({ err: error }, 'login page: rendering ahead')
      })
  })
  app.addHook('onClose', async () => over.abort())
}

/** Paths outside of `<login>/` that are the login page's, whatever the method. */
export function listLoginPaths({ login, paths }: Config): readonly string[] {
  return [paths.login, ACTION_PATH, ...(isOffered('forgot', login) ? [CHANGE_PASSWORD_PATH] : [])]
}

/** From the question mark on, as it came; empty when it is longer than the page's own links make it. */
function searchOf({ target }: FastifyRequest): string {
  const search = target === null ? '' : target.raw.slice(target.path.length)
  return search.length > LONGEST_SEARCH_CHARS ? '' : search
}

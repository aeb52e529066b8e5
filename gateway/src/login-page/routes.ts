import type { FastifyInstance, FastifyRequest } from 'fastify'
import { LONGEST_TARGET_CHARS } from '../access/redirect-target.ts'
import type { Schedule } from '../async/schedule.ts'
import { ACTION_PATH } from '../auth-helper/helper-paths.ts'
import type { Config } from '../config/schema/schema.ts'
import { permissionsOf } from '../endpoints/account/description.ts'
import { Fault } from '../errors.ts'
import { markOwnAnswer } from '../http/own-answer.ts'
import { ACCOUNT_PAGE_PATHS, listAccountPages } from './account/pages.ts'
import { createLoginHandlers, type LoginHandlers } from './handlers.ts'
import type { LoginPageOptions, LoginPages } from './pages.ts'
import { ADDRESSES, CHANGE_PASSWORD_PATH, isOffered, SCREEN_PATHS } from './visit/addresses.ts'

const SCREEN_METHODS = 'GET, HEAD, POST'
/** Time between being ready and rendering ahead, in seconds. */
const RENDER_AHEAD_AFTER_SECONDS = 0.25
/** A redirect target, each of whose characters may be percent-encoded, and room for other parameters. */
const LONGEST_SEARCH_CHARS = 4 * LONGEST_TARGET_CHARS

/**
 * Registers the screens of the login page below `paths.login`, the screen for links from mails at the provider's usual path
 * too, and the well-known address for changing a password. Screens that the configuration does not offer redirect to the
 * first one. Once the server is ready, the page is rendered ahead.
 */
export function registerLoginPage(app: FastifyInstance, options: LoginPageOptions, pages: LoginPages): void {
  const { config } = options
  const handlers = createLoginHandlers(options, pages)
  registerScreens(app, config, handlers)
  app.get(ACTION_PATH, async (request, reply) => handlers.show(request, reply, 'action'))
  if (isOffered('forgot', config.login)) {
    app.get(CHANGE_PASSWORD_PATH, async (request, reply) =>
      markOwnAnswer(request, reply).redirect(changePasswordAt(config), 302)
    )
  }
  renderAheadOnceReady(app, pages, options.schedule)
}

/** Where people change a password: on the account page, which asks who is signed out to sign in, or by a mail. */
function changePasswordAt(config: Config): string {
  const { account, paths } = config
  const hasPage = account.enabled && listAccountPages(permissionsOf(config)).includes('password')
  return hasPage ? `${paths.account}${ACCOUNT_PAGE_PATHS.password}` : `${paths.login}${SCREEN_PATHS.forgot}`
}

function registerScreens(app: FastifyInstance, { login, paths }: Config, handlers: LoginHandlers): void {
  const urls = new Set<string>()
  for (const address of ADDRESSES) {
    const url = `${paths.login}${SCREEN_PATHS[address]}`
    urls.add(url)
    app.get(url, async (request, reply) =>
      isOffered(address, login)
        ? handlers.show(request, reply, address)
        : markOwnAnswer(request, reply).redirect(`${paths.login}${searchOf(request)}`, 302)
    )
    app.post(url, { config: { sameOrigin: true } }, handlers.discardForm)
  }
  // Methods that the screens do not take come here too: one route for each of them would slow down the start.
  app.all(`${paths.login}/*`, { config: { sameOrigin: true } }, async (request, reply) => {
    if (!urls.has(request.target?.path ?? '')) throw new Fault('NOT_FOUND')
    reply.header('allow', SCREEN_METHODS)
    throw new Fault('METHOD_NOT_ALLOWED')
  })
}

/** Not at once: the rest of the start comes first. Until then, pages are rendered on request. */
function renderAheadOnceReady(
  app: FastifyInstance,
  { renderAhead }: Pick<LoginPages, 'renderAhead'>,
  schedule: Schedule
): void {
  let isClosed = false
  let cancel = () => {}
  app.addHook('onReady', async () => {
    cancel = schedule(RENDER_AHEAD_AFTER_SECONDS, () => {
      renderAhead(() => isClosed).catch((error: unknown) => {
        if (!isClosed) app.log.error({ err: error }, 'login page: rendering ahead failed')
      })
    })
  })
  app.addHook('onClose', async () => {
    isClosed = true
    cancel()
  })
}

/** The login page's paths outside of `<login>/`, whatever the method. */
export function listLoginPaths({ login, paths }: Config): readonly string[] {
  return [paths.login, ACTION_PATH, ...(isOffered('forgot', login) ? [CHANGE_PASSWORD_PATH] : [])]
}

/** The query with its question mark, as it came; empty when it is longer than any link of the page would make it. */
function searchOf({ target }: FastifyRequest): string {
  const search = target === null ? '' : target.raw.slice(target.path.length)
  return search.length > LONGEST_SEARCH_CHARS ? '' : search
}

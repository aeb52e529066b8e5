import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ACCOUNT_PATH } from '../endpoints/account/account.ts'
import { permissionsOf } from '../endpoints/account/description.ts'
import { createOwnerView } from '../endpoints/account/owner.ts'
import type { EndpointOptions } from '../endpoints/own-session.ts'
import { markOwnResponse } from '../http/own-response.ts'
import { type LoginPages, registerPages } from './pages.ts'
import { ACCOUNT_PAGE_PATHS, type AccountPageName, listAccountPages } from './visit/addresses.ts'

/** Id token lifetime: by then a session is refreshed or ends. */
const TOKEN_SECONDS = 3600

/**
 * Registers the account page at `paths.account`, and its pages below that. They need a session of any tenant of the host and
 * show the account as the provider currently reports it. Pages that are not offered redirect to the overview.
 */
export function registerAccountPages(
  app: FastifyInstance,
  options: EndpointOptions,
  { visits, send }: Pick<LoginPages, 'visits' | 'send'>
): void {
  const { config, accountsOf } = options
  const root = config.paths.account
  const owner = createOwnerView(app, options, (authRequest) => authRequest)
  const pages = listAccountPages(permissionsOf(config))
  const checkSeconds = config.session.revocationCheckSeconds || TOKEN_SECONDS

  async function show(
    request: FastifyRequest,
    reply: FastifyReply,
    page: AccountPageName
  ): Promise<FastifyReply> {
    const result = await owner.see(request, reply)
    if (result.kind === 'answered') return result.reply
    const { session, response: account } = result
    const accountPage = {
      page,
      pages,
      account,
      endpoint: ACCOUNT_PATH,
      everywhere: accountsOf(session.tenantId).hasCredentials,
      othersEndWithinSeconds: Math.min(checkSeconds, TOKEN_SECONDS)
    }
    const visit = visits.ofAccount(request, `${root}${ACCOUNT_PAGE_PATHS[page]}`, session)
    return send(request, reply, { ...visit, accountPage }, session)
  }

  const routes = Object.entries(ACCOUNT_PAGE_PATHS).map(([page, suffix]) => {
    const url = `${root}${suffix}`
    const offered = pages.find((one) => one === page)
    return {
      url,
      show: async (request: FastifyRequest, reply: FastifyReply) =>
        offered === undefined
          ? markOwnResponse(request, reply).redirect(root, 302)
          : show(request, reply, offered),
      discardForm: async (request: FastifyRequest, reply: FastifyReply) =>
        markOwnResponse(request, reply).header('connection', 'close').redirect(url, 303)
    }
  })
  registerPages(app, root, routes)
}

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ACCOUNT_PATH, createOwnerView, permissionsOf } from '../../src/endpoints/own-account.ts'
import type { EndpointOptions } from '../../src/endpoints/own-session.ts'
import { markOwnResponse } from '../../src/http/own-response.ts'
import { type LoginPages, registerPages } from '../../src/login-page/pages.ts'
import {
  ACCOUNT_PAGE_PATHS,
  type AccountPageName,
  listAccountPages
} from '../../src/login-page/visit/visit.ts'

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
  const { config, platform } = options
  const root = config.paths.account
  const owner = createOwnerView(app, options, (authRequest) => authRequest)
  const pages = listAccountPages(permissionsOf(config))
  const checkSeconds = config.session.revocationCheckSeconds || TOKEN_SECONDS

  async function show(request: FastifyRequest, reply: FastifyReply, page: AccountPageName) {
    const seen = await owner.see(request, reply)
    if (seen === null) return reply
    const { session, account } = seen
    const accountPage = {
      page,
      pages,
      account,
      endpoint: ACCOUNT_PATH,
      everywhere: platform.accountsOf(session.tenantId).hasCredentials,
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

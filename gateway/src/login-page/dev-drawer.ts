import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Origins } from '../access/origins.ts'
import { isLoopback, parseUrl } from '../config/addresses/urls.ts'
import { Fault } from '../errors.ts'
import { markOwnResponse } from '../http/own-response.ts'
import type { TestMail, TestProvider } from '../identity-platform/test-provider.ts'
import { registerProviderWindow } from './provider-window.ts'

/** Where the dev drawer of the login page fetches its lists. */
export const DEV_DRAWER_PATH = '/_auth/drawer'

/** What the lists of the dev drawer need. */
export interface DevDrawerOptions {
  provider: TestProvider
  origins: Pick<Origins, 'originOf'>
  loginPath: string
}

/**
 * Registers the lists of the dev drawer. GET: `{ users, password, mails, codes, examples }`, the test accounts and their password,
 * the mails and codes that a real provider would have sent, and what there is to try. To be registered only for a test provider, with which anybody can sign in as anybody anyway.
 */
export function registerDevDrawer(
  app: FastifyInstance,
  { provider, origins, loginPath }: DevDrawerOptions
): void {
  // DNS rebinding: a page of another site whose host name now resolves to this machine.
  function requireOwnHost({ hostname, host }: FastifyRequest): void {
    if (!isLoopback(hostname) && new URL(origins.originOf(host)).hostname !== hostname)
      throw new Fault('NOT_FOUND')
  }

  if (provider.hasProviderWindow) registerProviderWindow(app, provider, requireOwnHost)
  app.get(DEV_DRAWER_PATH, async (request, reply) => {
    requireOwnHost(request)
    const [users, mails, codes] = await Promise.all([
      provider.listUsers(),
      provider.listMails(),
      provider.listCodes()
    ])
    const { password, examples } = provider
    const links = mails.map((mail) => ({ ...mail, link: actionLinkOf(mail, loginPath) }))
    return markOwnResponse(request, reply).send({ users, password, mails: links, codes, examples })
  })
}

/** The emulator's links lead to a page of its own, with the parameters that the login page takes. */
function actionLinkOf({ link }: TestMail, loginPath: string): string {
  const url = parseUrl(link)
  return url === null ? loginPath : `${loginPath}/action${url.search}`
}

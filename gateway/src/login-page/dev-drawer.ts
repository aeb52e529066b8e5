import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Origins } from '../access/origins.ts'
import { isLoopback, parseUrl } from '../config/addresses/urls.ts'
import { Fault } from '../errors.ts'
import { markOwnResponse } from '../http/own-response.ts'
import type { TestMail, TestProvider } from '../identity-platform/test-provider.ts'
import { registerProviderWindow } from './provider-window.ts'

export const DEV_DRAWER_PATH = '/_auth/drawer'

export interface DevDrawerOptions {
  provider: TestProvider
  origins: Pick<Origins, 'originOf'>
  loginPath: string
}

/**
 * Registers the lists of the dev drawer. GET: `{ users, password, mails, codes, examples }`: the test
 * accounts with their password, the mails and codes a real provider would have sent, and examples. Only for a
 * test provider, where anyone can sign in as anyone anyway.
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

/** The emulator links to a page of its own, with the login page's parameters. */
function actionLinkOf({ link }: TestMail, loginPath: string): string {
  const url = parseUrl(link)
  return url === null ? loginPath : `${loginPath}/action${url.search}`
}

import type { FastifyInstance } from 'fastify'
import { markOwnAnswer } from '../access/answers.ts'
import type { Sites } from '../access/sites.ts'
import { isLoopback } from '../config/addresses/urls.ts'
import { Fault } from '../errors.ts'
import type { TestMail, TestProvider } from '../identity-platform/test-provider.ts'

/** Where the login page's drawer for developers gets its lists. */
export const DRAWER_PATH = '/_auth/drawer'

export interface DrawerOptions {
  provider: TestProvider
  sites: Sites
  loginPath: string
}

/**
 * GET: test accounts, and mails and codes that nobody sent: `{ users, mails, codes }`. To be registered only where the
 * provider is a test one, with which anybody can sign in as anybody anyway.
 */
export function registerDrawer(app: FastifyInstance, { provider, sites, loginPath }: DrawerOptions): void {
  app.get(DRAWER_PATH, async (request, reply) => {
    // A page of another site whose name leads here, all of a sudden (DNS rebinding).
    if (!isLoopback(request.hostname) && new URL(sites.originOf(request)).hostname !== request.hostname)
      throw new Fault('NOT_FOUND')
    const [users, mails, codes] = await Promise.all([
      provider.listUsers(),
      provider.listMails(),
      provider.listCodes()
    ])
    const links = mails.map((mail) => ({ ...mail, link: leadHere(mail, loginPath) }))
    return markOwnAnswer(request, reply).send({ users, mails: links, codes })
  })
}

/** The emulator's links lead to a page of its own, with the parameters that ours takes. */
function leadHere({ link }: TestMail, loginPath: string): string {
  return URL.canParse(link) ? `${loginPath}/action${new URL(link).search}` : loginPath
}

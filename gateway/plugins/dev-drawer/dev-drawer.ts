import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Origins } from '../../src/access/applications/applications.ts'
import { isLoopback, parseUrl } from '../../src/config/addresses/urls.ts'
import { Fault } from '../../src/errors.ts'
import { cspHashOf } from '../../src/http/html.ts'
import { markOwnResponse } from '../../src/http/own-response.ts'
import { buildPageCsp, type Page, renderPage } from '../../src/http/page.ts'
import { parameterOf } from '../../src/http/target.ts'
import type { TestMail, TestProvider } from '../../src/identity-platform/test-provider.ts'
import { loadLoginAssets } from '../../src/login-page/assets/assets.ts'
import { DEV_DRAWER_PATH, PROVIDER_WINDOW_PATH } from '../../src/login-page/document/page-config.ts'

/**
 * Registers the lists of the dev drawer. GET: `{ users, password, mails, codes, examples }`: the test
 * accounts with their password, the mails and codes a real provider would have sent, and examples. Only for a
 * test provider, where anyone can sign in as anyone anyway.
 */
export function registerDevDrawer(
  app: FastifyInstance,
  provider: TestProvider,
  { origins, loginPath }: { origins: Pick<Origins, 'originOf'>; loginPath: string }
): void {
  // DNS rebinding: a page of another site whose host name now resolves to this machine.
  function requireOwnHost({ hostname, host }: FastifyRequest): void {
    if (!isLoopback(hostname) && new URL(origins.originOf(host)).hostname !== hostname)
      throw new Fault('NOT_FOUND')
  }

  if (provider.hasProviderWindow) registerProviderWindow(app, provider, requireOwnHost)
  app.get(DEV_DRAWER_PATH, async (request, reply) => {
    requireOwnHost(request)
    const { password, examples, listUsers, listMails, listCodes } = provider
    const [users, mails, codes] = await Promise.all([listUsers(), listMails(), listCodes()])
    const links = mails.map((mail) => ({ ...mail, link: actionLinkOf(mail, loginPath) }))
    return markOwnResponse(request, reply).send({ users, password, mails: links, codes, examples })
  })
}

/** The emulator links to a page of its own, with the login page's parameters. */
function actionLinkOf({ link }: TestMail, loginPath: string): string {
  const url = parseUrl(link)
  return url === null ? loginPath : `${loginPath}/action${url.search}`
}

const MAX_NAME_CHARS = 60

/** Posts the choice once; closing the window cancels. */
const SCRIPT = `(() => {
  'use strict'
  const { channel, accounts } = JSON.parse(document.getElementById('page-data').textContent)
  const port = new BroadcastChannel(channel)
  let isOver = false
  function end(message) {
    if (isOver) return
    isOver = true
    port.postMessage(message)
    window.close()
  }
  function add(label, look, message) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = look
    button.textContent = label
    button.onclick = () => end(message)
    document.getElementById('page-place').append(button)
  }
  for (const { uid, tenantId, label } of accounts) add(label, 'button plain', { type: 'chosen', uid, tenantId })
  add('Cancel', 'link', { type: 'cancelled' })
  add('Let it fail', 'link', { type: 'failed' })
  addEventListener('pagehide', () => end({ type: 'cancelled' }))
})()
`
const SCRIPT_HASH = cspHashOf(SCRIPT)

/**
 * Registers the mock window: choose an account, cancel or fail the sign-in, and notify the opening login
 * page. Offers the accounts of the tenant in the query, or of the project itself. `check`: throws for requests
 * under another site's name.
 */
function registerProviderWindow(
  app: FastifyInstance,
  provider: Pick<TestProvider, 'listUsers'>,
  check: (request: FastifyRequest) => void
): void {
  app.get(PROVIDER_WINDOW_PATH, async (request, reply) => {
    check(request)
    const name = (parameterOf(request, 'provider') ?? 'the provider').slice(0, MAX_NAME_CHARS)
    const wanted = parameterOf(request, 'tenant')
    const accounts = (await provider.listUsers()).flatMap(({ uid, tenantId, email }) =>
      email === null || tenantId !== wanted ? [] : [{ uid, tenantId, label: email }]
    )
    const channel = parameterOf(request, 'channel') ?? ''
    const page: Page = {
      icon: 'lock',
      title: `Sign in with ${name}`,
      text: 'This window stands in for the provider’s own. Choose an account.',
      reference: null,
      script: { source: SCRIPT, hash: SCRIPT_HASH, data: { channel, accounts } }
    }
    const { stylesheetHref } = loadLoginAssets()
    const stylesheetHrefs = stylesheetHref === null ? [] : [stylesheetHref]
    const looks = { logo: null, colorScheme: 'light dark', stylesheetHrefs, footer: null }
    const frame = { brandName: 'Test provider', ...looks }
    return markOwnResponse(request, reply)
      .header('content-security-policy', buildPageCsp(undefined, page))
      .type('text/html; charset=utf-8')
      .send(renderPage(page, frame))
  })
}

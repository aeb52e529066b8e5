import type { Browser, BrowserContext, Page } from 'playwright-core'
import t from 'tap'
import type { NewAccount } from '../../../stand-in/accounts/account.ts'
import {
  type AccountVisitor,
  openAccountVisitor,
  PASSWORD,
  prove,
  shareAccountGateways
} from '../../fixtures/browser/account-visitors.ts'
import { findChromium, launchWithPageCache, launchWithPopupBlocker } from '../../fixtures/browser/browser.ts'
import {
  installProviderPages,
  reachProvider,
  signInAtProvider
} from '../../fixtures/browser/provider-pages.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import type { Teardown } from '../../fixtures/provider/stand-in.ts'

/** Provider windows that the SDK opens from the account page, with pop-up blockers and page caches. */

const byRedirect = shareAccountGateways(t, {
  withDrawer: false,
  config: { 'login.federated.mode': 'redirect' }
})
const byWindow = shareAccountGateways(t, { withDrawer: false })
const skipWhole = findChromium() === null && 'no Chromium with a pop-up blocker and a back-forward cache'

const atGoogle = { rawId: 'gia', email: 'gia@example.com' }
const atMicrosoft = { rawId: 'gia-of-microsoft', email: 'gia@example.com' }
const gia: NewAccount = { uid: 'gia', email: 'gia@example.com', password: PASSWORD }
/** Without a password. */
const giaOfGoogle: NewAccount = {
  ...gia,
  password: undefined as never,
  linkedProviders: [{ providerId: 'google.com', rawId: 'gia' }]
}

const connect = (page: Page) => page.getByRole('button', { name: 'Connect: Microsoft' })
const google = (page: Page) => page.getByRole('button', { name: 'Continue with Google', exact: true })
const linkedOf = ({ gateway }: AccountVisitor) =>
  gateway.provider.accounts.get('gia')?.linkedProviders?.map(({ providerId }) => providerId) ?? []

/** Runs an action that opens a window, and returns the window. */
async function opening(context: BrowserContext, act: Promise<unknown>): Promise<Page> {
  const [opened] = await Promise.all([context.waitForEvent('page'), act])
  return opened
}

/** Waits for an alert by the debugging protocol: calls of Playwright would count as user activation. */
async function waitForAlertUntouched(page: Page, words: string): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const shown = "document.querySelector('[role=alert]')?.innerText.replace(/\\s+/g, ' ')"
  const { exceptionDetails } = await session.send('Runtime.evaluate', {
    awaitPromise: true,
    expression: `new Promise((resolve) => {
      const look = () => (${shown}?.startsWith(${JSON.stringify(words)}) ? resolve() : requestAnimationFrame(look))
      look()
    })`
  })
  if (exceptionDetails !== undefined) throw new Error(exceptionDetails.text)
}

/** Opens an account page as the same visitor in another browser. */
async function moveTo(t: Teardown, browser: Browser, visitor: AccountVisitor, path: string): Promise<Page> {
  t.teardown(() => browser.close())
  const context = await browser.newContext({ storageState: await visitor.context.storageState() })
  await installProviderPages(context)
  const page = await context.newPage()
  await page.goto(`${visitor.gateway.origin}/account${path}`)
  return page
}

t.test('connect: redirect mode, still in a window, and no token is stored', { skip }, async (t) => {
  const visitor = await openAccountVisitor(t, await byRedirect('handover'), '/providers', gia)
  const { page, context, complaints } = visitor
  await installProviderPages(context)
  await connect(page).click()
  const opened = await opening(context, prove(page))
  await reachProvider(opened)
  t.notMatch(await page.evaluate<string>('JSON.stringify({ ...sessionStorage, ...localStorage })'), /eyJ|gia/)
  await signInAtProvider(opened, atMicrosoft)
  await page.getByText(' is connected.').waitFor()
  t.same(linkedOf(visitor), ['microsoft.com'])
  t.same(complaints, [])
})

t.test('connect: a window that was blocked opens on one more click', { skip: skipWhole }, async (t) => {
  const visitor = await openAccountVisitor(t, await byWindow('handover'), '', giaOfGoogle)
  const page = await moveTo(t, await launchWithPopupBlocker(findChromium() ?? ''), visitor, '/providers')
  await connect(page).click()
  await signInAtProvider(await opening(page.context(), google(page).click()), atGoogle)
  await waitForAlertUntouched(page, 'Your browser blocked the window. Try again.')
  await signInAtProvider(await opening(page.context(), connect(page).click()), atMicrosoft)
  await page.getByText(' is connected.').waitFor()
  t.same(linkedOf(visitor), ['google.com', 'microsoft.com'])
})

t.test('redirect: Back from the provider to a cached page, another try', { skip: skipWhole }, async (t) => {
  const visitor = await openAccountVisitor(t, await byRedirect('handover'), '', giaOfGoogle)
  const page = await moveTo(t, await launchWithPageCache(findChromium() ?? ''), visitor, '/password')
  await google(page).waitFor()
  await page.evaluate("addEventListener('pageshow', (event) => { globalThis.wasKept = event.persisted })")
  await google(page).click()
  await reachProvider(page)
  await page.goBack({ waitUntil: 'commit' })
  await google(page).waitFor()
  t.equal(await page.evaluate('globalThis.wasKept'), true, 'restored from the cache')
  await google(page).click()
  await signInAtProvider(page, atGoogle)
  await page.locator('#new-password').waitFor()
})

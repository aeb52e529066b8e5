import type { Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { findChromium, launchWithPageCache } from '../../../fixtures/browser/browser.ts'
import { addCookies, openContext, skip } from '../../../fixtures/browser/shared-browser.ts'
import { startGateway } from '../../../fixtures/gateway.ts'
import { findFreePort } from '../../../fixtures/wire/ports.ts'
import { startUpstream } from '../../../fixtures/wire/upstream.ts'

/** An application whose page offers a sign-out. Browsers treat loopback like https. Returns its address for browsers. */
async function start(t: Test, config: Record<string, unknown>) {
  const application = await startUpstream(t, (_req, res) => {
    res.setHeader('content-type', 'text/html')
    res.end('<h1>The application</h1><a href="/logout">Sign out</a>')
  })
  const port = await findFreePort()
  const publicUrl = `https://localhost:${port}`
  const gateway = await startGateway(t, { publicUrl, port, upstreamUrl: application.url, config })
  return { ...gateway, app: `http://localhost:${port}/app` }
}

async function signOut(page: Page): Promise<void> {
  await page.click('a')
  await page.waitForURL(/\/login\?reason=signed-out/)
}

/** What the browser still stores after a sign-out. */
async function storedAfterSignOut(t: Test, config: Record<string, unknown>): Promise<string | null> {
  const { app } = await start(t, { 'access.default': 'public', ...config })
  const page = await (await openContext(t)).newPage()
  await page.goto(app)
  await page.evaluate("localStorage.setItem('draft', 'secret of the account')")
  await signOut(page)
  await page.goto(app)
  return await page.evaluate<string | null>("localStorage.getItem('draft')")
}

t.test('clear-site-data: sign-out deletes what the application stored (ASVS 14.3.1)', { skip }, async (t) => {
  t.equal(await storedAfterSignOut(t, { 'logout.clearSiteData': ['storage', 'cache'] }), null)
  t.equal(await storedAfterSignOut(t, {}), 'secret of the account', 'not configured: kept')
})

/** Whether Back right after a sign-out shows the former page as the browser kept it in memory. */
async function isShownAgain(t: Test, config: Record<string, unknown>): Promise<boolean> {
  const { signIn, origin, app } = await start(t, config)
  const browser = await launchWithPageCache(findChromium() ?? '')
  t.teardown(() => browser.close())
  const context = await browser.newContext()
  await addCookies(context, await signIn('ada'), origin)
  const page = await context.newPage()
  let note = (_isKept: boolean) => {}
  await page.exposeFunction('noteShown', (isKept: boolean) => note(isKept))
  await page.addInitScript("addEventListener('pageshow', (event) => noteShown(event.persisted))")
  await page.goto(app)
  await signOut(page)
  await page.waitForLoadState('networkidle')
  const shown = new Promise<boolean>((resolve) => {
    note = resolve
  })
  // Its promise waits for a load, which a page in memory does not have.
  page.goBack().catch(() => {})
  return await shown
}

t.test('clear-site-data: Back after a sign-out shows no page kept in memory', { skip }, async (t) => {
  t.equal(await isShownAgain(t, { 'logout.clearSiteData': ['cache'] }), false)
  t.equal(await isShownAgain(t, { 'logout.clearSiteData': ['storage'] }), true, 'control: not configured')
})

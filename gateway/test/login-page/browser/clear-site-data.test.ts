import t, { type Test } from 'tap'
import { findChromium, launchWithPageCache } from '../../fixtures/browser/browser.ts'
import { sharedChromium, skip } from '../../fixtures/browser/shared-browser.ts'
import { cookieHeader, postSession, startGateway } from '../../fixtures/gateway.ts'
import { findFreePorts } from '../../fixtures/wire/ports.ts'
import { startUpstream } from '../../fixtures/wire/upstream.ts'

/** An application whose page offers a sign-out. Browsers treat loopback like https. Returns its address for browsers. */
async function start(t: Test, config: Record<string, unknown>) {
  const application = await startUpstream(t, (_req, res) => {
    res.setHeader('content-type', 'text/html')
    res.end('<h1>The application</h1><a href="/logout">Sign out</a>')
  })
  const [port = 0] = await findFreePorts(1)
  const publicUrl = `https://localhost:${port}`
  const gateway = await startGateway(t, { publicUrl, port, upstreamUrl: application.url, config })
  return { gateway, publicUrl, url: `http://localhost:${port}` }
}

/** What the browser still stores after a sign-out. */
async function storedAfterSignOut(t: Test, config: Record<string, unknown>): Promise<string | null> {
  const { url } = await start(t, { 'access.default': 'public', ...config })
  const page = await (await sharedChromium()).newPage()
  t.teardown(() => page.close())
  await page.goto(`${url}/app`)
  await page.evaluate("localStorage.setItem('draft', 'secret of the account')")
  await page.click('a')
  await page.waitForURL(/\/login\?reason=signed-out/)
  await page.goto(`${url}/app`)
  return await page.evaluate<string | null>("localStorage.getItem('draft')")
}

t.test('clear-site-data: sign-out deletes what the application stored (ASVS 14.3.1)', { skip }, async (t) => {
  t.equal(await storedAfterSignOut(t, { 'logout.clearSiteData': ['storage', 'cache'] }), null)
  t.equal(await storedAfterSignOut(t, {}), 'secret of the account', 'not configured: kept')
})

/** Whether Back right after a sign-out shows the former page as the browser kept it in memory. */
async function isShownAgain(t: Test, config: Record<string, unknown>): Promise<boolean> {
  const { gateway, publicUrl, url } = await start(t, config)
  gateway.provider.accounts.create({ uid: 'ada' })
  const { idToken, refreshToken } = await gateway.provider.signIn('ada')
  const cookie = cookieHeader(await postSession(gateway.url, idToken, refreshToken, { origin: publicUrl }))
  const browser = await launchWithPageCache(findChromium() ?? '')
  t.teardown(() => browser.close())
  const context = await browser.newContext()
  const at = cookie.indexOf('=')
  await context.addCookies([
    { name: cookie.slice(0, at), value: cookie.slice(at + 1), url: publicUrl, secure: true }
  ])
  const page = await context.newPage()
  let note = (_isKept: boolean) => {}
  await page.exposeFunction('noteShown', (isKept: boolean) => note(isKept))
  await page.addInitScript("addEventListener('pageshow', (event) => noteShown(event.persisted))")
  await page.goto(`${url}/app`)
  await page.click('a')
  await page.waitForURL(/\/login\?reason=signed-out/)
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

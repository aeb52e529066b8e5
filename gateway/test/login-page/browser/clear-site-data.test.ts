import t, { type Test } from 'tap'
import { sharedChromium, skip } from '../../fixtures/browser/shared-browser.ts'
import { startGateway } from '../../fixtures/gateway.ts'
import { findFreePorts } from '../../fixtures/wire/ports.ts'
import { startUpstream } from '../../fixtures/wire/upstream.ts'

/** What the browser still stores after a sign-out. Browsers treat loopback like https. */
async function storedAfterSignOut(t: Test, config: Record<string, unknown>): Promise<string | null> {
  const application = await startUpstream((_req, res) => {
    res.setHeader('content-type', 'text/html')
    res.end('<h1>The application</h1><a href="/logout">Sign out</a>')
  })
  t.teardown(() => application.close())
  const [port = 0] = await findFreePorts(1)
  await startGateway(t, {
    publicUrl: `https://localhost:${port}`,
    port,
    upstreamUrl: application.url,
    config: { 'access.default': 'public', ...config }
  })
  const page = await (await sharedChromium()).newPage()
  t.teardown(() => page.close())
  await page.goto(`http://localhost:${port}/app`)
  await page.evaluate("localStorage.setItem('draft', 'secret of the account')")
  await page.click('a')
  await page.waitForURL(/\/login\?reason=signed-out/)
  await page.goto(`http://localhost:${port}/app`)
  return await page.evaluate<string | null>("localStorage.getItem('draft')")
}

t.test(
  'clear-site-data: in a browser, sign-out deletes what the application stored (ASVS 14.3.1)',
  { skip },
  async (t) => {
    t.equal(await storedAfterSignOut(t, { 'logout.clearSiteData': ['storage', 'cache'] }), null)
    t.equal(await storedAfterSignOut(t, {}), 'secret of the account', 'not configured: kept')
  }
)

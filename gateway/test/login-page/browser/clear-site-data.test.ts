import t, { type Test } from 'tap'
import { sharedChromium, skip } from '../../fixtures/browser/shared-browser.ts'
import { startGateway } from '../../fixtures/gateway.ts'
import { findFreePorts } from '../../fixtures/wire/ports.ts'
import { startUpstream } from '../../fixtures/wire/upstream.ts'

/** What is left in the browser's storage after a sign-out. Loopback is as good as https to browsers. */
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
  'clear-site-data: in a browser, what the application stored is gone after a sign-out (ASVS 14.3.1)',
  { skip },
  async (t) => {
    t.equal(await storedAfterSignOut(t, { 'logout.clearSiteData': ['storage', 'cache'] }), null)
    t.equal(await storedAfterSignOut(t, {}), 'secret of the account', 'not asked for: kept')
  }
)

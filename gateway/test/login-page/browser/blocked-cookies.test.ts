import t from 'tap'
import { findChromium, launchWithSettings } from '../../fixtures/browser.ts'
import { openHostsVisitor, signInAt, startHosts } from '../../fixtures/several-hosts.ts'

// The headless shell knows no settings.
const chromium = findChromium()
const skip = chromium === null && 'no Chromium: set CHROMIUM_PATH'

t.test('cookies: all blocked in the browser, the login page says so and stays', { skip }, async (t) => {
  const context = await launchWithSettings(chromium ?? '', t.testdir({}), {
    profile: { default_content_setting_values: { cookies: 2 } }
  })
  const hosts = await startHosts(t, { cookieDomain: 'example.com' })
  const { home, wiki } = hosts
  const { page } = await openHostsVisitor(t, context)
  const loaded: string[] = []
  page.on('framenavigated', (frame) => void loaded.push(new URL(frame.url()).pathname))
  await page.goto(`${wiki}/pages/7`)
  await signInAt(page, hosts)
  await page.getByText("Your browser doesn't allow cookies.").waitFor()
  t.equal(new URL(page.url()).origin, home)
  t.same(loaded, ['/login'])
})

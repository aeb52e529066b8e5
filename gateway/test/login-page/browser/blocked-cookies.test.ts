import t from 'tap'
import { findChromium, launchWithSettings } from '../../fixtures/browser.ts'
import { openHosts, signInAt } from '../../fixtures/several-hosts.ts'

// The headless shell knows no settings.
const chromium = findChromium()
const skip = chromium === null && 'no Chromium: set CHROMIUM_PATH'

t.test('cookies: all blocked in the browser, the login page says so and stays', { skip }, async (t) => {
  const context = await launchWithSettings(chromium ?? '', t.testdir({}), {
    profile: { default_content_setting_values: { cookies: 2 } }
  })
  const { page, home, wiki } = await openHosts(t, { cookieDomain: 'example.com', context })
  const loaded: string[] = []
  page.on('framenavigated', (frame) => void loaded.push(new URL(frame.url()).pathname))
  await page.goto(`${wiki}/pages/7`)
  await signInAt(page)
  await page.getByText("Your browser doesn't allow cookies.").waitFor()
  t.equal(new URL(page.url()).origin, home)
  t.same(loaded, ['/login'])
})

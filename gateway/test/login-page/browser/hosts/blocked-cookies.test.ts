import type { BrowserContext, Page } from 'playwright-core'
import t from 'tap'
import { readTexts } from '../../../../src/config/package-files.ts'
import { findChromium, launchWithSettings } from '../../../fixtures/browser/browser.ts'
import { type Hosts, signInAt, startHosts } from '../../../fixtures/several-hosts.ts'

const en = readTexts('en')
// The headless shell has no settings.
const chromium = findChromium()
const skip = chromium === null && 'no Chromium: set CHROMIUM_PATH'

let context: BrowserContext
/** Cookies are blocked on all hosts of the first, and on all but the sign-in origin of the second. */
let blocked: Hosts
let split: Hosts
t.before(async () => {
  if (skip !== false) return
  ;[blocked, split] = await Promise.all([startHosts(t, { cookieDomain: 'example.com' }), startHosts(t)])
  context = await launchWithSettings(chromium ?? '', t.testdir({}), {
    profile: {
      default_content_setting_values: { cookies: 2 },
      content_settings: { exceptions: { cookies: { [`${split.home},*`]: { setting: 1 } } } }
    }
  })
  t.teardown(() => context.close())
})

/** A tab, and the pages that it has loaded: origin and path. */
async function openTab(): Promise<{ page: Page; loaded: string[] }> {
  const page = await context.newPage()
  const loaded: string[] = []
  page.on('framenavigated', (frame) => {
    const { origin, pathname } = new URL(frame.url())
    loaded.push(`${origin}${pathname}`)
  })
  return { page, loaded }
}

t.test('cookies: blocked everywhere, the login page says so and does not redirect', { skip }, async (t) => {
  const { home, wiki, shop } = blocked
  for (const asked of [`${wiki}/pages/7`, `${shop}/pages/7`]) {
    const { page, loaded } = await openTab()
    await page.goto(asked)
    await signInAt(page, blocked)
    await page.getByText('Your browser doesn’t allow cookies').waitFor()
    t.same(loaded, [`${home}/login`], asked)
  }
})

t.test('cookies: blocked at the receiver of a hand-over, a page says so, no retry', { skip }, async (t) => {
  const { home, shop } = split
  const { page, loaded } = await openTab()
  await page.goto(`${shop}/pages/7`)
  await signInAt(page, split)
  await page.getByText(en['gateway.not-handed-over.without-cookies'] ?? '').waitFor()
  t.same(loaded, [`${home}/login`, `${home}/_auth/continue`, `${shop}/_auth/arrive`])
  loaded.length = 0
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.waitForURL(`${shop}/_auth/arrive`)
  await page.getByText(en['gateway.not-handed-over.without-cookies'] ?? '').waitFor()
  const again = [`${shop}/pages/7`, `${home}/_auth/continue`, `${shop}/_auth/arrive`]
  t.same(loaded, again, 'one try for each click, by a page instead of a redirect, as for a form')
})

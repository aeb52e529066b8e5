import type { Page } from 'playwright-core'
import t from 'tap'
import { findChromium, holdRequests, launchWithPageCache } from '../../fixtures/browser/browser.ts'
import { codeOfDemo, heading, signInAs } from '../../fixtures/browser/login-form.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { becomeAlive, openVisitor, sharedDemo } from '../../fixtures/browser/visitors.ts'

/** Back and Forward on screens without their own address. */

const EMAIL = 'totp@example.com'

async function emailOnNextScreen(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Create an account' }).click()
  await heading(page, 'Create an account')
  return await page.locator('#email').inputValue()
}

t.test('history: Back after a sign-in with a second step is the page before sign-in', { skip }, async (t) => {
  const { url, openTab } = await openVisitor(t)
  const page = await openTab('/login/action')
  await page.goto(`${url}/login/forgot?redirect=%2Freports%2Ffirst`)
  await page.getByRole('link', { name: 'Back to sign‑in' }).click()
  await heading(page, 'Sign in to Meridian')
  await signInAs(page, EMAIL)
  await heading(page, 'Confirm that it’s you')
  await page.locator('#code').fill(codeOfDemo())
  await page.waitForURL(`${url}/reports/first`)
  await page.goBack()
  t.equal(page.url(), `${url}/login/action`, 'none of the history entries that the page has added')
})

/** Opens another page and waits until it has changed its own address, or `goBack` would wait for that. */
async function goElsewhere(page: Page, origin: string): Promise<void> {
  let navigations = 0
  const settled = new Promise<void>((resolve) => {
    page.on('framenavigated', () => {
      navigations += 1
      if (navigations === 2) resolve()
    })
  })
  await page.goto(`${origin}/login/action`)
  await settled
}

t.test('history: Back to a page interactive before it has loaded, input comes first', { skip }, async (t) => {
  const { url, openTab } = await openVisitor(t)
  const page = await openTab('/login')
  await page.locator('#email').fill(EMAIL)
  await goElsewhere(page, url)
  // The page has loaded once this script has.
  const release = await holdRequests(page, /\/early-sign-in-[^/]+\.js$/)
  await page.goBack({ waitUntil: 'commit' })
  await becomeAlive(page)
  t.equal(await page.evaluate('document.readyState'), 'interactive')
  t.equal(await page.locator('#email').inputValue(), EMAIL)
  release()
  t.equal(await emailOnNextScreen(page), EMAIL)
})

const noPageCache = findChromium() === null && 'no Chromium with a back-forward cache'
t.test('history: Back to a page in memory keeps input, accepts more', { skip: noPageCache }, async (t) => {
  const { url } = await sharedDemo()
  const browser = await launchWithPageCache(findChromium() ?? '')
  t.teardown(() => browser.close())
  const page = await browser.newPage()
  await page.goto(`${url}/login/forgot`)
  await page.evaluate("addEventListener('pageshow', (event) => { globalThis.wasKept = event.persisted })")
  await page.locator('#email').fill('ada@')
  await goElsewhere(page, url)
  await page.goBack({ waitUntil: 'commit' })
  await heading(page, 'Reset your password')
  t.equal(await page.evaluate('globalThis.wasKept'), true, 'restored from the cache')
  t.equal(await page.locator('#email').inputValue(), 'ada@')
  await page.locator('#email').press('End')
  await page.keyboard.type('example.com')
  await page.keyboard.press('Enter')
  await heading(page, 'Check your email')
  await page.getByText('ada@example.com').first().waitFor()
})

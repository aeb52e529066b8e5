import type { BrowserContextOptions, Page } from 'playwright-core'
import t, { type Test } from 'tap'
import { DEMO_USER } from '../../../demo/demo.ts'
import { signInAs } from '../../fixtures/browser/login-form.ts'
import { openContext, skip } from '../../fixtures/browser/shared-browser.ts'
import { openVisitor, sharedDemo } from '../../fixtures/browser/visitors.ts'

/** The login page in a browser that runs no scripts. */

async function openPage(t: Test, path: string, options: BrowserContextOptions = {}): Promise<Page> {
  const { url } = await sharedDemo()
  const context = await openContext(t, { javaScriptEnabled: false, ...options })
  const page = await context.newPage()
  await page.goto(url + path)
  return page
}

/** Elements reached by Tab, in order: the name of each and where it leads. */
async function reachedByTab(page: Page): Promise<string[]> {
  const reached: string[] = []
  for (let count = 0; count < 12; count += 1) {
    await page.keyboard.press('Tab')
    const focused = page.locator(':focus')
    if ((await focused.count()) === 0) break
    const tag = await page.evaluate<string>('document.activeElement.localName')
    reached.push(`${tag} ${(await focused.getAttribute('href')) ?? ''}`.trim())
  }
  return reached
}

const headings = (page: Page) => page.getByRole('heading').allInnerTexts()

for (const path of ['/login', '/login/action?mode=verifyEmail&oobCode=c0de', '/login/sign-up']) {
  t.test(`without script: ${path}, brand, heading, instructions, no dead controls`, { skip }, async (t) => {
    const page = await openPage(t, path)
    t.same(await headings(page), ['Sign‑in needs JavaScript'])
    t.ok(await page.locator('.card .brand').isVisible())
    t.match(await page.locator('.card noscript p').first().innerText(), /^JavaScript is turned off/)
    t.ok(await page.locator('footer').isVisible())
    t.equal(await page.locator('.terms:visible').count(), 0, 'no terms of a sign-in that is impossible')
    t.equal(await page.locator('form:visible, input:visible, button:visible, .spinner:visible').count(), 0)
    const reached = await reachedByTab(page)
    t.ok(reached.length > 1, 'help and footer')
    for (const name of reached) t.match(name, /^(a (https:|mailto:)|summary$)/)
  })
}

t.test('without script: /login/signed-out confirms it and links to sign-in', { skip }, async (t) => {
  const page = await openPage(t, '/login/signed-out')
  t.same(await headings(page), ['You’re signed out'])
  await page.locator('.card a').click()
  t.same(await headings(page), ['Sign‑in needs JavaScript'])
})

t.test('without script: on /login/problem, all links work', { skip }, async (t) => {
  const page = await openPage(t, '/login/problem?code=loop')
  t.equal(await page.locator('button').count(), 0)
  const links = page.locator('.card a:visible')
  const names = ['Contact Meridian support.', 'Continue', 'Back to sign‑in', 'Load the page again']
  t.same(await links.allInnerTexts(), names)
  t.match(await links.first().getAttribute('href'), /^mailto:/)
  const [loaded] = await Promise.all([
    page.waitForResponse('**/login/problem?code=loop'),
    links.last().click()
  ])
  t.equal(loaded.status(), 200)
})

t.test('without script: confirmed sign-out and the 403 page have working buttons', { skip }, async (t) => {
  const { url, context, openTab } = await openVisitor(t)
  const tab = await openTab('/login')
  await signInAs(tab, DEMO_USER.email)
  await tab.waitForURL(`${url}/`)
  const page = await openPage(t, '/login', { storageState: await context.storageState() })
  await page.goto(`${url}/admin/x`)
  t.same(await page.locator('.card button:visible').allInnerTexts(), ['Sign out'])
  await page.goto(`${url}/logout`)
  await page.locator('.card button').click()
  await page.waitForURL((at) => at.pathname === '/login')
  t.notOk((await page.context().cookies()).some(({ name }) => name === 'gatehouse'))
})

t.test('without script: in Arabic, language can be changed and nothing overflows', { skip }, async (t) => {
  const page = await openPage(t, '/login?lang=ar', { viewport: { width: 320, height: 640 } })
  t.equal(await page.locator('html').getAttribute('dir'), 'rtl')
  t.same(await headings(page), ['تسجيل الدخول يتطلب JavaScript'])
  t.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
  await page.locator('summary').click()
  await page.getByRole('link', { name: 'Deutsch' }).click()
  t.same(await headings(page), ['Die Anmeldung braucht JavaScript'])
})

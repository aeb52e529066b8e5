import type { Page } from 'playwright-core'
import t from 'tap'
import { chooseAccount } from '../../fixtures/browser/account-visitors.ts'
import { heading, press } from '../../fixtures/browser/login-form.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { openVisitor } from '../../fixtures/browser/visitors.ts'

t.test('dev drawer: authenticator app, signs in with password and displayed code', { skip }, async (t) => {
  const { url, complaints, openTab } = await openVisitor(t)
  const page = await openTab('/reports/4')
  await press(page, 'Test')
  await page.getByRole('button', { name: 'Fill in totp@example.com' }).click()
  // The password is filled in already: no step asks for it.
  await press(page, 'Continue')
  await heading(page, 'Confirm that it’s you')
  await page.getByRole('tab', { name: /^Codes/ }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'totp@example.com' })
    .getByRole('button', { name: /^Use / })
    .click()
  await page.waitForURL(`${url}/reports/4`)
  t.match(await page.locator('body').innerText(), 'totp@example.com')
  t.same(complaints, [])
})

t.test('dev drawer: open, covers no part of the card; closed, sends no requests', { skip }, async (t) => {
  const { openTab } = await openVisitor(t)
  const page = await openTab('/login?lang=ar')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/_auth/drawer')) asked.push(request.url())
  })
  await page.getByRole('button', { name: 'Test', exact: true }).waitFor()
  t.same(asked, [])
  await press(page, 'Test')
  await page.getByRole('tab').first().waitFor()
  const found: string[] = []
  for (const width of [320, 500, 736, 900, 1000, 1248, 1280, 1440, 1600]) {
    await page.setViewportSize({ width, height: 700 })
    // The drawer moves after the browser reports the new size.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))')
    found.push(...(await overlaps(page)).map((part) => `${part}, ${width} px`))
  }
  t.same(found, [])
})

/** Parts of the drawer that overlap the card. */
async function overlaps(page: Page): Promise<string[]> {
  const boxOf = async (selector: string) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator(selector).boundingBox()) ?? {}
    return { left: x, right: x + width, top: y, bottom: y + height }
  }
  const card = await boxOf('main')
  const parts = ['.drawer-pill', '.drawer-panel']
  const boxes = await Promise.all(parts.map(boxOf))
  return parts.filter((_part, index) => {
    const { left = 0, right = 0, top = 0, bottom = 0 } = boxes[index] ?? {}
    return left < card.right && right > card.left && top < card.bottom && bottom > card.top
  })
}

t.test('provider window: cancelled, closed or failed, a message and no sign-in', { skip }, async (t) => {
  const { context, openTab } = await openVisitor(t)
  const page = await openTab('/login')
  for (const end of [
    (window: Page) => chooseAccount(window, 'Let it fail'),
    (window: Page) => chooseAccount(window, 'Cancel'),
    (window: Page) => window.close({ runBeforeUnload: true })
  ]) {
    const opened = page.waitForEvent('popup')
    await page.getByRole('button', { name: /GitHub/ }).click()
    await end(await opened)
    // The page is no longer waiting.
    await page.locator('.alert:not(:empty), .notice').first().waitFor()
    t.same(await context.cookies(), [])
    await page.reload()
  }
})

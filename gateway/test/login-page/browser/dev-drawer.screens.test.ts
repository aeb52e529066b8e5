import type { Page } from 'playwright-core'
import t from 'tap'
import { DEMO_USER } from '../../../demo/demo.ts'
import { heading, press } from '../../fixtures/browser/login-form.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { openVisitor } from '../../fixtures/browser/visitors.ts'

const pill = (page: Page) => page.getByRole('button', { name: 'Test', exact: true })
const tab = (page: Page, name: string | RegExp) => page.getByRole('tab', { name })

/** Opens the drawer, fills in the form for an account and submits it. */
async function passFirstFactor(page: Page, email: string): Promise<void> {
  await press(page, 'Test')
  await page.getByRole('button', { name: `Fill in ${email}` }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).first().click()
  await heading(page, 'Confirm that it’s you')
}

t.test('dev drawer: authenticator app, signs in with password and displayed code', { skip }, async (t) => {
  const { url, complaints, openTab } = await openVisitor(t)
  const page = await openTab('/reports/4')
  await passFirstFactor(page, 'totp@example.com')
  await tab(page, /^Codes/).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'totp@example.com' })
    .getByRole('button', { name: /^Use / })
    .click()
  await page.waitForURL(`${url}/reports/4`)
  t.match(await page.locator('body').innerText(), 'totp@example.com')
  t.same(complaints, [])
})

t.test('dev drawer: text message, its code appears in the open panel', { skip }, async (t) => {
  const { url, complaints, openTab } = await openVisitor(t)
  const page = await openTab('/reports/5')
  await passFirstFactor(page, 'sms@example.com')
  await tab(page, /^Codes/).click()
  const entry = page.getByRole('listitem').filter({ hasText: '+15555550123' })
  t.equal(await entry.count(), 0)
  await page.getByRole('button', { name: /send/i }).first().click()
  await entry.getByRole('button', { name: /^Use / }).click()
  await page.waitForURL(`${url}/reports/5`)
  t.match(await page.locator('body').innerText(), 'sms@example.com')
  t.same(complaints, [])
})

t.test('dev drawer: open, covers no part of the card; closed, sends no requests', { skip }, async (t) => {
  const { openTab } = await openVisitor(t)
  const page = await openTab('/login?lang=ar')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/_auth/drawer')) asked.push(request.url())
  })
  await pill(page).waitFor()
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

t.test('dev drawer: the password of an account fills in both fields', { skip }, async (t) => {
  const { openTab } = await openVisitor(t)
  const page = await openTab('/login')
  await press(page, 'Test')
  await page.getByRole('button', { name: `Fill in ${DEMO_USER.email}` }).click()
  t.equal(await page.locator('#email').inputValue(), DEMO_USER.email)
  t.equal(await page.locator('#password').inputValue(), DEMO_USER.password)
  const program = page.getByRole('listitem').filter({ hasText: 'Build robot' })
  t.equal(await program.getByRole('button', { name: /^Fill in/ }).count(), 0, 'none without an address')
})

/** Clicks a button that closes its window, which may close before the click is reported. */
async function pressLast(window: Page, name: string): Promise<void> {
  const closed = window.waitForEvent('close')
  await window
    .getByRole('button', { name })
    .click()
    .catch(() => {})
  await closed
}

/** The window opened by the button of a provider. */
async function openWindow(page: Page, provider: string): Promise<Page> {
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: new RegExp(provider) }).click()
  return await opened
}

t.test('provider window: an account signs in without a request to another site', { skip }, async (t) => {
  const { url, context, complaints, openTab } = await openVisitor(t)
  const hosts = new Set<string>()
  const note = (request: { url(): string }) => hosts.add(new URL(request.url()).hostname)
  context.on('request', note)
  t.teardown(() => context.off('request', note))
  const page = await openTab('/reports/6')
  const window = await openWindow(page, 'Google')
  await window.getByRole('heading', { name: 'Sign in with Google' }).waitFor()
  await pressLast(window, DEMO_USER.email)
  await page.waitForURL(`${url}/reports/6`)
  t.match(await page.locator('body').innerText(), DEMO_USER.email)
  t.same([...hosts].sort(), ['localhost'])
  t.same(complaints, [])
})

t.test('provider window: cancelled, closed or failed, a message and no sign-in', { skip }, async (t) => {
  const { context, openTab } = await openVisitor(t)
  const page = await openTab('/login')
  for (const end of [
    (window: Page) => pressLast(window, 'Let it fail'),
    (window: Page) => pressLast(window, 'Cancel'),
    (window: Page) => window.close({ runBeforeUnload: true })
  ]) {
    await end(await openWindow(page, 'GitHub'))
    // The page is no longer waiting.
    await page.locator('.alert:not(:empty), .notice').first().waitFor()
    t.same(await context.cookies(), [])
    await page.reload()
  }
})

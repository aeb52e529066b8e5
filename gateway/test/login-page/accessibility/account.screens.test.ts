import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import t from 'tap'
import { openAccountVisitor, PASSWORD, shareAccountGateways } from '../../fixtures/account-visitors.ts'
import { DESKTOP, NARROW } from '../../fixtures/previews.ts'
import { skip } from '../../fixtures/shared-browser.ts'

/** The account page where it cannot be previewed: the proof in place, each form of change with it open, and what comes after. */

const gatewayFor = shareAccountGateways(t)
const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds wrong in the page as it is, wide and narrow, and whether it is wider than the screen. */
async function findFaults(page: Page): Promise<unknown[]> {
  const found: unknown[] = []
  for (const viewport of [DESKTOP, NARROW]) {
    await page.setViewportSize(viewport)
    await page.evaluate(`${axe}; undefined`)
    const { violations } = Object(await page.evaluate(`axe.run({ runOnly: ${JSON.stringify(RULES)} })`)) as {
      violations: { id: string; nodes: { html: string }[] }[]
    }
    for (const { id, nodes } of violations) found.push([viewport.width, id, nodes.map(({ html }) => html)])
    if (await page.evaluate('document.documentElement.scrollWidth > innerWidth'))
      found.push([viewport.width, 'wider than the screen'])
  }
  return found
}

/** The primary button of the form that is shown. */
const submit = (page: Page) => page.locator('main form button[type=submit]:visible').first().click()

for (const lang of ['en', 'ar'])
  t.test(
    `accessibility: account page, ${lang}, nothing wrong with the proof, the forms after it and what comes of them`,
    { skip },
    async (t) => {
      const gateway = await gatewayFor('handover')
      const { page } = await openAccountVisitor(t, gateway, '')
      await page.emulateMedia({ reducedMotion: 'reduce' })
      const open = async (path: string) => {
        gateway.advance(60)
        await page.goto(`${gateway.origin}/account/${path}?lang=${lang}`)
        await page.locator('#proof').waitFor()
      }
      const prove = async (field: string) => {
        await page.locator('#password').fill(PASSWORD)
        await submit(page)
        await page.locator(`main form ${field}:not([readonly])`).waitFor()
      }
      await open('password')
      t.equal(await page.locator('html').getAttribute('dir'), lang === 'ar' ? 'rtl' : 'ltr')
      t.same(await findFaults(page), [], 'the proof')
      await page.locator('#password').fill('wrong')
      await submit(page)
      await page.locator('[role=alert] strong, [aria-invalid=true]').first().waitFor()
      t.same(await findFaults(page), [], 'a proof that failed')

      for (const [path, field, wrong] of [
        ['password', '#new-password', 'abc'],
        ['email', '#email', 'no address'],
        ['delete', '#email', 'something else']
      ] as const) {
        await open(path)
        await prove(field)
        t.same(await findFaults(page), [], `${path}: its form`)
        await page.locator(field).fill(wrong)
        await submit(page)
        await page.locator('[aria-invalid=true]').waitFor()
        t.same(await findFaults(page), [], `${path}: refused`)
        if (path === 'delete') continue
        gateway.advance(2)
        await page.locator(field).fill(path === 'email' ? 'ada@new.example' : PASSWORD)
        await submit(page)
        await page.locator('[role=status] .notice').waitFor()
        t.same(await findFaults(page), [], `${path}: done`)
      }
    }
  )

t.test(
  'accessibility: account page, a password is changed by the keyboard alone, and read out in order',
  { skip },
  async (t) => {
    const gateway = await gatewayFor('handover')
    const { page } = await openAccountVisitor(t, gateway, '')
    /** Tabs to the control of that name, or fails. */
    const tabTo = async (name: string) => {
      for (let count = 0; count < 20; count += 1) {
        await page.keyboard.press('Tab')
        const at = await page.evaluate<string>(
          "document.activeElement.id || document.activeElement.getAttribute('aria-label') || document.activeElement.innerText.trim()"
        )
        const label = await page.evaluate<string>("document.activeElement.closest('a, button')?.href ?? ''")
        if (at === name || label.endsWith(name)) return
      }
      t.fail(`no ${name} by Tab`)
    }
    await tabTo('/account/password')
    await page.keyboard.press('Enter')
    await page.locator('#proof:focus, h1:focus').first().waitFor()
    await tabTo('password')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await page.locator('#new-password:focus').waitFor()
    gateway.advance(2)
    await page.keyboard.type('another-password-of-ada')
    await page.keyboard.press('Enter')
    await page.locator('[role=status]:focus').getByText('Your password is saved.').waitFor()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.locator('h1:focus').getByText('Your account').waitFor()
  }
)

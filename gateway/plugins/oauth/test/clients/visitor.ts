import type { Browser, Page } from 'playwright-core'
import { signInAs } from '../../../../test/fixtures/browser/login-form.ts'
import type { Teardown } from '../../../../test/fixtures/provider/stand-in.ts'
import { ADA } from './scene.ts'

const STEP_TIMEOUT_MS = 15_000

/** A new visitor in a real browser. */
export async function openVisitor(t: Teardown, browser: Browser): Promise<Page> {
  const context = await browser.newContext()
  t.teardown(() => context.close())
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  return await context.newPage()
}

/** Fills in the login page, which the visitor is on. */
export const signIn = (page: Page) => signInAs(page, ADA.email, ADA.password)

/** Allows what the consent page asks for; returns what that says. */
export async function consent(page: Page): Promise<string> {
  const allow = page.getByRole('button', { name: 'Allow', exact: true })
  await allow.waitFor()
  const text = await page.locator('main').innerText()
  await allow.click()
  return text
}

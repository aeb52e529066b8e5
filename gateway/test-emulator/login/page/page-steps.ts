import assert from 'node:assert/strict'
import type { BrowserContext, Page } from 'playwright-core'
import { holds } from '../../../test/fixtures/browser/browser.ts'
import { signInAs } from '../../../test/fixtures/browser/login-form.ts'
import type { TestAccount } from '../../emulator-accounts.ts'
import { say } from './texts.ts'

/** The page of the application that visitors request. */
export const DEEP_LINK = '/reports/2026?quarter=3'

/** Opens a page of the gateway and waits until the script has hydrated it. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

/** Waits until React has hydrated this page. */
export async function hydrated(page: Page): Promise<void> {
  const marked = "Object.keys(node).some((key) => key.startsWith('__react'))"
  await holds(page, `[...document.querySelectorAll('main *')].some((node) => ${marked})`)
}

/** Waits until the page of the application is shown. */
export async function arrive(page: Page, path = DEEP_LINK): Promise<void> {
  await page.waitForURL(path)
  await page.getByRole('heading', { level: 1, name: path }).waitFor()
}

/** Waits for a heading, given by the key of its text. */
export async function seeHeading(page: Page, key: string, slots: Record<string, string> = {}): Promise<void> {
  // The title of a problem is shown without its full stop.
  const name = say(key, slots).replace(/\.$/, '')
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** Waits for a text, given by its key. */
export async function seeText(page: Page, key: string, slots: Record<string, string> = {}): Promise<void> {
  await page.getByText(say(key, slots)).first().waitFor()
}

/** Presses a button, given by the key of its text. */
export async function press(page: Page, key: string, slots: Record<string, string> = {}): Promise<void> {
  await page.getByRole('button', { name: say(key, slots), exact: true }).click()
}

/** Presses a button that may take itself away: a page can continue by itself. Ends when `next` has been reached. */
export async function pressUntil(page: Page, key: string, next: Promise<void>): Promise<void> {
  // If the page continues first, the click never finds its button.
  await Promise.race([press(page, key).catch(() => undefined), next])
  await next
}

/** Follows a link, given by the key of its text. */
export async function follow(page: Page, key: string, slots: Record<string, string> = {}): Promise<void> {
  await page.getByRole('link', { name: say(key, slots), exact: true }).click()
}

/** Fills in a field, given by the key of its label. */
export async function fill(page: Page, key: string, value: string): Promise<void> {
  await page.getByLabel(say(key), { exact: true }).fill(value)
}

/** Fills in and submits the sign-in form, in one step or two, once it is shown. */
export async function signIn(
  page: Page,
  { email, password }: Pick<TestAccount, 'email' | 'password'>
): Promise<void> {
  await page.locator('#password').waitFor({ state: 'attached' })
  await signInAs(page, email, password)
}

/** Fails when the browser has a session cookie. */
export async function assertNoSession(context: BrowserContext): Promise<void> {
  assert.deepEqual(await sessionCookies(context), [])
}

/** Names of the session cookies. */
async function sessionCookies(context: BrowserContext): Promise<string[]> {
  const cookies = await context.cookies()
  return cookies.map(({ name }) => name).filter((name) => /^gatehouse(\.\d+)?$/.test(name))
}

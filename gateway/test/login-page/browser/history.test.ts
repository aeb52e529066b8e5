import type { Page } from 'playwright-core'
import t from 'tap'
import { DEMO_USER } from '../../../demo/demo.ts'
import { totpCode } from '../../../stand-in/second-factors/totp.ts'
import { skip } from '../../fixtures/shared-browser.ts'
import { openVisitor, sharedDemo } from '../../fixtures/visitors.ts'

/** Back and Forward on screens that have no address of their own. */

const SECRET = 'GEZDGNBVGY3TQOJQ'
const EMAIL = 'totp@example.com'
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true }).waitFor()

async function signIn(page: Page): Promise<void> {
  await page.locator('#email').fill(EMAIL)
  await page.locator('#password').fill(DEMO_USER.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await heading(page, "Confirm that it's you")
}

t.test('history: Back at the second step, is sign-in with the email kept', { skip }, async (t) => {
  const { openTab } = await openVisitor(t)
  const page = await openTab('/login?redirect=%2Freports%2Ffirst')
  await signIn(page)
  await page.goBack()
  await heading(page, 'Sign in')
  t.equal(await page.locator('#email').inputValue(), EMAIL)
  t.equal(new URL(page.url()).search, '?redirect=%2Freports%2Ffirst')
})

t.test('history: signed in after a second step, Back is the page before sign-in', { skip }, async (t) => {
  const { url } = await sharedDemo()
  const { openTab } = await openVisitor(t)
  const page = await openTab('/login/action')
  await page.goto(`${url}/login/forgot?redirect=%2Freports%2Ffirst`)
  await page.getByRole('link', { name: 'Back to sign-in' }).click()
  await heading(page, 'Sign in')
  await signIn(page)
  await page.locator('#code').fill(totpCode(SECRET, Date.now() / 1000))
  await page.waitForURL(`${url}/reports/first`)
  await page.goBack()
  t.equal(page.url(), `${url}/login/action`, 'none of the entries that the page has added')
})

import assert from 'node:assert/strict'
import { PASSWORD } from './site.ts'
import type { Visits } from './visits.ts'
import type { Browser } from './webdriver.ts'

const DEEP_LINK = '/reports/2026?quarter=3&q=a%2Fb#chapter-2'

/** Signs in with the form of the login page. */
export async function signIn(browser: Browser, email: string, password = PASSWORD): Promise<void> {
  await browser.fill('#email', email)
  await browser.fill('#password', password)
  await browser.press('Sign in')
}

/** Journeys from a page of the application to the login page and back. */
export async function checkSignIn({ site, journey }: Visits): Promise<void> {
  const { origin } = site

  await journey('a deep link leads to the login page and back, and sign-out works', async (browser) => {
    const { uid, email } = site.newAccount()
    await browser.goto(origin + DEEP_LINK)
    assert.equal(new URL(await browser.location()).pathname, '/login')
    await signIn(browser, email)
    await browser.reach(origin + DEEP_LINK)
    await browser.sees(uid)
    const [cookie] = await browser.cookies()
    assert.deepEqual([cookie?.name, cookie?.httpOnly, cookie?.sameSite], ['gatehouse', true, 'Lax'])
    assert.equal(await browser.evaluate('document.cookie'), '')
    await browser.clickAt('form[action="/logout"] button')
    await browser.reach(`${origin}/login?reason=signed-out`)
    await browser.sees("You're signed out.")
    await browser.goto(`${origin}/`)
    assert.equal(new URL(await browser.location()).pathname, '/login')
  })
}

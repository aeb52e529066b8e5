import assert from 'node:assert/strict'
import { signIn } from './sign-in.ts'
import { PASSWORD } from './site.ts'
import type { Visits } from './visits.ts'
import type { Browser } from './webdriver.ts'

const NEW_PASSWORD = 'another-password-of-the-visitor'

/** Signs in again, by password, on a page of the account that asks for it. */
async function prove(browser: Browser): Promise<void> {
  await browser.sees('Confirm that it’s you')
  await browser.takenOver()
  await browser.fill('#password', PASSWORD)
  await browser.press('Confirm')
}

/** Journeys of the account page. */
export async function checkAccount({ site, engine, checks, journey }: Visits): Promise<void> {
  const { origin, provider } = site

  /** A new account, signed in, at a page of the account. */
  async function open(browser: Browser, path = ''): Promise<{ uid: string; email: string }> {
    const account = site.newAccount({ displayName: 'Grace' })
    await browser.goto(`${origin}/account`)
    await signIn(browser, account.email)
    await browser.reach(`${origin}/account`)
    await browser.sees('Your account')
    // Firefox names scripts as faults whose page is left while they load.
    await browser.takenOver()
    // A proof is another sign-in than that.
    site.advance(2)
    if (path !== '') await browser.goto(`${origin}/account${path}`)
    return account
  }

  await journey('a name is changed on the account page', async (browser) => {
    const { uid } = await open(browser)
    await browser.takenOver()
    await browser.fill('#name', 'Grace Hopper')
    await browser.press('Save')
    await browser.sees('Saved.')
    assert.equal(provider.accounts.get(uid)?.displayName, 'Grace Hopper')
    await browser.reload()
    assert.equal(await browser.valueOf('#name'), 'Grace Hopper')
  })

  await journey('a password is changed after a proof, and signs in', async (browser) => {
    const { email } = await open(browser, '/password')
    await prove(browser)
    await browser.find('#new-password')
    site.advance(2)
    await browser.fill('#new-password', NEW_PASSWORD)
    await browser.press('Save password')
    await browser.sees('Your password is saved.')
    await browser.goto(`${origin}/account`)
    await browser.takenOver()
    await browser.press('Sign out')
    await browser.sees('You’re signed out.')
    await browser.goto(`${origin}/reports`)
    await signIn(browser, email)
    await browser.sees('That email and password don’t match.')
    site.advance(2)
    await signIn(browser, email, NEW_PASSWORD)
    await browser.reach(`${origin}/reports`)
  })

  const passkey = 'a passkey is added on the account page, and signs in'
  if (engine.name === 'WebKit') return checks.skip(`${engine.name}: ${passkey}`, 'WebKitGTK has no passkeys')
  await journey(passkey, async (browser) => {
    await browser.addAuthenticator()
    const { uid } = await open(browser, '/passkeys')
    await browser.takenOver()
    await browser.press('Add a passkey')
    await prove(browser)
    await browser.sees(' is added.')
    assert.equal(provider.accounts.get(uid)?.passkeyIds?.length, 1)
    await browser.goto(`${origin}/account`)
    await browser.takenOver()
    await browser.press('Sign out')
    await browser.sees('You’re signed out.')
    await browser.goto(`${origin}/reports`)
    await browser.takenOver()
    await browser.press('Sign in with a passkey')
    await browser.reach(`${origin}/reports`)
    await browser.sees(uid)
  })
}

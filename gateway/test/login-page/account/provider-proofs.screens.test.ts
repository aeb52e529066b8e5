import t from 'tap'
import {
  chooseInWindow,
  openAccountVisitor,
  save,
  saved,
  shareAccountGateways
} from '../../fixtures/browser/account-visitors.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'

/** Accounts that sign in only with a federated provider re-authenticate with it and add a password. */

const gatewayFor = shareAccountGateways(t)
const CHOSEN = 'another-password-of-gia'
const gia = {
  uid: 'gia',
  email: 'gia@example.com',
  displayName: 'Gia',
  password: undefined as never,
  linkedProviders: [{ providerId: 'google.com', rawId: 'gia' }]
}

t.test('provider: its window proves the owner, an added password signs in', { skip }, async (t) => {
  const gateway = await gatewayFor('handover')
  const { page, cookie, whoPasses, complaints } = await openAccountVisitor(t, gateway, '', gia)
  const before = await cookie()
  await page.getByRole('link', { name: 'Set up Password' }).click()
  await page.getByRole('heading', { level: 1, name: 'Add a password' }).waitFor()
  t.equal(await page.locator('#password').count(), 0, 'the account has no password')
  await chooseInWindow(page, 'Continue with Google', 'gia@example.com')
  await save(page, gateway, CHOSEN)
  await saved(page).waitFor()
  t.not(await cookie(), before)
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByRole('link', { name: 'Change Password' }).waitFor()
  t.equal(await whoPasses(), 'gia', 'the session continues')
  t.same(complaints, [])

  await page.context().clearCookies()
  await page.goto(`${gateway.origin}/x`)
  await page.locator('#email').fill('gia@example.com')
  await page.locator('#password').fill(CHOSEN)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${gateway.origin}/x`)
})

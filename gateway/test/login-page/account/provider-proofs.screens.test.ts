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

t.test('provider: another account in its window changes nothing, then the owner', { skip }, async (t) => {
  const gateway = await gatewayFor('handover')
  const { page, cookie } = await openAccountVisitor(t, gateway, '/password', gia)
  const before = await cookie()
  await chooseInWindow(page, 'Continue with Google', 'ada@example.com')
  await page.getByText('That’s another account.').waitFor()
  t.equal(await page.locator('#new-password').count(), 0)
  t.equal(await cookie(), before)
  await chooseInWindow(page, 'Continue with Google', 'gia@example.com')
  await page.locator('#new-password').waitFor()
})

t.test('provider: a closed or failed window is reported and the next one works', { skip }, async (t) => {
  const gateway = await gatewayFor('handover')
  const { page, cookie } = await openAccountVisitor(t, gateway, '/password', gia)
  const before = await cookie()
  await chooseInWindow(page, 'Continue with Google', 'Cancel')
  await page.getByRole('button', { name: 'Continue with Google', exact: true }).waitFor()
  await chooseInWindow(page, 'Continue with Google', 'Let it fail')
  await page.getByRole('alert').locator('strong').waitFor()
  t.equal(await cookie(), before)
  await chooseInWindow(page, 'Continue with Google', 'gia@example.com')
  await page.locator('#new-password').waitFor()
})

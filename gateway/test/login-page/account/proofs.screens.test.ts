import type { Page } from 'playwright-core'
import t from 'tap'
import { totpCode } from '../../../stand-in/second-factors/totp.ts'
import {
  openAccountVisitor,
  proofHeading,
  prove,
  remove,
  save,
  saved,
  shareAccountGateways,
  startAccountGateway
} from '../../fixtures/browser/account-visitors.ts'
import { addPasskey, openPasskeyVisitor, passkeyButton } from '../../fixtures/browser/passkey-visitors.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'

/** Ways to re-authenticate on the account page other than a password alone. */

const gatewayFor = shareAccountGateways(t)

t.test('proof: an account with a second step needs its code in place', { skip }, async (t) => {
  const gateway = await gatewayFor('handover')
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const response = async (page: Page) => {
    gateway.advance(31)
    await page.locator('#code').fill(totpCode(secret, gateway.now()))
    await page.locator('form button[type=submit]').click()
  }
  const { page } = await openAccountVisitor(t, gateway, '/password', {
    secondFactors: [{ id: 'totp-1', displayName: 'Phone', totpSecret: secret, enrolledAtSeconds: 0 }]
  })
  await prove(page)
  await page.locator('#code').waitFor()
  t.equal(await page.locator('#new-password').count(), 0, 'the password alone is not enough')
  await response(page)
  await save(page, gateway)
  await saved(page).waitFor()
})

t.test('proof: a passkey of the account works without a password', { skip }, async (t) => {
  const gateway = await startAccountGateway(t, { config: { 'login.passkeys.offerAfterSignIn': true } })
  const visitor = await openPasskeyVisitor(t, gateway)
  const { page, complaints } = visitor
  await addPasskey(visitor, gateway)
  gateway.advance(2)
  await page.goto(`${gateway.origin}/account/password`)
  await proofHeading(page).waitFor()
  await passkeyButton(page).click()
  await save(page, gateway)
  await saved(page).waitFor()
  t.same(complaints, [])
})

t.test('proof: focus moves to card, form and result of the change', { skip }, async (t) => {
  const gateway = await gatewayFor('handover')
  const { page } = await openAccountVisitor(t, gateway, '/password')
  const focused = () =>
    page.evaluate<string>('document.activeElement.id || document.activeElement.textContent')
  await prove(page)
  await page.locator('#new-password:focus').waitFor()
  gateway.advance(301)
  await save(page, gateway)
  await page.locator('#proof:focus').waitFor()
  await prove(page)
  await saved(page).waitFor()
  t.match(await focused(), 'Your password is saved.')
})

t.test('proof: one on another page does not run the action of the first page', { skip }, async (t) => {
  const gateway = await gatewayFor('handover')
  const linkedProviders = [{ providerId: 'google.com', rawId: 'ada' }]
  const { page } = await openAccountVisitor(t, gateway, '/providers', { linkedProviders })
  await remove(page, 'Google')
  await proofHeading(page).waitFor()
  await page.getByRole('link', { name: 'Your account' }).click()
  await page.getByRole('link', { name: 'Change Password' }).click()
  await prove(page)
  await page.locator('#new-password').waitFor()
  t.ok(gateway.provider.accounts.get('ada')?.linkedProviders?.length)
  await save(page, gateway)
  await saved(page).waitFor()
  t.same(
    gateway.provider.accounts.get('ada')?.linkedProviders?.map(({ providerId }) => providerId),
    ['google.com']
  )
})

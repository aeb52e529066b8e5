import type { Page } from 'playwright-core'
import t from 'tap'
import { totpCode } from '../../../stand-in/second-factors/totp.ts'
import {
  openAccountVisitor,
  proofHeading,
  prove,
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

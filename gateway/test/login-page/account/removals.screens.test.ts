import t from 'tap'
import type { StandIn } from '../../../stand-in/stand-in.ts'
import {
  openAccountVisitor,
  proofHeading,
  prove,
  remove,
  shareAccountGateways
} from '../../fixtures/browser/account-visitors.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'

/** What is asked in a row before something is removed. */

const gatewayFor = shareAccountGateways(t)
const totpSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const google = { providerId: 'google.com', rawId: 'ada' }
const phone = { id: 'f1', displayName: 'Phone', totpSecret, enrolledAtSeconds: 1 }
const tablet = { id: 'f2', displayName: 'Tablet', totpSecret, enrolledAtSeconds: 2 }

const linkedOf = ({ provider }: { provider: StandIn }) =>
  provider.accounts.get('ada')?.linkedProviders?.map(({ providerId }) => providerId) ?? []

t.test('removal: a connected account is kept by Keep, and removed by Remove', { skip }, async (t) => {
  const gateway = await gatewayFor('handover')
  const { page } = await openAccountVisitor(t, gateway, '/providers', { linkedProviders: [google] })
  await page.getByRole('button', { name: 'Remove: Google' }).click()
  const found = await page.getByRole('alertdialog').innerText()
  t.match(found, /^Remove Google\?\s+You can’t sign in with it then\./)
  await page.getByRole('button', { name: 'Keep' }).click()
  await page.getByRole('button', { name: 'Remove: Google' }).waitFor()
  t.equal(await page.getByRole('alertdialog').count(), 0)
  t.equal(await proofHeading(page).count(), 0)
  t.same(linkedOf(gateway), ['google.com'])
  await remove(page, 'Google')
  await prove(page)
  await page.getByText('Google is removed.').waitFor()
  t.same(linkedOf(gateway), [])
})

t.test('removal: the only second step warns of a sign-in, one of two only sometimes', { skip }, async (t) => {
  const gateway = await gatewayFor('handover')
  const askedOf = async (name: string, secondFactors: (typeof phone)[]) => {
    const { page } = await openAccountVisitor(t, gateway, '/second-step', { secondFactors })
    await page.getByRole('button', { name: `Remove: ${name}` }).click()
    return page.getByRole('alertdialog').innerText()
  }
  const found = await askedOf('Phone', [phone])
  t.match(found, /Remove Phone\?[\s\S]*a password alone opens your account\. You sign in again afterwards\./)
  t.match(
    await askedOf('Tablet', [phone, tablet]),
    /Remove Tablet\?\s+If you use it to confirm this, you sign in again afterwards\./
  )
})

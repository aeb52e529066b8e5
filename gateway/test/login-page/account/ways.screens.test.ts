import t from 'tap'
import { totpCode } from '../../../stand-in/second-factors/totp.ts'
import type { StandIn } from '../../../stand-in/stand-in.ts'
import {
  chooseAccount,
  codeFor,
  MODES,
  openAccountVisitor,
  PASSWORD,
  prove,
  remove,
  shareAccountGateways
} from '../../fixtures/browser/account-visitors.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'

/** Account pages for providers, second steps and passkeys, from end to end. */

const gatewayFor = shareAccountGateways(t)
const totpSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

const linkedOf = ({ provider }: { provider: StandIn }, uid = 'ada') =>
  provider.accounts.get(uid)?.linkedProviders?.map(({ providerId }) => providerId) ?? []

for (const acquire of MODES) {
  t.test(`providers: ${acquire}, connected after a proof, then disconnected`, { skip }, async (t) => {
    const gateway = await gatewayFor(acquire)
    const { page, complaints, whoPasses } = await openAccountVisitor(t, gateway, '/providers')
    await page.getByRole('button', { name: 'Connect: Google' }).click()
    const window = page.context().waitForEvent('page')
    await prove(page)
    await chooseAccount(await window, 'ada@example.com')
    await page.getByText('Google is connected.').waitFor()
    t.same(linkedOf(gateway), ['google.com'])
    await remove(page, 'Google')
    await page.getByText('Google is removed.').waitFor()
    t.same(linkedOf(gateway), [])
    t.equal(await whoPasses(), 'ada', 'the session continues')
    t.same(complaints, [])
    t.notMatch(gateway.logText(), /eyJ[A-Za-z0-9_-]{10}/, 'no token in the log')
  })

  t.test(`second step: ${acquire}, authenticator added by its first valid code`, { skip }, async (t) => {
    const gateway = await gatewayFor(acquire)
    const { page, complaints, whoPasses } = await openAccountVisitor(t, gateway, '/second-step')
    await page.getByRole('button', { name: 'Add: Authenticator app' }).click()
    await prove(page)
    await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
    await page.locator('#code').fill('000000')
    await page.getByText('That code didn’t work').first().waitFor()
    await page.locator('#code').fill(await codeFor(page, gateway))
    await page.getByText('Your second step is set up.').waitFor()
    t.equal(gateway.provider.accounts.get('ada')?.secondFactors?.length, 1)
    t.equal(await whoPasses(), 'ada', 'the session continues')
    const found = complaints.filter((text) => !text.includes('400'))
    t.same(found, [])
  })

  t.test(`second step: ${acquire}, that of this session removed, sign-in says why`, { skip }, async (t) => {
    const gateway = await gatewayFor(acquire)
    const secondFactors = [{ id: 'f1', displayName: 'Phone', totpSecret, enrolledAtSeconds: 1 }]
    const { page } = await openAccountVisitor(t, gateway, '/second-step', { secondFactors })
    await remove(page, 'Phone')
    await prove(page)
    await page.locator('#code').fill(totpCode(totpSecret, gateway.now()))
    await page.getByText('Your sign-in details have changed.').waitFor()
    t.equal(gateway.provider.accounts.get('ada')?.secondFactors, undefined)
    gateway.advance(1)
    await page.locator('#email').fill('ada@example.com')
    await page.locator('#password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  })

  t.test(`passkeys: ${acquire}, added and removed, session goes on`, { skip }, async (t) => {
    const gateway = await gatewayFor(acquire)
    const visitor = await openAccountVisitor(t, gateway, '/passkeys')
    const { page, device, complaints, whoPasses } = visitor
    await page.getByLabel('Name of the passkey').fill('Ada’s laptop')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await prove(page)
    await page.getByText('Ada’s laptop is added.').waitFor()
    t.equal((await device.list()).length, 1)
    t.equal(gateway.provider.accounts.get('ada')?.passkeyIds?.length, 1)
    await remove(page, 'Ada’s laptop')
    await page.getByText('Ada’s laptop is removed.').waitFor()
    t.equal(gateway.provider.accounts.get('ada')?.passkeyIds, undefined)
    while ((await device.list()).length > 0) await page.evaluate('0')
    t.equal(await whoPasses(), 'ada')
    t.same(complaints, [])
  })
}

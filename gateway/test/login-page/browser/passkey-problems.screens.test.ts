import type { Page } from 'playwright-core'
import t from 'tap'
import type { InjectedFault } from '../../../stand-in/server/faults.ts'
import {
  addPasskey,
  openPasskeyVisitor,
  type PasskeyGateway,
  type PasskeyVisitor,
  passkeyButton,
  signInByPassword,
  startPasskeyGateway
} from '../../fixtures/browser/passkey-visitors.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'

let gateway: PasskeyGateway
let visitor: PasskeyVisitor
t.before(async () => {
  if (skip !== false) return
  gateway = await startPasskeyGateway(t)
  visitor = await openPasskeyVisitor(t, gateway)
  await addPasskey(visitor, gateway)
})

const error = (message: string, status = 400): InjectedFault => ({ kind: 'error', status, message })
const alertOn = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor()

t.test('passkey problems: not enabled, the button disappears and the form stays', { skip }, async (t) => {
  const { page, clear } = visitor
  await clear()
  await page.goto(`${gateway.origin}/y`)
  gateway.provider.faults.passkeySignInStart = error('PASSKEY_NOT_ENABLED')
  await passkeyButton(page).click()
  await alertOn(page, 'Passkeys aren’t available right now')
  gateway.provider.faults.reset()
  t.equal(await passkeyButton(page).count(), 0)
  t.ok(await page.locator('#password').isVisible())
})

t.test('passkey problems: cancelling the offer to add one keeps the session', { skip }, async (t) => {
  const own = await startPasskeyGateway(t)
  const { page, device } = await openPasskeyVisitor(t, own)
  await page.goto(`${own.origin}/y`)
  await signInByPassword(page)
  await page.getByRole('button', { name: 'Add a passkey' }).waitFor()
  await device.setVerified(false)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByText('No passkey was added.').first().waitFor()
  await page.goto(`${own.origin}/y`)
  t.equal(new URL(page.url()).pathname, '/y')
})

t.test('passkey problems: each tenant has its own passkeys', { skip }, async (t) => {
  const config = { 'identityPlatform.tenantId': 'acme-x1' }
  const own = await startPasskeyGateway(t, { config, tenants: ['acme-x1'] })
  const { accounts, settings } = own.provider
  accounts.create({ uid: 'tina', email: 'tina@example.com', password: 'secret-1', tenantId: 'acme-x1' })
  const one = await openPasskeyVisitor(t, own)
  const { page, clear } = one
  await page.goto(`${own.origin}/y`)
  await page.locator('#email').fill('tina@example.com')
  await page.locator('#password').fill('secret-1')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.waitForURL(`${own.origin}/y`)
  await clear()
  await page.goto(`${own.origin}/y`)
  await passkeyButton(page).click()
  await page.waitForURL(`${own.origin}/y`)
  t.match(own.upstream.seen.at(-1)?.headers, { 'x-forwarded-user': 'tina', 'x-signed-in-by': 'passkey' })

  const project = await startPasskeyGateway(t, { beside: own })
  settings.passkeys = { rpId: 'localhost', expectedOrigins: [project.origin] }
  await clear()
  await page.goto(`${project.origin}/y`)
  await passkeyButton(page).click()
  await alertOn(page, 'no longer in use here')
})

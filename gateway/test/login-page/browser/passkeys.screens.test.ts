import t from 'tap'
import { alertOn, press, signInAs } from '../../fixtures/browser/login-form.ts'
import {
  addPasskey,
  openPasskeyVisitor,
  passkeyButton,
  signInByPassword,
  startPasskeyGateway
} from '../../fixtures/browser/passkey-visitors.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'

for (const acquire of ['exchange', 'handover'] as const)
  t.test(`passkeys: ${acquire}, added after a password, then signs in`, { skip }, async (t) => {
    const own = await startPasskeyGateway(t, { acquire })
    const visitor = await openPasskeyVisitor(t, own)
    const { page, device, complaints, clear } = visitor
    await page.goto(`${own.origin}/x`)
    await signInByPassword(page)
    await page.getByRole('heading', { name: 'Sign in faster next time' }).waitFor()
    await press(page, 'Add a passkey')
    await page.waitForURL(`${own.origin}/x`)
    t.match(own.upstream.seen.at(-1)?.headers, { 'x-forwarded-user': 'ada', 'x-signed-in-by': 'password' })
    t.equal((await device.list()).length, 1)
    t.equal(own.provider.accounts.get('ada')?.passkeyIds?.length, 1)

    await clear()
    await page.goto(`${own.origin}/y`)
    await passkeyButton(page).click()
    await page.waitForURL(`${own.origin}/y`)
    t.match(own.upstream.seen.at(-1)?.headers, { 'x-forwarded-user': 'ada', 'x-signed-in-by': 'passkey' })
    t.same(complaints, [], 'a clean console')
    t.notMatch(own.logText(), /eyJ[A-Za-z0-9_-]{10}/, 'no token in the log')
  })

t.test('passkeys: autofill signs in after the first interaction, without a click', { skip }, async (t) => {
  const config = { 'login.methods.passkey': 'autofill' }
  const own = await startPasskeyGateway(t, { config })
  const visitor = await openPasskeyVisitor(t, own)
  const { page, foreign, clear } = visitor
  await addPasskey(visitor, own)
  await clear()
  foreign.length = 0
  await page.goto(`${own.origin}/y`)
  t.equal(await page.locator('#email').getAttribute('autocomplete'), 'username webauthn')
  t.equal(await page.locator('#password').getAttribute('autocomplete'), 'current-password webauthn')
  await passkeyButton(page).waitFor()
  t.same(foreign, [], 'no request to the provider before')
  await page.mouse.move(40, 40)
  await page.waitForURL(`${own.origin}/y`)
  t.match(own.upstream.seen.at(-1)?.headers, { 'x-signed-in-by': 'passkey' })
  t.ok(foreign.every((path) => path.includes('/accounts/passkeySignIn:')))
})

t.test('passkeys: a removed one is reported, and the device forgets it', { skip }, async (t) => {
  const own = await startPasskeyGateway(t)
  const visitor = await openPasskeyVisitor(t, own)
  const { page, device, clear } = visitor
  await addPasskey(visitor, own)
  own.provider.accounts.update('ada', { deletePasskeys: own.provider.accounts.get('ada')?.passkeyIds ?? [] })
  await clear()
  await page.goto(`${own.origin}/y`)
  await passkeyButton(page).click()
  await alertOn(page, 'was removed from your account').waitFor()
  t.same(await device.list(), [])
  await signInByPassword(page)
  await page.getByRole('button', { name: 'Add a passkey' }).waitFor()
})

t.test('passkeys: a second factor required, one signs in only if it counts as one', { skip }, async (t) => {
  for (const counts of [false, true]) {
    const own = await startPasskeyGateway(t)
    const visitor = await openPasskeyVisitor(t, own)
    await addPasskey(visitor, own)
    const config = {
      'login.methods.passkey': 'button',
      'login.mfa.totp': 'required',
      'login.passkeys.countsAsSecondFactor': counts
    }
    const strict = await startPasskeyGateway(t, { beside: own, config })
    own.provider.settings.passkeys = { rpId: 'localhost', expectedOrigins: [strict.origin] }
    const { page, clear } = visitor
    await clear()
    await page.goto(`${strict.origin}/y`)
    await passkeyButton(page).click()
    if (counts) await page.waitForURL(`${strict.origin}/y`)
    else await alertOn(page, 'needs a second step').waitFor()
    t.equal(new URL(page.url()).pathname, counts ? '/y' : '/login')
  }
})

t.test('passkeys: cancelling the offer to add one keeps the session', { skip }, async (t) => {
  const own = await startPasskeyGateway(t)
  const { page, device } = await openPasskeyVisitor(t, own)
  await page.goto(`${own.origin}/y`)
  await signInByPassword(page)
  await page.getByRole('button', { name: 'Add a passkey' }).waitFor()
  await device.setVerified(false)
  await press(page, 'Add a passkey')
  await page.getByText('No passkey was added.').first().waitFor()
  await page.goto(`${own.origin}/y`)
  t.equal(new URL(page.url()).pathname, '/y')
})

t.test('passkeys: each tenant has its own passkeys', { skip }, async (t) => {
  const config = { 'identityPlatform.tenantId': 'acme-x1' }
  const own = await startPasskeyGateway(t, { config, tenants: ['acme-x1'] })
  const { accounts, settings } = own.provider
  accounts.create({ uid: 'tina', email: 'tina@example.com', password: 'secret-1', tenantId: 'acme-x1' })
  const { page, clear } = await openPasskeyVisitor(t, own)
  await page.goto(`${own.origin}/y`)
  await signInAs(page, 'tina@example.com', 'secret-1')
  await press(page, 'Add a passkey')
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
  await alertOn(page, 'was removed from your account').waitFor()
})

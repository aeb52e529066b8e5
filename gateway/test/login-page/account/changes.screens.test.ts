import t from 'tap'
import { totpCode } from '../../../stand-in/second-factors/totp.ts'
import {
  MODES,
  NEW_PASSWORD,
  openAccountVisitor,
  proofHeading,
  prove,
  save,
  saved,
  shareAccountGateways,
  startAccountGateway
} from '../../fixtures/browser/account-visitors.ts'
import { addPasskey, openPasskeyVisitor, passkeyButton } from '../../fixtures/browser/passkey-visitors.ts'
import { sharedChromium, skip } from '../../fixtures/browser/shared-browser.ts'

/** Password, email and deletion on the account page, and failures, after which the visitor can continue. */

const gatewayFor = shareAccountGateways(t)

for (const acquire of MODES) {
  t.test(`password: ${acquire}, changed, the session goes on (ASVS 6.2.2)`, { skip }, async (t) => {
    const gateway = await startAccountGateway(t, {
      acquire,
      config: { 'session.revocationCheckSeconds': 60 }
    })
    const { page, complaints, cookie } = await openAccountVisitor(t, gateway, '/password')
    t.equal(await page.locator('#email').inputValue(), 'ada@example.com')
    t.equal(await page.locator('#email').getAttribute('readonly'), '')
    const before = await cookie()
    await prove(page)
    await page.getByText('signed out within 1 minute.').waitFor()
    await save(page, gateway)
    await saved(page).waitFor()
    t.not(await cookie(), before, 'the cookie is new')
    gateway.advance(120)
    await page.goto(`${gateway.origin}/after-the-check`)
    t.equal(gateway.upstream.seen.at(-1)?.url, '/after-the-check')
    gateway.advance(3700)
    await page.goto(`${gateway.origin}/after-the-end`)
    t.equal(gateway.upstream.seen.at(-1)?.url, '/after-the-end')
    const old = await fetch(`${gateway.url}/x`, {
      headers: {
        cookie: `gatehouse=${before}`,
        host: new URL(gateway.origin).host,
        accept: 'application/json'
      }
    })
    t.equal(old.status, 401, 'control: the old session')
    t.same(complaints, [], 'a clean console')
    t.notMatch(gateway.logText(), /eyJ[A-Za-z0-9_-]{10}/, 'no token in the log')
  })

  t.test(`password: ${acquire}, no new session, the login page says why`, { skip }, async (t) => {
    const gateway = await gatewayFor(acquire)
    const { page } = await openAccountVisitor(t, gateway, '/password')
    await page.route('**/_auth/session', async (route) => {
      if (route.request().method() === 'POST') gateway.provider.accounts.disable('ada')
      await route.continue()
    })
    await prove(page)
    await save(page, gateway)
    await page.waitForURL(/\/login\?.*reason=changed/)
    await page.getByRole('heading', { name: /^Sign in to / }).waitFor()
    await page.getByText('Your sign-in details have changed. Sign in again to continue.').waitFor()
    t.match(page.url(), /reason=changed/, 'no loop')
  })
}

t.test('proof: one serves all pages, and Back leads to no form that is done', { skip }, async (t) => {
  const gateway = await gatewayFor('handover')
  const { page } = await openAccountVisitor(t, gateway, '')
  const change = (name: string) => page.getByRole('link', { name: `Change ${name}` })
  await change('Password').click()
  await prove(page)
  await page.getByText(/^Confirmed until \d/).waitFor()
  await save(page, gateway)
  await page.locator('.lit').getByText('Password').waitFor()
  await change('Password').and(page.locator(':focus')).waitFor()
  await change('Email').click()
  t.equal(await saved(page).count(), 0, 'said once')
  await page.locator('#email').fill('ada@new.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await change('Email').and(page.locator(':focus')).waitFor()
  t.equal(await page.evaluate('history.length'), 3, 'a blank page, the overview, and the form ahead of it')
  await page.reload()
  await change('Password').click()
  await proofHeading(page).waitFor()
})

t.test('proof: wrong password, reported; Cancel returns to overview (ASVS 6.2.3)', { skip }, async (t) => {
  const gateway = await gatewayFor('handover')
  const { page } = await openAccountVisitor(t, gateway, '/password')
  await prove(page, 'not-the-password')
  await page.getByRole('alert').getByText('That password isn’t right.').first().waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Your account', exact: true }).waitFor()
  t.equal(new URL(page.url()).pathname, '/account')
})

t.test('proof: an account with a second step needs its code in place', { skip }, async (t) => {
  const gateway = await gatewayFor('handover')
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const { page } = await openAccountVisitor(t, gateway, '/password', {
    secondFactors: [{ id: 'totp-1', displayName: 'Phone', totpSecret: secret, enrolledAtSeconds: 0 }]
  })
  await prove(page)
  await page.locator('#code').waitFor()
  t.equal(await page.locator('#new-password').count(), 0, 'the password alone is not enough')
  gateway.advance(31)
  await page.locator('#code').fill(totpCode(secret, gateway.now()))
  await page.locator('form button[type=submit]').click()
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

for (const acquire of MODES)
  t.test(`delete: ${acquire}, the address typed, account deleted, session ended`, { skip }, async (t) => {
    const gateway = await gatewayFor(acquire)
    const { page, cookie } = await openAccountVisitor(t, gateway, '/delete')
    await prove(page)
    await page.locator('#email').fill('somebody else')
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.getByText('Type ada@example.com exactly as shown.').waitFor()
    t.ok(gateway.provider.accounts.get('ada'), 'control: not yet')
    await page.locator('#email').fill('Ada@example.com')
    await page.getByRole('button', { name: 'Delete account' }).click()
    await page.waitForURL(/\/login\/signed-out\?reason=deleted/)
    t.equal(gateway.provider.accounts.get('ada'), undefined)
    t.equal(await cookie(), undefined)
  })

t.test('failure: provider is down at each step of a change, a retry succeeds', { skip }, async (t) => {
  const gateway = await gatewayFor('handover')
  const { faults } = gateway.provider
  const away = { kind: 'error', status: 503, message: 'UNAVAILABLE' } as const
  t.teardown(() => faults.reset())
  const { page, cookie, whoPasses } = await openAccountVisitor(t, gateway, '/password')
  const before = await cookie()
  const said = (words: string) => page.getByRole('alert').getByText(words).waitFor()
  faults.identityToolkit = away
  await prove(page)
  await said('Sign‑in isn’t available right now.')
  t.equal(await page.locator('#new-password').count(), 0, 'not re-authenticated')
  faults.reset()
  await prove(page)
  await page.locator('#new-password').waitFor()

  faults.identityToolkit = away
  await save(page, gateway)
  await said('Sign‑in isn’t available right now.')
  t.equal(await page.locator('#new-password').inputValue(), NEW_PASSWORD, 'the input is kept')
  t.equal(await cookie(), before)
  faults.reset()
  await page.getByRole('button', { name: 'Save password' }).click()
  await saved(page).waitFor()
  t.not(await cookie(), before)
  t.equal(await whoPasses(), 'ada')
})

t.test('sign-out everywhere: ends the session in this and every other browser', { skip }, async (t) => {
  const gateway = await startAccountGateway(t, { acquire: 'exchange' })
  const { page, cookie, context } = await openAccountVisitor(t, gateway, '')
  const storageState = await context.storageState()
  const other = await (await sharedChromium()).newContext({ storageState })
  t.teardown(() => other.close())
  const elsewhere = await other.newPage()
  await elsewhere.goto(`${gateway.origin}/account`)
  await elsewhere.getByRole('heading', { name: 'Your account', exact: true }).waitFor()
  gateway.advance(2)
  await page.getByRole('button', { name: 'Sign out on all devices' }).click()
  await page.getByText('You were signed out of all devices.').waitFor()
  t.equal(await cookie(), undefined)
  await elsewhere.goto(`${gateway.origin}/account`)
  await elsewhere.getByText('Your session has ended.').waitFor()
})

t.test('failure: without the main script, "Sign out" submits its form', { skip }, async (t) => {
  const { page, cookie } = await openAccountVisitor(t, await gatewayFor('handover'), '')
  await page.route('**/_auth/assets/index-*.js', (route) => route.fulfill({ status: 404, body: '' }))
  await page.reload()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await page.waitForURL(/\/login/)
  t.equal(await cookie(), undefined)
})

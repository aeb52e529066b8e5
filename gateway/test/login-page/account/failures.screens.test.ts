import t from 'tap'
import {
  NEW_PASSWORD,
  openAccountVisitor,
  prove,
  save,
  saved,
  shareAccountGateways,
  startAccountGateway
} from '../../fixtures/browser/account-visitors.ts'
import { sharedChromium, skip } from '../../fixtures/browser/shared-browser.ts'

/** Failures on the account page: nothing is lost, and the visitor can continue afterwards. */

const gatewayFor = shareAccountGateways(t)

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

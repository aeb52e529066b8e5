import t from 'tap'
import { DEMO_USER } from '../../../demo/demo.ts'
import { totpCode } from '../../../stand-in/second-factors/totp.ts'
import { heading, press, signInAs } from '../../fixtures/browser/login-form.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { openVisitor } from '../../fixtures/browser/visitors.ts'

const EMAIL = 'step-up@example.com'

t.test('step-up: without a second factor, informed once, sets one up and continues', { skip }, async (t) => {
  const { url, provider, openTab } = await openVisitor(t)
  provider.accounts.create({ email: EMAIL, emailVerified: true, password: DEMO_USER.password })
  const page = await openTab('/')
  await signInAs(page, EMAIL)
  await page.waitForURL(`${url}/`)

  const statuses: number[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname === '/payments/1') statuses.push(response.status())
  })
  await page.goto(`${url}/payments/1`)
  await heading(page, 'Demo needs a second step')
  t.same(statuses, [403], 'no automatic redirect back to the login page')
  await page.getByRole('link', { name: 'Set up a second step' }).click()
  await page.getByText('Demo asks for a second step. Sign in to set one up.').waitFor()
  const email = page.locator('#email')
  t.equal(await email.inputValue(), EMAIL)
  t.equal(await email.getAttribute('readonly'), '')
  t.equal(await page.getByRole('link', { name: 'Create an account' }).count(), 0)
  await page.locator('#password').fill(DEMO_USER.password)
  await press(page, 'Sign in')
  await heading(page, 'Set up a second step')
  await press(page, 'Start setup')
  const secret = ((await page.locator('.secret code').textContent()) ?? '').replaceAll(' ', '')
  await page.locator('#code').fill(totpCode(secret, Date.now() / 1000))
  await page.waitForURL(`${url}/payments/1`)
  t.same(statuses, [403, 200])
})

import t, { type Test } from 'tap'
import { heading, press } from '../../fixtures/browser/login-form.ts'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { openVisitor } from '../../fixtures/browser/visitors.ts'

/** Opens the portal from the demo application, without any session. */
async function openPortal(t: Test) {
  const visitor = await openVisitor(t)
  await visitor.context.clearCookies()
  const page = await visitor.openTab('/news')
  await page.getByRole('link', { name: 'Meridian portal' }).click()
  await heading(page, 'Choose your organization')
  return { ...visitor, page, portal: visitor.url.replace('localhost', 'portal.localhost') }
}

t.test('organizations: choosing one lets its account sign in by password', { skip }, async (t) => {
  const { url, portal, page, complaints } = await openPortal(t)
  await press(page, 'Test')
  await page.locator('.drawer-group').first().waitFor()
  const groups = ['Harbor Logistics', 'Juniper Labs', 'Oakfield Schools']
  t.same(await page.locator('.drawer-group').allInnerTexts(), groups)
  const harbor = page.getByRole('region', { name: 'Harbor Logistics' })
  t.same(await harbor.locator('strong').allInnerTexts(), ['hugo@harbor.example', 'priya@partner.example'])
  t.equal(await page.getByRole('button', { name: /^Fill in/ }).count(), 0, 'no form yet')

  await press(page, 'Harbor Logistics')
  await heading(page, 'Sign in')
  t.equal(await page.getByRole('button', { name: 'Fill in june@juniper.example' }).count(), 0)
  await harbor.getByRole('button', { name: 'Fill in priya@partner.example' }).click()
  // The password is filled in already: no step asks for it.
  await press(page, 'Continue')
  await page.waitForURL(`${portal}/`)
  t.match(await page.locator('.person').innerText(), 'priya@partner.example · priya · harbor-4k2m1')
  await page.goto(`${portal}/shipments/today`)
  await heading(page, 'Arriving today')
  t.same(complaints, [])

  await page.goto(`${url}/reports/7`)
  t.equal(new URL(page.url()).pathname, '/login', 'control: not for the application of the project')
})

t.test('organizations: provider window offers the accounts of the chosen one', { skip }, async (t) => {
  const { portal, page } = await openPortal(t)
  await press(page, 'Juniper Labs')
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /Google/ }).click()
  const window = await opened
  await window.getByRole('button', { name: 'june@juniper.example' }).waitFor()
  const buttons = ['june@juniper.example', 'priya@partner.example', 'Cancel', 'Let it fail']
  t.same(await window.getByRole('button').allInnerTexts(), buttons)
  await window
    .getByRole('button', { name: 'priya@partner.example' })
    .click()
    .catch(() => {})
  await page.waitForURL(`${portal}/`)
  t.match(await page.locator('.person').innerText(), 'priya · juniper-8c3t7')
  const refused = await page.goto(`${portal}/shipments/today`)
  t.equal(refused?.status(), 403, 'control: the page of another organization')
})

t.test('organizations: an account of the project must choose one', { skip }, async (t) => {
  const { url, context, openTab } = await openVisitor(t)
  await context.clearCookies()
  const page = await openTab('/reports/8')
  await press(page, 'Test')
  await page.getByRole('button', { name: 'Sign in as demo@example.com' }).click()
  await page.waitForURL(`${url}/reports/8`)
  await page.getByRole('link', { name: 'Meridian portal' }).click()
  await heading(page, 'Choose your organization')
})

import type { Page } from 'playwright-core'
import t from 'tap'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { openVisitor, type SharedDemo, sharedDemo, type Visitor } from '../../fixtures/browser/visitors.ts'

let demo: SharedDemo
let portal: string
t.before(async () => {
  if (skip !== false) return
  demo = await sharedDemo()
  portal = demo.url.replace('localhost', 'portal.localhost')
})

const pill = (page: Page) => page.getByRole('button', { name: 'Test', exact: true })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Opens the portal from the demo application, without any session. */
async function openPortal({ context, openTab }: Visitor): Promise<Page> {
  await context.clearCookies()
  const page = await openTab('/news')
  await page.getByRole('link', { name: 'Demo portal' }).click()
  await heading(page, 'Choose your organization').waitFor()
  return page
}

t.test('organizations: choosing one lets its account sign in by password', { skip }, async (t) => {
  const visitor = await openVisitor(t)
  const page = await openPortal(visitor)
  await pill(page).click()
  await page.locator('.drawer-group').first().waitFor()
  t.same(await page.locator('.drawer-group').allInnerTexts(), [
    'Harbor Logistics',
    'Juniper Labs',
    'Oakfield Schools'
  ])
  const harbor = page.getByRole('region', { name: 'Harbor Logistics' })
  t.same(await harbor.locator('strong').allInnerTexts(), ['hugo@harbor.example', 'priya@partner.example'])
  t.equal(await page.getByRole('button', { name: /^Fill in/ }).count(), 0, 'no form yet')

  await page.getByRole('button', { name: 'Harbor Logistics', exact: true }).click()
  await heading(page, 'Sign in').waitFor()
  t.equal(await page.getByRole('button', { name: 'Fill in june@juniper.example' }).count(), 0)
  await harbor.getByRole('button', { name: 'Fill in priya@partner.example' }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).first().click()
  await page.waitForURL(`${portal}/`)
  t.match(await page.locator('.person').innerText(), 'priya@partner.example · priya · harbor-4k2m1')
  await page.getByRole('link', { name: 'A page for one organization' }).click()
  await heading(page, '/shipments/today').waitFor()
  t.same(visitor.complaints, [])

  await page.goto(`${demo.url}/reports/7`)
  t.equal(new URL(page.url()).pathname, '/login', 'control: not for the application of the project')
})

t.test('organizations: provider window offers the accounts of the chosen one', { skip }, async (t) => {
  const visitor = await openVisitor(t)
  const page = await openPortal(visitor)
  await page.getByRole('button', { name: 'Juniper Labs', exact: true }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('button', { name: /Google/ }).click()
  const window = await opened
  await window.getByRole('button', { name: 'june@juniper.example' }).waitFor()
  t.same(await window.getByRole('button').allInnerTexts(), [
    'june@juniper.example',
    'priya@partner.example',
    'Cancel',
    'Let it fail'
  ])
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
  const { context, openTab } = await openVisitor(t)
  await context.clearCookies()
  const page = await openTab('/reports/8')
  await pill(page).click()
  await page.getByRole('button', { name: 'Sign in as demo@example.com' }).click()
  await page.waitForURL(`${demo.url}/reports/8`)
  await page.getByRole('link', { name: 'Demo portal' }).click()
  await heading(page, 'Choose your organization').waitFor()
})

t.test('layout split: does not change when more files are loaded', { skip }, async (t) => {
  const page = await openPortal(await openVisitor(t))
  await page.getByRole('button', { name: 'Oakfield Schools', exact: true }).click()
  await page.locator('#email').fill('olga@oakfield.example')
  await page.locator('#password').fill('wrong')
  await page.getByRole('button', { name: 'Sign in', exact: true }).first().click()
  await page.locator('[aria-invalid=true], .alert:not(:empty)').first().waitFor()
  t.equal(await page.locator('link[rel=stylesheet]').count(), 0, 'the page has its styles in the HTML')
  const { left, width } = Object(
    await page.evaluate(
      '(({ left, width }) => ({ left, width }))(document.querySelector("main").getBoundingClientRect())'
    )
  )
  t.ok(left >= (page.viewportSize()?.width ?? 0) / 2, `beside the panel: ${left}, ${width}`)
})

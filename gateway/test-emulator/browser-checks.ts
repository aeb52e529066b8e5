import assert from 'node:assert/strict'
import type { Browser, Page } from 'playwright-core'
import { signInAs } from '../test/fixtures/browser/login-form.ts'
import type { EmulatorAccounts, TestAccount } from './emulator-accounts.ts'
import type { CheckEnvironment } from './environment.ts'

const DEEP_LINK = '/reports/2026?quarter=3'
const STEP_TIMEOUT_MS = 10_000
const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1'])

/** One journey through the real login page and its SDK, as sessions are acquired in this mode. */
export async function checkJourneys(environment: CheckEnvironment, browser: Browser): Promise<void> {
  const { checks, gateway, accounts } = environment
  const journey = (text: string, run: (page: Page) => Promise<void>) =>
    checks.check(`browser (${gateway.mode}): ${text}`, () => onNewPage(browser, gateway.url, run))

  await journey('a deep link leads to the login page and back with identity, sign-out works', (page) =>
    comesAndGoes(page, accounts)
  )
}

async function comesAndGoes(page: Page, accounts: EmulatorAccounts): Promise<void> {
  const account = await accounts.signUp()
  await accounts.update(account.uid, { displayName: 'Zoë Ångström' })
  await signInAtDeepLink(page, account)
  await page.getByText('Zoë Ångström').first().waitFor()
  assert.match(String(await page.textContent('main')), new RegExp(account.uid))
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'gatehouse')
  assert.deepEqual([cookie?.name, cookie?.httpOnly, cookie?.sameSite], ['gatehouse', true, 'Lax'])
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('/login?reason=signed-out')
  await page.getByText('You’re signed out.').waitFor()
  const left = (await page.context().cookies()).map(({ name }) => name)
  assert.deepEqual(left, ['gatehouse-known', 'gatehouse-signed-out'])
  await page.goto(DEEP_LINK)
  assert.equal(pathOf(page), `/login?redirect=${encodeURIComponent(DEEP_LINK)}`)
}

async function signInAtDeepLink(page: Page, account: TestAccount): Promise<void> {
  await page.goto(DEEP_LINK)
  assert.equal(pathOf(page), `/login?redirect=${encodeURIComponent(DEEP_LINK)}`)
  await fillIn(page, account)
  await page.waitForURL(DEEP_LINK)
  await page.getByRole('heading', { level: 1, name: DEEP_LINK }).waitFor()
}

/** Fills in the form of the login page, and sends it. */
export const fillIn = (page: Page, { email, password }: TestAccount) => signInAs(page, email, password)

/** Runs in a new browser; errors in the console and requests to other hosts fail the journey. */
export async function onNewPage(
  browser: Browser,
  baseURL: string,
  run: (page: Page) => Promise<void>
): Promise<void> {
  const context = await browser.newContext({ baseURL })
  context.setDefaultTimeout(STEP_TIMEOUT_MS)
  const complaints: string[] = []
  const page = await context.newPage()
  page.on('pageerror', (err) => complaints.push(err.message))
  page.on('console', (message) => {
    // The browser logs each 4xx of the emulator, which some journeys expect.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol !== 'data:' && !LOCAL_HOSTS.has(hostname)) complaints.push(`request to ${hostname}`)
  })
  try {
    await run(page)
    assert.deepEqual(complaints, [])
  } finally {
    await context.close()
  }
}

function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url())
  return `${pathname}${search}`
}

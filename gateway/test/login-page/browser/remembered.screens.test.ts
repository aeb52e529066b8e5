import type { BrowserContext } from 'playwright-core'
import t, { type Test } from 'tap'
import { findChromium, launchProfile } from '../../fixtures/browser/browser.ts'
import { startGateway } from '../../fixtures/gateway.ts'
import { findFreePorts } from '../../fixtures/wire/ports.ts'

// The headless shell keeps no profile.
const chromium = findChromium()
const skip = chromium === null && 'no Chromium: set CHROMIUM_PATH'

const EMAIL = 'ada@example.com'
const PASSWORD = 'the password of ada'

/** A gateway, and a browser that can be closed and reopened with its profile. */
async function startWith(t: Test, remember: string) {
  const [port = 0] = await findFreePorts(1)
  const url = `http://localhost:${port}`
  const config = { 'login.remember': remember, 'login.methods.emailLink': true }
  const gateway = await startGateway(t, { publicUrl: url, port, config })
  gateway.provider.accounts.create({ uid: 'ada', email: EMAIL, password: PASSWORD })
  const folder = t.testdir({})
  let context: BrowserContext | null = null
  t.teardown(() => context?.close())

  /** Reopens the browser and returns a page of the application: its path is `/login` when signed out. */
  async function openAgain() {
    await context?.close()
    context = await launchProfile(chromium ?? '', folder)
    const page = await context.newPage()
    await page.goto(`${url}/reports`)
    return page
  }

  /** Signs in, with the checkbox ticked or not where there is one, and reopens the browser. */
  async function pathAfter(box: boolean | null): Promise<string> {
    // Id tokens of the same second would be one sign-in, with the choice of the first.
    gateway.advance(1)
    const page = await openAgain()
    const shown = page.getByRole('checkbox')
    await page.locator('#email').fill(EMAIL)
    await page.locator('#password').fill(PASSWORD)
    if (box === null) t.equal(await shown.count(), 0, 'nothing to choose')
    else await shown.setChecked(box)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(`${url}/reports`)
    const again = await openAgain()
    return new URL(again.url()).pathname
  }

  /** Requests an email link with the checkbox ticked, opens it in a new tab, and then reopens the browser. */
  async function pathAfterLink(): Promise<string> {
    gateway.advance(1)
    const page = await openAgain()
    await page.getByRole('checkbox').check()
    await page.getByRole('link', { name: 'Email me a sign-in link' }).click()
    await page.locator('#email').fill(EMAIL)
    await page.getByRole('button', { name: 'Send the link', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Check your email' }).waitFor()
    const mail = gateway.provider.mail.list().findLast(({ requestType }) => requestType === 'EMAIL_SIGNIN')
    const opened = await page.context().newPage()
    await opened.goto(`${url}/login/action${new URL(mail?.oobLink ?? '').search}`)
    await opened.getByText(`You’re signing in as ${EMAIL}.`).waitFor()
    t.ok(await opened.getByRole('checkbox').isChecked(), 'the checkbox is still ticked')
    await opened.getByRole('button', { name: 'Sign in', exact: true }).click()
    await opened.waitForURL(`${url}/reports`)
    const again = await openAgain()
    return new URL(again.url()).pathname
  }

  return { pathAfter, pathAfterLink }
}

t.test('remember: ask, the checkbox decides about it after a browser restart', { skip }, async (t) => {
  const forgotten = await startWith(t, 'ask')
  t.equal(await forgotten.pathAfter(false), '/login')
  t.equal(await forgotten.pathAfter(true), '/reports')
})

t.test('remember: always, still signed in after a browser restart', { skip }, async (t) => {
  const { pathAfter } = await startWith(t, 'always')
  t.equal(await pathAfter(null), '/reports')
})

t.test('remember: never, signed out after a browser restart', { skip }, async (t) => {
  const { pathAfter } = await startWith(t, 'never')
  t.equal(await pathAfter(null), '/login')
})

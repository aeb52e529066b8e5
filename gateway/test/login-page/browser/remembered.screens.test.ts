import type { BrowserContext } from 'playwright-core'
import t, { type Test } from 'tap'
import { findChromium, launchProfile } from '../../fixtures/browser/browser.ts'
import { signInAs } from '../../fixtures/browser/login-form.ts'
import { startGateway } from '../../fixtures/gateway.ts'

// The headless shell keeps no profile.
const chromium = findChromium()
const skip = chromium === null && 'no Chromium: set CHROMIUM_PATH'

const EMAIL = 'ada@example.com'
const PASSWORD = 'the password of ada'

/** A gateway, and a browser that can be closed and reopened with its profile. */
async function startWith(t: Test, remember: string) {
  const config = { 'login.remember': remember }
  const { origin: url, provider, advance } = await startGateway(t, { atLocalhost: true, config })
  provider.accounts.create({ uid: 'ada', email: EMAIL, password: PASSWORD })
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
    advance(1)
    const page = await openAgain()
    const shown = page.getByRole('checkbox')
    if (box === null) t.equal(await shown.count(), 0, 'nothing to choose')
    else await shown.setChecked(box)
    await signInAs(page, EMAIL, PASSWORD)
    await page.waitForURL(`${url}/reports`)
    const again = await openAgain()
    return new URL(again.url()).pathname
  }

  return pathAfter
}

t.test('remember: ask, the checkbox decides about it after a browser restart', { skip }, async (t) => {
  const pathAfter = await startWith(t, 'ask')
  t.equal(await pathAfter(false), '/login')
  t.equal(await pathAfter(true), '/reports')
})

for (const [remember, path] of [
  ['always', '/reports'],
  ['never', '/login']
] as const)
  t.test(`remember: ${remember}, ${path} after a browser restart`, { skip }, async (t) => {
    const pathAfter = await startWith(t, remember)
    t.equal(await pathAfter(null), path)
  })

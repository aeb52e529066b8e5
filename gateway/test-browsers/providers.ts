import assert from 'node:assert/strict'
import type { Visits } from './visits.ts'
import type { Browser } from './webdriver.ts'

/** Waits for the provider's page, and signs in there. */
async function signInAtProvider(browser: Browser, email: string): Promise<void> {
  await browser.fill('[name=raw-id]', `id of ${email}`)
  await browser.fill('[name=email]', email)
  await browser.press('Sign in')
}

/** Presses the button of a provider, acts in the window that opens, and waits until it has closed. */
async function inWindow(browser: Browser, act: () => Promise<unknown>): Promise<void> {
  const own = await browser.window()
  await browser.takenOver()
  await browser.press('Continue with Google')
  const opened = await browser.until('a window of the provider', async () => {
    const other = (await browser.windows()).find((window) => window !== own)
    // WebKit lets a page open a window only at once, which it can when its scripts are there.
    const isBlocked = await browser.evaluate(
      'document.body.innerText.includes("Your browser blocked the window.")'
    )
    if (other === undefined && isBlocked) await browser.press('Continue with Google')
    return other
  })
  await browser.switchTo(opened)
  await act()
  await browser.until('the window closes', async () => (await browser.windows()).length === 1)
  await browser.switchTo(own)
}

/** Federated sign-in by the SDK, in a window of the provider. */
export async function checkWindows({ site, journey }: Visits): Promise<void> {
  const { origin } = site

  await journey('a provider signs in by its window', async (browser) => {
    await browser.goto(`${origin}/reports#chapter-2`)
    await inWindow(browser, () => signInAtProvider(browser, 'by-window@example.com'))
    await browser.reach(`${origin}/reports#chapter-2`)
    await browser.sees('by-window@example.com')
  })

  await journey('Cancel in the window of the provider opens no session', async (browser) => {
    await browser.goto(`${origin}/reports`)
    await inWindow(browser, () => browser.press('Cancel'))
    await browser.sees('Sign‑in was cancelled.')
    assert.deepEqual(await browser.cookies(), [])
  })
}

/** Federated sign-in by the SDK, in the tab itself. */
export async function checkRedirects({ site, engine, checks, journey }: Visits): Promise<void> {
  const { origin } = site
  if (engine.name === 'WebKit')
    return checks.skip(
      `${engine.name}: a provider signs in by redirects`,
      'the helper of the stand-in is at another port, whose storage WebKit keeps apart'
    )

  await journey('a provider signs in by redirects', async (browser) => {
    await browser.goto(`${origin}/reports#chapter-2`)
    await browser.takenOver()
    await browser.press('Continue with Google')
    await signInAtProvider(browser, 'by-redirect@example.com')
    await browser.reach(`${origin}/reports#chapter-2`)
    await browser.sees('by-redirect@example.com')
  })

  await journey('Cancel at the provider leads back to the login page', async (browser) => {
    await browser.goto(`${origin}/reports`)
    await browser.takenOver()
    await browser.press('Continue with Google')
    await browser.find('[name=raw-id]')
    await browser.press('Cancel')
    await browser.sees('Sign‑in was cancelled.')
    assert.equal(new URL(await browser.location()).pathname, '/login')
  })
}

import t from 'tap'
import { skip } from '../../fixtures/browser/shared-browser.ts'
import { openSharedOrigin, type SharedOrigin } from '../../fixtures/browser/shared-origin.ts'

/** What an application on the same origin can do to the pages of the gateway, in a real browser. */

/** Opens the login page as a popup of the application, types, and returns what the application can read. */
async function readFromApplication(
  { context, page, origin }: SharedOrigin,
  policy: string | null
): Promise<string> {
  await page.goto(`${origin}/app${policy === null ? '' : `?coop=${policy}`}`)
  const opened = context.waitForEvent('page')
  await page.evaluate("void (window.popup = window.open('/login'))")
  const popup = await opened
  const field = popup.locator('input[autocomplete="current-password"]')
  await field.fill('typed-secret')
  const read = await page.evaluate<string>(`(() => {
    try {
      if (popup.closed) return 'out of reach'
      return popup.document.querySelector('input[autocomplete="current-password"]').value
    } catch (error) {
      // Severed a moment ago, which this process has not heard of yet.
      return error.name === 'SecurityError' ? 'out of reach' : error.name
    }
  })()`)
  await popup.close()
  return read
}

t.test('login page: in a popup of the application, out of its reach (ASVS 3.5.4)', { skip }, async (t) => {
  const sharedOrigin = await openSharedOrigin(t)
  for (const policy of ['same-origin-allow-popups', 'same-origin', null])
    t.equal(await readFromApplication(sharedOrigin, policy), 'out of reach', String(policy))
})

t.test('login page: can communicate with its own popups, as federated sign-in needs', { skip }, async (t) => {
  const { page, origin, foreignOrigin } = await openSharedOrigin(t)
  const response = await page.goto(`${origin}/login`)
  t.equal(response?.headers()['cross-origin-opener-policy'], 'noopener-allow-popups')
  const message = await page.evaluate<string>(`new Promise((resolve) => {
    addEventListener('message', ({ data }) => resolve(data))
    window.open('${foreignOrigin}/')
  })`)
  t.equal(message, 'from the popup')
})

t.test('limit: a service worker controls the login page, and a warning is logged', { skip }, async (t) => {
  const { page, origin, logLines } = await openSharedOrigin(t)
  const register = async (path: string) => {
    await page.goto(`${origin}/app`)
    await page.evaluate(`(async () => {
      const workers = navigator.serviceWorker
      for (const old of await workers.getRegistrations()) await old.unregister()
      await workers.register('${path}')
      // \`ready\` may tell of the one before, which answers until the new one has claimed the page.
      while (workers.controller?.scriptURL !== new URL('${path}', location).href)
        await new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }))
    })()`)
  }
  await register('/sw.js?v=1')
  await page.goto(`${origin}/login`)
  t.equal(await page.title(), 'shell', 'no header of the gateway can prevent it')

  await register('/sw-denylist.js')
  await page.goto(`${origin}/app`)
  t.equal(await page.title(), 'shell', 'the worker is active')
  await page.goto(`${origin}/login`)
  t.match(await page.title(), 'Sign in', 'with the denylist of the README, the page of the gateway')

  await register('/sw.js?v=2')
  const warnings = logLines().filter(({ msg }) => String(msg).startsWith('service worker of the application'))
  const found = warnings.map(({ level, path }) => [level, path])
  t.same(
    found,
    [
      ['warn', '/sw.js'],
      ['warn', '/sw-denylist.js']
    ],
    'one warning for each path'
  )
})

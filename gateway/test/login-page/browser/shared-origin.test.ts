import type { BrowserContext, Page } from 'playwright-core'
import t from 'tap'
import { startGateway, type TestGateway } from '../../fixtures/gateway.ts'
import { findFreePorts } from '../../fixtures/ports.ts'
import { sharedChromium, skip } from '../../fixtures/shared-browser.ts'
import { startUpstream } from '../../fixtures/upstream.ts'

/** What an application on the gateway's own origin can do to the gateway's pages, in a real browser. */

const SHELL = '<title>shell</title><h1>The application</h1>'
/** The usual worker of a page that works offline: every navigation is answered from the cache. */
const WORKER = `
const denied = DENYLIST
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  if (event.request.mode !== 'navigate' || denied.some((pattern) => pattern.test(pathname))) return
  event.respondWith(new Response(${JSON.stringify(SHELL)}, { headers: { 'content-type': 'text/html' } }))
})`
/** As login-ui/README.md says. */
const DENYLIST = String.raw`[/^\/(login|logout|account|_auth|__)(\/|$)/]`

interface SharedOrigin extends TestGateway {
  origin: string
  /** Origin of somebody else, such as a provider. */
  foreignOrigin: string
  context: BrowserContext
  page: Page
}

/** An application whose pages are public, so that a visitor meets it before the login page. */
async function openSharedOrigin(t: { teardown(fn: () => unknown): void }): Promise<SharedOrigin> {
  const app = await startUpstream((req, res) => {
    if (req.url?.startsWith('/sw')) {
      res.setHeader('content-type', 'text/javascript')
      res.end(WORKER.replace('DENYLIST', req.url.startsWith('/sw-denylist') ? DENYLIST : '[]'))
      return
    }
    res.setHeader('content-type', 'text/html')
    const policy = new URL(req.url ?? '/', 'http://a').searchParams.get('coop')
    if (policy !== null) res.setHeader('cross-origin-opener-policy', policy)
    res.end(SHELL)
  })
  t.teardown(() => app.close())
  const provider = await startUpstream((_req, res) => {
    res.setHeader('content-type', 'text/html')
    res.end('<script>opener.postMessage("from the popup", "*")</script>')
  })
  t.teardown(() => provider.close())
  const [port = 0] = await findFreePorts(1)
  const origin = `http://localhost:${port}`
  const gateway = await startGateway(t, {
    publicUrl: origin,
    port,
    upstreamUrl: app.url,
    config: { 'access.default': 'public' }
  })
  const context = await (await sharedChromium()).newContext()
  t.teardown(() => context.close())
  return { ...gateway, origin, foreignOrigin: provider.url, context, page: await context.newPage() }
}

/** Opens the login page as a popup of the application, types, and gives what the application can read of it. */
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

t.test(
  'login page: opened in a popup by an application of the same origin, its document is out of reach (ASVS 3.5.4)',
  { skip },
  async (t) => {
    const sharedOrigin = await openSharedOrigin(t)
    for (const policy of ['same-origin-allow-popups', 'same-origin', null])
      t.equal(await readFromApplication(sharedOrigin, policy), 'out of reach', String(policy))
  }
)

t.test('login page: its own popups still talk to it, as federated sign-in needs', { skip }, async (t) => {
  const { page, origin, foreignOrigin } = await openSharedOrigin(t)
  const answer = await page.goto(`${origin}/login`)
  t.equal(answer?.headers()['cross-origin-opener-policy'], 'noopener-allow-popups')
  const message = await page.evaluate<string>(`new Promise((resolve) => {
    addEventListener('message', ({ data }) => resolve(data))
    window.open('${foreignOrigin}/')
  })`)
  t.equal(message, 'from the popup')
})

t.test(
  'limit: a service worker of the application answers for the login page, and is told of in the log',
  { skip },
  async (t) => {
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
    t.equal(await page.title(), 'shell', 'nothing that the gateway sends can prevent it')

    await register('/sw-denylist.js')
    await page.goto(`${origin}/app`)
    t.equal(await page.title(), 'shell', 'the worker is at work')
    await page.goto(`${origin}/login`)
    t.match(await page.title(), 'Sign in', 'with the list of the README, the gateway’s page')

    await register('/sw.js?v=2')
    const warnings = logLines().filter(({ msg }) =>
      String(msg).startsWith('service worker of the application')
    )
    t.same(
      warnings.map(({ level, path }) => [level, path]),
      [
        ['warn', '/sw.js'],
        ['warn', '/sw-denylist.js']
      ],
      'once for each path'
    )
  }
)

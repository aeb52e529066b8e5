import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import t, { type Test } from 'tap'
import { packagePath } from '../../../../src/config/package-files.ts'
import { addCookies, openContext, skip } from '../../../fixtures/browser/shared-browser.ts'
import { startGateway } from '../../../fixtures/gateway.ts'
import type { Teardown } from '../../../fixtures/provider/stand-in.ts'
import { findFreePort } from '../../../fixtures/wire/ports.ts'
import { startUpstream } from '../../../fixtures/wire/upstream.ts'

/** What an application on the same origin can do to the pages of the gateway, in a real browser. */

const SHELL = '<title>shell</title><h1>The application</h1>'
/** The usual worker of a page that works offline: every navigation is served from the cache, but for those on its denylist. */
const WORKER = `
const denied = DENYLIST
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  if (event.request.mode !== 'navigate' || denied.some((pattern) => pattern.test(pathname))) return
  event.respondWith(new Response(${JSON.stringify(SHELL)}, { headers: { 'content-type': 'text/html' } }))
})`
type Visit = Awaited<ReturnType<typeof open>>

/**
 * A browser that has visited neither the gateway nor the application on its origin, whose pages are public. It sends the
 * `Cross-Origin-Opener-Policy` of its query (`coop`), and service workers below `/sw`. `sendsBrand`: false: the header
 * `Sec-CH-UA` does not arrive, as of browsers that are not built on Chromium.
 */
async function open(t: Teardown, { sendsBrand = true } = {}) {
  const application = await startUpstream(t, ({ url = '/' }, res) => {
    if (url.startsWith('/sw')) {
      const denied = url === '/sw-denylist.js' ? denylistOfReadme() : '[]'
      return void res
        .setHeader('content-type', 'text/javascript')
        .end(WORKER.replace('DENYLIST', () => denied))
    }
    const policy = new URL(url, 'http://a').searchParams.get('coop')
    if (policy !== null) res.setHeader('cross-origin-opener-policy', policy)
    res.setHeader('content-type', 'text/html').end(SHELL)
  })
  const port = await findFreePort()
  const publicUrl = sendsBrand ? `http://localhost:${port}` : await startFront(t, port)
  const gateway = await startGateway(t, {
    publicUrl,
    port,
    upstreamUrl: application.url,
    config: { 'access.default': 'public', 'account.enabled': true }
  })
  const context = await openContext(t)
  return { ...gateway, context, page: await context.newPage() }
}

/** A proxy in front of the gateway at this port that removes the browser brand; returns its origin. */
async function startFront(t: Teardown, port: number): Promise<string> {
  const { url } = await startUpstream(t, (req, res) => {
    const { 'sec-ch-ua': _brand, ...headers } = req.headers
    const sent = { host: '127.0.0.1', port, path: req.url, method: req.method, headers }
    const asked = request(sent, (response) => {
      res.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(res)
    })
    asked.on('error', () => res.destroy())
    req.pipe(asked)
  })
  return url.replace('127.0.0.1', 'localhost')
}

/** Opens a gateway page as a popup of the application; returns what the application can read, and the policy of the page. */
async function reach({ context, page, origin }: Visit, path: string, policy: string | null) {
  await page.goto(`${origin}/app${policy === null ? '' : `?coop=${policy}`}`)
  const opened = context.waitForEvent('page')
  const answered = context.waitForEvent('response', (response) => response.url() === `${origin}${path}`)
  await page.evaluate(`void (window.popup = window.open('${path}'))`)
  const popup = await opened
  await popup.locator('h1', { hasText: path === '/login' ? 'Sign in' : 'Your account' }).waitFor()
  if (path === '/login') await popup.locator('#password').fill('typed-secret')
  const read = await page.evaluate<string>(`(() => {
    try {
      return popup.closed || popup.document.querySelector('h1') === null ? 'severed' : 'in'
    } catch {
      // Severed a moment ago, which this process has not heard of yet.
      return 'severed'
    }
  })()`)
  const ours = (await answered).headers()['cross-origin-opener-policy']
  await popup.close()
  return [path, policy, ours, read]
}

const POLICIES = [null, 'same-origin', 'same-origin-allow-popups']

/** What the application can read of each page, by its own policies; `last`: by the last of them. */
async function checkPopups(t: Test, sendsBrand: boolean, ours: string, last: 'in' | 'severed') {
  const visit = await open(t, { sendsBrand })
  const found: unknown[] = []
  for (const policy of POLICIES) found.push(await reach(visit, '/login', policy))
  visit.provider.accounts.create({ uid: 'ada', email: 'ada@example.com', displayName: 'Ada' })
  await addCookies(visit.context, await visit.signIn('ada'), visit.origin)
  for (const policy of POLICIES) found.push(await reach(visit, '/account', policy))
  const expected = ['/login', '/account'].flatMap((path) =>
    POLICIES.map((policy, index) => [path, policy, ours, index === 2 ? last : 'severed'])
  )
  t.same(found, expected)
}

t.test('popup of the application: pages are out of its reach (ASVS 3.5.4)', { skip }, (t) =>
  checkPopups(t, true, 'noopener-allow-popups', 'severed')
)

// What browsers without the newer policy get: the limit in SECURITY-MODEL.md.
t.test('popup of the application: no brand sent, in its reach by the last policy', { skip }, (t) =>
  checkPopups(t, false, 'same-origin-allow-popups', 'in')
)

/** As applications copy it. */
function denylistOfReadme(): string {
  const text = readFileSync(packagePath('login-ui', 'README.md'), 'utf8')
  return /^navigateFallbackDenylist: (\[.+\])$/m.exec(text)?.[1] ?? '[]'
}

t.test('limit: a service worker controls the login page, unless it has the denylist', { skip }, async (t) => {
  const { page, origin, logLines } = await open(t)
  const titleAt = async (path: string) => {
    await page.goto(origin + path)
    return await page.title()
  }
  for (const [worker, title] of [
    ['/sw.js', /^shell$/],
    ['/sw-denylist.js', /Sign in/]
  ] as const) {
    await page.goto(`${origin}/app`)
    await page.evaluate(`(async () => {
      const workers = navigator.serviceWorker
      for (const old of await workers.getRegistrations()) await old.unregister()
      await workers.register('${worker}')
      while (workers.controller?.scriptURL !== new URL('${worker}', location).href)
        await new Promise((resolve) => workers.addEventListener('controllerchange', resolve, { once: true }))
    })()`)
    t.equal(await titleAt('/app'), 'shell', 'the worker is active')
    t.match(await titleAt('/login'), title, worker)
  }
  const warnings = logLines().filter(({ msg }) => String(msg).startsWith('service worker of the application'))
  t.match(warnings, [
    { level: 'warn', path: '/sw.js' },
    { level: 'warn', path: '/sw-denylist.js' }
  ])
})

import t from 'tap'
import { press } from '../../../fixtures/browser/login-form.ts'
import { skip } from '../../../fixtures/browser/shared-browser.ts'
import {
  type Hosts,
  openHostsVisitor,
  openSignedIn,
  signInAt,
  startHosts
} from '../../../fixtures/several-hosts.ts'

/** Records the navigations that it sees and responds to none of them. */
const WORKER = `
const seen = []
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') seen.push(new URL(event.request.url).origin + new URL(event.request.url).pathname)
})
self.addEventListener('message', (event) => event.source.postMessage(seen))`

/** Pages that redirect to other hosts. */
const ONWARD: Readonly<Record<string, (hosts: Hosts) => string>> = {
  '/onward/shop': ({ shop }) => `${shop}/landed?x=1`,
  '/onward/stranger': ({ port }) => `https://stranger.example.net:${port}/landed?x=1`
}

let hosts: Hosts
const thirdParty: (string | undefined)[] = []
t.before(async () => {
  if (skip !== false) return
  hosts = await startHosts(t, {
    response(req, res) {
      if (req.url === '/public/third') thirdParty.push(req.headers.cookie)
      if (req.url === '/sw.js') {
        res.setHeader('content-type', 'text/javascript')
        res.end(WORKER)
      }
      const onward = ONWARD[req.url ?? '']?.(hosts)
      if (onward !== undefined) res.writeHead(302, { location: onward }).end()
      if (req.url === '/set') res.setHeader('set-cookie', 'third=1; SameSite=None; Secure; Path=/')
      return res.writableEnded
    }
  })
})

t.test('hand-over: one sign-in opens three hosts, one sign-out ends all', { skip }, async (t) => {
  const { home, wiki, shop } = hosts
  const { context, page, complaints } = await openHostsVisitor(t)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCookieControls', { enableThirdPartyCookieRestriction: true })
  const basket = `${shop}/basket?item=a%2Fb&n=1#total`
  await page.goto(basket)
  t.equal(new URL(page.url()).origin, home, 'the login page is at the host of publicUrl')
  await signInAt(page, hosts)
  await page.waitForURL(basket)
  t.equal(await page.locator('#user').innerText(), 'ada')
  for (const asked of [`${wiki}/pages/7?q=a%2Fb&q=%C3%A9`, `${home}/start?x`]) {
    await page.goto(asked)
    t.equal(page.url(), asked)
    t.equal(await page.locator('#user').innerText(), 'ada')
  }
  const cookies = await context.cookies()
  for (const { name, domain } of cookies)
    t.match(`${name} ${domain}`, /^__(Host-\S+|Secure-gatehouse-known) [a-z]/, 'only for one host')
  const sessions = cookies.filter(({ name }) => name === '__Host-gatehouse')
  const domains = sessions.map(({ domain }) => domain).sort()
  t.same(domains, ['app.example.com', 'shop.example.org', 'wiki.example.com'])
  t.equal(new Set(sessions.map(({ value }) => value)).size, 3, 'no host can use the cookie of another')
  t.same(complaints, [], 'a clean console')

  await page.goto(`${home}/set`)
  await page.goto(`${shop}/`)
  await page.evaluate(`fetch('${home}/public/third', { mode: 'no-cors', credentials: 'include' })`)
  t.notMatch(thirdParty.at(-1), 'third=1', 'third-party cookies are really blocked')

  await press(page, 'Sign out')
  await page.waitForURL((url) => url.pathname === '/login')
  for (const host of [home, wiki, shop]) {
    await page.goto(`${host}/start`)
    t.equal(new URL(page.url()).pathname, '/login', host)
  }
})

t.test('hand-over: scripts and worker of an application cannot reach the login page', { skip }, async (t) => {
  const { home, shop } = hosts
  const { page, context } = await openSignedIn(t, hosts, `${shop}/basket`)
  await page.evaluate(`navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)`)
  await page.goto(`${shop}/basket`)

  const login = JSON.stringify(`${home}/login/forgot`)
  t.equal(await page.evaluate(`fetch(${login}).then(() => 'read', ({ name }) => name)`), 'TypeError')
  t.match(
    await page.evaluate(
      `fetch(${login}, { mode: 'no-cors', credentials: 'include' }).then(({ type, status }) => [type, status], ({ name }) => name)`
    ),
    /TypeError|opaque,0/
  )
  const opened = context.waitForEvent('page')
  await page.evaluate(`void (window.popup = window.open(${login}))`)
  const popup = await opened
  await popup.getByRole('heading', { level: 1 }).waitFor()
  const read = `(() => { try { return popup.closed ? 'severed' : popup.document.body.innerText } catch ({ name }) { return name } })()`
  t.equal(await page.evaluate(read), 'severed')
  await popup.close()
  await page.evaluate(`new Promise((resolve) => {
      const frame = document.createElement('iframe')
      frame.onload = resolve
      frame.src = ${login}
      document.body.append(frame)
    })`)
  t.equal(
    await page.evaluate('frames[0].document?.body?.innerText ?? null').catch(() => 'SecurityError'),
    'SecurityError'
  )
  const framed = page.frames().at(-1)
  t.equal(await framed?.locator('input').count(), 0, 'and the frame shows nothing of it')

  await press(page, 'Sign out')
  await page.waitForURL((url) => url.pathname === '/login')
  await signInAt(page, hosts)
  await page.waitForURL((url) => url.origin === shop)
  const seen = await page.evaluate<string[]>(`new Promise((resolve) => {
      navigator.serviceWorker.onmessage = ({ data }) => resolve(data)
      navigator.serviceWorker.controller.postMessage('')
    })`)
  t.ok(seen.includes(`${shop}/basket`), 'the worker is active')
  const found = seen.filter((url) => !url.startsWith(`${shop}/`))
  t.same(found, [], 'and sees nothing of the other host')
})

t.test('hand-over: a first page that redirects to any other host is followed', { skip }, async (t) => {
  const { home, wiki, shop } = hosts
  const { page, complaints } = await openSignedIn(t, hosts, `${home}/start`)
  await page.goto(`${wiki}/onward/shop`)
  await page.waitForURL(`${shop}/landed?x=1`)
  t.equal(await page.locator('#user').innerText(), 'ada')
  t.same(complaints, [], 'a clean console')

  const { page: another } = await openHostsVisitor(t)
  await another.goto(`${shop}/onward/stranger`)
  await signInAt(another, hosts)
  await another.waitForURL(/^https:\/\/stranger\.example\.net:\d+\/landed\?x=1$/)
})

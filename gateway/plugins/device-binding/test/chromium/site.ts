import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { signInAs } from '../../../../test/fixtures/browser/login-form.ts'
import { startGateway, type TestGatewayOptions } from '../../../../test/fixtures/gateway.ts'
import { makeAuthority, type TestAuthority } from '../../../../test/fixtures/provider/certificates.ts'
import type { Teardown } from '../../../../test/fixtures/provider/stand-in.ts'
import { until } from '../../../../test/fixtures/provider/token-endpoint.ts'
import { findFreePorts } from '../../../../test/fixtures/wire/ports.ts'
import { listenWithSockets } from '../../../../test/fixtures/wire/websockets.ts'
import { type BrowserOptions, openBindingBrowser, trustIn } from './binding-browser.ts'
import { startFront } from './front.ts'

const EMAIL = 'ada@example.com'
const PASSWORD = 'the-password-of-ada'
const HOSTS = ['example.test', '*.example.test', '*.other.test', 'elsewhere.test']

/** A folder where browsers trust a CA. */
export interface Home {
  path: string
  authority: TestAuthority
}

/** Browsers bind sessions only of sites whose certificate they trust. */
export async function makeHome(path: string): Promise<Home> {
  const authority = await makeAuthority()
  const certFile = join(path, 'ca.pem')
  writeFileSync(certFile, authority.cert)
  trustIn(path, 'C,,', { test: certFile })
  return { path, authority }
}

const PAGE = `<!doctype html><link rel="icon" href="data:,"><p id="user">ada</p><a id="next" href="/next">Next</a>
<form method="post" action="/logout"><button id="out">Sign out</button></form>`
const WORKER = `const mark = ({ body }) => new Response(body, { headers: { 'x-from': 'worker' } })
self.onfetch = (event) => {
  if (event.request.url.endsWith('/by-worker')) event.respondWith(fetch(event.request).then(mark))
}
const greet = async () => {
  await clients.claim()
  for (const client of await clients.matchAll()) client.postMessage('ready')
}
self.onactivate = (event) => event.waitUntil(greet())`

/** Pages at every path, a service worker, an event stream, and WebSockets that send back what they get. */
async function startApplication(t: Teardown) {
  const seen: { url: string; body: string }[] = []
  const server = createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const { url = '' } = req
    seen.push({ url, body: Buffer.concat(chunks).toString() })
    if (url === '/events')
      return void res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: tick\n\n')
    const isWorker = url === '/worker.js'
    res
      .setHeader('cache-control', 'no-store')
      .setHeader('content-type', isWorker ? 'text/javascript' : 'text/html')
    res.end(isWorker ? WORKER : PAGE)
  })
  const { sockets, port } = await listenWithSockets(t, server)
  sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(data)))
  return { url: `http://127.0.0.1:${port}`, seen }
}

export interface SiteOptions extends Pick<TestGatewayOptions, 'config'> {
  deviceBinding?: Record<string, unknown>
  /** Of publicUrl. */
  host?: string
  /** Applications at other hosts, by name. */
  hosts?: Readonly<Record<string, string>>
}

export type Site = Awaited<ReturnType<typeof startSite>>

/** A gateway that binds sessions, at https://app.example.test. */
export async function startSite(t: Teardown, home: Home, options: SiteOptions = {}) {
  const { deviceBinding = {}, host = 'app.example.test', config = {}, hosts } = options
  const [port = 0] = await findFreePorts(1)
  const pair = await home.authority.issue('example.test', HOSTS)
  const front = await startFront(t, { pair, port })
  const application = await startApplication(t)
  const settings = Object.entries({ mode: 'when-supported', ...deviceBinding })
  const upstream = { url: application.url }
  const others = Object.entries(hosts ?? {}).map(([name, host]) => ({ name, host, upstream }))
  const given = {
    publicUrl: `https://${host}:${port}`,
    config: {
      applications: [{ name: 'home', upstream }, ...others],
      ...Object.fromEntries(settings.map(([key, value]) => [`session.deviceBinding.${key}`, value])),
      ...config
    }
  }
  const gateway = await startGateway(t, given)
  front.lead(gateway.url)
  gateway.provider.accounts.create({ uid: 'ada', email: EMAIL, emailVerified: true, password: PASSWORD })

  /** Opens a browser, by default one that has been nowhere. */
  async function openBrowser(wish: BrowserOptions = {}) {
    const browser = await openBindingBrowser(t, home.path, wish)
    return {
      ...browser,
      /** Fetches in the page; status, and code of an error. */
      fetch: (
        path: string,
        init: object = {},
        page: Page = browser.page
      ): Promise<{ status: number; code?: string }> =>
        page.evaluate(`fetch(${JSON.stringify(path)}, ${JSON.stringify(init)}).then(async (one) =>
          one.ok ? { status: one.status } : { status: one.status, code: (await one.json()).code })`)
    }
  }

  async function signIn({ page }: { page: Page }, address = `${gateway.origin}/`): Promise<void> {
    gateway.advance(1)
    await page.goto(address)
    await fillIn({ page }, address)
  }

  /** Fills in the login page that is open. */
  async function fillIn({ page }: { page: Page }, address = `${gateway.origin}/`): Promise<void> {
    await signInAs(page, EMAIL, PASSWORD)
    await page.waitForURL(address)
  }

  /** A browser whose session is bound. */
  async function openBound(address?: string) {
    const browser = await openBrowser()
    await signIn(browser, address)
    await until(async () => (await browser.proofs()).length > 0)
    return browser
  }

  return {
    ...gateway,
    /** Paths of the requests so far, with their statuses. */
    paths: () => front.seen().map(({ method, path, status }) => `${method} ${path} ${status}`),
    elsewhere: (address: string) => `https://elsewhere.test:${port}/?${encodeURIComponent(address)}`,
    front,
    application,
    openBrowser,
    openBound,
    signIn,
    fillIn,
    options: given
  }
}

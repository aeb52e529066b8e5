import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import t, { type Test } from 'tap'
import { packagePath } from '../../../gateway/src/config/package-files.ts'
import { addCookies, openContext, skip } from '../../../gateway/test/fixtures/browser/shared-browser.ts'
import { cookieHeader, postSession, startGateway } from '../../../gateway/test/fixtures/gateway.ts'
import { findFreePorts } from '../../../gateway/test/fixtures/wire/ports.ts'
import { listenWithSockets } from '../../../gateway/test/fixtures/wire/websockets.ts'

/** What application-recipes.md gives to applications, as the first script of their pages. */
const SCRIPT = readFileSync(packagePath('deploy', 'recipes', 'session-ended.js'), 'utf8')

async function start(t: Test) {
  const loads: string[] = []
  const server = createServer((req, res) => {
    const user = String(req.headers['x-forwarded-user'] ?? 'no one')
    if (req.url?.startsWith('/own-401')) return void res.writeHead(401).end()
    if (req.url?.startsWith('/data')) return void res.end('data')
    loads.push(user)
    res.setHeader('content-type', 'text/html')
    res.end(`<script>${SCRIPT}</script><link rel="icon" href="data:,"><title>${user}</title>`)
  })
  const { port: upstream } = await listenWithSockets(t, server)
  const [port = 0] = await findFreePorts(1)
  const url = `http://localhost:${port}`
  const gateway = await startGateway(t, {
    publicUrl: url,
    port,
    upstreamUrl: `http://127.0.0.1:${upstream}`,
    config: { 'access.rules': [{ path: '/public/*', allow: 'optional' }] }
  })
  for (const uid of ['ada', 'bob']) gateway.provider.accounts.create({ uid })
  const context = await openContext(t)
  const page = await context.newPage()
  async function enter(uid: string): Promise<void> {
    const { idToken, refreshToken } = await gateway.provider.signIn(uid)
    const response = await postSession(gateway.url, idToken, refreshToken, { origin: url })
    await addCookies(context, cookieHeader(response), url)
  }
  /** In another tab. */
  async function signOut(): Promise<void> {
    const tab = await context.newPage()
    await tab.goto(`${url}/login?prompt=login`)
    await tab.evaluate("fetch('/logout', { method: 'POST' })")
    await tab.close()
  }
  return { loads, page, url, enter, signOut }
}

const signIn = /\/login\?redirect=%2Freports%3Fa%3D1/

t.test(
  'page that stays open: a call after the sign-out leads to the sign-in and back',
  { skip },
  async (t) => {
    const { page, url, enter, signOut } = await start(t)
    await enter('ada')
    await page.goto(`${url}/reports?a=1`)
    t.equal(await page.evaluate("fetch('/data').then((response) => response.text())"), 'data')
    await signOut()
    await page.evaluate("void fetch('/data')")
    await page.waitForURL(signIn)
  }
)

t.test('page that stays open: a socket closed by the sign-out leads to the sign-in', { skip }, async (t) => {
  const { page, url, enter, signOut } = await start(t)
  await enter('ada')
  await page.goto(`${url}/reports?a=1`)
  await page.evaluate(`new Promise((resolve) => {
    window.socket = new WebSocket('/live')
    socket.onopen = resolve
  })`)
  await signOut()
  await page.waitForURL(signIn)
})

t.test(
  'page that stays open: when it is shown again under another account, it is loaded',
  { skip },
  async (t) => {
    const { page, url, enter } = await start(t)
    await enter('ada')
    await page.goto(`${url}/reports`)
    await enter('bob')
    await page.evaluate("void document.dispatchEvent(new Event('visibilitychange'))")
    await page.waitForFunction("document.title === 'bob'")
  }
)

t.test(
  'page that stays open: it is left alone while its session lasts, and without one',
  { skip },
  async (t) => {
    const { loads, page, url, enter } = await start(t)
    const call = "fetch('/own-401').then(() => fetch('/_auth/session')).then(() => fetch('/_auth/session'))"
    await enter('ada')
    await page.goto(`${url}/reports`)
    await page.evaluate(call)
    t.same(loads, ['ada'], 'a 401 of the application itself')
    await page.route('**/_auth/session', (route) => route.fulfill({ status: 503, json: {} }))
    await page.evaluate(call)
    t.same(loads, ['ada'], 'a provider that is down')
    await page.unroute('**/_auth/session')
    await page.context().clearCookies()
    await page.goto(`${url}/public/`)
    await page.evaluate(call)
    t.same(loads, ['ada', 'no one'], 'a public page')
  }
)

import t from 'tap'
import { DEMO_USER, startDemo } from '../../demo/demo.ts'
import { PLUGINS } from '../../plugins/plugins.ts'
import { createLog } from '../../src/operations/logging.ts'
import { cookieHeader, PAGE, postSession } from '../fixtures/gateway.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { findFreePorts } from '../fixtures/wire/ports.ts'

const [port = 0] = await findFreePorts(1)
const lines: string[] = []
const log = createLog('info', { write: (line: string) => void lines.push(line) })
const demo = await startDemo({ port, log, plugins: PLUGINS })
t.teardown(() => demo.close())

async function signIn(uid: string): Promise<string> {
  const { idToken, refreshToken } = await demo.provider.signIn(uid)
  return cookieHeader(await postSession(demo.url, idToken, refreshToken, { origin: demo.url }))
}

t.test('demo examples: each example behaves as its text says, signed out and signed in', async (t) => {
  const cookie = await signIn('demo-user')
  const stranger = await signIn('new-user')
  const rows = [
    ['/reports/2026?quarter=3', 302, 200, 200],
    ['/news', 200, 200, 200],
    ['/welcome', 200, 200, 200],
    ['/staff/plans', 302, 200, 403],
    ['/payments/1', 302, 403, 403],
    ['/internal/metrics', 403, 403, 403]
  ] as const
  const load = (path: string, cookie?: string) =>
    send(demo.url + path, { headers: cookie === undefined ? PAGE : { ...PAGE, cookie } })
  for (const [path, ...expected] of rows) {
    const responses = [await load(path), await load(path, cookie), await load(path, stranger)]
    const found = responses.map(({ status }) => status)
    t.same(found, expected, path)
  }
  const shown = await (await load('/', cookie)).text()
  t.match(shown, 'test:browsers -- device-binding', 'what is not shown here')
  for (const [path] of rows) t.match(shown, `href="${demo.url}${path}"`, path)
  t.notMatch(await (await load('/news', cookie)).text(), DEMO_USER.email, 'a public page gets no identity')
  t.match(await (await load('/welcome', cookie)).text(), DEMO_USER.email)
  t.match(await (await load('/staff/plans', cookie)).text(), 'What this page shows')
})

t.test('demo wiki: has its own host and access rules and is reached by a hand-over', async (t) => {
  const load = (path: string) =>
    send(demo.url + path, { headers: { ...PAGE, host: `wiki.localhost:${port}` } })
  const handbook = await load('/handbook/first-day')
  t.equal(handbook.status, 200)
  t.match(await handbook.text(), 'Meridian handbook')
  const page = await load('/')
  t.equal(page.status, 302)
  t.match(page.headers.get('location'), `${demo.url}/_auth/continue?`)
  const elsewhere = await send(demo.url, { headers: { ...PAGE, host: `other.localhost:${port}` } })
  t.equal(elsewhere.status, 404, 'control: a host that is not configured')
})

t.test('demo: the curl command on the page works and writes the log line shown there', async (t) => {
  const page = await send(`${demo.url}/`, { headers: { ...PAGE, cookie: await signIn('demo-user') } })
  const html = (await page.text()).replaceAll('&quot;', '"').replaceAll('&#39;', "'")
  const [, token = '', url = ''] = /curl -H 'Authorization: Bearer ([^']+)' (\S+?)<\/pre>/.exec(html) ?? []
  const [, logged = ''] = /id="call-logged">(.*?)<\/pre>/.exec(html) ?? []
  const call = (token: string) => send(url, { headers: { authorization: `Bearer ${token}` } })
  t.equal((await call(token)).status, 200)
  const refused = await call(token.slice(0, -5))
  const line = lines.findLast((line) => line.includes('/api/report'))
  t.match(JSON.parse(line ?? ''), JSON.parse(logged))
  t.equal(refused.status, 401)
  t.match(refused.headers.get('www-authenticate'), 'error="invalid_token"')
})

t.test('demo: behind a proxy, login page, forward-auth and application have separate ports', async (t) => {
  const [port = 0, forwardAuthPort = 0, applicationPort = 0] = await findFreePorts(3)
  const url = 'http://localhost:8000'
  const log = createLog('info', { write: () => undefined })
  const demo = await startDemo({
    port,
    proxy: { url, forwardAuthPort, applicationPort },
    log,
    plugins: PLUGINS
  })
  t.teardown(() => demo.close())
  t.equal(demo.url, url)

  const application = await send(`http://127.0.0.1:${applicationPort}/`)
  t.equal(application.status, 200)
  const pages = `http://127.0.0.1:${port}`
  t.equal((await send(`${pages}/login`, { headers: { host: 'localhost:8000' } })).status, 200)
  t.equal((await send(`${pages}/_auth/verify`, { headers: { host: 'localhost:8000' } })).status, 404)
  t.equal((await send(`${pages}/anything`, { headers: { host: 'localhost:8000' } })).status, 404)

  const refused = await send(`http://127.0.0.1:${forwardAuthPort}/_auth/verify`, {
    headers: {
      ...PAGE,
      'x-forwarded-method': 'GET',
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'localhost:8000',
      'x-forwarded-uri': '/reports',
      'x-forwarded-for': '127.0.0.1'
    }
  })
  t.equal(refused.status, 302)
  t.equal(refused.headers.get('location'), `${url}/login?redirect=%2Freports`)
})

import t from 'tap'
import { type AskOptions, startAskedGateway } from '../fixtures/forward-auth.ts'
import { type SendOptions, send } from '../fixtures/wire/http-client.ts'
import { type Handler, startUpstream } from '../fixtures/wire/upstream.ts'

const AUTH = 'https://auth.example.com'
const APP = 'https://app.example.com'
const EVIL = 'https://evil.example'
const PREFLIGHT = {
  host: 'auth.example.com',
  origin: APP,
  'access-control-request-method': 'PUT',
  'access-control-request-headers': 'content-type',
  'sec-fetch-mode': 'cors'
}
const CORS = /^(access-control-|vary$)/

const plain: Handler = (_req, res) => void res.end('from the application')
/** How the application responds, and how many requests it has seen. */
const application = { response: plain, seen: 0 }
const upstream = await startUpstream(t, (req, res) => {
  application.seen += 1
  return application.response(req, res)
})
const gateway = await startAskedGateway(t, {
  config: {
    upstream: { url: upstream.url },
    cors: { origins: [APP], credentials: true },
    'access.rules': [
      { path: '/public/*', allow: 'public' },
      { path: '/admin/*', allow: { claim: 'role', oneOf: ['admin'] } }
    ]
  }
})
const cookie = await gateway.enter()

const call = (path: string, options: SendOptions = {}) =>
  send(`${gateway.url}${path}`, { ...options, headers: { host: 'auth.example.com', ...options.headers } })
const corsOf = (response: Response) =>
  Object.fromEntries([...response.headers].filter(([name]) => CORS.test(name)))
/** What a page of the origin needs in order to read a response. */
const READABLE = {
  'access-control-allow-origin': APP,
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': 'www-authenticate, retry-after, x-request-id',
  vary: 'Origin'
}

t.test('cors: preflight from a listed origin, 204 without the application', async (t) => {
  application.seen = 0
  for (const path of ['/api', '/public/x', '/admin/x']) {
    const asked = { ...PREFLIGHT, 'access-control-request-private-network': 'true' }
    const response = await call(path, { method: 'OPTIONS', headers: asked })
    t.same([response.status, response.headers.get('cache-control')], [204, 'no-store'], path)
    const { 'access-control-max-age': _age, ...cors } = corsOf(response)
    t.same(cors, {
      'access-control-allow-origin': APP,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'PUT',
      'access-control-allow-headers': 'content-type',
      vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'
    })
    t.same(response.headers.getSetCookie(), [])
  }
  t.equal(application.seen, 0)
  await gateway.settled()
  const line = { outcome: 'allow', answer: 'preflight', status: 204, code: undefined }
  t.match(gateway.logLines().at(-1), line)
})

t.test('cors: a preflight from an unlisted origin is handled like any other request', async (t) => {
  for (const origin of [EVIL, 'null', `${APP}.evil.example`]) {
    const headers = { ...PREFLIGHT, origin, accept: 'text/html' }
    const { 'sec-fetch-mode': _mode, ...old } = headers
    for (const sent of [headers, old]) {
      const response = await call('/api', { method: 'OPTIONS', headers: sent })
      t.same([response.status, corsOf(response)], [401, {}], `${origin}: no redirect`)
    }
  }
  application.seen = 0
  const open = await call('/public/x', { method: 'OPTIONS', headers: { ...PREFLIGHT, origin: EVIL } })
  t.equal(open.status, 200)
  t.equal(application.seen, 1, 'a rule lets it pass, the application decides')
})

t.test('cors: refusals of the gateway are readable only by pages of listed origins', async (t) => {
  const rows: [path: string, status: number, options: SendOptions][] = [
    ['/api', 401, {}],
    ['/api', 401, { method: 'POST' }],
    ['/admin/x', 403, { headers: { cookie } }],
    ['/socket', 401, { headers: { 'sec-fetch-mode': 'websocket' } }],
    ['/_auth/session', 401, {}],
    ['/_auth/session', 200, { headers: { cookie } }]
  ]
  for (const [path, status, options] of rows) {
    const from = (origin: string) => call(path, { ...options, headers: { ...options.headers, origin } })
    const listed = await from(APP)
    t.equal(listed.status, status, path)
    t.same(corsOf(listed), READABLE, `${path} ${status}`)
    t.same(corsOf(await from(EVIL)), {}, `${path}: control`)
    t.same(corsOf(await call(path, options)), {}, `${path}: without an Origin`)
  }
})

t.test('cors: a target that cannot be parsed, 400 without CORS headers', async (t) => {
  for (const path of ['/caf%E9', '/a%00', '/x%5c..%5cy']) {
    for (const options of [{ headers: { origin: APP } }, { method: 'OPTIONS', headers: PREFLIGHT }]) {
      const response = await call(path, options)
      t.same([response.status, corsOf(response)], [400, {}], path)
    }
  }
  t.same(corsOf(await call('/caf%C3%A9', { headers: { origin: APP } })), READABLE, 'control')
})

t.test('cors: a 502 while the application is down is readable as well', async (t) => {
  application.response = (_req, res) => void res.destroy()
  const response = await call('/api', { headers: { cookie, origin: APP } })
  application.response = plain
  t.equal(response.status, 502)
  t.same(corsOf(response), READABLE)
})

t.test('cors: responses of the application keep their own CORS headers and get no others', async (t) => {
  const own = { 'access-control-allow-origin': 'https://own.example', vary: 'Accept' }
  application.response = (_req, res) => void res.writeHead(200, own).end()
  const headers = { cookie, origin: APP }
  t.same(corsOf(await call('/api', { headers })), own)
  application.response = (_req, res) => void res.writeHead(200).end()
  t.same(corsOf(await call('/api', { headers })), {}, 'without headers it is not readable elsewhere')
  application.response = plain
})

t.test('cors: only its own pages may make calls that change state (ASVS 3.5.1)', async (t) => {
  for (const path of ['/_auth/refresh', '/logout', '/_auth/session']) {
    const asked = { ...PREFLIGHT, 'access-control-request-method': 'POST' }
    for (const [method, headers] of [
      ['OPTIONS', asked],
      ['POST', { origin: APP, cookie }]
    ] as const) {
      const response = await call(path, { method, headers })
      t.same([response.status, corsOf(response)], [403, {}], `${method} ${path}`)
    }
  }
  const found = (await call('/_auth/refresh', { method: 'POST', headers: { origin: AUTH, cookie } })).status
  t.equal(found, 200, 'control')
  for (const path of ['/login', '/_auth/jwks.json', '/logout']) {
    const response = await call(path, { headers: { origin: APP } })
    t.equal(response.headers.get('access-control-allow-origin'), null, path)
  }
  const who = { ...PREFLIGHT, 'access-control-request-method': 'GET' }
  const response = await call('/_auth/session', { method: 'OPTIONS', headers: who })
  t.equal(response.status, 204, 'the session may be read')
  t.match(corsOf(response), { 'access-control-allow-methods': 'GET' })
})

t.test('cors: auth request for a preflight, 204 only where the proxy delivers it', async (t) => {
  const { host: _host, ...headers } = PREFLIGHT
  const rows: [adapter: AskOptions['adapter'], status: number][] = [
    ['/envoy', 204],
    ['/status', 403],
    ['/answer', 204],
    ['', 401],
    ['/original-url', 401]
  ]
  for (const [adapter = '', status] of rows) {
    const response = await gateway.ask({ adapter, method: 'OPTIONS', headers })
    const methods = response.headers.get('access-control-allow-methods')
    t.same([response.status, methods], [status, status === 204 ? 'PUT' : null], adapter)
    const evil = await gateway.ask({ adapter, method: 'OPTIONS', headers: { ...headers, origin: EVIL } })
    t.same([evil.status, corsOf(evil)], [401, {}], `${adapter}: control`)
  }
})

t.test('cors: auth request for a call, the page can read the full refusal', async (t) => {
  for (const adapter of ['', '/answer', '/envoy'] as const) {
    const refused = await gateway.ask({ adapter, headers: { origin: APP, 'sec-fetch-mode': 'cors' } })
    t.same([refused.status, corsOf(refused)], [401, READABLE])
    const evil = await gateway.ask({ adapter, headers: { origin: EVIL, 'sec-fetch-mode': 'cors' } })
    t.same(corsOf(evil), {}, 'control')
  }
  const passed = await gateway.ask({ headers: { origin: APP, cookie } })
  t.same([passed.status, corsOf(passed)], [200, {}], 'an allowed request is left to the application')
})

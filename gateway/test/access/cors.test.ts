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
/** What the application does with its requests, and how many it has seen. */
const application = { response: plain, seen: 0 }
const upstream = await startUpstream((req, res) => {
  application.seen += 1
  return application.response(req, res)
})
t.teardown(() => upstream.close())
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
/** What a page of the origin needs in order to read an answer. */
const READABLE = {
  'access-control-allow-origin': APP,
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': 'www-authenticate, retry-after, x-request-id',
  vary: 'Origin'
}

t.test(
  'cors: the preflight of a listed origin, 204 of the gateway, nothing for the application',
  async (t) => {
    application.seen = 0
    for (const path of ['/api', '/public/x', '/admin/x']) {
      const response = await call(path, { method: 'OPTIONS', headers: PREFLIGHT })
      t.equal(response.status, 204, path)
      t.match(corsOf(response), {
        'access-control-allow-origin': APP,
        'access-control-allow-methods': 'PUT',
        'access-control-allow-headers': 'content-type',
        vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers'
      })
      t.equal(response.headers.get('cache-control'), 'no-store')
      t.same(response.headers.getSetCookie(), [])
    }
    t.equal(application.seen, 0)
    await gateway.settled()
    t.match(gateway.logLines().at(-1), {
      outcome: 'allow',
      answer: 'preflight',
      status: 204,
      code: undefined
    })
  }
)

t.test('cors: a preflight of an origin that is not listed, goes on as any other request', async (t) => {
  for (const origin of [EVIL, 'null', `${APP}.evil.example`]) {
    const headers = { ...PREFLIGHT, origin, accept: 'text/html' }
    const { 'sec-fetch-mode': _mode, ...old } = headers
    for (const sent of [headers, old]) {
      const response = await call('/api', { method: 'OPTIONS', headers: sent })
      t.equal(response.status, 401, `${origin}: no redirect`)
      t.same(corsOf(response), {}, origin)
    }
  }
  application.seen = 0
  const open = await call('/public/x', { method: 'OPTIONS', headers: { ...PREFLIGHT, origin: EVIL } })
  t.equal(open.status, 200)
  t.equal(application.seen, 1, 'a rule lets it pass to the application, whose matter it is')
})

t.test('cors: no access to the private network is given by a preflight', async (t) => {
  const headers = { ...PREFLIGHT, 'access-control-request-private-network': 'true' }
  const response = await call('/api', { method: 'OPTIONS', headers })
  t.equal(response.status, 204)
  t.equal(response.headers.get('access-control-allow-private-network'), null)
})

t.test('cors: refusals of the gateway, can be read by pages of listed origins alone', async (t) => {
  const rows: [path: string, status: number, options: SendOptions][] = [
    ['/api', 401, {}],
    ['/api', 401, { method: 'POST' }],
    ['/admin/x', 403, { headers: { cookie } }],
    ['/socket', 403, { headers: { cookie, 'sec-fetch-mode': 'websocket' } }],
    ['/_auth/session', 401, {}],
    ['/_auth/session', 200, { headers: { cookie } }]
  ]
  for (const [path, status, options] of rows) {
    const from = (origin: string) => call(path, { ...options, headers: { ...options.headers, origin } })
    const listed = await from(APP)
    t.equal(listed.status, status, path)
    t.same(corsOf(listed), READABLE, `${path} ${status}`)
    t.same(corsOf(await from(EVIL)), {}, `${path}: twin`)
    t.same(corsOf(await call(path, options)), {}, `${path}: no page asks`)
  }
})

t.test(
  'cors: a target of no application, refused without a header; one that can be read, with them',
  async (t) => {
    for (const path of ['/caf%E9', '/a%00', '/x%5c..%5cy']) {
      const response = await call(path, { headers: { origin: APP } })
      t.equal(response.status, 400, path)
      t.same(corsOf(response), {}, path)
      const preflight = await call(path, { method: 'OPTIONS', headers: PREFLIGHT })
      t.equal(preflight.status, 400, path)
      t.same(corsOf(preflight), {}, path)
    }
    t.same(corsOf(await call('/caf%C3%A9', { headers: { origin: APP } })), READABLE, 'twin')
  }
)

t.test('cors: the application is away, its 502 can be read too', async (t) => {
  application.response = (_req, res) => void res.destroy()
  const response = await call('/api', { headers: { cookie, origin: APP } })
  application.response = plain
  t.equal(response.status, 502)
  t.same(corsOf(response), READABLE)
})

t.test('cors: answers of the application, have its own headers and no other', async (t) => {
  const own = { 'access-control-allow-origin': 'https://own.example', vary: 'Accept' }
  application.response = (_req, res) => void res.writeHead(200, own).end()
  const headers = { cookie, origin: APP }
  t.same(corsOf(await call('/api', { headers })), own)
  application.response = (_req, res) => void res.writeHead(200).end()
  t.same(corsOf(await call('/api', { headers })), {}, 'one that says nothing is not read by other origins')
  application.response = plain
})

t.test('cors: calls that change something at the gateway, stay those of its own pages', async (t) => {
  for (const path of ['/_auth/refresh', '/logout', '/_auth/session']) {
    const asked = { ...PREFLIGHT, 'access-control-request-method': 'POST' }
    for (const options of [
      { method: 'OPTIONS', headers: asked },
      { method: 'POST', headers: { origin: APP, cookie } }
    ]) {
      const response = await call(path, options)
      t.equal(response.status, 403, `${options.method} ${path}`)
      t.same(corsOf(response), {})
    }
  }
  t.equal(
    (await call('/_auth/refresh', { method: 'POST', headers: { origin: AUTH, cookie } })).status,
    200,
    'twin'
  )
  for (const path of ['/login', '/_auth/jwks.json', '/logout']) {
    const response = await call(path, { headers: { origin: APP } })
    t.equal(response.headers.get('access-control-allow-origin'), null, path)
  }
  const who = { ...PREFLIGHT, 'access-control-request-method': 'GET' }
  const response = await call('/_auth/session', { method: 'OPTIONS', headers: who })
  t.equal(response.status, 204, 'who is signed in may be asked')
  t.match(corsOf(response), { 'access-control-allow-methods': 'GET' })
})

t.test(
  'cors: a question about a preflight, answered where the proxy delivers it and takes no 204 for a pass',
  async (t) => {
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
      t.equal(response.status, status, adapter)
      const isDelivered = status === 204
      t.equal(response.headers.get('access-control-allow-methods'), isDelivered ? 'PUT' : null, adapter)
      const evil = await gateway.ask({ adapter, method: 'OPTIONS', headers: { ...headers, origin: EVIL } })
      t.equal(evil.status, 401, `${adapter}: twin`)
      t.same(corsOf(evil), {})
    }
  }
)

t.test('cors: a question about a call, the refusal in full can be read by the page', async (t) => {
  for (const adapter of ['', '/answer', '/envoy'] as const) {
    const refused = await gateway.ask({ adapter, headers: { origin: APP, 'sec-fetch-mode': 'cors' } })
    t.equal(refused.status, 401)
    t.same(corsOf(refused), READABLE)
    const evil = await gateway.ask({ adapter, headers: { origin: EVIL, 'sec-fetch-mode': 'cors' } })
    t.same(corsOf(evil), {}, 'twin')
  }
  const passed = await gateway.ask({ headers: { origin: APP, cookie } })
  t.equal(passed.status, 200)
  t.same(corsOf(passed), {}, 'a pass is the application’s to answer')
})

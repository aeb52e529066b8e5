import { createServer, type IncomingHttpHeaders } from 'node:http'
import t from 'tap'
import { loadConfig } from '../../src/config/load.ts'
import { portOf } from '../../src/serving/connections/listening-server.ts'
import { SIGNATURE_KEY, startGateway } from '../fixtures/gateway.ts'
import { FORGEABLE_HEADERS, PASSED_HEADERS } from '../fixtures/wire/client-headers.ts'
import { sendRaw } from '../fixtures/wire/http-client.ts'
import { handshakeOf } from '../fixtures/wire/websockets.ts'

const linesOf = (names: string) => names.split(' ').map((name) => `${name}: forged`)

/** A request as bytes; the connection closes after the response. */
function get(path: string, ...headers: string[]): string {
  return `${[`GET ${path} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`
}

const PUBLIC = { 'access.rules': [{ path: '/public', allow: 'public' }] }

t.test('client headers: those of the gateway never reach the application (ASVS 4.1.3)', async (t) => {
  const { port, provider, upstream, signIn } = await startGateway(t, { config: PUBLIC })
  provider.accounts.create({ uid: 'ada' })
  const cookie = await signIn('ada')
  for (const [kind, names] of Object.entries(FORGEABLE_HEADERS)) {
    for (const path of ['/public', '/private']) {
      upstream.forget()
      await sendRaw(port, get(path, ...linesOf(names), `Cookie: ${cookie}`))
      t.equal(upstream.seen.length, 1, `${kind}, ${path}`)
      const { headers } = upstream.seen[0]!
      for (const name of names.split(' ')) t.not(headers[name], 'forged', `${kind}, ${path}: ${name}`)
    }
  }
})

t.test('client headers: those of the application or listed in passHeaders pass', async (t) => {
  const passHeaders = ['x-http-method-override', 'remote-user', 'x-envoy-original-path', 'fly-client-ip']
  const { port, upstream } = await startGateway(t, {
    config: { ...PUBLIC, 'upstream.passHeaders': passHeaders }
  })
  const neighbours = 'x-http-method remote-groups x-envoy-internal client-ip x_http_method_override'
  await sendRaw(port, get('/public', ...linesOf([PASSED_HEADERS, ...passHeaders, neighbours].join(' '))))
  const { headers } = upstream.seen[0]!
  for (const name of [...PASSED_HEADERS.split(' '), ...passHeaders]) t.equal(headers[name], 'forged', name)
  for (const name of neighbours.split(' ')) t.equal(headers[name], undefined, name)
})

function problemsWith(name: string): string[] {
  const loaded = loadConfig({
    file: null,
    env: {
      GATEHOUSE_PUBLIC_URL: 'https://app.example.com',
      GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:9',
      GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'demo-test',
      GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'key',
      GATEHOUSE_COOKIE_SIGNATURE_KEYS: SIGNATURE_KEY,
      GATEHOUSE_IDENTITY_HEADERS: JSON.stringify({ 'x-user': 'sub', 'x-off': null }),
      GATEHOUSE_UPSTREAM_PASS_HEADERS: name
    }
  })
  return loaded.kind === 'invalid' ? loaded.problems.map(({ path }) => path) : []
}

t.test('client headers: passHeaders refuses identity, framing and cookie headers', async (t) => {
  const refused =
    'x-forwarded-user x-forwarded-email x-forwarded-preferred-username x-gatehouse-assertion x-gatehouse-tenant x-gatehouse-expired x-user connection transfer-encoding te trailer upgrade http2-settings keep-alive expect content-length host cookie proxy-authorization proxy-connection x-forwarded-for x-forwarded-proto x-forwarded-host x-request-id traceparent tracestate baggage x-cloud-trace-context x-serverless-authorization'
  for (const name of refused.split(' ')) t.same(problemsWith(name), ['upstream.passHeaders[0]'], name)
  for (const name of ['x-off', 'x-forwarded-prefix', 'x-real-ip', 'fly-client-ip', 'x-gatehouse'])
    t.same(problemsWith(name), [], name)
  t.same(problemsWith('X_Real'), ['upstream.passHeaders[0]'], 'not a valid header name')
})

t.test('client headers: the first removal of each name is logged, up to 500 names', async (t) => {
  const { port, logLines } = await startGateway(t, { config: { ...PUBLIC, 'log.level': 'debug' } })
  const removals = () => logLines({ msg: 'client header removed' })
  const names = 'x-auth-user x_own x-forwarded-user te connection accept x-own'
  for (const _time of [1, 2]) await sendRaw(port, get('/public', ...linesOf(names)))
  t.match(removals(), [
    { level: 'debug', header: 'x-auth-user', detail: /upstream\.passHeaders/ },
    { level: 'debug', header: 'x_own', detail: /letters, digits/ }
  ])
  t.equal(removals().length, 2)
  const many = Array.from({ length: 600 }, (_, number) => `remote-${number}`)
  for (const _time of [1, 2])
    for (let first = 0; first < many.length; first += 150)
      await sendRaw(port, get('/public', ...linesOf(many.slice(first, first + 150).join(' '))))
  t.ok(removals().length > 400 && removals().length <= 500, String(removals().length))
})

t.test('client headers: removals are not logged at the default level', async (t) => {
  const { port, logLines } = await startGateway(t, { config: PUBLIC })
  await sendRaw(port, get('/public', ...linesOf('x-auth-user x_own')))
  t.notOk(logLines().some(({ msg }) => msg === 'client header removed'))
})

t.test('client headers: the application drops the last of many, the identity arrives', async (t) => {
  const seen: IncomingHttpHeaders[] = []
  // As Node does by default after 1,000.
  const application = Object.assign(createServer(), { maxHeadersCount: 80 })
  application.on('request', ({ headers }, response) => {
    seen.push(headers)
    response.end()
  })
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    application.closeAllConnections()
    application.close()
  })
  const { port, provider, signIn } = await startGateway(t, {
    upstreamUrl: `http://127.0.0.1:${portOf(application.address())}`
  })
  provider.accounts.create({ uid: 'ada' })
  const many = Array.from({ length: 190 }, (_, n) => `X-${n}: 1`)
  const cookie = `Cookie: ${await signIn('ada')}`
  t.match(await sendRaw(port, get('/x', ...many, cookie)), 'HTTP/1.1 200 ')
  application.on('upgrade', ({ headers }, socket) => {
    seen.push(headers)
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  })
  t.match(
    await sendRaw(
      port,
      handshakeOf('/x', cookie.slice(8)).replace('\r\n\r\n', `\r\n${many.join('\r\n')}\r\n\r\n`)
    ),
    '101 '
  )
  t.equal(seen.length, 2)
  for (const headers of seen) {
    t.match(headers, { 'x-forwarded-user': 'ada', 'x-gatehouse-assertion': /./ })
    t.equal(headers['x-189'], undefined, 'the last were dropped')
  }
})

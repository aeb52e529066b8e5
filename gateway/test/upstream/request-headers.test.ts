import { writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import t from 'tap'
import { hashConfig } from '../../src/config/changes.ts'
import { portOf } from '../../src/serving/connections/listening-server.ts'
import { startGateway, type TestGateway } from '../fixtures/gateway.ts'
import { GOOD, load, problemsOf } from '../fixtures/repository/yaml-config.ts'
import { signedIn } from '../fixtures/signed-in.ts'
import { FORGEABLE_HEADERS, PASSED_HEADERS } from '../fixtures/wire/client-headers.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'
import { handshakeOf } from '../fixtures/wire/websockets.ts'

const linesOf = (names: string) => names.split(' ').map((name) => `${name}: forged`)

/** A request as bytes; the connection closes after the response. */
function get(path: string, ...headers: string[]): string {
  return `${[`GET ${path} HTTP/1.1`, 'Host: a', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`
}

const PUBLIC = { 'access.rules': ['/public', '/public/*'].map((path) => ({ path, allow: 'public' })) }

t.test('client headers: those of the gateway never reach the application (ASVS 4.1.3)', async (t) => {
  const { port, upstream, cookie } = await signedIn(t, PUBLIC)
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
  const env = {
    GATEHOUSE_IDENTITY_HEADERS: JSON.stringify({ 'x-user': 'sub', 'x-off': null }),
    GATEHOUSE_UPSTREAM_PASS_HEADERS: name
  }
  return problemsOf(load(t.testdir(), GOOD, env))
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
  const upstreamUrl = `http://127.0.0.1:${portOf(application.address())}`
  const { port, cookie } = await signedIn(t, {}, { upstreamUrl })
  const many = Array.from({ length: 190 }, (_, n) => `X-${n}: 1`)
  t.match(await sendRaw(port, get('/x', ...many, `Cookie: ${cookie}`)), 'HTTP/1.1 200 ')
  application.on('upgrade', ({ headers }, socket) => {
    seen.push(headers)
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  })
  const handshake = handshakeOf('/x', cookie).replace('\r\n\r\n', `\r\n${many.join('\r\n')}\r\n\r\n`)
  t.match(await sendRaw(port, handshake), '101 ')
  t.equal(seen.length, 2)
  for (const headers of seen) {
    t.match(headers, { 'x-forwarded-user': 'ada', 'x-gatehouse-assertion': /./ })
    t.equal(headers['x-189'], undefined, 'the last were dropped')
  }
})

const SCRIPT = { 'service-worker': 'script' }
const warnedPaths = ({ logLines }: TestGateway) =>
  logLines()
    .filter(
      ({ level, msg }) => level === 'warn' && String(msg).startsWith('service worker of the application')
    )
    .map(({ path }) => path)

t.test('service workers: one of the application warns once per path, other requests do not', async (t) => {
  const gateway = await startGateway(t, { config: PUBLIC })
  const { url } = gateway
  for (const path of ['/public/sw.js', '/public/sw.js?v=2', '/public/other.js', '/public/sw.js'])
    await send(`${url}${path}`, { headers: SCRIPT })
  await send(`${url}/public/a.js`)
  await send(`${url}/public/a.js`, { headers: { 'service-worker': 'other' } })
  t.equal((await send(`${url}/private/sw.js`, { headers: SCRIPT })).status, 401)
  await send(`${url}/login`, { headers: SCRIPT })
  t.same(warnedPaths(gateway), ['/public/sw.js', '/public/other.js'])
})

t.test('service workers: any number of paths of a stranger, at most 100 warnings', async (t) => {
  const gateway = await startGateway(t, { config: PUBLIC })
  for (let index = 0; index < 120; index++)
    await send(`${gateway.url}/public/${index}.js`, { headers: SCRIPT })
  t.equal(warnedPaths(gateway).length, 100)
})

const SECRET = 'a-secret-of-the-application'

t.test('upstream.headers: each request has them, once, whatever the client sends', async (t) => {
  const valueFile = join(t.testdir(), 'secret')
  writeFileSync(valueFile, `${SECRET}\n`)
  const headers = {
    'x-api-key': { valueFile },
    'x-tenant': { value: 'blue' },
    authorization: { value: 'Basic eDp5' }
  }
  const { url, upstream, logText, settled } = await startGateway(t, {
    config: { 'upstream.headers': headers, 'upstream.passHeaders': ['x-tenant'], 'access.default': 'public' }
  })
  for (const sent of [
    {},
    { 'x-api-key': 'mine', 'X-Tenant': 'red', x_tenant: 'red', authorization: 'Bearer x' }
  ]) {
    upstream.forget()
    await send(`${url}/x`, { headers: { ...sent, connection: 'keep-alive, x-api-key, x-tenant' } })
    const { rawHeaders = [] } = upstream.seen[0] ?? {}
    const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []))
    const found = lines.filter((line) => /api-key|tenant|authorization/i.test(line))
    t.same(found, [`x-api-key: ${SECRET}`, 'x-tenant: blue', 'authorization: Basic eDp5'])
  }
  await settled()
  t.notMatch(logText(), SECRET)
})

t.test('upstream.headers: reserved names, identity, and what no header can carry are refused', async (t) => {
  const dir = t.testdir({ empty: '\n', lines: 'a\nb', good: 'x' })
  const wrong = (name: string, header: string) =>
    problemsOf(load(dir, GOOD.replace('3000"', `3000", headers: { ${name}: ${header} }`)))
  t.same(wrong('x-api-key', '{ value: x }'), [])
  t.same(wrong('x-forwarded-prefix', '{ value: /wiki }'), [])
  t.same(wrong('x-api-key', `{ valueFile: ${join(dir, 'good')} }`), [])
  for (const name of 'host cookie connection transfer-encoding content-length te x-forwarded-for'.split(' '))
    t.same(wrong(name, '{ value: x }'), [`upstream.headers.${name}`], name)
  for (const name of ['x-forwarded-user', 'x-forwarded-email', 'x-gatehouse-assertion', 'x-gatehouse-other'])
    t.same(wrong(name, '{ value: x }'), [`upstream.headers.${name}`], name)
  for (const header of [
    ...['{}', '{ value: "" }', '{ value: " x" }', '{ value: "a\\nb" }', '{ value: é }'],
    ...['empty', 'lines'].map((name) => `{ valueFile: ${join(dir, name)} }`)
  ])
    t.same(wrong('x-api-key', header), ['upstream.headers.x-api-key'], header)
  t.same(wrong('x-api-key', `{ value: x, valueFile: ${join(dir, 'good')} }`), [
    'upstream.headers.x-api-key.valueFile'
  ])
  t.match(wrong('x-api-key', `{ valueFile: ${join(dir, 'none')} }`), ['upstream.headers.x-api-key.valueFile'])
})

t.test('upstream.headers: the content of a file is no part of the hash of the configuration', async (t) => {
  const hashOf = (header: object) =>
    hashConfig({ applications: [{ upstream: { headers: { 'x-key': header } } }] })
  t.equal(hashOf({ value: 'a', valueFile: '/f' }), hashOf({ value: 'b', valueFile: '/f' }))
  t.not(hashOf({ value: 'a', valueFile: '/f' }), hashOf({ value: 'a', valueFile: '/g' }))
  t.not(hashOf({ value: 'a', valueFile: null }), hashOf({ value: 'b', valueFile: null }))
})

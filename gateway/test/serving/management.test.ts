import { mkdirSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import t from 'tap'
import { loadConfig } from '../../src/config/load.ts'
import type { GatewayEvent } from '../../src/operations/events.ts'
import { createManagement, listenForManagement } from '../../src/serving/management.ts'
import { SIGNATURE_KEY, startGateway } from '../fixtures/gateway.ts'
import { openManagement, scrape } from '../fixtures/management.ts'
import { sendRaw } from '../fixtures/wire/http-client.ts'
import { parseScrape } from '../fixtures/wire/scrape.ts'
import { words } from '../fixtures/words.ts'

const TOKEN = 'a-token-that-is-long-enough-0123456789'
const gateway = await startGateway(t)

t.test('management: /metrics is in the text format, never cached, compressed on request', async (t) => {
  const management = openManagement(t, gateway)
  const plain = await management.inject('/metrics')
  t.match(plain.headers, {
    'content-type': 'text/plain; version=0.0.4; charset=utf-8',
    'cache-control': 'no-store',
    'content-encoding': undefined,
    vary: 'accept-encoding'
  })
  const names = [...parseScrape(plain.body).keys()]
  for (const accepted of ['gzip', 'br, gzip', 'gzip;q=0.5']) {
    const response = await management.inject({ url: '/metrics', headers: { 'accept-encoding': accepted } })
    t.equal(response.headers['content-encoding'], 'gzip', accepted)
    t.same([...parseScrape(gunzipSync(response.rawPayload).toString()).keys()], names, accepted)
  }
  for (const accepted of ['br', 'gzip;q=0', 'identity']) {
    const response = await management.inject({ url: '/metrics', headers: { 'accept-encoding': accepted } })
    t.equal(response.headers['content-encoding'], undefined, accepted)
  }
})

t.test('management: with metrics disabled, the path does not exist and nothing is counted', async (t) => {
  const uncounted = await startGateway(t, { beside: gateway, config: { 'metrics.enabled': false } })
  const management = openManagement(t, uncounted)
  t.equal((await management.inject('/metrics')).statusCode, 404)
  t.equal(uncounted.state.metrics, null)
  t.ok(await uncounted.signIn('ada'), 'the gateway still works')
})

t.test('management: with a token configured, everything but /livez and /readyz requires it', async (t) => {
  let token: string | null = TOKEN
  const management = openManagement(t, gateway, { token: () => token })
  const ask = async (url: string, authorization?: string) => {
    const response = await management.inject({
      url,
      headers: authorization === undefined ? {} : { authorization }
    })
    return response.statusCode
  }
  for (const path of ['/livez', '/readyz', '/readyz?verbose', '/livez?x=/metrics'])
    t.equal(await ask(path), 200, path)
  for (const path of words`/metrics /metrics?x=/livez /elsewhere /livez/../metrics //livez /metrics/`)
    t.equal(await ask(path), 401, path)
  for (const wrong of [
    ...['', 'Bearer', 'Bearer ', TOKEN, `Basic ${TOKEN}`, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`],
    ...[`Bearer ${TOKEN} ${TOKEN}`, `Bearer ${TOKEN.toUpperCase()}`]
  ])
    t.equal(await ask('/metrics', wrong), 401, wrong)
  t.equal(await ask('/metrics', `Bearer ${TOKEN}`), 200, 'control')
  t.equal(await ask('/metrics', `bearer  ${TOKEN} `), 200, 'the scheme is case-insensitive')
  t.equal(await ask('/elsewhere', `Bearer ${TOKEN}`), 404)
  const refused = await management.inject('/metrics')
  t.equal(refused.headers['www-authenticate'], 'Bearer')
  t.notMatch(refused.body, TOKEN)
  token = 'another-token-that-is-long-enough-01234'
  t.equal(await ask('/metrics', `Bearer ${TOKEN}`), 401, 'a replaced token')
  t.equal(await ask('/metrics', `Bearer ${token}`), 200)
})

t.test('management: an invalid token file prevents the start and none of it is shown', async (t) => {
  const folder = t.testdir()
  const load = (name: string, text: string | null) => {
    const file = join(folder, name)
    if (text !== null) writeFileSync(file, text)
    return loadConfig({
      file: null,
      env: {
        GATEHOUSE_PUBLIC_URL: 'http://localhost:8080',
        GATEHOUSE_UPSTREAM_URL: 'http://127.0.0.1:9',
        GATEHOUSE_IDENTITY_PLATFORM_PROJECT_ID: 'demo-test',
        GATEHOUSE_IDENTITY_PLATFORM_API_KEY: 'key',
        GATEHOUSE_COOKIE_SIGNATURE_KEYS: SIGNATURE_KEY,
        GATEHOUSE_MANAGEMENT_TOKEN_FILE: file
      },
      plugins: []
    })
  }
  mkdirSync(join(folder, 'folder'))
  const wrong: [name: string, text: string | null, message: RegExp][] = [
    ['missing', null, /cannot be read \(ENOENT\)/],
    ['folder', null, /is not a file/],
    ['empty', '', /shorter than 32 characters/],
    ['short', `${TOKEN.slice(0, 31)}\n`, /shorter than 32 characters/],
    ['two', `${TOKEN}\n${TOKEN}\n`, /characters that a header cannot carry/],
    ['umlaut', `${TOKEN}ä`, /characters that a header cannot carry/]
  ]
  for (const [name, text, message] of wrong) {
    const loaded = load(name, text)
    t.match(loaded, { kind: 'invalid', problems: [{ path: 'management.tokenFile', message }] }, name)
    t.notMatch(JSON.stringify(loaded), 'long-enough')
  }
  const good = load('good', `${TOKEN}\n`)
  t.match(good, { kind: 'loaded', managementToken: TOKEN }, 'control')
})

t.test('management: hostile input is refused or served without crashing', async (t) => {
  const management = openManagement(t, gateway, { token: () => TOKEN })
  const port = await listenForManagement(management, { host: '127.0.0.1', port: 0 })
  const hostile = [
    'GET /metrics HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer \0\r\n\r\n',
    `GET /metrics HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${'x'.repeat(20_000)}\r\n\r\n`,
    'GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'GET /readyz?verbose=%ff&__proto__=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'POST /metrics HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nx',
    'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
    'GET /metrics HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade, close\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'
  ]
  for (const text of hostile) {
    const response = await sendRaw(port, text)
    t.match(response, /^HTTP\/1\.1 (200|400|401|404|431) /, JSON.stringify(text.slice(0, 60)))
    t.notMatch(response, /gatehouse_|at .*\.js/, 'neither metrics nor a stack')
  }
  const found = await sendRaw(port, 'GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  t.match(found, /^HTTP\/1\.1 200 /)
})

t.test('management: localhost serves and refuses alike on each of its addresses', async (t) => {
  let open = 0
  let mostOpen = 0
  const listChecks = async () => {
    mostOpen = Math.max(mostOpen, ++open)
    await new Promise(setImmediate)
    open -= 1
    return {}
  }
  const management = createManagement({ notReadyBecause: () => null }, { listChecks })
  t.teardown(() => management.close())
  const port = await listenForManagement(management, { host: 'localhost', port: 0 })
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  for (const address of ['127.0.0.1', '::1']) {
    if (!addresses.some((one) => one.address === address)) continue
    const verbose = 'GET /readyz?verbose HTTP/1.1\r\nHost: a\r\n\r\n'
    const last = 'GET /livez HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
    const responses = await sendRaw(port, verbose.repeat(20) + last, address)
    t.equal([...responses.matchAll(/"status":"(?:ready|live)"/g)].length, 21, address)
    const found = await sendRaw(port, 'nonsense\r\n\r\n', address)
    t.match(found, /^HTTP\/1.1 400 .*\r\n(?:.*\r\n)*cache-control: no-store/, address)
  }
  t.equal(mostOpen, 1)
})

t.test('management: concurrent scrapes share one rendering', async (t) => {
  let renderings = 0
  const config = () => {
    renderings += 1
    return null
  }
  const management = openManagement(t, gateway, { config })
  const texts = await Promise.all(Array.from({ length: 20 }, () => scrape(management)))
  t.equal(new Set(texts).size, 1)
  t.equal(renderings, 1)
  await scrape(management)
  t.equal(renderings, 2, 'control: a later one renders again')
})

t.test('management: a request without the token is a security event (ASVS 16.3.2, 13.4.5)', async (t) => {
  const events: GatewayEvent[] = []
  const app = createManagement(
    { notReadyBecause: () => null },
    { token: () => 'right', renderMetrics: async () => '', report: (event) => void events.push(event) }
  )
  t.teardown(() => app.close())
  for (const headers of [{}, { authorization: 'Bearer wrong' }]) {
    const refused = await app.inject({ url: '/metrics', headers })
    t.equal(refused.statusCode, 401)
    t.match(events.splice(0), [
      {
        kind: 'access.refused',
        code: 'MISSING_CREDENTIALS',
        requestId: refused.json().requestId,
        client: '127.0.0.1',
        method: 'GET',
        path: '/metrics'
      }
    ])
  }
  const passed = await app.inject({ url: '/metrics', headers: { authorization: 'Bearer right' } })
  t.equal(passed.statusCode, 200)
  t.equal((await app.inject('/livez')).statusCode, 200, 'no token required')
  t.same(events, [], 'control')
})

t.test('management: metrics that cannot be rendered are a plain 500 without the reason', async (t) => {
  let fails = true
  const app = createManagement(
    { notReadyBecause: () => null },
    {
      renderMetrics: async () => {
        if (fails) throw new Error('a reason with a secret in it')
        return ''
      }
    }
  )
  t.teardown(() => app.close())
  const failed = await app.inject('/metrics')
  t.equal(failed.statusCode, 500)
  t.match(failed.json(), { code: 'INTERNAL_ERROR' })
  t.notMatch(failed.body, 'secret')
  fails = false
  t.equal((await app.inject('/metrics')).statusCode, 200, 'control: the next request')
})

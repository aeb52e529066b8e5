import { readFileSync } from 'node:fs'
import t from 'tap'
import { Agent, Client, request } from 'undici'
import { packagePath } from '../../src/config/package-files.ts'
import { ADAPTERS, type ResponseStyle } from '../../src/forward-auth/adapters.ts'
import { createClientHeaderTest } from '../../src/upstream/request-headers.ts'
import { ADAPTER_PATHS, AUTH, buildForwardAuth, startAskedGateway, WIKI } from '../fixtures/forward-auth.ts'
import { PAGE } from '../fixtures/gateway.ts'
import { filesIn, makePair, writePair } from '../fixtures/provider/certificates.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'
import { words } from '../fixtures/words.ts'

const gateway = await startAskedGateway(t)

type Lines = readonly (readonly [name: string, value: string])[]

const textOf = (lines: Lines) => lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')

/** Sends header lines verbatim; returns the status. */
async function askRaw(target: string, lines: Lines, method = 'GET'): Promise<number> {
  const head = `${method} ${target} HTTP/1.1\r\nConnection: close\r\n${textOf(lines)}\r\n`
  const response = await sendRaw(gateway.port, head)
  return Number(/^HTTP\/1\.1 (\d+)/.exec(response)?.[1])
}

/** The header lines of a valid auth request for a public page, which is always allowed. */
function linesOf(adapter: string): { target: string; lines: [string, string][]; named: string[] } {
  const [url, { headers }] = buildForwardAuth(gateway.url, { adapter, url: `${WIKI}/public/x`, headers: {} })
  const lines: [string, string][] = Object.entries(headers)
  const named = lines.map(([name]) => name)
  if (adapter !== '/envoy') lines.unshift(['host', 'gatehouse'])
  return { target: url.slice(gateway.url.length), lines, named }
}

/** The status of an allowed request: `/answer` has none. */
const passOf = (adapter: string) => (adapter === '/answer' ? 503 : 200)

for (const adapter of ADAPTER_PATHS) {
  const name = adapter === '' ? '/_auth/verify' : adapter

  t.test(`adapter ${name}: each header is required once, missing, duplicate or empty is a 400`, async (t) => {
    const { target, lines, named } = linesOf(adapter)
    const ask = (sent: Lines) => askRaw(target, sent)
    t.equal(await ask(lines), passOf(adapter), 'unchanged')
    const found = await ask(lines.map(([name, value]) => [name.toUpperCase(), value]))
    t.equal(found, passOf(adapter), 'upper case')
    for (const one of named) {
      const value = lines.find(([name]) => name === one)?.[1] ?? ''
      t.equal(await ask(lines.filter(([name]) => name !== one)), 400, `${one} missing`)
      t.equal(await ask([...lines, [one, value]]), 400, `${one} doubled`)
      t.equal(await ask([...lines, [one.toUpperCase(), 'x']]), 400, `${one} in two cases`)
      if (one === 'x-forwarded-for') continue
      const withValue = (other: string) =>
        lines.map(([name, value]) => [name, name === one ? other : value] as const)
      t.equal(await ask(withValue('')), 400, `${one} empty`)
      t.not(await ask(withValue(`${value}, ${value}`)), 200, `${one} as a list`)
    }
  })

  t.test(`adapter ${name}: headers of other adapters and its query string are ignored`, async (t) => {
    const { target, lines, named } = linesOf(adapter)
    const all = ADAPTER_PATHS.flatMap((other) => linesOf(other).named)
    const others = [...new Set(all)].filter((name) => !named.includes(name) && name !== 'host')
    const withOthers = (value: string): Lines => others.map((name) => [name, value])
    const more: Lines = [
      ['x-rewrite-url', '/x'],
      ['x-forwarded-prefix', '/x'],
      ['forwarded', 'host=evil.example;proto=http'],
      ['x-http-method-override', 'DELETE'],
      ['x-middleware-subrequest', 'x']
    ]
    const evil = withOthers('https://evil.example/secret')
    t.equal(await askRaw(target, [...lines, ...evil, ...more]), passOf(adapter))
    t.equal(await askRaw(`${target}?allowed_groups=x&rd=https://evil.example&uri=/x`, lines), passOf(adapter))
    const privately = (text: string) => text.replace('/public/x', '/private')
    const asked = lines.map(([name, value]) => [name, privately(value)] as const)
    const status = await askRaw(privately(target), [...asked, ...withOthers(`${WIKI}/public/x`)])
    t.not(status, 200, 'they do not make a path public')
  })

  t.test(`adapter ${name}: an upgrade to anything but WebSocket is a 400 on a public path`, async (t) => {
    const { target, lines } = linesOf(adapter)
    const ask = (...upgrades: string[]) =>
      askRaw(target, [...lines, ...upgrades.map((value) => ['upgrade', value] as const)])
    for (const upgrade of ['websocket', 'WebSocket']) t.equal(await ask(upgrade), passOf(adapter))
    for (const upgrades of ['h2c', 'websocket|h2c', 'h2c|websocket', 'websocket, h2c', 'websocket/13'])
      t.equal(await ask(...upgrades.split('|')), 400, upgrades)
  })

  t.test(`adapter ${name}: any method, Expect and a content type without a body are supported`, async (t) => {
    const { target, lines } = linesOf(adapter)
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST', 'PROPFIND', 'DELETE', 'QUERY'])
      t.equal(await askRaw(target, lines, method), passOf(adapter), method)
    for (const line of [
      ['content-type', 'application/json'],
      ['content-type', 'text/evil; charset='],
      ['expect', '100-continue'],
      ['content-length', '0']
    ] as const)
      t.ok([100, passOf(adapter)].includes(await askRaw(target, [...lines, line], 'POST')), line.join(': '))
  })
}

t.test('adapters: an untrusted peer gets 403 without evaluating the auth request', async (t) => {
  const strict = await startAskedGateway(t, { config: { 'forwardAuth.trustedProxies': ['10.0.0.0/8'] } })
  const cookie = await strict.enter()
  strict.advance(3600)
  const calls = strict.provider.calls.total()
  for (const adapter of ADAPTER_PATHS) {
    const response = await strict.ask({ adapter, headers: { cookie } })
    t.equal(response.status, 403, adapter)
    t.notOk(response.headers.has('x-forwarded-user'), adapter)
    t.notOk(response.headers.has('set-cookie'), adapter)
  }
  const lines = strict
    .logLines({ msg: 'forward auth request rejected' })
    .map(({ code, peer }) => [code, peer])
  t.same(lines, [['FORBIDDEN', '127.0.0.1']], 'one log line a minute')
  t.equal(strict.provider.calls.total(), calls, 'no provider call for the session')
})

t.test('adapters: other spellings of the endpoint path are a 404 without a decision', async (t) => {
  const { lines } = linesOf('')
  for (const target of words`
    /_auth/%76erify /_auth/verify%2fstatus /_auth/verify/ /_auth/verify/STATUS /_auth/verify/status/
    /_auth/verify/status/x /_auth/verify/x /_auth/verify/envoy /_auth/verify;x /_auth/VERIFY /_auth//verify
    /_auth/verifyx
  `)
    t.equal(await askRaw(target, lines), 404, target)
  t.equal(await askRaw('/_auth/verify?x=/../y', lines), 200, 'control')
})

t.test('adapters: a request body is ignored, the response closes the connection', async (t) => {
  const head = `POST /_auth/verify HTTP/1.1\r\ncontent-length: 1000\r\n${textOf(linesOf('').lines)}`
  t.match(await sendRaw(gateway.port, `${head}\r\nhalf`), /^HTTP\/1\.1 200 OK\r\n(.|\r\n)*connection: close/i)
})

t.test('adapters: 60 kB of headers are accepted, 70 kB are refused', async (t) => {
  const { target, lines } = linesOf('')
  t.equal(await askRaw(target, [...lines, ['cookie', `a=${'x'.repeat(60_000)}`]]), 200)
  t.equal(await askRaw(target, [...lines, ['cookie', `a=${'x'.repeat(70_000)}`]]), 431)
})

t.test('adapters: 1,000 auth requests share a connection, even when refused', async (t) => {
  const { lines } = linesOf('/status')
  const good = { path: '/_auth/verify/status', method: 'GET', headers: lines.flat() } as const
  const bad = { ...good, headers: good.headers.map((text) => text.replace('/public/x', '/private')) }
  const client = new Client(`http://127.0.0.1:${gateway.port}`, { pipelining: 16 })
  t.teardown(() => client.destroy())
  let connections = 0
  client.on('connect', () => void connections++)
  const ask = async (request: typeof bad) => {
    const { statusCode, body } = await client.request(request)
    await body.dump()
    return statusCode
  }
  const statuses = await Promise.all(
    Array.from({ length: 1000 }, (_, index) => ask(index % 2 === 0 ? good : bad))
  )
  const expected = statuses.map((_, index) => (index % 2 === 0 ? 200 : 401))
  t.same(statuses, expected)
  t.equal(connections, 1)
})

t.test('adapters: with a separate listener, auth requests are served only there, also by TLS', async (t) => {
  const folder = t.testdir()
  writePair(folder, await makePair())
  const trusting = new Agent({ connect: { rejectUnauthorized: false } })
  t.teardown(() => trusting.close())
  for (const tls of [null, filesIn(folder)]) {
    const apart = await startAskedGateway(t, {
      config: { 'forwardAuth.listen': { host: '127.0.0.1', port: 0, tls } }
    })
    const origin = `http${tls === null ? '' : 's'}://127.0.0.1:${apart.ports['forwardAuth.listen']}`
    const statusOf = async (path: string, { headers = {} } = {}) =>
      (await request(`${origin}${path}`, { headers, dispatcher: trusting })).statusCode
    t.equal((await apart.ask()).status, 404, 'on the public listener')
    t.equal(await statusOf('/_auth/verify', buildForwardAuth(apart.url, { headers: PAGE })[1]), 302)
    t.equal(await statusOf('/login'), 404, 'and nothing but auth requests')
    t.equal((await send(`${apart.url}/login`, { headers: { host: new URL(AUTH).host } })).status, 200)
  }
})

t.test('adapters: without an upstream, paths that are not gateway endpoints are 404', async (t) => {
  for (const path of ['/', '/x', '/_auth/other'])
    t.equal((await send(`${gateway.url}${path}`)).status, 404, path)
})

/** What the column *response* of the reference says about each style. */
const RESPONSES: Readonly<Record<ResponseStyle, RegExp>> = {
  full: /^full/,
  status: /no body/,
  refusal: /^the full refusal/,
  'status-with-cookies': /^as `status`, with `Set-Cookie`$/
}

/** The row of the reference about an adapter: what it says, by column. */
function findRow(path: string) {
  const reference = readFileSync(packagePath('gateway', 'REFERENCE.md'), 'utf8')
  const [, table = ''] = reference.split('| every 2xx admits |')
  const row = table.split('\n').find((line) => line.startsWith(`| \`/_auth/verify${path}\``))
  const [, , proxies, facts = '', response = '', admits = ''] =
    row?.split('|').map((cell) => cell.trim()) ?? []
  return proxies === undefined ? null : { facts: facts.toLowerCase(), response, admits }
}

t.test('adapters: the row of each in the reference says what it reads and how it responds', async (t) => {
  for (const { suffix, style, successIsPass } of ADAPTERS) {
    const path = suffix.replace(/\/\*$/, '')
    const { facts = '', response, admits } = findRow(path) ?? {}
    const unnamed = linesOf(path).named.filter((name) => !facts.includes(`\`${name}\``))
    const found = [unnamed, admits]
    t.same(found, [[], successIsPass ? 'yes' : 'no'], `gateway/REFERENCE.md: /_auth/verify${path}`)
    t.match(response, RESPONSES[style], `${path}: style ${style}`)
  }
  t.equal(findRow('/gone'), null, 'control')
})

/** Of the redirect to the login page, by style: the status, and whether location, the cleared cookie and a body are sent. */
const REDIRECTS: Readonly<Record<ResponseStyle, readonly [number, ...boolean[]]>> = {
  full: [302, true, true, false],
  refusal: [302, true, true, false],
  status: [401, false, false, false],
  'status-with-cookies': [401, false, true, false]
}

t.test('adapters: a page load with an ended session gets the redirect in the style of each', async (t) => {
  const left = await startAskedGateway(t)
  const cookie = await left.enter()
  left.provider.accounts.delete('ada')
  left.advance(3600)
  for (const { suffix, style } of ADAPTERS) {
    const adapter = suffix.replace(/\/\*$/, '')
    const response = await left.ask({ adapter, headers: { ...PAGE, cookie } })
    const sent = ['location', 'set-cookie'].map((name) => response.headers.has(name))
    const found = [response.status, ...sent, (await response.text()) !== '']
    t.same(found, REDIRECTS[style], `${adapter}: ${style}`)
  }
})

t.test('adapters: the application never gets their headers from a client', async (t) => {
  const passes = createClientHeaderTest({ identityNames: [], tokenHeaders: [], passHeaders: [] })
  /** The gateway sets these itself. */
  const replaced = ['host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']
  const names = new Set(ADAPTER_PATHS.flatMap((path) => linesOf(path).named))
  t.ok(names.size > 5)
  const passing = [...names].filter((name) => passes(name) && !replaced.includes(name))
  t.same(passing, [], 'add them to src/upstream/request-headers.ts')
})

import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import t from 'tap'
import {
  checkMessage,
  connectionNames,
  hasBody,
  isBodiless,
  isBodyPending,
  limitBodyTime
} from '../../src/http/message.ts'
import { startGateway } from '../fixtures/gateway.ts'
import { sendRaw } from '../fixtures/wire/http-client.ts'

/** A request as Node hands it on. `complete`: whether all of it has arrived. */
function message(headers: Record<string, string>, complete = false): IncomingMessage {
  const raw = new IncomingMessage(new Socket())
  raw.headers = headers
  raw.rawHeaders = Object.entries(headers).flat()
  raw.complete = complete
  return raw
}

const ONCE_ONLY = ['Host', 'Authorization', 'Origin']
const VALUES: Readonly<Record<string, string>> = {
  Host: 'localhost:8080',
  Authorization: 'Bearer a',
  Origin: 'http://localhost:8080'
}

t.test('messages: two Host, Authorization or Origin headers get 400 (ASVS 15.3.7)', async (t) => {
  const { port, upstream, logLines } = await startGateway(t, {
    config: { 'access.rules': [{ path: '/public', allow: 'public' }] }
  })
  const get = (lines: readonly string[]) =>
    sendRaw(port, `${['GET /public HTTP/1.1', 'Connection: close', ...lines].join('\r\n')}\r\n\r\n`)
  const once = ONCE_ONLY.map((name) => `${name}: ${VALUES[name]}`)
  for (const name of ONCE_ONLY) {
    for (const spelled of [name, name.toLowerCase(), name.toUpperCase()]) {
      for (const value of [VALUES[name], 'x']) {
        const response = await get([...once, 'X-Other: 1', `${spelled}: ${value}`])
        t.match(response, /^HTTP\/1\.1 400 /, `${spelled}: ${value}`)
        t.match(response, '"code":"INVALID_REQUEST"')
      }
    }
  }
  t.equal(upstream.seen.length, 0)
  const found = new Set(logLines().flatMap(({ detail }) => (detail === undefined ? [] : [detail])))
  t.same(found, new Set(['two host headers', 'two authorization headers', 'two origin headers']))

  t.match(await get([...once, 'X-Other: 1', 'X-Other: 2', 'X-Host: a', 'X-Host: b']), /^HTTP\/1\.1 200 /)
  t.equal(upstream.seen.length, 1, 'once each, and other headers twice, is fine')
})

t.test('messages: any transfer coding but chunked alone is refused (ASVS 4.2.1)', async (t) => {
  for (const coding of ['chunked', 'Chunked', 'CHUNKED'])
    t.equal(checkMessage(message({ 'transfer-encoding': coding })), null, coding)
  for (const coding of ['gzip, chunked', 'chunked, chunked', 'gzip', 'identity', '']) {
    const found = checkMessage(message({ 'transfer-encoding': coding }))
    t.match(found, { code: 'INVALID_REQUEST', detail: 'transfer coding' }, coding)
  }
  t.equal(checkMessage(message({ host: 'a', te: 'gzip' })), null)
})

t.test('messages: a missing Host in HTTP/1.1 and an unknown expectation are refused', async (t) => {
  const of = (version: string, headers: Record<string, string>) =>
    checkMessage(Object.assign(message(headers), { httpVersion: version }))
  t.match(of('1.1', {}), { code: 'INVALID_REQUEST', detail: 'no host header' })
  t.equal(of('1.0', {}), null)
  t.match(of('0.9', {}), { code: 'INVALID_REQUEST', detail: 'HTTP/0.9' })
  t.equal(of('1.1', { host: 'a' }), null)
  t.match(of('1.1', { host: 'a', expect: 'more' }), { code: 'INVALID_REQUEST', detail: 'expectation' })
  for (const expect of ['100-continue', '100-Continue'])
    t.equal(of('1.1', { host: 'a', expect }), null, expect)
})

t.test('messages: 40 kB of headers or target get 431 as a localised page or JSON', async (t) => {
  const { port, upstream } = await startGateway(t, {
    config: {
      'access.rules': [{ path: '/public', allow: 'public' }],
      'login.links.help': 'https://acme.example/help'
    }
  })
  const get = (bytes: number, lines = '', target = '/login') =>
    sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: a\r\n${lines}Cookie: a=${'x'.repeat(bytes)}\r\n\r\n`)
  t.match(await get(31_000, 'Connection: close\r\n'), 'HTTP/1.1 200 ', 'control')
  const tooLarge = /^HTTP\/1\.1 431 .*"code":"HEADERS_TOO_LARGE"/s
  t.match(await get(40_000, '', '/public'), tooLarge)
  t.match(await get(0, '', `/?${'x'.repeat(40_000)}`), 'HTTP/1.1 431 ')
  const path = await get(0, 'Connection: close\r\n', `/${'x'.repeat(9000)}`)
  t.match(path, /^HTTP\/1\.1 414 .*"code":"URI_TOO_LONG"/s)
  t.match(await get(0, 'Connection: close\r\n', `/${'x/'.repeat(300)}`), 'HTTP/1.1 400 ')
  t.match(await get(0, `Connection: close${',a'.repeat(1000)}\r\n`), 'HTTP/1.1 400 ')
  const page = await get(40_000, 'Accept: text/html\r\nAccept-Language: nl\r\n')
  t.match(page, 'HTTP/1.1 431 ')
  t.match(page, '<html lang="nl"')
  t.match(page, 'Meestal helpt het om de cookies van deze site te verwijderen.')
  t.match(page, '<a href="https://acme.example/help">')
  t.notMatch(page, 'x'.repeat(100), 'the headers are not repeated')
  t.match(await get(70_000, 'Accept: text/html\r\n'), tooLarge, 'not read')
  t.equal(upstream.seen.length, 0)
})

const fields = (count: number, name = 'X-Field') =>
  Array.from({ length: count }, (_, n) => [`${name}-${n}`, '1']).flat()

t.test('messages: 200 header fields pass, one more or too many bytes get 431', async (t) => {
  const raw = (...rawHeaders: string[]) => Object.assign(message({ host: 'a' }), { rawHeaders })
  t.equal(checkMessage(raw('Host', 'a', ...fields(199))), null)
  const tooMany = { code: 'HEADERS_TOO_LARGE', detail: '201 header fields, 200 is the limit' }
  t.match(checkMessage(raw('Host', 'a', ...fields(200))), tooMany)
  const detail = /^target and headers of \d+ bytes, 50 is the limit$/
  const long = message({ host: 'a', cookie: 'x'.repeat(100) })
  t.match(checkMessage(long, 50), { code: 'HEADERS_TOO_LARGE', detail })
  const cookies = Array.from({ length: 300 }, () => ['cookie', 'a=b']).flat()
  t.equal(checkMessage(raw('Host', 'a', ...fields(199), ...cookies)), null, 'HTTP/2 sends each on its own')
  t.match(checkMessage(raw('Host', 'a', ...fields(200), ...cookies)), { code: 'HEADERS_TOO_LARGE' })
})

t.test('messages: too many header fields, nothing is proxied at any entrance', async (t) => {
  const { port, upstream } = await startGateway(t, {
    config: {
      'access.rules': [{ path: '/public', allow: 'public' }],
      'forwardAuth.enabled': true,
      'forwardAuth.trustedProxies': ['127.0.0.1/32']
    }
  })
  const close = 'Connection: close\r\n'
  const upgrade = 'Connection: Upgrade\r\nUpgrade: websocket\r\n'
  const ask = (target: string, count: number, lines: string) =>
    sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: a\r\n${'x:1\r\n'.repeat(count)}${lines}\r\n`)
  for (const count of [200, 2500])
    for (const target of ['/public', '/login', '/_auth/session', '/_auth/verify/forward-auth/status'])
      for (const lines of target === '/public' ? [close, upgrade] : [close])
        t.match(await ask(target, count, lines), /^HTTP\/1\.1 431 .*HEADERS_TOO_LARGE/s, `${target} ${count}`)
  t.equal(upstream.seen.length, 0)
  t.match(await ask('/public', 190, close), 'HTTP/1.1 200 ')
})

t.test('bodies: only its length or transfer coding says whether a request has one', async (t) => {
  const rows: [Record<string, string>, boolean][] = [
    [{}, false],
    [{ 'content-length': '0' }, false],
    [{ 'content-type': 'text/plain' }, false],
    [{ 'content-length': '1' }, true],
    [{ 'content-length': '00' }, true],
    [{ 'transfer-encoding': 'chunked' }, true],
    [{ 'transfer-encoding': 'chunked', 'content-length': '0' }, true]
  ]
  for (const [headers, expected] of rows) {
    t.equal(hasBody(message(headers)), expected, JSON.stringify(headers))
    t.equal(isBodyPending(message(headers)), expected, `${JSON.stringify(headers)}, still arriving`)
    t.equal(isBodyPending(message(headers, true)), false, `${JSON.stringify(headers)}, complete`)
  }
})

t.test('bodies: 204 and 304 have none, adjacent statuses may', async (t) => {
  for (const status of [204, 304]) t.equal(isBodiless(status), true, String(status))
  for (const status of [200, 203, 205, 301, 303, 305, 404]) t.equal(isBodiless(status), false, String(status))
})

/** Limits the time of a body with a timer that the test runs. */
function limitTime(raw: IncomingMessage) {
  const timers: { seconds: number; run: () => void; isCancelled: boolean }[] = []
  const faults: unknown[] = []
  const refuse = (fault: unknown) => faults.push(fault)
  limitBodyTime(raw, 10_000, refuse, (seconds, run) => {
    const timer = { seconds, run, isCancelled: false }
    timers.push(timer)
    return () => Object.assign(timer, { isCancelled: true })
  })
  return { timers, faults }
}

t.test('bodies: one that does not arrive gets REQUEST_TIMEOUT, others have no timer', async (t) => {
  const { timers, faults } = limitTime(message({ 'content-length': '5' }))
  t.match(timers, [{ seconds: 10, isCancelled: false }])
  t.same(faults, [])
  timers[0]?.run()
  t.match(faults, [{ code: 'REQUEST_TIMEOUT' }])

  for (const event of ['end', 'close']) {
    const raw = message({ 'content-length': '5' })
    const { timers } = limitTime(raw)
    raw.emit(event)
    t.match(timers, [{ isCancelled: true }], event)
  }
  for (const raw of [message({}), message({ 'content-length': '5' }, true)]) t.same(limitTime(raw).timers, [])
})

t.test('hop by hop: names listed in Connection, in lower case and with any separators', async (t) => {
  const rows: readonly [connection: string | string[] | undefined, names: readonly string[]][] = [
    [undefined, []],
    ['keep-alive', []],
    ['close', ['close']],
    ['Keep-Alive, X-Own', ['keep-alive', 'x-own']],
    ['a,b ,\tc', ['a', 'b', 'c']],
    [
      ['x-one', 'X-Two'],
      ['x-one', 'x-two']
    ]
  ]
  for (const [connection, names] of rows) t.same([...connectionNames(connection)], names, String(connection))
})

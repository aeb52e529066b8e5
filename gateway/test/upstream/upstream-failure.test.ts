import type { FastifyRequest } from 'fastify'
import t, { type Test } from 'tap'
import { createAwaitedHeads } from '../../src/upstream/open-response.ts'
import { type FailureContext, toUpstreamFailure } from '../../src/upstream/upstream-failure.ts'
import { createClock, createTimers } from '../fixtures/clock.ts'
import { startGateway } from '../fixtures/gateway.ts'
import { send } from '../fixtures/wire/http-client.ts'
import { startScriptedApplication } from '../fixtures/wire/scripted-application.ts'

const CONTEXT: FailureContext = {
  hasBegun: false,
  upstreamPath: 'applications[2].upstream',
  isStale: false,
  upstream: { keepAliveTimeoutMs: 4000, maxHeaderBytes: 65_536, headersTimeoutMs: 3000 }
}
const errorOf = (code: string, name = 'Error', message = 'x') =>
  Object.assign(new Error(message), { code, name })

/** Error -> kind of the metric, code of the response, and what the log says about it. */
const ROWS: readonly [error: Error, failure: string, code: string, says?: RegExp][] = [
  [errorOf('ECONNREFUSED'), 'refused', 'UPSTREAM_UNREACHABLE'],
  [errorOf('ENOTFOUND'), 'dns', 'UPSTREAM_UNREACHABLE', /^DNS: the name in applications\[2\]\.upstream\.url/],
  [errorOf('EAI_AGAIN'), 'dns', 'UPSTREAM_UNREACHABLE', /^DNS/],
  [errorOf('ETIMEOUT'), 'dns', 'UPSTREAM_UNREACHABLE', /^DNS/],
  [errorOf('ETIMEDOUT'), 'timeout', 'UPSTREAM_TIMEOUT'],
  [errorOf('UND_ERR_CONNECT_TIMEOUT'), 'timeout', 'UPSTREAM_TIMEOUT', /upstream\.connectTimeoutMs/],
  [errorOf('UND_ERR_HEADERS_TIMEOUT'), 'timeout', 'UPSTREAM_TIMEOUT', /upstream\.headersTimeoutMs \(3000\)/],
  [errorOf('CERT_HAS_EXPIRED'), 'tls', 'UPSTREAM_UNREACHABLE', /has expired.*renew it/],
  [errorOf('ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'), 'tls', 'UPSTREAM_UNREACHABLE', /only HTTP\/2/],
  [errorOf('ERR_SSL_NO_CIPHER_MATCH'), 'tls', 'UPSTREAM_UNREACHABLE'],
  [
    errorOf('', 'HTTPParserError', 'no match (Expected HTTP/)'),
    'protocol',
    'UPSTREAM_UNREACHABLE',
    /not HTTP\/1\.1.*only HTTP\/2/
  ],
  [errorOf('', 'HTTPParserError'), 'protocol', 'UPSTREAM_UNREACHABLE', /^x: correct what/],
  [
    errorOf('ERR_ASSERTION', 'AssertionError', 'falsy:\n\n  assert(x >= 100)\n'),
    'protocol',
    'UPSTREAM_UNREACHABLE',
    /^a status below 100, .*: correct what/
  ],
  [errorOf('ERR_INVALID_CHAR'), 'protocol', 'UPSTREAM_UNREACHABLE', /^x: correct what/],
  [errorOf('UND_ERR_SOCKET'), 'reset', 'UPSTREAM_UNREACHABLE'],
  [
    errorOf('UND_ERR_SOCKET', 'SocketError', 'bad upgrade'),
    'protocol',
    'UPSTREAM_UNREACHABLE',
    / a 101 .*: correct/
  ],
  [errorOf('UND_ERR_HEADERS_OVERFLOW'), 'protocol', 'UPSTREAM_UNREACHABLE', /maxHeaderBytes \(65536\)/],
  [errorOf('ECONNRESET'), 'reset', 'UPSTREAM_UNREACHABLE'],
  [errorOf('EMFILE'), 'local', 'OVERLOADED', /file descriptor/],
  [errorOf('UND_ERR_DESTROYED'), 'local', 'UPSTREAM_UNREACHABLE', /^cut off: .*shutting down$/]
]

t.test('upstream failures: each error has its kind, code and advice', async (t) => {
  for (const [error, failure, code, says] of ROWS) {
    const found = toUpstreamFailure(error, CONTEXT)
    const title = `${error.name} ${'code' in error ? error.code : ''}`
    t.match(found, { failure, fault: { code } }, title)
    if (says === undefined) t.notMatch(found.fault.detail ?? '', /DNS|HTTP\/2|expired/, title)
    else t.match(found.fault.detail, says, title)
  }
})

t.test('upstream failures: once the response has begun, it broke off, unless it stalled', async (t) => {
  const failureOf = (code: string) => toUpstreamFailure(errorOf(code), { ...CONTEXT, hasBegun: true }).failure
  t.equal(failureOf('ECONNRESET'), 'broken_off')
  t.equal(failureOf('UND_ERR_BODY_TIMEOUT'), 'timeout')
})

t.test('upstream failures: a malformed head is named as such, not as another protocol', async (t) => {
  const application = await startScriptedApplication(t)
  const { url, settled, logLines } = await startGateway(t, {
    upstreamUrl: application.url,
    config: { 'access.default': 'public' }
  })
  for (const [head, says] of [
    [
      'HTTP/1.1 200 OK\r\nX-Folded: a\r\n b\r\n\r\n',
      /\(Unexpected whitespace[^)]*\): correct what writes this response/
    ],
    ['HTTP/1.1 200 OK\r\nX-Spaced : a\r\n\r\n', /\(Invalid header token\): correct/],
    ['HTTP/1.1 200 OK\nX-Bare: a\n\n', /\(.*(CR|LF).*\): correct/],
    ['HTTP/1.1 200 OK\r\nX-Nul: a\u0000\r\n\r\n', /\(Invalid header value char\): correct/],
    ['HTTP/1.1 200 OK\r\nX-Control: \u0001\r\n\r\n', /\(Invalid header value char\): correct/],
    ['HTTP/1.1 200 OK\r\nX/Y: a\r\n\r\n', /\(Invalid header token\): correct/],
    ['HTTP/1.1 200 OK\r\nContent-Length: 1,1\r\n\r\na', /^Response body length .*: correct/],
    [
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\na',
      /^Response body length .*: correct/
    ],
    ['HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n', /^a status below 100.*: correct/],
    ['HTTP/1.1 99 Short\r\nContent-Length: 0\r\n\r\n', /\(Invalid status code\): correct/],
    ['HTTP/1.1 1000 Long\r\nContent-Length: 0\r\n\r\n', /\(Invalid response status\): correct/],
    ['HTTP/1.1 101 Unasked\r\nUpgrade: x\r\n\r\n', / a 101 .*: correct/],
    ['HTTP/1.1 101 Unasked\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n', / a 101 .*: correct/],
    ['\u0000\u0000\u0012\u0004\u0000', /may accept only HTTP\/2/],
    ['SSH-2.0-x\r\n', /may accept only HTTP\/2/]
  ] as const) {
    application.respond = ({ socket }) => void socket.end(head, 'latin1')
    t.equal((await send(`${url}/x`)).status, 502)
    await settled()
    t.match(logLines().at(-1), { code: 'UPSTREAM_UNREACHABLE', detail: says }, JSON.stringify(head))
  }
})

function setUp(t: Test) {
  const clock = createClock()
  const timers = createTimers(clock)
  const lines: unknown[] = []
  const heads = createAwaitedHeads('upstream.headersTimeoutMs (60000)', timers.schedule)
  const startedAt = clock.now()
  t.intercept(performance, 'now', { value: () => (clock.now() - startedAt) * 1000 })
  /** `isSent`: whether the application has all of the request. */
  const send = ({ isSent = true } = {}) => {
    const request = {
      raw: { complete: isSent },
      record: { application: 'wiki', dispatchedAtMs: performance.now() },
      log: { warn: (...line: unknown[]) => lines.push(line) }
    }
    const one = { listIndex: -1, proxied: { request: request as unknown as FastifyRequest } }
    heads.add(one)
    return one
  }
  return { heads, lines, send, timers }
}

t.test('awaited heads: two that take 10 s are one line with the key, repeated after a minute', async (t) => {
  const { lines, send, timers } = setUp(t)
  send()
  send()
  await timers.advance(9)
  t.same(lines, [])
  await timers.advance(1)
  const detail = /^2 of its requests .* for 10 s: .* upstream\.headersTimeoutMs \(60000\)/
  t.match(lines, [[{ application: 'wiki', doctor: 'UPSTREAM', detail }, 'the application does not respond']])
  await timers.advance(59)
  t.equal(lines.length, 1)
  await timers.advance(1)
  t.equal(lines.length, 2)
})

t.test('awaited heads: one that arrives after 9 s, or whose upload takes longer, is no line', async (t) => {
  const { heads, lines, send, timers } = setUp(t)
  const quick = send()
  send({ isSent: false })
  await timers.advance(9)
  heads.remove(quick)
  await timers.advance(60)
  t.same(lines, [])
})

t.test('awaited heads: one timer for any number of requests, none once all have arrived', async (t) => {
  const { heads, send, timers } = setUp(t)
  t.equal(timers.count(), 0)
  for (let round = 0; round < 2; round++) {
    const all = [send(), send(), send()]
    t.equal(timers.count(), 1)
    for (const one of all) heads.remove(one)
    heads.remove(send())
    t.equal(timers.count(), 1)
    await timers.advance(5)
    t.equal(timers.count(), 0)
  }
})

t.test('awaited heads: after close no timer runs, and none is started', async (t) => {
  const { heads, send, timers } = setUp(t)
  send()
  heads.close()
  t.equal(timers.count(), 0)
  send()
  t.equal(timers.count(), 0)
})

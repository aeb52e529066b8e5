import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request as requestOverHttp } from 'node:http'
import t, { type Test } from 'tap'
import { startGateway } from '../fixtures/gateway.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'
import { OK, startScriptedApplication } from '../fixtures/wire/scripted-application.ts'
import { handshakeOf } from '../fixtures/wire/websockets.ts'

const HINT = 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload; as=style, </b.js>; rel=preload\r\n'
const RESPONSE = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok'

/** `answer`: everything that the application sends, each character a byte. */
async function start(t: Test, answer: string, config: Record<string, unknown> = {}) {
  const application = await startScriptedApplication(t)
  application.respond = ({ socket }) => void socket.end(answer, 'latin1')
  return await startGateway(t, {
    upstreamUrl: application.url,
    config: { 'access.rules': [{ path: '/public', allow: 'public' }], ...config }
  })
}

const get = (version: string, path = '/public') =>
  `GET ${path} HTTP/${version}\r\nHost: a\r\nConnection: close\r\n\r\n`

t.test('early hints: a 103 goes ahead of the response, with only its Link headers', async (t) => {
  const more = 'Set-Cookie: a=b\r\nX-Forwarded-User: ada\r\nX-Other: 1\r\n'
  const { port } = await start(t, `${HINT}${more}\r\n${HINT}\r\n${RESPONSE}`)
  const received = await sendRaw(port, get('1.1'))
  const [first, second, response] = received.split('\r\n\r\n')
  t.equal(first, 'HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload; as=style, </b.js>; rel=preload')
  t.equal(second, first)
  t.match(response, /^HTTP\/1\.1 200 OK\r\n/)
  t.match(received, /\r\n\r\nok$/)
})

t.test('early hints: other ones, HTTP/1.0 or earlyHints: false, the final response only', async (t) => {
  const processing = 'HTTP/1.1 102 Processing\r\n\r\n'
  const unreadable = 'HTTP/1.1 103 Early Hints\r\nLink: nonsense\r\n\r\n'
  for (const [version, answer, config] of [
    ['1.0', `${HINT}\r\n`, {}],
    ['1.1', `${processing}${unreadable}`, {}],
    ['1.1', `${HINT}\r\n`, { 'upstream.earlyHints': false }]
  ] as const) {
    const { port } = await start(t, `${answer}${RESPONSE}`, config)
    t.match(await sendRaw(port, get(version)), /^HTTP\/1\.1 200 OK\r\n(?![\s\S]*HTTP\/1)/)
  }
})

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n'

t.test('100 Continue: sent unasked, also among other interim responses, it is skipped', async (t) => {
  for (const before of [
    CONTINUE,
    CONTINUE + CONTINUE,
    `${CONTINUE}HTTP/1.1 102 Processing\r\n\r\n${CONTINUE}`
  ])
    t.match(
      await sendRaw((await start(t, `${before}${RESPONSE}`)).port, get('1.1')),
      /^HTTP\/1\.1 200 OK\r\n(?![\s\S]*HTTP\/1)[\s\S]*\r\n\r\nok$/
    )
  const hinted = await sendRaw((await start(t, `${CONTINUE}${HINT}\r\n${RESPONSE}`)).port, get('1.1'))
  t.match(hinted, /^HTTP\/1\.1 103 [\s\S]*\r\n\r\nHTTP\/1\.1 200 /)
})

t.test('100 Continue: in front of the response to a WebSocket handshake it is skipped as well', async (t) => {
  const upgraded = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'
  for (const [answer, status] of [
    [upgraded, 101],
    [RESPONSE, 200]
  ] as const)
    t.match(
      await sendRaw((await start(t, `${CONTINUE}${answer}`)).port, handshakeOf('/public')),
      new RegExp(`^HTTP/1\\.1 ${status} `)
    )
})

t.test('100 Continue: its connection is used again, and a 100 that is all gives 502', async (t) => {
  const application = await startScriptedApplication(t)
  application.respond = ({ socket }) => void socket.write(`${CONTINUE}${RESPONSE}`)
  const { url } = await startGateway(t, {
    upstreamUrl: application.url,
    config: { 'access.default': 'public', 'upstream.keepAliveTimeoutMs': 60_000 }
  })
  for (const body of ['one', 'two'])
    t.equal((await send(`${url}/x`, { method: 'POST', body })).status, 200, body)
  t.equal(application.sockets.length, 1)
  t.match(await sendRaw((await start(t, CONTINUE)).port, get('1.1')), /^HTTP\/1\.1 502 /)
})

t.test('early hints: a refused request gets none from the application', async (t) => {
  const { port } = await start(t, `${HINT}\r\n${RESPONSE}`)
  t.match(await sendRaw(port, get('1.1', '/private')), /^HTTP\/1\.1 401 (?![\s\S]*HTTP\/1)/)
})

const CHUNKED = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Checksum\r\n\r\n2\r\nok\r\n0\r\n'

/** Head, body and trailers as a client of HTTP/1.1 reads them. */
async function read(
  url: string
): Promise<{ headers: IncomingHttpHeaders; body: string; trailers: NodeJS.Dict<string> }> {
  const request = requestOverHttp(url).end()
  const [response] = (await once(request, 'response')) as [IncomingMessage]
  let body = ''
  for await (const chunk of response) body += chunk
  return { headers: response.headers, body, trailers: response.trailers }
}

t.test('trailers: reach the client, but for identity and what belongs in the head', async (t) => {
  const trailers = [
    ...['X-Checksum: 1a', 'Server-Timing: db;dur=53', 'grpc-status: 0'],
    ...['Set-Cookie: __Host-gatehouse=evil', 'Cache-Control: public', 'Content-Type: text/html'],
    ...['Location: /elsewhere', 'X-Forwarded-User: ada', 'X-Gatehouse-Assertion: x']
  ]
  const { url } = await start(t, `${CHUNKED}${trailers.join('\r\n')}\r\n\r\n`)
  const { body, trailers: received, headers } = await read(`${url}/public`)
  t.equal(body, 'ok')
  t.same(received, { 'x-checksum': '1a', 'server-timing': 'db;dur=53', 'grpc-status': '0' })
  t.notOk('x-checksum' in headers)
})

t.test('trailers: the Trailer header names those that are passed on, where there can be any', async (t) => {
  const announced = CHUNKED.replace('Trailer: X-Checksum', 'Trailer: X-Checksum, Set-Cookie,X-Forwarded-User')
  const { url, port } = await start(t, `${announced}X-Checksum: 1a\r\n\r\n`)
  const { headers, trailers } = await read(`${url}/public`)
  t.equal(headers.trailer, 'X-Checksum')
  t.same(trailers, { 'x-checksum': '1a' })
  t.match(await sendRaw(port, get('1.0')), /^HTTP\/1\.1 200 (?![\s\S]*trailer)/i)
  const fixed = RESPONSE.replace('Content', 'Trailer: X-Checksum\r\nContent')
  t.match(await sendRaw((await start(t, fixed)).port, get('1.1')), /^HTTP\/1\.1 200 (?![\s\S]*trailer)/i)
})

t.test('trailers: dropped for known length or HTTP/1.0, the response stays complete', async (t) => {
  const { url, port } = await start(t, `${CHUNKED}X-Checksum: 1a\r\n\r\n`)
  const old = await sendRaw(port, get('1.0'))
  t.match(old, /\r\n\r\nok$/)
  t.notMatch(old, /checksum/i)
  t.equal((await send(`${url}/public`)).status, 200)
})

/** A response whose headers have about that many bytes. */
const withHeaders = (bytes: number) => RESPONSE.replace('\r\n', `\r\nX-Padding: ${'x'.repeat(bytes)}\r\n`)

t.test('maxHeaderBytes: headers up to the limit pass, beyond it 502 and a line with the key', async (t) => {
  const passing = await start(t, withHeaders(60_000))
  const received = await sendRaw(passing.port, get('1.1'))
  t.match(received, /^HTTP\/1\.1 200 /)
  t.ok(received.includes(`${'x'.repeat(60_000)}\r\n`))
  const refusing = await start(t, withHeaders(60_000), { 'upstream.maxHeaderBytes': 30_000 })
  t.equal((await send(`${refusing.url}/public`)).status, 502)
  await refusing.settled()
  t.match(refusing.logLines({ code: 'UPSTREAM_UNREACHABLE' })[0], {
    detail:
      'headers of the response exceed upstream.maxHeaderBytes (30000): raise it, or let the application send less'
  })
})

const PUBLIC = { 'access.default': 'public', 'upstream.keepAliveTimeoutMs': 60_000 }

const ask = async (t: Test, answer: string) => sendRaw((await start(t, answer)).port, get('1.1'))

t.test('reason phrase: ASCII and UTF-8 are passed on, a missing or invalid one is replaced', async (t) => {
  for (const [sent, received] of [
    ['299 Nearly there', '299 Nearly there'],
    ['404 ', '404 Not Found'],
    ['404', '404 Not Found'],
    ['429 \u0001', '429 Too Many Requests'],
    ['404 Kein Geb\u00c3\u00a4ude', '404 Kein Geb\u00e4ude'],
    ['404 Kein Geb\u00e4ude', '404 Not Found'],
    ['404 \u00e6\u0097\u00a5', '404 Not Found']
  ] as const)
    t.match(await ask(t, `HTTP/1.1 ${sent}\r\nContent-Length: 0\r\n\r\n`), `HTTP/1.1 ${received}\r\n`, sent)
})

t.test('Date: added if the application sends none, otherwise its own', async (t) => {
  t.match(await ask(t, OK), /\r\nDate: \w{3}, [^\r]* GMT\r\n/)
  const own = 'Date: Sat, 01 Jan 2000 00:00:00 GMT'
  const received = await ask(t, OK.replace('\r\n', `\r\n${own}\r\n`))
  t.same(received.match(/^date: .*$/gim), [own.replace('Date', 'date')])
})

t.test('Connection, Keep-Alive: those of the visitor’s connection, not the application’s', async (t) => {
  const answer = OK.replace('\r\n', '\r\nConnection: close, X-Hop\r\nKeep-Alive: timeout=3\r\nX-Hop: 1\r\n')
  const { port } = await start(t, answer)
  const first = get('1.1').replace('Connection: close\r\n', '')
  const received = await sendRaw(port, `${first}${get('1.1')}`)
  t.same(received.match(/^(?:connection|keep-alive|x-hop): .*$/gim), [
    'Connection: keep-alive',
    'Keep-Alive: timeout=72',
    'Connection: close'
  ])
})

t.test('Transfer-Encoding: another one than chunked is not decoded, nor named', async (t) => {
  for (const [coding, body] of [
    ['gzip', 'abc'],
    ['gzip, chunked', '3\r\nabc\r\n0\r\n\r\n']
  ] as const)
    t.match(
      await ask(t, `HTTP/1.1 200 OK\r\nTransfer-Encoding: ${coding}\r\n\r\n${body}`),
      /\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n$/,
      coding
    )
})

t.test('421: repeated on a new connection, it reaches the application on one that was kept', async (t) => {
  const application = await startScriptedApplication(t)
  application.respond = ({ socket, number }) =>
    void socket.write(number === 1 ? OK.replace('200 OK', '421 Misdirected Request') : OK)
  const { url } = await startGateway(t, { upstreamUrl: application.url, config: PUBLIC })
  const statuses = [await send(url), await send(url)].map(({ status }) => status)
  t.same(statuses, [421, 200])
  t.equal(application.sockets.length, 1)
})

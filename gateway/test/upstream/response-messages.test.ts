import t, { type Test } from 'tap'
import { startGateway } from '../fixtures/gateway.ts'
import { send, sendRaw } from '../fixtures/wire/http-client.ts'
import { OK, startScriptedApplication } from '../fixtures/wire/scripted-application.ts'

const PUBLIC = { 'access.default': 'public', 'upstream.keepAliveTimeoutMs': 60_000 }
const GET = 'GET / HTTP/1.1\r\nHost: a\r\n'

/** `answer`: everything that the application sends, each character a byte. */
async function start(t: Test, answer: string) {
  const application = await startScriptedApplication(t)
  application.respond = ({ socket }) => void socket.end(answer, 'latin1')
  return await startGateway(t, { upstreamUrl: application.url, config: PUBLIC })
}

async function ask(t: Test, answer: string): Promise<string> {
  return sendRaw((await start(t, answer)).port, `${GET}Connection: close\r\n\r\n`)
}

t.test('reason phrase: in ASCII it is passed on, a missing or invalid one is replaced', async (t) => {
  for (const [sent, received] of [
    ['299 Nearly there', '299 Nearly there'],
    ['404 ', '404 Not Found'],
    ['404', '404 Not Found'],
    ['429 \u0001', '429 Too Many Requests']
  ] as const)
    t.match(await ask(t, `HTTP/1.1 ${sent}\r\nContent-Length: 0\r\n\r\n`), `HTTP/1.1 ${received}\r\n`, sent)
})

t.test('reason phrase: UTF-8 arrives in Latin-1, other characters are replaced', async (t) => {
  for (const [sent, received] of [
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
  const received = await sendRaw(port, `${GET}\r\n${GET}Connection: close\r\n\r\n`)
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

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { WebSocket, WebSocketServer } from 'ws'
import { startGateway, type TestGateway } from '../fixtures/gateway.ts'
import { readJson, send, sendRaw } from '../fixtures/http-client.ts'
import { lineOf } from '../fixtures/log-lines.ts'

const OPEN = { 'access.rules': [{ path: '/open', allow: 'public' }] }
const neighbours = await startGateway(t, { config: { ...OPEN, 'upstream.maxBodyBytes': 1000 } })

/** A request whose body comes in chunks of these sizes. */
function chunked(...sizes: number[]): string {
  const chunks = sizes.map((size) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`)
  return `POST /open HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunks.join('')}0\r\n\r\n`
}

t.test('maxBodyBytes: body of that size, passes; a larger one, 413 and it does not arrive', async (t) => {
  const { upstream, url, port } = neighbours
  t.equal((await send(`${url}/open`, { method: 'POST', body: 'x'.repeat(1000) })).status, 200)
  t.match(await sendRaw(port, chunked(500, 500)), /^HTTP\/1\.1 200 /)
  t.equal(upstream.seen.length, 2)
  const said = await send(`${url}/open`, { method: 'POST', body: 'x'.repeat(1001) })
  t.equal(said.status, 413)
  t.match(await said.json(), { code: 'PAYLOAD_TOO_LARGE' })
  t.match(await sendRaw(port, chunked(500, 501)), /^HTTP\/1\.1 413 /)
  t.equal(upstream.seen.length, 2, 'no larger one was complete for the application')
  t.match(await lineOf(neighbours, 'request'), { status: 200 })
  const line = neighbours.logLines().find(({ code }) => code === 'PAYLOAD_TOO_LARGE')
  t.match(line, { detail: 'more than upstream.maxBodyBytes (1000)', status: 413 })
})

t.test('maxBodyBytes: large body without a session, 401 comes first', async (t) => {
  const answer = await send(`${neighbours.url}/x`, { method: 'POST', body: 'x'.repeat(5000) })
  t.equal(answer.status, 401)
})

interface Busy extends TestGateway {
  /** Requests that the application has not answered. */
  held: ServerResponse[]
  /** Settles when the application has that many. */
  untilHeld(count: number): Promise<void>
}

/** A gateway that may open one connection to an application that answers when the test says so, and takes WebSockets. */
async function startBusy(t: Test, connectTimeoutMs: number): Promise<Busy> {
  const held: ServerResponse[] = []
  const server = createServer((_req: IncomingMessage, res) => void held.push(res))
  new WebSocketServer({ server }).on('connection', (socket) => t.teardown(() => socket.terminate()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = Object(server.address()) as AddressInfo
  const upstream = { 'upstream.maxConnections': 1, 'upstream.connectTimeoutMs': connectTimeoutMs }
  const gateway = await startGateway(t, {
    beside: neighbours,
    config: { ...OPEN, ...upstream, 'upstream.url': `http://127.0.0.1:${port}` }
  })
  const untilHeld = async (count: number) => {
    while (held.length < count) await nextTurn()
  }
  return { ...gateway, held, untilHeld }
}

t.test('maxConnections: all in use, the next request waits and passes when one is free', async (t) => {
  const { url, held, untilHeld } = await startBusy(t, 60_000)
  const answers = [send(`${url}/open`), send(`${url}/open`), send(`${url}/open`)]
  for (const count of [1, 2, 3]) {
    await untilHeld(count)
    t.equal(held.length, count, 'one at a time')
    held.at(-1)?.end('done')
    t.equal((await answers[count - 1])?.status, 200)
  }
})

t.test(
  'maxConnections: none free in connectTimeoutMs, 503 UPSTREAM_BUSY; streams hold one too',
  async (t) => {
    const gateway = await startBusy(t, 1)
    const socket = new WebSocket(`ws://127.0.0.1:${gateway.port}/open`)
    await once(socket, 'open')
    const answer = await send(`${gateway.url}/open`)
    t.equal(answer.status, 503)
    t.equal(answer.headers.get('retry-after'), '1')
    t.match(readJson(await answer.text()), { code: 'UPSTREAM_BUSY' })
    const line = gateway.logLines().find(({ code }) => code === 'UPSTREAM_BUSY')
    t.match(line, { detail: 'no connection free in 1 ms: upstream.maxConnections (1) are in use' })
    t.equal(gateway.held.length, 0)
    const closed = once(socket, 'close')
    socket.close()
    await closed
  }
)

t.test(
  'maxConnections: client that leaves with its request at the application, its place is free',
  async (t) => {
    const { url, port, held, untilHeld } = await startBusy(t, 60_000)
    const leaver = new AbortController()
    const left = fetch(`http://127.0.0.1:${port}/open`, { signal: leaver.signal }).catch(() => null)
    await untilHeld(1)
    const next = send(`${url}/open`)
    leaver.abort()
    await left
    await untilHeld(2)
    held[1]?.end()
    t.equal((await next).status, 200)
  }
)

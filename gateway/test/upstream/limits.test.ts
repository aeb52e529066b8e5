import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { WebSocket } from 'ws'
import { startGateway } from '../fixtures/gateway.ts'
import { readJson, send, sendRaw } from '../fixtures/wire/http-client.ts'
import { lineOf } from '../fixtures/wire/log-lines.ts'
import { listenWithSockets } from '../fixtures/wire/websockets.ts'

const OPEN = {
  'access.rules': [
    { path: '/open/*', allow: 'public' },
    { path: '/open', allow: 'public' }
  ]
}
const neighbours = await startGateway(t, { config: { ...OPEN, 'upstream.maxBodyBytes': 1000 } })

/** A request whose body comes in chunks of these sizes. */
function chunked(...sizes: number[]): string {
  const chunks = sizes.map((size) => `${size.toString(16)}\r\n${'x'.repeat(size)}\r\n`)
  return `POST /open HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunks.join('')}0\r\n\r\n`
}

t.test('maxBodyBytes: a body up to the limit passes, a larger one gets 413 and is not sent', async (t) => {
  const { upstream, url, port } = neighbours
  t.equal((await send(`${url}/open`, { method: 'POST', body: 'x'.repeat(1000) })).status, 200)
  t.match(await sendRaw(port, chunked(500, 500)), /^HTTP\/1\.1 200 /)
  t.equal(upstream.seen.length, 2)
  const said = await send(`${url}/open`, { method: 'POST', body: 'x'.repeat(1001) })
  t.equal(said.status, 413)
  t.match(await said.json(), { code: 'PAYLOAD_TOO_LARGE' })
  t.match(await sendRaw(port, chunked(500, 501)), /^HTTP\/1\.1 413 /)
  t.equal(upstream.seen.length, 2, 'no larger one arrived completely')
  t.match(await lineOf(neighbours, 'request'), { status: 200 })
  const line = neighbours.logLines({ code: 'PAYLOAD_TOO_LARGE' })[0]
  t.match(line, { detail: 'more than upstream.maxBodyBytes (1000)', status: 413 })
})

/** A gateway whose application responds when the test says so; with WebSockets and event streams. */
async function startBusy(t: Test, connectTimeoutMs: number, maxConnections = 1) {
  const held: ServerResponse[] = []
  const server = createServer((req: IncomingMessage, res) => {
    if (req.url === '/open/events')
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
    else held.push(res)
  })
  const { port } = await listenWithSockets(t, server)
  const gateway = await startGateway(t, {
    beside: neighbours,
    config: {
      ...OPEN,
      'upstream.connectTimeoutMs': connectTimeoutMs,
      'upstream.maxConnections': maxConnections,
      'upstream.url': `http://127.0.0.1:${port}`,
      trustedProxies: ['127.0.0.1/32']
    }
  })
  const untilHeld = async (count: number) => {
    while (held.length < count) await nextTurn()
  }
  /** `held`: requests the application has not responded to. `untilHeld`: settles when it has that many. */
  return { ...gateway, held, untilHeld }
}

t.test('maxConnections: none free within connectTimeoutMs gives 503 UPSTREAM_BUSY', async (t) => {
  const { url, held, untilHeld, logLines } = await startBusy(t, 1)
  const first = send(`${url}/open`)
  await untilHeld(1)
  const answer = await send(`${url}/open`)
  t.same([answer.status, answer.headers.get('retry-after')], [503, '1'])
  t.match(readJson(await answer.text()), { code: 'UPSTREAM_BUSY' })
  const line = logLines({ code: 'UPSTREAM_BUSY' })[0]
  t.match(line, { detail: 'no free connection within 1 ms: upstream.maxConnections (1) are in use' })
  t.equal(held.length, 1)
  held[0]?.end()
  t.equal((await first).status, 200)
})

t.test('maxConnections: 0 means no limit', async (t) => {
  const { url, held, untilHeld } = await startBusy(t, 1, 0)
  const asked = [send(`${url}/open`), send(`${url}/open`)]
  await Promise.race([untilHeld(2), ...asked])
  for (const response of held) response.end()
  for (const response of asked) t.equal((await response).status, 200)
})

t.test('maxConnections: 1,024 requests wait, the next one gets 503 UPSTREAM_BUSY at once', async (t) => {
  const { port, held, untilHeld, logLines } = await startBusy(t, 60_000)
  const leaver = new AbortController()
  const ask = () => fetch(`http://127.0.0.1:${port}/open`, { signal: leaver.signal })
  const asked = Array.from({ length: 1026 }, ask)
  const refused = await Promise.race(asked)
  t.equal(refused.status, 503)
  t.match(readJson(await refused.text()), { code: 'UPSTREAM_BUSY' })
  const line = logLines({ code: 'UPSTREAM_BUSY' })[0]
  t.match(line, { detail: '1024 requests wait for a connection: upstream.maxConnections (1) are in use' })
  await untilHeld(1)
  t.equal(held.length, 1)
  leaver.abort()
  await Promise.allSettled(asked)
})

t.test('maxConnections: open WebSockets and event streams take no slot', async (t) => {
  const { url, port, untilHeld, held } = await startBusy(t, 60_000)
  for (let round = 0; round < 3; round++) {
    const socket = new WebSocket(`ws://${new URL(url).host}/open`)
    t.teardown(() => socket.terminate())
    await once(socket, 'open')
    const events = await fetch(`http://127.0.0.1:${port}/open/events`)
    t.teardown(() => events.body?.cancel())
    t.equal(events.status, 200)
  }
  const answer = send(`${url}/open`)
  await untilHeld(1)
  held[0]?.end()
  t.equal((await answer).status, 200)
})

t.test('maxConnections: accounts of one address have separate shares', async (t) => {
  const { url, held, untilHeld, signIn, provider } = await startBusy(t, 60_000, 4)
  for (const uid of ['ada', 'bob']) provider.accounts.create({ uid })
  const [ada, again, bob] = [await signIn('ada'), await signIn('ada'), await signIn('bob')]
  const ask = (cookie: string) => send(`${url}/app`, { headers: { cookie } })
  const flood = [ask(ada), ask(ada), ask(again), ask(again), ask(ada)]
  await untilHeld(3)
  const other = ask(bob)
  await untilHeld(4)
  held[3]?.end()
  t.equal((await other).status, 200)
  t.equal(held.length, 4, 'twin: two sessions of one account count as one')
  for (let n = 0; n < 6; n++) {
    await untilHeld(n + 1)
    held[n]?.end()
  }
  for (const answer of flood) t.equal((await answer).status, 200)
})

t.test('maxConnections: a client leaves with its request under way, the slot is freed', async (t) => {
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
})

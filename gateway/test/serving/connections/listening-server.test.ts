import { once } from 'node:events'
import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { connect, createServer as createSocketServer, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import t, { type Test } from 'tap'
import { OpenRequests } from '../../../src/http/connections/open-responses.ts'
import {
  createListeningServer,
  type ListenPlan,
  planTcp,
  portOf
} from '../../../src/serving/connections/listening-server.ts'
import { startAskedGateway } from '../../fixtures/forward-auth.ts'
import { startGateway } from '../../fixtures/gateway.ts'
import { openManagement, scrape } from '../../fixtures/management.ts'
import { signal } from '../../fixtures/signal.ts'
import { send, sendRaw } from '../../fixtures/wire/http-client.ts'
import { readSeries } from '../../fixtures/wire/scrape.ts'

const createAt = (plan: ListenPlan, keepAliveTimeoutMs = 72_000) =>
  createListeningServer({ plan, keepAliveTimeoutMs, largestHeadersBytes: 4096 })

/** A listening server in front of `target`. */
async function startListening(t: Test, target: Server | null, host = '127.0.0.1') {
  const listening = createAt(planTcp({ host, port: 0 }))
  if (target !== null) listening.serve(target)
  const port = await listening.listen()
  t.teardown(async () => {
    listening.abort()
    await listening.close()
  })
  return { ...listening, port }
}

const answering = (text: string) => createServer((_raw, response) => response.end(text))

const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
const skip = addresses.some(({ address }) => address === '::1') ? false : 'no ::1 on this machine'

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
const LAST = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'

/** A connection, and the next response on it. */
function visit(t: Test, port: number) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  t.teardown(() => socket.destroy())
  return {
    socket,
    async ask() {
      socket.write(GET)
      const [answer] = await once(socket, 'data')
      return String(answer).split('\r\n\r\n')[1]
    }
  }
}

t.test('listening server: a new target serves the next request even on an open connection', async (t) => {
  const { port, serve } = await startListening(t, answering('first'))
  const { ask } = visit(t, port)
  t.equal(await ask(), 'first')
  serve(answering('second'))
  t.equal(await ask(), 'second')
  t.match(await sendRaw(port, LAST), 'second', 'a new connection too')
})

t.test('listening server: a request begun before a change of target is served by the former', async (t) => {
  const arrived = signal<ServerResponse>()
  const slow: RequestListener = (_raw, response) => arrived.settle(response)
  const { port, serve } = await startListening(t, createServer(slow))
  const waiting = visit(t, port).ask()
  const response = await arrived.promise
  serve(answering('second'))
  t.match(await sendRaw(port, LAST), 'second')
  response.end('slow')
  t.equal(await waiting, 'slow')
})

t.test('listening server: unreadable bytes are refused once, by the current target', async (t) => {
  const refusals: string[] = []
  const refusing = (name: string) =>
    answering(name).on('clientError', (_err, socket) => {
      refusals.push(name)
      socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    })
  const { port, serve } = await startListening(t, refusing('first'))
  serve(refusing('second'))
  const responses = await sendRaw(port, 'nonsense\r\n\r\n')
  t.equal(responses.split('HTTP/1.1 ').length - 1, 1)
  t.same(refusals, ['second'])
})

t.test(
  'listening server: an unused connection ends without a response, half a request is refused',
  async (t) => {
    const refusals: unknown[] = []
    const target = answering('here').on('clientError', ({ code }: Error & { code?: string }, socket) => {
      refusals.push(code)
      socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n')
    })
    const plan = planTcp({ host: '127.0.0.1', port: 0 })
    const hasty = { headersTimeout: 50, connectionsCheckingInterval: 10 }
    const listening = createAt({
      ...plan,
      createServer: (options) => plan.createServer({ ...options, ...hasty })
    })
    listening.serve(target)
    const port = await listening.listen()
    t.teardown(() => listening.close())
    t.equal(await sendRaw(port, ''), '')
    t.same(refusals, [])
    t.match(await sendRaw(port, 'GET / HT'), /^HTTP\/1.1 408 /)
    t.same(refusals, ['ERR_HTTP_REQUEST_TIMEOUT'])
  }
)

t.test('listening server: localhost is both loopback addresses, one address is one', { skip }, async (t) => {
  const both = await startListening(t, answering('here'), 'localhost')
  const one = await startListening(t, answering('here'))
  t.match(await sendRaw(both.port, LAST), 'here')
  const second = connect(both.port, '::1')
  second.write(LAST)
  t.match(String(await once(second, 'data')), 'here')
  const refused = connect(one.port, '::1')
  t.match(await once(refused, 'error'), [{ code: 'ECONNREFUSED' }])
})

t.test('listening server: connections on both addresses are counted and ended on close', async (t) => {
  const { port, close, connections } = await startListening(t, answering('here'), 'localhost')
  const sockets = ['127.0.0.1', '::1'].map((host) => connect(port, host))
  for (const socket of sockets) {
    socket.write(GET)
    await once(socket, 'data')
  }
  t.equal(connections(), 2)
  const ended = sockets.map((socket) => once(socket, 'close'))
  await close()
  await Promise.all(ended)
  t.equal(connections(), 0)
})

t.test('listening server: localhost with its second address in use is rejected', { skip }, async (t) => {
  const other = createSocketServer().listen(0, '::1')
  await once(other, 'listening')
  t.teardown(() => other.close())
  const plan = planTcp({ host: 'localhost', port: portOf(other.address()) })
  const listening = createAt(plan)
  await t.rejects(listening.listen(), { code: 'EADDRINUSE' })
  await listening.close()
})

t.test('listening server: connections end while there is no target', async (t) => {
  const { port } = await startListening(t, null)
  t.equal(await sendRaw(port, 'nonsense\r\n\r\n'), '')
  t.equal(await sendRaw(port, GET), '')
  t.equal(
    await sendRaw(port, GET.replace('\r\n\r\n', '\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n')),
    ''
  )
})

/** A server that responds on demand and counts open requests. */
async function startCounting(t: Test) {
  const requests = new OpenRequests()
  const responses: ServerResponse[] = []
  let arrived = signal()
  const target = createServer((_raw, response) => {
    const request = { listIndex: -1, response }
    requests.add(request)
    response.on('close', () => requests.remove(request))
    responses.push(response)
    arrived.settle()
  })
  const { port } = await startListening(t, target)
  let isNone = false
  return {
    requests,
    responses,
    isNone: () => isNone,
    async watch() {
      await requests.waitUntilEmpty()
      isNone = true
    },
    async open() {
      arrived = signal()
      const visitor = visit(t, port)
      visitor.socket.write(GET)
      await arrived.promise
      return visitor.socket
    }
  }
}

t.test('open requests: none is left once one has its response and one becomes a stream', async (t) => {
  const { requests, responses, open, watch, isNone } = await startCounting(t)
  const first = await open()
  await open()
  const none = watch()
  responses[0]?.end('done')
  await once(first, 'data')
  t.notOk(isNone(), 'the second one is still open')
  for (const response of responses.slice(1)) requests.becomeStream(response)
  await none
  t.ok(isNone())
})

t.test('open requests: a cut ends their connections, but not a stream', async (t) => {
  const { requests, responses, open, watch } = await startCounting(t)
  const stream = await open()
  for (const response of responses) requests.becomeStream(response)
  const cut = await open()
  const ended = once(cut, 'close')
  const none = watch()
  requests.destroyAll()
  await none
  await ended
  t.equal(stream.destroyed, false)
  responses[0]?.end('done')
  t.match(String(await once(stream, 'data')), 'done')
})

t.test('listening server: idle connections time out, all have TCP keep-alive', async (t) => {
  const servers: Server[] = []
  const plan = planTcp({ host: 'localhost', port: 0 })
  const createServer: typeof plan.createServer = (options) => {
    t.match(options, { keepAlive: true, keepAliveInitialDelay: 60_000, keepAliveTimeout: 650_000 })
    const server = plan.createServer(options)
    servers.push(server)
    return server
  }
  const listening = createAt({ ...plan, createServer }, 650_000)
  listening.serve(answering('x'))
  const port = await listening.listen()
  t.teardown(() => listening.close())
  t.equal(servers[0]?.keepAliveTimeout, 650_000)
  const { socket, ask } = visit(t, port)
  await ask()
  socket.destroy()
})

t.test('listen.keepAliveTimeoutMs: applies to visitors and to auth requests', async (t) => {
  const { url, ports } = await startAskedGateway(t, {
    config: { 'forwardAuth.listen': { host: '127.0.0.1', port: 0 }, 'listen.keepAliveTimeoutMs': 650_000 }
  })
  for (const at of [`${url}/`, `http://127.0.0.1:${ports['forwardAuth.listen']}/_auth/verify`])
    t.equal((await send(at)).headers.get('keep-alive'), 'timeout=650', at)
})

const MAX = 16

const start = (t: Test) =>
  startGateway(t, {
    config: { 'listen.maxConnections': MAX, 'access.rules': [{ path: '/*', allow: 'public' }] }
  })

async function open(t: Test, port: number, bytes: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  t.teardown(() => socket.destroy())
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(bytes)
  return socket
}

const json = { accept: 'application/json' }

t.test('connections: the last one that is allowed is served, one more gets 503 and is closed', async (t) => {
  const { port, url } = await start(t)
  for (let count = 1; count < MAX; count++) await open(t, port, 'GET / HTTP/1.1\r\n')
  const last = await open(t, port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  const [served] = await once(last, 'data')
  t.match(String(served), /^HTTP\/1\.1 200 /)
  last.write('GET / HTTP/1.1\r\n')
  const refused = await send(`${url}/`, { method: 'POST', body: 'x'.repeat(100_000), headers: json })
  t.equal(refused.status, 503)
  t.match(await refused.json(), { code: 'OVERLOADED' })
  t.equal(refused.headers.get('connection'), 'close')
  t.equal(refused.headers.get('retry-after'), '1')
})

t.test('connections: visitors beyond the limit get a page, and the refusals are counted', async (t) => {
  const gateway = await start(t)
  for (let count = 0; count < MAX; count++) await open(t, gateway.port, 'GET / HTTP/1.1\r\n')
  const page = await send(`${gateway.url}/`, {
    headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' }
  })
  t.equal(page.status, 503)
  t.match(await page.text(), /<html/)
  await gateway.settled()
  const found = gateway.logLines().find(({ code }) => code === 'OVERLOADED')
  t.match(found, { detail: /listen\.maxConnections, or the limit of open files/ })
  const series = readSeries(await scrape(openManagement(t, gateway)))
  t.equal(series.get('requests_refused_total{application="",reason="overload"}'), 1)
  const refused = 'route="proxy",method="GET",status="503"}'
  t.equal(series.get(`http_requests_total{application="",${refused}`), 1)
  t.equal(series.get(`http_requests_total{application="default",${refused}`), undefined)
  t.match(gateway.logLines().at(-1), { msg: 'request', status: 503, code: 'OVERLOADED', doctor: 'LIMITS' })
})

t.test('connections: idle ones are closed to make room for the next visitor', async (t) => {
  const { port, url } = await start(t)
  const idle = await Promise.all(
    Array.from({ length: MAX }, async () => {
      const socket = await open(t, port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')
      await once(socket, 'data')
      return socket
    })
  )
  const closed = Promise.all(idle.map((socket) => once(socket, 'close')))
  for (const socket of idle) socket.resume()
  await (await send(`${url}/`)).text()
  await closed
  t.equal((await send(`${url}/`)).status, 200)
})
